"""The word judge: what is admissible by the lexicon, and what the director ruled."""

import pytest

from referee.errors import Invalid
from referee.models import User
from tests.duplicate.factories import NOON, SECOND
from tests.tournaments.factories import make_division, make_entries, make_round, make_tournament
from tests.tournaments.logs import told_by
from tournaments.errors import AlreadyRuled
from tournaments.models import Challenge, LogEntry, Tournament, WordRuling
from tournaments.words.services import judge, revoke_ruling, rule_word

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

Reason = WordRuling.Reason


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


def director_of(tournament: Tournament) -> User:
    return tournament.staff.get().user


def ask(tournament: Tournament, *words: str) -> bool:
    return judge(tournament, words, NOON, by=director_of(tournament)).is_admissible


def test_words_are_judged_together(tournament: Tournament) -> None:
    assert ask(tournament, "RUCKEN")
    assert ask(tournament, "RUCKEN", "QUER", "BÜX")
    assert not ask(tournament, "RUCKEN", "XQZ")


def test_words_are_read_as_people_write_them(tournament: Tournament) -> None:
    challenge = judge(tournament, [" gräte ", "GRÄTE"], NOON, by=None)
    assert (challenge.words, challenge.is_admissible) == (["GRÄTE"], True)


@pytest.mark.parametrize("words", [[], ["A"], ["R2D2"], ["AN"] * 9 + ["X" * 16]])
def test_what_is_no_word_is_not_judged(tournament: Tournament, words: list[str]) -> None:
    with pytest.raises(Invalid):
        judge(tournament, words, NOON, by=None)
    assert not Challenge.objects.exists()


def test_no_move_forms_seventeen_words(tournament: Tournament) -> None:
    words = [f"A{letter}" for letter in "BCDEFGHIJKLMNOPQR"]
    assert judge(tournament, words[:16], NOON, by=None).words == words[:16]
    with pytest.raises(Invalid):
        judge(tournament, words, NOON, by=None)


def test_a_question_is_logged_with_its_game_and_for_the_staff_only(tournament: Tournament) -> None:
    division = make_division(tournament)
    anna, ben = make_entries(division, 2)
    pairing = make_round(division, (anna, ben)).pairings.get()
    challenge = judge(tournament, ["XQZ"], NOON, by=director_of(tournament), pairing=pairing)
    assert tournament.log.get(kind=LogEntry.Kind.CHALLENGED).is_internal
    assert told_by(tournament, LogEntry.Kind.CHALLENGED) == {
        "id": challenge.pk,
        "words": ["XQZ"],
        "is_admissible": False,
        "pairing": pairing.pk,
        "table": None,
    }
    assert list(pairing.challenges.all()) == [challenge]


def test_a_question_about_a_game_of_another_tournament_is_refused(tournament: Tournament) -> None:
    division = make_division(make_tournament())
    anna, ben = make_entries(division, 2)
    pairing = make_round(division, (anna, ben)).pairings.get()
    with pytest.raises(Invalid):
        judge(tournament, ["AN"], NOON, by=None, pairing=pairing)


def test_a_ruling_counts_before_the_lexicon_until_it_is_revoked(tournament: Tournament) -> None:
    director = director_of(tournament)
    barred = rule_word(
        tournament,
        "rucken",
        NOON,
        by=director,
        is_allowed=False,
        reason=Reason.NOT_IN_DICTIONARY,
    )
    rule_word(tournament, "XQZ", NOON, by=director, is_allowed=True, reason=Reason.IN_DICTIONARY)
    assert (ask(tournament, "RUCKEN"), ask(tournament, "XQZ")) == (False, True)
    assert ask(make_tournament(), "RUCKEN")  # elsewhere the list decides

    revoke_ruling(barred, NOON + SECOND, by=director)
    assert ask(tournament, "RUCKEN", "XQZ")
    kinds = [LogEntry.Kind.RULED, LogEntry.Kind.RULING_REVOKED]
    logged = tournament.log.filter(kind__in=kinds).values_list("kind", "data__word", "is_internal")
    assert list(logged) == [
        ("ruled", "RUCKEN", False),
        ("ruled", "XQZ", False),
        ("ruling_revoked", "RUCKEN", False),
    ]


def test_a_ruling_takes_the_place_of_the_opposite_one(tournament: Tournament) -> None:
    director = director_of(tournament)
    first, second = (
        rule_word(tournament, "XQZ", NOON, by=director, is_allowed=is_allowed, reason=Reason.OTHER)
        for is_allowed in (True, False)
    )
    first.refresh_from_db()
    assert (first.revoked_at, first.revoked_by) == (NOON, director.username)
    assert second.revoked_at is None
    assert not ask(tournament, "XQZ")


def test_the_same_ruling_twice_is_refused_but_revoking_twice_is_harmless(
    tournament: Tournament,
) -> None:
    director = director_of(tournament)
    ruling = rule_word(tournament, "XQZ", NOON, by=director, is_allowed=True, reason=Reason.OTHER)
    with pytest.raises(AlreadyRuled):
        rule_word(tournament, "XQZ", NOON, by=director, is_allowed=True, reason=Reason.OTHER)
    for later in (SECOND, 2 * SECOND):
        ruling = revoke_ruling(ruling, NOON + later, by=director)
    assert ruling.revoked_at == NOON + SECOND
    assert tournament.log.filter(kind=LogEntry.Kind.RULING_REVOKED).count() == 1


@pytest.mark.parametrize(
    ("word", "reason", "text"),
    [("A", Reason.OTHER, ""), ("AN", "because", ""), ("AN", Reason.OTHER, "x" * 301)],
)
def test_a_ruling_needs_a_word_a_reason_and_a_short_text(
    tournament: Tournament, word: str, reason: str, text: str
) -> None:
    director = director_of(tournament)
    with pytest.raises(Invalid):
        rule_word(tournament, word, NOON, by=director, is_allowed=True, reason=reason, text=text)


def test_a_challenge_that_was_ruled_stays_as_it_was(tournament: Tournament) -> None:
    challenge = judge(tournament, ["XQZ"], NOON, by=None)
    director = director_of(tournament)
    rule_word(tournament, "XQZ", NOON, by=director, is_allowed=True, reason=Reason.OTHER)
    challenge.refresh_from_db()
    assert not challenge.is_admissible
