"""What is typed over a slow link, through a cut one, and over a reload: all of it is stored."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from duplicate.models import Answer, Game
from tests.duplicate.factories import SECOND, make_game, make_participant, make_round, make_user
from tests.e2e.browsers import LAPTOP, log_in
from tests.processes import Processes, Web, wait_until
from tests.tournaments.pages.desks import Desk
from tournaments.models import Pairing, Report

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
PASSWORD = "richtig-langes-wort"
#: How long a request takes longer than on this machine.
LATENCIES_MS = (0, 100, 200, 400)
#: How fast somebody types.
KEY_MS = 130


@pytest.fixture(scope="module")
def web(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    request.getfixturevalue("django_db_setup")
    with Processes(tmp_path_factory.mktemp("web"), REDIS_URL="") as processes:
        yield processes.web()


@pytest.fixture
def desk(page: Page, web: Web) -> Desk:
    """A published round of three tables, before an assistant with a laptop."""
    desk = Desk(players=6)
    desk.publish()
    page.set_viewport_size(LAPTOP)
    log_in(page, web.url, "helfer", PASSWORD, desk.path)
    page.keyboard.press("e")
    expect(page.locator("#table")).to_be_focused()
    return desk


def slow_down(page: Page, latency_ms: int) -> None:
    link = page.context.new_cdp_session(page)
    speed = {"downloadThroughput": -1, "uploadThroughput": -1}
    link.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": latency_ms, **speed}
    )


def type_rows(page: Page, rows: list[tuple[object, ...]]) -> None:
    """One after the other by the keyboard alone, whatever the page is doing."""
    for row in rows:
        for text in row:
            page.keyboard.type(str(text), delay=KEY_MS)
            page.keyboard.press("Enter", delay=KEY_MS)


def stored(desk: Desk) -> list[tuple[object, ...]]:
    games = desk.round.pairings.exclude(outcome="").order_by("table")
    return list(games.values_list("table", "first_points", "second_points"))


def results(points: int) -> list[tuple[object, ...]]:
    return [(table, points + table, 350) for table in (1, 2, 3)]


def test_three_results_in_a_row_are_stored_whatever_the_latency(page: Page, desk: Desk) -> None:
    for latency in LATENCIES_MS:
        desk.round.pairings.update(
            outcome="", first_points=None, second_points=None, standing=Pairing.ResultState.OPEN
        )
        slow_down(page, latency)
        typed = results(400 + latency // 10)
        type_rows(page, typed)
        expect(page.locator("#outbox[hidden]")).to_have_count(1)
        assert (latency, stored(desk)) == (latency, typed)


def test_results_typed_without_a_connection_outlive_a_reload_and_arrive_once(
    page: Page, desk: Desk
) -> None:
    lost: list[Route] = []

    def get_lost(route: Route) -> None:
        """The first one arrives, but nobody hears of it."""
        if not lost:
            route.fetch(max_redirects=0)
        lost.append(route)
        route.abort()

    page.route("**/desk/result/**", get_lost)
    type_rows(page, results(400))
    outbox = page.locator("#outbox")
    expect(outbox).to_contain_text("Keine Verbindung")
    expect(outbox.get_by_role("listitem")).to_have_text(
        ["Tisch 1 · 401 · 350", "Tisch 2 · 402 · 350", "Tisch 3 · 403 · 350"]
    )
    assert stored(desk) == results(400)[:1]
    page.reload()
    expect(outbox.get_by_role("listitem")).to_have_count(3)
    page.unroute("**/desk/result/**")
    expect(page.locator("#outbox[hidden]")).to_have_count(1)
    assert stored(desk) == results(400)
    assert Report.objects.count() == 3


def test_what_is_refused_or_asked_of_results_in_a_row_loses_none_of_them(
    page: Page, desk: Desk
) -> None:
    slow_down(page, 200)
    type_rows(page, [(7, 400, 350), (1, 901, 350), (2, 402, 350)])
    dialog, outbox = page.locator("#ask"), page.locator("#outbox")
    expect(dialog).to_contain_text("901")
    expect(dialog.get_by_role("button", name="Ja")).to_be_focused()
    page.keyboard.press("Enter")
    expect(outbox).to_contain_text("Tisch 7 · 400 · 350")
    expect(outbox).to_contain_text("keinen Tisch 7")
    wait_until(lambda: stored(desk) == [(1, 901, 350), (2, 402, 350)])
    page.reload()
    expect(outbox).to_contain_text("Tisch 7")
    outbox.get_by_role("button", name="Ändern").click()
    expect(page.locator("#table")).to_have_value("7")
    page.keyboard.type("3")
    for _field in range(3):
        page.keyboard.press("Enter")
    expect(page.locator("#outbox[hidden]")).to_have_count(1)
    assert stored(desk)[-1] == (3, 400, 350)


def test_a_form_sent_while_another_is_on_its_way_is_not_dropped(
    page: Page, desk: Desk, web: Web
) -> None:
    page.context.clear_cookies()
    log_in(page, web.url, "leiterin", PASSWORD, f"{desk.path}?game={desk.game(1).pk}")
    slow_down(page, 400)
    penalise = """form => {
        form.elements.reason.value = "conduct";
        form.elements.points.value = "10";
        form.requestSubmit();
    }"""
    page.locator("form[action*=penalise]").first.evaluate(penalise)
    page.keyboard.press("e")
    type_rows(page, results(400)[1:2])
    expect(page.locator("#outbox[hidden]")).to_have_count(1)
    wait_until(lambda: stored(desk) == results(400)[1:2])
    wait_until(lambda: desk.game(1).penalties.count() == 1)


# Slips


SLIPS: list[tuple[object, ...]] = [
    (1, "h4-8", "magen", 20),
    (2, "h?", "m4gen", "viel"),
    (3, "", "", ""),
]
WRITTEN = [("h4-8", "magen", 20, ""), ("h?", "m4gen", None, "viel"), ("–", "", None, "")]


@pytest.fixture
def game(page: Page, web: Web) -> Game:
    """An open round of three people, before a director with the form for slips."""
    game = make_game(director=make_user("leiterin"))
    for name in ("Anna", "Ben", "Carla"):
        make_participant(game, name)
    make_round(
        game,
        opened_at=timezone.now(),
        closes_at=timezone.now() + 3600 * SECOND,
    )
    page.set_viewport_size(LAPTOP)
    log_in(page, web.url, "leiterin", PASSWORD, f"/games/{game.pk}/slips/")
    expect(page.locator("html.scripted")).to_have_count(1)
    expect(page.locator("#number")).to_be_focused()
    return game


def slips() -> list[tuple[object, ...]]:
    columns = "coordinates", "word", "declared_points", "written_points"
    return list(Answer.objects.order_by("pk").values_list(*columns))


def test_three_slips_in_a_row_are_stored_whatever_the_latency(page: Page, game: Game) -> None:
    for latency in LATENCIES_MS:
        Answer.objects.all().delete()
        slow_down(page, latency)
        type_rows(page, SLIPS)
        expect(page.locator("#outbox[hidden]")).to_have_count(1)
        assert (latency, slips()) == (latency, WRITTEN)
        assert game.participants.filter(answers=None).count() == 0


def test_slips_typed_without_a_connection_outlive_a_reload_and_arrive_once(
    page: Page, game: Game
) -> None:
    lost: list[Route] = []

    def get_lost(route: Route) -> None:
        if not lost:
            route.fetch()
        lost.append(route)
        route.abort()

    page.route("**/rounds/1/slips/", get_lost)
    type_rows(page, SLIPS)
    outbox = page.locator("#outbox")
    expect(outbox).to_contain_text("Keine Verbindung")
    expect(outbox.get_by_role("listitem")).to_have_text(
        ["1 · h4-8 · magen · 20", "2 · h? · m4gen · viel", "3"]
    )
    assert slips() == WRITTEN[:1]
    page.reload()
    expect(outbox.get_by_role("listitem")).to_have_count(3)
    page.unroute("**/rounds/1/slips/")
    expect(page.locator("#outbox[hidden]")).to_have_count(1)
    assert slips() == WRITTEN
    assert game.participants.filter(answers=None).count() == 0
