"""What a round's answers are worth: verdicts on plays, the move laid, and everybody's points.

Values in, values out; docs/judging.md tells the rules in words.
"""

import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, NamedTuple

from duplicate.moves import move_json
from duplicate.options import Declared, Options, Reference
from engine.alphabet import BLANK
from engine.board import Board
from engine.intended_move import Unread, judge_slip, read_slip, spell_out
from engine.notation import Move
from engine.rulesets import Ruleset
from engine.scoring import ScoredMove, preference
from engine.verdicts import Code, Verdict

ILLEGIBLE = "illegible"
UNMARKED_BLANK = "unmarked_blank"
WRONG_POINTS = "wrong_points"
#: The codes of plays on which no move can be read.
WITHOUT_MOVE = frozenset((ILLEGIBLE, *Unread))


#: A move as a round's columns keep it (see `duplicate.moves`).
MoveJson = dict[str, Any]


class PlayKey(NamedTuple):
    """By what a play is the same: as written after reading, or empty where nobody could read it."""

    coordinates: str
    word: str


#: A slip on which nothing stands, as it is written down.
EMPTY = PlayKey("–", "")


@dataclass(frozen=True)
class JudgedPlay:
    """A play with its verdict, as `duplicate.models.Play` keeps it."""

    key: PlayKey
    code: str
    detail: dict[str, str | int] = field(default_factory=dict)
    points: int = 0
    face_points: int | None = None
    words: list[list[str | int]] = field(default_factory=list)
    inadmissible: list[str] = field(default_factory=list)
    #: None where nothing can be laid.
    move: Move | None = None
    #: Whether a director set the points.
    is_ruled: bool = False

    @property
    def is_valid(self) -> bool:
        return self.code == Code.VALID


class Judgement(NamedTuple):
    play: JudgedPlay
    #: Whether a blank was needed that the writer did not mark as one.
    blank_is_unmarked: bool


@dataclass(frozen=True)
class RoundJudge:
    """Judges the moves of one round, by its board and rack, the words and the rules."""

    board: Board
    rack: str
    lexicon: Container[str]
    rules: Ruleset
    #: What plays earn by a director's ruling, whatever they are worth.
    ruled_points: Mapping[PlayKey, int] = field(default_factory=dict)

    def judge(self, coordinates: str, word: str) -> Judgement:
        """The play that these words on a slip mean, with its verdict.

        People write in any case, which `judge_slip` settles. Writings that mean the same move give
        the same play; what can't be read is a play as it was written, and an illegible slip one of
        nothing.
        """
        if not coordinates and not word:
            return self._without_move(PlayKey("", ""), ILLEGIBLE)
        read = read_slip(coordinates, word)
        if read is Unread.EMPTY:
            return self._without_move(EMPTY, read)
        if isinstance(read, Unread):
            return self._without_move(PlayKey(coordinates, word), read)
        written = spell_out(read, self.board, self.rack)
        verdict = judge_slip(
            self.board, written, rack=self.rack, lexicon=self.lexicon, ruleset=self.rules
        )
        if verdict.move is None:
            key = PlayKey(str(verdict.detail["coordinates"]), str(verdict.detail["word"]))
            return Judgement(self._play(key, verdict), blank_is_unmarked=False)
        key = PlayKey(verdict.move.coordinates, verdict.move.word)
        lies_well = verdict.code in (Code.VALID, Code.WORD_NOT_ADMISSIBLE)
        with_blank = BLANK in self.rack and lies_well
        unmarked = with_blank and self._hides_blank(written.word, verdict.move)
        return Judgement(self._play(key, verdict), unmarked)

    def _without_move(self, key: PlayKey, code: str) -> Judgement:
        play = JudgedPlay(key, str(code), dict(zip(("coordinates", "word"), key, strict=True)))
        return Judgement(self._with_ruling(play), blank_is_unmarked=False)

    def _play(self, key: PlayKey, verdict: Verdict) -> JudgedPlay:
        return self._with_ruling(
            JudgedPlay(
                key,
                verdict.code.value,
                dict(verdict.detail),
                verdict.points,
                verdict.score.points if verdict.score else None,
                [[word, points] for word, points in verdict.words],
                list(verdict.inadmissible),
                verdict.move,
            )
        )

    def _with_ruling(self, play: JudgedPlay) -> JudgedPlay:
        points = self.ruled_points.get(play.key)
        return play if points is None else replace(play, points=points, is_ruled=True)

    def _hides_blank(self, written: str, move: Move) -> bool:
        laid = [
            (letter, tile)
            for letter, square, tile in zip(written, move.squares, move.word, strict=True)
            if not self.board.at(square)
        ]
        return any(tile.islower() for _, tile in laid) and any(
            letter != tile for letter, tile in laid
        )


