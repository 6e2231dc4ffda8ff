"""The score sheet of a table, how its game ended, and what is told of it afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from engine.analysis import Analysed, Performance
from engine.scoring import ScoredMove
from engine.shapes import to_json
from engine.views import Note, TurnView, View
from referee.boards import Tile, view_tile
from referee.charts import Chart, line_chart
from referee.models import User
from tournaments.models import Table
from tournaments.tables.games.texts import GameTexts, fill, humanised, tell
from tournaments.tables.messages import is_several, tell_player
from tournaments.tables.pages.board import tile_set_of
from tournaments.tables.selectors.records import analysis_of

#: With more players the sheet is one list of all turns.
MOST_COLUMNS = 4
#: So many turns are listed there, the last first.
MOST_LISTED = 30


@dataclass(frozen=True)
class Doubt:
    """A challenge of a turn, with who made it."""

    upheld: bool
    deducted: int
    name: str


@dataclass(frozen=True)
class SheetTurn:
    """A turn as the sheet tells it."""

    #: Counted from 1.
    number: int
    #: Who took it.
    name: str
    kind: str
    told: str
    is_word: bool
    coordinates: str
    tiles: str
    rack: str
    points: int
    total: int
    taken_back: bool
    remarks: tuple[str, ...]
    doubts: tuple[Doubt, ...]


def sheet_of(
    view: View, texts: GameTexts, names: Sequence[str]
) -> list[tuple[SheetTurn | None, ...]]:
    """Row by row, each player's turn or None; every player's turns stand below each other.

    With many players each turn is a row, the last one first.
    """
    turns = [
        (turn.player, _sheet_turn(turn, number, texts, names))
        for number, turn in enumerate(view.turns, start=1)
    ]
    if is_listed(view):
        return [(turn,) for _player, turn in reversed(turns[-MOST_LISTED:])]
    columns: list[list[SheetTurn]] = [[] for _ in range(view.players)]
    for player, turn in turns:
        columns[player].append(turn)
    return list(zip_longest(*columns))


def is_listed(view: View) -> bool:
    """Whether the sheet is one list: for many players."""
    return view.players > MOST_COLUMNS


def _sheet_turn(turn: TurnView, number: int, texts: GameTexts, names: Sequence[str]) -> SheetTurn:
    return SheetTurn(
        number=number,
        name=tell_player(turn.player, names),
        kind=turn.kind,
        told=tell_turn(turn, texts),
        is_word=bool(turn.word),
        coordinates=turn.coordinates,
        tiles=turn.tiles,
        rack=turn.rack or "",
        points=turn.points,
        total=turn.total,
        taken_back=turn.taken_back,
        remarks=tuple(tell_note(note, texts, names) for note in turn.notes),
        doubts=tuple(
            Doubt(one.upheld, one.deducted, tell_player(one.by, names)) for one in turn.challenges
        ),
    )


def tell_turn(turn: TurnView, texts: GameTexts) -> str:
    """What somebody did: the word where one was laid, else in words."""
    if turn.word:
        return turn.word
    one = f"{turn.kind}.1"
    code = one if turn.count == 1 and one in texts.turns else turn.kind
    return tell(texts.turns, code, **to_json(turn))


def tell_note(note: Note, texts: GameTexts, names: Sequence[str]) -> str:
    """A remark on a turn: its code and what fills the text."""
    filled = to_json(note)
    if "by" in filled:
        filled = {**filled, "by": tell_player(filled["by"], names)}
    return fill(texts.notes.get(note.code, humanised(note.code)), filled)


def tell_ending(view: View, texts: GameTexts, names: Sequence[str]) -> str:
    """How the game ended, and who has won; '' before."""
    if (ending := view.ending) is None:
        return ""
    winners = [tell_player(player, names) for player in ending.winners]
    if len(winners) == 1:
        told = _("{name} gewinnen.") if is_several(winners[0]) else _("{name} gewinnt.")
        told = told.format(name=winners[0])
    elif winners:
        told = _("Unentschieden: {names}.").format(names=", ".join(winners))
    elif ending.reason == "ended":
        told = _("Die Turnierleitung entscheidet.")
    else:
        told = ""
    return f"{told} {tell(texts.endings, ending.reason)}".strip()


def chart_of(view: View, names: Sequence[str]) -> Chart | None:
    """Everybody's points after each of their turns; None for too many."""
    if is_listed(view) or not view.turns:
        return None
    totals: list[list[int]] = [[] for _ in names]
    for turn in view.turns:
        totals[turn.player].append(turn.total)
    longest = max(map(len, totals))
    for values in totals:
        values += [values[-1] if values else 0] * (longest - len(values))
    series = list(zip(names, totals, strict=True))
    return line_chart(_("Punkte nach jedem Zug"), range(1, longest + 1), series)


@dataclass(frozen=True)
class AnalysedTurn:
    """A turn beside the best move of its rack."""

    number: int
    name: str
    told: str
    rack: tuple[Tile, ...]
    turn: Analysed
    top: ScoredMove | None


@dataclass(frozen=True)
class AnalysedGame:
    turns: tuple[AnalysedTurn, ...]
    #: By name.
    players: tuple[tuple[str, Performance], ...]


def analysed_of(
    table: Table, view: View, texts: GameTexts, user: User | AnonymousUser
) -> AnalysedGame | None:
    """Every turn beside the best move of its rack; None where no rack is known.

    Raises what `analysis_of` refuses.
    """
    analysis = analysis_of(table, user)
    if all(turn.best is None for turn in analysis.turns):
        return None
    tiles = tile_set_of(view)
    turns = tuple(
        AnalysedTurn(
            number=analysed.number + 1,
            name=table.names[analysed.player],
            told=tell_place(turn, texts),
            rack=tuple(view_tile(tile, tiles) for tile in analysed.rack or ""),
            turn=analysed,
            top=analysed.tops[0] if analysed.tops else None,
        )
        for analysed, turn in zip(analysis.turns, view.turns, strict=True)
    )
    return AnalysedGame(turns, tuple(zip(table.names, analysis.players, strict=True)))


def tell_place(turn: TurnView, texts: GameTexts) -> str:
    """What somebody did, with where a word lies."""
    return f"{turn.coordinates} {tell_turn(turn, texts)}".strip()
