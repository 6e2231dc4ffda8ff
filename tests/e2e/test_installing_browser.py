"""A site that was put on a phone's start screen, with a net and without."""

import json

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.test_phone_surroundings import Evening, evening

__all__ = ["evening"]
pytestmark = pytest.mark.django_db(transaction=True)
REGISTERED = "navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)"
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
            found.push(new URL(url).pathname);
    return found;
}"""


def asked_of(context: BrowserContext) -> list[str]:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    return asked


def install(page: Page, url: str) -> None:
    page.goto(url)
    assert page.evaluate(REGISTERED).endswith("/service-worker.js")


def test_joining_asks_for_nothing_that_only_an_app_needs(evening: Evening) -> None:
    context = evening.browser.new_context(locale="de-DE")
    asked = asked_of(context)
    page = context.new_page()
    page.goto(f"{evening.web.url}/j/{evening.game.join_code}/")
    page.locator("[name=name]").fill("Berta")
    page.locator("form[data-once] button").click()
    expect(page.locator("#link[data-link=live]")).to_be_attached()
    wanted_by_apps = ("service-worker", "manifest", "offline", "icon-")
    assert [url for url in asked if any(part in url for part in wanted_by_apps)] == []
    page.locator("#install").click()
    expect(page.locator("#install-how")).to_be_visible()
    assert page.evaluate(REGISTERED).endswith("/service-worker.js")
    manifest = context.request.get(page.locator("link[rel=manifest]").evaluate("(e) => e.href"))
    assert json.loads(manifest.text())["name"] == "Spielleiter"
    context.close()


def test_without_a_net_the_app_says_so_and_goes_on_by_itself(evening: Evening) -> None:
    phone, director = evening.phone(), evening.director
    page = phone.page
    install(page, evening.web.url)
    page.context.set_offline(True)
    for path in ("/", f"/games/{evening.game.pk}/play/"):
        page.goto(evening.web.url + path)
        expect(page.get_by_role("heading", name="Kein Netz · No network")).to_be_visible()
        expect(page.locator(".card")).to_have_css("border-top-style", "solid")
    assert sorted(page.evaluate(KEPT)) == [
        "/offline/",
        "/static/referee/offline.js",
        "/static/referee/style.css",
    ]
    director.opens()
    page.context.set_offline(False)
    expect(page.locator("#rack button")).to_have_count(7)
    expect(page.locator("#link[data-link=live]")).to_be_attached()
    director.does("close")  # heard on the stream, past the service worker
    phone.shows("Die Zeit ist um")
