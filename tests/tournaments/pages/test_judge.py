"""The word judge's screen."""

import html
from string import ascii_uppercase
from typing import Any

import pytest
from django.test import Client

from tests.duplicate.factories import make_user
from tests.markup import tight
from tests.tournaments.factories import make_division, make_entry, make_round
from tests.tournaments.table_client import make_pairing, tournament_of
from tournaments.models import Challenge, LogEntry, Pairing, Staff, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


@pytest.fixture
def pairing() -> Pairing:
    return make_pairing()


@pytest.fixture
def assistant(client: Client, pairing: Pairing) -> Client:
    user = make_user()
    tournament_of(pairing).staff.create(user=user, role=Staff.Role.ASSISTANT)
    client.force_login(user)
    return client


def path_of(tournament: Tournament) -> str:
    return f"/tournaments/{tournament.pk}/judge/"


def text_of(response: Any) -> str:
    return tight(html.unescape(response.content.decode()))


def ask(client: Client, pairing: Pairing, words: str, **form: str) -> Any:
    return client.post(path_of(tournament_of(pairing)), {"words": words, **form})


def answer(client: Client, pairing: Pairing, words: str, **form: str) -> str:
    response = ask(client, pairing, words, **form)
    assert response.status_code == 302, text_of(response)
    return text_of(client.get(response.headers["Location"]))


def test_the_screen_says_admissible_with_a_tick(assistant: Client, pairing: Pairing) -> None:
    said = answer(assistant, pairing, "rucken")
    assert '<div class="ruling admissible">' in said
    assert ">ZULÄSSIG<" in said
    assert "✓" in said
    assert ">RUCKEN<" in said


def test_one_bad_word_of_several_is_enough_and_nobody_learns_which(
    assistant: Client, pairing: Pairing
) -> None:
    said = answer(assistant, pairing, "RUCKEN ruckex")
    assert '<div class="ruling inadmissible">' in said
    assert ">NICHT ZULÄSSIG<" in said
    assert "✗" in said
    assert ">RUCKEN RUCKEX<" in said
    assert Challenge.objects.get().is_admissible is False


def test_words_may_be_parted_by_commas_and_any_space(assistant: Client, pairing: Pairing) -> None:
    assert ">RUCKEN RUCKEX<" in answer(assistant, pairing, " rucken,\t ruckex; rucken")


def test_the_table_named_is_kept_with_the_ruling(assistant: Client, pairing: Pairing) -> None:
    assert "Tisch 1" in answer(assistant, pairing, "RUCKEN", table="1")
    challenge = Challenge.objects.get()
    assert challenge.pairing == pairing
    assert LogEntry.objects.get(kind=LogEntry.Kind.CHALLENGED).is_internal


def test_the_division_tells_tables_of_the_same_number_apart(
    assistant: Client, pairing: Pairing
) -> None:
    division = make_division(tournament_of(pairing))
    other = make_round(division, (make_entry(division), make_entry(division))).pairings.get()
    said = answer(assistant, pairing, "RUCKEN", table="1", division="2")
    assert Challenge.objects.get().pairing == other
    assert "?division=2" in said  # and the next question is about the same


@pytest.mark.parametrize(
    ("words", "table", "told"),
    [
        ("", "", "Ein Wort hat 2 bis 15 Buchstaben"),
        ("R2D2", "", "Ein Wort hat 2 bis 15 Buchstaben"),
        (
            " ".join(f"A{letter}" for letter in ascii_uppercase[:17]),
            "",
            "Richtig sind 1 bis 16 Wörter.",
        ),
        ("RUCKEN", "77", "Dort wird in dieser Runde nicht gespielt."),
        ("RUCKEN", "eins", "Tisch: Richtig ist eine ganze Zahl."),
    ],
)
def test_what_can_t_be_judged_is_told_beside_what_was_typed(
    assistant: Client, pairing: Pairing, words: str, table: str, told: str
) -> None:
    response = ask(assistant, pairing, words, table=table)
    assert response.status_code == 400
    assert told in text_of(response)
    assert f'value="{words}"' in text_of(response)
    assert not Challenge.objects.exists()


def test_the_staff_finds_the_last_rulings_below(assistant: Client, pairing: Pairing) -> None:
    ask(assistant, pairing, "RUCKEN", table="1")
    page = text_of(assistant.get(path_of(tournament_of(pairing))))
    assert '<th scope="row">RUCKEN</th>' in page
    assert "Anna – Ben" in page


def test_a_ruling_of_another_tournament_is_not_shown(assistant: Client, pairing: Pairing) -> None:
    other = make_pairing()
    foreign = tournament_of(other).challenges.create(
        words=["FREMD"], is_admissible=True, by="x", at=other.round.drafted_at
    )
    address = path_of(tournament_of(pairing))
    for text in (str(foreign.pk), "x", "9" * 30):
        page = text_of(assistant.get(f"{address}?ruling={text}"))
        assert "FREMD" not in page
        assert 'name="words"' in page


def test_only_the_staff_judges(client: Client, pairing: Pairing) -> None:
    address = path_of(tournament_of(pairing))
    assert client.get(address).headers["Location"].startswith("/login/")
    client.force_login(make_user())
    assert client.get(address).status_code == 403
    assert ask(client, pairing, "RUCKEN").status_code == 403
    assert not Challenge.objects.exists()
