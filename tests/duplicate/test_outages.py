"""What becomes of a round at whose deadline no server ran: nobody loses time to hand in."""

from datetime import datetime, timedelta

import pytest

from duplicate.errors import ImportRefused, NobodyReceives
from duplicate.models import Receiver, Round
from duplicate.options import AfterOutage, Options
from duplicate.selectors.state import public_state
from duplicate.services.answers import IncomingAnswer, record_answer
from duplicate.services.rounds import (
    begin_closing,
    extend_round,
    pause_round,
    publish_round,
    resume_round,
)
from duplicate.written_answer import WrittenAnswer
from referee.tokens import digest
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_answer,
    make_game,
    make_participant,
    make_receiver,
    make_round,
    make_user,
)
from tests.duplicate.logs import kinds_of
from tests.duplicate.sample_games import begun_game, director_of, exported, opened, taken_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State
DEADLINE = NOON + 180 * SECOND
BACK = NOON + timedelta(hours=1)
LEFT_WHEN_KILLED = 70 * SECOND
KILLED = DEADLINE - LEFT_WHEN_KILLED


def open_round_of(after: AfterOutage = AfterOutage.GIVE_BACK) -> Round:
    return make_round(make_game(options=Options(after_outage=after)))


def come_back(at: datetime = BACK) -> None:
    """A server runs again, and has just left its mark."""
    make_receiver("next", at, since=at)


def periods_of(round: Round) -> list[tuple[datetime, datetime]]:
    return list(round.periods.values_list("starts_at", "ends_at"))


def test_what_was_left_when_the_server_went_is_given_back_when_one_is_there_again() -> None:
    round = open_round_of()
    make_receiver("killed", KILLED)
    come_back()
    round = begin_closing(round, BACK)
    assert (round.state, round.closes_at) == (State.OPEN, BACK + LEFT_WHEN_KILLED)
    assert periods_of(round) == [(NOON, KILLED), (BACK, BACK + LEFT_WHEN_KILLED)]
    told = round.game.log.get(kind="interrupted")
    assert (told.at, told.by) == (BACK, "clock")
    assert told.data["since"] == "2026-11-16T12:01:50.000000Z"
    assert (told.data["seconds"], told.data["closes_at"]) == (70, "2026-11-16T12:03:00.000000Z")
    assert kinds_of(round.game) == ["interrupted", "resumed"]
    assert public_state(round.game)["round"]["shut_out_seconds"] == 70


def test_or_the_round_waits_for_the_director_who_has_all_ways_to_go_on() -> None:
    round = open_round_of(AfterOutage.WAIT)
    make_receiver("killed", KILLED)
    come_back()
    round = begin_closing(round, BACK)
    assert round.state == State.PAUSED
    assert public_state(round.game)["round"]["remaining_seconds"] == 70
    by = director_of(round.game)
    extend_round(round, 30, BACK, by=by)
    round = resume_round(round, BACK + SECOND, by=by)
    assert round.closes_at == BACK + 101 * SECOND
    assert kinds_of(round.game) == ["interrupted", "extended", "resumed"]


def test_a_paused_round_that_waits_may_be_closed_where_people_were_shut_out() -> None:
    round = open_round_of(AfterOutage.WAIT)
    make_receiver("killed", KILLED)
    come_back()
    round = begin_closing(begin_closing(round, BACK), BACK, by=director_of(round.game))
    assert (round.state, round.closes_at) == (State.CLOSING, KILLED)


def test_what_was_acknowledged_counts_and_what_came_after_the_return_does_too() -> None:
    round = open_round_of()
    before, _ = make_participant(round.game)
    make_answer(round, before, "H4", "MAGEN", received_at=KILLED + SECOND / 10)
    make_receiver("killed", KILLED)
    come_back()
    round = begin_closing(round, BACK)
    assert periods_of(round)[0][1] > KILLED + SECOND / 10
    _, token = make_participant(round.game)
    answer = IncomingAnswer(
        token_digest=digest(token),
        game_id=round.game_id,
        round_number=1,
        received_at=BACK + SECOND,
        written=WrittenAnswer("H4", "MAGEN", None),
    )
    assert not record_answer(answer).is_late


@pytest.mark.parametrize(
    ("marks", "is_outage"),
    [
        ([], False),  # on paper, without a server all the round long
        ([("lives", NOON, DEADLINE + 10 * SECOND)], False),
        ([("ran at the deadline", NOON, DEADLINE), ("next", BACK - SECOND, BACK)], False),
        ([("just alive", NOON, DEADLINE - SECOND / 4)], False),
        ([("killed", NOON, KILLED), ("other", NOON, DEADLINE)], False),
        ([("killed", NOON, KILLED), ("in time", DEADLINE - SECOND, BACK)], False),
        ([("killed", NOON, DEADLINE - SECOND), ("next", BACK, BACK)], False),
        ([("killed", NOON, DEADLINE - 2 * SECOND), ("soon", DEADLINE + 3 * SECOND, BACK)], False),
        ([("killed", NOON, DEADLINE - 2 * SECOND), ("late", DEADLINE + 4 * SECOND, BACK)], True),
        ([("of a round before", NOON - SECOND, NOON), ("next", BACK - SECOND, BACK)], True),
        ([("two", NOON, KILLED), ("killed", NOON, KILLED), ("next", BACK, BACK)], True),
    ],
)
def test_no_server_ran_if_five_seconds_around_the_deadline_have_no_mark(
    marks: list[tuple[str, datetime, datetime]], is_outage: bool
) -> None:
    round = open_round_of()
    for name, since, until in marks:
        make_receiver(name, until, since=since)
    now = BACK if marks[1:] else DEADLINE + SECOND / 10
    begin_closing(round, now)
    assert kinds_of(round.game) == (["interrupted", "resumed"] if is_outage else ["closing"])


