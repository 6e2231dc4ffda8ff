"""The page on which a table is opened at a club evening: which game, by which rules, who plays.

The fields are made of what the game asks for (`rules.settings`), as those of its actions are.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.games import GAMES
from engine.offers import Asked, Offer, What
from engine.table import AnyGame
from referee.access import Need
from referee.errors import Invalid, Refused
from referee.events.locking import require_state
from referee.page_requests import Context, refusal_text
from referee.texts import read_text
from tournaments.evenings.hosting import MOST_SEATED
from tournaments.evenings.pages.shown import present
from tournaments.evenings.selectors import ended_tables
from tournaments.events.journal import Actor
from tournaments.events.locking import Kind, State, require_kind
from tournaments.events.pages.page_requests import Visit, tournament_page
from tournaments.labels import FIELDS
from tournaments.models import Entry, Table, Tournament
from tournaments.tables.games import texts_of
from tournaments.tables.games.texts import GameTexts, fill
from tournaments.tables.pages.forms import read_fields
from tournaments.tables.pages.offers import Choice, Field, Told, forms_of
from tournaments.tables.selectors.tables import is_playable, view_of
from tournaments.tables.services.opening import BOARD_OF
from tournaments.tables.services.seating import NAME_LENGTH, called
from tournaments.tables.services.tables import open_table
from tournaments.tables.titles import game_name, games_to_choose

#: The settings are asked as if they were an action of this kind.
SETUP = "setup"
#: The setting that is a board: that of a game that is over, or copied from the table.
BOARD = "board"
#: With more players everybody may be seated at once.
FEW = 8
#: So many boards are offered to begin with.
MOST_BOARDS = 12


@dataclass(frozen=True)
class Person:
    """Somebody who is here, and whether and where the form has them at the table."""

    entry: Entry
    is_seated: bool
    #: The number of the team; '' for none.
    side: str
    is_self: bool


@dataclass(frozen=True)
class Side:
    """A team: its number, and what the form says of it."""

    number: str
    label: str
    name: str
    guests: str


@dataclass(frozen=True)
class Seating:
    """Who plays, as `open_table` wants it."""

    names: list[str]
    seats: list[list[int]]

    def place_of(self, number: int) -> int | None:
        """Where the player with that number of the tournament sits."""
        return next((place for place, who in enumerate(self.seats) if number in who), None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page(Need.INVOLVED)
def evening_table(visit: Visit) -> HttpResponse:
    """Open a table of ?game=…; without it, choose one. Players open tables where they sit.

    Raises WrongTournamentKind, WrongTournamentState once the evening is finished; what is wrong
    with the form is told there, with all that was said.
    """
    require_kind(visit.tournament, Kind.EVENING)
    require_state(visit.tournament, State.SETUP, State.RUNNING)
    game = visit.request.GET.get("game", "")
    if game not in GAMES:
        return visit.render("tournaments/evenings/choose_game.html", {"games": games_to_choose()})
    rules, fault = GAMES[game], None
    people = present(visit.tournament)
    if visit.request.method == "POST":
        try:
            return redirect("table", _open(visit, rules, people).pk)
        except Refused as refusal:
            fault = refusal
    context = {
        **_form(visit, rules, people),
        "fault": refusal_text(fault, FIELDS) if fault else "",
    }
    status = fault.status if fault else 200
    return visit.render("tournaments/evenings/open_table.html", context, status=status)


# Reading what the form says


def _open(visit: Visit, rules: AnyGame, people: Sequence[Entry]) -> Table:
    form = visit.request.POST
    seating = _read_sides(form, rules, people) if rules.has_teams else _read(form, people)
    _demand_enough(rules, len(seating.names))
    texts = texts_of(rules.name)
    try:
        return open_table(
            visit.tournament,
            visit.at,
            by=_actor(visit),
            names=seating.names,
            seats=seating.seats,
            game=rules.name,
            setup=_read_setup(visit, rules, seating),
            is_public="is_public" in form,
            counts="counts" in form or not visit.role.is_staff,
        )
    except Invalid as fault:
        raise _in_words(fault, rules, texts) from None


def _actor(visit: Visit) -> Actor:
    """Who directs may open any table; a player those where they sit."""
    return visit.by if visit.role.is_staff else visit.player


def _read(form: QueryDict, people: Sequence[Entry]) -> Seating:
    """Those who are ticked, in the order of their ticks where it is known; then the guests."""
    if "everybody" in form:
        numbers = [entry.number for entry in people]
    else:
        ticked = set(form.getlist("seat"))
        here = [entry.number for entry in people if str(entry.number) in ticked]
        told = form.get("order", "").split()
        order = {number: place for place, number in enumerate(told)}
        numbers = sorted(here, key=lambda one: order.get(str(one), len(order)))
    guests = names_in(form.get("guests", ""))
    seats = [[number] for number in numbers] + [[] for _guest in guests]
    return Seating(["" for _number in numbers] + guests, seats)


def _read_sides(form: QueryDict, rules: AnyGame, people: Sequence[Entry]) -> Seating:
    """The teams: a name where one is given, else their people. Raises Invalid for an empty one."""
    names, seats = [], []
    for side, label in enumerate(_side_labels(rules)):
        members = [entry for entry in people if form.get(f"side-{entry.number}") == str(side)]
        guests = names_in(form.get(f"guests-{side}", ""))
        if not members and not guests:
            raise Invalid(field=label, problem=_("Hier fehlt noch jemand."))
        name = read_text(_("Name"), form.get(f"team-{side}", ""), NAME_LENGTH)
        names.append(name or called([*(entry.name for entry in members), *guests]))
        seats.append([entry.number for entry in members])
    return Seating(names, seats)


def names_in(text: str) -> list[str]:
    """The names in a field, each on a line of its own or behind a comma."""
    return [name for part in re.split(r"[\n,;]", text) if (name := " ".join(part.split()))]


def _is_enough(rules: AnyGame, players: int) -> bool:
    return rules.fewest_players <= players <= rules.most_players


def _demand_enough(rules: AnyGame, players: int) -> None:
    """Raises Invalid."""
    if _is_enough(rules, players):
        return
    problem = _("Hier spielen {least} bis {most} mit, nicht {players}.").format(
        least=rules.fewest_players, most=rules.most_players, players=players
    )
    raise Invalid(field=_("Wer spielt mit?"), problem=problem)


def _read_setup(visit: Visit, rules: AnyGame, seating: Seating) -> dict[str, object]:
    """What the settings say, but for what is usual. Raises Invalid."""
    settings = _settings(visit, rules)
    form = visit.request.POST
    said = read_fields(settings, form)
    setup = _read_board(form, rules)
    for asked in settings:
        value = said.get(asked.name)
        usual = list(asked.usual) if isinstance(asked.usual, tuple) else asked.usual
        if value is None or (not asked.is_needed and value == usual):
            continue
        if asked.what is What.PLAYER and isinstance(value, int) and not rules.has_teams:
            value = seating.place_of(value)
            if value is None:
                raise Invalid(field=asked.name, problem=_("Wer das ist, muss am Tisch sitzen."))
        setup[asked.name] = value
    return setup


def _read_board(form: QueryDict, rules: AnyGame) -> dict[str, object]:
    """The board that a game begins with: as it was copied, or that of another table."""
    asked = [replace(one, is_needed=False) for one in rules.settings if one.name == BOARD]
    if not asked:
        return {}
    if copied := read_fields(asked, form):
        return copied
    if not form.get(BOARD_OF, ""):
        problem = _("Wähle eine Partie, die zu Ende ist, oder schreib das Brett ab.")
        raise Invalid(field=BOARD, problem=problem)
    return {BOARD_OF: form[BOARD_OF]}


def _in_words(fault: Invalid, rules: AnyGame, texts: GameTexts) -> Invalid:
    """The fault with its field called as the page calls it.

    What the engine can't read of a set-up it tells in English, for programs: the page says which
    setting it is, and what would be right.
    """
    field, problem = str(fault.detail["field"]), str(fault.detail["problem"])
    labels = {asked.name: _label(texts, asked.name) for asked in rules.settings}
    if field in {"names", "seats"}:
        return Invalid(field=_("Wer spielt mit?"), problem=problem)
    _setup, setting, item = (*field.split("."), "", "")[:3]
    if setting not in labels:
        return Invalid(field=labels.get(field, field), problem=problem)
    wrong = _("Zeile {item} geht so nicht.").format(item=item) if item else _("Das geht so nicht.")
    told = f"{wrong} {texts.hint_for(SETUP, setting)}".strip()
    return Invalid(field=labels[setting], problem=told)


# Showing it


def _form(visit: Visit, rules: AnyGame, people: Sequence[Entry]) -> Context:
    form, texts = visit.request.POST, texts_of(rules.name)
    is_sent = visit.request.method == "POST"
    fields = _fields(visit, rules, texts, people)
    return {
        "game": rules.name,
        "texts": texts,
        "rules": rules,
        "main_fields": [field for field in fields if not field.is_folded],
        "more_fields": [field for field in fields if field.is_folded],
        "people": [_person(visit, entry) for entry in people],
        "sides": [
            Side(str(side), label, form.get(f"team-{side}", ""), form.get(f"guests-{side}", ""))
            for side, label in enumerate(_side_labels(rules))
        ],
        "is_for_all": rules.most_players > FEW
        and _is_enough(rules, len(people))
        and (visit.role.is_staff or len(people) <= MOST_SEATED),
        "has_board": any(asked.name == BOARD for asked in rules.settings),
        "boards": _boards(visit.tournament, rules),
        "said": form,
        "is_public": "is_public" in form or not is_sent,
        "counts": "counts" in form or not is_sent,
    }


def _person(visit: Visit, entry: Entry) -> Person:
    form = visit.request.POST
    is_self = entry == visit.player
    is_seated = is_self and not visit.role.is_staff
    if visit.request.method == "POST":
        is_seated = str(entry.number) in form.getlist("seat")
    return Person(entry, is_seated, form.get(f"side-{entry.number}", ""), is_self)


def _fields(visit: Visit, rules: AnyGame, texts: GameTexts, people: Sequence[Entry]) -> list[Field]:
    """The settings but for the board: what has to be said first, the rest folded."""
    asked = _settings(visit, rules)
    if not asked:
        return []
    names = _side_labels(rules)
    shown = Told(texts, names, (), "", SETUP)
    [form] = forms_of([Offer(SETUP, None, tuple(asked))], shown)
    needed = {one.name for one in asked if one.is_needed}
    players = {one.name for one in asked if one.what is What.PLAYER} if not names else set()
    here = tuple(Choice(str(entry.number), entry.name) for entry in people)
    fields = []
    for field in form.fields:
        if field.name in players:
            field = replace(field, choices=(*field.choices[:1], *here))
        if field.widget == "buttons":  # this form has a button of its own
            field = replace(field, widget="select")
        field = replace(field, is_folded=field.name not in needed)
        if visit.request.method == "POST":
            field = _as_said(field, visit.request.POST)
        fields.append(field)
    return fields


def _as_said(field: Field, form: Mapping[str, Any]) -> Field:
    said = str(form.get(field.name, ""))
    choices = tuple(replace(one, is_chosen=one.value == said) for one in field.choices)
    return replace(field, value=said, choices=choices)


def _boards(evening: Tournament, rules: AnyGame) -> list[tuple[str, str]]:
    """The tables with a board to begin with, the newest first, for a game that does."""
    if not any(asked.name == BOARD for asked in rules.settings):
        return []
    over = [table for table in ended_tables(evening).reverse() if table.game != rules.name]
    return [
        (str(table.pk), f"{table} ({game_name(table.game)})")
        for table in over[:MOST_BOARDS]
        if is_playable(table) and view_of(table).board is not None
    ]


def _settings(visit: Visit, rules: AnyGame) -> list[Asked]:
    """What may be said at the beginning, but for the board; by the evening's ruleset, if needed.

    A ruleset that may stay open is that of the board.
    """
    ruleset = visit.tournament.options.ruleset
    return [
        replace(asked, usual=ruleset if asked.is_needed else None)
        if asked.name == "ruleset"
        else asked
        for asked in rules.settings
        if asked.name != BOARD
    ]


def _side_labels(rules: AnyGame) -> list[str]:
    """What the teams are called, where there are any."""
    sides = range(rules.most_players if rules.has_teams else 0)
    return [_("Team {number}").format(number=side + 1) for side in sides]


def _label(texts: GameTexts, name: str) -> str:
    return fill(texts.asked_as(SETUP, name), {})
