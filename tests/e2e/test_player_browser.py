"""The page of somebody who plays, on a phone: a real browser and a real server."""

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from duplicate.models import Answer, Game, Round
from duplicate.services.games import end_game
from duplicate.services.judging import judge_round
from duplicate.services.rounds import (
    begin_closing,
    draw_by_hand,
    draw_round,
    finish_closing,
    open_round,
    pause_round,
    publish_round,
    resume_round,
)
from engine.board import Board
from engine.notation import read_move
from engine.scoring import tiles_laid
from tests.duplicate.factories import SECOND, make_game, make_round
from tests.duplicate.sample_games import director_of
from tests.e2e.browsers import grave_faults_in_any_light
from tests.lexicons import lexicon_of
from tests.processes import Processes, Web, wait_until

pytestmark = pytest.mark.django_db(transaction=True)
#: Without Redis a process notices within five seconds what another one has changed.
expect.set_options(timeout=15_000)


@pytest.fixture(scope="module")
def web(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """One server for all tests here; each leaves its database empty."""
    request.getfixturevalue("django_db_setup")
    with Processes(tmp_path_factory.mktemp("web")) as processes:
        processes.environment["SPIELLEITER_LEXICON"] = str(lexicon_of().path)
        web = processes.web()
        yield web
        web.end()


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    request.getfixturevalue("lexicon")
    return make_game()


def join(phone: Page, web: Web, game: Game, name: str = "Anna") -> None:
    phone.goto(f"{web.url}/j/{game.join_code}/")
    phone.get_by_label("Name").fill(name)
    phone.get_by_role("button", name="Mitspielen").click()
    expect(phone.locator("#live")).to_be_visible()
    expect(phone.locator("#link")).to_have_text("verbunden")


def opened(game: Game, *, rack: str = "AEGMNRS") -> Round:
    """The first round with this rack, opened by the director."""
    by, at = director_of(game), timezone.now()
    return open_round(draw_by_hand(game, rack, at, by=by), at, by=by)


def with_word(at: str, letters: str) -> Board:
    return Board().lay(tiles_laid(Board(), read_move(at, letters).move))


def closed(round: Round) -> Round:
    at = timezone.now()
    begin_closing(round, at, by=director_of(round.game))
    wait_until(lambda: finish_closing(round, timezone.now()).state != Round.State.CLOSING)
    return Round.objects.get(pk=round.pk)


def published(round: Round) -> Round:
    judge_round(closed(round), timezone.now())
    return publish_round(round, timezone.now(), by=director_of(round.game))


def tap(phone: Page, *tiles: str) -> None:
    for tile in tiles:
        phone.locator(f'#rack button[data-tile="{tile}"]:enabled').first.click()


def square(phone: Page, name: str) -> Locator:
    return phone.locator(f"#square-{name}")


def pick(phone: Page, name: str) -> None:
    """Tap a square, once the board takes moves: it is there before."""
    phone.locator(f".board:not([aria-readonly]) #square-{name}").click()


def coordinates(phone: Page) -> Locator:
    return phone.get_by_label("Koordinaten")


def word(phone: Page) -> Locator:
    return phone.get_by_label("Wort", exact=True)


def points(phone: Page) -> Locator:
    return phone.get_by_label("Punkte", exact=True)


def answers(round: Round) -> list[tuple[str, str, int | None]]:
    rows = Answer.objects.filter(round=round).order_by("received_at")
    return [(answer.coordinates, answer.word, answer.declared_points) for answer in rows]


def shows(phone: Page, text: str) -> None:
    """All phases are in the page: what is to be seen counts."""
    expect(phone.locator("#live")).to_contain_text(text, use_inner_text=True)


def hand_in(phone: Page) -> None:
    phone.locator("#hand-in").click()


def test_an_evening_on_the_phone(phone: Page, web: Web, game: Game) -> None:
    """Join, wait, tap a move, hand it in, change it, reload, and read what came of it."""
    join(phone, web, game)
    shows(phone, "Du bist dabei")
    news, board = phone.locator(".waiting").bounding_box(), phone.locator(".board").bounding_box()
    assert news
    assert board
    assert news["y"] < board["y"]
    round = opened(game)
    rack = phone.locator("#rack button")
    expect(rack).to_have_count(7)
    expect(phone.locator("[data-clock]")).to_have_text(re.compile(r"[12]:\d\d"))
    expect(phone.locator("#voice")).to_have_text("Runde 1 läuft. Bänkchen: AEGMNRS")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    receipt = phone.locator("#receipt").bounding_box()
    assert receipt
    assert receipt["y"] + receipt["height"] <= 844

    pick(phone, "H4")
    tap(phone, "M", "A", "G", "E", "N")
    expect(coordinates(phone)).to_have_value("H4-H8")
    expect(word(phone)).to_have_value("MAGEN")
    expect(points(phone)).to_have_value("22")
    expect(phone.locator(".board .tile.new")).to_have_count(5)
    expect(phone.locator("#rack button:enabled")).to_have_count(2)
    hand_in(phone)
    expect(phone.locator("#receipt")).to_have_text(
        re.compile(r"^Angekommen \d\d:\d\d:\d\d: H4-H8 MAGEN, 22 Punkte$")
    )
    expect(phone.locator("#hand-in")).to_have_text("Abgegeben")
    assert answers(round) == [("H4-H8", "MAGEN", 22)]

    phone.locator("#back").click()
    tap(phone, "R")
    expect(phone.locator("#unsent")).to_have_text("Deine Änderung ist noch nicht abgegeben.")
    phone.reload()
    expect(word(phone)).to_have_value("MAGER")
    expect(phone.locator(".board .tile.new")).to_have_count(5)
    expect(phone.locator("#receipt")).to_contain_text("H4-H8 MAGEN, 22 Punkte")
    expect(phone.locator("#unsent")).to_be_visible()
    expect(phone.locator("#link")).to_have_text("verbunden")
    hand_in(phone)
    expect(phone.locator("#receipt")).to_contain_text("H4-H8 MAGER, 22 Punkte")
    assert answers(round)[1:] == [("H4-H8", "MAGER", 22)]

    pick(phone, "H8")
    expect(word(phone)).to_have_value("MAGE")
    closed(round)
    shows(phone, "Für dich zählt: H4-H8 MAGER")
    published(round)
    shows(phone, "Nicht in der Wörterliste: MAGER.")
    shows(phone, "Platz 1 von 1")
    expect(phone.locator(".board .tile.new")).to_have_count(len(round.tops[0]["word"]))


def test_tapping_lays_turns_and_takes_back(phone: Page, web: Web, game: Game) -> None:
    make_round(game, cells=with_word("H6", "TOR").cells, opened_at=timezone.now())
    join(phone, web, game)
    guide, problem = phone.locator("#guide"), phone.locator("#problem")
    expect(guide).to_have_text("Tippe auf das Feld, wo dein Wort beginnt.")
    pick(phone, "H4")
    expect(guide).to_have_text("Jetzt tippe deine Steine an.")
    tap(phone, "E", "N", "S")
    expect(word(phone)).to_have_value("ENTORS")
    expect(coordinates(phone)).to_have_value("H4-H9")
    expect(guide).to_have_text("ENTORS auf H4-H9: 8 Punkte, wenn alles gilt.")
    pick(phone, "A9")
    expect(problem).to_have_text("Das Wort bleibt liegen. Verschieben: Steine ziehen.")
    expect(word(phone)).to_have_value("ENTORS")
    pick(phone, "H5")
    expect(guide).to_have_text("Die Steine liegen nicht lückenlos in einer Reihe.")
    expect(problem).to_be_hidden()
    expect(phone.locator("#hand-in")).to_be_disabled()
    tap(phone, "A")
    expect(word(phone)).to_have_value("EATORS")
    phone.locator("#turn").click()
    expect(problem).to_have_text("Die gelegten Steine geben die Richtung vor.")
    phone.locator("#all-back").click()
    expect(coordinates(phone)).to_have_value("H4")
    pick(phone, "H4")
    expect(coordinates(phone)).to_have_value("4H")
    phone.locator("#turn").click()
    expect(coordinates(phone)).to_have_value("H4")
    phone.locator("#back").click()
    expect(coordinates(phone)).to_have_value("")
    phone.locator("#turn").click()
    expect(problem).to_have_text("Tippe zuerst auf das Feld, wo das Wort beginnt.")
    pick(phone, "H9")
    tap(phone, "E")
    expect(word(phone)).to_have_value("TORE")


def test_a_blank_asks_for_its_letter(phone: Page, web: Web, game: Game) -> None:
    round = opened(game, rack="AEGM?RS")
    join(phone, web, game)
    pick(phone, "H4")
    tap(phone, "M", "A", "G", "E", "?")
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_contain_text("Wofür steht der Joker?")
    dialog.get_by_role("button", name="N", exact=True).click()
    expect(word(phone)).to_have_value("MAGEn")
    expect(points(phone)).to_have_value("20")
    expect(square(phone, "H8")).to_have_attribute("aria-label", "H8, Joker als N, neu")
    hand_in(phone)
    expect(phone.locator("#receipt")).to_contain_text("H4-H8 MAGEn, 20 Punkte")
    assert answers(round) == [("H4-H8", "MAGEn", 20)]
    phone.locator("#back").click()
    tap(phone, "?")
    phone.keyboard.press("Escape")
    expect(word(phone)).to_have_value("MAGE")
    tap(phone, "?")
    phone.keyboard.type("r")
    expect(word(phone)).to_have_value("MAGEr")


def test_the_keyboard_alone_suffices(phone: Page, web: Web, game: Game) -> None:
    round = opened(game)
    phone.goto(f"{web.url}/")
    phone.get_by_label("Code des Spiels").focus()
    phone.keyboard.type(f" {game.join_code.lower()} ")
    phone.keyboard.press("Enter")
    expect(phone.get_by_label("Name")).to_be_focused()
    phone.keyboard.type("Berta")
    phone.keyboard.press("Enter")
    expect(phone.locator("#link")).to_have_text("verbunden")

    def tab_to(selector: str) -> None:
        while not phone.locator(f"{selector}:focus").count():
            phone.keyboard.press("Tab")

    tab_to("#square-H8")
    phone.keyboard.press("Backspace")
    for _ in range(4):
        phone.keyboard.press("ArrowLeft")
    phone.keyboard.press("Enter")
    phone.keyboard.type("magxen")
    expect(phone.locator("#problem")).to_be_hidden()
    expect(word(phone)).to_have_value("MAGEN")
    expect(square(phone, "H9")).to_be_focused()
    phone.keyboard.press("Backspace")
    phone.keyboard.type("r")
    expect(word(phone)).to_have_value("MAGER")
    tab_to("#hand-in")
    phone.keyboard.press("Enter")
    expect(phone.locator("#receipt")).to_contain_text("H4-H8 MAGER, 22 Punkte")

    word(phone).focus()
    phone.keyboard.press("Control+a")
    phone.keyboard.type("rasen")
    expect(square(phone, "H8")).to_have_attribute("aria-label", "H8, N, neu")
    points(phone).fill("viel")
    phone.keyboard.press("Enter")
    expect(phone.locator("#problem")).to_contain_text("eine ganze Zahl")
    points(phone).fill("7")
    phone.keyboard.press("Enter")
    expect(phone.locator("#receipt")).to_contain_text("H4-H8 RASEN, 7 Punkte")
    assert answers(round)[1:] == [("H4-H8", "RASEN", 7)]


def test_what_does_not_fit_is_told(phone: Page, web: Web, game: Game) -> None:
    opened(game)
    join(phone, web, game)
    coordinates(phone).fill("H4-H9")
    word(phone).fill("MAGEN")
    hand_in(phone)
    expect(phone.locator("#problem")).to_contain_text("MAGEN liegt auf H4-H8, nicht auf H4-H9.")
    coordinates(phone).fill("H4")
    expect(phone.locator("#problem")).to_be_hidden()
    hand_in(phone)
    expect(phone.locator("#receipt")).to_contain_text("H4-H8 MAGEN, 22 Punkte")


def test_a_lost_connection_is_told_and_the_move_arrives_later(
    phone: Page, web: Web, game: Game
) -> None:
    round = opened(game)
    join(phone, web, game)
    phone.context.set_offline(True)
    expect(phone.locator("#link")).to_have_text("Verbindung verloren")
    pick(phone, "H4")
    tap(phone, "M", "A", "G", "E", "N")
    hand_in(phone)
    expect(phone.locator("#problem")).to_contain_text("Dein Zug wird weiter gesendet.")
    expect(phone.locator("#hand-in")).to_have_text("Wird gesendet …")
    phone.context.set_offline(False)
    expect(phone.locator("#receipt")).to_contain_text("H4-H8 MAGEN, 22 Punkte")
    expect(phone.locator("#problem")).to_be_hidden()
    expect(phone.locator("#link")).to_have_text("verbunden")
    assert answers(round) == [("H4-H8", "MAGEN", 22)]


def test_an_older_phone_follows_the_game_too(phone: Page, web: Web, game: Game) -> None:
    phone.add_init_script("delete AbortSignal.timeout")
    join(phone, web, game)
    opened(game)
    expect(phone.locator("#rack")).to_be_visible()


def test_a_phone_whose_clock_is_set_meanwhile_still_tells_the_time_of_the_server(
    phone: Page, web: Web, game: Game
) -> None:
    join(phone, web, game)
    opened(game)
    expect(phone.locator("#hand-in")).to_have_text("Abgeben")
    phone.evaluate("() => { const now = Date.now; Date.now = () => now() + 3600 * 1000; }")
    expect(phone.locator("#hand-in")).to_have_text("Zeit ist um")
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.locator("#hand-in")).to_have_text("Abgeben")
    expect(phone.locator("[data-clock]")).to_have_text(re.compile("^[23]:"))


