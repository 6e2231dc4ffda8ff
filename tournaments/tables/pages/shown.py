"""A game at its table as its page shows it, whatever the game: made of the engine's view."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.translation import ngettext

from engine import games
from engine.views import Glance, View
from referee.page_requests import number_in
from tournaments.events.journal import Actor
from tournaments.events.pages.page_requests import Visit
from tournaments.models import Entry, Table, TableEntry
from tournaments.tables.clocks import Clock
from tournaments.tables.games import texts_of
from tournaments.tables.games.texts import GameTexts, tell
from tournaments.tables.hosts import host_of
from tournaments.tables.messages import tell_player
from tournaments.tables.pages.board import (
    board_of,
    example_of,
    geometry_of,
    grid_of,
    legend_of,
    tile_set_of,
)
from tournaments.tables.pages.known import MOST_SINGLE, Tray, facts_of, is_small, trays_of
from tournaments.tables.pages.offers import Form, Told, forms_of, give_up, own_offers
from tournaments.tables.pages.sheet import (
    analysed_of,
    chart_of,
    is_listed,
    sheet_of,
    tell_ending,
    tell_place,
)
from tournaments.tables.pages.timer import countdown_of, tell_time
from tournaments.tables.replay import Record
from tournaments.tables.selectors.tables import (
    clock_of,
    record_of,
    seat_of,
    timer_of,
    view_of,
)
from tournaments.tables.titles import title_of

#: With more players only some have a head of their own.
MOST_HEADS = 8
#: More facts than these are folded.
MOST_FACTS = 4
#: No player has this number.
NOBODY = -1
#: Where many play, phones ask for a new page within so many milliseconds for every player: it takes
#: less than that to make one, so that a server of one core keeps up.
SPREAD_MS = 20


@dataclass(frozen=True)
class TableVisit(Visit):
    """A request to the page of `table`."""

    table: Table

    @cached_property
    def seat(self) -> int | None:
        """The visitor's number in the game, or None."""
        return seat_of(self.table, self.player)

    @property
    def may_act(self) -> bool:
        return self.role.is_staff or self.seat is not None

    @property
    def runs_it(self) -> bool:
        """Whether the visitor directs, or is the player who runs a game of each alone."""
        host = self.table.setup.get(games.game(self.table.game).host_setting)
        return self.role.is_staff or (host is not None and host == self.seat)

    @property
    def sees_all(self) -> bool:
        """Who directs sees all racks, unless they play here themselves."""
        return self.role.is_staff and self.seat is None

    @property
    def actor(self) -> Actor:
        """Who directs and plays here acts as the player, whose word has to be confirmed."""
        return self.player if self.player and not self.sees_all else self.by

    def actor_of(self, action: Mapping[str, Any]) -> Actor:
        """Where each acts alone, who directs and plays is a player in their own actions only."""
        is_alone = games.game(self.table.game).acts_alone and self.role.is_staff
        return self.by if is_alone and action.get("player") != self.seat else self.actor

    def common(self) -> dict[str, Any]:
        return super().common() | {"table": self.table, "seat": self.seat}


