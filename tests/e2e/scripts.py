"""Our scripts in a page of their own, without a server: modules that only compute need no more."""

from pathlib import Path

from playwright.sync_api import Page, Route

ROOT = Path(__file__).parents[2]
SITE = "http://scripts.test/"


def open_scripts(page: Page) -> None:
    """Go to an empty page from which `import("/static/referee/moves.js")` finds the file."""
    page.route(f"{SITE}**", _answer)
    page.goto(SITE)


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(SITE)
    if not path:
        route.fulfill(
            content_type="text/html; charset=utf-8", body="<!doctype html><title>-</title>"
        )
        return
    app = path.split("/")[1]
    route.fulfill(content_type="text/javascript; charset=utf-8", path=ROOT / app / path)