def test_a_second_tap_on_joining_takes_no_second_seat(phone: Page, web: Web, game: Game) -> None:
    phone.goto(f"{web.url}/j/{game.join_code}/")
    phone.get_by_label("Name").fill("Anna")
    phone.evaluate(
        "for (const _ of [1, 2]) document.querySelector('form[data-once]').requestSubmit()"
    )
    expect(phone.locator("#live")).to_be_visible()
    assert game.participants.count() == 1


def test_a_move_whose_receipt_got_lost_is_written_down_once(
    phone: Page, web: Web, game: Game
) -> None:
    round = opened(game)
    join(phone, web, game)
    keys: list[str] = []

    def lose_the_first(route) -> None:  # type: ignore[no-untyped-def]
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    phone.route("**/answer/", lose_the_first)
    pick(phone, "H4")
    tap(phone, "M", "A", "G", "E", "N")
    hand_in(phone)
    expect(phone.locator("#receipt")).to_contain_text("H4-H8 MAGEN, 22 Punkte")
    assert len(set(keys)) == 1
    assert len(keys) == 2
    assert answers(round) == [("H4-H8", "MAGEN", 22)]


def test_a_pause_keeps_the_draft_and_lets_nothing_through(
    phone: Page, web: Web, game: Game
) -> None:
    round = opened(game)
    join(phone, web, game)
    pick(phone, "H4")
    tap(phone, "M", "A", "G")
    pause_round(round, timezone.now(), by=director_of(game))
    expect(phone.locator("#hand-in")).to_have_text("Pause")
    expect(phone.locator("#hand-in")).to_be_disabled()
    tap(phone, "E", "N")
    expect(word(phone)).to_have_value("MAGEN")
    resume_round(round, timezone.now(), by=director_of(game))
    expect(phone.locator("#hand-in")).to_have_text("Abgeben")
    expect(word(phone)).to_have_value("MAGEN")
    hand_in(phone)
    expect(phone.locator("#receipt")).to_contain_text("H4-H8 MAGEN, 22 Punkte")


