"""Script modules that only compute, in an empty page: squares, tiles, time and chance."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.browsers import watched_page
from tests.e2e.scripts import open_scripts

PURE = (
    *("squares", "moves", "laying", "pending", "shuffle", "refresher"),
    *("elements", "board", "dragging", "drawing", "live", "delivery", "outbox"),
    *("voice", "signals", "awake"),
    *("sha256", "../duplicate/proof_check", "../duplicate/draw_memory"),
    *(
        "../duplicate/seat_view",
        "../duplicate/watch_view",
        "../duplicate/announcements",
        "../duplicate/best_moves",
    ),
)


@pytest.fixture(scope="module")
def scripts(browser: Browser) -> Iterator[Page]:
    """One page for all tests here, whose time stands still until it is made to pass."""
    with watched_page(browser) as page:
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        open_scripts(page)
        yield page


def run(page: Page, module: str, body: str, *given: Any) -> Any:
    """What `body` returns, in which `module` is the module and `given` what is given."""
    script = f"""async (given) => {{
        const module = await import("/static/referee/{module}.js");
        {body}
    }}"""
    return page.evaluate(script, given)


def test_modules_touch_no_page_when_they_are_imported(page: Page) -> None:
    open_scripts(page)
    script = """async (modules) => {
        const touched = [];
        for (const [owner, names] of [
            [Document.prototype, ["querySelector", "querySelectorAll", "getElementById"]],
            [EventTarget.prototype, ["addEventListener"]],
            [window, ["setTimeout", "setInterval", "fetch"]],
        ])
            for (const name of names)
                owner[name] = () => { touched.push(name); };
        for (const name of modules) await import(`/static/referee/${name}.js`);
        return touched;
    }"""
    assert page.evaluate(script, list(PURE)) == []


# Squares


def test_every_square_has_a_name_and_is_found_by_it(scripts: Page) -> None:
    body = """
        const found = [];
        for (let row = 0; row < module.SIZE; row++)
            for (let column = 0; column < module.SIZE; column++) {
                const name = module.nameOf(row, column);
                const [again, across] = module.squareOf(name);
                const square = [row, column];
                found.push([name, again === row, across === column, module.isOnBoard(square),
                    module.cellOf(square), module.writeSquare(square, true)]);
            }
        return found;"""
    found = run(scripts, "squares", body)
    assert found[0] == ["A1", True, True, True, 0, "1A"]
    assert found[112] == ["H8", True, True, True, 112, "8H"]
    assert found[224] == ["O15", True, True, True, 224, "15O"]
    assert all(row[1:4] == [True] * 3 for row in found)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("H4", {"row": 7, "column": 3, "down": False, "length": None}),
        (" h4 – h9", {"row": 7, "column": 3, "down": False, "length": 6}),
        ("9E-9H", {"row": 4, "column": 8, "down": True, "length": 4}),
        ("9e9h", {"row": 4, "column": 8, "down": True, "length": 4}),
        ("H9-H4", {"row": 7, "column": 3, "down": False, "length": 6}),
        ("H4-I9", None),
        ("H4-4H", None),
        ("H16", None),
        ("P1", None),
        ("H0", None),
        ("ı4", None),
        ("", None),
    ],
)
def test_coordinates_are_read_as_people_write_them(
    scripts: Page, text: str, place: dict[str, Any] | None
) -> None:
    assert run(scripts, "squares", "return module.readCoordinates(given[0]);", text) == place


@pytest.mark.parametrize(
    ("ours", "other"), [("H4-H9", "D8-I8"), ("5E-5K", "5E-11E"), ("a1", "A1"), ("H16", "H16")]
)
def test_the_other_notation_is_ours_turned_round(scripts: Page, ours: str, other: str) -> None:
    body = "return [module.swapNotation(given[0]), module.swapNotation(given[1])];"
    assert run(scripts, "squares", body, ours, other) == [other.upper(), ours.upper()]


# Tiles that lie on the board

BOARD = """
    document.body.innerHTML = '<div id="root">' + ["H8", "H9"].map((name) =>
        `<div class="square"><button id="square-${name}" value="${name}" aria-label="${name} leer"
        data-mark="2B"></button></div>`).join("") + "</div>";
    const root = document.getElementById("root");
    const look = () => [...root.querySelectorAll(".square")].map((square) => {
        const button = square.firstElementChild;
        return [button.textContent, button.getAttribute("aria-label"), button.dataset.mark ?? null,
            square.dataset.cursor ?? null];
    });
    const texts = { blank: "Joker als {letter}", new: "neu" };
