"""A game of many people, played by the services but for their answers, written all at once."""

from itertools import cycle

from duplicate.models import Answer, Game
from duplicate.options import Options, Reference
from duplicate.selectors.rounds import lexicon_of
from duplicate.services.games import create_game, end_game, start_game
from duplicate.services.judging import judge_round
from duplicate.services.participants import enter_participants
from duplicate.services.rounds import (
    begin_closing,
    draw_round,
    finish_closing,
    open_round,
    publish_round,
)
from engine.solver import search_all
from referee.events.people import NewPerson
from referee.models import User
from tests.duplicate.factories import NOON, SECOND

#: So many different moves are handed in in a round, the poorest: few tiles for many rounds.
DIFFERENT = 300


def large_game(people: int, rounds: int, by: User) -> Game:
    """A finished game: everybody hands in one move in each of so many rounds, the best is laid."""
    options = Options(reference=Reference.BEST_HANDED_IN)
    game = create_game(name=f"{people} Leute", by=by, at=NOON, options=options)
    enter_participants(
        game,
        [NewPerson(f"Änne {number}", club=f"SC {number % 99}") for number in range(1, people + 1)],
        NOON,
        by=by,
    )
    game = start_game(game, NOON, by=by)
    at = NOON
    for _round in range(rounds):
        drawn = draw_round(game, at, by=by)
        assert drawn is not None
        round = open_round(drawn, at, by=by)
        assert round.closes_at is not None
        words = lexicon_of(game, round.number)
        moves = search_all(words, round.board, round.rack, game.options.rules).moves()
        Answer.objects.bulk_create(
            [
                Answer(
                    round=round,
                    participant=person,
                    source=Answer.Source.ONLINE,
                    received_at=at + SECOND + SECOND * person.number / people,
                    coordinates=scored.move.coordinates,
                    word=scored.move.word,
                    declared_points=scored.points,
                    is_late=False,
                    key=f"{round.number}-{person.number}",
                )
                for person, scored in zip(
                    game.participants.all(), cycle(moves[-DIFFERENT:]), strict=False
                )
            ],
            batch_size=2_000,
        )
        at = round.closes_at + 10 * SECOND
        begin_closing(round, at, by=by)
        finish_closing(round, at)
        judge_round(round, at)
        publish_round(round, at, by=by)
        at += 10 * SECOND
    return end_game(game, at, by=by)
