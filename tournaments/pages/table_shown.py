"""A game at its table as its page shows it: points and clocks, board, score sheet, analysis."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import zip_longest
from typing import Any, cast

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.alphabet import LETTERS
from engine.board import LETTER_FACTORS, SIZE, WORD_FACTORS, Board, Square
from engine.match.endings import unseen_tiles
from engine.match.values import Match
from engine.rulesets import RULESETS
from engine.scoring import LaidTile
from referee.boards import COLUMNS, view_board, view_tile
from referee.charts import Chart, line_chart
from referee.visits import number_in
from tournaments.clocks import Clock
from tournaments.models import Table, TableEntry
from tournaments.pages.visits import Visit
from tournaments.selectors.records import Analysis, analysis_of
from tournaments.selectors.tables import Record, clock_of, record_of, seat_of, time_limit, view_of
from tournaments.services.journal import Actor


@dataclass(frozen=True)
class TableVisit(Visit):
    """A request to the page of `table`."""

    table: Table

    @property
    def seat(self) -> int | None:
        """The visitor's number in the game, or None."""
        return seat_of(self.table, self.player)

    @property
    def may_act(self) -> bool:
        return self.role.is_staff or self.seat is not None

    @property
    def sees_all(self) -> bool:
        """Who directs sees all racks, unless they play here themselves."""
        return self.role.is_staff and self.seat is None

    @property
    def actor(self) -> Actor:
        """Who directs and plays here acts as the player, whose word has to be confirmed."""
        return self.player if self.player and not self.sees_all else self.by

    def common(self) -> dict[str, Any]:
        return super().common() | {"table": self.table, "seat": self.seat}


@dataclass(frozen=True)
class Head:
    """A player above the board."""

    number: int
    name: str
    score: int
    is_on_turn: bool
    is_winner: bool
    rack_size: int
    #: Milliseconds used up to `since`; None where there is no clock.
    used: int | None
    #: The time left as it is written, below zero once it is over; '' without a clock.
    left: str
    is_over_time: bool


@dataclass(frozen=True)
class Replayed:
    """A game that is over, after one of its turns."""

    #: Counted from 1; 0 before the first.
    move: int
    moves: int
    told: str

    @property
    def back(self) -> int:
        return max(0, self.move - 1)

    @property
    def on(self) -> int:
        return min(self.moves, self.move + 1)


def context_of(visit: TableVisit) -> dict[str, Any]:
    table, seat = visit.table, visit.seat
    record = record_of(table)
    state = cast(Match, record.state)
    view = view_of(table, sees_all=visit.sees_all, seat=seat)
    replayed = _replayed(visit, state) if state.is_over else None
    can = view["can"] if visit.may_act else {}
    is_laying = state.on_turn is not None and visit.may_act
    return {
        "view": view,
        "may_act": visit.may_act,
        "is_seated": seat is not None,
        "heads": _heads(visit, record, state),
        "clock": clock_of(table),
        "on_turn": state.on_turn,
        "mover": "" if state.on_turn is None else table.names[state.on_turn],
        "can_table": can.get("table", []),
        "can_turn": can.get(str(state.on_turn), []),
        "challengers": _challengers(visit, can),
        "pending": view["turns"][-1] if view["challenge"] else None,
        "pending_name": table.names[state.turns[-1].player] if view["challenge"] else "",
        "turn_number": len(state.turns),
        "players": list(enumerate(table.names)),
        "drawing": [table.names[player] for player in view["drawing"]],
        "racks": list(zip(table.names, view["rack_sizes"], strict=True)),
        "can_undo": visit.may_act and len(record.steps) > 1,
        "board": _board(record, state, replayed, is_laying),
        "is_laying": is_laying,
        "sheet": _sheet(view),
        "settlement": view["settlement"],
        "ending": _tell_ending(state, table.names),
        "replayed": replayed,
        "chart": _chart(state, table.names) if state.is_over and state.turns else None,
        "analysed": _analysed(table, state) if state.is_over and state.turns else None,
        "exchange_shown": state.ruleset.exchange_shown,
        "events": " ".join(TableEntry.Kind.values),
        "geometry": {
            "cells": state.board.cells,
            "letter_factors": "".join(map(str, LETTER_FACTORS)),
            "word_factors": "".join(map(str, WORD_FACTORS)),
            "values": json.dumps(dict(state.ruleset.tile_set.values)),
            "bonuses": json.dumps(dict(state.ruleset.bonuses)),
            "unseen": unseen_tiles(state),
            "letters": LETTERS,
        },
    }


def _challengers(visit: TableVisit, can: dict[str, list[str]]) -> list[tuple[int, str]]:
    """Who may challenge now."""
    names = visit.table.names
    return [
        (number, name)
        for number, name in enumerate(names)
        if "challenge" in can.get(str(number), [])
    ]


# The head: points and clocks


def _heads(visit: TableVisit, record: Record, state: Match) -> list[Head]:
    limit, clock = time_limit(state), record.clock
    heads = []
    for number, name in enumerate(visit.table.names):
        left = None if limit is None else limit.seconds * 1000 - _used(clock, number, visit.at)
        heads.append(
            Head(
                number=number,
                name=name,
                score=state.scores[number],
                is_on_turn=state.on_turn == number,
                is_winner=number in state.winners,
                rack_size=state.rack_sizes[number],
                used=None if limit is None else clock.used[number],
                left="" if left is None else tell_time(left),
                is_over_time=left is not None and left < 0,
            )
        )
    return heads


