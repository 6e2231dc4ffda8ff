"""The script reads and counts moves as the engine does, the legal ones and all others."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from engine.board import LETTER_FACTORS, WORD_FACTORS, Board
from engine.errors import Unreadable
from engine.intended_move import judge_slip, read_at_table, write_at_table
from engine.lexicon import Lexicon
from engine.notation import CoordinateStyle, Direction, read_coordinates, read_move
from engine.rulesets import STANDARD
from engine.scoring import ScoredMove, tiles_laid
from engine.solver import search_all
from engine.tiles import without
from engine.verdicts import Code, Verdict, judge
from tests.e2e.scripts import open_scripts
from tests.lexicons import lexicon_of
from tests.positions import known_positions

#: Every so many of the positions that are kept, and the most moves taken of one.
STEP, MOST_MOVES = 40, 25
#: How people write words; only where all letters are large or a few small it is said what is meant.
CASES: tuple[Callable[[str], str], ...] = (str, str.upper, str.lower, str.title, str.swapcase)
WRITTEN_OUT = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE", "ä": "ae", "ö": "Oe", "ü": "uE"})
#: Verdicts on what does not even lie on the board as it is written.
UNFIT = {
    Code.OFF_BOARD,
    Code.NOT_ONE_LINE,
    Code.LENGTH_MISMATCH,
    Code.TILE_MISMATCH,
    Code.BLANK_WITHOUT_LETTER,
}
#: What a page tells the script, the board apart.
RULES = {
    "letterFactors": "".join(map(str, LETTER_FACTORS)),
    "wordFactors": "".join(map(str, WORD_FACTORS)),
    "values": json.dumps(dict(STANDARD.tile_set.values)),
    "bonuses": json.dumps(dict(STANDARD.bonuses)),
}
READ = """async ({ reader, rules, cases }) => {
    const moves = await import("/static/referee/moves.js");
    return cases.map(([cells, rack, coordinates, word]) => {
        const known = moves.readRules({ ...rules, cells });
        const move = reader === "slip"
            ? moves.readOnSlip(known, [...rack], coordinates, word)
            : moves.readAtTable(known, coordinates, word);
        if (!move) return null;
        const written = moves.write(known.cells, move);
        const typed = moves.writeAtTable(written.word);
        const again = moves.readAtTable(known, written.coordinates, typed);
        return {
            tiles: move.tiles.join(""),
            points: moves.worth(known, move),
            written: Object.values(written),
            again: again?.tiles.join(""),
        };
    });
}"""


class Case(NamedTuple):
    """Something typed, on a board and with a rack."""

    board: Board
    rack: str
    coordinates: str
    word: str


def legal_moves(lexicon: Lexicon) -> Iterator[tuple[Board, str, ScoredMove]]:
    """Legal moves of positions of all kinds, each with its board and rack."""
    random = Random(12)
    for position in known_positions()[::STEP]:
        board = Board.from_rows(position.rows)
        moves = list(search_all(lexicon, board, position.rack, STANDARD).moves())
        for scored in random.sample(moves, min(len(moves), MOST_MOVES)):
            yield board, position.rack, scored


def typed_cases(lexicon: Lexicon) -> Iterator[Case]:
    """Legal moves as people write them, and what they miswrite of them."""
    random = Random(34)
    for board, rack, (move, _) in legal_moves(lexicon):
        start, end = move.coordinates.split("-")
        text = move.word
        yield Case(board, rack, move.coordinates, text)
        yield Case(board, rack, start.lower(), random.choice(CASES)(text))
        yield Case(board, rack, f" {start} – {end}", write_at_table(text))
        yield Case(
            board, rack, random.choice((start[::-1], f"{end}-{start}", f"{start}-O15")), text
        )
        short = end[1:] if end[0].isalpha() else end.lstrip("0123456789")
        yield Case(
            board, rack, random.choice((f"{start}/{short}", f"{end.lower()} bis {start}")), text
        )
        spelled = text.translate(WRITTEN_OUT)
        if spelled != text:
            yield Case(board, rack, random.choice((start, move.coordinates)), spelled)
        place = random.randrange(len(text))
        wrong = random.choice(
            ("X", "ß", "é", "(Ä)", "?", "1", "(", "u\u0308", "œ", "Y", "(AB)", "")
        )
        yield Case(board, rack, start, text[:place] + wrong + text[place + 1 :])
        marked = text[:place] + f"({text[place].lower()})" + text[place + 1 :]
        yield Case(board, rack, start, marked)
        missing = random.choice("?ENX")
        yield Case(board, without(rack, rack[0]) + missing, start, random.choice(CASES)(text))


#: Squares and what stands between them, as people write coordinates and as nobody does.
ENDS = ("H4", "h 9", "9E", "9h", "H", "12", "D8", "i8", "8D", "8 I", "B3", "O15", "p1", "H16", "")
BETWEEN = ("-", "–", "/", " bis ", "BIS", " ", "--", ".", "to")


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(typed_cases(lexicon_of()))


def read_by_script(page: Page, reader: str, cases: Sequence[Case]) -> list[Any]:
    open_scripts(page)
    sent = [(case.board.cells, *case[1:]) for case in cases]
    return list(page.evaluate(READ, {"reader": reader, "rules": RULES, "cases": sent}))


def at_table(case: Case) -> Verdict | None:
    """What a table game makes of it, whoever has which tiles; None if it can't be read."""
    try:
        written = read_move(case.coordinates, read_at_table(case.word))
    except Unreadable:
        return None
    return judge(case.board, written, ruleset=STANDARD)


