"""A game record played again by the rules: actions of a match, and what the file has wrong."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.endings import Because
from engine.fields import Json
from engine.gcg.values import LYING, Event, EventKind, Record, gcg_coordinates
from engine.gcg.writing import ENDED, WON_BY
from engine.match import MATCH
from engine.match.actions import may_be_stuck
from engine.match.values import Match, Phase
from engine.notation import Move, name_square
from engine.refusals import Refusal
from engine.settlement import time_deduction
from engine.tiles import from_shown, missing_tiles, sort_tiles
from engine.verdicts import Code


@dataclass(frozen=True)
class Difference:
    """Something in the file that is not so."""

    #: Where in the file, from 1; the last line for what is missing there.
    line: int
    #: Replaying stops at `not_over`, `nothing_lies` and `refused`.
    code: str
    says: str
    #: Empty where an action was refused: `refusal` says why, with its own code.
    right: str
    refusal: Refusal | None = None


class Replayed(NamedTuple):
    setup: dict[str, Any]
    actions: list[dict[str, Any]]
    differences: list[Difference]


def to_actions(record: Record, ruleset: str) -> Replayed:
    """The record as a match by `ruleset`, as far as the rules allow, and every difference.

    Racks are told where all of their tiles are there. A move taken back is a challenge by the
    next player of a word ruled inadmissible, the first one open: the file doesn't say more. A
    wrong total is told where it goes astray, not again where it follows from that. Raises
    EngineError for an unknown ruleset and for a number of players that no match has.
    """
    begins = record.events[0].player if record.events else 0
    setup = {"ruleset": ruleset, "players": len(record.people), "begins": begins}
    replaying = _Replaying(record, MATCH.begin(setup))
    replaying.run()
    return Replayed(setup, replaying.actions, replaying.differences)


class _Stopped(Exception):
    """The file can't be followed any further."""


