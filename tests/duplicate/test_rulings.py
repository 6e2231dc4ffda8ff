"""What a director's rulings change at once, and what waits in published rounds."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from duplicate.errors import (
    AlreadyRuled,
    ForeignParticipant,
    NothingToLay,
    PlayMissing,
    WrongRoundState,
)
from duplicate.models import Game, LogEntry, Participant, Play, Round, Ruling
from duplicate.options import Declared, Options
from duplicate.selectors.revisions import pending_revisions
from duplicate.services.judging import judge_round
from duplicate.services.rounds import cancel_round, publish_round, retract_publication
from duplicate.services.rulings import (
    credit_average,
    penalise_participant,
    revise_round,
    revoke_ruling,
    rule_on_play,
    rule_on_word,
    warn_participant,
)
from referee.chain import Link, first_broken
from referee.errors import Invalid
from referee.models import User
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
WORDS = ("MAGENS", "MAGEN", "GERMAS")
IN_BOOK, OTHER = Ruling.Reason.IN_DICTIONARY, Ruling.Reason.OTHER


@pytest.fixture
def game() -> Game:
    """Three participants."""
    return game_of(Options())


@pytest.fixture
def director(game: Game) -> User:
    return director_of(game)


def game_of(options: Options) -> Game:
    game = make_game(options=options)
    for _ in WORDS:
        make_participant(game)
    return game


def director_of(game: Game) -> User:
    return game.staff.get().user


def judged_round(game: Game, number: int = 1, words: tuple[str, ...] = WORDS) -> Round:
    """A judged round in which participants 1, 2, … handed in `words` on H4."""
    round = make_round(game, state=Round.State.CLOSED, number=number)
    for participant, word in zip(game.participants.all(), words, strict=False):
        make_answer(round, participant, "H4", word)
    return judge_round(round, LATER)


def published_round(game: Game, number: int = 1, words: tuple[str, ...] = WORDS) -> Round:
    round = judged_round(game, number, words)
    Round.objects.filter(pk=round.pk).update(state=Round.State.PUBLISHED, published_at=LATER)
    round.refresh_from_db()
    return round


def allow(round: Round, word: str, at: timedelta = SECOND) -> Ruling:
    by = director_of(round.game)
    return rule_on_word(round, word, LATER + at, by=by, is_admissible=True, reason=IN_BOOK)


def bar(round: Round, word: str, at: timedelta = SECOND) -> Ruling:
    by = director_of(round.game)
    return rule_on_word(round, word, LATER + at, by=by, is_admissible=False, reason=OTHER)


def points_of(round: Round) -> list[int]:
    return list(round.results.order_by("participant__number").values_list("points", flat=True))


def log_of(game: Game, kind: LogEntry.Kind) -> list[LogEntry]:
    return list(game.log.filter(kind=kind))


# Words.


def test_a_word_allowed_counts_for_everybody_who_gave_it(game: Game) -> None:
    round = judged_round(game)
    play = round.plays.get(word="GERMAS")
    allow(round, "germas")
    assert points_of(round) == [24, 22, 22]
    play.refresh_from_db()
    assert (play.code, play.points) == ("valid", 22)


def test_a_word_barred_takes_the_top_and_the_reference_with_it(game: Game) -> None:
    round = judged_round(game)
    bar(round, "MAGENS")
    round.refresh_from_db()
    assert points_of(round) == [0, 22, 0]
    assert round.reference is not None
    assert round.reference["word"] == round.tops[0]["word"] == "REGSAM"
    bar(round, "REGSAM")
    round.refresh_from_db()
    assert (round.top_points, round.tops[0]["word"]) == (22, "MAGEN")
    assert round.results.get(participant__number=2).is_top


def test_a_word_allowed_may_become_the_top(game: Game) -> None:
    round = judged_round(game)
    allow(round, "GERMANS")
    round.refresh_from_db()
    assert {top["word"] for top in round.tops} == {"GERMANS"}
    assert round.reference == round.tops[0]
    assert not round.results.filter(is_top=True).exists()


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.OPEN, Round.State.PAUSED])
def test_a_word_may_be_ruled_on_before_the_round_is_closed(game: Game, state: Round.State) -> None:
    round = make_round(game, state=state)
    bar(round, "MAGENS")
    round.refresh_from_db()
    assert (round.state, round.tops[0]["word"]) == (state, "REGSAM")


def test_a_ruling_holds_in_later_rounds_but_not_in_earlier_ones(game: Game) -> None:
    first = published_round(game, 1)
    second = judged_round(game, 2)
    allow(second, "GERMAS")
    assert points_of(second) == [24, 22, 22]
    assert pending_revisions(game) == ()
    Round.objects.filter(pk=second.pk).update(
        state=Round.State.PUBLISHED, published_at=LATER + 2 * SECOND
    )
    assert points_of(judged_round(game, 3)) == [24, 22, 22]
    assert points_of(first) == [24, 22, 0]


def test_the_newest_ruling_on_a_word_revokes_the_one_before(game: Game) -> None:
    round = judged_round(game)
    earlier = allow(round, "GERMAS")
    bar(round, "GERMAS", 2 * SECOND)
    earlier.refresh_from_db()
    assert earlier.revoked_at == LATER + 2 * SECOND
    assert points_of(round) == [24, 22, 0]
    (entry,) = log_of(game, LogEntry.Kind.RULING_REVOKED)
    told = entry.data["ruling"]
    assert (told["kind"], told["word"]) == ("word_allowed", "GERMAS")


def test_the_same_ruling_again_is_refused(game: Game) -> None:
    round = judged_round(game)
    allow(round, "GERMAS")
    with pytest.raises(AlreadyRuled):
        allow(round, "Germas")
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize("word", ["", "A", "MAG3N", "DONAUDAMPFSCHIFF", "Ж"])
def test_what_is_no_word_can_t_be_ruled_on(game: Game, word: str) -> None:
    round = judged_round(game)
    with pytest.raises(Invalid):
        allow(round, word)
    assert not Ruling.objects.exists()


def test_nothing_is_ruled_in_a_cancelled_round(game: Game) -> None:
    with pytest.raises(WrongRoundState):
        allow(make_round(game, state=Round.State.CANCELLED), "GERMAS")


def test_a_ruling_of_a_misdrawn_round_holds_in_the_next_attempt_until_it_is_revoked(
    game: Game, director: User
) -> None:
    misdrawn = make_round(game)
    ruling = bar(misdrawn, "MAGENS")
    cancel_round(misdrawn, LATER, by=director)
    round = make_round(game, attempt=2, state=Round.State.CLOSED)
    make_answer(round, game.participants.get(number=1), "H4", "MAGENS")
    judge_round(round, LATER)
    assert points_of(round) == [0]
    revoke_ruling(ruling, LATER + SECOND, by=director)
    assert points_of(round) == [24]


def test_revoking_restores_the_verdict_and_is_done_once(game: Game, director: User) -> None:
    round = judged_round(game)
    ruling = allow(round, "GERMAS")
    revoke_ruling(ruling, LATER + 2 * SECOND, by=director)
    revoke_ruling(ruling, LATER + 3 * SECOND, by=director)
    assert points_of(round) == [24, 22, 0]
    assert len(log_of(game, LogEntry.Kind.RULING_REVOKED)) == 1


def test_rulings_stand_in_the_log_and_its_chain_holds(game: Game) -> None:
    allow(judged_round(game), "GERMAS")
    (entry,) = log_of(game, LogEntry.Kind.RULED)
    assert entry.by == director_of(game).username
    told = entry.data["ruling"]
    assert (told["kind"], told["reason"]) == ("word_allowed", "in_dictionary")
    links = (
        Link(entry.sequence, entry.at, entry.kind, entry.by, entry.data_digest, entry.hash)
        for entry in game.log.all()
    )
    assert first_broken(links) is None


# Plays and participants.


def test_a_play_earns_what_the_director_says(game: Game, director: User) -> None:
    round = judged_round(game)
    play = round.plays.get(word="GERMAS")
    rule_on_play(play, 15, LATER, by=director, reason=Ruling.Reason.MISREAD)
    assert points_of(round) == [24, 22, 15]
    rule_on_play(play, 16, LATER, by=director, reason=Ruling.Reason.MISREAD)
    assert points_of(round) == [24, 22, 16]
    assert play.rulings.filter(revoked_at=None).count() == 1


def test_a_play_that_was_ruled_on_stays_when_nobody_gives_it_any_more(
    game: Game, director: User
) -> None:
    round = judged_round(game)
    play = round.plays.get(word="GERMAS")
    rule_on_play(play, 15, LATER, by=director, reason=OTHER)
    third = game.participants.get(number=3)
    make_answer(round, third, "H4", "MAGEN", received_at=NOON + 2 * SECOND)
    Round.objects.update(state=Round.State.CLOSED)
    judge_round(round, LATER)
    assert points_of(round) == [24, 22, 22]
    assert Play.objects.get(pk=play.pk).points == 15


def test_a_play_that_is_gone_is_not_ruled_on(game: Game, director: User) -> None:
    round = judged_round(game)
    play = round.plays.get(word="GERMAS")
    make_answer(round, game.participants.get(number=3), "H4", "MAGEN", received_at=LATER)
    Round.objects.update(state=Round.State.CLOSED)
    judge_round(round, LATER)
    with pytest.raises(PlayMissing):
        rule_on_play(play, 15, LATER, by=director, reason=OTHER)
    assert not log_of(game, LogEntry.Kind.RULED)


def test_a_play_of_an_open_round_is_not_ruled_on(game: Game, director: User) -> None:
    round = make_round(game)
    play = Play.objects.create(round=round, coordinates="H4-H9", word="MAGENS", code="x", points=0)
    with pytest.raises(WrongRoundState):
        rule_on_play(play, 1, LATER, by=director, reason=OTHER)


def test_penalties_add_up_and_may_make_the_points_negative(game: Game, director: User) -> None:
    round = judged_round(game)
    third = game.participants.get(number=3)
    for points in (10, 5):
        penalise_participant(round, third, points, LATER, by=director, reason=OTHER)
    assert points_of(round) == [24, 22, -15]
    assert round.results.get(participant=third).deduction == 15


def test_warnings_cost_by_the_options() -> None:
    game = game_of(Options(free_warnings=1, warning_deduction=5))
    round = judged_round(game)
    first = game.participants.get(number=1)
    for _ in range(2):
        warn_participant(round, first, LATER, by=director_of(game), reason=Ruling.Reason.UNFAIR)
    assert points_of(round) == [19, 22, 0]
    assert round.results.get(participant=first).warnings == ["unfair", "unfair"]


def test_an_average_is_that_of_the_other_published_rounds(game: Game, director: User) -> None:
    published_round(game, 1, ("MAGENS",))
    published_round(game, 2, ("MAGEN",))
    round = judged_round(game, 3, ("GERMAS", "MAGEN"))
    first = game.participants.get(number=1)
    credit_average(round, first, LATER, by=director, reason=Ruling.Reason.DISTURBANCE)
    assert points_of(round) == [23, 22]
    result = round.results.get(participant=first)
    assert (result.answer, result.play, result.is_top) == (None, None, False)
    assert not round.plays.filter(word="GERMAS").exists()


def test_an_average_may_be_given_and_replaces_the_one_before(game: Game, director: User) -> None:
    round = judged_round(game, words=("MAGENS",))
    second = game.participants.get(number=2)
    credit_average(round, second, LATER, by=director, reason=Ruling.Reason.ABSENT)
    assert points_of(round) == [24, 0]
    credit_average(round, second, LATER, by=director, reason=Ruling.Reason.ABSENT, points=17)
    assert points_of(round) == [24, 17]
    assert round.rulings.filter(revoked_at=None).count() == 1


def test_a_participant_of_another_game_is_refused(game: Game, director: User) -> None:
    stranger, _ = make_participant(make_game())
    with pytest.raises(ForeignParticipant):
        warn_participant(judged_round(game), stranger, LATER, by=director, reason=OTHER)


Rule = Callable[[Round, Participant, User], Ruling]


@pytest.mark.parametrize(
    "rule",
    [
        lambda round, who, by: penalise_participant(round, who, 0, LATER, by=by, reason=OTHER),
        lambda round, who, by: warn_participant(
            round, who, LATER, by=by, reason=OTHER, text="\ud800"
        ),
        lambda round, who, by: penalise_participant(round, who, 9999, LATER, by=by, reason=OTHER),
        lambda round, who, by: credit_average(round, who, LATER, by=by, reason=OTHER, points=-1),
        lambda round, who, by: warn_participant(round, who, LATER, by=by, reason="whim"),
        lambda round, who, by: warn_participant(
            round, who, LATER, by=by, reason=OTHER, text="x" * 501
        ),
    ],
)
def test_what_is_out_of_bounds_is_refused_and_changes_nothing(
    game: Game, director: User, rule: Rule
) -> None:
    round = judged_round(game)
    with pytest.raises(Invalid):
        rule(round, game.participants.get(number=1), director)
    assert points_of(round) == [24, 22, 0]
    assert not Ruling.objects.exists()


# Published rounds.


def test_a_published_round_shows_what_a_ruling_would_change_and_waits(
    game: Game, director: User
) -> None:
    round = published_round(game)
    allow(round, "GERMAS")
    assert points_of(round) == [24, 22, 0]
    (revision,) = pending_revisions(game)
    assert (revision.round, revision.participants) == (round, 1)
    assert (revision.top_before, revision.top_after) == (24, 24)
    (change,) = revision.plays
    assert (change.word, change.before, change.after) == ("GERMAS", 0, 22)

    revise_round(round, LATER + 2 * SECOND, by=director)
    assert points_of(round) == [24, 22, 22]
    assert pending_revisions(game) == ()
    (entry,) = log_of(game, LogEntry.Kind.REVISED)
    assert entry.data["results"] == [[3, 0, 22]]
    assert entry.data["plays"] == [["H4-H9", "GERMAS", 0, 22]]


def test_a_revision_changes_the_top_but_never_the_move_laid(game: Game, director: User) -> None:
    round = published_round(game)
    bar(round, "MAGENS")
    bar(round, "REGSAM")
    round = revise_round(round, LATER + 2 * SECOND, by=director)
    assert (round.state, round.top_points) == (Round.State.PUBLISHED, 22)
    assert round.reference is not None
    assert round.reference["word"] == "MAGENS"
    assert round.results.get(participant__number=2).is_top


def test_a_ruling_on_a_published_round_reaches_all_later_ones(game: Game) -> None:
    first = published_round(game, 1)
    published_round(game, 2)
    current = judged_round(game, 3)
    allow(first, "GERMAS")
    assert [revision.round.number for revision in pending_revisions(game)] == [1, 2]
    assert points_of(current) == [24, 22, 22]


def test_revoking_on_a_published_round_waits_too(game: Game, director: User) -> None:
    round = judged_round(game)
    ruling = allow(round, "GERMAS")
    Round.objects.update(state=Round.State.PUBLISHED, published_at=LATER + 2 * SECOND)
    assert pending_revisions(game) == ()
    revoke_ruling(ruling, LATER + 3 * SECOND, by=director)
    assert points_of(round) == [24, 22, 22]
    (revision,) = pending_revisions(game)
    assert [(change.number, change.after) for change in revision.results] == [(3, 0)]


def test_revising_what_needs_no_change_records_nothing(game: Game, director: User) -> None:
    round = published_round(game)
    revise_round(round, LATER, by=director)
    assert log_of(game, LogEntry.Kind.REVISED) == []
    with pytest.raises(WrongRoundState):
        revise_round(judged_round(game, 2), LATER, by=director)


def test_a_warning_given_afterwards_makes_later_ones_dearer() -> None:
    game = game_of(Options(declared=Declared.WARN, free_warnings=1, warning_deduction=5))
    director = director_of(game)
    first = published_round(game, 1, ("GERMAS",))
    second = published_round(game, 2, ("MAGENS",))
    assert points_of(second) == [24]
    participant = game.participants.get(number=1)
    warn_participant(first, participant, LATER, by=director, reason=OTHER)
    revise_round(first, LATER, by=director)
    assert [revision.round.number for revision in pending_revisions(game)] == [2]
    revise_round(second, LATER, by=director)
    assert points_of(second) == [19]


def test_an_average_follows_the_rounds_published_after_it(game: Game, director: User) -> None:
    first = judged_round(game, 1, ())
    participant = game.participants.get(number=1)
    credit_average(first, participant, LATER, by=director, reason=Ruling.Reason.ABSENT)
    Round.objects.update(state=Round.State.PUBLISHED, published_at=LATER)
    assert pending_revisions(game) == ()
    published_round(game, 2, ("MAGENS",))
    (revision,) = pending_revisions(game)
    assert [(change.before, change.after) for change in revision.results] == [(0, 24)]


def test_a_publication_taken_back_lets_the_reference_follow(game: Game, director: User) -> None:
    round = published_round(game)
    bar(round, "MAGENS")
    round = retract_publication(round, LATER + 2 * SECOND, by=director)
    assert (round.state, points_of(round)) == (Round.State.JUDGED, [0, 22, 0])
    assert round.reference is not None
    assert round.reference["word"] == "REGSAM"


def test_the_reference_follows_also_where_the_round_was_revised_before(
    game: Game, director: User
) -> None:
    round = published_round(game)
    bar(round, "MAGENS")
    revise_round(round, LATER + 2 * SECOND, by=director)
    round = retract_publication(round, LATER + 3 * SECOND, by=director)
    assert round.reference is not None
    assert round.reference["word"] == "REGSAM"


def test_a_round_without_a_legal_move_left_is_not_published(game: Game, director: User) -> None:
    round = make_round(game, state=Round.State.CLOSED, rack="QX")
    round = judge_round(round, LATER)
    assert round.reference is None
    with pytest.raises(NothingToLay):
        publish_round(round, LATER, by=director)