def on_slip(case: Case) -> Verdict | None:
    try:
        written = read_move(case.coordinates, case.word)
    except Unreadable:
        return None
    return judge_slip(case.board, written, rack=case.rack, ruleset=STANDARD)


def laid(case: Case, verdict: Verdict) -> str:
    assert verdict.move
    return "".join(tile for _, tile in tiles_laid(case.board, verdict.move))


@pytest.mark.parametrize(("reader", "engine"), [("table", at_table), ("slip", on_slip)])
def test_the_script_reads_and_counts_like_the_engine(
    page: Page, cases: list[Case], reader: str, engine: Callable[[Case], Verdict | None]
) -> None:
    """Thousands of moves, with cross words, premiums, blanks and the bonus, and many faults."""
    verdicts = list(map(engine, cases))
    legal = sum(verdict is not None and verdict.is_valid for verdict in verdicts)
    assert legal > 4000
    assert len(cases) - legal > 1000
    differing = []
    for case, verdict, told in zip(
        cases, verdicts, read_by_script(page, reader, cases), strict=True
    ):
        if verdict is None or verdict.code in UNFIT:
            is_same = told is None
        elif verdict.is_valid:
            assert verdict.move
            written = [verdict.move.coordinates, verdict.move.word]
            said = {"tiles": verdict.tiles, "points": verdict.points, "written": written}
            is_same = told is not None and {**told, **said} == told
        else:
            # What lies wrong is not settled by the rack any further: its letters must be right.
            is_same = told is not None and told["tiles"].upper() == laid(case, verdict).upper()
        if not is_same:
            differing.append((case[1:], verdict and verdict.message, told))
    assert differing == []


@pytest.mark.parametrize("style", CoordinateStyle)
def test_the_script_reads_coordinates_like_the_engine(page: Page, style: CoordinateStyle) -> None:
    texts = [f"{one}{to}{other}" for one in ENDS for to in BETWEEN for other in ENDS]
    texts += [*ENDS, *(f"{one}-{other}-{one}" for one in ENDS[:4] for other in ENDS[:4])]
    open_scripts(page)
    turned = "(text) => text" if style is CoordinateStyle.ROW_LETTER else "squares.swapNotation"
    script = f"""async (texts) => {{
        const squares = await import("/static/referee/squares.js");
        return texts.map({turned}).map(squares.readCoordinates);
    }}"""
    told = page.evaluate(script, texts)
    read = [placed(text, style) for text in texts]
    assert len([place for place in read if place]) > 150
    assert [row for row in zip(texts, read, told, strict=True) if row[1] != row[2]] == []


def placed(text: str, style: CoordinateStyle) -> dict[str, Any] | None:
    """Coordinates as the script tells them; None where they lie on no line of the board."""
    try:
        place = read_coordinates(text, style)
    except Unreadable:
        return None
    start, end = place.start, place.end or place.start
    down = place.direction is Direction.DOWN
    if not start.on_board or not end.on_board or start[down] != end[down]:
        return None
    length = end[not down] - start[not down] + 1 if place.end else None
    return {"row": start.row, "column": start.column, "down": down, "length": length}


def test_what_the_script_writes_is_read_again_as_it_is(page: Page, cases: list[Case]) -> None:
    told = read_by_script(page, "table", cases)
    written = [one for one in told if one and one["tiles"]]
    assert len(written) > 4000
    assert [one for one in written if one["again"] != one["tiles"]] == []


def test_the_engine_writes_what_it_reads_again_as_it_is() -> None:
    for word in ("EH", "Eh", "eh", "eH", "Tag", "REGSaMEN", "rUCKEn"):
        text = write_at_table(word)
        move = read_move("H8", read_at_table(text)).move
        assert (move, "(" in text) == (replace(move, word=word), word.islower())
