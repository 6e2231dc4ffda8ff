"""The log of a game in words: every kind, what is looked for, and what nobody reads too early."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from duplicate.log_sentences import HEADINGS, SENTENCES, heading_of, sentence_of
from duplicate.models import Game, LogEntry, Round
from duplicate.services.participants import change_participant, enter_participant
from duplicate.services.rulings import warn_participant
from referee.events.log_page import MOST_LINES
from referee.events.people import NewPerson
from tests.duplicate.factories import NOON
from tests.duplicate.round_states import round_in
from tests.duplicate.sample_games import begun_game, director_of, hand_in, opened, played_game
from tests.markup import seen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def page(game: Game, query: str = "", *, as_staff: bool = True) -> Any:
    client = Client()
    if as_staff:
        client.force_login(director_of(game))
    return client.get(f"/games/{game.pk}/log/{query}")


def text(game: Game, query: str = "", *, as_staff: bool = True) -> str:
    response = page(game, query, as_staff=as_staff)
    assert response.status_code == 200
    return seen(response.content.decode())


def test_every_kind_of_entry_has_a_heading_and_a_sentence() -> None:
    assert HEADINGS.keys() == SENTENCES.keys() == set(LogEntry.Kind.values)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", LogEntry.Kind.values)
def test_an_entry_that_tells_less_than_today_is_a_sentence_too(kind: str, language: str) -> None:
    with translation.override(language):
        told = sentence_of(kind, {}, {})
        assert told
        assert heading_of(kind)
        assert "{" not in told


def test_a_whole_game_is_told_without_a_gap() -> None:
    game = played_game()
    lines = text(game)
    assert lines.count("–") < 5
    assert "Nr. 1 Anna <3 spielt mit." in lines
    assert "von Hand gezogen" in lines
    assert "Alle sehen" in lines


def test_what_people_write_is_not_taken_for_a_gap_to_be_filled() -> None:
    game = begun_game()
    anna = game.participants.get(number=1)
    change_participant(anna, NOON, by=director_of(game), name="{name} {0} {x.y}")
    assert "Name: {name} {0} {x.y}" in text(game)


def test_it_is_for_the_staff_while_the_game_is_on_and_for_everybody_later() -> None:
    game = begun_game()
    assert page(game, as_staff=False).status_code == 403
    assert "Spiel gestartet" in text(game)
    Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED)
    assert "Spiel gestartet" in text(game, as_staff=False)


def test_it_is_looked_for_by_kind_round_and_person() -> None:
    game = played_game()
    assert "Nr. 2 Ben spielt mit." not in text(game, "?person=1")
    assert "Nr. 1 Anna <3 spielt mit." in text(game, "?person=1")
    assert "Runde 1" not in text(game, "?round=2").partition("Runde 2")[2]
    only = text(game, "?kind=joined")
    assert only.count("spielt mit.") == 2
    assert "Runde 2" not in only
    assert text(game, "?kind=nothing&round=x&person=-") == text(game)


def test_nobody_learns_whom_a_hidden_entry_is_about_by_looking_for_them() -> None:
    round = round_in(Round.State.JUDGED)
    game = round.game
    director = director_of(game)
    anna = enter_participant(game, NewPerson("Anna"), NOON, by=director)
    warn_participant(round, anna, NOON, by=director, reason="unfair")
    found = f"/api/v1/duplicate/games/{game.pk}/log/?person={anna.number}"
    kinds = [entry["kind"] for entry in Client().get(found).json()["results"]]
    assert kinds == ["joined"]
    staff = Client()
    staff.force_login(director)
    kinds = [entry["kind"] for entry in staff.get(found).json()["results"]]
    assert kinds == ["joined", "ruled"]


def test_the_api_looks_for_the_same_and_says_what_is_no_kind() -> None:
    game = played_game()
    log = f"/api/v1/duplicate/games/{game.pk}/log/"
    drawn = Client().get(log, {"kind": "drawn", "round": "2"}).json()
    assert {(entry["kind"], entry["round"]) for entry in drawn["results"]} == {("drawn", 2)}
    assert Client().get(log, {"kind": "nothing"}).json()["code"] == "invalid"


def test_a_long_log_is_read_a_page_at_a_time(django_assert_max_num_queries: Any) -> None:
    game = begun_game()
    round = opened(game, NOON)
    hand_in(round)
    director = director_of(game)
    for minute in range(MOST_LINES):
        anna = game.participants.get(number=1)
        at = NOON + timedelta(minutes=minute)
        change_participant(anna, at, by=director, club=f"Verein {minute}")
    client = Client()
    client.force_login(director)
    with django_assert_max_num_queries(12):
        first = client.get(f"/games/{game.pk}/log/").content.decode()
    assert first.count("<li value=") == MOST_LINES
    assert "Verein: Verein 99" in first
    assert "Spiel angelegt" in seen(client.get(f"/games/{game.pk}/log/?page=2").content.decode())
