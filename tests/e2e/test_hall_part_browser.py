"""The hall gives its part of the draws: from the waiting page to the proof, over plain http.

The site is not localhost here, so the browser has no digests of its own (crypto.subtle).
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from duplicate.models import Game
from duplicate.services.games import create_game, end_game
from duplicate.services.participants import enter_participant
from duplicate.services.rounds import draw_by_hand, open_round
from referee.events.people import NewPerson
from tests.duplicate.factories import make_user
from tests.duplicate.sample_games import (
    hand_in,
    opened,
    played_game,
    published,
    rack_by_hand,
)
from tests.e2e.browsers import LAPTOP, PHONE, PROJECTOR, Screens, grave_faults, log_in
from tests.lexicons import lexicon_of
from tests.processes import Processes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
SITE = "spielleiter.test"
PATIENCE_MS = 15_000


@pytest.fixture
def screens(browser: Browser, tmp_path: Path) -> Iterator[Screens]:
    expect.set_options(timeout=PATIENCE_MS)
    with Processes(tmp_path, REDIS_URL="", SPIELLEITER_HOSTS=SITE) as processes:
        processes.environment["SPIELLEITER_LEXICON"] = str(lexicon_of().path)
        url = processes.web().url.replace("127.0.0.1", SITE)
        screens = Screens(browser, url)
        yield screens
        for context in browser.contexts:
            context.close()
    # What browsers say of a header that only counts where they trust the site.
    assert [fault for fault in screens.faults if "Cross-Origin-Opener-Policy" not in fault] == []


def findings(page: Page, url: str) -> list[str]:
    page.goto(url)
    page.get_by_role("button", name="Selbst prüfen").click()
    expect(page.get_by_role("button", name="Selbst prüfen")).to_be_enabled()
    return [str(item.get_attribute("class")) for item in page.locator("#findings li").all()]


def test_the_hall_gives_its_part_and_everybody_checks_it_over_http(screens: Screens) -> None:
    director = make_user("leiterin")
    game = create_game(name="Vereinsabend", by=director, at=timezone.now())
    path = f"{screens.url}/games/{game.pk}/"
    phone, desk, hall = (screens.open(size) for size in (PHONE, LAPTOP, PROJECTOR))

    # Who waits sees the fingerprint: on the phone, in the hall, on the public page.
    phone.goto(f"{screens.url}/j/{game.join_code}/")
    assert phone.evaluate("crypto.subtle") is None
    phone.locator("[name=name]").fill("Anna")
    phone.locator("[name=name]").press("Enter")
    phone.wait_for_url("**/play/")
    expect(phone.locator("#live")).to_contain_text(game.fingerprint)
    hall.goto(f"{path}hall/")
    expect(hall.locator(".welcome-text")).to_contain_text(game.fingerprint)
    hall.goto(path)
    expect(hall.locator(".game-head")).to_contain_text(game.fingerprint)
    hall.goto(f"{path}hall/")
    enter_participant(game, NewPerson("Ben"), timezone.now(), by=director)

    # Six figures are called out, typed, and there for all to compare.
    log_in(desk, screens.url, "leiterin", "richtig-langes-wort", f"/games/{game.pk}/desk/")
    desk.locator("#hall-part").fill("48 29 13")
    desk.locator("#primary").click()
    desk.get_by_role("button", name="Ja").click()
    expect(desk.locator("#primary")).to_contain_text("Steine ziehen")
    expect(phone.locator("#live")).to_contain_text("Teil des Saals: 482913")
    expect(hall.locator(".welcome-text")).to_contain_text("482913")

    game = Game.objects.get(pk=game.pk)
    round = opened(game, timezone.now())
    hand_in(round)
    published(round)
    typed = draw_by_hand(game, rack_by_hand(game), timezone.now(), by=director)
    published(open_round(typed, timezone.now(), by=director))
    end_game(game, timezone.now(), by=director)

    # The phone remembers, reckons itself, and says what holds: one rack was typed.
    assert findings(phone, f"{path}proof/") == ["right", "right", "right", "open", "right"]
    told = phone.locator("#findings").inner_text()
    assert "Dieses Gerät hat sich beim Mitspielen dasselbe gemerkt." in told
    assert "aus dem Geheimnis und „482913“ folgen: alle 1." in told
    assert "in Runde 2:" in told
    assert phone.locator("[data-finding]").all_inner_texts() == ["✓ stimmt", "– möglich"]
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert grave_faults(phone) == []

    # Whoever changes what was called out is contradicted by racks, log and phone.
    Game.objects.filter(pk=game.pk).update(hall_part="482914")
    assert findings(phone, f"{path}proof/") == ["wrong", "right", "wrong", "wrong"]


def test_without_the_hall_the_proof_says_so_and_over_http_too(screens: Screens) -> None:
    page = screens.open(LAPTOP)
    game = played_game()
    url = f"{screens.url}/games/{game.pk}/proof/"
    assert findings(page, url) == ["right", "right", "open", "open", "right"]
