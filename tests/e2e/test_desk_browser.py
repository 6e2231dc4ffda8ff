"""The desk and the form for slips in a real browser, with a real server, mostly by keyboard."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from duplicate.models import Answer, Game, Round, Ruling, Staff
from duplicate.pages.desk import MOST_PLAYS
from referee.models import User
from referee.services import issue_api_token
from tests.duplicate.crowds import judged_crowd, words_of_the_rack
from tests.duplicate.factories import NOON, make_game, make_user
from tests.e2e.browsers import LISTENER
from tests.processes import Processes, Web, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
NAMES = ("Anna", "Ben", "Carla", "Dieter")
#: Judging comes from the worker, on a machine that may be busy.
PATIENCE = 30_000


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """One process that does it all; answers are judged in its threads."""
    with Processes(tmp_path, REDIS_URL="") as processes:
        yield processes.web()


@pytest.fixture
def director(page: Page, web: Web) -> Page:
    """A director's browser, logged in, about to create a game."""
    make_user("leiterin")
    page.set_viewport_size({"width": 1280, "height": 800})
    log_in(page, web, "leiterin", "/games/new/")
    return page


def log_in(page: Page, web: Web, name: str, wanted: str) -> None:
    page.goto(f"{web.url}/login/?next={wanted}")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill("richtig-langes-wort")
    page.keyboard.press("Enter")
    page.wait_for_url(web.url + wanted)
    expect(page.locator("html.scripted, body:not(:has([data-game]))").first).to_be_attached()


def primary(page: Page) -> Any:
    return page.locator("#primary")


def started(page: Page) -> Game:
    """Create and start a game by keyboard; four play on paper."""
    page.get_by_label("Name", exact=True).press("Enter")
    page.wait_for_url("**/desk/")
    game = Game.objects.get()
    for name in NAMES:
        page.locator("#new-name").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator(".desk-people")).to_contain_text(name)
        expect(page.locator("#new-name")).to_be_focused()
    page.keyboard.press("Escape")
    primary(page).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Ja")).to_be_focused()
    page.keyboard.press("Enter")
    expect(primary(page)).to_contain_text("Steine ziehen")
    return game


def opened(page: Page) -> Round:
    """Draw by hand a rack with a fine top and open the round."""
    page.locator("#by-hand > summary").click()
    page.locator("#rack").fill("aegmnrs")
    page.keyboard.press("Enter")
    expect(primary(page)).to_contain_text("Runde öffnen")
    expect(primary(page)).to_be_focused()
    page.keyboard.press("n")
    expect(primary(page)).to_contain_text("Jetzt schließen")
    return Round.objects.get()


def type_slip(page: Page, number: int, coordinates: str, word: str, points: int) -> None:
    """As fast as fingers go: nothing is waited for."""
    for text in (str(number), coordinates, word, str(points)):
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def close(page: Page) -> None:
    page.keyboard.press("n")
    expect(primary(page)).to_contain_text("Veröffentlichen", timeout=PATIENCE)


def test_an_answer_overtaken_by_a_later_change_does_not_leave_the_desk_behind(
    director: Page, web: Web
) -> None:
    director.add_init_script(LISTENER)
    game = started(director)
    _, key = issue_api_token(User.objects.get(), "Anmeldung", NOON)
    people = f"{web.url}/api/v1/duplicate/games/{game.pk}/participants/"

    def come_late(route: Route) -> None:
        response = route.fetch()
        headers = {"Authorization": f"Bearer {key}"}
        director.context.request.post(people, data={"name": "Emil"}, headers=headers)
        wait_until(lambda: director.evaluate("heard.at(-1).startsWith('joined ')"))
        route.fulfill(response=response)

    director.route("**/desk/draw/", come_late)
    primary(director).click()
    expect(director.locator(".desk-people")).to_contain_text("Emil")


