"""The command line, mostly as a function, and as a process where that matters."""

import json
import os
import re
import signal
import subprocess
import sys
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.board import Board
from engine.draws import GameOver
from engine.randomness import commitment
from engine.rulesets import REISE
from engine.simultan import Ending, Round, play
from engine.solver import find_tops, search_all
from engine.tiles import STANDARD
from engine.verdicts import Code
from tests.lexicons import WORD_FILE, WORDS, lexicon_of

ROOT = Path(__file__).parents[2]
LEXICON = str(lexicon_of().path)
SEED = "00ff" * 16
GRÜNDE = {"coordinates": "H4-H9", "word": "GRÜNDE"}
ROWS = [*["." * 15] * 7, "...GRÜNDE......", *["." * 15] * 7]

Run = tuple[int, list[dict[str, Any]], str]


class Terminal:
    """Runs commands within this process and keeps what they said."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *argv: str | Path, stdin: bytes = b"") -> Run:
        stdout = BytesIO()
        status = main([str(argument) for argument in argv], BytesIO(stdin), stdout)
        answers = [json.loads(line) for line in stdout.getvalue().decode("utf-8").splitlines()]
        return status, answers, self.capsys.readouterr().err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(capsys)


def lines(*requests: object) -> bytes:
    return "".join(json.dumps(request) + "\n" for request in requests).encode()


def refused(result: Run) -> str:
    """The one line of complaint; whatever went wrong, nothing else is on standard error."""
    status, _, complaint = result
    assert status == 2
    assert complaint.endswith("\n")
    assert complaint.count("\n") == 1
    assert len(complaint) <= 501
    return complaint.rstrip("\n")


# lexicon


def test_a_lexicon_is_built_described_and_asked(run: Terminal, tmp_path: Path) -> None:
    out = tmp_path / "club.lexicon"
    status, [info], complaint = run("lexicon", "build", "--from", WORD_FILE, "--out", out)
    assert (status, complaint) == (0, "")
    assert info["words"] == len(WORDS)
    assert (info["name"], info["source"], info["licence"]) == ("words", "words.txt", "unknown")
    assert len(info["sha256"]) == 64
    assert run("lexicon", "info", out) == (0, [info], "")
    status, answers, _ = run("lexicon", "check", out, "gründe", "XYZ", "ENDE", "A", "E" * 16)
    assert status == 0
    assert answers == [
        {"word": "GRÜNDE", "admissible": True},
        {"word": "XYZ", "admissible": False},
        {"word": "ENDE", "admissible": True},
        {"word": "A", "admissible": False},
        {"word": "E" * 16, "admissible": False},
    ]


def test_name_source_and_licence_travel_with_a_lexicon(run: Terminal, tmp_path: Path) -> None:
    told = {"name": "Größe", "source": "der Club", "licence": "privat"}
    options = [text for key, value in told.items() for text in (f"--{key}", value)]
    run("lexicon", "build", "--from", WORD_FILE, "--out", tmp_path / "x", *options)
    _, [info], _ = run("lexicon", "info", tmp_path / "x")
    assert told.items() <= info.items()


def test_what_is_no_word_is_left_out_and_summed_up(run: Terminal, tmp_path: Path) -> None:
    words = tmp_path / "list.txt"
    words.write_text("\ufeffan\r\nE-Mail\r\n\r\nX\r\nU2\nAWACS2\n1\n2\nGröße\n", "utf-8")
    status, [info], complaint = run("lexicon", "build", "--from", words, "--out", tmp_path / "x")
    assert (status, info["words"]) == (0, 2)
    assert complaint == (
        "left out what is no word of the game (6): 'E-Mail', 'X', 'U2', 'AWACS2', '1', …\n"
    )
    _, [an, größe], _ = run("lexicon", "check", tmp_path / "x", "AN", "GRÖSSE")
    assert an["admissible"]
    assert größe["admissible"]


def test_a_list_that_can_not_be_used_is_refused(run: Terminal, tmp_path: Path) -> None:
    words, out = tmp_path / "list.txt", tmp_path / "out"
    build = ("lexicon", "build", "--from", words, "--out", out)
    assert "list.txt" in refused(run(*build))
    words.write_bytes(b"Gr\x81\x8fe\n")
    assert "UTF-8" in refused(run(*build))
    words.write_text("1\n2\n")
    assert "no word" in refused(run(*build))
    words.write_text("AN\n")
    assert "too long" in refused(run(*build, "--name", "n" * 5000))
    assert "directory" in refused(run("lexicon", "build", "--from", tmp_path, "--out", out))
    assert not out.exists()
    refused(run("lexicon", "build", "--from", words, "--out", words / "below"))
    refused(run(*build, "--name", "\udcff"))


def test_a_word_that_no_tiles_can_spell_is_unreadable(run: Terminal) -> None:
    result = run("lexicon", "check", LEXICON, "ENDE", "E-Mail", "GRÜNDE")
    assert "E-Mail" in refused(result)
    assert [answer["word"] for answer in result[1]] == ["ENDE"]


@pytest.mark.parametrize(
    "command",
    [
        ("lexicon", "info"),
        ("lexicon", "check"),
        ("solve", "--lexicon"),
        ("score", "--lexicon"),
        ("play", "--seed", SEED, "--lexicon"),
    ],
)
def test_a_file_that_is_no_lexicon_is_refused(
    run: Terminal, tmp_path: Path, command: tuple[str, ...]
) -> None:
    rest = ("AN",) if "check" in command else ()
    for file in (WORD_FILE, tmp_path, tmp_path / "none", "line\nbreak", "nul\0"):
        assert "no lexicon" in refused(run(*command, file, *rest))


# solve


def test_solve_finds_the_tops(run: Terminal) -> None:
    request = {"board": ROWS, "rack": "ADENRT?"}
    status, [answer], complaint = run("solve", "--lexicon", LEXICON, stdin=lines(request))
    tops = find_tops(lexicon_of(), Board.from_rows(ROWS), "ADENRT?")
    assert (status, complaint) == (0, "")
    assert list(answer) == ["points", "count", "moves", "micros"]
    assert answer["points"] == tops[0].points
    assert answer["count"] == len(tops)
    assert answer["moves"] == [
        {"coordinates": move.coordinates, "word": move.word, "points": points}
        for move, points in tops
    ]
    assert 0 < answer["micros"] < 60e6


def test_solve_lists_all_moves_or_the_first_few(run: Terminal) -> None:
    moves = search_all(lexicon_of(), Board(), "AENRST?").moves()
    request = lines({"rack": "AENRST?"})
    _, [answer], _ = run("solve", "--lexicon", LEXICON, "--all", stdin=request)
    assert answer["count"] == len(answer["moves"]) == len(moves)
    assert [told["word"] for told in answer["moves"]] == [scored.move.word for scored in moves]
    for limit in (0, 3):
        option = ("--limit", str(limit))
        _, [few], _ = run("solve", "--lexicon", LEXICON, "--all", *option, stdin=request)
        assert few["moves"] == answer["moves"][:limit]
        assert (few["points"], few["count"]) == (answer["points"], answer["count"])


def test_solve_without_a_legal_move_answers_nothing_found(run: Terminal) -> None:
    for rack in ("XXYYQQV", "", "A"):
        _, [answer], _ = run("solve", "--lexicon", LEXICON, stdin=lines({"rack": rack}))
        assert (answer["points"], answer["count"], answer["moves"]) == (0, 0, [])


def test_solve_follows_the_ruleset(run: Terminal) -> None:
    request = lines({"rack": "ADENRTST"})
    options = ("solve", "--lexicon", LEXICON)
    _, [answer], _ = run(*options, "--rules", "reise", stdin=request)
    assert answer["points"] == find_tops(lexicon_of(), Board(), "ADENRTST", REISE)[0].points
    assert "8 tiles" in refused(run(*options, stdin=request))


# score


def test_score_tells_points_words_and_tiles(run: Terminal) -> None:
    status, [answer], complaint = run("score", stdin=lines(GRÜNDE))
    assert (status, complaint) == (0, "")
    assert answer == {
        "verdict": "valid",
        "points": 28,
        "words": [{"word": "GRÜNDE", "points": 28}],
        "tiles": "GRÜNDE",
    }


def test_score_tells_the_bonus_so_that_the_points_add_up(run: Terminal) -> None:
    request = {"coordinates": "H4-H10", "word": "GRÜNDEn", "rack": "DEGNRÜ?"}
    _, [answer], _ = run("score", stdin=lines(request))
    assert (answer["bonus"], answer["tiles"]) == (50, "GRÜNDEn")
    assert answer["points"] == 50 + sum(word["points"] for word in answer["words"])


def test_score_names_crossing_words_and_only_the_tiles_laid(run: Terminal) -> None:
    request = {"board": ROWS, "coordinates": "9h – 9k", "word": "ENDE", "rack": "DEN"}
    _, [answer], _ = run("score", "--lexicon", LEXICON, stdin=lines(request))
    assert (answer["verdict"], answer["tiles"]) == ("valid", "NDE")


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"coordinates": "H14", "word": "GRÜNDE"}, Code.OFF_BOARD),
        ({"coordinates": "H4-H10", "word": "GRÜNDE"}, Code.LENGTH_MISMATCH),
        ({"coordinates": "A1-A6", "word": "GRÜNDE"}, Code.MISSES_CENTRE),
        ({**GRÜNDE, "rack": "DEGNRXY"}, Code.NOT_ON_RACK),
        ({**GRÜNDE, "word": "GR?NDE"}, Code.BLANK_WITHOUT_LETTER),
        ({**GRÜNDE, "board": ROWS}, Code.NOTHING_LAID),
        ({"board": ROWS, "coordinates": "A1", "word": "ENDE"}, Code.NOT_CONNECTED),
    ],
)
def test_score_gives_the_verdicts_code_and_a_message(
    run: Terminal, request_: dict[str, object], code: Code
) -> None:
    status, [answer], _ = run("score", stdin=lines(request_))
    assert (status, answer["verdict"]) == (0, code)
    assert set(answer) == {"verdict", "message"}
    assert answer["message"]


def test_score_names_the_words_that_are_not_admissible(run: Terminal) -> None:
    request = {"board": ROWS, "coordinates": "I4-I6", "word": "XQX"}
    _, [answer], _ = run("score", "--lexicon", LEXICON, stdin=lines(request))
    assert answer["verdict"] == Code.WORD_NOT_ADMISSIBLE
    assert answer["inadmissible"] == ["XQX", "GX", "RQ", "ÜX"]
    assert "XQX" in answer["message"]
    _, [answer], _ = run("score", stdin=lines(request))
    assert answer["verdict"] == "valid"


def test_score_accepts_any_board_connected_or_not(run: Terminal) -> None:
    rows = ["X" + "." * 14, *["." * 15] * 13, "." * 14 + "y"]
    request = {"board": rows, "coordinates": "A1", "word": "XA"}
    _, [answer], _ = run("score", stdin=lines(request))
    assert answer["verdict"] == "valid"


def test_score_follows_the_ruleset(run: Terminal) -> None:
    request = lines({"coordinates": "H4-H8", "word": "TATET"})
    _, [standard], _ = run("score", stdin=request)
    _, [reise], _ = run("score", "--rules", "reise", stdin=request)
    assert standard["points"] < reise["points"]


# play


@pytest.mark.parametrize("name", ["standard", "reise"])
def test_play_tells_a_whole_game(run: Terminal, name: str) -> None:
    status, answers, complaint = run(
        "play", "--lexicon", LEXICON, "--seed", SEED.upper(), "--rules", name
    )
    *rounds, ending = answers
    assert (status, complaint) == (0, "")
    assert [told["round"] for told in rounds] == list(range(1, len(rounds) + 1))
    assert max(len(told["rack"]) for told in rounds) == (8 if name == "reise" else 7)
    total = 0
    for told in rounds:
        assert list(told) == ["round", "rack", "redraws", "unplayable", "top", "reference", "total"]
        assert told["top"]["points"] == told["reference"]["points"]
        assert told["top"]["count"] >= 1
        total += told["reference"]["points"]
        assert told["total"] == total
    assert ending["total"] == total
    assert ending["rounds"] == len(rounds)
    assert ending["ended"] in set(GameOver)
    assert ending["commitment"] == commitment(bytes.fromhex(SEED))


def test_play_plays_the_game_of_the_library(run: Terminal) -> None:
    _, answers, _ = run("play", "--lexicon", LEXICON, "--seed", SEED)

    game = list(play(STANDARD, bytes.fromhex(SEED), partial(find_tops, lexicon_of())))
    for told, played in zip(answers, game, strict=True):
        if isinstance(played, Round):
            assert told["rack"] == played.rack
            assert told["redraws"] == list(played.rejected)
            assert told["unplayable"] == list(played.unplayable)
            assert told["top"]["count"] == len(played.tops)
            assert told["reference"]["coordinates"] == played.reference.move.coordinates
        else:
            assert isinstance(played, Ending)
            assert told["ended"] == played.reason


def test_a_seed_that_is_none_is_refused_and_not_repeated(run: Terminal) -> None:
    for seed in ("", "00ff", "x" * 64, SEED + "00"):
        complaint = refused(run("play", "--lexicon", LEXICON, "--seed", seed))
        assert "64 hexadecimal digits" in complaint
        assert not seed or seed not in complaint


# Input that can't be read


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"{", "no JSON"),
        (b"null", "must be a JSON object"),
        (b"5", "must be a JSON object"),
        (b'["rack"]', "must be a JSON object"),
        (b'"AENRST?"', "must be a JSON object"),
        (b"\xff\xfe", "not UTF-8 at byte 1"),
        (b'{"rack": "\xc3"}', "not UTF-8"),
        (b"[" * 100_000, "no JSON"),
        (b'{"rack": ' + b"9" * 10_000 + b"}", "no JSON"),
        (b"{}", "'rack' is missing"),
        (b'{"rack": 5}', "'rack' must be a string"),
        (b'{"rack": null}', "'rack' is missing"),
        (b'{"rack": ["A"]}', "'rack' must be a string"),
        (b'{"rack": NaN}', "'rack' must be a string"),
        (b'{"rack": "A1"}', "'1' is on no tile"),
        (b'{"rack": "\xc3\x9f"}', "is on no tile"),
        (b'{"rack": "\\ud800"}', "is on no tile"),
        (b'{"rack": "AAAAAAAA"}', "8 tiles"),
        (b'{"rack": "???"}', "3 blanks"),
        (b'{"rack": "' + b"A" * 100_000 + b'"}', "rack"),
        (b'{"Rack": "A"}', "unknown key 'Rack': 'rack' must be meant"),
        (b'{"rack": "A", "bord": []}', "unknown key 'bord': 'board' must be meant"),
        (b'{"rack": "A", "BOARD": []}', "unknown key 'BOARD'"),
        (b'{"rack": "A", "board": "x"}', "15 rows"),
        (b'{"rack": "A", "board": {}}', "15 rows"),
        (b'{"rack": "A", "board": []}', "15 rows"),
        (b'{"rack": "A", "board": [' + b",".join([b"1"] * 15) + b"]}", "row A"),
        (b'{"rack": "A", "board": [' + b",".join([b'"."'] * 15) + b"]}", "row A"),
        (b'{"rack": "A", "board": [' + b",".join([b'"..............1"'] * 15) + b"]}", "A15"),
    ],
)
def test_the_first_unreadable_line_is_named_and_those_before_it_are_answered(
    run: Terminal, line: bytes, fault: str
) -> None:
    good = lines({"rack": "AN"})
    result = run("solve", "--lexicon", LEXICON, stdin=good + good + line + b"\n" + good)
    complaint = refused(result)
    assert complaint.startswith("line 3: ")
    assert fault in complaint
    assert len(result[1]) == 2


@pytest.mark.parametrize(
    ("request_", "fault"),
    [
        ({}, "'coordinates' is missing; the keys are coordinates, word, board, rack"),
        ({"coordinates": "H8"}, "'word' is missing"),
        ({**GRÜNDE, "rack": 7}, "'rack' must be a string"),
        ({**GRÜNDE, "rack": "7"}, "on no tile"),
        ({**GRÜNDE, "word": 7}, "'word' must be a string"),
        ({**GRÜNDE, "word": ""}, "at least one letter"),
        ({**GRÜNDE, "word": "E-MAIL"}, "no letter of the game"),
        ({**GRÜNDE, "word": "(AB)"}, "one letter"),
        ({**GRÜNDE, "coordinates": 8}, "'coordinates' must be a string"),
        ({**GRÜNDE, "coordinates": "H"}, "first and the last square"),
        ({**GRÜNDE, "coordinates": "H-1"}, "first and the last square"),
        ({**GRÜNDE, "coordinates": "H99999999999"}, "first and the last square"),
        ({**GRÜNDE, "reck": "GRÜNDE"}, "unknown key 'reck': 'rack' must be meant"),
    ],
)
def test_an_unreadable_move_is_named_with_its_line(
    run: Terminal, request_: dict[str, object], fault: str
) -> None:
    complaint = refused(run("score", stdin=lines(GRÜNDE, request_)))
    assert complaint.startswith("line 2: ")
    assert fault in complaint


def test_blank_lines_are_passed_over_but_counted(run: Terminal) -> None:
    status, answers, _ = run("score", stdin=b"\n" + lines(GRÜNDE) + b"  \r\n\n")
    assert (status, len(answers)) == (0, 1)
    assert refused(run("score", stdin=b"\n\n{\n")).startswith("line 3: ")
    assert run("score") == (0, [], "")


def test_a_byte_order_mark_and_a_missing_last_newline_do_no_harm(run: Terminal) -> None:
    status, answers, _ = run("score", stdin=b"\xef\xbb\xbf" + lines(GRÜNDE).rstrip())
    assert (status, len(answers)) == (0, 1)


# Options


@pytest.mark.parametrize(
    ("argv", "fault"),
    [
        ([], "COMMAND"),
        (["lexicon"], "COMMAND"),
        (["sovle"], "sovle"),
        (["lexicon", "build", "--out", "x"], "--from"),
        (["lexicon", "check", LEXICON], "WORD"),
        (["lexicon", "info"], "FILE"),
        (["solve"], "--lexicon"),
        (["solve", "--lexicon", LEXICON, "--limit", "-1"], "--limit"),
        (["solve", "--lexicon", LEXICON, "--limit", "many"], "--limit"),
        (["solve", "--lexicon", LEXICON, "--limit", "9" * 9999], "--limit"),
        (["solve", "--lexicon", LEXICON, "--rules", "chess"], "no ruleset 'chess'"),
        (["score", "--rules", "chess"], "standard, kompakt, reise, tournament"),
        (["score", "--rules", ""], "no ruleset ''"),
        (["score", "--colour"], "--colour"),
        (["score", "several\nlines"], "several"),
        (["play", "--lexicon", LEXICON], "--seed"),
        (["play", "--lexicon", LEXICON, "--seed", SEED, "--rules", "x"], "no ruleset"),
    ],
)
def test_wrong_options_are_told_in_one_line(run: Terminal, argv: list[str], fault: str) -> None:
    assert fault in refused(run(*argv))


def test_help_is_offered_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in ([], ["lexicon"], ["lexicon", "build"], ["solve"], ["score"], ["play"]):
        with pytest.raises(SystemExit) as ended:
            main([*argv, "--help"], BytesIO(), BytesIO())
        assert ended.value.code == 0
        assert capsys.readouterr().out.isascii()


def test_files_of_positions_may_tell_more_than_is_asked(run: Terminal) -> None:
    more = {"points": 28, "words": {"GRÜNDE": 28}, "player": 1, "rack": None, "board": None}
    status, answers, complaint = run("score", stdin=lines({**GRÜNDE, **more}))
    assert (status, answers[0]["points"], complaint) == (0, 28, "")


# As a process


def process(*argv: str, **environment: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "engine", *argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
        # In the background of a shell the tests ignore it, and so would their children.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.parametrize("locale", [{}, {"LANG": "C"}, {"LC_ALL": "POSIX"}, {"PYTHONUTF8": "0"}])
def test_input_output_and_complaints_are_utf_8_in_any_locale(locale: dict[str, str]) -> None:
    request = json.dumps(GRÜNDE, ensure_ascii=False).encode() + b"\n"
    bad = '{"wörd": 1}\n'.encode()
    out, complaint = process("score", **locale).communicate(request + bad)
    assert '"GRÜNDE"'.encode() in out
    assert "line 2: unknown key 'wörd'".encode() in complaint
    assert complaint.count(b"\n") == 1


def test_every_line_is_answered_before_the_next_is_asked() -> None:
    with process("solve", "--lexicon", LEXICON) as coprocess:
        assert coprocess.stdin is not None
        assert coprocess.stdout is not None
        for rack in ("AENRST?", "GRÜNDE"):
            coprocess.stdin.write(lines({"rack": rack}))
            coprocess.stdin.flush()
            assert json.loads(coprocess.stdout.readline())["points"] > 0
        coprocess.stdin.close()
        assert coprocess.wait() == 0


def test_a_reader_that_leaves_and_an_interrupt_end_it_without_a_word() -> None:
    with process("play", "--lexicon", LEXICON, "--seed", SEED) as left:
        assert left.stdout is not None
        assert left.stderr is not None
        left.stdout.close()
        assert left.stderr.read() == b""
    with process("solve", "--lexicon", LEXICON) as interrupted:
        assert interrupted.stdin is not None
        assert interrupted.stdout is not None
        assert interrupted.stderr is not None
        interrupted.stdin.write(lines({"rack": "AN"}))
        interrupted.stdin.flush()
        assert interrupted.stdout.readline()  # it is up and waiting for the next line
        interrupted.send_signal(signal.SIGINT)
        assert interrupted.stderr.read() == b""
        assert interrupted.wait() == 130


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full"])
def test_closed_and_full_streams_bring_no_traceback(closed: str) -> None:
    command = f"echo '{json.dumps(GRÜNDE)}' | \"$PYTHON\" -m engine score {closed}"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") <= 1
    assert done.returncode == (2 if "full" in closed else 0)


def test_the_examples_in_the_readme_work(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shell = re.findall(r"```sh\n(.*?)```", readme, re.DOTALL)
    [program] = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    commands = "\n".join(block for block in shell if "-m engine" in block)
    assert all(f"engine {name}" in commands for name in ("lexicon", "solve", "score", "play"))
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "german.lexicon").write_bytes(lexicon_of().path.read_bytes())
    (tmp_path / "python").symlink_to(sys.executable)
    paths = os.pathsep.join([str(ROOT), *sys.path])

    def said(*command: str) -> str:
        environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": paths}
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, check=True
        )
        assert done.stderr == b""
        return done.stdout.decode("utf-8")

    output = said("/bin/sh", "-euc", commands.replace(". .venv/bin/activate\n", ""))
    answers = [json.loads(line) for line in output.splitlines()]
    for key in ("micros", "verdict", "commitment", "admissible"):
        assert any(key in answer for answer in answers)
    said(sys.executable, "-c", program)
