"""The page of somebody who plays, as a browser without scripts sees it."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from duplicate.models import Game, Participant, Round
from duplicate.services.judging import judge_round
from duplicate.services.participants import withdraw_participant
from duplicate.services.rounds import (
    begin_closing,
    cancel_round,
    draw_round,
    finish_closing,
    open_round,
    pause_round,
    publish_round,
)
from tests.duplicate.factories import (
    SECOND,
    make_answer,
    make_game,
    make_participant,
    make_round,
    make_user,
)
from tests.duplicate.sample_games import director_of, played_game
from tests.markup import seen, tight

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    request.getfixturevalue("lexicon")
    return make_game()


@pytest.fixture
def anna(game: Game, client: Client) -> Participant:
    """Anna, whose browser `client` is."""
    participant, token = make_participant(game, "Anna")
    client.cookies[f"seat_{game.pk.hex}"] = token
    return participant


def opened(game: Game, *, ago: timedelta = SECOND) -> Round:
    return make_round(game, opened_at=timezone.now() - ago)


def page_of(client: Client, game: Game) -> str:
    response = client.get(f"/games/{game.pk}/play/")
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def hand_in(client: Client, game: Game, **form: str) -> str:
    """What the page says after the form was sent."""
    response = client.post(f"/games/{game.pk}/play/", {"round": "1", **form})
    assert response.headers["Location"] == f"/games/{game.pk}/play/"
    return page_of(client, game)


def end(round: Round) -> Round:
    """The round, closed by its director, judged and published."""
    by, at = director_of(round.game), timezone.now()
    round = begin_closing(round, at, by=by)
    finish_closing(round, at + 10 * SECOND)
    judge_round(round, at)
    return publish_round(round, at, by=by)


def test_a_flood_of_forms_is_held_up_and_what_was_taken_counts(
    client: Client, game: Game, anna: Participant
) -> None:
    opened(game)
    move = {"coordinates": "H4", "word": "MAGEN"}
    pages = [hand_in(client, game, **move, points=str(number)) for number in range(1, 61)]
    assert "So viele Züge auf einmal nimmt niemand an" not in pages[29]
    assert any("So viele Züge auf einmal nimmt niemand an" in page for page in pages[30:])
    assert 30 <= anna.answers.count() < 60


def test_without_a_seat_the_way_leads_to_joining(client: Client, game: Game) -> None:
    assert client.get(f"/games/{game.pk}/play/").headers["Location"] == "/join/"
    client.cookies[f"seat_{game.pk.hex}"] = "slp_falsch"
    gone = client.get(f"/games/{game.pk}/play/", follow=True)
    assert gone.redirect_chain == [("/join/?lost=1", 302)]
    assert "nicht mehr auf diesem Gerät" in gone.content.decode()
    # It is told once: the browser has forgotten the seat.
    assert client.get(f"/games/{game.pk}/play/").headers["Location"] == "/join/"
    _stranger, token = make_participant(make_game())
    client.cookies[f"seat_{game.pk.hex}"] = token
    assert client.get(f"/games/{game.pk}/play/").headers["Location"] == "/join/?lost=1"
    client.force_login(make_user(is_admin=True))
    assert client.get(f"/games/{game.pk}/play/").headers["Location"] == "/join/"


@pytest.mark.usefixtures("anna")
def test_before_the_first_round_one_waits_with_the_others(client: Client, game: Game) -> None:
    make_participant(game)
    page = page_of(client, game)
    assert "Gleich kommen die ersten Steine. Angemeldet: 2" in seen(page)
    assert 'data-phase="waiting"' in page


@pytest.mark.usefixtures("anna")
def test_nothing_of_a_drawn_round_is_in_the_page(client: Client, game: Game) -> None:
    round = draw_round(game, timezone.now(), by=director_of(game))
    assert round
    page = page_of(client, game)
    assert "Die Steine für Runde 1 sind gezogen." in seen(page)
    assert round.rack not in page
    assert round.tops[0]["word"] not in page


@pytest.mark.usefixtures("anna")
def test_a_move_is_handed_in_and_changed_by_the_plain_form(client: Client, game: Game) -> None:
    round = opened(game)
    page = page_of(client, game)
    assert 'aria-label="Bänkchen: AEGMNRS"' in page
    assert "Noch nichts abgegeben." in seen(page)
    assert round.tops[0]["word"] not in page
    page = hand_in(client, game, coordinates="h4", word="magen", points="22")
    assert re.search(r"Angekommen \d\d:\d\d:\d\d: H4 magen, 22 Punkte", seen(page))
    assert 'name="word" value="magen"' in tight(page)
    page = hand_in(client, game, coordinates="8D-8H", word="GERNE")
    assert re.search(r"Angekommen \d\d:\d\d:\d\d: 8D-8H GERNE(?! ?,)", seen(page))
    assert round.answers.count() == 2


@pytest.mark.usefixtures("anna")
@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"coordinates": "HH", "word": "MAGEN"}, "Die Koordinaten „HH“ sind nicht lesbar."),
        ({"coordinates": "H4", "word": "M4GEN"}, "Das Wort „M4GEN“ ist nicht lesbar."),
        ({"coordinates": "H4-H9", "word": "MAGEN"}, "Wort und Koordinaten sind verschieden lang"),
        ({"coordinates": "H4", "word": "MAGEN", "points": "viel"}, "Punkte: eine ganze Zahl"),
        ({"coordinates": "H4", "word": "MAGEN", "round": "2"}, "Diese Runde gibt es in dem Spiel"),
        ({"coordinates": "H4", "word": "MAGEN", "round": "x"}, "Diese Runde gibt es in dem Spiel"),
        ({}, "Die Koordinaten „“ sind nicht lesbar."),
    ],
)
def test_a_refusal_is_a_message_on_the_page(
    client: Client, game: Game, form: dict[str, str], told: str
) -> None:
    round = opened(game)
    assert told in hand_in(client, game, **form)
    assert not round.answers.exists()


def test_who_is_too_late_is_told_so_and_what_counts(
    client: Client, game: Game, anna: Participant
) -> None:
    round = opened(game, ago=300 * SECOND)
    assert round.opened_at
    make_answer(round, anna, "H4", "MAGEN", received_at=round.opened_at + SECOND)
    begin_closing(round, timezone.now())
    page = seen(hand_in(client, game, coordinates="8D", word="GERNE"))
    assert "Die Zeit ist um Für dich zählt: H4 MAGEN" in page
    assert "8D GERNE kam um" in page


@pytest.mark.usefixtures("anna")
def test_in_a_pause_the_rack_is_shown_and_nothing_can_be_handed_in(
    client: Client, game: Game
) -> None:
    round = opened(game)
    pause_round(round, timezone.now(), by=director_of(game))
    page = tight(page_of(client, game))
    assert 'aria-label="Bänkchen: AEGMNRS"' in page
    assert 'id="hand-in" disabled' in page


def test_a_published_round_tells_verdict_points_and_rank(
    client: Client, game: Game, anna: Participant
) -> None:
    round = opened(game)
    ben, _ = make_participant(game, "Ben")
    make_answer(round, anna, "H4-H8", "MAGEN", received_at=timezone.now(), declared_points=99)
    top = round.tops[0]
    make_answer(round, ben, top["coordinates"], top["word"], received_at=timezone.now())
    end(round)
    page = page_of(client, game)
    text = seen(page)
    assert "MAGEN auf H4-H8 ist ein gültiger Zug." in text
    assert f"Spitzenzug: {top['coordinates']} {top['word']}, {top['points']} Punkte" in text
    assert "Platz 2 von 2." in text
    assert page.count('class="tile new') == len(top["word"])


@pytest.mark.usefixtures("anna")
def test_the_page_of_a_published_round_costs_few_queries(
    client: Client, game: Game, django_assert_max_num_queries: Any
) -> None:
    end(opened(game))
    page_of(client, game)  # the first one counts the standings for all
    with django_assert_max_num_queries(7):
        page_of(client, game)


@pytest.mark.usefixtures("anna")
def test_the_result_stays_until_the_next_round_opens(client: Client, game: Game) -> None:
    end(opened(game))
    at = timezone.now()
    round = draw_round(game, at, by=director_of(game))
    assert round
    page = seen(page_of(client, game))
    assert "In dieser Runde hast du nichts abgegeben." in page
    assert "Die Steine für Runde 2 sind gezogen." in page
    open_round(round, at, by=director_of(game))
    page = page_of(client, game)
    assert "Spitzenzug" not in seen(page)
    assert 'data-phase="open"' in page


@pytest.mark.usefixtures("anna")
def test_a_cancelled_round_is_explained(client: Client, game: Game) -> None:
    round = opened(game)
    hand_in(client, game, coordinates="H4", word="MAGEN")
    cancel_round(round, timezone.now(), by=director_of(game), text="Ein Stein lag daneben.")
    page = seen(page_of(client, game))
    assert "Runde 1 zählt nicht, es wird neu gezogen." in page
    assert "Die Steine waren falsch gezogen. Ein Stein lag daneben." in page
    assert "Dein Zug H4 MAGEN zählt nicht, es wird neu gezogen." in page
    again = draw_round(game, timezone.now(), by=director_of(game))
    assert again
    assert "Dein Zug H4 MAGEN zählt nicht" in seen(page_of(client, game))
    open_round(again, timezone.now(), by=director_of(game))
    assert "zählt nicht" not in seen(page_of(client, game))


@pytest.mark.usefixtures("anna")
def test_a_cancelled_round_is_explained_beside_the_last_result(client: Client, game: Game) -> None:
    end(opened(game))
    at = timezone.now()
    second = draw_round(game, at, by=director_of(game))
    assert second
    assert "zurück in den Beutel" not in seen(page_of(client, game))
    cancel_round(open_round(second, at, by=director_of(game)), at, by=director_of(game))
    page = seen(page_of(client, game))
    assert "Runde 2 zählt nicht, es wird neu gezogen. Die Steine waren falsch gezogen." in page
    assert "Dein Zug" not in page


def test_who_is_withdrawn_only_watches(client: Client, game: Game, anna: Participant) -> None:
    opened(game)
    withdraw_participant(anna, timezone.now(), by=director_of(game))
    page = seen(hand_in(client, game, coordinates="H4", word="MAGEN"))
    assert "Du bist ausgeschieden." in page
    assert "Wer ausgeschieden ist, gibt keine Züge mehr ab." in page


@pytest.mark.usefixtures("lexicon")
def test_a_finished_game_tells_the_final_rank(client: Client) -> None:
    game = played_game()
    participant = game.participants.get(number=1)
    _, token = make_participant(game)
    other = game.participants.get(number=3)
    digest, other.token_digest = other.token_digest, None
    other.save()
    participant.token_digest = digest
    participant.save()
    client.cookies[f"seat_{game.pk.hex}"] = token
    page = page_of(client, game)
    assert "Das Spiel ist zu Ende Platz 1 von 3" in seen(page)
    assert f'href="/games/{game.pk}/players/1/"' in page


@pytest.mark.usefixtures("anna")
def test_nothing_of_ones_own_gets_into_the_page_of_another(client: Client, game: Game) -> None:
    opened(game)
    hand_in(client, game, coordinates="H4-H8", word="MAGEN", points="20")
    end(game.rounds.get())
    cookie = f"seat_{game.pk.hex}"
    other = Client()
    other.cookies[cookie] = make_participant(game, "Berta")[1]
    forgery = re.compile('name="csrfmiddlewaretoken" value="([^"]+)"')
    annas, bertas = page_of(client, game), page_of(other, game)
    assert not set(forgery.findall(annas)) & set(forgery.findall(bertas))
    for of_anna in (client.cookies[cookie].value, "Anna", "/players/1/"):
        assert of_anna in annas
        assert of_anna not in bertas


def test_a_seat_can_be_left(client: Client, game: Game, anna: Participant) -> None:
    address = f"/games/{game.pk}/play/"
    assert client.get(f"{address}leave/").status_code == 405
    assert client.post(f"{address}leave/").headers["Location"] == "/"
    assert client.get(address).headers["Location"] == "/join/"
    anna.refresh_from_db()
    assert anna.withdrawn_at is None


@pytest.mark.usefixtures("anna")
def test_the_page_has_nothing_inline_and_is_not_kept(client: Client, game: Game) -> None:
    opened(game)
    response = client.get(f"/games/{game.pk}/play/")
    assert "no-store" in response.headers["Cache-Control"]
    inline = r"(?i)\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\ssrc=)"
    assert not re.search(inline, tight(response.content.decode()))