def test_a_whole_round_from_creation_to_publication_by_keyboard(director: Page, web: Web) -> None:
    game = started(director)
    round = opened(director)
    expect(director.locator("[data-clock]").first).to_contain_text("2:5")
    top = round.tops[0]

    assistant = new_browser(director)
    log_in(assistant, web, "leiterin", f"/games/{game.pk}/slips/")
    type_slip(assistant, 1, top["coordinates"], top["word"], top["points"])
    type_slip(assistant, 2, "8H", "nergs", 12)
    type_slip(assistant, 3, "h8", "garn", 10)
    expect(assistant.locator("#missing")).to_contain_text("(1)")
    expect(director.locator(".desk-big")).to_have_text("3")
    expect(director.locator("#missing")).to_contain_text("4 Dieter")
    expect(director.locator("#missing li")).to_have_count(1)

    close(director)
    expect(director.locator("[data-doubtful]")).to_have_count(1)
    director.keyboard.press("ArrowDown")
    director.keyboard.press("a")
    director.keyboard.press("Enter")
    expect(director.locator("#rulings")).to_contain_text("NERGS zugelassen")
    expect(director.locator("[data-doubtful]")).to_have_count(0)
    assert Ruling.objects.get().reason == Ruling.Reason.IN_DICTIONARY

    assistant.keyboard.type("4")
    expect(assistant.locator("#who")).to_have_text("Dieter")
    expect(assistant.locator("form.slip")).to_have_attribute("data-top-word", top["word"])
    assistant.keyboard.press("Enter")
    assistant.keyboard.type("t")
    assistant.keyboard.press("Enter")
    expect(assistant.locator("#number")).to_have_value("")
    expect(director.locator(".desk-big")).to_have_text("4")
    wait_until(lambda: round.results.count() == 4, PATIENCE / 1000)

    expect(primary(director)).to_contain_text("Veröffentlichen", timeout=PATIENCE)
    director.keyboard.press("n")
    expect(primary(director)).to_contain_text("So gezogen")
    expect(director.locator("#results")).to_contain_text("2 haben den Spitzenzug")
    expect(director.locator(".tile.new")).not_to_have_count(0)
    expect(primary(director)).to_be_focused()
    round.refresh_from_db()
    assert round.state == Round.State.PUBLISHED
    expect(assistant.locator("#entry")).to_contain_text("Sobald die nächste Runde läuft")


def new_browser(page: Page) -> Page:
    browser = page.context.browser
    assert browser is not None
    return browser.new_page(locale="de-DE")


def test_barring_a_word_and_taking_it_back(director: Page, web: Web) -> None:
    game = started(director)
    round = opened(director)
    assistant = new_browser(director)
    log_in(assistant, web, "leiterin", f"/games/{game.pk}/slips/")
    type_slip(assistant, 1, "h8", "garn", 10)
    expect(director.locator(".desk-big")).to_have_text("1")
    close(director)
    row = director.locator("[data-play]").first
    director.keyboard.press("ArrowDown")
    expect(row).to_be_focused()
    director.keyboard.press("b")
    director.keyboard.press("Escape")
    expect(row).to_be_focused()
    assert not Ruling.objects.exists()
    director.keyboard.press("b")
    director.keyboard.press("Tab")
    director.keyboard.type("kein Beleg")
    director.keyboard.press("Enter")
    expect(director.locator("#rulings")).to_contain_text("GARN nicht zugelassen")
    expect(director.locator("#rulings")).to_contain_text("kein Beleg")
    assert round.plays.get().points == 0
    director.get_by_role("button", name="Zurücknehmen", exact=True).click()
    expect(director.locator("#rulings")).not_to_contain_text("GARN")
    assert round.plays.get().points > 0


