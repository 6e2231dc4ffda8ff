"""Whatever is thrown at the engine, it answers or raises an EngineError: nothing else, no crash."""

import json
from collections.abc import Callable
from contextlib import redirect_stderr, suppress
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.alphabet import LETTERS, normalise, spell
from engine.board import Board, Square
from engine.draws import check_hand_draw, draw
from engine.errors import EngineError, LexiconError
from engine.lexicon import Lexicon
from engine.notation import (
    CoordinateStyle,
    Direction,
    Move,
    read_coordinates,
    read_move,
    read_word,
)
from engine.randomness import RandomStream, read_seed
from engine.rulesets import REISE, RULESETS, STANDARD, Ruleset, ruleset
from engine.settlement import settle
from engine.solver import find_tops, search_all
from engine.tiles import read_tiles
from engine.verdicts import judge
from tests.lexicons import lexicon_of

LEXICON = lexicon_of()
INTACT = LEXICON.path.read_bytes()
MAGIC = INTACT[: INTACT.index(b"\n") + 1]
ON_TILES = LETTERS + LETTERS.lower()

fuzz = settings(max_examples=300)

#: Text of any kind, and text that is nearly right.
texts = st.one_of(
    st.text(max_size=40),
    st.text(st.characters(), max_size=40),
    st.text(ON_TILES + "?.()-–ßẞéÅ \u0308\u0301 \n\0", max_size=20),
    st.binary(max_size=40).map(lambda raw: raw.decode("latin-1")),
    st.binary(max_size=40).map(lambda raw: raw.decode("utf-8", "surrogateescape")),
    st.text(ON_TILES, min_size=100, max_size=300),
)
coordinates = st.one_of(
    texts,
    st.from_regex(r"[A-Oa-oZ]?[0-9]{0,4}[A-O]?[ –-]{0,2}[A-O]?[0-9]{0,4}[A-O]?", fullmatch=True),
    st.from_regex(r"[A-O](1[0-5]|[1-9])|(1[0-5]|[1-9])[A-O]", fullmatch=True),
)
words = st.one_of(texts, st.text(ON_TILES, min_size=1, max_size=16))
racks = st.one_of(texts, st.text(LETTERS + "?", max_size=9))
#: 225 squares of every density, or nearly 225, or with something foreign on one of them.
densities = st.sampled_from(["." * 300, "." * 100, "." * 20, "."])
boards = st.one_of(
    texts,
    densities.flatmap(lambda dots: st.text(ON_TILES + dots, min_size=225, max_size=225)),
    densities.flatmap(lambda dots: st.text(ON_TILES + dots, min_size=224, max_size=226)),
    st.builds(
        lambda place, foreign: "." * place + foreign + "." * (224 - place),
        st.integers(0, 224),
        st.characters(),
    ),
)
numbers = st.one_of(st.integers(), st.sampled_from([2**31, 2**31 - 1, 2**63, -(2**31) - 1]))
#: Anything JSON can say.
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.floats(), texts, racks),
    lambda inner: st.one_of(
        st.lists(inner, max_size=16), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=20,
)


def rows_of(cells: str) -> list[str]:
    return [cells[at : at + 15] for at in range(0, len(cells), 15)]


@fuzz
@given(texts)
@pytest.mark.parametrize(
    "read",
    [spell, normalise, read_word, read_tiles, read_seed, ruleset, read_coordinates],
    ids=lambda function: function.__name__,
)
def test_text_is_read_or_refused(read: Callable[[str], object], text: str) -> None:
    with suppress(EngineError):
        read(text)


@fuzz
@given(coordinates, words, st.sampled_from(CoordinateStyle))
def test_a_move_is_read_or_refused_and_what_is_read_can_be_written(
    place: str, word: str, style: CoordinateStyle
) -> None:
    with suppress(EngineError):
        written = read_move(place, word, style)
        assert written.place.written(style)
        assert set(written.word) <= set(ON_TILES + "?")
        judge(Board(), written)