def test_the_clock_runs_out_by_itself(phone: Page, web: Web, game: Game) -> None:
    make_round(game, opened_at=timezone.now(), limit=8 * SECOND)
    join(phone, web, game)
    pick(phone, "H4")
    tap(phone, "M", "A", "G", "E", "N")
    shows(phone, "Zeit ist um")
    expect(phone.locator("#hand-in:enabled")).to_have_count(0)


def test_a_next_round_begins_with_an_empty_entry(phone: Page, web: Web, game: Game) -> None:
    round = opened(game)
    join(phone, web, game)
    pick(phone, "H4")
    tap(phone, "M", "A", "G", "E", "N")
    published(round)
    shows(phone, "In dieser Runde hast du nichts abgegeben.")
    at = timezone.now()
    second = draw_round(game, at, by=director_of(game))
    assert second
    shows(phone, "Die Steine für Runde 2 sind gezogen.")
    open_round(second, at, by=director_of(game))
    expect(phone.locator("h1")).to_have_text("Runde 2", use_inner_text=True)
    expect(phone.locator("#rack button")).to_have_count(7)
    expect(word(phone)).to_have_value("")
    expect(phone.locator(".board .tile")).to_have_count(len(second.board.tiles))
    expect(phone.locator(".board .tile.new")).to_have_count(0)


