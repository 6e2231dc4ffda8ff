"""What a browser asks for that puts the site on a phone's start screen."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_names_icons_that_are_there(client: Client) -> None:
    response = client.get("/manifest.webmanifest")
    assert response.headers["Content-Type"] == "application/manifest+json"
    told = response.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        name = icon["src"].removeprefix(settings.STATIC_URL)
        size = re.search("^[0-9]+", icon["sizes"])
        found = finders.find(name)
        assert found, name
        picture = Path(found).read_bytes()
        if size:  # width and height of a PNG
            assert picture[16:24] == int(size[0]).to_bytes(4, "big") * 2


def test_the_service_worker_may_speak_for_the_whole_site_and_is_asked_for_anew(
    client: Client,
) -> None:
    response = client.get("/service-worker.js")
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "public, max-age=0, s-maxage=60"
    assert response.wsgi_request.path.count("/") == 1  # its scope is its folder
    assert "Set-Cookie" not in response.headers


def test_the_page_without_a_net_is_the_same_for_everybody(client: Client) -> None:
    page = client.get("/offline/").content.decode()
    assert "Kein Netz" in page
    assert "No network" in page
    client.cookies["django_language"] = "en"
    assert client.get("/offline/", headers={"accept-language": "en"}).content.decode() == page
    assert "csrf" not in page


def test_the_policy_lets_the_browser_read_the_manifest_and_run_the_service_worker(
    client: Client,
) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy
    assert "script-src 'self'" in policy
