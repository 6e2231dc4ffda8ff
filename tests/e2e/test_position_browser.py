"""The position page in a real browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from referee.position.examples import EXAMPLES

pytestmark = pytest.mark.usefixtures("lexicon")
GAME = EXAMPLES[1].address


@pytest.fixture
def site(page: Page, live_server: LiveServer) -> Iterator[Page]:
    """The page in the browser; it must ask no other host and log no error."""
    requests: list[Request] = []
    errors: list[str] = []
    page.on("request", lambda asked: requests.append(asked))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(live_server.url + "/position/")
    yield page
    assert errors == []
    assert [asked.url for asked in requests if not asked.url.startswith(live_server.url)] == []


def square(page: Page, name: str) -> str:
    """The letter on a square."""
    return page.locator(f"#square-{name}").inner_text()


def rack(page: Page) -> Locator:
    return page.get_by_label("Bänkchen", exact=True)


def word(page: Page) -> Locator:
    return page.get_by_label("Wort", exact=True)


def set_up(page: Page, name: str, letters: str) -> None:
    page.get_by_role("button", name="Aufbauen").click()
    page.locator(f"#square-{name}").click()
    page.keyboard.type(letters)


def slow_down(page: Page, milliseconds: int = 500) -> None:
    """Let every answer to the page's script come late."""

    page.evaluate(
        """milliseconds => {
            const fetch = window.fetch;
            window.fetch = async (url, options) => {
                await new Promise((resolve) => setTimeout(resolve, milliseconds));
                return fetch(url, options);
            };
        }""",
        milliseconds,
    )


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
    site.goto(live_server.url + "/position/" + GAME)
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


def test_what_is_typed_stays_as_it_was_typed(site: Page, live_server: LiveServer) -> None:
    site.goto(live_server.url + "/position/?at=H6")
    word(site).fill("tore")
    expect(site.locator("#live-result")).to_contain_text("TORE auf H6-H9")
    rack(site).focus()
    for key in "?tre":
        site.keyboard.type(key)
        site.wait_for_timeout(250)  # as long as a person takes
    expect(site.locator("#live-result")).to_contain_text("ToRE auf H6-H9 ist ein gültiger Zug.")
    assert (rack(site).input_value(), word(site).input_value()) == ("?tre", "tore")
    word(site).press("Enter")
    expect(word(site)).to_have_value("ToRE")


def test_other_rules_are_a_step_that_can_be_taken_back(site: Page, live_server: LiveServer) -> None:
    game = "/position/?moves=H6.TOR.TORENXYA,I6.ER.ENXYARST&rack=NXYARST&rules=reise"
    site.goto(live_server.url + game)
    rules, course = site.get_by_label("Regelwerk"), site.locator("#live-course")
    rules.select_option("standard")
    expect(site).not_to_have_url(re.compile("rules="))
    expect(course).to_contain_text("TOR")
    rules.select_option("reise")
    expect(site).to_have_url(live_server.url + game)
    expect(course).to_contain_text("TOR")
    site.go_back()
    expect(rules).to_have_value("standard")
    expect(course).to_contain_text("ER")


def test_any_ruleset_of_an_address_can_be_chosen(site: Page, live_server: LiveServer) -> None:
    site.goto(live_server.url + "/position/?rules=tournament")
    rack(site).fill("ABC")
    expect(site).to_have_url(re.compile("rules=tournament"))
    site.get_by_role("link", name="Erster Zug").click()
    expect(site.get_by_label("Regelwerk")).to_have_value("standard")


def test_the_way_back_leads_to_the_course_that_setting_up_forgot(
    site: Page, live_server: LiveServer
) -> None:
    site.goto(live_server.url + "/position/?moves=H6.TOR.TORENXY&rack=ENXY")
    course = site.locator("#live-course")
    set_up(site, "H9", "EN")
    expect(site).to_have_url(re.compile("board=///////5TOREN"))
    expect(course).to_be_hidden()
    site.go_back()
    expect(course).to_contain_text("TOR")
    assert square(site, "H9") == ""
    expect(site.locator("#letter-hint")).to_contain_text("Der Verlauf wird dabei vergessen.")


