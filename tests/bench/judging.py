"""What judging and counting cost, as `make bench` prints it: in a database that is set up."""

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from django.db import connection

from duplicate.models import Answer, Game, Participant, Result, Round
from duplicate.moves import move_json
from duplicate.selectors.revisions import pending_revisions
from duplicate.selectors.standings import game_standings
from duplicate.services.judging import judge_round
from duplicate.services.rulings import rule_on_word
from engine.board import Board
from engine.rulesets import STANDARD
from engine.scoring import ScoredMove
from engine.solver import find_tops, search_all
from engine.tiles import without
from referee.lexicons import keep_lexicon
from referee.models import User

#: For judging and for what is pending, and for standings over so many rounds.
MOST_SECONDS, MOST_SECONDS_TO_COUNT, ROUNDS = 1.0, 1.5, 20
AT = datetime(2026, 11, 16, 12, tzinfo=UTC)
RACK = "AEGMNRS"


def report(answers: int = 8_000) -> Iterator[str]:
    """Judge so many answers, once and again after a ruling, and count standings of so many."""
    yield f"judging          {answers:,} answers, {connection.vendor}"
    moves = search_all(keep_lexicon(), Board(), RACK).moves()
    for kind, writings in (
        ("as a crowd writes", _crowd(answers, moves)),
        ("every answer another", _all_different(answers)),
    ):
        game, round = _closed_round(writings)
        seconds = _timed(lambda round=round: judge_round(round, AT))  # type: ignore[misc]
        plays = round.plays.count()
        yield f"  {'judged':<18}{seconds:6.2f} s (at most {MOST_SECONDS}), {kind}, {plays:,} plays"
        by = User.objects.create_user(f"bench {game.pk}")
        word = round.plays.order_by("-points")[0].word.upper()
        again = _timed(
            lambda round=round, word=word, by=by: rule_on_word(  # type: ignore[misc]
                round, word, AT, by=by, is_admissible=False, reason="other"
            )
        )
        yield f"  {'after a ruling':<18}{again:6.2f} s"
    _publish_often(game, round)
    game.refresh_from_db()
    seconds = _timed(lambda: game_standings(game))
    yield f"  {'standings':<18}{seconds:6.2f} s (at most {MOST_SECONDS_TO_COUNT}), {ROUNDS} rounds"
    yield f"  {'remembered':<18}{_timed(lambda: game_standings(game)):6.2f} s"
    seconds = _timed(lambda: pending_revisions(game))
    yield f"  {'what is pending':<18}{seconds:6.2f} s (at most {MOST_SECONDS}), in {ROUNDS} rounds"
    yield f"  {'remembered':<18}{_timed(lambda: pending_revisions(game)):6.2f} s"


def _timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _crowd(answers: int, moves: Sequence[ScoredMove]) -> list[tuple[str, str]]:
    """Many find the best moves, some write what is no word, in any case."""
    random = Random(answers)
    writings = []
    for _ in range(answers):
        move = moves[min(int(random.expovariate(0.02)), len(moves) - 1)].move
        word = move.word if random.random() < 0.9 else "".join(random.sample(RACK, 5))
        writings.append((move.coordinates, random.choice([word, word.lower(), word.title()])))
    return writings


def _all_different(answers: int) -> list[tuple[str, str]]:
    """The worst that can be: everybody writes another word of the rack's letters."""
    random = Random(answers)
    words: set[str] = set()
    while len(words) < answers:
        words.add("".join(random.sample(RACK, random.randint(6, 7))))
    return [("H4" if random.random() < 0.5 else "4H", word) for word in sorted(words)]


def _closed_round(writings: list[tuple[str, str]]) -> tuple[Game, Round]:
    game = Game.objects.create(
        name="bench",
        state=Game.State.RUNNING,
        lexicon_sha256=keep_lexicon().info.sha256,
        join_code=f"B{Game.objects.count()}",
        seed="00" * 32,
        created_at=AT,
    )
    participants = Participant.objects.bulk_create(
        Participant(
            game=game,
            number=number,
            name=f"Spieler {number}",
            club=f"Club {number % 300}",
            is_online=True,
            entered_at=AT,
        )
        for number in range(1, len(writings) + 1)
    )
    round = _round(game, 1, Round.State.CLOSED)
    Answer.objects.bulk_create(
        Answer(
            round=round,
            participant=participant,
            source=Answer.Source.ONLINE,
            received_at=AT - timedelta(seconds=10),
            coordinates=coordinates,
            word=word,
            declared_points=20,
            is_late=False,
        )
        for participant, (coordinates, word) in zip(participants, writings, strict=True)
    )
    return game, round


def _round(game: Game, number: int, state: Round.State) -> Round:
    return Round.objects.create(
        game=game,
        number=number,
        state=state,
        drawn_by=Round.DrawnBy.SERVER,
        rack=RACK,
        bag=without(STANDARD.tile_set.all_tiles, RACK),
        cells="." * 225,
        opened_at=AT - timedelta(minutes=3),
        closes_at=AT,
        published_at=AT,
        tops=(tops := [move_json(top) for top in find_tops(keep_lexicon(), Board(), RACK)]),
        top_points=tops[0]["points"],
    )


def _publish_often(game: Game, judged: Round) -> None:
    """Let the results of the judged round be those of all rounds."""
    Round.objects.filter(pk=judged.pk).update(state=Round.State.PUBLISHED, published_at=AT)
    random = Random(0)
    results = list(judged.results.values_list("participant_id", flat=True))
    for number in range(2, ROUNDS + 1):
        round = _round(game, number, Round.State.PUBLISHED)
        Result.objects.bulk_create(
            Result(
                round=round,
                participant_id=participant,
                points=(points := random.randint(0, 24)),
                move_points=points,
                is_top=points == 24,
            )
            for participant in results
        )
