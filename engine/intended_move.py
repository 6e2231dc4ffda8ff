"""What somebody who wrote a move meant: how case is read, and what else may have been miswritten.

Everywhere a small letter is a blank, and (A) is one too. Everywhere case was ignored, and no blank
is meant by it, where all letters are small, or more of them than there can be blanks: so 'eh' is
EH, 'Ehen' is EHEN, and 'REGSaMEN' has a blank. How many there can be differs:

- At a table nobody knows the racks. There are two blanks in every set, so 'Eh' and 'Ob' are a tile
  and a blank, 'Tag' is a tile and two blanks (`read_at_table`).
- In Simultan everybody has the same rack. A small letter is a blank only if the rack has one:
  else 'Eh' is EH and 'Tag' is TAG. And a letter that the rack lacks is a blank, whatever its case
  (`judge_slip`).

On a slip an umlaut may be written out besides: AE is Ä where the word fits only so (`spell_out`).

A game keeps what was meant: `engine.notation`, by which it is read again, knows no exception.
"""

import re
from collections.abc import Container, Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import product

from engine.alphabet import BLANK
from engine.board import Board, Square
from engine.errors import Unreadable
from engine.fields import Json
from engine.notation import (
    DASHES,
    Coordinates,
    Move,
    WrittenMove,
    read_coordinates,
    read_word,
    squares_from,
)
from engine.rulesets import Ruleset
from engine.scoring import ScoredMove
from engine.tiles import from_shown, missing_tiles
from engine.verdicts import Code, Verdict, check_place, judge, move_from_tiles

#: How many blanks there are in every set of tiles or cards.
BLANKS = 2

_WRITTEN_OUT = re.compile("[aou]e", re.IGNORECASE)
_UMLAUTS = dict(zip("AOUaou", "ÄÖÜäöü", strict=True))
#: In so many pairs of letters an umlaut is looked for; no word has more.
_MOST_PAIRS = 5


def _ignores_case(word: str, laid: str, blanks: int) -> bool:
    """Whether who wrote `word` did not mean its small letters as blanks."""
    return word.islower() or sum(map(str.islower, laid)) > blanks


# Match play, and every other game at a table.


def read_at_table(text: str) -> str:
    """The word that somebody typed, as the games read it: small letters are blanks.

    Who writes a blank as (A) means the case of the other letters too. What can't be read is left
    for the game to refuse.
    """
    try:
        word = read_word(text)
    except Unreadable:
        return text
    is_ignored = "(" not in text and (text.islower() or _ignores_case(word, word, BLANKS))
    return word.upper() if is_ignored else text


def write_at_table(word: str) -> str:
    """The word so that `read_at_table` leaves it: with blanks as (A) where case would not do."""
    return in_parentheses(word) if _ignores_case(word, word, BLANKS) else word


def in_parentheses(word: str) -> str:
    """The word with each of its blanks written as (A)."""
    return "".join(f"({tile.upper()})" if tile.islower() else tile for tile in word)


def action_meant(action: Json) -> Json:
    """The action that somebody sends to a table game, with its words read as they are typed."""
    meant = dict(action)
    if isinstance(word := action.get("word"), str):
        meant["word"] = read_at_table(word)
    if isinstance(words := action.get("words"), list):
        meant["words"] = [read_at_table(text) if isinstance(text, str) else text for text in words]
    return meant


# Simultan, and trying out positions.


class Unread(StrEnum):
    """Why no move can be read on a slip, by a stable code as verdicts have one."""

    #: Nothing, or only dashes.
    EMPTY = "empty"
    COORDINATES_MISSING = "coordinates_missing"
    WORD_MISSING = "word_missing"
    COORDINATES_UNREADABLE = "coordinates_unreadable"
    WORD_UNREADABLE = "word_unreadable"


def read_slip(coordinates: str, word: str) -> WrittenMove | Unread:
    """What two fields of a slip say, whatever stands there; judging it needs board and rack."""
    has_place, has_word = (text.strip(f"{DASHES} ") != "" for text in (coordinates, word))
    if not has_place:
        return Unread.COORDINATES_MISSING if has_word else Unread.EMPTY
    if not has_word:
        return Unread.WORD_MISSING
    try:
        place = read_coordinates(coordinates)
    except Unreadable:
        return Unread.COORDINATES_UNREADABLE
    try:
        return WrittenMove(place, read_word(word))
    except Unreadable:
        return Unread.WORD_UNREADABLE


def spell_out(written: WrittenMove, board: Board, rack: str) -> WrittenMove:
    """The move with AE, OE and UE as umlauts where the word fits board and rack only so.

    Most of them are, in that case; a blank may stand for any letter.
    """
    if not _WRITTEN_OUT.search(written.word) or _fits(board, written, rack):
        return written
    spellings = (replace(written, word=word) for word in with_umlauts(written.word))
    return next((move for move in spellings if _fits(board, move, rack)), written)


