"""Our scripts in a page of their own, without a server: modules that only compute need no more."""

from functools import partial
from pathlib import Path

from playwright.sync_api import Page, Route

ROOT = Path(__file__).parents[2]
SITE = "http://scripts.test/"


def open_scripts(page: Page, site: str = SITE) -> None:
    """Go to an empty page from which `import("/static/referee/moves.js")` finds the file."""
    page.route(f"{site}**", partial(_answer, site))
    page.goto(site)


def _answer(site: str, route: Route) -> None:
    path = route.request.url.removeprefix(site)
    if not path:
        route.fulfill(
            content_type="text/html; charset=utf-8", body="<!doctype html><title>-</title>"
        )
        return
    app = path.split("/")[1]
    route.fulfill(content_type="text/javascript; charset=utf-8", path=ROOT / app / path)
