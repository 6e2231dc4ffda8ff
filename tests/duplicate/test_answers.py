"""What is written down of an answer, what is refused, and what counts."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from duplicate.errors import (
    CoordinatesUnreadable,
    GameMissing,
    Misplaced,
    NotYourGame,
    ParticipantMissing,
    ParticipantWithdrawn,
    RoundMissing,
    RoundNotOpen,
    RoundOver,
    TokenUnknown,
    WordUnreadable,
)
from duplicate.models import Answer, Game, Participant, Period, Round
from duplicate.selectors.answers import receipt_of, summary_of
from duplicate.services.answers import IncomingAnswer, record_answers, record_slip
from duplicate.written_answer import WrittenAnswer, read_answer
from referee.errors import Invalid, Refused
from referee.idempotency import KeyReused
from referee.tokens import digest
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_answer,
    make_game,
    make_participant,
    make_round,
    make_user,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

State = Round.State
MICROSECOND = timedelta(microseconds=1)
MAGEN = WrittenAnswer("H4-H8", "MAGEN", 20)
DEADLINE = NOON + 180 * SECOND


@pytest.fixture
def game() -> Game:
    return make_game()


def incoming(token: str, round: Round, at: datetime = NOON + SECOND, **changes: Any) -> Any:
    fields: dict[str, Any] = {
        "token_digest": digest(token),
        "game_id": round.game_id,
        "round_number": round.number,
        "received_at": at,
        "written": MAGEN,
    }
    return IncomingAnswer(**(fields | changes))


def record_one(answer: IncomingAnswer) -> Answer:
    (outcome,) = record_answers([answer])
    assert isinstance(outcome, Answer), outcome
    return outcome


def is_late(token: str, round: Round, at: datetime) -> bool:
    return record_one(incoming(token, round, at)).is_late


# Reading


@pytest.mark.parametrize(
    ("coordinates", "word", "read"),
    [
        ("H4-H8", "MAGEN", ("H4-H8", "MAGEN")),
        (" h4 – h8 ", "Magen", ("H4-H8", "Magen")),
        ("4H", "M(A)GEN", ("4H", "MaGEN")),
        ("8A8C", "maß", None),
        ("8A-8D", "maß", ("8A-8D", "maSS")),
        ("H4", "M?GEN", ("H4", "M?GEN")),
    ],
)
def test_an_answer_is_written_down_in_one_way(
    coordinates: str, word: str, read: tuple[str, str] | None
) -> None:
    data = {"coordinates": coordinates, "word": word}
    if read is None:
        with pytest.raises(Misplaced):
            read_answer(data)
    else:
        assert read_answer(data) == WrittenAnswer(*read, declared_points=None)


@pytest.mark.parametrize(
    ("coordinates", "word", "verdict"),
    [
        ("H12", "MAGEN", "off_board"),
        ("Z4-Z8", "MAGEN", "off_board"),
        ("H4-I8", "MAGEN", "not_one_line"),
        ("H4-H9", "MAGEN", "length_mismatch"),
        ("H9-H4", "MAGEN", "length_mismatch"),
    ],
)
def test_a_place_on_no_board_is_refused_at_once(coordinates: str, word: str, verdict: str) -> None:
    with pytest.raises(Misplaced) as caught:
        read_answer({"coordinates": coordinates, "word": word})
    assert caught.value.detail["verdict"] == verdict
    assert word in str(caught.value) or coordinates in str(caught.value)


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        ({}, Invalid),
        ({"coordinates": "H4"}, Invalid),
        ({"coordinates": 4, "word": "MAGEN"}, Invalid),
        ({"coordinates": "H4", "word": ["M"]}, Invalid),
        ({"coordinates": "H4", "word": "A" * 61}, Invalid),
        ({"coordinates": "H4", "word": "MAGEN", "points": -1}, Invalid),
        ({"coordinates": "H4", "word": "MAGEN", "points": 10_000}, Invalid),
        ({"coordinates": "H4", "word": "MAGEN", "points": True}, Invalid),
        ({"coordinates": "H4", "word": "MAGEN", "points": 1.5}, Invalid),
        ({"coordinates": "H4", "word": "MAGEN", "points": "20"}, Invalid),
        ({"coordinates": "HH", "word": "MAGEN"}, CoordinatesUnreadable),
        ({"coordinates": "", "word": "MAGEN"}, CoordinatesUnreadable),
        ({"coordinates": "H4", "word": ""}, WordUnreadable),
        ({"coordinates": "H4", "word": "МАГЕН"}, WordUnreadable),
        ({"coordinates": "H4", "word": "M\0GEN"}, WordUnreadable),
        ({"coordinates": "H4", "word": "\ud800"}, WordUnreadable),
    ],
)
def test_what_cannot_be_read_is_refused(data: dict[str, object], refusal: type[Refused]) -> None:
    with pytest.raises(refusal) as caught:
        read_answer(data)
    assert caught.value.status == 400
    assert str(caught.value)


# When an answer counts


def test_an_answer_counts_from_the_opening_up_to_but_not_at_the_deadline(game: Game) -> None:
    _, token = make_participant(game)
    round = make_round(game)
    assert not is_late(token, round, NOON)
    assert not is_late(token, round, DEADLINE - MICROSECOND)
    assert is_late(token, round, DEADLINE)
    assert is_late(token, round, DEADLINE + 3600 * SECOND)


def test_in_a_pause_an_answer_is_late_and_after_it_counts_again(game: Game) -> None:
    _, token = make_participant(game)
    round = make_round(game, limit=60 * SECOND)
    Period.objects.create(round=round, starts_at=NOON + 90 * SECOND, ends_at=NOON + 120 * SECOND)
    assert not is_late(token, round, NOON + 59 * SECOND)
    assert is_late(token, round, NOON + 60 * SECOND)
    assert is_late(token, round, NOON + 89 * SECOND)
    assert not is_late(token, round, NOON + 90 * SECOND)


@pytest.mark.parametrize(
    "state", [State.OPEN, State.PAUSED, State.CLOSING, State.CLOSED, State.JUDGED]
)
def test_receipt_alone_decides_whatever_the_state_of_the_round(game: Game, state: State) -> None:
    _, token = make_participant(game)
    round = make_round(game, state=state)
    assert not is_late(token, round, DEADLINE - SECOND)
    assert is_late(token, round, DEADLINE + SECOND)


def test_an_answer_in_time_has_a_judged_round_judged_again(game: Game) -> None:
    _, token = make_participant(game)
    round = make_round(game, state=State.JUDGED)
    record_one(incoming(token, round, DEADLINE + SECOND))
    round.refresh_from_db()
    assert round.state == State.JUDGED
    record_one(incoming(token, round))
    round.refresh_from_db()
    assert round.state == State.CLOSED


def test_every_version_is_kept(game: Game) -> None:
    participant, token = make_participant(game)
    round = make_round(game)
    other = WrittenAnswer("8H", "SAGEN", None)
    record_answers(
        [incoming(token, round), incoming(token, round, NOON + 2 * SECOND, written=other)]
    )
    assert [
        (answer.coordinates, answer.word, answer.declared_points, answer.source, answer.received_at)
        for answer in participant.answers.all()
    ] == [
        ("H4-H8", "MAGEN", 20, "online", NOON + SECOND),
        ("8H", "SAGEN", None, "online", NOON + 2 * SECOND),
    ]


# Refusals


def test_each_answer_is_refused_for_its_own_reason_and_hinders_no_other(game: Game) -> None:
    other_game = make_game()
    _, token = make_participant(game)
    _, foreign = make_participant(other_game)
    _, withdrawn = make_participant(game, withdrawn_at=NOON)
    first = make_round(game, state=State.PUBLISHED)
    second = make_round(game, number=2, opened_at=NOON)
    third = make_round(game, number=3, state=State.DRAWN)
    fourth = make_round(game, number=4, state=State.CANCELLED)
    outcomes = record_answers(
        [
            incoming(token, second),
            incoming("slp_unknown", second),
            incoming(token, second, game_id=uuid4()),
            incoming(foreign, second),
            incoming(withdrawn, second),
            incoming(token, second, round_number=9),
            incoming(token, second, round_number=10**30),
            incoming(token, second, NOON - MICROSECOND),
            incoming(token, third),
            incoming(token, first),
            incoming(token, fourth),
            incoming(token, second),
        ]
    )
    assert [type(outcome) for outcome in outcomes] == [
        Answer,
        TokenUnknown,
        GameMissing,
        NotYourGame,
        ParticipantWithdrawn,
        RoundMissing,
        RoundMissing,
        RoundNotOpen,
        RoundNotOpen,
        RoundOver,
        RoundOver,
        Answer,
    ]
    assert [getattr(outcome, "status", 201) for outcome in outcomes] == [
        201, 401, 404, 403, 403, 404, 404, 409, 409, 409, 409, 201,
    ]  # fmt: skip
    assert Answer.objects.count() == 2


def test_an_answer_goes_to_the_last_attempt_of_a_round(game: Game) -> None:
    _, token = make_participant(game)
    cancelled = make_round(game, state=State.CANCELLED)
    living = make_round(game, attempt=2)
    assert record_one(incoming(token, cancelled)).round_id == living.pk


def test_answers_of_many_games_are_written_at_once(game: Game) -> None:
    games = [game, make_game(), make_game()]
    people = [make_participant(game) for game in games for _ in range(3)]
    rounds = {game.pk: make_round(game) for game in games}
    outcomes = record_answers(
        [incoming(token, rounds[person.game_id]) for person, token in reversed(people)]
    )
    assert [
        (outcome.participant_id, outcome.round_id)
        for outcome in outcomes
        if isinstance(outcome, Answer)
    ] == [(person.pk, rounds[person.game_id].pk) for person, _ in reversed(people)]


# Keys


def test_the_same_key_again_finds_the_first_answer(game: Game) -> None:
    _, token = make_participant(game)
    round = make_round(game)
    first = record_one(incoming(token, round, key="a"))
    again = record_one(incoming(token, round, DEADLINE + SECOND, key="a"))
    assert again.pk == first.pk
    assert receipt_of(again) == receipt_of(first)
    assert Answer.objects.count() == 1


def test_the_same_key_twice_in_one_batch_is_one_answer(game: Game) -> None:
    _, token = make_participant(game)
    round = make_round(game)
    first, again = record_answers(
        [incoming(token, round, key="a"), incoming(token, round, key="a")]
    )
    assert first is again
    assert Answer.objects.count() == 1


def test_a_key_is_refused_for_another_move_but_free_to_another_participant(game: Game) -> None:
    (_, token), (_, other) = make_participant(game), make_participant(game)
    round = make_round(game)
    record_one(incoming(token, round, key="a"))
    sagen = WrittenAnswer("H4-H8", "SAGEN", 20)
    (refusal,) = record_answers([incoming(token, round, key="a", written=sagen)])
    assert isinstance(refusal, KeyReused)
    record_one(incoming(other, round, key="a"))
    record_answers([incoming(token, round), incoming(token, round)])
    assert Answer.objects.count() == 4


# Slips


def slip(round: Round, participant: Participant, **changes: Any) -> Answer:
    fields: dict[str, Any] = {
        "coordinates": "h4-h8",
        "word": "MAGEN",
        "points": 20,
        "at": DEADLINE + 60 * SECOND,
    }
    by = changes.pop("by", None) or make_user()
    return record_slip(round, participant, by=by, **(fields | changes))


def test_a_slip_counts_whenever_it_is_typed_unless_it_was_late(game: Game) -> None:
    participant, _ = make_participant(game)
    round, assistant = make_round(game, state=State.CLOSED), make_user()
    answer = slip(round, participant, by=assistant)
    answer.refresh_from_db()
    assert (answer.coordinates, answer.word, answer.declared_points) == ("h4-h8", "MAGEN", 20)
    assert (answer.source, answer.entered_by, answer.is_late) == ("slip", assistant, False)
    assert slip(round, participant, is_late=True).is_late


def test_of_an_illegible_slip_nothing_is_kept_but_that_it_was_handed_in(game: Game) -> None:
    participant, _ = make_participant(game)
    answer = slip(make_round(game), participant, word="?!", is_illegible=True)
    assert (answer.coordinates, answer.word, answer.declared_points) == ("", "", None)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (("h9 bis H4", "Gruende", "20"), ("h9 bis H4", "Gruende", 20, "")),
        (("", "M4GEN", "viele"), ("", "M4GEN", None, "viele")),
        (("  H4 -\tH9 ", "MA\x00\u202eGEN\n", "-3"), ("H4 - H9", "MAGEN", None, "-3")),
        (("", "", ""), ("–", "", None, "")),
        (("", " ", 20), ("–", "", 20, "")),
    ],
)
def test_a_slip_is_kept_as_it_is_written(
    game: Game, written: tuple[Any, ...], kept: tuple[Any, ...]
) -> None:
    participant, _ = make_participant(game)
    coordinates, word, points = written
    slip(make_round(game), participant, coordinates=coordinates, word=word, points=points)
    columns = "coordinates", "word", "declared_points", "written_points"
    assert Answer.objects.values_list(*columns).get() == kept


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"word": "A" * 61}, "word"),
        ({"points": 10_000}, "points"),
        ({"points": "x" * 61}, "points"),
    ],
)
def test_more_than_fits_a_slip_is_refused(game: Game, changes: dict[str, Any], field: str) -> None:
    participant, _ = make_participant(game)
    with pytest.raises(Invalid) as caught:
        slip(make_round(game), participant, **changes)
    assert caught.value.detail["field"] == field
    assert not Answer.objects.exists()


def test_a_phone_is_told_at_once_what_a_slip_may_say() -> None:
    """Nothing can be changed on paper any more."""
    for coordinates, word in (("HH", "MAGEN"), ("H4-H9", "MAGEN"), ("H4", "M4GEN"), ("", "")):
        with pytest.raises(Refused):
            read_answer({"coordinates": coordinates, "word": word})
    assert read_answer({"coordinates": "H9-H4", "word": "GRUENDE"}).coordinates == "H4-H9"


@pytest.mark.parametrize("is_late", [False, True])
def test_a_slip_has_a_judged_round_judged_again(game: Game, is_late: bool) -> None:
    participant, _ = make_participant(game)
    round = make_round(game, state=State.JUDGED)
    slip(round, participant, is_late=is_late)
    round.refresh_from_db()
    assert round.state == State.CLOSED


@pytest.mark.parametrize(
    ("state", "refusal"),
    [(State.DRAWN, RoundNotOpen), (State.PUBLISHED, RoundOver), (State.CANCELLED, RoundOver)],
)
def test_no_slip_before_the_opening_or_once_the_round_is_over(
    game: Game, state: State, refusal: type[Refused]
) -> None:
    participant, _ = make_participant(game)
    with pytest.raises(refusal):
        slip(make_round(game, state=state), participant)


def test_no_slip_of_a_stranger_or_of_somebody_who_withdrew(game: Game) -> None:
    round = make_round(game)
    with pytest.raises(ParticipantMissing):
        slip(round, make_participant(make_game())[0])
    with pytest.raises(ParticipantWithdrawn):
        slip(round, make_participant(game, withdrawn_at=NOON)[0])


# What is read


def test_a_receipt_tells_what_was_written_down_and_nothing_of_its_worth(game: Game) -> None:
    _, token = make_participant(game)
    assert receipt_of(record_one(incoming(token, make_round(game)))) == {
        "round": 1,
        "received_at": "2026-11-16T12:00:01.000000Z",
        "is_late": False,
        "coordinates": "H4-H8",
        "word": "MAGEN",
        "points": 20,
    }


def test_the_digest_of_a_round_depends_on_every_answer_but_not_on_when_it_was_written(
    game: Game,
) -> None:
    people = [make_participant(game)[0] for _ in range(2)]
    rounds = [make_round(game, number=number) for number in (1, 2, 3)]
    for person in people:
        make_answer(rounds[0], person, "H4", "MAGEN")
    for person in reversed(people):
        make_answer(rounds[1], person, "H4", "MAGEN")
        make_answer(rounds[2], person, "H4", "MAGEN", is_late=True)
    first, second, third = map(summary_of, rounds)
    assert first == second
    assert first["answers"] == 2
    assert third["digest"] != first["digest"]
