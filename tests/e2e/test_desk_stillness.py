"""A desk that others change while somebody works at it: nothing moves, and it tells in view."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from duplicate.models import Game, Participant, Round
from duplicate.services.answers import record_slip
from tests.duplicate.crowds import crowd_in, judged_crowd, words_of_the_rack
from tests.duplicate.factories import SECOND, make_game, make_round, make_user
from tests.duplicate.sample_games import director_of
from tests.e2e.test_desk_browser import log_in, primary, web
from tests.processes import Web, wait_until

__all__ = ["web"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
#: Takes down what Chromium says has shifted without somebody's doing, by the nearest id.
SHIFTS = """() => {
  window.shifted = [];
  const told = (list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      for (const { node } of entry.sources) {
        const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
        window.shifted.push(element?.closest("[id]")?.id ?? "?");
      }
    }
  };
  new PerformanceObserver(told).observe({ type: "layout-shift" });
}"""


def hand_in(round: Round, person: Participant, word: str) -> None:
    by, at = director_of(round.game), timezone.now()
    record_slip(round, person, coordinates="H4", word=word, points=None, at=at, by=by)


def desk_of(page: Page, web: Web, game: Game, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    log_in(page, web, director_of(game).username, f"/games/{game.pk}/desk/")
    expect(page.locator("[data-link=live]")).to_have_count(1)
    page.evaluate(SHIFTS)


def stays(locator: Locator, meanwhile: Callable[[], Any]) -> None:
    """It lies where it lay, whatever happens meanwhile."""
    before = locator.bounding_box()
    meanwhile()
    after = locator.bounding_box()
    assert before
    assert after
    assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=1)


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_answers_move_nothing_and_what_is_refused_is_told_where_one_works(
    page: Page, web: Web, width: int, height: int
) -> None:
    game = make_game(director=make_user("leiterin"))
    people = crowd_in(game, 40)
    round = make_round(game, opened_at=timezone.now(), limit=900 * SECOND)
    desk_of(page, web, game, width, height)
    expect(page.locator("#missing li")).to_have_count(24)

    def many_answer() -> None:
        for person in people[:20]:
            hand_in(round, person, "MAGEN")
        expect(page.locator(".desk-big")).to_have_text("20")
        expect(page.locator("#missing li")).to_have_count(20)

    longer = page.locator("#extend-30")
    longer.hover()
    stays(longer, many_answer)
    assert not {"extend-30", "pause", "primary"} & set(page.evaluate("window.shifted"))
    expect(page.locator("#missing")).to_contain_text("21 Spieler 21")

    page.mouse.move(0, 0)
    for told in ("Weiterspielen", "Jetzt schließen"):
        page.keyboard.press("p")
        expect(primary(page)).to_contain_text(told)

    page.locator("#people-all > summary").click()
    page.get_by_role("link", name="Spieler 38", exact=True).click()
    expect(page.locator("#p-name")).to_be_focused()
    page.locator("#p-kind").select_option("penalty")
    page.locator("#p-sanction").scroll_into_view_if_needed()
    page.locator("#p-sanction").focus()
    page.keyboard.press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Punkte")
    expect(alert).to_be_in_viewport(ratio=1)
    form, said = page.locator("#p-sanction").bounding_box(), alert.bounding_box()
    assert form
    assert said
    assert abs(said["y"] - form["y"]) < 200
    page.locator("#p-points").fill("5")
    page.keyboard.press("Enter")
    expect(alert).to_have_count(0)
    expect(page.locator("#rulings")).to_contain_text("Spieler 38")


def test_plays_that_come_in_wait_while_a_hand_is_on_what_they_would_move(
    page: Page, web: Web
) -> None:
    game = make_game(director=make_user("leiterin"))
    words = words_of_the_rack(6)
    round, _people = judged_crowd(game, [("H4", word) for word in words[2:]])
    late = crowd_in(game, 2)
    desk_of(page, web, game, 1366, 768)
    plays = page.locator("[data-play]")
    expect(plays).to_have_count(4)

    def one_more(person: Participant, word: str) -> None:
        count = round.plays.count()
        hand_in(round, person, word)
        wait_until(lambda: round.plays.count() == count + 1)
        with page.expect_response("**/desk/") as looked:
            pass
        looked.value.finished()

    pk = round.plays.order_by("pk")[1].pk
    decide = page.locator(f"#decide-{pk} > summary")
    decide.hover()
    stays(decide, lambda: one_more(late[0], words[0]))
    expect(plays).to_have_count(4)
    page.mouse.move(0, 0)
    expect(plays).to_have_count(5)

    decide.click()
    note = page.locator(f"#text-{pk}")
    note.fill("Seite 1")
    page.mouse.move(0, 0)
    stays(note, lambda: one_more(late[1], words[1]))
    page.keyboard.type("2")
    expect(note).to_have_value("Seite 12")
    note.blur()
    expect(plays).to_have_count(6)
    expect(note).to_have_value("Seite 12")