def _used(clock: Clock, player: int, at: datetime) -> int:
    """The milliseconds that a player has used at `at`."""
    return clock.at(at).used[player]


def tell_time(milliseconds: int) -> str:
    """Time left as a clock shows it: a second counts until it is over."""
    seconds = -(-milliseconds // 1000)
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


# The board


def _replayed(visit: TableVisit, state: Match) -> Replayed:
    moves = len(state.turns)
    asked = number_in(visit.request, "move")
    move = moves if asked is None else min(asked, moves)
    told = ""
    if move:
        turn = state.turns[move - 1]
        told = _tell_turn(turn.kind.value, turn.coordinates, turn.word, turn.count)
        told = f"{visit.table.names[turn.player]}: {told}"
    return Replayed(move, moves, told)


def _board(record: Record, state: Match, replayed: Replayed | None, is_laying: bool) -> SafeString:
    """The board with the last move on it marked; of a game replayed, that after the turn."""
    number = len(state.turns) if replayed is None else replayed.move
    after, before = _around(record, number)
    if replayed is None and state.board != after:  # the last move was taken back
        after = before = state.board
    is_wrong = number > 0 and state.turns[number - 1].is_taken_back
    laid = tuple(
        LaidTile(square, tile)
        for square in (Square(row, column) for row in range(SIZE) for column in range(SIZE))
        if (tile := after.at(square)) and not before.at(square)
    )
    return _drawn_board(before, laid, state.ruleset.name, is_wrong, is_laying, get_language())


def _around(record: Record, number: int) -> tuple[Board, Board]:
    """The board right after turn `number`, and that before it."""
    before = Board()
    for step in record.steps:
        state = cast(Match, step.state)
        if len(state.turns) == number:
            return state.board, before
        before = state.board
    return before, before


@lru_cache(maxsize=64)  # most of a page's work, the same for all who watch
def _drawn_board(
    board: Board,
    laid: tuple[LaidTile, ...],
    ruleset: str,
    is_wrong: bool,
    is_pickable: bool,
    _language: str,
) -> SafeString:
    rows = view_board(board, RULESETS[ruleset].tile_set, shown=laid, is_wrong=is_wrong)
    context = {"rows": rows, "columns": COLUMNS, "pickable": is_pickable}
    return render_to_string("referee/board.html", context)


# The score sheet


def _sheet(view: dict[str, Any]) -> list[list[dict[str, Any] | None]]:
    """Row by row, each player's turn or None; every player's turns stand below each other."""
    columns: list[list[dict[str, Any]]] = [[] for _ in range(view["players"])]
    for number, turn in enumerate(view["turns"], start=1):
        columns[turn["player"]].append(turn | {"number": number})
    return [list(row) for row in zip_longest(*columns)]


def _tell_turn(kind: str, coordinates: str, word: str, count: int) -> str:
    if kind == "exchange":
        told = ngettext("tauscht {count} Stein", "tauscht {count} Steine", count)
        return told.format(count=count)
    return f"{coordinates} {word}" if kind == "place" else _("passt")


def _tell_ending(state: Match, names: Sequence[str]) -> str:
    """How the game ended, and who has won; '' before."""
    if not state.is_over or state.ending is None:
        return ""
    winners = [names[player] for player in state.winners]
    if len(winners) == 1:
        told = _("{name} gewinnt.").format(name=winners[0])
    elif winners:
        told = _("Unentschieden: {names}.").format(names=", ".join(winners))
    else:
        told = _("Die Turnierleitung entscheidet.")
    reasons = {
        "out": _("Ein Bänkchen ist leer und der Beutel auch."),
        "passes": _("Alle haben gepasst."),
        "stuck": _("Kein Zug ist mehr möglich."),
        "time": _("Die Zeit ist weit überschritten."),
        "ended": _("Die Partie wurde vorzeitig beendet."),
    }
    return f"{told} {reasons[state.ending.reason.value]}"


# After the end


def _chart(state: Match, names: Sequence[str]) -> Chart:
    """Everybody's points after each of their turns."""
    totals: list[list[int]] = [[] for _ in names]
    for turn in state.turns:
        totals[turn.player].append(turn.total)
    longest = max(map(len, totals))
    for values in totals:
        values += [values[-1] if values else 0] * (longest - len(values))
    series = list(zip(names, totals, strict=True))
    return line_chart(_("Punkte nach jedem Zug"), range(1, longest + 1), series)


def _analysed(table: Table, state: Match) -> dict[str, Any] | None:
    """Every turn beside the best move of its rack; None where no rack is known."""
    analysis: Analysis = analysis_of(table)
    if all(turn.best is None for turn in analysis.turns):
        return None
    turns = [
        {
            "number": analysed.number + 1,
            "name": table.names[analysed.player],
            "told": _tell_turn(turn.kind.value, turn.coordinates, turn.word, turn.count),
            "rack": [view_tile(tile, state.ruleset.tile_set) for tile in analysed.rack or ""],
            "turn": analysed,
            "top": analysed.tops[0] if analysed.tops else None,
        }
        for analysed, turn in zip(analysis.turns, state.turns, strict=True)
    ]
    return {"turns": turns, "players": list(zip(table.names, analysis.players, strict=True))}
