"""What the director tells everybody: a notice, and a break with its end."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from duplicate.models import Game, LogEntry
from duplicate.models.games import MOST_NOTICE
from duplicate.services.pace import plan_anew
from referee.chain import time_text
from referee.errors import Invalid
from referee.events.locking import lock_event, require_state
from referee.events.log import record
from referee.models import User
from referee.texts import read_text

SHORTEST_BREAK, LONGEST_BREAK = timedelta(seconds=10), timedelta(days=1)


@transaction.atomic
def write_notice(game: Game, text: str, at: datetime, *, by: User) -> Game:
    """Tell everybody who follows the game, in place of what was told before. Raises Invalid."""
    game = lock_event(game)
    game.notice = read_text("text", text, MOST_NOTICE, least=1)
    game.notice_at = at
    game.save(update_fields=["notice", "notice_at"])
    record(game, LogEntry.Kind.NOTICE_WRITTEN, at, by=by, data={"text": game.notice})
    return game


@transaction.atomic
def take_back_notice(game: Game, at: datetime, *, by: User) -> Game:
    """Tell nothing any more. Where nothing is told nothing changes."""
    game = lock_event(game)
    if game.notice:
        game.notice, game.notice_at = "", None
        game.save(update_fields=["notice", "notice_at"])
        record(game, LogEntry.Kind.NOTICE_TAKEN_BACK, at, by=by)
    return game


@transaction.atomic
def begin_break(
    game: Game,
    at: datetime,
    *,
    by: User,
    seconds: int | None = None,
    until: datetime | None = None,
) -> Game:
    """Tell everybody how long the break between two rounds is, in place of what was told before.

    An automatic game draws no round before its end. Whoever opens one ends it. Raises
    WrongGameState unless running, Invalid unless it is given either how long or until when, and
    for one shorter than ten seconds or longer than a day.
    """
    game = lock_event(game)
    require_state(game, Game.State.RUNNING)
    if (seconds is None) == (until is None):
        raise Invalid(field="seconds", problem=_("Richtig ist eine Dauer oder ein Ende."))
    if until is None:
        longest = int(LONGEST_BREAK.total_seconds())
        until = at + timedelta(seconds=min(max(seconds or 0, 0), longest + 1))
    if not SHORTEST_BREAK <= until - at <= LONGEST_BREAK:
        field = "until" if seconds is None else "seconds"
        raise Invalid(field=field, problem=_("Richtig sind zehn Sekunden bis ein Tag."))
    game.break_until = until
    game.save(update_fields=["break_until"])
    plan_anew(game, at)
    record(game, LogEntry.Kind.BREAK_BEGUN, at, by=by, data={"until": time_text(until)})
    return game


@transaction.atomic
def end_break(game: Game, at: datetime, *, by: User) -> Game:
    """Let the game go on; an automatic one with its lead-in. Without a break nothing changes."""
    game = lock_event(game)
    if game.break_until is not None:
        game.break_until = None
        game.save(update_fields=["break_until"])
        plan_anew(game, at)
        record(game, LogEntry.Kind.BREAK_ENDED, at, by=by)
    return game
