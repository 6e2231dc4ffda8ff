"""Django's admin under our policy for scripts and styles, in a real browser."""

import pytest
from playwright.sync_api import ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from referee.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_browser_finds_no_fault_with_the_admin(page: Page, live_server: LiveServer) -> None:
    User.objects.create_superuser("anna", password="richtig-langes-wort")
    said: list[ConsoleMessage] = []
    page.on("console", lambda message: said.append(message))
    page.goto(f"{live_server.url}/admin/")
    page.fill("#id_username", "anna")
    page.fill("#id_password", "richtig-langes-wort")
    page.click("[type=submit]")
    page.locator("#user-tools").wait_for()
    for path in ("referee/user/", "referee/user/add/", "referee/apitoken/"):
        page.goto(f"{live_server.url}/admin/{path}")
        page.locator("#content h1").wait_for()
    page.goto(f"{live_server.url}/admin/referee/user/{User.objects.get().pk}/change/")
    page.locator(".selector-available").first.wait_for()
    errors = {message.location["url"]: message.text for message in said if message.type == "error"}
    errors.pop(f"{live_server.url}/favicon.ico", None)
    assert errors == {}
