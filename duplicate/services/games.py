"""A game from its creation to its end."""

import secrets
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from duplicate import timers
from duplicate.errors import HallPartGiven, HallPartMissing
from duplicate.models import Game, LogEntry, Round, Staff
from duplicate.options import CHANGEABLE_LATER, Options
from duplicate.selectors.rounds import current_round
from duplicate.services.pace import draw_again, lead_of
from duplicate.services.transitions import put_back, require_due, require_round_state
from engine.errors import Unreadable
from engine.randomness import (
    LEAST_HALL_PART,
    MOST_HALL_PART,
    SEED_BYTES,
    commitment,
    read_hall_part,
)
from referee import tokens
from referee.chain import time_text
from referee.errors import Invalid
from referee.events.keeping import mark_event
from referee.events.locking import lock_event, require_state
from referee.events.log import Actor, record
from referee.lexicons import keep_lexicon
from referee.models import User
from referee.options import stored_options
from referee.sentinel import UNSET, Unset
from referee.texts import read_text

CODE_LENGTH = 6
NAME_LENGTH = 200
SOURCE_LENGTH = 200


@transaction.atomic
def create_game(
    *,
    name: str,
    by: User,
    at: datetime,
    options: Options | None = None,
    starts_at: datetime | None = None,
    is_listed: bool = True,
    is_test: bool = False,
    hall_source: str = "",
) -> Game:
    """A game in setup, directed by `by`, its seed promised from now on.

    Raises Invalid for a name, time or source of no use, LexiconMissing where no words can be
    judged.
    """
    _check_start(starts_at, at)
    seed = secrets.token_bytes(SEED_BYTES)
    game = Game.objects.create(
        name=read_text("name", name, NAME_LENGTH, least=1),
        options_json=stored_options(options or Options(), {}),
        lexicon_sha256=keep_lexicon().info.sha256,
        join_code=new_code(),
        seed=seed.hex(),
        commitment=commitment(seed),
        created_at=at,
        starts_at=starts_at,
        is_listed=is_listed,
        is_test=is_test,
        hall_source=read_text("hall_source", hall_source, SOURCE_LENGTH),
    )
    game.staff.create(user=by, role=Staff.Role.DIRECTOR)
    record(
        game,
        LogEntry.Kind.CREATED,
        at,
        by=by,
        data={
            "name": game.name,
            "options": game.options_json,
            "commitment": game.commitment,
            "starts_at": _time_or_none(starts_at),
            "hall_source": game.hall_source,
        },
    )
    _hasten_start(game)
    return game


@transaction.atomic
def change_game(
    game: Game,
    at: datetime,
    *,
    by: User,
    name: str | None = None,
    options: Options | None = None,
    starts_at: datetime | Unset | None = UNSET,
    is_listed: bool | None = None,
    is_archived: bool | None = None,
    is_test: bool | None = None,
    hall_source: str | None = None,
) -> Game:
    """Change what is given; start and options only in setup, but for those that change no result
    (`CHANGEABLE_LATER`). Raises WrongGameState, Invalid.

    What is over is no test any more if it was none before. Where the part of the hall comes from
    can only be told before it is given: HallPartGiven.
    """
    game = lock_event(game)
    changes: dict[str, Any] = {}
    if name is not None:
        game.name = changes["name"] = read_text("name", name, NAME_LENGTH, least=1)
    if is_listed is not None:
        game.is_listed = changes["is_listed"] = is_listed
    changes |= mark_event(game, is_archived=is_archived, is_test=is_test)
    if options is not None:
        kept = {name: getattr(game.options, name) for name in CHANGEABLE_LATER}
        if game.state == Game.State.FINISHED or replace(options, **kept) != game.options:
            require_state(game, Game.State.SETUP)
        game.options_json = changes["options"] = stored_options(options, game.options_json)
    if starts_at is not UNSET:
        require_state(game, Game.State.SETUP)
        _check_start(starts_at, at)
        game.starts_at = starts_at
        changes["starts_at"] = _time_or_none(starts_at)
        _hasten_start(game)
    if hall_source is not None:
        _require_no_part(game)
        game.hall_source = read_text("hall_source", hall_source, SOURCE_LENGTH)
        changes["hall_source"] = game.hall_source
    if changes:
        columns = ["name", "is_listed", "is_archived", "is_test", "options_json", "starts_at"]
        game.save(update_fields=[*columns, "hall_source"])
        record(game, LogEntry.Kind.CHANGED, at, by=by, data=changes)
    return game