@fuzz
@given(boards, coordinates, words, st.none() | racks, st.sampled_from(list(RULESETS.values())))
def test_every_readable_move_gets_a_verdict_with_a_message(
    cells: str, place: str, word: str, rack: str | None, rules: Ruleset
) -> None:
    with suppress(EngineError):
        board = Board.from_rows(rows_of(cells))
        written = read_move(place, word)
        verdict = judge(board, written, rack=rack, lexicon=LEXICON, ruleset=rules)
        assert verdict.message
        assert verdict.points >= 0


@fuzz
@given(values)
def test_anything_is_a_board_or_refused(value: object) -> None:
    with suppress(EngineError):
        board = Board.from_rows(value)  # type: ignore[arg-type]
        assert len(board.cells) == 225


@fuzz
@given(boards, racks, st.sampled_from([STANDARD, REISE]))
def test_the_search_takes_any_board_and_any_rack_or_refuses_them(
    cells: str, rack: str, rules: Ruleset
) -> None:
    """The board is not checked before: the compiled code must be safe behind the solver alone."""
    board = Board(cells)
    with suppress(EngineError):
        tops = find_tops(LEXICON, board, rack, rules)
        moves = search_all(LEXICON, board, rack, rules).moves()
        assert moves[: len(tops)] == tops
        for move, points in tops[:20]:
            verdict = judge(board, move, rack=rack, lexicon=LEXICON, ruleset=rules)
            assert verdict.points == points


@fuzz
@given(numbers, racks)
def test_any_number_has_its_place_among_the_moves(points: int, rack: str) -> None:
    with suppress(EngineError):
        found = search_all(LEXICON, Board(), rack)
        assert 0 <= found.better_than(points) <= found.count


@fuzz
@given(st.integers(-3, 99), st.integers(-3, 99), st.integers(-99, 99))
def test_odd_rulesets_do_not_break_the_search(size: int, most: int, first: int) -> None:
    rules = replace(STANDARD, rack_size=size, most_tiles=most, first_word_letters=first)
    with suppress(EngineError):
        for move, _ in find_tops(LEXICON, Board(), "AENRST?"[: max(size, 0)], rules):
            assert judge(Board(), move, lexicon=LEXICON, ruleset=rules).is_valid


@fuzz
@given(racks, racks, st.integers(-5, 50), racks)
def test_a_hand_draw_is_judged_or_refused(bag: str, leave: str, number: int, rack: str) -> None:
    with suppress(EngineError):
        check_hand_draw(bag, leave, number, rack)


@fuzz
@given(texts, texts, st.integers(-5, 50))
def test_a_draw_from_any_bag_is_made_or_refused(bag: str, leave: str, number: int) -> None:
    with suppress(EngineError):
        draw(bag, leave, number, RandomStream(bytes(32), "fuzz"))


@fuzz
@given(st.integers(-99, 99), st.integers(-99, 99), st.sampled_from(Direction), texts | words)
def test_a_move_made_of_anything_gets_a_verdict_or_is_refused(
    row: int, column: int, direction: Direction, word: str
) -> None:
    with suppress(EngineError):
        assert judge(Board(), Move(Square(row, column), direction, word)).message


@fuzz
@given(st.lists(numbers, max_size=4), st.lists(texts | racks, max_size=4), st.none() | numbers)
def test_any_game_is_settled_or_refused(
    scores: list[int], left: list[str], finisher: int | None
) -> None:
    with suppress(EngineError):
        settle(scores, left, STANDARD.tile_set, finisher)


@fuzz
@given(st.binary(max_size=64), texts)
def test_a_seed_of_any_size_makes_a_stream_or_is_refused(seed: bytes, text: str) -> None:
    with suppress(EngineError):
        RandomStream(seed, text.encode("utf-8", "ignore").decode()).below(102)


@fuzz
@given(st.lists(texts | words, max_size=5), st.lists(texts | words, max_size=5))
def test_any_ruling_is_made_or_refused(added: list[str], barred: list[str]) -> None:
    with suppress(EngineError):
        ruled = LEXICON.ruled(added=added, barred=barred)
        assert all(normalise(word) in ruled for word in added)
        assert not any(normalise(word) in ruled for word in barred)


# Files


