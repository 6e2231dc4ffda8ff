"""What rounds say: which one is played, from what position, by which words, whether all is in."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, cast

from django.db.models import QuerySet

from duplicate.errors import RoundMissing
from duplicate.models import Game, Receiver, Round, Ruling
from duplicate.moves import read_move_json
from duplicate.options import Reference
from engine import simultan
from engine.draws import Draw
from engine.lexicon import Lexicon
from engine.scoring import ScoredMove
from engine.simultan import Position
from engine.verdicts import Code
from referee.lexicons import kept_lexicon

#: How long closing waits for the answers received in time, and how long a web process may keep
#: silent before it counts as dead.
PATIENCE = timedelta(seconds=5)


def living_rounds(game: Game) -> QuerySet[Round]:
    """The rounds that were not cancelled, one of each number, in order."""
    return game.rounds.exclude(state=Round.State.CANCELLED).order_by("number")


def living_round(game: Game, number: int) -> Round:
    """Raises RoundMissing."""
    try:
        return living_rounds(game).get(number=number)
    except Round.DoesNotExist:
        raise RoundMissing(number=number) from None


def current_round(game: Game) -> Round | None:
    """The last one that was not cancelled, whatever its state; none before the game has begun."""
    return None if game.state == Game.State.SETUP else living_rounds(game).last()


def last_published(game: Game, current: Round | None) -> Round | None:
    """The last published round of a game whose current one is known."""
    if current is None or current.state == Round.State.PUBLISHED:
        return current
    return game.rounds.filter(state=Round.State.PUBLISHED).order_by("number").last()


def last_gone_back(game: Game, current: Round | None) -> Round | None:
    """The last draw of the round that comes next, if it went back into the bag; the current round
    of the game is known, and none comes next while that is played or when the game is not running.
    """
    if game.state != Game.State.RUNNING:
        return None
    match current:
        case None:
            number = 1
        case Round(state=Round.State.DRAWN):
            number = current.number
        case Round(state=Round.State.PUBLISHED):
            number = current.number + 1
        case _:
            return None
    draws = game.rounds.filter(number=number, state=Round.State.CANCELLED)
    return draws.order_by("attempt").last()


def position_before(game: Game) -> Position:
    """Where the game stands for the next draw: after the reference of the last published round.

    After a draw of the next round that was cancelled the leave is in the bag.
    """
    published = game.rounds.filter(state=Round.State.PUBLISHED).order_by("number")
    last = published.last()
    if last is None:
        return simultan.start(game.options.rules.tile_set)
    total = sum(reference_of(round).points for round in published)
    position = replace(position_after(last), total=total)
    if game.rounds.filter(number=position.round_number).exists():
        return simultan.with_leave_in_bag(position)
    return position


def draws_by_hand(game: Game) -> bool:
    """Whether the next rack is drawn from a real bag: as the last one was, else as the game says.

    A game that came here without its seed has no other way.
    """
    last = game.rounds.order_by("number", "attempt").last()
    by_hand = last.drawn_by == Round.DrawnBy.HAND if last else game.options.real_bag
    return by_hand or not game.seed


def position_after(round: Round) -> Position:
    """Where the game stands when the reference of this round is laid, its points as the total."""
    before = Position(round.board, bag="", round_number=round.number)
    rule = round.game.options.draw_rule
    return simultan.lay_reference(before, draw_of(round), reference_of(round), rule)


def reference_of(round: Round) -> ScoredMove:
    """The reference of a round that is judged."""
    return read_move_json(cast(dict[str, Any], round.reference))


def best_moves(round: Round) -> list[ScoredMove]:
    """The moves among which the game's policy lets a director choose the reference."""
    best = []
    if round.game.options.reference == Reference.BEST_HANDED_IN:
        valid = round.plays.filter(code=Code.VALID, points=reference_of(round).points)
        given = valid.exclude(results=None)  # one that was ruled on stays though nobody gives it
        best = [read_move_json(play) for play in given.values("coordinates", "word", "points")]
    return best or [read_move_json(top) for top in round.tops]


def public_state_of(round: Round) -> Round.State:
    """The state as everybody knows it: that a round is judged concerns its directors only.

    A judged round is closed again, without a word in the log, as long as an answer that was
    received in time waits for its verdict.
    """
    state = Round.State(round.state)
    return Round.State.CLOSED if state is Round.State.JUDGED else state


def remaining_seconds(round: Round) -> float | None:
    """The time left of a paused round, None of any other."""
    last = round.periods.last() if round.state == Round.State.PAUSED else None
    return (round.closes_at - last.ends_at).total_seconds() if round.closes_at and last else None


def draw_of(round: Round) -> Draw:
    """The draw of the round, as the engine knows it."""
    return Draw(
        label=round.label,
        round_number=round.number,
        leave=round.leave,
        rejected=tuple(round.rejected),
        drawn=round.drawn,
        rack=round.rack,
        bag=round.bag,
    )


def lexicon_of(game: Game, round_number: int) -> Lexicon:
    """The game's lexicon with the rulings that hold in this round; the newest on a word wins."""
    rulings = Ruling.objects.filter(
        round__game=game,
        round__number__lte=round_number,
        kind__in=(Ruling.Kind.WORD_ALLOWED, Ruling.Kind.WORD_BARRED),
        revoked_at=None,
    )
    kinds = dict(rulings.order_by("id").values_list("word", "kind"))
    allowed = frozenset(word for word, kind in kinds.items() if kind == Ruling.Kind.WORD_ALLOWED)
    return _ruled(game.lexicon_sha256, allowed, frozenset(kinds) - allowed)


@lru_cache(maxsize=64)
def _ruled(sha256: str, added: frozenset[str], barred: frozenset[str]) -> Lexicon:
    lexicon = kept_lexicon(sha256)
    return lexicon.ruled(added, barred) if added or barred else lexicon


def answers_are_in(round: Round, at: datetime) -> bool:
    """Whether every answer received before the deadline is written down, or nobody waits longer.

    A web process that kept silent for the last seconds before the deadline is not waited for.
    """
    closes_at = cast(datetime, round.closes_at)
    if at >= closes_at + PATIENCE:
        return True
    return not Receiver.objects.filter(
        flushed_until__gt=closes_at - PATIENCE, flushed_until__lt=closes_at, has_ended=False
    ).exists()
