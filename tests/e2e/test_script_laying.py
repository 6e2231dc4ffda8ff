"""Laying a move tile by tile, as values: what taps, keys and drags make of what lies."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.browsers import watched_page
from tests.e2e.scripts import open_scripts

#: TOR on H6-H8.
CELLS = "." * 110 + "TOR" + "." * 112
#: Steps, each of which may be refused; then what lies, how it goes on, and the move.
STEPS = """async ([cells, steps]) => {
    const laying = await import("/static/referee/laying.js");
    const { write } = await import("/static/referee/moves.js");
    const { nameOf, squareOf } = await import("/static/referee/squares.js");
    const does = {
        pick: (now, at) => laying.pick(cells, now, squareOf(at)),
        lay: (now, tile, at) => laying.lay(cells, now, tile, at && squareOf(at)),
        move: (now, from, to) => laying.moveTile(cells, now, squareOf(from), squareOf(to)),
        back: laying.takeBack,
        all: laying.takeAllBack,
        turn: laying.turn,
    };
    let now = laying.NOTHING;
    const refused = [];
    for (const step of steps) {
        const [name, ...given] = step.split(" ");
        const after = does[name](now, ...given);
        if (after) now = after;
        else refused.push(step);
    }
    const next = laying.nextFree(cells, now);
    const move = laying.moveOf(cells, now);
    return {
        laid: now.laid.map(({ square, tile }) => nameOf(...square) + tile).join(" "),
        next: next && nameOf(...next) + (now.cursor.down ? "↓" : "→"),
        move: move && Object.values(write(cells, move)).join(" "),
        refused,
    };
}"""


@pytest.fixture(scope="module")
def scripts(browser: Browser) -> Iterator[Page]:
    with watched_page(browser) as page:
        open_scripts(page)
        yield page


def after(scripts: Page, *steps: str, cells: str = CELLS) -> dict[str, Any]:
    found: dict[str, Any] = scripts.evaluate(STEPS, [cells, steps])
    return found


def test_tiles_go_on_where_the_word_does_and_skip_what_lies(scripts: Page) -> None:
    found = after(scripts, "pick H5", "lay E", "lay E", "lay n")
    assert found == {
        "laid": "H5E H9E H10n",
        "next": "H11→",
        "move": "H5-H10 ETOREn",
        "refused": [],
    }


def test_a_second_tap_turns_the_way_until_two_tiles_say_it(scripts: Page) -> None:
    assert after(scripts, "pick B2", "pick B2")["next"] == "B2↓"
    assert after(scripts, "pick B2", "pick B2", "turn")["next"] == "B2→"
    assert after(scripts, "pick B2", "lay E", "pick B3")["next"] == "C2↓"
    assert after(scripts, "pick B2", "lay E", "lay N", "pick B4")["next"] == "B4→"
    assert after(scripts, "pick B2", "lay E", "lay N", "turn")["refused"] == ["turn"]
    assert after(scripts, "turn")["refused"] == ["turn"]


def test_a_stray_tap_moves_nothing_that_lies(scripts: Page) -> None:
    word = ("pick B2", "lay E", "lay N")
    before = after(scripts, *word)
    for square in ("A1", "O15", "C4", "H6"):
        stray = f"pick {square}"
        assert after(scripts, *word, stray) == before | {"refused": [stray]}
    assert after(scripts, *word, "pick B9") == before | {"next": "B9→"}
    assert after(scripts, "pick B2", "lay E", "pick F2")["next"] == "F2↓"


def test_a_word_may_begin_on_a_tile_and_goes_on_behind_it(scripts: Page) -> None:
    assert after(scripts, "pick H6", "lay E")["move"] == "H6-H9 TORE"
    assert after(scripts, "pick H8", "pick H8", "lay E")["move"] == "8H-8I RE"


def test_a_tile_that_is_tapped_comes_back_and_another_fills_its_place(scripts: Page) -> None:
    word = ("pick B2", "lay N", "lay A", "lay M", "lay E")
    gap = after(scripts, *word, "pick B3")
    assert gap == {"laid": "B2N B4M B5E", "next": "B3→", "move": None, "refused": []}
    assert after(scripts, *word, "pick B3", "lay E")["move"] == "B2-B5 NEME"
    assert after(scripts, *word, "pick B3", "lay E")["next"] == "B6→"


def test_the_last_tile_comes_back_first_then_the_beginning(scripts: Page) -> None:
    word = ("pick B2", "lay E", "lay N")
    assert after(scripts, *word, "back")["next"] == "B3→"
    assert after(scripts, *word, "back", "back")["move"] == "B2 "
    assert after(scripts, *word, "back", "back", "back", "back")["next"] is None
    assert after(scripts, *word, "all") == {"laid": "", "next": "B2→", "move": "B2 ", "refused": []}


def test_tiles_are_put_anywhere_free_and_are_a_move_only_in_one_line(scripts: Page) -> None:
    assert after(scripts, "lay E G8", "lay N I8")["move"] == "8G-8I ERN"
    assert after(scripts, "lay E G8", "lay N I9")["move"] is None
    assert after(scripts, "lay E G8", "lay N K8")["move"] is None
    assert after(scripts, "lay E G8", "lay N I9", "move I9 I8")["move"] == "8G-8I ERN"
    assert after(scripts, "lay E G8", "lay N H6", "lay N G8", "move G8 H7")["refused"] == [
        "lay N H6",
        "lay N G8",
        "move G8 H7",
    ]
    assert after(scripts, "lay E H9")["move"] == "H6-H9 TORE"


def test_a_word_ends_where_the_board_does(scripts: Page) -> None:
    found = after(scripts, "pick A14", "lay E", "lay N", "lay S")
    assert (found["move"], found["next"], found["refused"]) == ("A14-A15 EN", None, ["lay S"])


def test_what_is_typed_lies_as_if_it_had_been_laid(scripts: Page) -> None:
    script = """async (cells) => {
        const { layingOf, moveOf } = await import("/static/referee/laying.js");
        const move = { row: 7, column: 4, down: false, tiles: ["E", "n"] };
        const { laid } = layingOf(cells, move);
        const again = JSON.stringify(moveOf(cells, layingOf(cells, move)));
        const squares = laid.map(({ square }) => square);
        return [squares, again === JSON.stringify(move), layingOf(cells, null).laid];
    }"""
    assert scripts.evaluate(script, CELLS) == [[[7, 4], [7, 8]], True, []]


# The rack


def empty(scripts: Page, rack: str, tiles: list[str], before: str = "") -> str:
    script = """async ([rack, tiles, before]) => {
        const { emptyPlaces } = await import("/static/referee/laying.js");
        const wereEmpty = [...rack].map((_tile, place) => before[place] === "x");
        return emptyPlaces([...rack], tiles, wereEmpty).map((one) => one ? "x" : ".").join("");
    }"""
    return str(scripts.evaluate(script, [rack, tiles, before]))


def test_the_place_of_a_tile_stays_empty_while_that_lies_on_the_board(scripts: Page) -> None:
    assert empty(scripts, "EGEM?", ["E"]) == "..x.."
    assert empty(scripts, "EGEM?", ["E"], "x....") == "x...."
    assert empty(scripts, "EGEM?", ["E", "E", "m"], "x....") == "x.x.x"
    assert empty(scripts, "EGEM?", ["S"]) == "....x"
    assert empty(scripts, "EGEM", ["S", "Q"]) == "...."


def test_a_rack_is_sorted_as_a_dictionary_with_blanks_behind(scripts: Page) -> None:
    script = """async (rack) => {
        const { sorted } = await import("/static/referee/laying.js");
        return sorted([...rack], (tile) => tile).join("");
    }"""
    assert scripts.evaluate(script, "Z?ÄBAÖO") == "AÄBOÖZ?"
