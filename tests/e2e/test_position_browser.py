"""The position page in a real browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from referee.examples import EXAMPLES

pytestmark = pytest.mark.usefixtures("lexicon")
GAME = EXAMPLES[1].address


@pytest.fixture
def site(page: Page, live_server: LiveServer) -> Iterator[Page]:
    """The page in the browser; it must ask no other host and log no error."""
    requests: list[Request] = []
    errors: list[str] = []
    page.on("request", lambda asked: requests.append(asked))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(live_server.url)
    yield page
    assert errors == []
    assert [asked.url for asked in requests if not asked.url.startswith(live_server.url)] == []


def square(page: Page, name: str) -> str:
    """The letter on a square."""
    return page.locator(f"#square-{name}").inner_text()


def test_clicking_typing_laying_and_undoing_a_move(site: Page) -> None:
    site.get_by_label("Bänkchen", exact=True).fill("torenxy")
    site.locator("#square-F8").click()
    expect(site.get_by_label("Koordinaten")).to_have_value("F8")
    site.locator("#square-F8").click()
    expect(site.get_by_label("Koordinaten")).to_have_value("8F")
    expect(site.get_by_label("Wort", exact=True)).to_be_focused()
    site.keyboard.type("tore")

    result = site.locator("#live-result")
    expect(result).to_contain_text("TORE auf 8F-8I ist ein gültiger Zug.")
    expect(result.locator("tfoot")).to_contain_text("10")
    assert square(site, "F8") == "T"
    expect(site.locator(".tile.new")).to_have_count(4)
    expect(site.get_by_label("Wort", exact=True)).to_have_value("tore")

    site.get_by_role("button", name="Zug legen").click()
    expect(site.locator("#live-course")).to_contain_text("TORE")
    expect(site.locator(".tile.new")).to_have_count(0)
    expect(site.get_by_label("Bänkchen", exact=True)).to_have_value("NXY")
    assert square(site, "F8") == "T"

    site.get_by_role("button", name="Zurücknehmen").click()
    expect(site.locator(".tile.new")).to_have_count(4)
    expect(site.get_by_label("Bänkchen", exact=True)).to_have_value("TORENXY")
    assert "word=TORE" in site.url


def test_every_state_has_its_address(site: Page, live_server: LiveServer) -> None:
    site.goto(live_server.url + "/" + GAME)
    site.locator("#top-1").click()
    expect(site.locator("#live-result")).to_contain_text("Spitzenzug!")
    expect(site.get_by_label("Wort", exact=True)).to_have_value("EINZÖGET")
    site.reload()
    expect(site.locator("#live-result")).to_contain_text("Spitzenzug!")
    site.go_back()
    expect(site.get_by_label("Wort", exact=True)).to_have_value("")
    expect(site.locator(".tile.new")).to_have_count(0)


def test_drawing_and_clearing(site: Page) -> None:
    site.get_by_role("button", name="Bänkchen ziehen").click()
    expect(site.locator(".rack .tile")).to_have_count(7)
    site.get_by_role("link", name="Alles leeren").click()
    expect(site.locator(".rack .tile")).to_have_count(0)
    expect(site.get_by_label("Bänkchen", exact=True)).to_have_value("")


def test_the_board_is_set_up_by_typing_on_it(site: Page) -> None:
    site.get_by_role("button", name="Aufbauen").click()
    site.locator("#square-A1").click()
    site.keyboard.type("rot", delay=10)
    site.get_by_label("Joker", exact=True).check()
    site.locator("#letter").focus()
    site.keyboard.type("e")
    expect(site).to_have_url(re.compile("board=ROTe$"))
    assert [square(site, name) for name in ("A1", "A2", "A3", "A4")] == ["R", "O", "T", "E"]
    site.keyboard.press("Backspace")
    expect(site).to_have_url(re.compile("board=ROT$"))
    expect(site.locator("#letter-square")).to_have_text("A4")


def test_the_keyboard_alone_suffices(site: Page) -> None:
    site.get_by_label("Bänkchen", exact=True).focus()
    site.keyboard.type("TORENXY")
    site.locator("#square-H8").focus()
    site.keyboard.press("ArrowLeft")
    site.keyboard.press("ArrowLeft")
    expect(site.locator("#square-H6")).to_be_focused()
    site.keyboard.press("Enter")
    site.keyboard.type("ROT")
    expect(site.locator("#live-result")).to_contain_text("ROT auf H6-H8 ist ein gültiger Zug.")
    while site.evaluate("document.activeElement.id") != "do-lay":
        site.keyboard.press("Tab")
    site.keyboard.press("Enter")
    expect(site.locator("#live-course")).to_contain_text("ROT")
    while site.evaluate("document.activeElement.id") != "do-undo":
        site.keyboard.press("Tab")
    site.keyboard.press("Space")
    expect(site.locator("#live-course")).not_to_contain_text("ROT")


def test_typing_on_a_square_begins_a_word_there(site: Page) -> None:
    site.locator("#square-H6").focus()
    site.keyboard.type("ROT")
    expect(site.get_by_label("Koordinaten")).to_have_value("H6")
    expect(site.locator("#live-result")).to_contain_text("ROT auf H6-H8 ist ein gültiger Zug.")


def test_nothing_runs_out_of_the_screen(site: Page, live_server: LiveServer) -> None:
    addresses = ("/", "/" + GAME + "&at=8H&word=EINZÖGET", "/?rules=reise&rack=STRASSEN")
    for width, height in ((360, 740), (768, 1024), (1280, 800), (1920, 1080)):
        site.set_viewport_size({"width": width, "height": height})
        for address in addresses:
            site.goto(live_server.url + address)
            for summary in site.locator("summary").all():
                summary.click()
            assert site.evaluate("document.documentElement.scrollWidth") <= width
            board = site.locator(".board").bounding_box()
            assert board
            assert board["width"] >= min(0.9 * width, 0.7 * height)


def test_the_page_is_light(site: Page, live_server: LiveServer) -> None:
    weights: list[int] = []
    site.on("response", lambda answer: weights.append(len(answer.body())))
    site.goto(live_server.url + "/" + GAME)
    site.wait_for_load_state("networkidle")
    assert sum(weights) < 150_000  # not even compressed


def test_a_fault_is_told_in_place(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url)
    page.get_by_label("Bänkchen", exact=True).fill("AB1")
    expect(page.get_by_role("alert")).to_contain_text("Bänkchen „AB1“")
    expect(page.get_by_label("Bänkchen", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Bänkchen", exact=True).fill("AB")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_form_works_without_scripts(page: Page, live_server: LiveServer) -> None:
    assert page.context.browser
    plain = page.context.browser.new_context(java_script_enabled=False, locale="de-DE").new_page()
    plain.goto(live_server.url)
    plain.get_by_label("Bänkchen", exact=True).fill("TORENXY")
    plain.locator("#square-H6").click()
    expect(plain.get_by_label("Koordinaten")).to_have_value("H6")
    plain.get_by_label("Wort", exact=True).fill("tore")
    plain.keyboard.press("Enter")
    expect(plain.locator("#live-result")).to_contain_text("TORE auf H6-H9 ist ein gültiger Zug.")
    assert plain.url == live_server.url + "/?rack=TORENXY&at=H6&word=TORE"
    plain.get_by_role("button", name="Zug legen").click()
    assert square(plain, "H6") == "T"
    plain.get_by_role("button", name="Zurücknehmen").click()
    expect(plain.get_by_label("Wort", exact=True)).to_have_value("TORE")
