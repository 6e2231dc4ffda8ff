"""Rounds paired at the desk of a tournament."""

import pytest

from tests.tournaments.pages.desks import NAMES, Desk, question, step_of, told
from tournaments.models import (
    Round,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State


def test_the_preview_tells_in_words_why_two_meet() -> None:
    desk = Desk()
    desk.publish()
    desk.enter_all()
    desk.draft()
    html = desk.html()
    assert "gleich viele Siege (1): Platz 1 gegen 2 von 2" in html
    assert "1 · +50" in html
    assert "0 · −50" in html


def test_two_players_can_change_places_in_a_draft() -> None:
    desk = Desk()
    desk.draft()
    before = {frozenset(pair) for pair in desk.pairs()}
    anna = next(pair for pair in before if "Anna" in pair)
    (opponent,) = anna - {"Anna"}
    other = next(name for name in NAMES[:4] if name not in anna)
    one, two = desk.entry(opponent).number, desk.entry(other).number
    response = desk.act("swap_players", round=desk.round.pk, one=one, other=two)
    assert told(response) == "So gepaart."
    assert frozenset({"Anna", other}) in {frozenset(pair) for pair in desk.pairs()}
    assert "Anna" in desk.pairs()[0]
    response = desk.act("swap_players", round=desk.round.pk, one=one, other=one)
    assert "zwei verschiedene" in told(response)


def test_starts_can_be_swapped_in_a_draft() -> None:
    desk = Desk()
    desk.draft()
    first, second = desk.pairs()[0]
    desk.act("swap_starts", pairing=desk.game(1).pk)
    assert desk.pairs()[0] == (second, first)


def test_the_bye_can_be_given_to_another_who_takes_the_place() -> None:
    desk = Desk(players=5)
    desk.draft()
    games = [pair for pair in desk.pairs() if pair[1] != "bye"]
    (bye,) = [first for first, second in desk.pairs() if second == "bye"]
    wanted, opponent = games[0]
    desk.act("bye", round=desk.round.pk, player=desk.entry(wanted).number)
    assert desk.pairs() == [(opponent, bye), games[1], (wanted, "bye")]


def test_without_a_bye_to_take_over_the_opponent_is_free_as_well() -> None:
    desk = Desk()
    desk.draft()
    wanted, opponent = desk.pairs()[0]
    desk.act("bye", round=desk.round.pk, player=desk.entry(wanted).number)
    assert {(wanted, "bye"), (opponent, "bye")} <= set(desk.pairs())
    assert "2 sind spielfrei" in desk.html()


def test_a_round_can_be_typed_pair_by_pair() -> None:
    desk = Desk()
    desk.draft()
    numbers = {name: desk.entry(name).number for name in NAMES[:4]}
    first = [f"{numbers['Dora']} Dora", str(numbers["Ben"]), ""]
    second = [str(numbers["Carla"]), f"{numbers['Anna']} Anna", ""]
    desk.act("pair", round=desk.round.pk, first=first, second=second)
    assert desk.pairs() == [("Dora", "Carla"), ("Ben", "Anna")]
    response = desk.act("pair", round=desk.round.pk, first=first[:1], second=second[:1])
    assert "Noch ohne Platz" in told(response)
    response = desk.act("pair", round=desk.round.pk, first=["Dora"], second=["1"])
    assert "ganze Zahl" in told(response)


def test_what_speaks_against_a_round_paired_by_hand_stands_at_its_games() -> None:
    desk = Desk()
    desk.publish()
    desk.enter_all()
    again = [
        (desk.entry(first).number, desk.entry(second).number) for first, second in desk.pairs()
    ]
    desk.draft()
    first, second = zip(*again, strict=True)
    desk.act("pair", round=desk.round.pk, first=first, second=second)
    html = desk.html()
    assert html.count("Die beiden treffen zum 2. Mal aufeinander.") == 2
    assert "hat dann 2-mal öfter angefangen als nachgezogen" in html
    assert "Wiederholte Paarungen: 2." in html


def test_pairing_anew_asks_before_it_undoes_what_was_done_by_hand() -> None:
    desk = Desk()
    desk.draft()
    desk.act("bye", round=desk.round.pk, player=desk.entry("Anna").number)
    by_hand = desk.pairs()
    assert "von Hand geändert" in question(desk.act("draft", division=1))
    assert desk.pairs() == by_hand
    desk.act("draft", division=1, confirmed=1)
    assert desk.pairs() != by_hand


def test_a_round_to_be_paired_by_hand_shows_its_lines_at_once() -> None:
    desk = Desk()
    desk.act("schedule", division=1, rounds=7, round_1="manual")
    desk.act("draft", division=1)
    html = desk.html()
    assert step_of(html) == "Runde 1 von Hand paaren"
    assert html.count('name="first"') == 2


def test_a_round_goes_forth_and_back() -> None:
    desk = Desk()
    desk.draft()
    desk.act("lock", round=desk.round.pk)
    assert desk.round.state == State.LOCKED
    desk.act("publish", round=desk.round.pk, confirmed=1)
    assert desk.round.state == State.PUBLISHED
    desk.act("retract", round=desk.round.pk)
    assert desk.round.state == State.LOCKED
    assert "verwerfen" in question(desk.act("discard", round=desk.round.pk))
    desk.act("discard", round=desk.round.pk, confirmed=1)
    assert not desk.division.rounds.exists()


def test_a_timetable_can_be_paired_ahead_of_the_results() -> None:
    desk = Desk(players=6, preset="evening")
    desk.publish()
    assert "Runde 2 schon paaren" in desk.html()
    desk.act("draft", division=1)
    assert desk.round.number == 2


def test_swiss_can_be_paired_ahead_only_when_that_is_meant() -> None:
    desk = Desk()
    desk.publish()
    assert "Es fehlen noch Ergebnisse" in told(desk.act("draft", division=1))
    desk.act("draft", division=1, with_open_games=1)
    assert desk.round.number == 2