def test_tiles_just_set_up_are_not_lost(site: Page) -> None:
    slow_down(site)
    set_up(site, "H6", "TOR")
    site.get_by_role("button", name="Zug eingeben").click()
    expect(site).to_have_url(re.compile("board=///////5TOR$"))
    site.get_by_role("button", name="Aufbauen").click()
    site.locator("#square-H9").click()
    site.keyboard.type("E")
    site.wait_for_timeout(200)
    rack(site).fill("NXY")
    expect(site).to_have_url(re.compile("board=///////5TORE&rack=NXY$"))
    site.locator("#square-H10").click()
    site.keyboard.type("N")
    site.get_by_role("button", name="Auffüllen").click()
    expect(site.locator(".rack .tile")).to_have_count(7)
    expect(site).to_have_url(re.compile("board=///////5TOREN&rack=NXY"))
    assert square(site, "H10") == "N"


def test_switching_the_language_loses_nothing(site: Page) -> None:
    set_up(site, "H6", "TOR")
    site.get_by_role("button", name="English").click()
    expect(site).to_have_url(re.compile("board=///////5TOR$"))
    expect(site.locator("h1")).to_have_text("Try a position")


def test_a_paper_of_the_board_has_the_verdict_on_it(site: Page) -> None:
    site.emulate_media(media="print")
    expect(site.locator("#live-result")).to_be_visible()
    expect(site.get_by_label("Regelwerk")).to_be_hidden()


def test_text_pasted_for_the_board_waits_there(site: Page) -> None:
    site.get_by_text("Brett als Text").click()
    text = site.locator("textarea")
    text.fill("TOR\n!")
    rack(site).fill("ABC")
    expect(site.locator(".rack .tile")).to_have_count(3)
    expect(text).to_have_value("TOR\n!")
    text.fill("TOR")
    site.get_by_role("button", name="Aufs Brett").click()
    expect(site).to_have_url(re.compile("board=TOR&rack=ABC$"))
    expect(text).to_have_value(re.compile(r"^TOR\.{12}\n"))


@pytest.mark.parametrize(
    ("text", "board"),
    [("", "///////7A"), ("TO", "TO///////7A"), ("//5x\n1", "//5x/////7A")],
)
def test_a_board_half_written_can_be_typed_on(site: Page, text: str, board: str) -> None:
    site.get_by_text("Brett als Text").click()
    site.locator("textarea").fill(text)
    set_up(site, "H8", "A")
    expect(site).to_have_url(re.compile(f"board={board}$"))


def test_setting_up_puts_the_move_aside_and_brings_it_back(site: Page) -> None:
    site.locator("#square-H6").click()
    site.keyboard.type("TORE")
    set_up(site, "H9", "E")
    expect(site).to_have_url(re.compile("board=///////8E$"))
    assert word(site).input_value() == ""
    site.get_by_role("button", name="Zug eingeben").click()
    expect(site.locator("#live-result")).to_contain_text("TORE auf H6-H9 ist ein gültiger Zug.")
    expect(word(site)).to_have_value("TORE")


def test_a_link_changes_only_what_it_is_about(site: Page, live_server: LiveServer) -> None:
    site.goto(live_server.url + "/position/?rack=ADENRTZ")
    slow_down(site)
    rack(site).fill("ADENRTS")
    top = site.locator("#top-1").inner_text()
    site.locator("#top-1").click()
    expect(word(site)).to_have_value(top)
    expect(site).to_have_url(re.compile("rack=ADENRTS&at="))
    expect(rack(site)).to_have_value("ADENRTS")
    site.locator("#more").click()
    expect(site).to_have_url(re.compile("rack=ADENRTS&at=.*&show=25"))


def test_the_move_of_a_link_is_seen_while_setting_up(site: Page, live_server: LiveServer) -> None:
    site.goto(live_server.url + "/position/?rack=ADENRTZ")
    site.get_by_role("button", name="Aufbauen").click()
    site.locator("#top-1").click()
    expect(site.locator(".tile.new").first).to_be_visible()
    expect(site.get_by_role("button", name="Zug eingeben")).to_have_attribute(
        "aria-pressed", "true"
    )
    begins = site.locator("[data-cursor] button").get_attribute("value")
    expect(site.get_by_label("Koordinaten")).to_have_value(re.compile(f"{begins}|[0-9]"))