@dataclass(frozen=True)
class Head:
    """A player above the board."""

    number: int
    name: str
    score: int
    place: int | None
    is_on_turn: bool
    is_winner: bool
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
    record, rules = record_of(table), games.game(table.game)
    state, texts = record.state, texts_of(table.game)
    view = view_of(table, sees_all=visit.sees_all, seat=seat)
    replayed = _replayed(visit, view, texts) if state.is_over and rules.is_analysed else None
    move = None if replayed is None else replayed.move
    offers = rules.offers(state) if visit.may_act else ()
    if rules.acts_alone and not visit.sees_all:
        offers = own_offers(offers, seat, is_staff=visit.role.is_staff)
    told = Told(texts, table.names, _counts(view), example_of(view), str(len(view["turns"])))
    forms = forms_of(offers, told)
    if seat is not None and not rules.acts_alone:
        can_give_up = view["players"] == 2 and not state.is_alone
        forms = [form for form in forms if form.kind != "end" or can_give_up]
        forms = [give_up(form, told, seat) if form.kind == "end" else form for form in forms]
    is_pickable = any(_wants_squares(form) for form in forms)
    is_many = view["players"] > MOST_HEADS
    is_told_alike = rules.acts_alone and is_many and not visit.runs_it
    facts, trays = facts_of(view, texts, table.names), _trays(view, texts, table.names, seat)
    return {
        "view": view,
        "texts": texts,
        "title": title_of(table),
        "may_act": visit.may_act,
        "acts_alone": rules.acts_alone,
        "is_seated": seat is not None,
        "is_over": state.is_over,
        "heads": _heads(visit, record, view, is_told_alike=is_told_alike),
        "is_many": is_many,
        "clock": clock_of(table),
        "countdown": countdown_of(timer_of(table), texts, visit.at),
        "mover": "" if state.on_turn is None else tell_player(state.on_turn, table.names),
        "phase": tell(texts.phases, view["phase"]),
        "facts": facts[:MOST_FACTS],
        "more_facts": facts[MOST_FACTS:],
        "trays": trays,
        "are_trays_first": view["board"] is None or is_small(trays),
        **_by_place(forms, view),
        "pending": view["turns"][-1] if view["challenge"] else None,
        "pending_name": _challenged(view, table.names),
        "turn_number": len(view["turns"]),
        "players": list(enumerate(table.names)),
        "can_undo": _can_undo(visit, record, acts_alone=rules.acts_alone),
        "board": board_of(table, record, view, move, is_pickable=is_pickable),
        "grid": grid_of(table, view, is_pickable=is_pickable),
        "legend": legend_of(table, view),
        "sheet": sheet_of(view, texts, table.names),
        "is_listed": is_listed(view),
        "settlement": view["settlement"],
        "ending": tell_ending(view, texts, table.names) if state.is_over else "",
        "replayed": replayed,
        "is_analysed": rules.is_analysed,
        "chart": chart_of(view, table.names) if state.is_over else None,
        "analysed": analysed_of(table, record, texts)
        if state.is_over and rules.is_analysed and view["turns"]
        else None,
        "further": _further(visit, view),
        "gives_hints": visit.may_act and not state.is_over and rules.gives_hints(state),
        "looks_up": visit.may_act and not state.is_over and state.is_dictionary_open,
        "events": " ".join(TableEntry.Kind.values),
        "spread_ms": SPREAD_MS * view["players"] if is_many and not visit.runs_it else 0,
        "told_alike": _told_alike(view, texts) if is_told_alike else None,
        "pulse": _pulse(rules.glance(state)) if is_told_alike and seat is not None else "",
        "geometry": geometry_of(view),
    }


def _pulse(told: View | Glance) -> str:
    return told.pulse if isinstance(told, Glance) else ""


def games_on_board() -> list[str]:
    """The games that begin with a board that others have left."""
    return [
        name
        for name, rules in games.GAMES.items()
        if any(asked.name == "board" for asked in rules.settings)
    ]