def test_who_leaves_the_seat_is_forgotten(phone: Page, web: Web, game: Game) -> None:
    join(phone, web, game)
    phone.get_by_text("Das bin ich nicht").click()
    phone.get_by_role("button", name="Platz verlassen").click()
    expect(phone.get_by_label("Code des Spiels")).to_be_visible()
    phone.goto(f"{web.url}/j/{game.join_code}/")
    expect(phone.get_by_label("Name")).to_have_value("Anna")


def test_nobody_is_kept_out(phone: Page, web: Web, game: Game) -> None:
    phone.emulate_media(reduced_motion="reduce")
    faults = grave_faults_in_any_light
    found = {}
    for path in ("/", "/login/", "/join/?code=FALSCH", f"/j/{game.join_code}/"):
        phone.goto(web.url + path)
        found[path] = faults(phone)
    join(phone, web, game)
    found["waiting"] = faults(phone)
    round = opened(game, rack="AEGM?RS")
    pick(phone, "H4")
    tap(phone, "M", "A", "G", "E", "?")
    found["blank"] = faults(phone)
    phone.keyboard.type("n")
    hand_in(phone)
    expect(phone.locator("#receipt")).to_contain_text("Angekommen")
    phone.locator("#back").click()
    found["changed"] = faults(phone)
    closed(round)
    shows(phone, "Für dich zählt")
    found["over"] = faults(phone)
    published(round)
    shows(phone, "Spitzenzug")
    found["published"] = faults(phone)
    end_game(game, timezone.now(), by=director_of(game))
    shows(phone, "Das Spiel ist zu Ende")
    found["finished"] = faults(phone)
    assert {where: what for where, what in found.items() if what} == {}


def test_the_page_is_light(phone: Page, web: Web, game: Game) -> None:
    opened(game)
    join(phone, web, game)
    loaded = """[...performance.getEntries()]
        .reduce((sum, entry) => sum + (entry.decodedBodySize ?? 0), 0)"""
    assert 50_000 < phone.evaluate(loaded) < 200_000  # not even compressed
