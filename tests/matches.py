"""Matches for the tests: actions in short, and whole games played at random with real tiles."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.alphabet import BLANK, LETTERS
from engine.board import Board
from engine.match import MATCH
from engine.match.values import Match
from engine.notation import Move
from engine.refusals import Refusal
from engine.rulesets import ruleset
from engine.solver import all_moves
from engine.verdicts import judge
from tests.lexicons import WORDS, lexicon_of

Action = dict[str, Any]


def place(player: int, coordinates: str, word: str, **told: Any) -> Action:
    return {"kind": "place", "player": player, "coordinates": coordinates, "word": word, **told}


def exchange(player: int, **told: Any) -> Action:
    return {"kind": "exchange", "player": player, **told}


def pass_turn(player: int, **told: Any) -> Action:
    return {"kind": "pass", "player": player, **told}


def challenge(by: int, *words: str, inadmissible: tuple[str, ...] = ()) -> Action:
    return {"kind": "challenge", "by": by, "words": [*words], "inadmissible": [*inadmissible]}


def clock(player: int, seconds: int) -> Action:
    return {"kind": "clock", "player": player, "seconds": seconds}


def left(*racks: str | None) -> Action:
    return {"kind": "left", "racks": [*racks]}


NOTE: Action = {"kind": "note"}
STUCK: Action = {"kind": "stuck"}


def begun(name: str = "standard", players: int = 2, begins: int | None = 0) -> Match:
    return MATCH.begin({"ruleset": name, "players": players, "begins": begins})


def after(state: Match, *actions: Action) -> Match:
    """The state after actions none of which may be refused."""
    for action in actions:
        result = MATCH.act(state, action)
        assert isinstance(result, Match), f"{action}: {result.message}"
        state = result
    return state


def refused(state: Match, action: Action) -> Refusal:
    """The refusal that an action must meet, its message made."""
    result = MATCH.act(state, action)
    assert isinstance(result, Refusal), action
    assert "{" not in result.message
    return result


@dataclass
class RandomGame:
    """Somebody playing all sides with real tiles, now and then badly; `actions` is the record.

    Iterating gives the state after every action. `racks` and `bag` are the tiles as they really
    are then, kept apart from what the state believes.
    """

    setup: Action
    random: Random
    actions: list[Action] = field(default_factory=list)
    racks: list[str] = field(default_factory=list)
    bag: list[str] = field(default_factory=list)
    #: Turns that bring the game no nearer to its end are rationed.
    idle: int = 12

    def __iter__(self) -> Iterator[Match]:
        state = MATCH.begin(self.setup)
        self.rules = ruleset(self.setup["ruleset"])
        self.bag = list(self.rules.tile_set.all_tiles)
        self.random.shuffle(self.bag)
        if state.on_turn is not None:
            self._deal(state)
        yield state
        while not state.is_over:
            action = self._action(state)
            state = after(state, action)
            self.actions.append(action)
            self._move_tiles(state, action)
            yield state

    def _action(self, state: Match) -> Action:
        phase = state.phase.value
        if phase == "drawing":
            return {"kind": "draw", "tiles": self.random.sample(self.bag, len(state.drawing))}
        if phase == "settling":
            return left(*self.racks)
        if state.ruleset.clock and self.random.random() < 0.1:
            player = self.random.randrange(state.players)
            return clock(player, self.random.randint(0, 2000))
        if state.pending and (state.on_turn is None or self.random.random() < 0.4):
            return self._ruling(state)
        return self._turn(state)

    def _ruling(self, state: Match) -> Action:
        assert state.pending
        if self.random.random() < 0.3:
            return NOTE
        others = [player for player in range(state.players) if player != state.turns[-1].player]
        challenged = [word for word in state.pending.open_words if self.random.random() < 0.6]
        wrong = [word for word in challenged or state.pending.open_words if word not in WORDS]
        return challenge(self.random.choice(others), *challenged, inadmissible=tuple(wrong))

    def _turn(self, state: Match) -> Action:
        player = state.on_turn
        assert player is not None
        rack = self.racks[player]
        told: Action = {"rack": rack} if self.random.random() < 0.5 else {}
        idle = self.idle > 0 and self.random.random() < 0.15
        if idle:
            self.idle -= 1
            needed = max(self.rules.exchange_needs, 1)
            if len(self.bag) >= needed and self.random.random() < 0.6:
                count = self.random.randint(1, min(len(rack), len(self.bag)))
                given = "".join(self.random.sample(rack, count))
                # Real players know what they give up, even where it is not told.
                self.given = given
                if not self.rules.exchange_shown and self.random.random() < 0.5:
                    return exchange(player, count=count, **told)
                return exchange(player, tiles=given, **told)
        moves = all_moves(lexicon_of(), state.board, rack, self.rules)
        if idle or not moves:
            if self.rules.pass_rounds is None and state.passes >= state.players:
                # With so few words nobody might ever have a move again, whatever is exchanged.
                return {"kind": "end", "because": "director"} if self.bag else STUCK
            return pass_turn(player, **told)
        move, points = moves[min(int(self.random.expovariate(0.2)), len(moves) - 1)]
        if self.idle > 0 and self.random.random() < 0.2:
            phony = self._scrambled(state.board, move, rack)
            verdict = judge(state.board, phony, rack=rack, ruleset=self.rules)
            if verdict.is_valid:
                self.idle -= 1
                move, points = phony, verdict.points
        if self.random.random() < 0.5:
            told["points"] = points
        return place(player, move.coordinates, move.word, **told)

    def _scrambled(self, board: Board, move: Move, rack: str) -> Move:
        """The same squares with any tiles of the rack."""
        tiles = iter(self.random.sample(rack, len(rack)))
        letters = [
            board.at(square) or next(tiles).replace(BLANK, self.random.choice(LETTERS).lower())
            for square in move.squares
        ]
        return Move(move.start, move.direction, "".join(letters))

    def _deal(self, state: Match) -> None:
        self.racks = [self._drawn("") for _ in range(state.players)]

    def _move_tiles(self, state: Match, action: Action) -> None:
        kind = action["kind"]
        if kind == "draw" and state.on_turn is not None:
            self._deal(state)
        elif kind == "place":
            player = action["player"]
            self.taken_back = list(self.bag), list(self.racks)
            self.racks[player] = self._drawn(_without(self.racks[player], state.turns[-1].tiles))
        elif kind == "exchange":
            player = action["player"]
            kept = _without(self.racks[player], self.given)
            self.racks[player] = self._drawn(kept, len(self.given))
            self.bag += self.given
            self.random.shuffle(self.bag)
        elif kind == "challenge" and action["inadmissible"]:
            self.bag, self.racks = self.taken_back

    def _drawn(self, rack: str, count: int | None = None) -> str:
        count = self.rules.rack_size - len(rack) if count is None else count
        new, self.bag = self.bag[:count], self.bag[count:]
        return rack + "".join(new)


def _without(rack: str, tiles: str) -> str:
    for tile in tiles:
        rack = rack.replace(BLANK if tile.islower() else tile, "", 1)
    return rack
