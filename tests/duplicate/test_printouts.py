"""What is printed, and for whom."""

from typing import Any

import pytest
from django.test import Client

from duplicate.models import Game, Round
from tests.duplicate.factories import make_game, make_participant
from tests.duplicate.round_states import round_in
from tests.duplicate.sample_games import director_of, played_game
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
WHAT = ("slips", "standings", "arbitration", "sheets", "code")


def get(game: Game, what: str, *, as_director: bool = True) -> Any:
    client = Client()
    if as_director:
        client.force_login(director_of(game))
    return client.get(f"/games/{game.pk}/print/{what}")


def text(game: Game, what: str) -> str:
    response = get(game, what)
    assert response.status_code == 200
    return tight(response.content.decode())


@pytest.mark.parametrize("what", WHAT)
def test_all_but_the_standings_is_for_the_staff(what: str) -> None:
    game = played_game()
    assert get(game, f"{what}/").status_code == 200
    assert get(game, f"{what}/", as_director=False).status_code == (
        200 if what == "standings" else 302
    )


def test_there_are_no_others() -> None:
    assert get(make_game(), "money/").status_code == 404


def test_those_on_paper_get_a_slip_for_every_round_eight_on_a_page() -> None:
    game = make_game()
    make_participant(game, "Online")
    game.participants.create(number=2, name="Papier", is_online=False, entered_at=game.created_at)
    page = text(game, "slips/?first=1&last=10")
    assert "Online" not in page
    assert page.count('<article class="slip">') == 10
    assert page.count("sheet-of-slips") == 2
    everybody = text(game, "slips/?for=all&first=3&last=4")
    assert everybody.count('<article class="slip">') == 4
    assert text(game, "slips/?for=blank").count('<article class="slip">') == 8
    assert get(game, "slips/?first=x").status_code == 400


def test_the_arbitration_sheet_waits_for_the_verdicts() -> None:
    assert get(round_in(Round.State.OPEN).game, "arbitration/").status_code == 409
    game = played_game()
    page = text(game, "arbitration/?round=4")
    for play in game.rounds.get(number=4, state=Round.State.PUBLISHED).plays.all():
        assert play.word in page
    assert "Anmerkung" in page
    assert "XY: zugelassen (steht im Wörterbuch)" in page
    assert get(game, "arbitration/?round=9").status_code == 404


def test_everybody_s_sheet_is_printed_or_one_s() -> None:
    game = played_game()
    assert text(game, "sheets/").count("one-page") == 2
    one = text(game, "sheets/?number=2")
    assert "=Ben" in one
    assert "Anna" not in one


def test_the_poster_has_the_code_and_its_picture() -> None:
    game = make_game()
    page = text(game, "code/")
    assert game.join_code in page
    assert "<svg" in page


def test_the_standings_are_printed_as_they_are_asked_for() -> None:
    game = played_game()
    assert "nach Runde 1" in text(game, "standings/?round=1")
    assert "SC Nord" in text(game, "standings/?by=club")
