"""Game records as GCG: written strictly, read tolerantly, replayed by the rules."""

import contextlib
import re
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError, Unreadable
from engine.games import replay
from engine.gcg import (
    Difference,
    Event,
    EventKind,
    Person,
    Record,
    gcg_coordinates,
    nicknames,
    read_gcg,
    record_of,
    to_actions,
    write_gcg,
    write_record,
)
from engine.gcg.reading import MOST_BYTES
from engine.gcg.values import read_place
from engine.match import MATCH
from engine.match.values import Match
from engine.notation import read_move
from engine.refusals import Contradiction
from engine.rulesets import RULESETS
from tests.drivers.driver import seeds
from tests.drivers.match import RandomMatch
from tests.engine.test_golden import SAMPLE_GAME
from tests.games.match import (
    NOTE,
    STUCK,
    begun,
    challenge,
    clock,
    exchange,
    left,
    pass_turn,
    place,
)
from tests.games.playing import Action

NAMES = ("Anna Öhm", "Ben", "Anna Öhm", "")
SETUP = {"ruleset": "standard", "players": 2, "begins": 0}
SAMPLE_ACTIONS = [
    place(move["player"] - 1, move["coordinates"], move["word"], rack=move["rack"])
    for move in SAMPLE_GAME["moves"]
] + [NOTE]
SAMPLE = write_gcg(SETUP, SAMPLE_ACTIONS, ["Anna Öhm", "Ben"], title="Das Beispiel")
#: A slip of the booklet: its rack 15 shows a fourth O, which is gone again on rack 17.
SLIP = Difference(21, "rack_lacks", "BEHINRU", "O")


def written(actions: list[Action], ruleset: str = "standard", players: int = 2) -> str:
    """The lines of the players, without pragmas."""
    setup = {"ruleset": ruleset, "players": players, "begins": 0}
    text = write_gcg(setup, actions, ["A", "B", "C", "D"][:players])
    return "\n".join(line for line in text.splitlines() if line.startswith(">"))


def replayed(lines: str, ruleset: str = "standard", *pragmas: str) -> tuple[Match, list[Any]]:
    """The state that a file of these lines leads to, and the differences as plain tuples."""
    text = "\n".join(["#player1 A Anna", "#player2 B Ben", *pragmas, lines])
    setup, actions, differences = to_actions(read_gcg(text.encode()), ruleset)
    first = 3 + len(pragmas)
    told = [(gap.line - first, gap.code, gap.says, gap.right) for gap in differences]
    return replay(MATCH, setup, actions), told


# An independent reader: regular expressions, a dictionary for a board, and sums.

LINE = re.compile(
    r">(?P<who>\S+): (?P<rack>[A-ZÄÖÜ?]*) "
    r"(?:(?P<place>[0-9]+[A-O]|[A-O][0-9]+) (?P<word>[A-Za-zÄÖÜäöü.]+)"
    r"|(?P<gone>--)|-(?P<out>[A-ZÄÖÜ?]*|[0-9]+)|\((?P<about>challenge|time|[A-ZÄÖÜ?]+)\))"
    r" (?P<points>[+-][0-9]+) (?P<total>-?[0-9]+)"
)