def with_umlauts(word: str) -> Iterator[str]:
    """The word with some of its AE, OE and UE as umlauts, those with most of them first."""
    pairs = [found.start() for found in _WRITTEN_OUT.finditer(word)][:_MOST_PAIRS]
    choices = sorted(product((True, False), repeat=len(pairs)), key=sum, reverse=True)
    for choice in choices:
        joined = {start for start, is_joined in zip(pairs, choice, strict=True) if is_joined}
        if joined:
            letters = enumerate(word)
            yield "".join(
                _UMLAUTS[letter] if place in joined else letter
                for place, letter in letters
                if place - 1 not in joined
            )


def _fits(board: Board, written: WrittenMove, rack: str) -> bool:
    """Whether the word has its squares' length, meets what lies, and can be laid from the rack."""
    if check_place(written):
        return False
    pairs = [
        (board.at(square), tile)
        for square, tile in zip(written.move.squares, written.word.upper(), strict=True)
    ]
    laid = "".join(tile for lying, tile in pairs if not lying)
    if any(lying and lying.upper() != tile for lying, tile in pairs) or BLANK in laid:
        return False
    blanks = rack.count(BLANK)
    return len(missing_tiles(rack.replace(BLANK, ""), laid)) <= blanks


def judge_slip(
    board: Board,
    written: WrittenMove,
    *,
    rack: str,
    lexicon: Container[str] | None = None,
    ruleset: Ruleset,
) -> Verdict:
    """The verdict on the move that coordinates and word on a slip mean, with this rack.

    A letter the rack lacks is taken for a blank if only that makes a move of it.
    """
    written = spell_out(written, board, rack)
    settled = settle_case(written.word, written.place, board, rack, ruleset)
    if settled != written.word:
        written = replace(written, word=settled)
    verdict = judge(board, written, rack=rack, lexicon=lexicon, ruleset=ruleset)
    if verdict.code is Code.NOT_ON_RACK and verdict.move and BLANK in rack:
        meant = meant_with_blanks(board, verdict.move, rack, ruleset)
        if meant:
            return judge(board, meant.move, rack=rack, lexicon=lexicon, ruleset=ruleset)
    return verdict


def settle_case(
    word: str, at: Coordinates | None, board: Board, rack: str, ruleset: Ruleset
) -> str:
    """The word tried at `at`, with blanks in lower case even where the writer ignored case.

    Without a rack there may be all blanks of the set. Nothing is settled before the place is known.
    """
    if not at or word.isupper():
        return word
    squares = squares_from(at.start, at.direction, len(word))
    laid = "".join(tile for square, tile in zip(squares, word, strict=True) if not board.at(square))
    blanks = rack.count(BLANK) if rack else ruleset.tile_set.counts[BLANK]
    if laid == laid.upper() or not _ignores_case(word, laid, blanks):
        return word
    return with_blanks(word, at, board, rack)


def with_blanks(word: str, at: Coordinates, board: Board, rack: str) -> str:
    """The word with tiles of the rack wherever it has them, and blanks for the others.

    Letters for which there is neither stay real tiles. Lying tiles are written as they lie.
    """
    settled = ""
    for count, letter in enumerate(word.upper()):
        lying = board.at(at.direction.step(at.start, count))
        tile = lying if lying.upper() == letter else letter
        if not lying:
            if letter not in rack and BLANK in rack:
                tile = letter.lower()
            rack = rack.replace(from_shown(tile), "", 1)
        settled += tile
    return settled


def meant_with_blanks(board: Board, move: Move, rack: str, ruleset: Ruleset) -> ScoredMove | None:
    """The move with blanks for the tiles missing: phones write everything in upper case."""
    at = Coordinates(move.start, move.direction)
    guess = replace(move, word=with_blanks(move.word, at, board, rack))
    verdict = judge(board, guess, rack=rack, ruleset=ruleset)
    return ScoredMove(guess, verdict.points) if verdict.is_valid else None


# What is miswritten otherwise.


def move_meant(board: Board, written: WrittenMove, ruleset: Ruleset) -> ScoredMove | None:
    """What the writer may have meant: another end, or only the tiles laid without the lying ones.

    None where neither lies well on the board.
    """
    guesses: list[Move | Verdict] = [written.move]
    free = _free_squares(board, written.move)[: len(written.word)]
    if len(free) == len(written.word) and BLANK not in written.word:
        guesses.append(move_from_tiles(board, list(zip(free, written.word, strict=True))))
    for guess in guesses:
        if isinstance(guess, Move):
            verdict = judge(board, guess, ruleset=ruleset)
            if verdict.move and verdict.is_valid:
                return ScoredMove(verdict.move, verdict.points)
    return None


def _free_squares(board: Board, move: Move) -> list[Square]:
    """The empty squares from the start of `move` to the edge of the board."""
    squares, square = [], move.start
    while square.on_board:
        if not board.at(square):
            squares.append(square)
        square = move.direction.step(square)
    return squares