def _further(visit: TableVisit, view: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What can be played on the board that is left, for those who may open a table: its names."""
    may_open = visit.role.is_staff or host_of(visit.table).players_open
    has_board = view["board"] is not None and any(row.strip(".") for row in view["board"])
    if not (visit.may_act and may_open and has_board and record_of(visit.table).state.is_over):
        return []
    found = [name for name in games_on_board() if name != visit.table.game]
    return [(name, str(texts_of(name).name)) for name in found]


def _told_alike(view: Mapping[str, Any], texts: GameTexts) -> dict[str, Any]:
    """With what the script says anew what is told to all (table_alone.js)."""
    return {
        "facts": json.dumps({code: str(text) for code, text in texts.facts.items()}),
        "values": json.dumps(dict(tile_set_of(view).values)),
        "most_single": MOST_SINGLE,
    }


def tell_hint(hint: Mapping[str, Any]) -> str:
    """A good action in a few words: where, what, and what it brings."""
    squares = " ".join(hint.get("squares") or ())
    parts = (hint.get("coordinates"), hint.get("word"), squares)
    what = " ".join(str(part) for part in parts if part)
    points = hint["points"]
    told = ngettext("{what}: {points} Punkt", "{what}: {points} Punkte", points)
    return told.format(what=what, points=points)


def _can_undo(visit: TableVisit, record: Record, *, acts_alone: bool) -> bool:
    """As `tables.undo` has it; that a result is confirmed already is told there."""
    if not visit.may_act or len(record.steps) == 1:
        return False
    if not isinstance(visit.actor_of({}), Entry):
        return True
    is_final = record.state.is_over and visit.table.pairing_id is None
    return not acts_alone and not is_final


def _trays(
    view: Mapping[str, Any], texts: GameTexts, names: Sequence[str], seat: int | None
) -> list[Tray]:
    """Of many players' own tiles and cards only one's own are shown."""
    if view["players"] <= MOST_HEADS:
        return trays_of(view, texts, names, only=None)
    return trays_of(view, texts, names, only=NOBODY if seat is None else seat)


def _challenged(view: Mapping[str, Any], names: Sequence[str]) -> str:
    return tell_player(view["challenge"]["player"], names) if view["challenge"] else ""


def _counts(view: Mapping[str, Any]) -> list[int]:
    """How many tiles or cards each player has, as far as the view says so."""
    sizes: list[int] = list(view.get("rack_sizes") or [])
    if not sizes:
        held = {tray["player"]: tray["count"] for tray in view["trays"] if tray["count"]}
        sizes = [held.get(player, 0) for player in range(view["players"])]
    return sizes


# What may be done


def _wants_squares(form: Form) -> bool:
    return form.lays or any(field.widget == "squares" for field in form.fields)


def _by_place(forms: Sequence[Form], view: Mapping[str, Any]) -> dict[str, Any]:
    """The forms by where they stand on the page."""
    window = [form for form in forms if view["challenge"] and form.kind in {"challenge", "note"}]
    others = [form for form in forms if form not in window]
    laying = next((form for form in others if form.lays), None)
    return {
        "window": window,
        "main": [form for form in others if not form.is_aside],
        "aside": [form for form in others if form.is_aside],
        "laying": laying,
    }


# The head: points and clocks


def _heads(
    visit: TableVisit, record: Record, view: Mapping[str, Any], *, is_told_alike: bool
) -> list[Head]:
    """A head for each player; of many for the visitor, those on turn and the leaders.

    Who plays on a phone that is told no more than all others has none until it is over: nobody
    would tell it the points.
    """
    if is_told_alike and visit.seat is not None and not record.state.is_over:
        return []
    limit, clock = record.state.time_limit, record.clock
    ending = view["ending"] or {}
    winners = (ending.get("winners") or ()) if record.state.is_over else ()
    heads = []
    for number in _headed(view, visit.seat):
        left = None if limit is None else limit.seconds * 1000 - _used(clock, number, visit.at)
        heads.append(
            Head(
                number=number,
                name=visit.table.names[number],
                score=view["scores"][number],
                place=view["places"] and view["places"][number],
                is_on_turn=view["on_turn"] == number,
                is_winner=number in winners,
                used=None if limit is None else clock.used[number],
                left="" if left is None else tell_time(left),
                is_over_time=left is not None and left < 0,
            )
        )
    return heads


def _headed(view: Mapping[str, Any], seat: int | None) -> Sequence[int]:
    """The players who have a head: of many the visitor, who is on turn, and the leaders."""
    players, scores, places = range(view["players"]), view["scores"], view["places"]
    if len(players) <= MOST_HEADS:
        return players
    first = [player for player in players if player in (seat, view["on_turn"])]
    leading = sorted(players, key=lambda player: (places[player] if places else 0, -scores[player]))
    return [*first, *(player for player in leading if player not in first)][:MOST_HEADS]


def _used(clock: Clock, player: int, at: datetime) -> int:
    """The milliseconds that a player has used at `at`."""
    return clock.at(at).used[player]


# After the end


def _replayed(visit: TableVisit, view: Mapping[str, Any], texts: GameTexts) -> Replayed:
    moves = len(view["turns"])
    asked = number_in(visit.request, "move")
    move = moves if asked is None else min(asked, moves)
    told = ""
    if move:
        turn = view["turns"][move - 1]
        told = f"{visit.table.names[turn['player']]}: {tell_place(turn, texts)}"
    return Replayed(move, moves, told)