def recount(text: str) -> tuple[list[str], dict[str, int]]:
    """The rows of the board and the final totals, by what the lines say."""
    lines = text.splitlines()
    assert lines[0] == "#character-encoding UTF-8"
    nicks = [line.split()[1] for line in lines if re.match("#player[1-4] ", line)]
    assert len(set(nicks)) == len(nicks)
    totals = dict.fromkeys(nicks, 0)
    board: dict[tuple[int, int], str] = {}
    last: list[tuple[int, int]] = []
    for line in lines:
        if not line.startswith(">"):
            assert re.match("#[a-z]", line)
            continue
        found = LINE.fullmatch(line)
        assert found, line
        totals[found["who"]] += int(found["points"])
        assert totals[found["who"]] == int(found["total"]), line
        if found["gone"]:
            for square in last:
                del board[square]
        elif found["place"]:
            number = re.sub("[A-O]", "", found["place"])
            row, column = int(number) - 1, ord(found["place"].replace(number, "")) - ord("A")
            is_across = found["place"][0].isdigit()
            last = []
            for step, tile in enumerate(found["word"]):
                square = (row, column + step) if is_across else (row + step, column)
                assert (tile == ".") == (square in board), line
                if tile != ".":
                    last.append(square)
                    board[square] = tile
            for square in last:
                tile = board[square]
                assert ("?" if tile.islower() else tile) in found["rack"], line
    rows = ["".join(board.get((row, column), ".") for column in range(15)) for row in range(15)]
    return rows, totals


# Every game


setups = st.fixed_dictionaries(
    {"ruleset": st.sampled_from(list(RULESETS)), "players": st.integers(2, 4)},
    optional={"begins": st.integers(0, 1)},
)
games = st.builds(RandomMatch, setups, seeds)
ENDS: list[Action | None] = [
    None,
    None,
    clock(1, 3000),
    {"kind": "end", "because": "resigned", "winner": 0},
    {"kind": "end", "because": "director", "winner": None},
]


# A seed can't be made simpler, so a failure is told at once.
@settings(max_examples=25, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(games, st.sampled_from(ENDS), st.integers(1, 80), st.data())
def test_a_game_written_is_read_back_equal_and_replays_to_the_same(
    game: RandomMatch, end: Action | None, most: int, data: st.DataObject
) -> None:
    *_, state = islice(game, None if end is None else most)
    if end and not state.is_over and (end["kind"] != "clock" or state.ruleset.clock):
        after = MATCH.act(state, end)
        state = after if isinstance(after, Match) else state
    notes = data.draw(st.dictionaries(st.integers(0, 10), st.text(max_size=20), max_size=3))
    names = NAMES[: state.players]
    record = record_of(state, names, title=" Ein\tSpiel ", lexicon="Liste", notes=notes)
    text = write_record(record)
    assert read_gcg(text.encode()) == record

    rows, totals = recount(text)
    assert rows == list(state.board.rows)
    assert tuple(totals.values()) == state.scores

    setup, actions, differences = to_actions(record, state.ruleset.name)
    assert differences == []
    again = replay(MATCH, setup, actions)
    noted = {number: note for number, note in notes.items() if number < len(state.turns)}
    assert record_of(again, names, title="Ein Spiel", lexicon="Liste", notes=noted) == record
    assert (again.board, again.scores, again.left) == (state.board, state.scores, state.left)
    assert again.winners == state.winners
    if state.phase.value != "settling":
        assert again.ending == state.ending
    assert [turn.is_taken_back for turn in again.turns] == [
        turn.is_taken_back for turn in state.turns
    ]


def test_the_sample_game_is_written_and_ends_380_to_440() -> None:
    lines = SAMPLE.splitlines()
    assert lines[:5] == [
        "#character-encoding UTF-8",
        "#title Das Beispiel",
        "#player1 Anna_Öhm Anna Öhm",
        "#player2 Ben Ben",
        ">Anna_Öhm: BCEKNRU 8D RUCKEN +26 26",
    ]
    assert lines[-3:] == [
        ">Ben: ?EEGMNS O2 .EGSaMEN +86 430",
        ">Ben:  (ILNPTU) +10 440",
        ">Anna_Öhm: ILNPTU (ILNPTU) -10 380",
    ]
    rows, totals = recount(SAMPLE)
    assert rows == list(replay(MATCH, SETUP, SAMPLE_ACTIONS).board.rows)
    assert totals == {"Anna_Öhm": 380, "Ben": 440}


def test_the_sample_game_read_back_gives_the_same_actions() -> None:
    setup, actions, differences = to_actions(read_gcg(SAMPLE.encode()), "standard")
    assert (setup, differences) == (SETUP, [SLIP])
    assert replay(MATCH, setup, actions) == replay(MATCH, SETUP, SAMPLE_ACTIONS)


# Writing


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("H4-H9", "8D"), ("9E-9J", "I5"), ("A1-A6", "1A"), ("1A-1F", "A1"), ("O10-O15", "15J")],
)
def test_rows_are_numbers_and_columns_letters_in_gcg(ours: str, theirs: str) -> None:
    move = read_move(ours, "GRÜNDE").move
    assert gcg_coordinates(move) == theirs
    assert read_place(theirs.lower()) == replace(move.place, end=None)