class _Replaying:
    def __init__(self, record: Record, state: Match) -> None:
        self.record = record
        self.state = state
        self.actions: list[dict[str, Any]] = []
        self.differences: list[Difference] = []
        #: What is right so far, and by how much the file is off.
        self.totals = [0] * state.players
        self.astray = [0] * state.players

    def run(self) -> None:
        try:
            for number, event in enumerate(self.record.events):
                self._follow(number, event)
            self._end()
        except _Stopped:
            pass

    def _follow(self, number: int, event: Event) -> None:
        before = self.state.points[event.player]
        match event.kind:
            case EventKind.TAKEN_BACK | EventKind.CHALLENGE:
                self._challenge(number, event)
            case EventKind.TIME | EventKind.LEFT:
                is_time = event.kind is EventKind.TIME
                points = self._take_time(event) if is_time else self._settle(event)
                self.totals[event.player] += points
                self._check(event, points)
                return
            case _:
                self._take_turn(event)
        # A challenge may cost somebody else than the line is about.
        self.totals = list(self.state.points)
        self._check(event, self.state.points[event.player] - before)

    # Play

    def _take_turn(self, event: Event) -> None:
        action = self._turn_action(event)
        size = self.state.rack_sizes[event.player]
        if len(event.rack) == size:
            after = self._try({**action, "rack": event.rack})
            if isinstance(after, Refusal):
                # The rack may be to blame, or the move itself.
                self._act(event, action)
                self._differ(event, "impossible_rack", event.rack, "", after)
            elif lacks := self.state.turns[-1].rack_lacks:
                self._differ(event, "rack_lacks", event.rack, lacks)
            return
        self._act(event, action)
        tiles = from_shown(self.state.turns[-1].tiles)
        missing = missing_tiles(event.rack, tiles) if event.rack else ""
        if len(event.rack) > size:
            detail: Mapping[str, str | int] = {
                "rack": event.rack,
                "tiles": len(event.rack),
                "size": size,
                "player": event.player,
            }
            refusal = Refusal("wrong_rack_size", detail)
            self._differ(event, "impossible_rack", event.rack, "", refusal)
        elif missing:
            refusal = Refusal("not_on_rack", {"rack": sort_tiles(event.rack), "missing": missing})
            self._differ(event, "impossible_rack", event.rack, "", refusal)

    def _turn_action(self, event: Event) -> dict[str, Any]:
        action: dict[str, Any] = {"kind": event.kind.value, "player": event.player}
        if event.kind is EventKind.EXCHANGE:
            return action | ({"tiles": event.tiles} if event.tiles else {"count": event.count})
        if event.place is None:
            return action
        move = Move(event.place.start, event.place.direction, event.word)
        if not move.end.on_board or not move.start.on_board:
            detail = {"coordinates": gcg_coordinates(move), "word": move.word}
            raise self._refused(event, Refusal(Code.OFF_BOARD.value, detail))
        word = ""
        for square, tile in zip(move.squares, move.word, strict=True):
            lying = self.state.board.at(square)
            if tile == LYING and not lying:
                self._differ(event, "nothing_lies", event.what, name_square(square))
                raise _Stopped
            word += lying if tile == LYING else tile
        return action | {"coordinates": move.coordinates, "word": word}

    def _challenge(self, number: int, event: Event) -> None:
        state = self.state
        mover = state.turns[-1].player if state.turns else None
        is_upheld = event.kind is EventKind.TAKEN_BACK
        if state.pending is None or (is_upheld and mover != event.player):
            raise self._refused(event, Refusal("window_shut", {}))
        following = self.record.events[number + 1 : number + 2]
        words = state.pending.open_words
        if any(later.kind in (EventKind.TAKEN_BACK, EventKind.CHALLENGE) for later in following):
            words = words[:1]  # so that something is left for the next one
        # Elsewhere it is not the challenger who loses points, but the mover who gains some.
        by = (event.player + 1) % state.players if mover == event.player else event.player
        inadmissible = words[:1] if is_upheld else ()
        action = {"kind": "challenge", "by": by, "words": [*words]}
        self._act(event, {**action, "inadmissible": [*inadmissible]})

    # The end

    def _take_time(self, event: Event) -> int:
        """Tell the clock that costs so many points; what it really costs."""
        clock = self.state.ruleset.clock
        if clock is None:
            self._differ(event, "no_clock", event.what, self.state.ruleset.name)
            return 0
        self._note_last_move(event)
        minutes = -(-abs(event.points or 0) // clock.minute_deduction)
        # No points, but a line: so late that the game is lost.
        over = 60 * minutes or clock.lost_after_seconds + 1
        action = {"kind": "clock", "player": event.player, "seconds": clock.seconds + over}
        self._act(event, action)
        return -(time_deduction(clock.seconds + over, clock) or 0)

    def _settle(self, event: Event) -> int:
        """End the game if need be; what the tiles left cost this player, or bring."""
        self._note_last_move(event)
        if self.state.phase is Phase.PLAYING and may_be_stuck(self.state):
            self._act(event, {"kind": "stuck"})
        if self.state.phase is Phase.SETTLING:
            self._act(event, {"kind": "left", "racks": self._racks_left()})
        settlement = self.state.settlement
        if settlement is None:
            self._differ(event, "not_over", event.tiles, "")
            raise _Stopped
        settled = settlement[event.player]
        is_own = bool(event.rack) or (event.points or 0) < 0
        others = "".join(other.tiles_left for other in settlement if other is not settled)
        right = settled.tiles_left if is_own else others
        if Counter(event.tiles) != Counter(right):
            self._differ(event, "wrong_tiles", event.tiles, right)
        return -settled.deducted if is_own else settled.credited

    def _racks_left(self) -> list[str | None]:
        racks: list[str | None] = [None] * self.state.players
        for event in self.record.events:
            if event.kind is not EventKind.LEFT:
                continue
            if event.rack or (event.points or 0) < 0:
                racks[event.player] = event.tiles
            elif self.state.players == 2 and racks[1 - event.player] is None:
                racks[1 - event.player] = event.tiles
        return racks

    def _end(self) -> None:
        last = self.record.events[-1] if self.record.events else Event(0, EventKind.PASS)
        if ended := _read_ended(self.record):
            self._act(last, ended)
        elif not self.record.is_incomplete:
            self._note_last_move(last)
        if self.state.is_over:
            for player, score in enumerate(self.state.scores):
                if owed := score - self.totals[player]:
                    nickname = self.record.people[player].nickname
                    self._differ(last, "line_missing", nickname, f"{owed:+d}")
        elif not self.record.is_incomplete:
            self._differ(last, "unfinished", "", "#incomplete")

    def _note_last_move(self, event: Event) -> None:
        """Shut the window of a move that emptied bag and rack: nobody challenged it."""
        if self.state.pending and self.state.on_turn is None:
            self._act(event, {"kind": "note"})

    # Checking

    def _try(self, action: Json) -> Match | Refusal:
        after = MATCH.act(self.state, action)
        if not isinstance(after, Refusal):
            self.state = after
            self.actions.append(dict(action))
        return after

    def _act(self, event: Event, action: Json) -> None:
        """Do it, and stop where the rules refuse it."""
        after = self._try(action)
        if isinstance(after, Refusal):
            raise self._refused(event, after)

    def _refused(self, event: Event, refusal: Refusal) -> _Stopped:
        self._differ(event, "refused", event.what, "", refusal)
        return _Stopped()

    def _check(self, event: Event, right: int) -> None:
        """Compare the points and the total of a line with what they should be."""
        player = event.player
        if event.points is not None and event.points != right:
            self._differ(event, "wrong_points", f"{event.points:+d}", f"{right:+d}")
        total = self.totals[player]
        if event.total is not None and event.total - total != self.astray[player]:
            self.astray[player] = event.total - total
            self._differ(event, "wrong_total", str(event.total), str(total))

    def _differ(
        self, event: Event, code: str, says: str, right: str, refusal: Refusal | None = None
    ) -> None:
        self.differences.append(Difference(event.line, code, says, right, refusal))


def _read_ended(record: Record) -> dict[str, Any] | None:
    """The action that ended the game by word, if the first note tells of it."""
    for line in record.note.split("\n"):
        because, _, nickname = line.removeprefix(ENDED).partition(WON_BY)
        if line.startswith(ENDED) and because in list(Because):
            players: Sequence[str] = [person.nickname for person in record.people]
            winner = players.index(nickname) if nickname in players else None
            return {"kind": "end", "because": because, "winner": winner}
    return None
