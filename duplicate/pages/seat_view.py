"""What the page of somebody who plays shows, by what they may know: `seat_view.js` says the same.

The server draws the page the first time, the script whenever it hears of something.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime

from duplicate.pages.announcements import Told, announcement_facts, announcement_flags


class Phase(StrEnum):
    """What somebody who plays can do now."""

    WAITING = "waiting"
    DRAWN = "drawn"
    OPEN = "open"
    PAUSED = "paused"
    #: Time is up, but answers received in time may still be on their way into the database.
    CLOSING = "closing"
    OVER = "over"
    PUBLISHED = "published"
    FINISHED = "finished"


#: When the round is on the board, and not what the last one brought.
PLAYED = (Phase.OPEN, Phase.PAUSED, Phase.CLOSING, Phase.OVER)


@dataclass(frozen=True)
class SeatView:
    """The public `state`, somebody's `own` message, what of theirs `counts` and what was `late`.

    What was to count in a round that went back is `void`.
    """

    state: Told
    own: Told
    counts: Told | None = None
    late: Told | None = None
    void: Told | None = None

    @property
    def phase(self) -> Phase:
        round = self.state["round"]
        if self.state["state"] == "finished":
            return Phase.FINISHED
        if round is None:
            return Phase.WAITING
        return Phase.OVER if round["state"] == "closed" else Phase(round["state"])

    @property
    def is_played(self) -> bool:
        return self.phase in PLAYED

    @property
    def flags(self) -> frozenset[str]:
        """Which parts of the page are shown."""
        phase, state, own = self.phase, self.state, self.own
        is_finished, is_waiting = phase is Phase.FINISHED, phase is Phase.WAITING
        has_round = state["round"] is not None and not is_finished
        has_outcome = state["published"] is not None and not self.is_played
        shown = {
            str(phase): True,
            "round": has_round,
            "game": not has_round,
            "going-on": not is_finished,
            "setup": state["state"] == "setup",
            "running": state["state"] == "running",
            "withdrawn": own["withdrawn"] and not is_finished,
            "outcome": has_outcome,
            "no-outcome": not has_outcome and not self.is_played,
            "welcome": is_waiting and state["gone_back"] is None,
            "hall-part": state["hall_part"] is not None and state["published"] is None,
            "counts": self.counts is not None,
            "counts-nothing": self.counts is None,
            "late": self.late is not None,
            "void": state["gone_back"] is not None and self.void is not None,
        }
        flags = {flag for flag, is_up in shown.items() if is_up} | announcement_flags(state)
        return frozenset(flags | self._outcome_flags() if has_outcome else flags)

    def _outcome_flags(self) -> set[str]:
        own, published = self.own, self.state["published"]
        result, reference = own["round"] or {}, published["reference"]
        is_valid = result.get("code") == "valid"
        is_solo = result.get("is_solo", False)
        declared = result.get("declared")
        shown = {
            "own": True,
            "one-point": result.get("points", 0) == 1,
            "many-points": result.get("points", 0) != 1,
            "solo": is_solo,
            "top": result.get("is_top", False) and not is_solo,
            "valid": is_valid,
            "not-valid": not is_valid and bool(result.get("code")),
            "credited": bool(result) and not result["code"],
            "nothing": not result,
            "wrongly-declared": is_valid and declared not in (None, result.get("worth")),
            "bonus": bool(result.get("bonus")),
            "deduction": bool(result.get("deduction")),
            "noted": bool(result.get("notes")),
            "ranked": own["rank"] is not None,
            "best-laid": reference["points"] == published["top_points"],
            "other-laid": reference["points"] != published["top_points"],
            "laid-one-point": reference["points"] == 1,
            "laid-many-points": reference["points"] != 1,
        }
        return {flag for flag, is_up in shown.items() if is_up} | self._best_flags()

    def _best_flags(self) -> set[str]:
        """The rows of the best moves: which there are, the tops, and one's own."""
        published, own = self.state["published"], (self.own["round"] or {}).get("play")
        shown: dict[str, Any] = {"own-move": own, "more-tops": _more_tops(published)}
        for row, move in enumerate(published["best"], 1):
            is_own = own and own == {name: move[name] for name in own}
            shown |= {f"best-{row}": True, f"best-{row}-own": is_own}
            shown[f"best-{row}-top"] = move["points"] >= published["top_points"]
            shown["own-move"] = shown["own-move"] and not is_own
        return {flag for flag, is_up in shown.items() if is_up}

    @property
    def facts(self) -> Told:
        """What is filled in."""
        state, own = self.state, self.own
        round, published = state["round"] or {}, state["published"] or {}
        result, reference = own["round"] or {}, published.get("reference") or {}
        return {
            **announcement_facts(state),
            "name": state["name"],
            "round": round.get("number"),
            "attempt": round.get("attempt"),
            "rack": round.get("rack"),
            "until": _clock(round.get("closes_at")),
            "participants": state["participants"],
            "hall_part": state["hall_part"],
            **_of_receipt("counts", self.counts),
            **_of_receipt("late", self.late),
            **_of_receipt("void", self.void),
            "published": published.get("number"),
            "points": result.get("points", 0),
            **{name: result.get(name) for name in ("verdict", "declared", "worth")},
            **{name: result.get(name) for name in ("bonus", "deduction")},
            "notes": " ".join(result.get("notes", ())),
            "laid": f"{reference['coordinates']} {reference['word']}" if reference else None,
            "laid_points": reference.get("points"),
            **_of_best(published),
            **{f"own_{name}": fact for name, fact in (result.get("play") or {}).items()},
            **{name: own[name] for name in ("rank", "players", "total")},
            "percent": number_format(own["percent"], 2),
        }


def _of_best(published: Told) -> Told:
    moves = enumerate(published.get("best", ()), 1)
    facts = {f"best_{row}_{name}": fact for row, move in moves for name, fact in move.items()}
    return facts | {"more_tops": _more_tops(published) if published else None}


def _more_tops(published: Told) -> int:
    """How many tops there are beside those listed."""
    listed = [move for move in published["best"] if move["points"] >= published["top_points"]]
    return max(0, int(published["tops"]) - len(listed))


def _of_receipt(name: str, receipt: Told | None) -> Told:
    receipt = receipt or {}
    return {
        f"{name}_coordinates": receipt.get("coordinates"),
        f"{name}_word": receipt.get("word"),
        f"{name}_at": _clock(receipt.get("received_at")),
    }


def _clock(moment: str | None) -> str | None:
    return date_format(localtime(datetime.fromisoformat(moment)), "H:i:s") if moment else None