CAT = place(0, "H8-H12", "KATZE")


@pytest.mark.parametrize(
    ("actions", "ruleset", "lines"),
    [
        pytest.param([CAT], "standard", [">A: AEKTZ 8H KATZE +22 22"], id="a move, no rack known"),
        pytest.param(
            [place(0, "H8-H12", "KaTZE", rack="K?TZENN")],
            "standard",
            [">A: ?EKNNTZ 8H KaTZE +20 20"],
            id="a blank",
        ),
        pytest.param(
            [CAT, challenge(1, inadmissible=("KATZE",)), pass_turn(1, rack="AAAAAEE")],
            "standard",
            [">A: AEKTZ 8H KATZE +22 22", ">A: AEKTZ -- -22 0", ">B: AAAAAEE - +0 0"],
            id="a move taken back",
        ),
        pytest.param(
            [CAT, challenge(1)],
            "standard",
            [">A: AEKTZ 8H KATZE +22 22", ">B:  (challenge) -5 -5"],
            id="five points for a wrong challenge",
        ),
        pytest.param(
            [CAT, challenge(1)],
            "tournament",
            [">A: AEKTZ 8H KATZE +22 22", ">B:  (challenge) -10 -10"],
            id="ten points for a wrong challenge",
        ),
        pytest.param(
            [exchange(0, count=3), exchange(1, tiles="?EA"), pass_turn(0)],
            "standard",
            [">A:  -3 +0 0", ">B: ?AE -?AE +0 0", ">A:  - +0 0"],
            id="exchanges",
        ),
        pytest.param(
            [*map(pass_turn, (0, 1, 0, 1)), left("EEEEEE?", "XQAAAAA"), clock(1, 1861)],
            "tournament",
            [
                *(">A:  - +0 0", ">B:  - +0 0", ">A:  - +0 0", ">B:  - +0 0"),
                *(">A: ?EEEEEE (?EEEEEE) -6 -6", ">B: AAAAAQX (AAAAAQX) -23 -23"),
                ">B:  (time) -20 -43",
            ],
            id="passes, tiles left, time",
        ),
    ],
)
def test_each_kind_of_line(actions: list[Action], ruleset: str, lines: list[str]) -> None:
    assert written(actions, ruleset).splitlines() == lines
    assert replayed("\n".join(lines), ruleset, "#incomplete")[1] == []


def test_a_game_that_is_not_over_says_so_and_tells_the_racks_known() -> None:
    text = write_gcg(SETUP, [pass_turn(0, rack="EEEEEE?"), pass_turn(1)], ["A", "B"])
    assert text.splitlines()[3:] == [
        "#incomplete",
        ">A: ?EEEEEE - +0 0",
        ">B:  - +0 0",
        "#rack1 ?EEEEEE",
    ]
    assert read_gcg(text.encode()).racks == ("?EEEEEE", "")


def test_a_game_ended_by_word_tells_so_in_its_first_note() -> None:
    end = {"kind": "end", "because": "resigned", "winner": 1}
    text = write_gcg(SETUP, [CAT, end], ["A", "B"])
    assert "#note Ended: resigned, won by B" in text
    assert to_actions(read_gcg(text.encode()), "standard").actions[-1] == end