"""


def test_pending_tiles_cover_their_squares_until_they_are_taken_back(scripts: Page) -> None:
    body = f"""{BOARD}
        const laid = [{{ square: [7, 7], tile: "E" }}, {{ square: [7, 8], tile: "h" }}];
        const {{ showCursor }} = await import("/static/referee/board.js");
        module.showPending(root, laid, {{ E: 1, H: 2 }}, texts);
        showCursor(root, [7, 8], true);
        const shown = look();
        const tiles = [...root.querySelectorAll(".tile")];
        const values = tiles.map((tile) => tile.dataset.value ?? null);
        module.showPending(root, laid.slice(0, 1), {{ E: 1, H: 2 }}, texts);
        showCursor(root, null);
        return [shown, values, look()];"""
    shown, values, after = run(scripts, "pending", body)
    assert shown == [["E", "H8, E, neu", None, None], ["H", "H9, Joker als H, neu", None, "down"]]
    assert values == ["1", None]
    assert after == [["E", "H8, E, neu", None, None], ["", "H9 leer", "2B", None]]


# Drawing

PAGE = """
    document.body.innerHTML = `<div id="page">
        <p data-when="open paused">Runde <b data-slot="round">1</b></p>
        <p data-when="over">vorbei</p>
        <div class="rack" data-label="Bänkchen"></div>
        <div class="board"></div>
    </div>`;
    const page = document.getElementById("page");
    const board = page.querySelector(".board");
    const premiums = { 0: "tw", 4: "dw" };
    board.innerHTML = [...Array(9).keys()].map((cell) =>
        `<span class="square ${premiums[cell] ?? ""}"><button data-mark="?"></button></span>`
    ).join("");
    board.dataset.texts = JSON.stringify({ blank: "Joker als {letter}", new: "neu",
        premiums: { tw: ["3W", "dreifacher Wortwert"], dw: ["2W", "doppelter Wortwert"] } });
    const squares = () => [...board.querySelectorAll("button")].map((button) =>
        [button.textContent, button.firstElementChild?.className ?? "",
         button.getAttribute("aria-label"), button.dataset.mark ?? ""]);
    const values = { A: 1, E: 1 };
