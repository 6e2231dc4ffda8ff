"""Seats in a real browser: a desk and two phones, one of which takes the other's place."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from duplicate.models import Game
from duplicate.services.games import create_game
from duplicate.services.participants import enter_participants
from referee.events.people import NewPerson
from tests.duplicate.factories import make_user
from tests.e2e.browsers import PHONE, Screens, grave_faults, log_in
from tests.e2e.looks import too_wide

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
SMALL, LAPTOP = ViewportSize(width=360, height=640), ViewportSize(width=1366, height=768)
TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}


@pytest.fixture
def game() -> Game:
    director, now = make_user("leiterin"), timezone.now()
    game = create_game(name="Donnerstagsrunde", by=director, at=now)
    people = [NewPerson("Erna Müller"), *(NewPerson(f"Gast {number}") for number in range(30))]
    enter_participants(game, people, now, by=director)
    return game


def test_a_seat_is_claimed_lost_given_back_and_merged(screens: Screens, game: Game) -> None:
    desk = screens.open(LAPTOP, reduced_motion="reduce")
    first, second = screens.open(SMALL, **TOUCH), screens.open(PHONE, **TOUCH)
    log_in(desk, screens.url, "leiterin", "richtig-langes-wort", f"/games/{game.pk}/desk/")
    join(first, screens, game, "erna mueller")
    expect(first.get_by_role("heading", name="Bist du das?")).to_be_visible()
    is_light_and_narrow(first)
    tap(first, "Ja, ich bin Erna Müller, Nr. 1")
    plays_as(first, "Erna Müller")
    expect(desk.locator("#seats")).to_contain_text("Erna Müller, Nr. 1, spielt seit")

    # Nobody has the seat by the name alone: the director is asked, and says no.
    join(second, screens, game, "Erna Müller")
    tap(second, "Ja, ich bin Erna Müller, Nr. 1, mit einem anderen Telefon")
    expect(second.get_by_text("Die Spielleitung wird gefragt")).to_be_visible()
    is_light_and_narrow(second)
    desk.get_by_role("button", name="Ablehnen").click()
    expect(second.get_by_text("nicht übergeben")).to_be_visible()

    # The director gives it, with a code that is typed and with a picture, seen at once.
    desk.get_by_role("link", name="Erna Müller").click()
    desk.locator("#p-seat-code").click()
    dialog = desk.locator("#ask")
    for shown in ("#question", ".qr svg", "#seat-code"):
        expect(dialog.locator(shown)).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_role("link", name="Fertig")).to_be_focused()
    assert grave_faults(desk) == []
    code = dialog.locator("#seat-code").inner_text()
    desk.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    second.locator("#code").fill(f" {code.lower()}")
    tap(second, "Weiter")
    expect(second.get_by_text("Ein Gerät hat diesen Platz schon.")).to_be_visible()
    is_light_and_narrow(second)
    tap(second, "Ja, ich bin Erna Müller, Nr. 1")
    plays_as(second, "Erna Müller")
    first.reload()
    expect(first.locator("#lost")).to_contain_text("nicht mehr auf diesem Gerät")
    is_light_and_narrow(first)

    # Who would not wait and came in as somebody new is marked, and one with the first again.
    join(first, screens, game, "Erna Müller")
    tap(first, "Nein, ich heiße nur so")
    plays_as(first, "Erna Müller")
    expect(desk.locator(".desk-people")).to_contain_text("doppelt? Nr. 1")
    desk.locator("#merge-32").click()
    expect(dialog).to_contain_text("sind dieselbe Person?")
    assert grave_faults(desk) == []
    dialog.get_by_label(re.compile("das von Nr. 32")).check()
    dialog.get_by_role("button", name="Ja").click()
    expect(desk.locator(".desk-people")).not_to_contain_text("doppelt?")
    first.reload()
    expect(first.locator(".who")).to_contain_text("Du bist Nr. 1, Erna Müller")
    second.reload()
    expect(second.locator("#lost")).to_be_visible()


def join(phone: Page, screens: Screens, game: Game, name: str) -> None:
    phone.goto(f"{screens.url}/j/{game.join_code}/")
    phone.locator("[name=name]").fill(name)
    tap(phone, "Mitspielen")


def tap(phone: Page, name: str) -> None:
    phone.get_by_role("button", name=name, exact=True).tap()


def plays_as(phone: Page, name: str) -> None:
    expect(phone.locator("#link[data-link=live]")).to_be_visible()
    expect(phone.locator(".who")).to_contain_text(name)


def is_light_and_narrow(phone: Page) -> None:
    """Nothing sticks out, everybody can use it, and what is to be tapped is large enough."""
    size = phone.viewport_size
    assert size
    assert grave_faults(phone) == []
    buttons = phone.locator("main button").all()
    boxes = [button.bounding_box() for button in buttons]
    assert all(box and box["height"] >= 44 for box in boxes)
    assert too_wide(phone) == {}
    phone.set_viewport_size(size)
