"""The score sheet of a table, how its game ended, and what is told of it afterwards."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, cast

from django.utils.translation import gettext as _

from engine.match.values import Match
from referee.boards import view_tile
from referee.charts import Chart, line_chart
from tournaments.models import Table
from tournaments.tables.games.texts import GameTexts, fill, humanised, tell
from tournaments.tables.messages import tell_player
from tournaments.tables.replay import Record
from tournaments.tables.selectors.records import Analysis, analysis_of

#: With more players the sheet is one list of all turns.
MOST_COLUMNS = 4
#: So many turns are listed there, the last first.
MOST_LISTED = 30


def sheet_of(
    view: Mapping[str, Any], texts: GameTexts, names: Sequence[str]
) -> list[list[dict[str, Any] | None]]:
    """Row by row, each player's turn or None; every player's turns stand below each other.

    With many players each turn is a row, the last one first.
    """
    turns = [
        turn | {"number": number, **_told(turn, texts, names)}
        for number, turn in enumerate(view["turns"], start=1)
    ]
    if is_listed(view):
        return [[turn] for turn in reversed(turns[-MOST_LISTED:])]
    columns: list[list[dict[str, Any]]] = [[] for _ in range(view["players"])]
    for turn in turns:
        columns[turn["player"]].append(turn)
    return [list(row) for row in zip_longest(*columns)]


def is_listed(view: Mapping[str, Any]) -> bool:
    """Whether the sheet is one list: for many players, or turns that are nobody's."""
    return view["players"] > MOST_COLUMNS or any(turn["player"] is None for turn in view["turns"])


def _told(turn: Mapping[str, Any], texts: GameTexts, names: Sequence[str]) -> dict[str, Any]:
    notes = [tell_note(note, texts, names) for note in turn.get("notes") or ()]
    player = turn["player"]
    return {
        "told": tell_turn(turn, texts),
        "is_word": bool(turn.get("word")),
        "remarks": notes,
        "name": "" if player is None else tell_player(player, names),
        "doubts": [
            {**challenge, "name": tell_player(challenge.get("by"), names)}
            for challenge in turn.get("challenges") or ()
        ],
    }


def tell_turn(turn: Mapping[str, Any], texts: GameTexts) -> str:
    """What somebody did: the word where one was laid, else in words."""
    if turn.get("word"):
        return str(turn["word"])
    kind = turn["kind"]
    one = f"{kind}.1"
    code = one if turn.get("count") == 1 and one in texts.turns else kind
    return tell(texts.turns, code, **turn)


def tell_note(note: Mapping[str, Any], texts: GameTexts, names: Sequence[str]) -> str:
    """A remark on a turn: an object with its code and what fills the text."""
    filled = dict(note)
    for field in ("player", "by", "on"):
        if field in filled:
            filled[field] = tell_player(filled[field], names)
    code = str(filled.pop("code"))
    return fill(texts.notes.get(code, humanised(code)), filled)


def tell_ending(view: Mapping[str, Any], texts: GameTexts, names: Sequence[str]) -> str:
    """How the game ended, and who has won; '' before."""
    ending = view["ending"]
    if ending is None:
        return ""
    winners = [tell_player(player, names) for player in ending.get("winners") or ()]
    if len(winners) == 1:
        told = _("{name} gewinnt.").format(name=winners[0])
    elif winners:
        told = _("Unentschieden: {names}.").format(names=", ".join(winners))
    elif ending["reason"] == "ended":
        told = _("Die Turnierleitung entscheidet.")
    else:
        told = ""
    return f"{told} {tell(texts.endings, ending['reason'])}".strip()


def chart_of(view: Mapping[str, Any], names: Sequence[str]) -> Chart | None:
    """Everybody's points after each of their turns; None for nobody's or too many."""
    if is_listed(view) or not view["turns"]:
        return None
    totals: list[list[int]] = [[] for _ in names]
    for turn in view["turns"]:
        totals[turn["player"]].append(turn["total"])
    longest = max(map(len, totals))
    for values in totals:
        values += [values[-1] if values else 0] * (longest - len(values))
    series = list(zip(names, totals, strict=True))
    return line_chart(_("Punkte nach jedem Zug"), range(1, longest + 1), series)


def analysed_of(table: Table, record: Record, texts: GameTexts) -> dict[str, Any] | None:
    """Every turn beside the best move of its rack; None where no rack is known."""
    state = cast(Match, record.state)
    analysis: Analysis = analysis_of(table)
    if all(turn.best is None for turn in analysis.turns):
        return None
    turns = [
        {
            "number": analysed.number + 1,
            "name": table.names[analysed.player],
            "told": tell_place(
                {
                    "kind": turn.kind.value,
                    "word": turn.word,
                    "coordinates": turn.coordinates,
                    "count": turn.count,
                },
                texts,
            ),
            "rack": [view_tile(tile, state.ruleset.tile_set) for tile in analysed.rack or ""],
            "turn": analysed,
            "top": analysed.tops[0] if analysed.tops else None,
        }
        for analysed, turn in zip(analysis.turns, state.turns, strict=True)
    ]
    return {"turns": turns, "players": list(zip(table.names, analysis.players, strict=True))}


def tell_place(turn: Mapping[str, Any], texts: GameTexts) -> str:
    """What somebody did, with where a word lies."""
    return f"{turn.get('coordinates') or ''} {tell_turn(turn, texts)}".strip()
