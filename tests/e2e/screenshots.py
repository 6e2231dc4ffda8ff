"""Take the pictures in docs/screenshots anew: `make screenshots`, or with a folder to look at more.

With an argument, every page is taken in every size, light and dark, into that folder.
"""

import os
import shutil
import sys
import threading
from pathlib import Path
from typing import Literal, NamedTuple

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
os.environ.setdefault("SPIELLEITER_DEBUG", "1")

import django
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.servers.basehttp import ThreadedWSGIServer
from django.core.wsgi import get_wsgi_application
from django.test.testcases import QuietWSGIRequestHandler
from playwright.sync_api import Browser, sync_playwright

DOCS = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
Scheme = Literal["light", "dark"]


class Screen(NamedTuple):
    width: int
    height: int
    scale: int


SCREENS = {
    "phone": Screen(390, 844, 2),
    "laptop": Screen(1280, 800, 1),
    "projector": Screen(1920, 1080, 1),
}


def pages() -> dict[str, str]:
    """The addresses to show, by the name of their picture."""
    from referee.examples import EXAMPLES

    game = EXAMPLES[1].address
    return {
        "position": f"/{game}&at=8H&word=EINZ%C3%96GET",
        "inadmissible": f"/{game}&at=8H&word=EINZ%C3%96GETE",
        "empty": "/",
        "fault": "/?at=H&rack=1",
    }


def serve() -> ThreadedWSGIServer:
    """The site on a free port of this machine, in the background."""
    django.setup()
    server = ThreadedWSGIServer(("127.0.0.1", 0), QuietWSGIRequestHandler)
    server.set_app(StaticFilesHandler(get_wsgi_application()))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def take(browser: Browser, url: str, screen: Screen, scheme: Scheme, file: Path) -> None:
    page = browser.new_page(
        locale="de-DE",
        viewport={"width": screen.width, "height": screen.height},
        device_scale_factor=screen.scale,
        color_scheme=scheme,
    )
    page.goto(url, wait_until="networkidle")
    file.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=file)
    page.close()
    print(f"{file} ({file.stat().st_size // 1024} kB)")


def main() -> None:
    server = serve()
    site = f"http://127.0.0.1:{server.server_port}"
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        if len(sys.argv) > 1:
            for name, address in pages().items():
                for size, screen in SCREENS.items():
                    for scheme in ("light", "dark"):
                        file = Path(sys.argv[1], f"{name}-{size}-{scheme}.png")
                        take(browser, site + address, screen, scheme, file)
        else:
            for size in ("phone", "laptop"):
                address = pages()["position"]
                take(browser, site + address, SCREENS[size], "light", DOCS / f"position-{size}.png")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