def test_nicknames_are_single_words_and_all_different() -> None:
    assert nicknames(NAMES) == ("Anna_Öhm", "Ben", "Anna_Öhm_3", "player4")
    assert nicknames(["a:b", "A B", "a_b_2"]) == ("a_b", "A_B_2", "a_b_2_3")


def test_every_player_needs_a_name() -> None:
    with pytest.raises(EngineError, match="2 players"):
        record_of(begun(), ["Anna"])


# Reading


def in_latin_1(text: str) -> bytes:
    return text.replace("#character-encoding UTF-8\n", "").encode("latin-1")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(SAMPLE.encode(), id="UTF-8"),
        pytest.param(SAMPLE.encode("utf-8-sig"), id="UTF-8 with a mark"),
        pytest.param(SAMPLE.partition("\n")[2].encode(), id="UTF-8 undeclared"),
        pytest.param(in_latin_1(SAMPLE), id="Latin-1"),
        pytest.param(b"#character-encoding ISO-8859-1\n" + in_latin_1(SAMPLE), id="declared"),
        pytest.param(SAMPLE.encode("latin-1"), id="Latin-1 declared as UTF-8"),
        pytest.param(SAMPLE.replace("\n", "\r\n").encode(), id="as Windows ends lines"),
        pytest.param(SAMPLE.replace("\n", "\r").encode(), id="as old Macs end lines"),
        pytest.param(SAMPLE.replace("\n", "\n\n").encode(), id="empty lines"),
        pytest.param(SAMPLE.replace(" ", " \t ").encode(), id="odd spaces"),
        pytest.param(SAMPLE.replace("(", "( ").replace(")", " )").encode(), id="more of them"),
        pytest.param(SAMPLE.replace(">Ben:", "> ben :").encode(), id="a nickname in small letters"),
        pytest.param(SAMPLE.replace(">Anna_Öhm", ">Anna Öhm").encode(), id="the name itself"),
        pytest.param(SAMPLE.replace(" 8D ", " 8d ").encode(), id="coordinates in small letters"),
        pytest.param(SAMPLE.replace("+", "").encode(), id="points without a sign"),
        pytest.param(SAMPLE.replace("-10", "\u221210").encode(), id="a real minus"),
        pytest.param(SAMPLE.replace("28 68", "28 68 GRÄTE, ER").encode(), id="words behind it"),
    ],
)
def test_the_sample_game_is_read_however_it_is_written(data: bytes) -> None:
    assert read_gcg(data) == read_gcg(SAMPLE.encode())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("RHE.MAS", "RHEUMAS", id="letters for lying tiles"),
        pytest.param("RHE.MAS", "RHE(U)MAS", id="parentheses for lying tiles"),
        pytest.param("8A ABD......", "8A ABD(RUCKEN)", id="many of them"),
        pytest.param(" +40 40", "", id="neither points nor total"),
        pytest.param(" +40 40", " +40", id="no total"),
        pytest.param("?EEGMNS", "?|E|EGMNS", id="tiles divided"),
    ],
)
def test_moves_may_be_written_in_other_ways(old: str, new: str) -> None:
    assert old in SAMPLE
    read = to_actions(read_gcg(SAMPLE.replace(old, new).encode()), "standard")
    assert read == to_actions(read_gcg(SAMPLE.encode()), "standard")


def test_everything_a_file_may_say_is_kept() -> None:
    text = """
#Title  Ein   Spiel
#description Runde 3
#id DE 17
#tile-declaration Ä A
#player2 Ben Ben Bär
#player1 Anna Anna Öhm
#lexicon Liste A
#note vor
dem ersten Zug
>Anna: ADEGNRÜ 8D GRÜNDE +32 32
#note Gut,
 aber nicht

der beste
#note Zug
#rack2 AB?
#style wide
#incomplete
"""
    record = read_gcg(text.encode())
    place = read_place("8D")
    assert record == Record(
        (Person("Anna", "Anna Öhm"), Person("Ben", "Ben Bär")),
        (
            Event(
                0,
                EventKind.PLACE,
                "ADEGNRÜ",
                place=place,
                word="GRÜNDE",
                points=32,
                total=32,
                note="Gut,\naber nicht\n\nder beste\nZug",
            ),
        ),
        title="Ein Spiel",
        description="Runde 3",
        id="DE 17",
        lexicon="Liste A",
        note="vor\ndem ersten Zug",
        racks=("", "AB?"),
        is_incomplete=True,
        others=(("tile-declaration", "Ä A"), ("style", "wide")),
    )
    assert record.events[0].line == 11
    assert read_gcg(write_record(record).encode()) == record


