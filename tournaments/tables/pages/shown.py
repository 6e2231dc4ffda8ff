"""A game at its table as its page shows it, whatever the game: made of the engine's view."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import filterfalse
from typing import TypedDict

from django.utils.translation import ngettext

from engine import games
from engine.table import AnyGame, State
from engine.views import Glance, Hint, TurnView, View
from referee.page_requests import number_in
from referee.position.in_play import PositionInPlay
from referee.search_gate import TooManySearches
from tournaments.models import Entry, Table, TableLogEntry
from tournaments.tables.clocks import Clock
from tournaments.tables.games import texts_of
from tournaments.tables.games.texts import GameTexts, tell
from tournaments.tables.hosts import host_of
from tournaments.tables.messages import is_several, tell_player
from tournaments.tables.pages.board import (
    board_of,
    example_of,
    geometry_of,
    grid_of,
    legend_of,
    tile_set_of,
)
from tournaments.tables.pages.known import (
    MOST_SINGLE,
    facts_of,
    is_small,
    trays_of,
)
from tournaments.tables.pages.offers import Form, Told, forms_of, give_up, own_offers
from tournaments.tables.pages.page_requests import TableVisit
from tournaments.tables.pages.sheet import (
    analysed_of,
    chart_of,
    is_listed,
    sheet_of,
    tell_ending,
    tell_place,
)
from tournaments.tables.pages.table_page import (
    AfterPart,
    BoardPart,
    Head,
    HeadPart,
    LivePart,
    Replayed,
    SheetPart,
    TablePage,
    ToldAlike,
    TrayPart,
    TurnPart,
)
from tournaments.tables.pages.timer import countdown_of, tell_time
from tournaments.tables.replay import Record
from tournaments.tables.selectors.tables import (
    clock_of,
    record_of,
    timer_of,
    view_of,
)
from tournaments.tables.titles import title_of

#: The forms of those who may say no to a word.
WINDOW = {"challenge", "note"}
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
class _Seen:
    """A visit with what all parts of its page are made of."""

    visit: TableVisit
    record: Record
    rules: AnyGame
    texts: GameTexts
    view: View

    @property
    def table(self) -> Table:
        return self.visit.table

    @property
    def names(self) -> Sequence[str]:
        names: Sequence[str] = self.visit.table.names
        return names

    @property
    def state(self) -> State:
        return self.record.state

    @property
    def is_many(self) -> bool:
        return self.view.players > MOST_HEADS

    @property
    def is_told_alike(self) -> bool:
        """Whether the page is told no more than all others are."""
        return self.rules.acts_alone and self.is_many and not self.visit.runs_it


def page_of(visit: TableVisit) -> TablePage:
    """Raises GameUnplayable."""
    table, seat = visit.table, visit.seat
    seen = _Seen(
        visit,
        record_of(table),
        games.game(table.game),
        texts_of(table.game),
        view_of(table, sees_all=visit.sees_all, seat=seat),
    )
    forms = _forms(seen)
    parts = (
        _head_part(seen),
        _board_part(seen, is_pickable=any(_wants_squares(form) for form in forms)),
        _tray_part(seen),
        _turn_part(seen, forms),
        _sheet_part(seen),
        _after_part(seen),
        _live_part(seen),
    )
    return TablePage(
        view=seen.view,
        texts=seen.texts,
        title=title_of(table),
        may_act=visit.may_act,
        acts_alone=seen.rules.acts_alone,
        is_seated=seat is not None,
        is_over=seen.state.is_over,
        parts=parts,
    )


def _head_part(seen: _Seen) -> HeadPart:
    facts = tuple(facts_of(seen.view, seen.texts, seen.names))
    return HeadPart(
        heads=tuple(_heads(seen)),
        is_many=seen.is_many,
        players=tuple(enumerate(seen.names)),
        clock=clock_of(seen.table),
        facts=facts[:MOST_FACTS],
        more_facts=facts[MOST_FACTS:],
    )


def _board_part(seen: _Seen, *, is_pickable: bool) -> BoardPart:
    table, view = seen.table, seen.view
    replayed = _replayed(seen) if seen.state.is_over and seen.rules.is_analysed else None
    move = None if replayed is None else replayed.move
    return BoardPart(
        board=board_of(table, seen.record, view, move, is_pickable=is_pickable),
        grid=grid_of(table, view, is_pickable=is_pickable),
        legend=tuple(legend_of(table, view)),
        geometry=geometry_of(view),
        notation=view.notation,
        replayed=replayed,
    )


def _tray_part(seen: _Seen) -> TrayPart:
    """Of many players' own tiles and cards only one's own are shown."""
    seat = NOBODY if seen.visit.seat is None else seen.visit.seat
    only = seat if seen.is_many else None
    trays = tuple(trays_of(seen.view, seen.texts, seen.names, only=only))
    return TrayPart(trays, are_trays_first=seen.view.board is None or is_small(trays))


Forms = tuple[Form, ...]


def _split(forms: Sequence[Form], chosen: Callable[[Form], bool]) -> tuple[Forms, Forms]:
    """Those that are chosen, and the others."""
    return tuple(filter(chosen, forms)), tuple(filterfalse(chosen, forms))


class _Pending(TypedDict):
    pending: TurnView | None
    pending_name: str


def _pending(view: View, names: Sequence[str]) -> _Pending:
    """The turn that can be challenged, and whose it is."""
    if view.challenge is None:
        return {"pending": None, "pending_name": ""}
    name = tell_player(view.challenge.player, names)
    return {"pending": view.turns[-1], "pending_name": name}


def _turn_part(seen: _Seen, forms: Sequence[Form]) -> TurnPart:
    view, state, names = seen.view, seen.state, seen.names
    window, others = _split(forms, lambda form: view.challenge is not None and form.kind in WINDOW)
    aside, main = _split(others, lambda form: form.is_aside)
    laying, _ = _split(others, lambda form: form.lays)
    is_on = seen.visit.may_act and not state.is_over
    mover = "" if state.on_turn is None else tell_player(state.on_turn, names)
    return TurnPart(
        mover=mover,
        is_several=is_several(mover),
        phase=tell(seen.texts.phases, view.phase),
        ending=tell_ending(view, seen.texts, names) if state.is_over else "",
        window=window,
        main=main,
        aside=aside,
        laying=laying[0] if laying else None,
        **_pending(view, names),
        can_undo=_can_undo(seen),
        gives_hints=is_on and seen.rules.gives_hints(state),
        looks_up=is_on and state.is_dictionary_open,
        further=tuple(_further(seen)),
    )


def _sheet_part(seen: _Seen) -> SheetPart:
    view = seen.view
    return SheetPart(
        sheet=tuple(sheet_of(view, seen.texts, seen.names)),
        is_listed=is_listed(view),
        turn_number=len(view.turns),
        settlement=view.settlement,
    )


def _after_part(seen: _Seen) -> AfterPart:
    view, is_over, is_analysed = seen.view, seen.state.is_over, seen.rules.is_analysed
    analysed, refusal = None, ""
    if is_over and is_analysed and view.turns:
        try:
            analysed = analysed_of(seen.table, view, seen.texts, seen.visit.request.user)
        except (PositionInPlay, TooManySearches) as reason:
            refusal = str(reason)
    return AfterPart(
        is_analysed=is_analysed,
        chart=chart_of(view, seen.names) if is_over else None,
        analysed=analysed,
        refusal=refusal,
    )


def _live_part(seen: _Seen) -> LivePart:
    visit, view, is_alike = seen.visit, seen.view, seen.is_told_alike
    told = seen.rules.glance(seen.state) if is_alike and visit.seat is not None else None
    return LivePart(
        events=" ".join(TableLogEntry.Kind.values),
        spread_ms=SPREAD_MS * view.players if seen.is_many and not visit.runs_it else 0,
        countdown=countdown_of(timer_of(seen.table), seen.texts, visit.at),
        told_alike=_told_alike(seen) if is_alike else None,
        pulse=told.pulse if isinstance(told, Glance) else "",
    )


def games_on_board() -> list[str]:
    """The games that begin with a board that others have left."""
    return [
        name
        for name, rules in games.GAMES.items()
        if any(asked.name == "board" for asked in rules.settings)
    ]


def _further(seen: _Seen) -> list[tuple[str, str]]:
    """What can be played on the board that is left, for those who may open a table: its names."""
    visit, board = seen.visit, seen.view.board
    may_open = visit.role.is_staff or host_of(visit.table).players_open
    has_board = board is not None and any(row.strip(".") for row in board)
    if not (visit.may_act and may_open and has_board and seen.state.is_over):
        return []
    found = [name for name in games_on_board() if name != visit.table.game]
    return [(name, str(texts_of(name).name)) for name in found]


def _told_alike(seen: _Seen) -> ToldAlike:
    return ToldAlike(
        facts=json.dumps({code: str(text) for code, text in seen.texts.facts.items()}),
        values=json.dumps(dict(tile_set_of(seen.view).values)),
        most_single=MOST_SINGLE,
    )


def tell_hint(hint: Hint) -> str:
    """A good action in a few words: where, what, and what it brings."""
    what = " ".join(filter(None, (hint.coordinates, hint.word, *hint.squares)))
    told = ngettext("{what}: {points} Punkt", "{what}: {points} Punkte", hint.points)
    return told.format(what=what, points=hint.points)


def _can_undo(seen: _Seen) -> bool:
    """As `tables.undo` has it; that a result is confirmed already is told there."""
    visit = seen.visit
    if not visit.may_act or len(seen.record.steps) == 1:
        return False
    if not isinstance(visit.actor_of({}), Entry):
        return True
    is_final = seen.state.is_over and visit.table.pairing_id is None
    return not seen.rules.acts_alone and not is_final


# What may be done


def _forms(seen: _Seen) -> list[Form]:
    visit, view, rules = seen.visit, seen.view, seen.rules
    offers = rules.offers(seen.state) if visit.may_act else ()
    if rules.acts_alone and not visit.sees_all:
        offers = own_offers(offers, visit.seat, is_staff=visit.role.is_staff)
    told = Told(seen.texts, seen.names, view.counts, example_of(view), str(len(view.turns)))
    forms = forms_of(offers, told)
    if visit.seat is None or rules.acts_alone:
        return forms
    can_give_up = view.players == 2 and not seen.state.is_alone
    forms = [form for form in forms if form.kind != "end" or can_give_up]
    return [give_up(form, told, visit.seat) if form.kind == "end" else form for form in forms]


def _wants_squares(form: Form) -> bool:
    return form.lays or any(field.widget == "squares" for field in form.fields)


# The head: points and clocks


def _heads(seen: _Seen) -> list[Head]:
    """A head for each player; of many for the visitor, those on turn and the leaders.

    Who plays on a phone that is told no more than all others has none until it is over: nobody
    would tell it the points.
    """
    visit, view, is_over = seen.visit, seen.view, seen.state.is_over
    if seen.is_told_alike and visit.seat is not None and not is_over:
        return []
    limit, clock = seen.state.time_limit, seen.record.clock
    winners = view.ending.winners if view.ending and is_over else ()
    heads = []
    for number in _headed(view, visit.seat):
        left = None if limit is None else limit.seconds * 1000 - _used(clock, number, visit.at)
        heads.append(
            Head(
                number=number,
                name=seen.names[number],
                score=view.scores[number],
                place=None if view.places is None else view.places[number],
                is_on_turn=view.on_turn == number,
                is_winner=number in winners,
                used=None if limit is None else clock.used[number],
                left="" if left is None else tell_time(left),
                is_over_time=left is not None and left < 0,
            )
        )
    return heads


def _headed(view: View, seat: int | None) -> Sequence[int]:
    """The players who have a head: of many the visitor, who is on turn, and the leaders."""
    players, scores, places = range(view.players), view.scores, view.places
    if len(players) <= MOST_HEADS:
        return players
    first = [player for player in players if player in (seat, view.on_turn)]
    leading = sorted(players, key=lambda player: (places[player] if places else 0, -scores[player]))
    return [*first, *(player for player in leading if player not in first)][:MOST_HEADS]


def _used(clock: Clock, player: int, at: datetime) -> int:
    """The milliseconds that a player has used at `at`."""
    return clock.at(at).used[player]


# After the end


def _replayed(seen: _Seen) -> Replayed:
    turns, asked = seen.view.turns, number_in(seen.visit.request, "move")
    moves = len(turns)
    move = moves if asked is None else min(asked, moves)
    told = ""
    if move:
        turn = turns[move - 1]
        told = f"{seen.names[turn.player]}: {tell_place(turn, seen.texts)}"
    return Replayed(move, moves, told)
