"""Games played with the services, some rounds long and with a bit of everything in them."""

import json
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from duplicate.exchange.game import write_game
from duplicate.models import Game, Participant, Round
from duplicate.options import Options
from duplicate.selectors.rounds import lexicon_of, position_before
from duplicate.services.answers import record_slip
from duplicate.services.games import create_game, end_game, start_game
from duplicate.services.imports import import_game
from duplicate.services.judging import judge_round
from duplicate.services.participants import enter_participant, join_game
from duplicate.services.rounds import (
    begin_closing,
    cancel_round,
    draw_by_hand,
    draw_round,
    finish_closing,
    open_round,
    publish_round,
)
from duplicate.services.rulings import penalise_participant, rule_on_word, warn_participant
from engine.draws import Draw, draw
from engine.randomness import RandomStream, commitment
from engine.solver import search_all
from referee.events.people import NewPerson
from referee.models import User
from tests.duplicate.factories import NOON, SECOND, SEED, make_answer, make_user

#: When games are taken in elsewhere.
LATER = NOON + timedelta(days=1)


def begun_game(by: User | None = None, options: Options | None = None, hall_part: str = "") -> Game:
    """Anna plays online, Ben on paper."""
    by = by or make_user()
    game = create_game(name="Ein „Abend“ & mehr", by=by, at=NOON, options=options)
    join_game(game.join_code, name="Anna <3", at=NOON, club="SC Nord", category="A")
    enter_participant(game, NewPerson("=Ben", member_id="17"), NOON, by=by)
    # The same tiles in every test.
    game.seed, game.commitment = SEED, commitment(bytes.fromhex(SEED))
    game.save(update_fields=["seed", "commitment"])
    return start_game(game, NOON, by=by, hall_part=hall_part)


def director_of(game: Game) -> User:
    return game.staff.get().user


def opened(game: Game, at: datetime) -> Round:
    round = draw_round(game, at, by=director_of(game))
    assert round is not None
    return open_round(round, at, by=director_of(game))


def hand_in(round: Round) -> None:
    """Anna finds a top after a poorer move, and one more too late; Ben writes no word at all."""
    assert round.opened_at is not None
    anna, ben = Participant.objects.filter(game=round.game)
    rules = round.game.options.rules
    found = search_all(lexicon_of(round.game, round.number), round.board, round.rack, rules)
    moves = found.moves()
    worst, best = moves[-1], moves[0]
    at = round.opened_at
    for seconds, scored, is_late in ((1, worst, False), (2, best, False), (300, worst, True)):
        make_answer(
            round,
            anna,
            scored.move.coordinates,
            scored.move.word,
            declared_points=scored.points,
            received_at=at + seconds * SECOND,
            is_late=is_late,
        )
    record_slip(
        round,
        ben,
        coordinates=best.move.coordinates,
        word="X" * len(best.move.word),
        points=1,
        at=at + 5 * SECOND,
        by=director_of(round.game),
    )


def published(round: Round) -> Round:
    assert round.closes_at is not None
    by, at = director_of(round.game), round.closes_at + 10 * SECOND
    begin_closing(round, at, by=by)
    finish_closing(round, at)
    judge_round(round, at)
    return publish_round(round, at, by=by)


def rack_by_hand(game: Game) -> str:
    """A rack such as a hand might draw next, the leave on it."""
    position, rule = position_before(game), game.options.draw_rule
    for attempt in count(1):
        stream = RandomStream(bytes(32), f"hand {attempt}")
        drawn = draw(position.bag, position.leave, position.round_number, stream, rule)
        assert isinstance(drawn, Draw)
        if not drawn.rejected:
            return drawn.rack
    raise AssertionError


def play_rounds(game: Game, count: int) -> None:
    for number in range(1, count + 1):
        round = opened(game, NOON + 600 * number * SECOND)
        hand_in(round)
        published(round)


def played_game(
    by: User | None = None, options: Options | None = None, hall_part: str = ""
) -> Game:
    """Four rounds: the second after a misdraw, the third drawn by hand, the fourth with rulings.

    A director then ends the game, with the next round drawn already.
    """
    game = begun_game(by, options, hall_part)
    by, at = director_of(game), NOON + 3600 * SECOND
    play_rounds(game, 1)
    misdrawn = opened(game, at)
    hand_in(misdrawn)
    cancel_round(misdrawn, at + SECOND, by=by, text="Beutel umgefallen")
    second = opened(game, at + 60 * SECOND)
    hand_in(second)
    published(second)
    third = draw_by_hand(game, rack_by_hand(game), at + 700 * SECOND, by=by)
    third = open_round(third, at + 700 * SECOND, by=by)
    hand_in(third)
    published(third)
    fourth = opened(game, at + 1400 * SECOND)
    hand_in(fourth)
    ben = game.participants.get(number=2)
    warn_participant(fourth, ben, at, by=by, reason="wrong_points")
    penalise_participant(fourth, ben, 3, at, by=by, reason="disturbance", text="Laut")
    published(fourth)
    rule_on_word(fourth, "XY", at, by=by, is_admissible=True, reason="in_dictionary")
    draw_round(game, at + 2000 * SECOND, by=by)
    return end_game(Game.objects.get(pk=game.pk), at + 2100 * SECOND, by=by)


def exported(game: Game, *, to_staff: bool = True) -> dict[str, Any]:
    """The whole game as `export.json` has it, read by somebody else."""
    text = "".join(part.text for part in write_game(game, to_staff=to_staff))
    data: dict[str, Any] = json.loads(text)
    return data


def taken_in(data: object, by: User | None = None, at: datetime = LATER) -> Game:
    """The copy of a game that was exported, brought by `by` or by anybody."""
    text = json.dumps(data).encode()
    return import_game(lambda: [text], at, by=by or make_user())