def test_two_players_need_not_be_declared() -> None:
    record = read_gcg(b">Anna: A - +0 0\n>Ben B: - +0 0\n")
    assert record.people == (Person("Anna", "Anna"), Person("Ben_B", "Ben B"))
    assert [event.rack for event in record.events] == ["A", ""]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", "", "no player"),
        ("#title Nichts\n", "", "no player"),
        ("#character-encoding EBCDIC\n", "line 1: ", "'ebcdic' is not known: use UTF-8"),
        ("Hallo\n", "line 1: ", "'Hallo' is no event"),
        ("#player5 A Anna\n", "line 1: ", "players 1 to 4"),
        ("#player1\n", "line 1: ", "a nickname of one word"),
        ("#player1 A Anna\n#player1 B Ben\n", "line 2: ", "this player is A"),
        ("#player1 A Anna\n#player2 A Ben\n", "line 2: ", "a player A already"),
        ("#rack1 A1\n", "line 1: ", "'1' is on no tile"),
        ("\n>A\n", "line 2: ", "names no player"),
        (">: A - +0 0\n", "line 1: ", "no player ''"),
        ("#player1 A A\n#player2 B B\n>C: - +0 0\n", "line 3: ", "the players are A, B"),
        (">A:\n", "line 1: ", "nothing after the rack"),
        (">A: ABC\n", "line 1: ", "nothing after the rack"),
        (">A: ABC 8D\n", "line 1: ", "'8D' is no move; a move is written"),
        (">A: ABC 8P WORT +1 1\n", "line 1: ", "'8P' is no move"),
        (">A: ABC 8D W4RT +1 1\n", "line 1: ", "'4' is no letter"),
        (">A: ABC 8D [CH]T +1 1\n", "line 1: ", "'[' is no letter"),
        (">A: ABC 8D WORT viel\n", "line 1: ", "'viel' are no points: write them as +32"),
        (">A: ABC -1A +0 0\n", "line 1: ", "'1' is on no tile"),
        (">A: (A1) +0 0\n", "line 1: ", "'1' is on no tile"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text: str, line: str, what: str) -> None:
    with pytest.raises(Unreadable) as fault:
        read_gcg(text.encode())
    assert str(fault.value).startswith(line)
    assert what in str(fault.value)


def test_a_file_too_large_is_refused() -> None:
    with pytest.raises(Unreadable, match="bytes at most"):
        read_gcg(b"\n" * (MOST_BYTES + 1))


HEADS = [">A:", ">B: ", "#note", "#player1 A x", "#rack1", "#incomplete", "#note Ended: resigned"]
MOVES = [
    "8D KATZE",
    "99A",
    "O15",
    "K?",
    ".",
    "..E",
    "-",
    "--",
    "(time)",
    "(challenge)",
    "(AB)",
    "(",
]
PIECES = st.sampled_from([*HEADS, *MOVES, "ABC", "ä", "ß", "+5", "-3", "12", " ", "\n", "\n"])