def test_the_clock_is_held_and_set_forward_and_a_misdraw_asks_first(director: Page) -> None:
    director.get_by_label("1:30").check()
    call = director.locator("[name=call_seconds]")
    expect(call).to_have_attribute("placeholder", "wie Vorlage: 20")
    director.get_by_label("wie Vorlage").first.check()
    expect(call).to_have_attribute("placeholder", "wie Vorlage: 30")
    started(director)
    round = opened(director)
    director.keyboard.press("p")
    expect(primary(director)).to_contain_text("Weiterspielen")
    expect(director.locator("[data-clock]").first).to_have_attribute("data-paused", "")
    director.keyboard.press("+")
    expect(director.locator("[data-clock]").first).to_contain_text(re.compile("3:[23]"))
    expect(director.locator(".desk[aria-busy]")).to_have_count(0)
    director.keyboard.press("n")
    expect(primary(director)).to_contain_text("Jetzt schließen")
    director.locator("#undo > summary").click()
    director.locator("#cancel").click()
    director.get_by_role("link", name="Nein").click()
    round.refresh_from_db()
    assert round.state == Round.State.OPEN
    director.locator("#cancel").click()
    director.get_by_role("button", name="Ja").click()
    expect(primary(director)).to_contain_text("So gezogen")
    director.keyboard.press("n")
    expect(director.locator("#rack")).to_be_focused()
    expect(director.locator("#step")).to_contain_text("AEGMNRS (falsch gezogen)")


def test_what_is_being_typed_survives_what_others_do(director: Page, web: Web) -> None:
    game = started(director)
    director.locator("#people-all > summary").click()
    director.locator("#new-name").fill("Halb getip")
    other = new_browser(director)
    log_in(other, web, "leiterin", f"/games/{game.pk}/desk/")
    other.locator("#people-all > summary").click()
    other.locator("#new-name").fill("Von anderswo")
    other.keyboard.press("Enter")
    expect(director.locator(".desk-people")).to_contain_text("Von anderswo")
    director.keyboard.type("pt")
    expect(director.locator("#new-name")).to_have_value("Halb getippt")


def test_a_new_link_stays_to_be_copied_while_the_desk_looks_for_answers(director: Page) -> None:
    started(director)
    opened(director)
    director.locator("#people-all > summary").click()
    director.get_by_role("link", name="Anna").click()
    director.locator("#p-token").click()
    director.get_by_role("button", name="Ja").click()
    link = director.locator("#messages a")
    expect(link).to_be_visible()
    for _look in range(2):
        with director.expect_response(re.compile("/missing/")) as looked:
            pass
        looked.value.finished()
    expect(director.locator("#messages a")).to_be_visible()


def test_the_link_to_the_server_is_said_to_be_lost_only_when_it_is(director: Page) -> None:
    started(director)
    link = director.locator("[data-link]")
    expect(link).to_have_attribute("data-link", "live")
    director.route("**/desk/draw/", lambda route: route.abort())
    primary(director).click()
    expect(director.get_by_role("alert")).to_contain_text("Sieh nach, ob es geschehen ist")
    director.unroute("**/desk/draw/")
    primary(director).click()
    expect(primary(director)).to_contain_text("Runde öffnen")
    expect(director.get_by_role("alert")).to_have_count(0)
    expect(link).to_have_attribute("data-link", "live")


def test_a_refusal_is_told_and_the_tiles_typed_stay(director: Page) -> None:
    started(director)
    director.locator("#by-hand > summary").click()
    director.locator("#rack").fill("qqqeeaa")
    director.keyboard.press("Enter")
    expect(director.get_by_role("alert")).to_contain_text("Q: nur 1 Stein.")
    expect(director.locator("#rack")).to_have_value("qqqeeaa")


def test_two_assistants_type_unseen_and_a_director_settles_what_differs(
    director: Page, web: Web
) -> None:
    game = started(director)
    opened(director)
    wanted = f"/games/{game.pk}/slips/"
    director.goto(web.url + wanted)
    director.get_by_role("button", name="einschalten").click()
    expect(director.get_by_role("button", name="ausschalten")).to_be_visible()
    for name in ("eins", "zwei"):
        game.staff.create(user=make_user(name), role=Staff.Role.ASSISTANT)
    for name, word in (("eins", "garn"), ("zwei", "gras")):
        assistant = new_browser(director)
        log_in(assistant, web, name, wanted)
        expect(assistant.locator("main")).not_to_contain_text("garn")
        type_slip(assistant, 2, "h8", word, 10)
        expect(assistant.locator("#last")).to_contain_text(f"h8 {word}")
    expect(assistant.locator("#double")).to_contain_text("Verschieden getippt: 2")
    expect(director.locator(".slips-difference")).to_contain_text("2 Ben")
    director.get_by_role("button", name="Das stimmt").nth(1).click()
    expect(director.locator(".slips-difference")).to_have_count(0)
    answer = Answer.objects.latest("id")
    assert (answer.word, answer.settles) == ("gras", True)


