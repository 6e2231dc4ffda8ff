"""Matches for the tests: actions in short, and whole games played at random with real tiles."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine.alphabet import BLANK, LETTERS, VOWELS
from engine.board import Board, Square
from engine.match import MATCH
from engine.match.values import Match
from engine.notation import Move, name_square, read_coordinates
from engine.randomness import RandomStream
from engine.refusals import Refusal
from engine.shapes import to_json
from engine.solver import all_moves
from engine.tiles import from_shown
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


#: Codes that only house rules bring: test_house_rules.py meets them.
HOUSE_CODES = {
    "opening_first",
    "no_theme",
    "one_bag",
    "bags_not_said",
    "bag_cannot_give",
    "other_bags",
    "vowels_given_not_said",
    "wrong_vowels",
    "turns_not_timed",
    "turn_over",
    "time_not_over",
    "time_stands",
    "time_runs",
    "wrong_draw",
    "tiles_drawn_unseen",
    "tiles_open",
    "racks_differ",
}

NOTE: Action = {"kind": "note"}
STUCK: Action = {"kind": "stuck"}
PAUSE: Action = {"kind": "pause"}
RESUME: Action = {"kind": "resume"}


def fill(player: int, **told: Any) -> Action:
    return {"kind": "fill", "player": player, **told}


def begun(
    name: str = "standard", players: int = 2, begins: int | None = 0, **house_rules: Any
) -> Match:
    setup = {"ruleset": name, "players": players, "begins": begins}
    return MATCH.begin({**setup, **house_rules})


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


def may(state: Match) -> dict[str, list[str]]:
    """The kinds of action offered, by player as a text; under 'table' those of nobody's own."""
    kinds: dict[str, list[str]] = {"table": [], **{str(n): [] for n in range(state.players)}}
    for offer in to_json(MATCH.view(state))["offers"]:
        by = [asked["choices"] for asked in offer["asked"] if asked["name"] == "by"]
        for player in by[0] if by else [offer["player"]]:
            kinds["table" if player is None else str(player)].append(offer["kind"])
    return kinds


def facts(state: Match) -> dict[str, Any]:
    """What the view tells beside board and score sheet, by code."""
    return {fact["code"]: fact["value"] for fact in to_json(MATCH.view(state))["facts"]}


def asked(state: Match, kind: str) -> dict[str, dict[str, Any]]:
    """The fields of an action that is offered, by name."""
    (offer,) = [offer for offer in to_json(MATCH.view(state))["offers"] if offer["kind"] == kind]
    return {field["name"]: field for field in offer["asked"]}


def in_two_bags(*vowels: int, **setup: Any) -> Match:
    """A game with two bags whose racks were filled with so many vowels each."""
    state = begun(players=len(vowels), two_bags=True, **setup)
    return after(state, *[fill(player, vowels=number) for player, number in enumerate(vowels)])


def timed(**setup: Any) -> Match:
    """A game with three minutes for each turn."""
    return begun(turn_seconds=180, **setup)


def alone(*racks: str, **setup: Any) -> Match:
    """Somebody playing solitaire with these racks, chosen."""
    state = begun(players=len(racks), solitaire="chosen", **setup)
    return after(state, *[fill(player, new_tiles=rack) for player, rack in enumerate(racks)])