@given(
    st.binary(max_size=60)
    | st.lists(PIECES, max_size=30).map(lambda parts: "".join(parts).encode()),
    st.sampled_from(list(RULESETS)),
)
@example(b">A: 99A KATZE +5 5\n>B: - +0 0", "standard")
@example(b">A: O15 KATZE +5 5\n>B: - +0 0", "standard")
def test_no_file_breaks_the_reader_or_the_replay(data: bytes, ruleset: str) -> None:
    with contextlib.suppress(Unreadable, Contradiction):
        record = read_gcg(data)
        assert read_gcg(write_record(record).encode()) == record
        setup, actions, _differences = to_actions(record, ruleset)
        replay(MATCH, setup, actions)


# Differences

PLAY = ">A: KATZEXX 8H KATZE +22 22"


@pytest.mark.parametrize(
    ("lines", "differences"),
    [
        pytest.param(
            ">A: KATZEXX 8H KATZE +21 21\n>B: - +0 0\n>A: - +0 21",
            [
                (0, "impossible_rack", "KATZEXX", ""),
                (0, "wrong_points", "+21", "+22"),
                (0, "wrong_total", "21", "22"),
            ],
            id="wrong points, and a total that follows from them",
        ),
        pytest.param(
            ">A: KATZE 8H KATZE +22 22\n>B: - +0 0\n>A: - +0 25\n>B: - +0 0\n>A: - +0 25",
            [(2, "wrong_total", "25", "22")],
            id="a sum gone astray",
        ),
        pytest.param(
            ">A: KATZ 8H KATZE +22 22",
            [(0, "impossible_rack", "KATZ", "")],
            id="a rack without the tiles laid",
        ),
        pytest.param(
            ">A: KATNNNN 8H KATZE +22 22",
            [(0, "impossible_rack", "KATNNNN", "")],
            id="a whole rack without the tiles laid",
        ),
        pytest.param(
            ">A: KATZENNN 8H KATZE +22 22",
            [(0, "impossible_rack", "KATZENNN", "")],
            id="a rack too large",
        ),
        pytest.param(
            ">A: EEEEEEE -EE +0 0\n>B: - +0 0\n>A: NNNNNNN - +0 0",
            [(2, "rack_lacks", "NNNNNNN", "EEEEE")],
            id="a rack without what was left",
        ),
        pytest.param(
            PLAY.replace("XX", "") + "\n>A: KATZE -- -15 7",
            [(1, "wrong_points", "-15", "-22"), (1, "wrong_total", "7", "0")],
            id="a move taken back by half",
        ),
        pytest.param(
            PLAY.replace("XX", "") + "\n>A: (challenge) +5 27\n>B: - +0 0",
            [
                (1, "wrong_points", "+5", "+0"),
                (1, "wrong_total", "27", "22"),
                (2, "wrong_total", "0", "-5"),
            ],
            id="a bonus for the mover instead of a deduction",
        ),
        pytest.param(
            ">A: - +3 3",
            [(0, "wrong_points", "+3", "+0"), (0, "wrong_total", "3", "0")],
            id="points for a pass",
        ),
        pytest.param(
            ">A: - +0 0\n>A: (time) -10 -10",
            [
                (1, "no_clock", "(time)", "standard"),
                (1, "wrong_points", "-10", "+0"),
                (1, "wrong_total", "-10", "0"),
            ],
            id="a clock where there is none",
        ),
    ],
)
def test_what_the_file_has_wrong_is_told(lines: str, differences: list[Any]) -> None:
    assert replayed(lines, "standard", "#incomplete")[1] == differences


