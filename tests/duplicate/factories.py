"""Rows for the tests, made without the services, in any state a test wants to start from.

The clock of the tests stands at NOON unless a test moves it.
"""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from duplicate.models import Answer, Game, Participant, Period, Receiver, Round, Staff
from duplicate.options import Options
from engine.draws import draw_label
from engine.randomness import commitment
from engine.rulesets import STANDARD
from engine.scoring import ScoredMove
from engine.solver import find_tops
from engine.tiles import without
from referee.lexicons import keep_lexicon
from referee.models import User
from referee.tokens import PARTICIPANT, digest, new_token

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
SEED = "5e" * 32
#: A rack with a fine top in the tests' list.
RACK = "AEGMNRS"

_numbers = count(1)


def make_user(name: str = "", *, is_admin: bool = False) -> User:
    return User.objects.create_user(
        name or f"user{next(_numbers)}",
        password="richtig-langes-wort",
        is_staff=is_admin,
        is_superuser=is_admin,
    )


def make_game(
    *,
    director: User | None = None,
    state: Game.State = Game.State.RUNNING,
    options: Options | None = None,
    **columns: Any,
) -> Game:
    """A game by the default lexicon (take the fixture `lexicon`), its director on the staff."""
    game = Game.objects.create(
        name="Donnerstagsrunde",
        state=state,
        options_json=(options or Options()).as_json(),
        lexicon_sha256=keep_lexicon().info.sha256,
        join_code=f"CODE{next(_numbers):02}",
        seed=SEED,
        commitment=commitment(bytes.fromhex(SEED)),
        created_at=NOON,
        started_at=None if state == Game.State.SETUP else NOON,
        **columns,
    )
    game.staff.create(user=director or make_user(), role=Staff.Role.DIRECTOR)
    return game


def make_participant(game: Game, name: str = "", **columns: Any) -> tuple[Participant, str]:
    """A participant who joined online, and their token."""
    token = new_token(PARTICIPANT)
    number = game.participants.count() + 1
    participant = Participant.objects.create(
        game=game,
        number=number,
        name=name or f"Spieler {number}",
        token_digest=digest(token),
        is_online=True,
        entered_at=NOON,
        **columns,
    )
    return participant, token


def make_round(
    game: Game,
    *,
    state: Round.State = Round.State.OPEN,
    rack: str = RACK,
    number: int = 1,
    limit: timedelta = 180 * SECOND,
    opened_at: datetime = NOON,
    cells: str = "." * 225,
    **columns: Any,
) -> Round:
    """A round drawn from a full bag; past `drawn` it was opened at `opened_at` and has a period."""
    round = Round(
        game=game,
        number=number,
        state=state,
        drawn_by=Round.DrawnBy.SERVER,
        label=draw_label(number),
        drawn=rack,
        rack=rack,
        bag=without(STANDARD.tile_set.all_tiles, rack),
        cells=cells,
        **columns,
    )
    tops = find_tops(keep_lexicon(), round.board, rack, game.options.rules)
    round.tops = [move_json(top) for top in tops]
    round.top_points = tops[0].points if tops else 0
    if state != Round.State.DRAWN:
        round.opened_at, round.closes_at = opened_at, opened_at + limit
    round.save()
    if round.closes_at:
        Period.objects.create(round=round, starts_at=opened_at, ends_at=round.closes_at)
    return round


def make_answer(
    round: Round,
    participant: Participant,
    coordinates: str,
    word: str,
    *,
    received_at: datetime = NOON + SECOND,
    **columns: Any,
) -> Answer:
    return Answer.objects.create(
        round=round,
        participant=participant,
        coordinates=coordinates,
        word=word,
        received_at=received_at,
        **({"source": Answer.Source.ONLINE, "is_late": False} | columns),
    )


def make_receiver(
    name: str, flushed_until: datetime, *, since: datetime = NOON - timedelta(days=1)
) -> Receiver:
    """A web process with its mark."""
    return Receiver.objects.create(name=name, flushed_until=flushed_until, since=since)


def move_json(scored: ScoredMove) -> dict[str, Any]:
    return {
        "coordinates": scored.move.coordinates,
        "word": scored.move.word,
        "points": scored.points,
    }


def move_deadline(round: Round, closes_at: datetime) -> None:
    """So that it comes when the test is ready for it, however slow the machine is."""
    round.closes_at = closes_at
    round.save(update_fields=["closes_at"])
    round.periods.update(ends_at=closes_at)
