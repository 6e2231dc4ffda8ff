"""What is looked at on every page, whatever it shows: weight, widths, and use by everybody."""

import gzip
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

from tests.e2e.browsers import LAPTOP, grave_faults_in_any_light

WIDTHS = (360, 390, 1280, 1920)
MOST_BYTES = 150_000
STICKING_OUT = """width => [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > width)
    .map((element) => element.outerHTML.slice(0, 80)).slice(0, 8).join(" | ")"""
#: Bytes of files by their paths, which name their content.
_packed: dict[str, int] = {}


class Looker:
    """Looks at one page after the other on a screen."""

    def __init__(self, screen: Page) -> None:
        self.screen = screen
        self._asked: list[Request] = []
        screen.on("request", self._watch)

    def faults(self, go: Callable[[Page], object]) -> dict[str, object]:
        """What is wrong with the page that `go` comes to, by kind; nothing is empty or None."""
        go(self.screen)
        weight = self._weight()
        return {
            "weight": weight if weight > MOST_BYTES else None,
            "too wide": too_wide(self.screen),
            **grave_faults_in_any_light(self.screen),
        }

    def _watch(self, request: Request) -> None:
        """Keep what the page at last come to asks for."""
        if request.is_navigation_request() and request.frame == self.screen.main_frame:
            self._asked.clear()
        self._asked.append(request)

    def _weight(self) -> int:
        """The bytes of all that the page asked for, each file compressed as a server sends it."""
        return sum(
            self._bytes_of(request)
            for request in list(self._asked)
            if request.method == "GET" and request.resource_type not in {"font", "eventsource"}
        )

    def _bytes_of(self, request: Request) -> int:
        path = urlsplit(request.url).path
        if not path.startswith("/static/"):
            response = request.response()
            has_body = response and not 300 <= response.status < 400
            return len(gzip.compress(response.body())) if response and has_body else 0
        if path not in _packed:  # asked anew: what came from the cache has no body
            body = self.screen.context.request.get(request.url).body()
            _packed[path] = len(gzip.compress(body))
        return _packed[path]


def too_wide(screen: Page) -> dict[int, str]:
    """At which widths the page must be moved sideways to be read, and what sticks out."""
    found = {}
    for width in WIDTHS:
        screen.set_viewport_size({"width": width, "height": 844 if width < 1000 else 1080})
        if screen.evaluate("document.documentElement.scrollWidth") > width:
            found[width] = str(screen.evaluate(STICKING_OUT, width))
    screen.set_viewport_size(LAPTOP)
    return found
