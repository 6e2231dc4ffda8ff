"""Somebody who is entered twice becomes one: answers, warnings, penalties, seat, standings, log."""

from collections.abc import Callable
from functools import partial

import pytest

from duplicate.errors import (
    AlreadyMerged,
    ForeignParticipant,
    ImportRefused,
    MergedWithItself,
    MergeUndecided,
)
from duplicate.models import Answer, Game, Participant, Round
from duplicate.selectors.merging import conflicts_of
from duplicate.selectors.standings import game_standings
from duplicate.services.answers import IncomingAnswer, record_answer, record_slip
from duplicate.services.games import end_game
from duplicate.services.judging import judge_round
from duplicate.services.merging import Choices, merge_participants
from duplicate.services.participants import issue_token, readmit_participant
from duplicate.services.rounds import publish_round
from duplicate.services.rulings import credit_average, penalise_participant, warn_participant
from duplicate.written_answer import WrittenAnswer
from referee.errors import AlreadyWithdrawn
from referee.journals import first_fault
from referee.models import User
from referee.tokens import digest
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_answer,
    make_game,
    make_participant,
    make_round,
)
from tests.duplicate.sample_games import (
    begun_game,
    director_of,
    exported,
    play_rounds,
    taken_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
LATER = NOON + 400 * SECOND


@pytest.fixture
def game() -> Game:
    return make_game()


@pytest.fixture
def director(game: Game) -> User:
    return game.staff.get().user


@pytest.fixture
def on_paper(game: Game) -> Participant:
    """Erna as the desk entered her."""
    person, _token = make_participant(game, "Erna")
    Participant.objects.update(token_digest=None, is_online=False)
    person.refresh_from_db()
    return person


@pytest.fixture
def on_phone(game: Game, on_paper: Participant) -> Participant:
    """Erna once more."""
    assert on_paper.number == 1
    return make_participant(game, "Erna")[0]


def merge(
    gone: Participant,
    kept: Participant,
    *,
    by: User,
    phone: int | None = None,
    answers: dict[int, int] | None = None,
) -> Participant:
    return merge_participants(gone, kept, LATER, by=by, choices=Choices(phone, answers))


def published(game: Game, *handed_in: tuple[Participant, str, str], number: int = 1) -> Round:
    round = make_round(game, state=Round.State.CLOSED, number=number)
    for person, coordinates, word in handed_in:
        make_answer(round, person, coordinates, word)
    return publish_round(judge_round(round, LATER), LATER, by=game.staff.get().user)


def points_of(person: Participant) -> list[int]:
    """What they have in the standings; nothing if they are not there."""
    game = Game.objects.get(pk=person.game_id)
    rows = game_standings(game).by_number
    return [rows[person.number].total] if person.number in rows else []


def test_what_was_achieved_under_one_number_is_the_other_s(
    game: Game, director: User, on_paper: Participant, on_phone: Participant
) -> None:
    other, _token = make_participant(game, "Ben")
    published(game, (on_paper, "H8-H9", "AN"), (other, "H8-H9", "AN"))
    published(game, (on_phone, "H4-H8", "MAGEN"), number=2)
    [first], [second] = points_of(on_paper), points_of(on_phone)
    assert (first > 0, second > 0) == (True, True)
    kept = merge(on_phone, on_paper, by=director)
    assert points_of(kept) == [first + second]
    assert points_of(on_phone) == []
    assert {result.participant.name for result in game.rounds.get(number=2).results.all()} == {
        "Erna"
    }
    assert on_phone.answers.count() == 0
    on_phone.refresh_from_db()
    assert (on_phone.merged_into, on_phone.withdrawn_at) == (kept, LATER)
    game.refresh_from_db()
    assert first_fault(game) is None
    kinds = list(game.log.order_by("sequence").values_list("kind", flat=True))[-2:]
    assert kinds == ["merged", "revised"]


def test_the_phone_goes_along(director: User, on_paper: Participant, on_phone: Participant) -> None:
    token = on_phone.token_digest
    kept = merge(on_phone, on_paper, by=director)
    assert (kept.token_digest, kept.is_online) == (token, True)
    on_phone.refresh_from_db()
    assert on_phone.token_digest is None


def test_of_two_phones_the_director_says_which_stays(
    game: Game, director: User, on_phone: Participant
) -> None:
    second, _token = make_participant(game, "Erna")
    before = {person.number: person.token_digest for person in (on_phone, second)}
    with pytest.raises(MergeUndecided) as refused:
        merge(second, on_phone, by=director)
    assert refused.value.detail == {"rounds": [], "is_phone_undecided": True}
    kept = merge(second, on_phone, by=director, phone=second.number)
    assert kept.token_digest == before[second.number]


def test_the_other_phone_may_stay(game: Game, director: User, on_phone: Participant) -> None:
    second, _token = make_participant(game, "Erna")
    before = on_phone.token_digest
    assert merge(second, on_phone, by=director, phone=on_phone.number).token_digest == before


def test_where_both_have_an_answer_the_director_says_whose_counts(
    game: Game, director: User, on_paper: Participant, on_phone: Participant
) -> None:
    round = published(game, (on_paper, "H8-H9", "AN"), (on_phone, "H4-H8", "MAGEN"))
    [conflict] = conflicts_of(on_phone, on_paper)
    assert [answer.word for answer in conflict.answers] == ["MAGEN", "AN"]
    with pytest.raises(MergeUndecided) as refused:
        merge(on_phone, on_paper, by=director, answers={1: 77})
    assert refused.value.detail["rounds"] == [1]
    assert Answer.objects.filter(participant=on_phone).exists()
    better = points_of(on_phone)
    kept = merge(on_phone, on_paper, by=director, answers={1: on_phone.number})
    assert points_of(kept) == better
    # Both are still written down: the one that doesn't count is under the other number.
    assert {(answer.participant.number, answer.word) for answer in round.answers.all()} == {
        (1, "MAGEN"),
        (2, "AN"),
    }


def test_the_first_one_s_answer_may_count(
    game: Game, director: User, on_paper: Participant, on_phone: Participant
) -> None:
    published(game, (on_paper, "H8-H9", "AN"), (on_phone, "H4-H8", "MAGEN"))
    worse = points_of(on_paper)
    assert points_of(merge(on_phone, on_paper, by=director, answers={1: 1})) == worse


def test_in_a_round_that_is_played_what_came_last_counts(
    game: Game, director: User, on_paper: Participant, on_phone: Participant
) -> None:
    round = make_round(game)
    token = issue_token(on_phone, NOON, by=director)
    make_answer(round, on_paper, "H8-H9", "AN", received_at=NOON + SECOND)
    make_answer(round, on_phone, "H4-H8", "MAGEN", received_at=NOON + 2 * SECOND, key="first")
    kept = merge(on_phone, on_paper, by=director)
    assert [answer.word for answer in kept.answers.order_by("received_at")] == ["AN", "MAGEN"]
    # The phone may still be sending what it sent, and go on.
    written = WrittenAnswer("H4-H8", "MAGEN", None)
    sent = IncomingAnswer(digest(token), game.pk, 1, NOON + 3 * SECOND, written, "first")
    assert record_answer(sent).participant == kept
    assert kept.answers.count() == 2


def test_nothing_is_written_down_for_who_was_merged_while_somebody_wrote_it(
    game: Game, director: User, on_paper: Participant, on_phone: Participant
) -> None:
    round = make_round(game)
    as_read_before = Participant.objects.get(pk=on_paper.pk)
    merge(on_paper, on_phone, by=director)
    warn = partial(warn_participant, round, as_read_before)
    fine = partial(penalise_participant, round, as_read_before, 5)
    credit = partial(credit_average, round, as_read_before)
    for decide in (warn, fine, credit):
        with pytest.raises(AlreadyMerged):
            decide(LATER, by=director, reason="other")
    with pytest.raises(AlreadyMerged):
        record_slip(
            round, as_read_before, coordinates="H8", word="AN", points=4, at=LATER, by=director
        )
    assert not Answer.objects.exists()
    assert not round.rulings.exists()


def test_keys_that_both_used_are_no_hindrance(
    game: Game, director: User, on_paper: Participant, on_phone: Participant
) -> None:
    round = make_round(game)
    for person in (on_paper, on_phone):
        make_answer(round, person, "H8-H9", "AN", key="the same")
    assert merge(on_phone, on_paper, by=director).answers.count() == 2


def test_warnings_and_penalties_go_along_and_count(
    game: Game, director: User, on_paper: Participant, on_phone: Participant
) -> None:
    round = published(game, (on_paper, "H8-H9", "AN"))
    penalise_participant(round, on_phone, 3, LATER, by=director, reason="disturbance", text="laut")
    warn_participant(round, on_phone, LATER, by=director, reason="disturbance")
    credit_average(round, on_phone, LATER, by=director, reason="technical", points=50)
    [before] = points_of(on_paper)
    kept = merge(on_phone, on_paper, by=director)
    # The credit stays behind: there is an answer.
    assert points_of(kept) == [before - 3]
    held = kept.rulings.filter(revoked_at=None).order_by("pk")
    assert [(ruling.kind, ruling.points, ruling.text) for ruling in held] == [
        ("penalty", 3, "laut"),
        ("warning", None, ""),
    ]
    assert round.results.get(participant=kept).warnings == ["disturbance"]


def test_a_judged_round_is_counted_anew(
    game: Game, director: User, on_paper: Participant, on_phone: Participant
) -> None:
    round = make_round(game, state=Round.State.CLOSED)
    make_answer(round, on_phone, "H4-H8", "MAGEN")
    round = judge_round(round, LATER)
    kept = merge(on_phone, on_paper, by=director)
    assert [result.participant for result in round.results.all()] == [kept]


REFUSED: dict[str, tuple[type[Exception], Callable[[Participant, Participant, User], object]]] = {
    "itself": (MergedWithItself, lambda one, _two, by: merge(one, one, by=by)),
    "elsewhere": (
        ForeignParticipant,
        lambda one, _two, by: merge(one, make_participant(make_game())[0], by=by),
    ),
    "withdrawn": (AlreadyWithdrawn, lambda one, two, by: merge(one, withdrawn(two), by=by)),
}


def withdrawn(person: Participant) -> Participant:
    Participant.objects.filter(pk=person.pk).update(withdrawn_at=NOON)
    return person


@pytest.mark.parametrize("case", REFUSED)
def test_what_can_t_be_merged_is_left_alone(
    director: User, on_paper: Participant, on_phone: Participant, case: str
) -> None:
    refusal, act = REFUSED[case]
    with pytest.raises(refusal):
        act(on_phone, on_paper, director)
    assert not Participant.objects.exclude(merged_into=None).exists()


def test_of_three_all_become_one_and_none_comes_back(
    game: Game, director: User, on_paper: Participant, on_phone: Participant
) -> None:
    third = make_participant(game, "Erna")[0]
    merge(third, on_phone, by=director, phone=third.number)
    merge(on_phone, on_paper, by=director)
    third.refresh_from_db()
    assert third.merged_into == on_paper
    with pytest.raises(AlreadyMerged):
        merge(third, on_paper, by=director)
    with pytest.raises(AlreadyMerged):
        readmit_participant(third, LATER, by=director)


def test_a_game_with_a_merger_is_taken_over_as_it_is() -> None:
    """The log vouches for whose each answer is now."""
    game = begun_game()
    play_rounds(game, 3)
    anna, ben = game.participants.order_by("number")
    last = game.rounds.get(number=3)
    warn_participant(last, ben, LATER, by=director_of(game), reason="wrong_points")
    merge(ben, anna, by=director_of(game), answers={1: 2, 2: 1, 3: 2})
    game = end_game(Game.objects.get(pk=game.pk), NOON + 3600 * SECOND, by=director_of(game))
    copy = taken_in(exported(game))
    again = taken_in(exported(copy))
    assert game_standings(again) == game_standings(copy) == game_standings(game)
    one, two = again.participants.order_by("number")
    assert (two.merged_into, one.rulings.filter(revoked_at=None).count()) == (one, 1)
    # Whoever changes whose answer it was is found out.
    forged = exported(game)
    for answer in forged["rounds"][0]["answers"]:
        answer["participant"] = 1
    with pytest.raises(ImportRefused):
        taken_in(forged)
