"""Judging a closed round: what is written down and in what state it leaves the round."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from duplicate.adjudication import results_digest
from duplicate.errors import WrongRoundState
from duplicate.models import Answer, Game, LogEntry, Participant, Result, Round
from duplicate.options import Declared, Options, Reference
from duplicate.selectors.desk import arrival_of
from duplicate.selectors.plays import plays_of
from duplicate.selectors.shown import shown_round
from duplicate.services.judging import judge_round, settle
from engine.lexicon import Lexicon
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_answer,
    make_game,
    make_participant,
    make_round,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
LATER = NOON + timedelta(minutes=4)


def closed_round(
    *writings: tuple[str, str], options: Options | None = None, **columns: Any
) -> Round:
    """A closed round in which participants 1, 2, … gave these answers."""
    round = make_round(make_game(options=options), state=Round.State.CLOSED, **columns)
    for writing in writings:
        participant, _ = make_participant(round.game)
        make_answer(round, participant, *writing)
    return round


def points_of(round: Round) -> list[tuple[int, int]]:
    results = round.results.order_by("participant__number")
    return list(results.values_list("participant__number", "points"))


def judged(game: Game) -> list[LogEntry]:
    return list(game.log.filter(kind=LogEntry.Kind.JUDGED))


def test_every_answer_has_its_points_and_every_play_one_verdict() -> None:
    round = closed_round(
        ("H4-H9", "MAGENS"), ("H4", "magens"), ("H4-H9", "GERMAS"), ("H4", "MAGEN")
    )
    round = judge_round(round, LATER)
    assert round.state == Round.State.JUDGED
    assert points_of(round) == [(1, 24), (2, 24), (3, 0), (4, 22)]
    plays = [(play.word, play.points, play.given_by, play.is_doubtful) for play in plays_of(round)]  # type: ignore[attr-defined]
    assert plays == [("MAGENS", 24, 2, False), ("MAGEN", 22, 1, False), ("GERMAS", 0, 1, True)]
    assert round.reference == {"coordinates": "H4-H9", "word": "MAGENS", "points": 24}


def test_the_last_answer_that_is_not_late_counts_whatever_its_source() -> None:
    round = closed_round(("H4", "MAGENS"))
    participant = round.game.participants.get()
    slip = make_answer(
        round,
        participant,
        "H4",
        "MAGEN",
        received_at=NOON + 2 * SECOND,
        source=Answer.Source.SLIP,
    )
    make_answer(round, participant, "H4", "MAGENS", received_at=LATER, is_late=True)
    judge_round(round, LATER)
    assert points_of(round) == [(1, 22)]
    assert round.results.get().answer == slip


def make_slip(round: Round, word: str, seconds: int, *, is_late: bool = False) -> Answer:
    return make_answer(
        round,
        round.game.participants.get(),
        "H4",
        word,
        received_at=NOON + seconds * SECOND,
        source=Answer.Source.SLIP,
        is_late=is_late,
    )


@pytest.mark.parametrize(
    ("slips", "points"),
    [
        ([("MAGENS", 2, False), ("MAGENS", 3, True)], 22),
        ([("MAGENS", 2, False), ("MAGENS", 2, True)], 22),
        ([("MAGENS", 2, True), ("MAGENS", 3, False)], 24),
        ([("MAGENS", 2, False), ("GERMAS", 3, False)], 0),
        ([("MAGENS", 0, False)], 22),
    ],
    ids=["taken back", "at once", "given back", "corrected", "before the phone"],
)
def test_of_slips_only_the_newest_version_is_considered(
    slips: list[tuple[str, int, bool]], points: int
) -> None:
    round = closed_round(("H4", "MAGEN"))
    for word, seconds, is_late in slips:
        make_slip(round, word, seconds, is_late=is_late)
    judge_round(round, LATER)
    assert points_of(round) == [(1, points)]


def test_a_slip_marked_late_leaves_nothing_if_there_was_nothing_else() -> None:
    round = closed_round(("H4", "MAGENS"))
    round.answers.update(source=Answer.Source.SLIP)
    make_slip(round, "MAGENS", 2, is_late=True)
    assert arrival_of(round).answered == shown_round(round, to_staff=True)["answered"] == 0
    judge_round(round, LATER)
    assert points_of(round) == []


def test_of_two_answers_received_at_once_the_later_row_counts() -> None:
    round = closed_round(("H4", "MAGENS"))
    make_answer(round, round.game.participants.get(), "H4", "MAGEN")
    judge_round(round, LATER)
    assert points_of(round) == [(1, 22)]


def test_judging_is_recorded_with_a_digest_of_the_results() -> None:
    round = closed_round(("H4-H9", "MAGENS"), ("H4", "MAGEN"))
    judge_round(round, LATER)
    (entry,) = judged(round.game)
    assert (entry.at, entry.by, entry.round) == (LATER, "clock", round)
    assert (entry.data["answers"], entry.data["plays"]) == (2, 2)
    assert entry.data["digest"] == results_digest(points_of(round))


def test_judging_a_judged_round_changes_nothing() -> None:
    round = closed_round(("H4-H9", "MAGENS"))
    judge_round(round, LATER)
    rows = list(Result.objects.values())
    assert judge_round(round, LATER + SECOND).state == Round.State.JUDGED
    assert list(Result.objects.values()) == rows
    assert len(judged(round.game)) == 1


@pytest.mark.parametrize("state", [Round.State.OPEN, Round.State.CLOSING, Round.State.CANCELLED])
def test_a_round_that_is_not_closed_is_not_judged(state: Round.State) -> None:
    round = make_round(make_game(), state=state)
    with pytest.raises(WrongRoundState):
        judge_round(round, LATER)
    assert judged(round.game) == []


def test_judging_again_after_a_straggler_keeps_the_plays_that_are_still_given() -> None:
    round = closed_round(("H4", "MAGENS"), ("H4", "MAGEN"))
    judge_round(round, LATER)
    before = {play.word: play.pk for play in round.plays.all()}
    second = Participant.objects.get(number=2)
    make_answer(round, second, "H4", "GERMAS", received_at=NOON + 2 * SECOND)
    Round.objects.update(state=Round.State.CLOSED)
    judge_round(round, LATER)
    after = {play.word: play.pk for play in round.plays.all()}
    assert after.keys() == {"MAGENS", "GERMAS"}
    assert after["MAGENS"] == before["MAGENS"]
    assert points_of(round) == [(1, 24), (2, 0)]


def test_an_illegible_slip_earns_nothing_and_a_warning_where_there_are_any() -> None:
    round = closed_round(("", ""), options=Options(warning_deduction=5, free_warnings=0))
    judge_round(round, LATER)
    result = round.results.get()
    assert (result.points, result.move_points, result.deduction) == (-5, 0, 5)
    assert result.warnings == ["illegible"]
    assert round.plays.get().code == "illegible"


def test_an_unmarked_blank_counts_and_warns() -> None:
    options = Options(declared=Declared.WARN)
    round = closed_round(("H7", "REGSAME"), ("H7", "REGSAMe"), options=options, rack="AEGM?RS")
    Answer.objects.update(declared_points=74)
    judge_round(round, LATER)
    assert points_of(round) == [(1, 74), (2, 74)]
    assert [result.warnings for result in round.results.order_by("participant__number")] == [
        ["unmarked_blank"],
        [],
    ]


def test_warnings_of_earlier_rounds_use_up_the_free_ones() -> None:
    options = Options(declared=Declared.WARN, free_warnings=1, warning_deduction=5)
    round = closed_round(("H4", "MAGENS"), options=options)
    judge_round(round, LATER)
    assert points_of(round) == [(1, 24)]
    Round.objects.update(state=Round.State.PUBLISHED)
    second = make_round(round.game, state=Round.State.CLOSED, number=2)
    make_answer(second, round.game.participants.get(), "H4", "MAGENS")
    judge_round(second, LATER)
    assert points_of(second) == [(1, 19)]


def test_who_withdrew_before_the_round_is_not_credited() -> None:
    round = closed_round(("H4", "MAGENS"), ("H4", "MAGEN"))
    Participant.objects.filter(number=1).update(withdrawn_at=NOON)
    Participant.objects.filter(number=2).update(withdrawn_at=NOON + 60 * SECOND)
    judge_round(round, LATER)
    assert points_of(round) == [(2, 22)]


def test_the_best_move_handed_in_is_the_reference_where_the_game_says_so() -> None:
    options = Options(reference=Reference.BEST_HANDED_IN)
    round = closed_round(("H4", "MAGEN"), ("H4", "GERMAS"), options=options)
    reference = judge_round(round, LATER).reference
    assert reference == {"coordinates": "H4-H8", "word": "MAGEN", "points": 22}


def test_a_director_s_choice_among_equal_tops_stays() -> None:
    chosen = {"coordinates": "H7-H12", "word": "REGSAM", "points": 24}
    round = closed_round(("H4", "MAGEN"), reference=chosen, reference_chosen=True)
    round = judge_round(round, LATER)
    assert (round.reference, round.reference_chosen) == (chosen, True)


def test_a_choice_that_is_no_top_any_more_goes() -> None:
    chosen = {"coordinates": "H4-H8", "word": "MAGEN", "points": 22}
    round = judge_round(closed_round(reference=chosen, reference_chosen=True), LATER)
    assert round.reference is not None
    assert (round.reference["word"], round.reference_chosen) == ("MAGENS", False)


def test_an_automatic_game_publishes_so_many_seconds_after_the_deadline() -> None:
    options = Options(automatic=True, publish_after_seconds=20)
    round = judge_round(closed_round(options=options), LATER)
    assert round.publish_at == NOON + 200 * SECOND
    assert judge_round(closed_round(), LATER).publish_at is None


def test_judging_asks_the_database_as_often_for_many_answers(
    django_assert_max_num_queries: Any, lexicon: Lexicon
) -> None:
    round = closed_round()
    participants = [make_participant(round.game)[0] for _ in range(40)]
    words = sorted(word for word in lexicon if len(word) == 4)[:40]
    for participant, word in zip(participants, words, strict=True):
        make_answer(round, participant, "H5", word)
    with django_assert_max_num_queries(20):
        judge_round(round, LATER)
    assert round.results.count() == round.plays.count() == 40


WORKERS = 4
on_postgresql = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="threads share no test database there"
)


def race(work: Callable[[], object]) -> list[Exception]:
    """Let several workers do it at once; what they raised."""
    ready = Barrier(WORKERS)

    def run(_number: int) -> Exception | None:
        try:
            ready.wait(timeout=30)
            work()
        except DatabaseError as fault:
            return fault
        finally:
            connection.close()
        return None

    with ThreadPoolExecutor(WORKERS) as pool:
        return [fault for fault in pool.map(run, range(WORKERS)) if fault]


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_racing_workers_judge_a_round_once() -> None:
    round = closed_round(("H4", "MAGENS"), ("H4", "MAGEN"))
    assert race(lambda: judge_round(round, LATER)) == []
    assert len(judged(round.game)) == 1
    assert points_of(round) == [(1, 24), (2, 22)]


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_without_the_lock_racing_workers_judge_a_round_several_times() -> None:
    """The control of the test above: each sees the round closed, and goes on."""
    round = closed_round(("H4", "MAGENS"), ("H4", "MAGEN"))
    seen = Barrier(WORKERS)

    @transaction.atomic
    def judge_without_lock() -> None:
        unlocked = Round.objects.select_related("game").get(pk=round.pk)
        seen.wait(timeout=30)
        settle(unlocked, LATER)

    faults = race(judge_without_lock)
    assert len(faults) + len(judged(round.game)) == WORKERS
