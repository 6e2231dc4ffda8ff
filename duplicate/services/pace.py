"""When an automatic game goes on by itself: after a while, after a break, not while it is held."""

from datetime import datetime, timedelta

from django.db import transaction

from duplicate import timers
from duplicate.errors import NotAutomatic
from duplicate.models import Game, LogEntry, Round
from duplicate.selectors.rounds import current_round
from referee.events.locking import lock_event, require_state
from referee.events.log import record
from referee.models import User


def lead_of(game: Game) -> timedelta:
    """How long everybody is told before a round begins by itself."""
    return timedelta(seconds=game.options.lead_seconds)


def pause_of(game: Game) -> timedelta:
    """How long everybody has after a round, the lead-in included."""
    return max(timedelta(seconds=game.options.next_after_seconds), lead_of(game))


def draw_again(game: Game, at: datetime) -> None:
    """Have the clock draw and open the next round of the locked game at `at`, if it is automatic:
    not before a break is over, and not at all while it is held.
    """
    if not game.options.automatic:
        return
    game.next_round_at = None if game.is_held else max(at, game.break_until or at)
    game.save(update_fields=["next_round_at"])
    if game.next_round_at:
        timers.hasten(timers.NEXT, game.pk, game.next_round_at)


def plan_anew(game: Game, at: datetime) -> None:
    """The same if nothing is played: with a lead-in from now on, and no sooner than usual."""
    last = current_round(game)
    if last is None:
        draw_again(game, at + lead_of(game))
    elif last.state == Round.State.PUBLISHED and last.published_at:
        draw_again(game, max(at + lead_of(game), last.published_at + pause_of(game)))


@transaction.atomic
def hold_game(game: Game, at: datetime, *, by: User) -> Game:
    """Let an automatic game draw no further round; one that is played is played to its end.

    Holding twice changes nothing. Raises WrongGameState unless running, NotAutomatic.
    """
    return _hold(game, True, LogEntry.Kind.HELD, at, by)


@transaction.atomic
def release_game(game: Game, at: datetime, *, by: User) -> Game:
    """Let a held game go on by itself. Releasing twice changes nothing. Raises as `hold_game`."""
    return _hold(game, False, LogEntry.Kind.RELEASED, at, by)


def _hold(game: Game, held: bool, kind: LogEntry.Kind, at: datetime, by: User) -> Game:
    game = lock_event(game)
    require_state(game, Game.State.RUNNING)
    if not game.options.automatic:
        raise NotAutomatic
    if game.is_held != held:
        game.is_held = held
        game.save(update_fields=["is_held"])
        plan_anew(game, at)
        record(game, kind, at, by=by)
    return game