"""


def test_parts_are_shown_by_their_flags_and_slots_filled_with_facts(scripts: Page) -> None:
    body = f"""{PAGE}
        const look = () => [...page.querySelectorAll("p")].map(({{ hidden, textContent }}) =>
            hidden ? "" : textContent);
        module.showParts(page, new Set(["paused"]));
        module.fillSlots(page, {{ round: 2 }});
        const paused = look();
        module.showParts(page, new Set(["over", "late"]));
        module.fillSlots(page, {{}});
        return [paused, look(), page.querySelector("b").textContent];"""
    assert run(scripts, "drawing", body) == [["Runde 2", ""], ["", "vorbei"], ""]


def test_a_text_is_filled_by_name(scripts: Page) -> None:
    body = "return module.fill('Runde {round}: {rack}{nothing}', { round: 2, rack: 'AE{round}' });"
    assert run(scripts, "drawing", body) == "Runde 2: AE{round}"


def test_a_rack_is_laid_and_said(scripts: Page) -> None:
    body = f"""{PAGE}
        const rack = page.querySelector(".rack");
        module.drawRack(rack, "AE?", values);
        const tiles = [...rack.children].map((tile) =>
            [tile.textContent, tile.className, tile.dataset.value ?? ""]);
        return [rack.getAttribute("aria-label"), tiles];"""
    assert run(scripts, "drawing", body) == [
        "Bänkchen: AE?",
        [["A", "tile", "1"], ["E", "tile", "1"], ["", "tile blank", ""]],
    ]


def test_tiles_are_laid_on_the_board_and_taken_off_it_again(scripts: Page) -> None:
    body = f"""{PAGE}
        module.drawBoard(board, ["A..", ".e.", "..."], ["B2"], values);
        const laid = squares();
        const kept = board.querySelector(".tile");
        module.drawBoard(board, ["A..", "...", "..."], [], values);
        return [laid[0], laid[4], squares()[4], kept === board.querySelector(".tile")];"""
    assert run(scripts, "drawing", body) == [
        ["A", "tile", "A1, A", ""],
        ["E", "tile blank new", "B2, Joker als E, neu", ""],
        ["", "", "B2, doppelter Wortwert", "★"],
        True,
    ]


def test_what_is_said_aloud_is_taken_back_and_news_are_said_in_full(scripts: Page) -> None:
    body = """
        document.body.innerHTML = "<p aria-live='polite'></p>";
        const region = document.querySelector("p");
        module.announce(region, "Noch 30 Sekunden.");
        const say = (text) => module.announce(region, text);
        window.test = { say, said: () => region.textContent };
        return region.textContent;"""
    assert run(scripts, "voice", body) == "Noch 30 Sekunden."
    scripts.clock.run_for(9000)
    scripts.evaluate("test.say('Die Zeit ist um.')")
    scripts.clock.run_for(9000)
    assert scripts.evaluate("test.said()") == "Die Zeit ist um."
    scripts.clock.run_for(2000)
    assert scripts.evaluate("test.said()") == ""


BOARD_AFTER = """
    const row = (tiles) => "...".concat(tiles).padEnd(15, ".");
    const board = Array(15).fill(".".repeat(15)).with(7, row("MAGENS"));
    const state = { board, published: { laid: ["H4", "H5", "H7", "H8", "H9"] } };
"""


@pytest.mark.parametrize(
    ("move", "row", "fresh"),
    [
        (None, "...MAGENS......", ["H4", "H5", "H7", "H8", "H9"]),
        ({"coordinates": "H6-H9", "word": "GeRN"}, ".....GeRN......", ["H7", "H8", "H9"]),
        ({"coordinates": "6H-6I", "word": "GO"}, ".....G.........", ["I6"]),
        ({"coordinates": "H13-H18", "word": "MAGENS"}, "...MAGENS......", None),
        ({"coordinates": "", "word": ""}, "...MAGENS......", None),
    ],
)
def test_another_move_lies_on_the_board_in_the_place_of_the_one_that_was_laid(
    scripts: Page, move: dict[str, str] | None, row: str, fresh: list[str] | None
) -> None:
    body = f"{BOARD_AFTER} return module.boardWith(state, given[0]);"
    shown = run(scripts, "../duplicate/best_moves", body, move)
    assert shown["rows"][7] == row
    assert shown["fresh"] == (fresh or ["H4", "H5", "H7", "H8", "H9"])


# The refresher

REFRESHER = """
    const loads = [];
    let outcome = () => {};
    let behind = false;
    const refresher = module.newRefresher({
        load: () => { loads.push(performance.now() - begun); return outcome(); },
        isBehind: () => behind, retryMs: 1000, longestMs: 4000,
    });
    const begun = performance.now();
    window.test = { loads, refresher, set: (how) => {
        if ("behind" in how) behind = how.behind;
        if ("fails" in how) outcome = how.fails ? () => { throw new Error("lost"); } : () => {};
        if (how.hangs) outcome = () => new Promise((resolve) => { window.test.done = resolve; });
    } };
