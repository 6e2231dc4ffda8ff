"""The engine on the command line: `python -m engine`, JSON lines in and out.

Every line is answered as soon as it is read, so the program serves as a co-process too. Input that
can't be read, and files and options that can't be used, are told in one line on standard error;
the lines before are answered, and the exit status is 2.
"""

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from difflib import get_close_matches
from functools import partial
from io import BytesIO, TextIOWrapper
from pathlib import Path
from time import perf_counter_ns
from typing import Any, BinaryIO, NoReturn

from engine.alphabet import spell
from engine.board import Board
from engine.draws import DrawRule
from engine.errors import EngineError, Unreadable
from engine.lexicon import Lexicon, compile_lexicon, read_word_list
from engine.notation import read_move
from engine.proofs import check_proof, read_proof
from engine.randomness import commitment, read_seed
from engine.rulesets import STANDARD, ruleset
from engine.scoring import ScoredMove
from engine.simultan import Round, play
from engine.solver import find_tops, search_all, search_tops
from engine.table_proofs import check_table_proof, read_table_proof
from engine.verdicts import judge

Answer = dict[str, Any]
Request = dict[str, Any]
#: What a command answers to its options and to the lines of standard input.
Command = Callable[[argparse.Namespace, BinaryIO], Iterator[Answer]]

_SKIPPED_SHOWN = 5
_LONGEST_COMPLAINT = 500


