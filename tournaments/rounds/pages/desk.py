"""The director's desk: creating a tournament, and everything of a weekend on one page."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.rulesets import RULESETS
from referee.events.desk import Desk, ShownOnce, answer_new, liked, people_context
from referee.events.staff_actions import staff_context
from referee.page_requests import Context, number_in
from referee.receipt_time import received_at
from tournaments.entries.services.divisions import NewDivision, Schedule
from tournaments.entries.services.entries import next_round
from tournaments.evenings.pages.desk import new_evening, show_evening
from tournaments.events.pages.page_requests import Visit, tournament_page
from tournaments.events.selectors.finding import divisions_like, tournament_like
from tournaments.events.services import create_tournament
from tournaments.forms import DaysForm, OptionsForm, PresetForm, ScheduleForm, TournamentForm
from tournaments.labels import label
from tournaments.models import (
    Absence,
    Division,
    Entry,
    LogEntry,
    Pairing,
    Penalty,
    Round,
    Table,
    Tournament,
    Webhook,
    WordRuling,
)
from tournaments.options import Options
from tournaments.rounds.pages.desk_actions import ACTIONS
from tournaments.rounds.pages.desk_steps import next_step
from tournaments.rounds.presets import PRESETS
from tournaments.rounds.selectors import desk as selectors
from tournaments.rounds.selectors.desk import Progress
from tournaments.tables.pages import desk_actions as desk_tables
from tournaments.tables.selectors.tables import recorded_games

Kind = Tournament.Kind
State = Round.State
#: So many messages to each webhook are shown.
MOST_DELIVERIES = 5
#: So many recorded games are listed.
MOST_TABLES = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """Create a tournament, or ?kind=evening an evening; what is wrong is told at its field."""
    kind = request.GET.get("kind", "")
    return NEW.get(kind, _new_rounds)(request)


def _new_rounds(request: HttpRequest) -> HttpResponse:
    day = date_format(timezone.localtime(received_at(request)), "MONTH_DAY_FORMAT")
    initial = {
        "name": _("Turnier am {day}").format(day=day),
        "preset": next(iter(PRESETS)),
        "is_listed": True,
    }
    like = liked(request, tournament_like)
    if like is not None:
        initial |= {"place": like.place, "is_listed": like.is_listed}
    base = like.options if like is not None else Options()
    form = TournamentForm(request.POST or None, like=like, initial=initial, base=base)

    def create(schedule: Schedule | None, **said: Any) -> Tournament:
        """With the plan chosen, or the divisions of the one that it shall be like."""
        if schedule is None and like is not None:
            divisions = [NewDivision(**division) for division in divisions_like(like)]
        else:
            divisions = [NewDivision(_("Hauptgruppe"), schedule or [])]
        return create_tournament(divisions=divisions, **said)

    days = ("starts_on", "ends_on")
    fields = ("name", "options", "place", *days, "is_listed", "is_test", "schedule")
    return answer_new(request, form, create, fields, "tournaments/rounds/new.html", Visit.desk)


def show_desk(visit: Visit, shown_once: ShownOnce | None) -> HttpResponse:
    """The desk as things are now; `shown_once` is what nobody can look up later."""
    visit = visit.reloaded()
    tournament = visit.tournament
    common: dict[str, object] = {
        **DESK.common(visit, shown_once),
        "is_open": tournament.state != Tournament.State.FINISHED,
        "events": " ".join(LogEntry.Kind.values),
        **_settings(tournament, visit.at),
    }
    return DESKS[tournament.kind](visit, common)


def _show_rounds(visit: Visit, common: Context) -> HttpResponse:
    """The desk of a tournament with rounds; `common` is what all desks show."""
    tournament = visit.tournament
    progress = selectors.progress_of(tournament)
    wanted = number_in(visit.request, "division")
    now = next((one for one in progress if one.division.number == wanted), None)
    now = now or (progress[0] if progress else None)
    context = {
        **common,
        "progress": progress,
        "now": now,
        "division": now.division if now else None,
        **_tables(visit),
    }
    if now is not None:
        context |= _round(visit, now, progress) | _division(now) | _people(visit, now)
        address = reverse("tournament_embed", args=[tournament.pk, now.division.number])
        context["embed_address"] = visit.request.build_absolute_uri(address)
    return visit.render("tournaments/rounds/desk.html", context)


def _round(visit: Visit, now: Progress, progress: list[Progress]) -> Context:
    """The round that is paired or played, or an earlier one that the address asks for."""
    tournament, division = visit.tournament, now.division
    rounds = list(division.rounds.all())
    is_draft = now.round is not None and not now.is_published
    draft = selectors.draft_of(now.round) if is_draft and now.round else None
    published = [round for round in rounds if round.state == State.PUBLISHED]
    wanted = number_in(visit.request, "round")
    shown = next((round for round in published if round.number == wanted), None)
    if shown is None and published:
        waiting = [round for round in published if round.completed_at is None]
        shown = waiting[0] if waiting else published[-1]
    context: dict[str, object] = {
        "round": now.round,
        "draft": draft,
        "step": next_step(tournament, now, progress, draft),
        "published": published,
        "shown": shown,
        "outcomes": Pairing.Outcome,
        "may_retract": now.round is not None and now.is_published,
    }
    if shown is not None:
        shown.division = division
        context["games"] = selectors.games_of_round(shown)
        context |= _standings(visit, division) | _game(visit, shown)
    return context


def _standings(visit: Visit, division: Division) -> Context:
    """The first of the division, with what is not confirmed yet if the address asks for that."""
    is_what_if = bool(visit.request.GET.get("unconfirmed"))
    return {
        "standings": selectors.leaders_of(division, with_unconfirmed=is_what_if),
        "is_what_if": is_what_if,
        "has_unconfirmed": selectors.has_unconfirmed(division),
        "other_standings": DESK.here(visit, unconfirmed="" if is_what_if else "1") or "?",
    }


def _game(visit: Visit, shown: Round) -> Context:
    """The game that the address asks for, to be looked at closely."""
    key = visit.request.GET.get("game", "")
    is_key = key.isascii() and key.isdecimal() and len(key) < 18
    found = shown.pairings.filter(kind=Pairing.Kind.GAME).select_related("first", "second")
    pairing = found.filter(pk=int(key)).first() if is_key else None
    if pairing is None:
        return {}
    table = visit.tournament.tables.filter(pairing=pairing).first()
    reasons = [(reason, label(reason)) for reason in Penalty.Reason.values]
    return {"game": selectors.game_detail(pairing), "record": table, "penalty_reasons": reasons}


def _division(now: Progress) -> Context:
    division = now.division
    drafted = now.round.number if now.round else 0
    return {
        "plan": selectors.planned_methods(division),
        "schedule_form": ScheduleForm(schedule=division.schedule, drafted=drafted),
        "preset_form": PresetForm(initial={"preset": next(iter(PRESETS))}),
        "is_empty": drafted == 0 and not division.entries.exists(),
    }


def _people(visit: Visit, now: Progress) -> Context:
    context = people_context(visit, now.division.entries.prefetch_related("absences"), "player")
    if isinstance(context["person"], Entry):
        context |= {
            "is_paired": selectors.is_paired(context["person"]),
            "open_rounds": _open_rounds(now.division),
            "absence_kinds": [(kind, label(kind)) for kind in Absence.Kind.values],
        }
    return context


def _tables(visit: Visit) -> Context:
    """The recorded games, and what a new one needs."""
    found = recorded_games(visit.tournament, visit.role, None)
    return {
        "tables": found[:MOST_TABLES],
        "tables_in_all": found.count(),
        "tables_running": found.filter(state=Table.State.RUNNING).count(),
        "rulesets": [(ruleset, label(ruleset)) for ruleset in RULESETS],
        "seats": range(1, desk_tables.MOST + 1),
        "fewest_seats": desk_tables.FEWEST,
    }


def _open_rounds(division: Division) -> range:
    """The rounds in which it is not yet decided who plays."""
    return range(next_round(division), len(division.schedule) + 1)


def _settings(tournament: Tournament, at: datetime) -> Context:
    days = {"starts_on": tournament.starts_on, "ends_on": tournament.ends_on}
    fixed = () if tournament.state == Tournament.State.SETUP else ("ruleset",)
    return {
        **staff_context(tournament, label, at),
        "days_form": DaysForm(initial=days),
        "options_form": OptionsForm(base=tournament.options, fixed=fixed),
        "rulings": selectors.rulings_in_force(tournament),
        "word_reasons": [(reason, label(reason)) for reason in WordRuling.Reason.values],
        "webhooks": [
            (webhook, webhook.deliveries.order_by("-pk")[:MOST_DELIVERIES])
            for webhook in tournament.webhooks.all()
        ],
        "webhook_events": [(event, label(event)) for event in Webhook.Event.values],
    }


#: By kind of tournament: how one is created, and what its desk shows beside what all desks do.
NEW: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {Kind.EVENING: new_evening}
DESKS: Mapping[str, Callable[[Visit, Context], HttpResponse]] = {
    Kind.ROUNDS: _show_rounds,
    Kind.EVENING: show_evening,
}
#: Actions lead back to what the address says that the desk shows.
DESK = Desk(
    ACTIONS, ("division", "round", "game", "player", "q", "people", "unconfirmed"), show_desk
)
tournament_desk, tournament_desk_action = DESK.pages(tournament_page, Visit.desk)
