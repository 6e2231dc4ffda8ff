"""Matches played at random with real tiles, with house rules and without."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from engine.alphabet import BLANK, LETTERS, VOWELS
from engine.board import Board, Square
from engine.match import MATCH
from engine.match.values import Match
from engine.notation import Move, name_square, read_coordinates
from engine.rulesets import RULESETS
from engine.solver import search_all
from engine.tiles import from_shown
from engine.verdicts import judge
from tests.drivers.driver import Driver, RandomGame, rulings, tiles_on
from tests.games.any_json import Strategy, any_action, any_json
from tests.games.match import (
    NOTE,
    PAUSE,
    RESUME,
    STUCK,
    challenge,
    clock,
    exchange,
    left,
    pass_turn,
    place,
)
from tests.games.playing import Action
from tests.lexicons import WORDS, lexicon_of


class RandomMatch(RandomGame[Match]):
    game = MATCH
    untimely = frozenset(
        {
            *("wrong_phase", "not_on_turn", "exchange_too_late", "bag_too_small", "window_shut"),
            *("own_move", "no_such_player", "time_stands", "time_runs", "turns_not_timed"),
        }
    )
    always_right = frozenset({"note", "stuck", "clock", "pause", "resume", "end"})
    afterwards = frozenset({"clock"})
    unasked = frozenset({"inadmissible", "rack", "new_tiles", "vowels"})
    #: Turns that bring the game no nearer to its end are rationed.
    idle = 12

    def begin(self, state: Match) -> None:
        self.rules, self.house = state.ruleset, state.house
        self.bag = list(self.rules.tile_set.all_tiles)
        self.random.shuffle(self.bag)
        self.racks = [""] * state.players
        if state.on_turn is not None:
            self._deal(state)

    def complete(self, state: Match, action: Action) -> Action:
        """As far as these games ask for it: the players rule on words themselves."""
        return super().complete(state, action) if self.house.solitaire == "drawn" else action

    def choose(self, state: Match) -> Action:
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
        found = search_all(lexicon_of(), board, rack, rules)
        if idle or not found.count:
            if self.rules.pass_rounds is None and state.passes >= state.players:
                # With so few words nobody might ever have a move again, whatever is exchanged.
                return {"kind": "end", "because": "director"} if self.bag else STUCK
            return pass_turn(player, **told)
        place_among = min(int(self.random.expovariate(0.2)), found.count - 1)
        move, points = found.moves(place_among + 1)[-1]
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

    def follow(self, before: Match, state: Match, action: Action) -> None:
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

    def check(self, state: Match) -> None:
        if state.is_over:
            assert all(not turn.rack_lacks for turn in state.turns)
        if state.phase.value == "drawing":
            return
        tiles = Counter(self.bag) + Counter("".join(self.racks))
        assert tiles_on(state.board.cells) + tiles == Counter(self.rules.tile_set.all_tiles)
        assert state.bag == len(self.bag)
        assert state.rack_sizes == tuple(map(len, self.racks))
        if state.house.two_bags:
            assert state.vowel_bag == sum(tile in VOWELS for tile in self.bag)
            counted = [sum(tile in VOWELS for tile in rack) for rack in self.racks]
            assert list(state.rack_vowels) == counted
        for known, rack in zip(state.known, self.racks, strict=True):
            assert not Counter(known) - Counter(rack)
            assert not state.house.solitaire or len(known) == len(rack)
        if state.left is not None:
            assert [*map(Counter, state.left)] == [*map(Counter, self.racks)]

    def attempts(self, _state: Match, kind: str, player: int) -> Iterable[Action]:
        """Move and words are none."""
        match kind:
            case "place":
                yield {"player": player, "coordinates": "A1", "word": "A"}
            case "exchange":
                yield {"player": player, "tiles": "E"}
            case "fill" | "pass":
                yield {"player": player}
            case "challenge":
                yield {"by": player, "words": ["QQ"], "inadmissible": []}
            case "clock":
                yield {"player": player, "seconds": 5}
            case "end":
                yield {"because": "director"}
            case "note" | "stuck" | "pause" | "resume":
                yield {}

    def may_repeat(self, state: Match, action: Action, _again: Match) -> bool:
        """Times and tiles are told again as they were, and one alone is on turn again."""
        kind = action["kind"]
        return kind in ("draw", "left", "clock") or (
            kind in ("exchange", "pass") and state.players == 1
        )

    def secrets(self, state: Match) -> Sequence[Sequence[str]]:
        if self.house.solitaire:
            return super().secrets(state)
        return [[known] if len(known) > 5 else [] for known in state.known]

    def met(self, states: Sequence[Match]) -> Iterable[str]:
        last = states[-1]
        assert last.ending is not None
        yield last.ending.reason
        if last.ending.reason in ("passes", "stuck"):
            yield "passes or stuck"
        yield from rulings(last.turns)
        yield from (action["kind"] for action in self.actions)
        for turn in last.turns:
            yield turn.kind
            if turn.blanks:
                yield "blanks"
            if turn.theme_bonus:
                yield "themed"


def _without(rack: str, tiles: str) -> str:
    """What stays of a rack; every tile must have been there."""
    for tile in from_shown(tiles):
        assert tile in rack, (rack, tiles)
        rack = rack.replace(tile, "", 1)
    return rack


# Whatever is thrown at it

texts = st.one_of(
    st.text(max_size=12),
    st.text("ABENRSTU?nq. -–ß\u0308", max_size=9),
    st.sampled_from(["H8", "H7-H9", "8G", "Z99", "EN", "ENe", "NE", "AN", "EEEEEEE", "NNNNNNN"]),
)
values = any_json(texts)
players = st.one_of(st.integers(0, 1), values)
words = st.one_of(st.lists(st.sampled_from(["EN", "NE", "AN", "ENE"]), max_size=2), values)
fields = {
    "player": players,
    "by": players,
    "winner": players,
    "coordinates": st.one_of(texts, values),
    "word": st.one_of(texts, values),
    "rack": st.one_of(st.none(), texts, values),
    "tiles": st.one_of(st.lists(st.sampled_from("A?ENQ"), max_size=3), texts, values),
    "count": st.one_of(st.none(), st.integers(0, 8), values),
    "points": st.one_of(st.none(), values),
    "seconds": st.one_of(st.integers(0, 2500), values),
    "words": words,
    "inadmissible": words,
    "racks": st.one_of(st.lists(st.one_of(st.none(), texts), min_size=2, max_size=2), values),
    "blanks": st.one_of(st.lists(st.sampled_from(["H8", "8G", "Z9", "H8-H9"])), values),
    "theme_words": words,
    "vowels": st.one_of(st.integers(0, 8), values),
    "vowels_given": st.one_of(st.integers(0, 8), values),
    "new_tiles": st.one_of(st.sampled_from(["EEEEEEE", "NNN", ""]), texts, values),
    "turn": st.one_of(st.integers(0, 3), values),
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}
actions = st.one_of(values, any_action(MATCH.actions, fields))

setups = st.fixed_dictionaries(
    {"ruleset": st.sampled_from(list(RULESETS)), "players": st.integers(2, 4)},
    optional={"begins": st.integers(0, 1)},
)

MATCH_DRIVER = Driver(
    RandomMatch,
    setups=setups,
    starts=setups.map(MATCH.begin),
    actions=actions,
    any_setup=st.one_of(
        values,
        st.fixed_dictionaries(
            {}, optional={"ruleset": values, "players": players, "begins": players}
        ),
    ),
    examples=20,
    throws=160,
    most_actions=400,
    samples=24,
    sample=lambda seed: {"ruleset": [*RULESETS][seed % 4], "players": 2 + seed % 3},
    meant=frozenset({"out", "place", "exchange", "pass", "upheld", "rejected", "passes or stuck"}),
)

# House rules, in all mixtures that go together

OPTIONS: dict[str, Strategy] = {
    "blanks_taken_back": st.booleans(),
    "open_dictionary": st.booleans(),
    "theme": st.sampled_from(["", "Wetter"]),
    "theme_bonus": st.integers(1, 9),
    "two_bags": st.booleans(),
    "jacks_to_open": st.booleans(),
}
together = st.fixed_dictionaries(
    {
        "ruleset": st.sampled_from(["standard", "kompakt", "reise"]),
        "players": st.integers(2, 4),
        "turn_seconds": st.sampled_from([0, 180]),
        "overtime_turn_lost": st.booleans(),
        "overtime_points": st.sampled_from([0, 10]),
        **OPTIONS,
    }
)


def sensible(setup: dict[str, Any]) -> dict[str, Any]:
    """The set-up without what does not go with solitaire."""
    chosen = setup["solitaire"] == "chosen"
    return {
        **setup,
        "two_bags": setup["two_bags"] and not chosen,
        "jacks_to_open": setup["jacks_to_open"] and setup["players"] > 1,
    }


alone = st.fixed_dictionaries(
    {
        "ruleset": st.sampled_from(["standard", "kompakt", "reise"]),
        "players": st.integers(1, 2),
        "solitaire": st.sampled_from(["chosen", "drawn"]),
        **OPTIONS,
    }
).map(sensible)
mixtures = st.one_of(together, alone)


def mixture(seed: int) -> Action:
    setup: Action = {"ruleset": "standard", "players": 2, "blanks_taken_back": True}
    if seed % 2:
        ways = {"solitaire": "drawn", "players": 1 + seed // 2 % 2, "two_bags": True}
    else:
        ways = {"turn_seconds": 180, "theme": "Wetter", "jacks_to_open": True}
    return {**setup, **ways}


HOUSE_RULES_DRIVER = Driver(
    RandomMatch,
    setups=mixtures,
    starts=mixtures.map(MATCH.begin),
    actions=actions,
    any_setup=st.fixed_dictionaries(
        {"players": players}, optional={asked.name: values for asked in MATCH.settings}
    ),
    examples=12,
    throws=60,
    most_actions=500,
    samples=8,
    sample=mixture,
    meant=frozenset({"out", "fill", "overtime", "pause", "resume", "blanks", "themed"}),
    name="house rules",
)