@fuzz
@given(content=st.binary(max_size=5000) | st.binary(max_size=5000).map(lambda raw: MAGIC + raw))
def test_random_bytes_are_no_lexicon(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "random"
    path.write_bytes(content)
    with pytest.raises(LexiconError):
        Lexicon(path)


@settings(max_examples=100)
@given(data=st.data())
def test_a_damaged_lexicon_with_an_intact_header_is_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(INTACT)
    start = data.draw(st.integers(4096, len(INTACT) - 1))
    patch = data.draw(st.binary(min_size=1, max_size=200))
    content[start : start + data.draw(st.integers(0, 200))] = patch
    if content == INTACT:
        return
    path = tmp_path_factory.getbasetemp() / "damaged"
    path.write_bytes(content)
    with pytest.raises(LexiconError):
        Lexicon(path)


# The command line


def run(argv: list[str], stdin: bytes) -> int:
    """Run a command: it must answer all lines, or refuse with exactly one line and status 2."""
    stdout, stderr = BytesIO(), StringIO()
    with redirect_stderr(stderr):
        status = main(argv, BytesIO(stdin), stdout)
    for line in stdout.getvalue().decode("utf-8").splitlines():
        assert isinstance(json.loads(line), dict)
    assert status in (0, 2)
    assert stderr.getvalue().count("\n") == (1 if status == 2 else 0)
    return status


COMMANDS = [
    ["solve", "--lexicon", str(LEXICON.path), "--limit", "5"],
    ["solve", "--lexicon", str(LEXICON.path), "--all", "--limit", "1"],
    ["score"],
    ["score", "--lexicon", str(LEXICON.path), "--rules", "reise"],
]
#: Objects with the right keys and anything behind them, or nearly so.
requests = st.fixed_dictionaries(
    {},
    optional={
        "rack": racks | values,
        "board": boards.map(rows_of) | values,
        "coordinates": coordinates | values,
        "word": words | values,
        "other": values,
    },
)


@fuzz
@given(st.sampled_from(COMMANDS), st.lists(st.binary(max_size=60), max_size=3))
def test_random_bytes_are_answered_or_refused(argv: list[str], lines: list[bytes]) -> None:
    run(argv, b"\n".join(lines))


@fuzz
@given(st.sampled_from(COMMANDS), st.lists(requests | values, max_size=3))
def test_random_json_is_answered_or_refused(argv: list[str], lines: list[object]) -> None:
    run(argv, b"".join(json.dumps(line).encode() + b"\n" for line in lines))


@fuzz
@given(st.sampled_from(COMMANDS), boards, racks, coordinates, words)
def test_nearly_right_json_is_answered_or_refused(
    argv: list[str], cells: str, rack: str, place: str, word: str
) -> None:
    request: dict[str, object] = {"board": rows_of(cells), "rack": rack}
    if argv[0] == "score":
        request |= {"coordinates": place, "word": word}
    run(argv, json.dumps(request).encode())


@fuzz
@given(
    st.lists(
        st.sampled_from(
            ["lexicon", "solve", "score", "play", "check", "info", "--lexicon", "--all"]
        )
        | st.sampled_from(["--limit", "--rules", "--seed", "standard", str(LEXICON.path), "--"])
        | texts.filter(lambda text: not text.startswith(("-h", "--h"))),
        max_size=6,
    )
)
def test_random_options_are_obeyed_or_refused(argv: list[str]) -> None:
    run(argv, b"")


@fuzz
@given(
    content=st.binary(max_size=300)
    | st.lists(texts | words).map(lambda x: "\n".join(x).encode("utf-8", "replace"))
)
def test_any_word_list_is_built_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    folder: Path = tmp_path_factory.getbasetemp()
    (folder / "list").write_bytes(content)
    stdout, stderr = BytesIO(), StringIO()
    with redirect_stderr(stderr):
        status = main(
            ["lexicon", "build", "--from", str(folder / "list"), "--out", str(folder / "built")],
            BytesIO(),
            stdout,
        )
    assert stderr.getvalue().count("\n") <= 1
    if status == 0:
        assert len(set(Lexicon(folder / "built"))) == json.loads(stdout.getvalue())["words"]
    else:
        assert (status, stdout.getvalue()) == (2, b"")