def choose_reference(
    policy: Reference,
    tops: Sequence[MoveJson],
    plays: Iterable[JudgedPlay],
    board: Board,
    chosen: MoveJson | None,
) -> MoveJson | None:
    """The move to be laid: the first of the equals by the rules, or the one `chosen` among them.

    `tops` are in the order of the rules. Where the best move handed in is laid and nobody has a
    valid one, it is the top. None where there is no move at all.
    """
    equals = equal_references(policy, tops, plays, board)
    if chosen:
        for move in equals:
            if (move["coordinates"], move["word"]) == (chosen["coordinates"], chosen["word"]):
                return move
    return equals[0] if equals else None


def equal_references(
    policy: Reference, tops: Sequence[MoveJson], plays: Iterable[JudgedPlay], board: Board
) -> list[MoveJson]:
    """All moves that may be laid by the policy, in the order of the rules."""
    if policy is Reference.BEST_HANDED_IN:
        handed_in = [play for play in plays if play.is_valid]
        valid = [ScoredMove(play.move, play.points) for play in handed_in if play.move]
        if valid:
            valid.sort(key=lambda scored: preference(board, scored))
            return [move_json(scored) for scored in valid if scored.points == valid[0].points]
    return list(tops)


@dataclass(frozen=True)
class HandedIn:
    """The answer of a participant that counts."""

    play: JudgedPlay
    declared: int | None
    blank_is_unmarked: bool = False


@dataclass(frozen=True)
class Entry:
    """What there is to credit one participant for in a round."""

    handed_in: HandedIn | None = None
    #: Points credited where no move is.
    average: int | None = None
    #: Coded reasons of the warnings a director gave.
    warnings: tuple[str, ...] = ()
    penalty: int = 0
    #: How many warnings the rounds before brought.
    warned_before: int = 0


@dataclass(frozen=True)
class Credit:
    """What a participant is credited, as `duplicate.models.Result` keeps it."""

    move_points: int
    bonus: int = 0
    warnings: tuple[str, ...] = ()
    deduction: int = 0
    is_top: bool = False
    is_solo: bool = False

    @property
    def points(self) -> int:
        return self.move_points + self.bonus - self.deduction


def credit_round(
    entries: Mapping[int, Entry], top_points: int, options: Options
) -> dict[int, Credit]:
    """Everybody's points for a round whose best possible move brings `top_points`.

    `entries` go by whatever number tells participants apart.
    """
    raw = {
        key: points_by_policy(entry.handed_in, options.declared)
        for key, entry in entries.items()
        if entry.handed_in
    }
    tally = Counter(raw.values())
    best = max(raw.values(), default=0)
    has_solo = best > 0 and tally[best] == 1 and len(raw) >= options.solo_least_players
    credited = {}
    for key, entry in entries.items():
        points = raw.get(key, entry.average or 0)
        warnings = warnings_of(entry, options)
        is_solo = has_solo and key in raw and points == best
        credited[key] = Credit(
            move_points=points,
            bonus=options.solo_bonus if is_solo else 0,
            warnings=warnings,
            deduction=entry.penalty + _deduction(entry.warned_before, len(warnings), options),
            is_top=key in raw and points == top_points > 0,
            is_solo=is_solo,
        )
    return credited


def points_by_policy(answer: HandedIn, policy: Declared) -> int:
    """What the move brings. Points that a director set are not measured by those declared."""
    true, declared = answer.play.points, answer.declared
    if answer.play.is_ruled or declared == true:
        return true
    match policy:
        case Declared.LOWER:
            return min(true, declared or 0)  # nothing written is the smallest number
        case Declared.ZERO:
            return 0
        case _:
            return true


def warnings_of(entry: Entry, options: Options) -> tuple[str, ...]:
    """The coded reasons of all warnings of a participant in this round.

    Faults of form count where the game has warnings at all; wrong or missing points of a valid
    move where the policy on them is to warn.
    """
    warnings = []
    answer = entry.handed_in
    warns = options.declared is Declared.WARN
    if answer and (warns or options.warning_deduction):
        if answer.play.code == ILLEGIBLE:
            warnings.append(ILLEGIBLE)
        if answer.blank_is_unmarked:
            warnings.append(UNMARKED_BLANK)
        is_measured = answer.play.is_valid and not answer.play.is_ruled
        if warns and is_measured and answer.declared != answer.play.points:
            warnings.append(WRONG_POINTS)
    return (*warnings, *entry.warnings)


def mean(points: Sequence[int]) -> int:
    """The average, halves rounded up; 0 of nothing."""
    count = len(points)
    return (2 * sum(points) + count) // (2 * count) if count else 0


def results_digest(points: Iterable[tuple[int, int]]) -> str:
    """SHA-256 of everybody's number and points, as JSON without spaces, in order of the numbers."""
    text = json.dumps(sorted(points), separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _deduction(before: int, now: int, options: Options) -> int:
    free = max(0, options.free_warnings - before)
    return options.warning_deduction * max(0, now - free)