@transaction.atomic
def give_hall_part(game: Game, part: str, at: datetime, *, by: User) -> Game:
    """Fix what the hall called out, once and for all: every draw follows from it and the seed.

    The commitment is known since the game was made, so that nobody could choose a seed for this
    part. Raises WrongGameState unless in setup, HallPartGiven, Invalid.
    """
    game = lock_event(game)
    _require_no_part(game)
    game.hall_part, game.hall_part_at = _read_part(part), at
    game.save(update_fields=["hall_part", "hall_part_at"])
    data = {"hall_part": game.hall_part, "commitment": game.commitment}
    record(game, LogEntry.Kind.HALL_PART, at, by=by, data=data)
    return game


@transaction.atomic
def start_game(game: Game, at: datetime, *, by: Actor = None, hall_part: str = "") -> Game:
    """Freeze options and lexicon; an automatic game draws its first round after the lead-in.

    With a part of the hall it is given first: raises as `give_hall_part` does, or HallPartMissing
    where the game needs one, for which the clock (None) waits. Raises WrongGameState unless in
    setup, and NotYetDue if the clock comes before `starts_at`; it starts the game at that time,
    whenever it comes, or when the part was given, if that is later.
    """
    game = lock_event(game)
    require_state(game, Game.State.SETUP)
    told_at = at
    if hall_part and isinstance(by, User):
        game = give_hall_part(game, hall_part, at, by=by)
    is_waiting = game.options.needs_hall_part and not game.hall_part
    if by is None:
        at = require_due(game.starts_at, at)
        at = max(at, game.hall_part_at or at)
        if is_waiting:
            return game
    elif is_waiting:
        raise HallPartMissing
    game.state = Game.State.RUNNING
    game.started_at = at
    game.lexicon_sha256 = keep_lexicon().info.sha256
    game.save(update_fields=["state", "started_at", "lexicon_sha256"])
    draw_again(game, told_at + lead_of(game))
    data = {
        "options": game.options_json,
        "lexicon": game.lexicon_sha256,
        "commitment": game.commitment,
        "hall_part": game.hall_part,
    }
    record(game, LogEntry.Kind.STARTED, at, by=by, data=data)
    return game


@transaction.atomic
def end_game(
    game: Game, at: datetime, *, by: Actor, ending: Game.Ending = Game.Ending.BY_DIRECTOR
) -> Game:
    """End the game for good and reveal its seed; a round drawn but not opened goes back.

    Raises WrongGameState unless running, WrongRoundState while a round is opened and not
    published.
    """
    game = lock_event(game)
    require_state(game, Game.State.RUNNING)
    if (last := current_round(game)) is not None:
        require_round_state(last, Round.State.DRAWN, Round.State.PUBLISHED)
        if last.state == Round.State.DRAWN:
            last.game = game
            put_back(last, Round.Cancelled.WITHDRAWN, at, by=by)
    game.state = Game.State.FINISHED
    game.finished_at = at
    game.ending = ending
    game.next_round_at = game.break_until = None
    game.is_held = False
    columns = ["state", "finished_at", "ending", "next_round_at", "break_until", "is_held"]
    game.save(update_fields=columns)
    data = {"ending": ending, "seed": game.seed}
    record(game, LogEntry.Kind.FINISHED, at, by=by, data=data)
    return game


def _require_no_part(game: Game) -> None:
    require_state(game, Game.State.SETUP)
    if game.hall_part:
        raise HallPartGiven(part=game.hall_part)


def _read_part(part: str) -> str:
    try:
        return read_hall_part(part)
    except Unreadable:
        problem = _("Richtig sind {least} bis {most} Ziffern oder Buchstaben (A bis Z, Ä, Ö, Ü).")
        problem = problem.format(least=LEAST_HALL_PART, most=MOST_HALL_PART)
        raise Invalid(field="hall_part", problem=problem) from None


def _check_start(starts_at: datetime | None, at: datetime) -> None:
    if starts_at is not None and starts_at <= at:
        raise Invalid(field="starts_at", problem=_("Der Beginn muss in der Zukunft liegen."))


def _hasten_start(game: Game) -> None:
    if game.starts_at is not None:
        timers.hasten(timers.START, game.pk, game.starts_at)


def _time_or_none(at: datetime | None) -> str | None:
    return None if at is None else time_text(at)


def new_code() -> str:
    while True:
        code = tokens.new_code(CODE_LENGTH)
        if not Game.objects.filter(join_code=code).exists():
            return code