@pytest.mark.parametrize("on_board", [False, True])
def test_no_tile_is_set_up_behind_the_last_square(site: Page, on_board: bool) -> None:
    site.get_by_role("button", name="Aufbauen").click()
    site.locator("#square-H14").click()
    if on_board:
        site.locator("#square-H14").focus()
    site.keyboard.type("ABCD")
    expect(site).to_have_url(re.compile("board=///////13AB$"))
    expect(site.locator("#letter-square")).to_have_text("–")
    site.keyboard.press("Backspace")
    expect(site).to_have_url(re.compile("board=///////13A$"))
    site.keyboard.type("C")
    expect(site).to_have_url(re.compile("board=///////13AC$"))
    site.keyboard.press("ArrowDown")
    expect(site.locator("#letter-square")).to_have_text("I15")


def test_a_phone_that_tells_no_keys_can_take_tiles_back(site: Page) -> None:
    set_up(site, "H6", "TOR")
    site.locator("#letter").evaluate(
        """letter => letter.dispatchEvent(new InputEvent("beforeinput", {
            inputType: "deleteContentBackward", bubbles: true, cancelable: true,
        }))"""
    )
    expect(site).to_have_url(re.compile("board=///////5TO$"))


def test_typing_where_the_word_begins_does_not_turn_it(site: Page, live_server: LiveServer) -> None:
    site.goto(live_server.url + "/position/?at=H8-H10")
    site.locator("#square-H8").focus()
    site.keyboard.type("a")
    expect(word(site)).to_have_value("A")
    expect(site.get_by_label("Koordinaten")).to_have_value("H8-H10")


def test_a_link_that_cannot_be_copied_is_told(site: Page) -> None:
    site.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(Error('no')); }")
    site.locator("#copy").click()
    expect(site.locator("#copy")).to_have_text("Bitte die Adresse oben kopieren")


def test_nothing_runs_out_of_the_screen(site: Page, live_server: LiveServer) -> None:
    addresses = ("", GAME + "&at=8H&word=EINZÖGET", "?rules=reise&rack=STRASSEN")
    for width, height in ((360, 740), (768, 1024), (1280, 800), (1920, 1080)):
        site.set_viewport_size({"width": width, "height": height})
        for address in addresses:
            site.goto(live_server.url + "/position/" + address)
            for summary in site.locator("summary").all():
                summary.click()
            assert site.evaluate("document.documentElement.scrollWidth") <= width
            board = site.locator(".board").bounding_box()
            assert board
            assert board["width"] >= min(0.9 * width, 0.7 * height)


def test_the_page_is_light(site: Page, live_server: LiveServer) -> None:
    weights: list[int] = []
    site.on("response", lambda answer: weights.append(len(answer.body())))
    site.goto(live_server.url + "/position/" + GAME)
    site.wait_for_load_state("networkidle")
    assert sum(weights) < 150_000  # not even compressed


def test_a_fault_is_told_in_place(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + "/position/")
    page.get_by_label("Bänkchen", exact=True).fill("AB1")
    expect(page.get_by_role("alert")).to_contain_text("Bänkchen „AB1“")
    expect(page.get_by_label("Bänkchen", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Bänkchen", exact=True).fill("AB")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_form_works_without_scripts(page: Page, live_server: LiveServer) -> None:
    assert page.context.browser
    plain = page.context.browser.new_context(java_script_enabled=False, locale="de-DE").new_page()
    plain.goto(live_server.url + "/position/")
    plain.get_by_label("Bänkchen", exact=True).fill("TORENXY")
    plain.locator("#square-H6").click()
    expect(plain.get_by_label("Koordinaten")).to_have_value("H6")
    plain.get_by_label("Wort", exact=True).fill("tore")
    plain.keyboard.press("Enter")
    expect(plain.locator("#live-result")).to_contain_text("TORE auf H6-H9 ist ein gültiger Zug.")
    assert plain.url == live_server.url + "/position/?rack=TORENXY&at=H6&word=TORE"
    plain.get_by_role("button", name="Zug legen").click()
    assert square(plain, "H6") == "T"
    plain.get_by_role("button", name="Zurücknehmen").click()
    expect(plain.get_by_label("Wort", exact=True)).to_have_value("TORE")
