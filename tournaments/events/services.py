"""A tournament from its creation to its end.

Publishing a round starts it; an evening starts with its first table.
"""

import secrets
from collections.abc import Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from referee.errors import Invalid
from referee.events.keeping import demand_deletable, mark_event, note_deletion
from referee.events.locking import lock_event, require_state
from referee.lexicons import keep_lexicon
from referee.models import User
from referee.options import stored_options
from referee.sentinel import UNSET, Unset
from referee.texts import read_text
from tournaments.entries.codes import new_join_code
from tournaments.entries.services.divisions import NewDivision, add_division
from tournaments.errors import (
    ResultsMissing,
    TablesRunning,
    WrongRoundState,
)
from tournaments.events.journal import Actor, record
from tournaments.events.locking import Kind, State
from tournaments.kinds import KINDS, has_rounds
from tournaments.models import (
    LogEntry,
    Pairing,
    Penalty,
    Report,
    Round,
    Staff,
    Table,
    Tournament,
)
from tournaments.options import Options
from tournaments.rounds.result_messages import tell_games
from tournaments.rounds.selectors.rounds import games_without_result
from tournaments.tables.selectors.tables import is_playable
from tournaments.tables.titles import title_of

NAME_LENGTH = 200
PLACE_LENGTH = 200
SEED_BYTES = 16
#: Of so many tables that are still played the director is told who plays there.
MOST_TOLD = 10


@transaction.atomic
def create_tournament(
    *,
    name: str,
    by: User,
    at: datetime,
    kind: Tournament.Kind = Kind.ROUNDS,
    options: Options | None = None,
    place: str = "",
    starts_on: date | None = None,
    ends_on: date | None = None,
    is_listed: bool = True,
    is_test: bool = False,
    divisions: Sequence[NewDivision] | None = None,
) -> Tournament:
    """A tournament in setup, directed by `by`; unless told, with one division of the usual kind.

    An evening has a code by which everybody joins, and one field without rounds; unless told, it is
    played by the booklet. Raises Invalid for texts, days, options or divisions of no use,
    LexiconMissing where no words can be judged.
    """
    traits = KINDS[kind]
    if divisions is not None and not traits.has_rounds:
        problem = _("Ein Vereinsabend hat keine Gruppen.")
        raise Invalid(field="divisions", problem=problem)
    _check_days(starts_on, ends_on)
    tournament = Tournament.objects.create(
        name=read_text("name", name, NAME_LENGTH, least=1),
        kind=kind,
        join_code=new_join_code() if traits.has_join_code else None,
        place=read_text("place", place, PLACE_LENGTH),
        starts_on=starts_on,
        ends_on=ends_on,
        is_listed=is_listed,
        is_test=is_test,
        options_json=stored_options(options or traits.usual_options, {}),
        lexicon_sha256=keep_lexicon().info.sha256,
        seed=secrets.token_hex(SEED_BYTES),
        created_at=at,
    )
    tournament.staff.create(user=by, role=Staff.Role.DIRECTOR)
    data = {
        "name": tournament.name,
        "kind": kind,
        "place": tournament.place,
        "starts_on": _day(starts_on),
        "ends_on": _day(ends_on),
        "options": tournament.options_json,
        "seed": tournament.seed,
    }
    record(tournament, LogEntry.Kind.CREATED, at, by=by, data=data)
    if not traits.has_rounds:
        tournament.divisions.create(number=1, name=_("Hauptgruppe"), schedule=[])
        return tournament
    for division in [NewDivision(_("Hauptgruppe"))] if divisions is None else divisions:
        add_division(tournament, division, at, by=by)
    return tournament


@transaction.atomic
def change_tournament(
    tournament: Tournament,
    at: datetime,
    *,
    by: User,
    name: str | None = None,
    place: str | None = None,
    starts_on: date | Unset | None = UNSET,
    ends_on: date | Unset | None = UNSET,
    is_listed: bool | None = None,
    is_archived: bool | None = None,
    is_test: bool | None = None,
    options: Options | None = None,
) -> Tournament:
    """Change what is given: options until it is finished, the ruleset among them only in setup.

    What is over is no test any more if it was none before.

    Raises WrongTournamentState, Invalid.
    """
    tournament = lock_event(tournament)
    changes: dict[str, Any] = {}
    if name is not None:
        tournament.name = changes["name"] = read_text("name", name, NAME_LENGTH, least=1)
    if place is not None:
        tournament.place = changes["place"] = read_text("place", place, PLACE_LENGTH)
    if is_listed is not None:
        tournament.is_listed = changes["is_listed"] = is_listed
    changes |= mark_event(tournament, is_archived=is_archived, is_test=is_test)
    if starts_on is not UNSET:
        tournament.starts_on, changes["starts_on"] = starts_on, _day(starts_on)
    if ends_on is not UNSET:
        tournament.ends_on, changes["ends_on"] = ends_on, _day(ends_on)
    if options is not None:
        keeps_ruleset = options.ruleset == tournament.options.ruleset
        require_state(tournament, State.SETUP, *([State.RUNNING] if keeps_ruleset else []))
        tournament.options_json = stored_options(options, tournament.options_json)
        changes["options"] = tournament.options_json
    _check_days(tournament.starts_on, tournament.ends_on)
    if changes:
        columns = ["name", "place", "is_listed", "is_archived", "is_test"]
        columns += ["starts_on", "ends_on", "options_json"]
        tournament.save(update_fields=columns)
        record(tournament, LogEntry.Kind.CHANGED, at, by=by, data=changes)
    return tournament