def test_a_slip_is_taken_down_as_it_is_and_what_is_read_is_told(director: Page, web: Web) -> None:
    game = started(director)
    opened(director)
    director.set_viewport_size({"width": 390, "height": 844})
    director.goto(f"{web.url}/games/{game.pk}/slips/")
    director.keyboard.type("1")
    expect(director.locator("#who")).to_have_text("Anna")
    read = director.locator("#read")
    for text, told in (
        ("h11 bis h8", ""),
        ("garn", "H8-H11 GARN"),
        ("10", "10 Punkte"),
    ):
        director.keyboard.press("Enter")
        director.keyboard.type(text)
        expect(read).to_contain_text(told)
    director.keyboard.press("Enter")
    expect(director.locator("#last")).to_contain_text("gelesen: H8-H11 garn")
    for text, told in (("2", ""), ("h?", "Keine lesbaren Koordinaten"), ("garn", ""), ("viel", "")):
        director.keyboard.type(text)
        expect(read).to_contain_text(told)
        director.keyboard.press("Enter")
    expect(director.locator("#last")).to_contain_text("So heißen keine Felder")
    # What the server refuses comes back into the form.
    type_slip(director, 77, "h8", "garn", 10)
    expect(director.locator("#outbox")).to_contain_text("77 · h8 · garn · 10")
    director.locator("#outbox").get_by_role("button", name="Ändern").click()
    expect(director.locator("#fault")).to_contain_text("Diesen Teilnehmer gibt es")
    expect(director.locator("#number")).to_be_focused()
    director.keyboard.type("3")
    for _field in range(4):
        director.keyboard.press("Enter")
    expect(director.locator("#outbox[hidden]")).to_have_count(1)
    written = Answer.objects.values_list("participant__number", "coordinates", "written_points")
    assert list(written) == [(1, "h11 bis h8", ""), (2, "h?", "viel"), (3, "h8", "")]


def test_all_doubtful_plays_of_a_large_field_are_reached_and_decided_on_a_phone(
    page: Page, web: Web
) -> None:
    game = make_game(director=make_user("leiterin"))
    words = words_of_the_rack(MOST_PLAYS + 2)
    judged_crowd(game, [*(("H4", word) for word in words), ("H4", "MAGENS")])
    page.set_viewport_size({"width": 360, "height": 640})
    log_in(page, web, "leiterin", f"/games/{game.pk}/desk/")
    plays, pages = page.locator("[data-play]"), page.locator("#judging .pager")
    expect(plays).to_have_count(MOST_PLAYS)
    expect(page.locator("#judging")).to_contain_text(f"{len(words)} zweifelhaft")
    page.locator("#look-verdict").select_option("doubtful")
    expect(page.locator("#judging")).to_contain_text(f"{len(words)} von {len(words) + 1} Zügen")
    pages.get_by_role("link", name="Weiter").click()
    expect(plays).to_have_count(2)
    expect(page.locator("#judging")).to_be_in_viewport()
    following = plays.nth(1).get_attribute("id")
    plays.first.get_by_text("Entscheiden").click()
    plays.first.get_by_role("button", name="Nicht zulassen").click()
    expect(plays).to_have_count(1)
    expect(page.locator(f"#{following}")).to_be_focused()
    assert page.url.endswith("?verdict=doubtful&plays=2")
    page.locator("#look-word").fill(words[0].lower())
    expect(plays).to_have_count(1)
    expect(plays).to_contain_text(words[0])
    page.locator("#look-word").fill("")
    expect(page.locator("#look-player")).to_have_count(0)
    expect(plays).to_have_count(MOST_PLAYS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.reload()
    expect(plays).to_have_count(MOST_PLAYS)
    expect(page.locator("#look-verdict")).to_have_value("doubtful")