"""


@pytest.fixture
def refresher(scripts: Page) -> Page:
    run(scripts, "refresher", REFRESHER)
    return scripts


def loads(page: Page) -> list[int]:
    return [round(at) for at in page.evaluate("test.loads")]


def test_what_is_asked_for_several_times_is_loaded_once_and_as_soon_as_any_wants_it(
    refresher: Page,
) -> None:
    refresher.evaluate("[500, 200, 900].forEach((ms) => test.refresher.after(ms))")
    refresher.clock.run_for(2000)
    assert loads(refresher) == [200]


def test_what_is_not_wanted_any_more_is_not_loaded(refresher: Page) -> None:
    refresher.evaluate("() => { test.refresher.after(200); test.refresher.cancel(); }")
    refresher.clock.run_for(2000)
    assert loads(refresher) == []
    refresher.evaluate("test.refresher.after(500)")
    refresher.clock.run_for(2000)
    assert loads(refresher) == [2500]


def test_what_fails_is_tried_again_more_and_more_rarely(refresher: Page) -> None:
    refresher.evaluate("test.set({ fails: true })")
    refresher.evaluate("test.refresher.now()")
    refresher.clock.run_for(12_000)
    assert loads(refresher) == [0, 1000, 3000, 7000, 11_000]
    refresher.evaluate("test.set({ fails: false })")
    refresher.clock.run_for(60_000)
    assert loads(refresher)[5:] == [15_000]


def test_a_page_that_is_still_behind_is_loaded_again(refresher: Page) -> None:
    refresher.evaluate("test.set({ behind: true })")
    refresher.evaluate("test.refresher.now()")
    refresher.clock.run_for(1500)
    refresher.evaluate("test.set({ behind: false })")
    refresher.clock.run_for(60_000)
    assert loads(refresher) == [0, 1000, 3000]


def test_one_is_loaded_behind_the_other_however_many_ask_meanwhile(refresher: Page) -> None:
    refresher.evaluate("test.set({ hangs: true })")
    refresher.evaluate("() => { test.refresher.now(); }")
    refresher.evaluate("() => { for (const n of [1, 2, 3]) window.last = test.refresher.now(); }")
    assert loads(refresher) == [0]
    refresher.evaluate("() => { test.set({ fails: false }); test.done(); }")
    refresher.evaluate("window.last")
    assert len(loads(refresher)) == 2


def test_it_is_looked_again_and_again_while_that_is_wanted(refresher: Page) -> None:
    refresher.evaluate(
        """() => {
            let waits = [100, 200, 300, 400];
            window.wanted = true;
            test.refresher.every(() => waits.shift() ?? 1e9, () => window.wanted);
        }"""
    )
    refresher.clock.run_for(300)
    refresher.evaluate("() => { window.wanted = false; }")
    refresher.clock.run_for(300)
    refresher.evaluate("() => { window.wanted = true; }")
    refresher.clock.run_for(1000)
    assert loads(refresher) == [100, 300, 1000]


# Chance


def test_each_order_is_as_likely_as_another(scripts: Page) -> None:
    """By every outcome of chance, once each."""
    body = """
        const orders = [];
        for (let first = 0; first < 3; first++)
            for (let second = 0; second < 2; second++) {
                const chances = [(first + 0.5) / 3, (second + 0.5) / 2];
                orders.push(module.shuffled("ABC", () => chances.shift()).join(""));
            }
        return orders;"""
    orders = Counter(run(scripts, "shuffle", body))
    assert orders == Counter(["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"])


def test_what_is_shuffled_stays_the_same_tiles_and_the_old_row_as_it_was(scripts: Page) -> None:
    body = "const row = [...given[0]]; return [module.shuffled(row).sort().join(''), row.join('')];"
    assert run(scripts, "shuffle", body, "RENGAS?") == ["?AEGNRS", "RENGAS?"]


# What is on its way

OUTBOX = """
    const kept = new Map(Object.entries(given[0]));
    const storage = {
        get length() { return kept.size; },
        key: (index) => [...kept.keys()][index],
        getItem: (place) => kept.get(place),
        setItem: (place, text) => kept.set(place, text),
        removeItem: (place) => kept.delete(place),
    };
    const heard = [], givenUp = [], waits = [];
    let answer = () => ({});
    const send = async (item) => {
        heard.push(item.what);
        await new Promise((resolve) => waits.push(resolve));
        return answer(item.what);
    };
    const open = () => module.newOutbox({
        storage, name: "box", send, onChange: () => {}, onGivenUp: ({ what }) => givenUp.push(what),
    });
    const settle = async () => { for (let n = 0; n < 20; n++) await null; };
    const hear = async () => { waits.shift()?.(); await settle(); };
    const names = (items) => items.map(({ what }) => what);
    const box = open();