@dataclass
class Outside:
    """What comes from outside in tests: our words, chance by a fixed seed, any time."""

    lexicon: Container[str] = WORDS
    elapsed_ms: int = 0
    seed: bytes = bytes(32)

    def judge(self, words: Sequence[str]) -> bool:
        return all(word in self.lexicon for word in words)

    def random(self, label: str, /) -> RandomStream:
        return RandomStream(self.seed, label)


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
        self.rules, self.house = state.ruleset, state.house
        self.bag = list(self.rules.tile_set.all_tiles)
        self.random.shuffle(self.bag)
        self.racks = [""] * state.players
        if state.on_turn is not None:
            self._deal(state)
        yield state
        while not state.is_over:
            action = self._completed(state, self._action(state))
            before, state = state, after(state, action)
            self.actions.append(action)
            self._move_tiles(before, state, action)
            yield state

    def _completed(self, state: Match, action: Action) -> Action:
        """The action with what comes from outside, as far as these games ask for it."""
        if self.house.solitaire != "drawn":
            return action
        completed = MATCH.complete(state, action, Outside())
        assert isinstance(completed, dict), completed
        return completed

    def _action(self, state: Match) -> Action:
        phase = state.phase.value
        if phase == "drawing":
            return {"kind": "draw", "tiles": self.random.sample(self.bag, len(state.drawing))}
        if phase == "dealing":
            size = self.rules.rack_size
            return {"kind": "fill", "player": state.on_turn, **self._filling(size)}
        if phase == "settling":
            return left(*self.racks)
        if state.ruleset.clock and self.random.random() < 0.1:
            player = self.random.randrange(state.players)
            return clock(player, self.random.randint(0, 2000))
        if state.is_paused:
            return RESUME
        if state.pending and (state.on_turn is None or self.random.random() < 0.4):
            return self._ruling(state)
        if state.timer and self.idle > 0 and self.random.random() < 0.15:
            self.idle -= 1
            return dict(state.timer.then) if self.random.random() < 0.8 else PAUSE
        return self._turn(state)

    def _filling(self, count: int) -> Action:
        """What is said of so many new tiles, or as many as there are."""
        count, told = min(count, len(self.bag)), dict[str, Any]()
        vowels = sum(tile in VOWELS for tile in self.bag)
        if self.house.two_bags:
            least, most = max(0, count - (len(self.bag) - vowels)), min(count, vowels)
            told["vowels"] = self.random.randint(least, most)
        if self.house.solitaire == "chosen":
            told["new_tiles"] = "".join(self.random.sample(self.bag, count))
        return told

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
                return self._exchange(player, told)
        board, rack, squares = self._swapped(state.board, rack)
        rules = replace(state.rules_now, theme_bonus=0, blanks_taken_back=False)
        moves = all_moves(lexicon_of(), board, rack, rules)
        if idle or not moves:
            if self.rules.pass_rounds is None and state.passes >= state.players:
                # With so few words nobody might ever have a move again, whatever is exchanged.
                return {"kind": "end", "because": "director"} if self.bag else STUCK
            return pass_turn(player, **told)
        move, points = moves[min(int(self.random.expovariate(0.2)), len(moves) - 1)]
        if self.idle > 0 and not self.house.solitaire and self.random.random() < 0.2:
            phony = self._scrambled(board, move, rack)
            verdict = judge(board, phony, rack=rack, ruleset=rules)
            if verdict.is_valid:
                self.idle -= 1
                move, points = phony, verdict.points
        if self.house.theme:
            formed = judge(board, move, ruleset=rules).words
            fitting = [word for word, _ in formed if self.random.random() < 0.4]
            told["theme_words"] = fitting
            # A word formed twice fits twice.
            points += self.rules.theme_bonus * sum(word in fitting for word, _ in formed)
        if squares:
            told["blanks"] = squares
        if self.random.random() < 0.5:
            told["points"] = points
        laid = sum(not board.at(square) for square in move.squares)
        told |= self._filling(laid)
        return place(player, move.coordinates, move.word, **told)

    def _exchange(self, player: int, told: Action) -> Action:
        rack = self.racks[player]
        count = self.random.randint(1, min(len(rack), len(self.bag)))
        # Real players know what they give up, even where it is not told.
        self.given = "".join(self.random.sample(rack, count))
        told |= self._filling(count)
        if self.rules.exchange_shown or self.house.solitaire or self.random.random() < 0.5:
            return exchange(player, tiles=self.given, **told)
        if self.house.two_bags:
            told["vowels_given"] = sum(tile in VOWELS for tile in self.given)
        return exchange(player, count=count, **told)

    def _swapped(self, board: Board, rack: str) -> tuple[Board, str, list[str]]:
        """Board and rack after blanks were taken back, and their squares."""
        squares = []
        cells = [Square(row, column) for row in range(15) for column in range(15)]
        for square in cells if self.rules.blanks_taken_back else []:
            letter = board.at(square).upper()
            if board.at(square).islower() and letter in rack and self.random.random() < 0.7:
                board = board.lay([(square, letter)])
                rack = _without(rack, letter) + BLANK
                squares.append(name_square(square))
        return board, rack, squares

    def _scrambled(self, board: Board, move: Move, rack: str) -> Move:
        """The same squares with any tiles of the rack."""
        tiles = iter(self.random.sample(rack, len(rack)))
        letters = [
            board.at(square) or next(tiles).replace(BLANK, self.random.choice(LETTERS).lower())
            for square in move.squares
        ]
        return Move(move.start, move.direction, "".join(letters))

    def _deal(self, state: Match) -> None:
        if state.phase.value == "playing":
            for player in range(state.players):
                self._draw(player, self.rules.rack_size, {})

    def _move_tiles(self, before: Match, state: Match, action: Action) -> None:
        kind, player = action["kind"], action.get("player", 0)
        if kind == "draw" and state.on_turn is not None:
            self._deal(state)
        elif kind == "fill":
            self._draw(player, self.rules.rack_size, action)
        elif kind == "place":
            self.taken_back = list(self.bag), list(self.racks)
            rack = self.racks[player]
            for name in action.get("blanks", []):
                letter = before.board.at(read_coordinates(name).start).upper()
                rack = _without(rack, letter) + BLANK
            self.racks[player] = _without(rack, state.turns[-1].tiles)
            self._draw(player, len(state.turns[-1].tiles), action)
        elif kind == "exchange":
            kept = _without(self.racks[player], self.given)
            self.racks[player] = kept
            self._draw(player, len(self.given), action)
            self.bag += self.given
            self.random.shuffle(self.bag)
        elif kind == "challenge" and action["inadmissible"]:
            self.bag, self.racks = self.taken_back

    def _draw(self, player: int, count: int, told: Action) -> None:
        """Take the tiles out of the bag that the action says, or the next ones."""
        new = list(told.get("new_tiles") or "")
        if not new and self.house.two_bags:
            vowels = [tile for tile in self.bag if tile in VOWELS][: told["vowels"]]
            others = [tile for tile in self.bag if tile not in VOWELS]
            new = vowels + others[: min(count, len(self.bag)) - len(vowels)]
        elif not new:
            new = self.bag[:count]
        for tile in new:
            self.bag.remove(tile)
        self.racks[player] += "".join(new)


def _without(rack: str, tiles: str) -> str:
    """What stays of a rack; every tile must have been there."""
    for tile in from_shown(tiles):
        assert tile in rack, (rack, tiles)
        rack = rack.replace(tile, "", 1)
    return rack