def test_nothing_is_given_back_before_anybody_is_there_to_take_answers() -> None:
    round = open_round_of()
    make_receiver("killed", KILLED)
    for stale in (BACK - 5 * SECOND, None):
        with pytest.raises(NobodyReceives):
            begin_closing(round, BACK)
        if stale:
            make_receiver("gone again", stale, since=stale - SECOND)
    Receiver.objects.filter(name="gone again").update(flushed_until=BACK, has_ended=True)
    with pytest.raises(NobodyReceives):
        begin_closing(round, BACK)
    assert kinds_of(round.game) == []


def test_who_is_killed_just_before_the_deadline_may_still_come_back_in_time() -> None:
    round = open_round_of()
    make_receiver("killed", DEADLINE - 2 * SECOND)
    with pytest.raises(NobodyReceives):
        begin_closing(round, DEADLINE + SECOND / 10)
    make_receiver("soon", DEADLINE + 2 * SECOND, since=DEADLINE + 2 * SECOND)
    assert begin_closing(round, DEADLINE + 2 * SECOND).closes_at == DEADLINE
    assert kinds_of(round.game) == ["closing"]


def test_what_is_sent_as_soon_as_a_server_is_back_counts() -> None:
    round = open_round_of()
    make_receiver("killed", KILLED)
    come_back(BACK)
    round = begin_closing(round, BACK + 2 * SECOND)
    assert periods_of(round)[1] == (BACK, BACK + LEFT_WHEN_KILLED)


def test_a_director_closes_a_round_whatever_marks_there_are() -> None:
    round = open_round_of()
    make_receiver("killed", KILLED)
    closed = begin_closing(round, BACK, by=director_of(round.game))
    assert (closed.state, closed.closes_at) == (State.CLOSING, DEADLINE)


def test_a_moment_without_a_server_gives_half_a_minute_in_which_phones_find_back() -> None:
    round = open_round_of()
    make_receiver("killed", DEADLINE - 2 * SECOND)
    come_back()
    assert begin_closing(round, BACK).closes_at == BACK + 30 * SECOND


def test_two_outages_in_a_row_give_back_twice_but_never_more_than_was_left() -> None:
    round = open_round_of()
    make_receiver("killed", KILLED)
    make_receiver("next", BACK + 10 * SECOND, since=BACK)
    begin_closing(round, BACK)
    again = BACK + timedelta(hours=1)
    make_receiver("third", again, since=again)
    round = begin_closing(round, again)
    assert round.closes_at == again + 60 * SECOND
    assert round.shut_out_seconds == 130


def test_a_pause_is_no_outage_and_its_marks_do_not_count_for_what_came_after() -> None:
    round = open_round_of()
    make_receiver("killed", NOON + 60 * SECOND)
    by = director_of(round.game)
    pause_round(round, NOON + 50 * SECOND, by=by)
    come_back(BACK)
    round = resume_round(round, BACK, by=by)
    Receiver.objects.filter(name="next").update(flushed_until=BACK + 130 * SECOND)
    assert begin_closing(round, BACK + 130 * SECOND).state == State.CLOSING


def test_what_is_published_when_nobody_could_act_at_its_time_bears_the_time_it_was() -> None:
    for late, at in [(4 * SECOND, NOON), (BACK - NOON, BACK)]:
        game = make_game(options=Options(automatic=True))
        round = make_round(game, state=State.JUDGED, publish_at=NOON)
        Round.objects.filter(pk=round.pk).update(reference=round.tops[0])
        assert publish_round(round, NOON + late).published_at == at


def test_an_interrupted_round_travels_and_its_log_vouches_for_the_time_given_back() -> None:
    game = begun_game()
    round = opened(game, NOON)
    make_receiver("killed", NOON + 60 * SECOND)
    come_back()
    begin_closing(round, BACK)
    data = exported(game)
    copy = taken_in(data, make_user()).rounds.get()
    assert (copy.state, copy.shut_out_seconds) == (State.OPEN, 120)
    assert periods_of(copy) == periods_of(round)
    data["rounds"][0]["shut_out_seconds"] = 121
    with pytest.raises(ImportRefused) as refused:
        taken_in(data, make_user())
    assert refused.value.detail["where"] == "1.1.shut_out_seconds"