"""


def outbox(scripts: Page, body: str, kept: dict[str, str] | None = None) -> Any:
    return run(scripts, "outbox", f"{OUTBOX} {body}", kept or {})


def test_what_is_sent_goes_in_order_and_one_after_the_other(scripts: Page) -> None:
    told = outbox(
        scripts,
        """
        for (const what of ["a", "b", "c"]) box.add(what, what, true);
        const steps = [];
        for (let n = 0; n < 3; n++) {
            await settle();
            steps.push([...heard]);
            await hear();
        }
        return { steps, left: names(box.waiting()), kept: kept.size };
        """,
    )
    assert told == {"steps": [["a"], ["a", "b"], ["a", "b", "c"]], "left": [], "kept": 0}


def test_what_is_not_heard_of_is_kept_and_sent_again_before_what_came_later(scripts: Page) -> None:
    told = outbox(
        scripts,
        """
        answer = () => "silence";
        for (const what of ["a", "b"]) box.add(what, what, true);
        box.add("press", "press", false);
        await hear();
        const silent = [box.isSilent(), names(box.waiting()), givenUp, kept.size];
        answer = () => ({});
        const again = open(); // after a reload
        const found = names(again.waiting());
        again.work();
        for (let n = 0; n < 3; n++) { await settle(); await hear(); }
        const left = [again.waiting().length, kept.size, again.isSilent()];
        return { silent, found, heard, left };
        """,
    )
    assert told == {
        "silent": [True, ["a", "b"], ["press"], 2],
        "found": ["a", "b"],
        "heard": ["a", "a", "b"],
        "left": [0, 0, False],
    }


def test_a_silent_server_is_asked_again_after_a_while(scripts: Page) -> None:
    body = """
        answer = () => "silence";
        box.add("a", "a", true);
        await hear();
        answer = () => ({});
        window.rest = async () => {
            await settle();
            await hear();
            return [heard, box.waiting().length];
        };
        """
    outbox(scripts, body)
    scripts.clock.run_for(1000)
    assert scripts.evaluate("rest()") == [["a", "a"], 0]


def test_what_is_refused_waits_for_somebody_and_holds_up_nothing(scripts: Page) -> None:
    told = outbox(
        scripts,
        """
        const problems = { a: { problem: "no" }, b: {}, c: { problem: { isAsked: true } } };
        answer = (what) => problems[what];
        for (const what of ["a", "b", "c"]) box.add(what, what, true);
        for (let n = 0; n < 3; n++) { await settle(); await hear(); }
        const again = open();
        const found = [names(again.refused()), names(again.waiting())];
        again.drop(again.refused()[0].key);
        return { heard, refused: names(box.refused()), found, kept: kept.size };
        """,
    )
    assert told["heard"] == ["a", "b", "c"]
    assert told["refused"] == ["a", "c"]
    # A question is put again after a reload, a refusal stands.
    assert (told["found"], told["kept"]) == ([["a"], ["c"]], 1)


def test_what_others_keep_is_left_alone(scripts: Page) -> None:
    kept = {"box#1": "no JSON", "box of another#1": '{"key": "k", "what": "x", "isKept": true}'}
    assert outbox(scripts, "return [names(box.waiting()), kept.size];", kept) == [[], 2]
