"""Tiles as they are drawn: on any size and system the value stands clear of the letter."""

import base64
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from engine.tiles import STANDARD

#: Where tiles lie: the classes around them, and how wide that is on phones, laptops, projectors.
PLACES = [
    ("board", 330),
    ("board", 700),
    ("board hall-board", 950),
    ("rack", 360),
    ("rack hall-rack", 860),
]
SHEETS = ("referee/style.css", "referee/hall.css", "duplicate/hall.css")
#: Black on white, and either the letters or their values.
INK = """
.tile { background: #fff !important; box-shadow: none !important; color: #000 !important }
.board > * { display: inline-grid; width: 6.3% }
.letters .tile::after, .values .tile { color: transparent !important }
.values .tile::after { color: #000 }
"""
#: So many lie in a row.
RACK = 7
#: The letters whose ink comes within a pixel of that of their value, by two pictures of the page.
TOUCHING = """async ([letters, values]) => {
  const pixels = async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  };
  const [letter, value] = [await pixels(letters), await pixels(values)];
  const scale = devicePixelRatio;
  const AROUND = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]];
  const isInk = ({ data, width }, x, y) => data[4 * (Math.round(y) * width + Math.round(x))] < 150;
  const inked = { letter: 0, value: 0 };
  const touching = [...document.querySelectorAll(".tile")].filter((tile) => {
    const { left, top, right, bottom } = tile.getBoundingClientRect();
    let isTouching = false;
    for (let y = Math.ceil(top * scale); y < bottom * scale - 1; y += 1) {
      for (let x = Math.ceil(left * scale); x < right * scale - 1; x += 1) {
        inked.letter += isInk(letter, x, y);
        if (!isInk(value, x, y)) continue;
        inked.value += 1;
        isTouching ||= AROUND.some(([right, down]) => isInk(letter, x + right, y + down));
      }
    }
    return isTouching;
  });
  return [inked, touching.map((tile) => tile.textContent)];
}"""


@pytest.fixture
def paper(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """An empty page of the site, on a screen that shows every pixel of a letter twice."""
    size = ViewportSize(width=1920, height=1080)
    page = browser.new_page(viewport=size, device_scale_factor=2, bypass_csp=True)
    page.goto(live_server.url + "/health/")
    yield page
    page.context.close()


def lay(page: Page, place: str, width: int) -> None:
    """Every letter with its value, in rows of that place."""
    tiles = [
        f"<span class='tile' data-value='{value}'>{letter}</span>"
        for letter, value in STANDARD.values.items()
        if value
    ]
    if place.startswith("board"):
        tiles = [f"<span>{tile}</span>" for tile in tiles]
    rows = [
        f"<div class='{place}' style='width: {width}px; max-width: none'>{''.join(row)}</div>"
        for row in (tiles[start : start + RACK] for start in range(0, len(tiles), RACK))
    ]
    links = [f"<link rel='stylesheet' href='/static/{sheet}'>" for sheet in SHEETS]
    page.set_content(f"{''.join(links)}<style>{INK}</style>{''.join(rows)}", wait_until="load")
    page.evaluate("document.fonts.ready")


def picture(page: Page, shown: str) -> str:
    page.evaluate("(shown) => { document.body.className = shown; }", shown)
    return base64.b64encode(page.screenshot(full_page=True)).decode()


def test_no_value_touches_its_letter_wherever_tiles_lie(paper: Page) -> None:
    found: dict[tuple[str, int], list[str]] = {}
    for place, width in PLACES:
        lay(paper, place, width)
        pictures = [picture(paper, "letters"), picture(paper, "values")]
        inked, touching = paper.evaluate(TOUCHING, pictures)
        assert inked["letter"] > inked["value"] > 0
        found |= {(place, width): touching} if touching else {}
    assert found == {}
