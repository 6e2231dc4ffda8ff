"""Screens of several people in one browser. What any of them finds wrong is kept for the test."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from django.db import connection
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

PHONE = ViewportSize(width=390, height=844)
LAPTOP = ViewportSize(width=1280, height=800)
PROJECTOR = ViewportSize(width=1920, height=1080)
#: What axe calls a fault that keeps people from using a page.
GRAVE = ("serious", "critical")
#: What axe finds otherwise in the dark.
OF_COLOURS = ("color-contrast", "link-in-text-block")
#: Rows of a board like the one that axe looks at; they would take it most of its time.
LIKE_OTHERS = ".board .row:not(:first-child, :nth-child(9))"
RUN_AXE = """async ([context, options, grave]) => (await axe.run(context, options)).violations
    .filter(({ impact }) => grave.includes(impact))
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => [id, html.slice(0, 200)]))"""
#: Keeps what the live stream brought a page.
LISTENER = """
window.heard = [];
const Stream = window.EventSource;
window.EventSource = class extends Stream {
  addEventListener(name, listen) {
    super.addEventListener(name, (event) => {
      heard.push(`${name} ${event.data}`);
      listen(event);
    });
  }
};
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, best the one without windows. Skips the test where it is not installed."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        pytest.skip("NOT TESTED IN A BROWSER: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        # Sites of these names are here too, but not as trusted as localhost: no crypto.subtle.
        arguments = ["--no-sandbox", "--host-resolver-rules=MAP *.test 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        yield browser
        browser.close()
        connection.close()  # beside Playwright's event loop Django keeps one of its own


@contextmanager
def watched_page(browser: Browser) -> Iterator[Page]:
    """A page with cookies of its own; any fault its scripts report fails the test."""
    faults: list[str] = []
    page = browser.new_page(locale="de-DE")
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    yield page
    for context in browser.contexts:
        context.close()
    assert faults == []


class Screens:
    """Opens screens on the site at `url`, each with cookies of its own.

    `faults` tells of every error of a script or of the console, and of every other host asked.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.faults: list[str] = []
        self._lost: set[Page] = set()

    def open(self, size: ViewportSize, **context: Any) -> Page:
        """A new screen; `context` is what Playwright's new_context takes."""
        chosen = {"locale": "de-DE", "viewport": size} | context
        page = self.browser.new_context(**chosen).new_page()
        page.on("pageerror", lambda fault: self.faults.append(f"{page.url}: {fault}"))
        page.on("console", lambda said: self._listen(page, said))
        page.on("request", lambda asked: self._watch(page, asked))
        return page

    @contextmanager
    def without_network(self, page: Page) -> Iterator[None]:
        """A dead spot. The browser's own complaints about it are no fault."""
        self._lost.add(page)
        page.context.set_offline(True)
        yield
        page.context.set_offline(False)

    def _listen(self, page: Page, said: ConsoleMessage) -> None:
        is_refused_page = said.location["url"] == page.url and "status of 4" in said.text
        is_lost = page in self._lost and "net::ERR_" in said.text
        if said.type == "error" and not is_refused_page and not is_lost:
            self.faults.append(f"{page.url}: {said.text} ({said.location['url']})")

    def _watch(self, page: Page, asked: Request) -> None:
        parts = urlsplit(asked.url)
        is_here = parts.netloc == urlsplit(self.url).netloc
        if not is_here and parts.scheme not in {"data", "blob", "about"}:
            self.faults.append(f"{page.url} asks {asked.url}")


def log_in(page: Page, url: str, name: str, password: str, wanted: str) -> None:
    """Log in by the form, and come to the page `wanted`."""
    page.goto(f"{url}/login/?next={wanted}")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(password)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(url + wanted)


def middle_of(thing: Locator) -> tuple[float, float]:
    thing.scroll_into_view_if_needed()  # which waits until it stands still
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_by_finger(page: Page, thing: Locator, to: Locator) -> None:
    """Drag a tile, on a screen that is touched."""
    (x, y), (end_x, end_y) = middle_of(thing), middle_of(to)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for step in (0.2, 0.6, 1):
        touch("touchMove", {"x": x + (end_x - x) * step, "y": y + (end_y - y) * step})
    expect(page.locator(".drag-copy")).to_have_count(1)
    touch("touchEnd")
    expect(page.locator(".drag-copy")).to_have_count(0)
    # Chromium may lose the first tap of a finger that is emulated so.
    page.locator("h1").tap()


def grave_faults(page: Page, *rules: str) -> list[tuple[str, str]]:
    """What axe finds by all its rules, or only by these: the rule and where it is broken."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    # Only what is wrong leaves the page: all that axe found right would take longer than its work.
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = page.evaluate(RUN_AXE, [{"exclude": [[LIKE_OTHERS]]}, options, GRAVE])
    return [(rule, html) for rule, html in found]


def grave_faults_in_any_light(page: Page) -> dict[str, list[tuple[str, str]]]:
    """What axe finds in the light, and what of it hangs on colours in the dark; nothing is empty.

    The page must have been asked for reduced motion: colours on their way are none of either.
    """
    page.emulate_media(color_scheme="dark")
    dark = grave_faults(page, *OF_COLOURS)
    page.emulate_media(color_scheme="light")
    found = {"light": grave_faults(page), "dark": dark}
    return {scheme: faults for scheme, faults in found.items() if faults}