@pytest.mark.parametrize(
    ("lines", "stop", "code"),
    [
        pytest.param(
            ">A: KATZE 1A KATZE +9 9", (0, "refused", "1A KATZE"), "misses_centre", id="no centre"
        ),
        pytest.param(
            ">A: KATZE 8L KATZE +9 9", (0, "refused", "8L KATZE"), "off_board", id="off the board"
        ),
        pytest.param(
            PLAY + "\n>B: EI 9H E?I +9 9", (1, "refused", "9H E?I"), "blank_without_letter", id="?"
        ),
        pytest.param(PLAY + "\n>A: - +0 22", (1, "refused", "-"), "not_on_turn", id="out of turn"),
        pytest.param(
            ">A: -- -5 -5", (0, "refused", "--"), "window_shut", id="nothing to take back"
        ),
        pytest.param(
            PLAY + "\n>B: -- -5 -5", (1, "refused", "--"), "window_shut", id="not one's own move"
        ),
        pytest.param(
            PLAY + "\n>B: E I7 E.. +5 5", (1, "nothing_lies", "I7 E.."), None, id="a dot on nothing"
        ),
        pytest.param(PLAY + "\n>B: X (X) -8 -8", (1, "not_over", "X"), None, id="the end too soon"),
        pytest.param(
            "\n".join(f">{'AB'[turn % 2]}: - +0 0" for turn in range(5)),
            (4, "refused", "-"),
            "wrong_phase",
            id="going on after the end",
        ),
    ],
)
def test_replaying_stops_where_the_rules_do(
    lines: str, stop: tuple[int, str, str], code: str | None
) -> None:
    text = "\n".join(["#player1 A Anna", "#player2 B Ben", lines, ">B: - +99 99"])
    differences = to_actions(read_gcg(text.encode()), "standard").differences
    last = differences[-1]
    assert (last.line - 3, last.code, last.says) == stop
    assert (last.refusal and last.refusal.code) == code
    assert {gap.code for gap in differences[:-1]} <= {"impossible_rack"}


def changed(*changes: tuple[str, str]) -> list[tuple[int, str, str, str]]:
    """The differences of the sample game after changes to its end."""
    text = SAMPLE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    differences = to_actions(read_gcg(text.encode()), "standard").differences
    assert differences[0] == SLIP
    return [(gap.line, gap.code, gap.says, gap.right) for gap in differences[1:]]


def test_an_end_by_other_rules_is_told() -> None:
    only_double = changed(
        ("(ILNPTU) +10 440\n>Anna_Öhm: ILNPTU (ILNPTU) -10 380", "(ILNPTU) +20 450")
    )
    assert only_double == [
        (29, "wrong_points", "+20", "+10"),
        (29, "wrong_total", "450", "440"),
        (29, "line_missing", "Anna_Öhm", "-10"),
    ]
    nothing = changed((">Ben:  (ILNPTU) +10 440\n>Anna_Öhm: ILNPTU (ILNPTU) -10 380\n", ""))
    assert nothing == [
        (28, "line_missing", "Anna_Öhm", "-10"),
        (28, "line_missing", "Ben", "+10"),
    ]
    assert changed(("(ILNPTU) +10", "(ILNPTE) +10")) == [(29, "wrong_tiles", "ILNPTE", "ILNPTU")]


def test_a_game_that_breaks_off_should_say_so() -> None:
    state, differences = replayed(">A: - +0 0")
    assert differences == [(0, "unfinished", "", "#incomplete")]
    assert not state.is_over


def test_time_by_which_a_game_is_lost_takes_no_points() -> None:
    state, differences = replayed(">A: - +0 0\n>B: (time) -60 -60", "tournament")
    assert (state.is_over, state.winners) == (True, (0,))
    assert differences == [(1, "wrong_points", "-60", "+0"), (1, "wrong_total", "-60", "0")]


def test_tiles_left_where_nobody_can_move_end_the_games_that_know_this() -> None:
    actions = [pass_turn(0), STUCK, left("EEEEEEE", "NNNNNNN")]
    state, differences = replayed(written(actions, "kompakt"), "kompakt")
    assert (differences, state.scores) == ([], (-7, -7))


def test_a_master_line_of_one_player_is_no_match() -> None:
    record = read_gcg(b"#player1 Master Runde\n>Master: KATZE 8H KATZE +22 22\n")
    with pytest.raises(EngineError, match="nobody_else, least 2, most 4"):
        to_actions(record, "standard")
    with pytest.raises(EngineError, match="no ruleset"):
        to_actions(record, "mine")