def start(tournament: Tournament, at: datetime, *, by: Actor) -> None:
    """Let a tournament run that the caller has locked: its first round is there for all to see.

    Ruleset and lexicon are fixed from now on. Changes nothing where it runs already.
    """
    if tournament.state != State.SETUP:
        return
    tournament.state = State.RUNNING
    tournament.started_at = at
    tournament.lexicon_sha256 = keep_lexicon().info.sha256
    tournament.save(update_fields=["state", "started_at", "lexicon_sha256"])
    data = {"options": tournament.options_json, "lexicon": tournament.lexicon_sha256}
    record(tournament, LogEntry.Kind.STARTED, at, by=by, data=data)


@transaction.atomic
def finish_tournament(tournament: Tournament, at: datetime, *, by: User) -> Tournament:
    """The standings are final; rounds of the schedule that were not played are left out.

    Raises WrongTournamentState unless running, WrongRoundState for a round that is paired but not
    published, ResultsMissing for games without a confirmed result, TablesRunning for an evening
    where somebody still plays.
    """
    tournament = lock_event(tournament)
    require_state(tournament, State.RUNNING)
    if not has_rounds(tournament):
        _demand_tables_over(tournament)
    _demand_published(tournament)
    _demand_results(tournament)
    tournament.state = State.FINISHED
    tournament.finished_at = at
    tournament.save(update_fields=["state", "finished_at"])
    record(tournament, LogEntry.Kind.FINISHED, at, by=by)
    return tournament


@transaction.atomic
def reopen_tournament(tournament: Tournament, at: datetime, *, by: User) -> Tournament:
    """Go on, as for a correction. Raises WrongTournamentState unless finished."""
    tournament = lock_event(tournament)
    require_state(tournament, State.FINISHED)
    tournament.state = State.RUNNING
    tournament.finished_at = None
    tournament.save(update_fields=["state", "finished_at"])
    record(tournament, LogEntry.Kind.REOPENED, at, by=by)
    return tournament


@transaction.atomic
def delete_tournament(tournament: Tournament, name: str, at: datetime, *, by: User) -> None:
    """Delete for good what is a test, or has no result yet; `name` is typed to be sure.

    Raises NameDiffers, ResultsKept.
    """
    tournament = lock_event(tournament)
    played = Pairing.objects.filter(
        round__division__tournament=tournament,
        kind=Pairing.Kind.GAME,
        standing=Pairing.ResultState.CONFIRMED,
    )
    has_results = played.exists() or tournament.tables.filter(state=Table.State.OVER).exists()
    demand_deletable(tournament, name, has_results=has_results)
    note_deletion(tournament, tournament.entries.count(), at, by=by)
    for table in tournament.tables.all():
        table.log.all().delete()
    tournament.tables.all().delete()
    for round in Round.objects.filter(division__tournament=tournament):
        Report.objects.filter(pairing__round=round).delete()
        Penalty.objects.filter(pairing__round=round).delete()
        round.delete()
    tournament.entries.all().delete()
    tournament.delete()


def _demand_tables_over(tournament: Tournament) -> None:
    running = tournament.tables.filter(state=Table.State.RUNNING).order_by("created_at")
    # A game that can't be played again can't be ended either.
    titles = {str(table.pk): title_of(table) for table in running if is_playable(table)}
    if titles:
        tables = [{"table": table, "title": title} for table, title in titles.items()]
        told = [*titles.values()][:MOST_TOLD]
        more = ["…"] if len(titles) > len(told) else []
        raise TablesRunning(tables=tables, games="; ".join([*told, *more]))


def _demand_published(tournament: Tournament) -> None:
    rounds = Round.objects.filter(division__tournament=tournament)
    unpublished = rounds.exclude(state=Round.State.PUBLISHED).first()
    if unpublished is not None:
        raise WrongRoundState(
            number=unpublished.number, state=unpublished.state, needed=[Round.State.PUBLISHED]
        )


def _demand_results(tournament: Tournament) -> None:
    missing = list(games_without_result(tournament))
    if missing:
        places = [
            {
                "division": game.round.division.number,
                "round": game.round.number,
                "table": game.table,
            }
            for game in missing
        ]
        told = [
            f"{division}: {tell_games(games)}"
            for division, games in groupby(missing, key=lambda game: game.round.division)
        ]
        raise ResultsMissing(missing=places, games="; ".join(told))


def _check_days(starts_on: date | None, ends_on: date | None) -> None:
    if starts_on is not None and ends_on is not None and ends_on < starts_on:
        problem = _("Der letzte Tag kann nicht vor dem ersten liegen.")
        raise Invalid(field="ends_on", problem=problem)


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
