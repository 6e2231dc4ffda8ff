"""A real phone among the simulated ones: our page in Chromium, noting what it shows and when."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from playwright.sync_api import expect

from tests.e2e.browsers import PHONE, chromium

#: The first moment at which something of a round was on the screen, in milliseconds of Unix time.
NOTING = """
window.shown = {};
document.addEventListener("DOMContentLoaded", () => {
  const note = (what, element, round) => {
    if (!document.querySelector(element)?.checkVisibility()) return;
    shown[`${what} ${document.querySelector(round).textContent}`] ??= Date.now();
  };
  const look = () => {
    note("rack", "#rack button", "#title [data-slot=round]");
    note("own", '[data-when="own"]', "[data-slot=published]");
  };
  new MutationObserver(() => requestAnimationFrame(look))
    .observe(document, { subtree: true, childList: true, attributes: true });
});
"""
JOINING_SECONDS, LOOK_SECONDS = 120, 0.05


@dataclass
class ControlPhone:
    """Joins the game that is made next, and looks on until told to leave."""

    url: str
    games_before: set[Any] = field(default_factory=lambda: set(_games()))
    shown: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._may_leave = threading.Event()
        self._thread = threading.Thread(target=self._take_part, daemon=True)
        self._thread.start()

    def leave(self) -> None:
        self._may_leave.set()
        self._thread.join()

    def seconds(self, what: str, round: int, since: float) -> str:
        """How long after a moment it showed that of the round; empty if it did not."""
        at = self.shown.get(f"{what} {round}")
        return "never" if at is None else f"{at / 1000 - since:.2f} s"

    def _take_part(self) -> None:
        code = self._code()
        with chromium() as browser:
            page = browser.new_page(viewport=PHONE, locale="de-DE")
            page.add_init_script(NOTING)
            page.goto(f"{self.url}/j/{code}/")
            page.get_by_label("Name").fill("Kontrolle")
            page.get_by_role("button", name="Mitspielen").click()
            expect(page.locator("#link")).to_have_text("verbunden", timeout=JOINING_SECONDS * 1000)
            self._may_leave.wait()
            self.shown = page.evaluate("shown")

    def _code(self) -> str:
        try:
            until = time.monotonic() + JOINING_SECONDS
            while time.monotonic() < until:
                if new := _games().keys() - self.games_before:
                    return _games()[new.pop()]
                time.sleep(LOOK_SECONDS)
            raise AssertionError("no game was made")
        finally:
            connection.close()  # this thread's own


def _games() -> dict[Any, str]:
    from duplicate.models import Game  # needs the settings

    return dict(Game.objects.values_list("pk", "join_code"))