def main(argv: Sequence[str], stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Run the command in `argv`; gives the exit status. Complaints go to standard error."""
    try:
        arguments = _parser().parse_args(argv)
        command: Command = arguments.command
        for answer in command(arguments, stdin):
            stdout.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
            stdout.flush()
    except (EngineError, OSError, UnicodeError) as fault:
        _complain(str(fault))
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


# The lexicon


def _build(arguments: argparse.Namespace, _: BinaryIO) -> Iterator[Answer]:
    words: Path = arguments.words
    skipped: list[str] = []
    info = compile_lexicon(
        read_word_list(words),
        arguments.out,
        name=words.stem if arguments.name is None else arguments.name,
        source=words.name if arguments.source is None else arguments.source,
        licence=arguments.licence,
        skip=lambda word, _fault: skipped.append(word),
    )
    if skipped:
        shown = ", ".join(map(repr, skipped[:_SKIPPED_SHOWN]))
        more = ", …" if len(skipped) > _SKIPPED_SHOWN else ""
        _complain(f"left out what is no word of the game ({len(skipped)}): {shown}{more}")
    yield asdict(info)


def _info(arguments: argparse.Namespace, _: BinaryIO) -> Iterator[Answer]:
    yield asdict(Lexicon(arguments.file).info)


def _check(arguments: argparse.Namespace, _: BinaryIO) -> Iterator[Answer]:
    lexicon = Lexicon(arguments.file)
    for word in map(spell, arguments.words):
        yield {"word": word, "admissible": word in lexicon}


# Positions


def _solve(arguments: argparse.Namespace, stdin: BinaryIO) -> Iterator[Answer]:
    rules, lexicon = ruleset(arguments.rules), Lexicon(arguments.lexicon)
    search = search_all if arguments.all else search_tops
    lexicon.searcher()  # made now, so that it counts for no position

    def answer(request: Request) -> Answer:
        board, rack = _board(request), _text(request, "rack")
        began = perf_counter_ns()
        found = search(lexicon, board, rack, rules)
        micros = (perf_counter_ns() - began) / 1000
        return {
            "points": found.points or 0,
            "count": found.count,
            "moves": list(map(_move_json, found.moves(arguments.limit))),
            "micros": round(micros, 1),
        }

    return _answers(stdin, answer, needed=("rack",), optional=("board",))


def _score(arguments: argparse.Namespace, stdin: BinaryIO) -> Iterator[Answer]:
    rules = ruleset(arguments.rules)
    lexicon = Lexicon(arguments.lexicon) if arguments.lexicon else None

    def answer(request: Request) -> Answer:
        verdict = judge(
            _board(request),
            read_move(_text(request, "coordinates"), _text(request, "word")),
            rack=_text(request, "rack") if "rack" in request else None,
            lexicon=lexicon,
            ruleset=rules,
        )
        if not verdict.is_valid:
            named = {"inadmissible": verdict.inadmissible} if verdict.inadmissible else {}
            return {"verdict": verdict.code, "message": verdict.message, **named}
        bonus = verdict.score.bonus if verdict.score else 0
        return {
            "verdict": verdict.code,
            "points": verdict.points,
            "words": [word._asdict() for word in verdict.words],
            **({"bonus": bonus} if bonus else {}),
            "tiles": verdict.tiles,
        }

    return _answers(stdin, answer, needed=("coordinates", "word"), optional=("board", "rack"))


def _play(arguments: argparse.Namespace, _: BinaryIO) -> Iterator[Answer]:
    rules, seed = ruleset(arguments.rules), read_seed(arguments.seed)
    lexicon = Lexicon(arguments.lexicon)
    tops = partial(find_tops, lexicon, ruleset=rules)
    rounds = 0
    for played in play(rules.tile_set, seed, tops, DrawRule(rack_size=rules.rack_size)):
        if isinstance(played, Round):
            rounds += 1
            yield {
                "round": played.number,
                "rack": played.rack,
                "redraws": played.rejected,
                "unplayable": played.unplayable,
                "top": {"points": played.points, "count": len(played.tops)},
                "reference": _move_json(played.reference),
                "total": played.total,
            }
        else:
            yield {
                "total": played.total,
                "rounds": rounds,
                "ended": played.reason,
                "commitment": commitment(seed),
            }


def _verify(_: argparse.Namespace, stdin: BinaryIO) -> Iterator[Answer]:
    text = stdin.read()
    if "actions" in _request(text, (), ("actions",)):
        yield _verify_table(text)
        return
    needed = ("commitment", "seed", "rules", "draws")
    proof = read_proof(_request(text, needed, ()))
    found = check_proof(proof)
    if found.fault is None:
        typed = sum(not each.draw.label for each in proof.draws)
        yield {
            "verified": True,
            "draws": len(proof.draws),
            "drawn": len(proof.draws) - typed,
            "typed": typed,
            "typed_rounds": proof.typed_rounds,
            "commitment": proof.commitment,
            "hall_part": proof.hall_part or None,
        }
    else:
        place = {"round": found.round_number, "label": found.label} if found.round_number else {}
        yield {"verified": False, "fault": found.fault, **place}


def _verify_table(text: bytes) -> Answer:
    """The same of a game at a table."""
    needed = ("game", "commitment", "seed", "setup", "actions")
    proof = read_table_proof(_request(text, needed, ()))
    found = check_table_proof(proof)
    if found.fault is None:
        return {"verified": True, "actions": len(proof.actions)}
    place = {"action": found.action} if found.action else {}
    return {"verified": False, "fault": found.fault, **place}


def _move_json(scored: ScoredMove) -> Answer:
    move = scored.move
    return {"coordinates": move.coordinates, "word": move.word, "points": scored.points}


# Lines of input


def _answers(
    lines: BinaryIO,
    answer: Callable[[Request], Answer],
    *,
    needed: tuple[str, ...],
    optional: tuple[str, ...],
) -> Iterator[Answer]:
    """The answer to each line that is not blank. Raises Unreadable, naming the line, for others."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield answer(_request(line, needed, optional))
            except EngineError as fault:
                raise Unreadable(f"line {number}: {fault}") from fault


def _request(line: bytes, needed: tuple[str, ...], optional: tuple[str, ...]) -> Request:
    try:
        request = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        raise Unreadable(f"not UTF-8 at byte {fault.start + 1}") from fault
    except json.JSONDecodeError as fault:
        raise Unreadable(f"no JSON: {fault.msg} at column {fault.colno}") from fault
    except (ValueError, RecursionError) as fault:  # numbers and nesting beyond all measure
        raise Unreadable(f"no JSON that can be used: {fault}") from fault
    if not isinstance(request, dict):
        raise Unreadable("must be a JSON object")
    request = {key: value for key, value in request.items() if value is not None}
    absent = [key for key in needed + optional if key not in request]
    for key in request:
        # Files of positions tell more than is asked here; a key misspelled must not be overlooked.
        if key not in needed + optional and (
            meant := get_close_matches(key.lower(), absent, cutoff=0.7)
        ):
            raise Unreadable(f"unknown key {key!r}: {meant[0]!r} must be meant")
    if missing := [key for key in needed if key in absent]:
        known = ", ".join(needed + optional)
        raise Unreadable(f"key {missing[0]!r} is missing; the keys are {known}")
    return request


def _board(request: Request) -> Board:
    return Board.from_rows(request["board"]) if "board" in request else Board()


def _text(request: Request, key: str) -> str:
    value = request[key]
    if not isinstance(value, str):
        raise Unreadable(f"{key!r} must be a string")
    return value


# Options


class _Parser(argparse.ArgumentParser):
    """Raises EngineError for wrong options, so that one line tells them like any other fault."""

    def error(self, message: str) -> NoReturn:
        raise EngineError(f"{message} ({self.prog} --help tells more)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    position = _Parser(add_help=False)
    position.add_argument(
        "--rules", metavar="NAME", default=STANDARD.name, help="ruleset (default: %(default)s)"
    )

    def command(
        group: "argparse._SubParsersAction[_Parser]",
        run: Command,
        name: str,
        text: str,
        *parents: _Parser,
    ) -> _Parser:
        new = group.add_parser(name, help=text, description=text, parents=parents)
        new.set_defaults(command=run)
        return new

    lexicon = commands.add_parser("lexicon", help="build, describe or ask a lexicon")
    lexicons = lexicon.add_subparsers(required=True, metavar="COMMAND")
    build = command(lexicons, _build, "build", "compile a list, one word a line in any case")
    build.add_argument("--from", metavar="WORDS", dest="words", type=Path, required=True)
    build.add_argument("--out", metavar="FILE", type=Path, required=True)
    build.add_argument("--name", help="default: the list's file name without its ending")
    build.add_argument("--source", help="where the words come from; default: the list's file name")
    build.add_argument("--licence", default="unknown", help="default: %(default)s")
    info = command(lexicons, _info, "info", "tell a lexicon's name, source, licence and size")
    info.add_argument("file", metavar="FILE", type=Path)
    check = command(lexicons, _check, "check", "tell whether words are admissible")
    check.add_argument("file", metavar="FILE", type=Path)
    check.add_argument("words", metavar="WORD", nargs="+")

    solve = command(commands, _solve, "solve", "find the best moves of each position", position)
    solve.add_argument("--lexicon", metavar="FILE", type=Path, required=True)
    solve.add_argument("--all", action="store_true", help="find every legal move, best first")
    solve.add_argument("--limit", metavar="N", type=_natural, help="list N moves at most")
    score = command(commands, _score, "score", "judge and score each move", position)
    score.add_argument("--lexicon", metavar="FILE", type=Path, help="without it any word passes")
    game = command(commands, _play, "play", "play a whole Simultan game", position)
    game.add_argument("--lexicon", metavar="FILE", type=Path, required=True)
    game.add_argument("--seed", metavar="HEX", required=True, help="64 hexadecimal digits")
    command(commands, _verify, "verify", "check the proof of a finished game, read from input")
    return parser


def _natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 up")
    return int(text)


def _complain(text: str) -> None:
    """Write one line to standard error, however long and however many lines `text` has."""
    line = " ".join(text.split())
    if len(line) > _LONGEST_COMPLAINT:
        line = line[: _LONGEST_COMPLAINT - 1] + "…"
    print(line, file=sys.stderr)


if __name__ == "__main__":
    # A reader that has seen enough ends this program without a word, as it does all others.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # UTF-8 whatever the locale says.
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(encoding="utf-8", errors="backslashreplace")
    # A stream that the caller closed is None: nothing comes in, or what goes out is lost.
    stdin = sys.stdin.buffer if sys.stdin else BytesIO()
    stdout = sys.stdout.buffer if sys.stdout else BytesIO()
    status = main(sys.argv[1:], stdin, stdout)
    if status and sys.stdout:
        # What could not be written would be tried, and complained of, once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
