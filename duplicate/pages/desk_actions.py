"""What the staff do on the desk: one entry for each button, each calling one service."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duplicate.errors import (
    ParticipantMissing,
    PlayMissing,
    RoundMissing,
    RulingMissing,
    StaffMissing,
)
from duplicate.exchange.people import read_participants
from duplicate.forms import OptionsForm, StartForm
from duplicate.labels import label
from duplicate.models import Game, Participant, Round, Ruling, Staff
from duplicate.pages.page_requests import Visit
from duplicate.selectors.rounds import position_before
from duplicate.services import games, participants, rounds, rulings
from referee.access import Need
from referee.errors import Invalid
from referee.events.staff import remove_staff, set_staff
from referee.models import User
from referee.seconds import read_seconds
from referee.spreadsheets import MOST_BYTES

Act = Callable[[Visit], object]


@dataclass(frozen=True)
class Action:
    act: Act
    need: Need
    #: What is asked first, of an action that can't be taken back.
    asks: str | Promise
    #: The part of the page to come back to.
    part: str


ACTIONS: dict[str, Action] = {}
PERSON = ("name", "club", "category", "member_id")
#: The kinds of ruling on a participant.
Kind = Ruling.Kind


def action(
    name: str, need: Need = Need.DIRECTOR, *, asks: str | Promise = "", part: str = ""
) -> Callable[[Act], Act]:
    """Make a function the action of this name."""

    def register(act: Act) -> Act:
        ACTIONS[name] = Action(act, need, asks, part)
        return act

    return register


# The game


@action("change", part="settings")
def _change(visit: Visit) -> None:
    posted = visit.request.POST
    games.change_game(
        visit.game,
        visit.at,
        by=visit.by,
        name=posted.get("name", ""),
        is_listed="is_listed" in posted,
        **_start_at(visit),
    )


@action("options", part="settings")
def _options(visit: Visit) -> None:
    form = OptionsForm(visit.request.POST, base=visit.game.options)
    if not form.is_valid():
        field, problems = next(iter(form.errors.items()))
        raise Invalid(field=form[field].label, problem=problems[0])
    games.change_game(visit.game, visit.at, by=visit.by, options=form.cleaned_data["options"])


@action(
    "start",
    asks=gettext_lazy(
        "Das Spiel starten? Die Optionen stehen dann fest; mitspielen darf man noch."
    ),
)
def _start(visit: Visit) -> None:
    games.start_game(visit.game, visit.at, by=visit.by)


@action(
    "end",
    asks=gettext_lazy("Das Spiel beenden? Danach wird keine Runde mehr gespielt."),
)
def _end(visit: Visit) -> None:
    games.end_game(visit.game, visit.at, by=visit.by)


@action("appoint", part="settings")
def _appoint(visit: Visit) -> None:
    role = Staff.Role(_one_of(visit, "role", Staff.Role.values))
    set_staff(visit.game, _account(visit), role, visit.at, by=visit.by)


@action("dismiss", part="settings")
def _dismiss(visit: Visit) -> None:
    remove_staff(visit.game, _account(visit), visit.at, by=visit.by)


# The round


@action("draw")
def _draw(visit: Visit) -> None:
    if rounds.draw_round(visit.game, visit.at, by=visit.by) is None:
        visit.game.refresh_from_db()
        messages.warning(visit.request, _("Das Spiel ist zu Ende.") + " " + _ending(visit.game))


@action("draw_by_hand")
def _draw_by_hand(visit: Visit) -> None:
    """Typed are the new tiles, or the whole rack."""
    typed = "".join(visit.request.POST.get("rack", "").split())
    is_whole = len(typed) >= visit.game.options.rules.rack_size
    rack = typed if is_whole else position_before(visit.game).leave + typed
    round = rounds.draw_by_hand(visit.game, rack, visit.at, by=visit.by)
    if round.state == Round.State.CANCELLED:
        told = _("{rack} kommt ganz zurück in den Beutel: {reason}. Zieh alle Steine neu.")
        reason = label(round.cancelled_because)
        messages.warning(visit.request, told.format(rack=round.rack, reason=reason))


@action("open")
def _open(visit: Visit) -> None:
    limit = _seconds(visit, "limit") if visit.request.POST.get("limit") else None
    rounds.open_round(_round(visit), visit.at, by=visit.by, limit_seconds=limit)


@action("pause")
def _pause(visit: Visit) -> None:
    rounds.pause_round(_round(visit), visit.at, by=visit.by)


@action("resume")
def _resume(visit: Visit) -> None:
    rounds.resume_round(_round(visit), visit.at, by=visit.by)


@action("extend")
def _extend(visit: Visit) -> None:
    rounds.extend_round(_round(visit), _seconds(visit, "longer"), visit.at, by=visit.by)


@action("close")
def _close(visit: Visit) -> None:
    rounds.begin_closing(_round(visit), visit.at, by=visit.by)


@action("reopen")
def _reopen(visit: Visit) -> None:
    rounds.reopen_round(_round(visit), _seconds(visit, "longer"), visit.at, by=visit.by)


@action(
    "cancel",
    asks=gettext_lazy(
        "Die Runde zurückziehen? Alle Steine gehen zurück in den Beutel, abgegebene Züge zählen "
        "nicht."
    ),
)
def _cancel(visit: Visit) -> None:
    text = visit.request.POST.get("text", "")
    rounds.cancel_round(_round(visit), visit.at, by=visit.by, text=text)


@action("reference")
def _reference(visit: Visit) -> None:
    coordinates, _space, word = visit.request.POST.get("move", "").partition(" ")
    rounds.choose_reference(_round(visit), coordinates, word, visit.at, by=visit.by)


@action("publish")
def _publish(visit: Visit) -> None:
    rounds.publish_round(_round(visit), visit.at, by=visit.by)


@action("retract")
def _retract(visit: Visit) -> None:
    rounds.retract_publication(_round(visit), visit.at, by=visit.by)


# Decisions


@action("rule", part="judging")
def _rule(visit: Visit) -> None:
    rulings.rule_on_word(
        _round(visit),
        visit.request.POST.get("word", ""),
        visit.at,
        by=visit.by,
        is_admissible=visit.request.POST.get("verdict") == "allow",
        reason=_reason(visit),
        text=visit.request.POST.get("text", ""),
    )


@action("points", part="judging")
def _points(visit: Visit) -> None:
    play = _round(visit).plays.filter(pk=_number(visit, "play")).first()
    if play is None:
        raise PlayMissing
    points = _number(visit, "points")
    text = visit.request.POST.get("text", "")
    rulings.rule_on_play(play, points, visit.at, by=visit.by, reason=_reason(visit), text=text)


@action("sanction", part="people")
def _sanction(visit: Visit) -> None:
    round, person = _round(visit), _person(visit)
    by, reason, text = visit.by, _reason(visit), visit.request.POST.get("text", "")
    kind = _one_of(visit, "kind", [Kind.WARNING, Kind.PENALTY, Kind.AVERAGE])
    if kind == Kind.WARNING:
        rulings.warn_participant(round, person, visit.at, by=by, reason=reason, text=text)
    elif kind == Kind.PENALTY:
        points = _number(visit, "points")
        rulings.penalise_participant(
            round, person, points, visit.at, by=by, reason=reason, text=text
        )
    else:
        given = _number(visit, "points") if visit.request.POST.get("points") else None
        rulings.credit_average(
            round, person, visit.at, by=by, reason=reason, text=text, points=given
        )


@action("revoke", part="rulings")
def _revoke(visit: Visit) -> None:
    found = Ruling.objects.filter(round__game=visit.game, pk=_number(visit, "ruling")).first()
    if found is None:
        raise RulingMissing
    rulings.revoke_ruling(found, visit.at, by=visit.by)


@action(
    "revise",
    asks=gettext_lazy(
        "Die veröffentlichten Ergebnisse dieser Runde ändern? Das Protokoll sagt es."
    ),
    part="revisions",
)
def _revise(visit: Visit) -> None:
    rulings.revise_round(_round(visit), visit.at, by=visit.by)


# Participants


@action("enter", Need.STAFF, part="people")
def _enter(visit: Visit) -> None:
    number = _number(visit, "number") if visit.request.POST.get("number") else None
    person = {field: visit.request.POST.get(field, "") for field in PERSON}
    entered = participants.enter_participant(
        visit.game, at=visit.at, by=visit.by, number=number, **person
    )
    told = _("{name} hat die Nummer {number}.")
    messages.success(visit.request, told.format(name=entered.name, number=entered.number))


@action("import", Need.STAFF, part="people")
def _import(visit: Visit) -> None:
    file = visit.request.FILES.get("table")
    if file is None:
        raise Invalid(field=_("Tabelle"), problem=_("Wähle eine CSV-Datei aus."))
    entries = read_participants(file.read(MOST_BYTES + 1))
    entered = participants.enter_participants(visit.game, entries, visit.at, by=visit.by)
    told = _("{count} Teilnehmer eingetragen.")
    messages.success(visit.request, told.format(count=len(entered)))


@action("correct", Need.STAFF, part="people")
def _correct(visit: Visit) -> None:
    given = {field: visit.request.POST.get(field) for field in PERSON}
    participants.change_participant(_person(visit), visit.at, by=visit.by, **given)


@action("withdraw", Need.STAFF, part="people")
def _withdraw(visit: Visit) -> None:
    participants.withdraw_participant(_person(visit), visit.at, by=visit.by)


@action("readmit", Need.STAFF, part="people")
def _readmit(visit: Visit) -> None:
    participants.readmit_participant(_person(visit), visit.at, by=visit.by)


@action(
    "token",
    Need.STAFF,
    asks=gettext_lazy("Einen neuen Zugang ausstellen? Ein früherer gilt dann nicht mehr."),
    part="people",
)
def _token(visit: Visit) -> tuple[Participant, str]:
    person = _person(visit)
    return person, participants.issue_token(person, visit.at, by=visit.by)


# What a form says


def _round(visit: Visit) -> Round:
    """The very draw that the page showed, which may have gone back since."""
    found = visit.game.rounds.filter(pk=_number(visit, "round")).first()
    if found is None:
        raise RoundMissing
    return found


def _person(visit: Visit) -> Participant:
    found = visit.game.participants.filter(number=_number(visit, "person")).first()
    if found is None:
        raise ParticipantMissing
    return found


def _account(visit: Visit) -> User:
    name = " ".join(visit.request.POST.get("username", "").split())
    found = User.objects.filter(username=name).first() if name.isprintable() else None
    if found is None:
        raise StaffMissing(username=name)
    return found


def _reason(visit: Visit) -> str:
    return visit.request.POST.get("reason", "")


def _one_of(visit: Visit, field: str, values: list[str]) -> str:
    value = visit.request.POST.get(field, "")
    if value not in values:
        raise Invalid(
            field=field, problem=_("Richtig ist: {choices}.").format(choices=", ".join(values))
        )
    return value


def _number(visit: Visit, field: str) -> int:
    text = visit.request.POST.get(field, "").strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Invalid(field=field, problem=_("Richtig ist eine ganze Zahl."))
    return int(text)


def _start_at(visit: Visit) -> dict[str, Any]:
    """When the game shall start by itself; nothing where the form does not change it."""
    if "starts_at" not in visit.request.POST:
        return {}
    form = StartForm(visit.request.POST)
    if not form.is_valid():
        raise Invalid(field="starts_at", problem=form.errors["starts_at"][0])
    at = form.cleaned_data["starts_at"]
    return {} if at == visit.game.starts_at else {"starts_at": at}


def _seconds(visit: Visit, field: str) -> int:
    try:
        return read_seconds(visit.request.POST.get(field, ""))
    except ValueError:
        problem = _("Richtig sind Minuten und Sekunden wie 2:30, oder 36 h, 7 d.")
        raise Invalid(field=_("Zeit"), problem=problem) from None


def _ending(game: Game) -> str:
    return label(game.ending)
