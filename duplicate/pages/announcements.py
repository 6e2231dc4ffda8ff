"""What everybody is told besides the round that is on: `announcements.js` says the same.

A notice of the director's, a break, when the next round comes, a round that went back into the bag,
time that was given back. Phones, the public page and the hall draw it from the public state.
"""

from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime

from duplicate.models import Game, Round
from duplicate.selectors.rounds import public_state_of
from duplicate.selectors.state import announced

#: Ready for JSON, as the API tells it.
Told = dict[str, Any]

#: The states of the round that is on while none is played.
BETWEEN = (None, "drawn", "published")


def announcements_context(game: Game, round: Round | None) -> dict[str, Any]:
    """For the template of a page that has no public state; the game's current round is known."""
    of_round = round and {
        "state": public_state_of(round),
        "shut_out_seconds": round.shut_out_seconds,
    }
    state = {"state": game.state, "round": of_round, **announced(game, round)}
    return {
        "announced": state,
        "announcement_flags": announcement_flags(state),
        "announcement_facts": announcement_facts(state),
    }


def announcement_flags(state: Told) -> frozenset[str]:
    """Which parts are shown; what time brings about is the script's (countdown.js)."""
    round, gone_back = state["round"] or {}, state["gone_back"]
    is_between = state["state"] == "running" and round.get("state") in BETWEEN
    is_shut_out = bool(round.get("shut_out_seconds"))
    flags = {
        "told": state["notice"] is not None,
        "break": is_between and state["break_until"] is not None,
        "held": is_between and state["is_held"] and state["break_until"] is None,
        "counting": is_between and state["next_round_at"] is not None,
        "given-back": is_shut_out and round["state"] == "open",
        "shut-out": is_shut_out and round["state"] == "paused",
        "gone-back": gone_back is not None,
    }
    if gone_back:
        flags["gone-back-played" if gone_back["was_opened"] else "gone-back-unplayed"] = True
        flags[f"gone-back-{gone_back['reason']}"] = True
    return frozenset(flag for flag, is_up in flags.items() if is_up)


def announcement_facts(state: Told) -> Told:
    """What is filled in."""
    gone_back = state["gone_back"] or {}
    seconds = (state["round"] or {}).get("shut_out_seconds", 0)
    return {
        "notice": state["notice"] and state["notice"]["text"],
        "break_until": _clock(state["break_until"]),
        "next_at": _clock(state["next_round_at"]),
        "shut_out": f"{seconds // 60}:{seconds % 60:02}",
        "back_number": gone_back.get("number"),
        "back_text": gone_back.get("text"),
    }


def _clock(moment: str | None) -> str | None:
    return date_format(localtime(datetime.fromisoformat(moment)), "H:i") if moment else None
