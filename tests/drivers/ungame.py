"""Un-games played at random, on boards laid at random: any tiles that can be taken are taken."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from engine.refusals import Refusal
from engine.shapes import to_json
from engine.ungame import UNGAME, Ungame
from tests.drivers.driver import Driver, RandomGame, seeds, tiles_on
from tests.games.any_json import Strategy, any_json
from tests.games.playing import Action
from tests.games.ungame import FEW_WORDS, finished_board
from tests.lexicons import WORDS


class RandomUngame(RandomGame[Ungame]):
    game = UNGAME
    untimely = frozenset({"wrong_phase", "not_on_turn"})
    unasked = frozenset({"inadmissible", "removals"})

    def begin(self, state: Ungame) -> None:
        self.lexicon = WORDS
        if self.random.random() < 0.5:
            # With few words the players get stuck.
            self.lexicon = frozenset(self.random.sample(sorted(WORDS), len(WORDS) // 8))
        self.outside = replace(FEW_WORDS, lexicon=self.lexicon)
        self.lying = tiles_on(state.board.cells)

    def choose(self, state: Ungame) -> Action:
        hints = UNGAME.hints(state, self.lexicon)
        return to_json(self.random.choice(hints)) if hints else {"kind": "stuck"}

    def check(self, state: Ungame) -> None:
        assert tiles_on(state.board.cells) + Counter("".join(state.taken)) == self.lying

    def attempts(self, state: Ungame, kind: str, player: int) -> Iterable[Action]:
        hints = UNGAME.hints(state, self.lexicon)
        if kind == "take":
            yield from ({**to_json(hint), "player": player} for hint in hints[:2])
        else:
            yield {} if kind == "stuck" else {"because": "director"}

    def attempt(self, state: Ungame, action: Action) -> Ungame | Refusal:
        completed = UNGAME.complete(state, action, self.outside)
        return completed if isinstance(completed, Refusal) else UNGAME.act(state, completed)

    def met(self, states: Sequence[Ungame]) -> Iterable[str]:
        last = states[-1]
        assert last.ending is not None
        yield last.ending.reason
        yield from (f"took {len(turn.tiles)}" for turn in last.turns)
        if "?" in "".join(last.taken):
            yield "blanks"


def board_of(players: int, turns: int, seed: int) -> Action:
    return {"players": players, "board": finished_board(Random(seed), turns)}


# Whatever is thrown at it

values = any_json(
    st.one_of(
        st.text(max_size=6),
        st.sampled_from(["H4", "4H", "H4-H5", "Z9", "HAUS", "AS", ".......SO"]),
    )
)
squares = st.lists(st.sampled_from(["H7", "H8", "H9", "H10", "I8", "J8", "8I"]), max_size=4)
fields: dict[str, Strategy] = {
    "player": st.one_of(st.integers(0, 2), values),
    "squares": st.one_of(squares, values),
    "points": st.one_of(st.integers(0, 5), values),
    "inadmissible": st.one_of(st.just([]), values),
    "removals": st.one_of(st.integers(0, 2), values),
    "winner": st.one_of(st.integers(0, 2), values),
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}
SMALL = [*["."] * 7, ".......HAUS", ".......A", ".......ST", *["."] * 5]

UNGAME_DRIVER = Driver(
    RandomUngame,
    setups=st.builds(board_of, st.integers(1, 4), st.integers(1, 12), seeds),
    starts=st.just(UNGAME.begin({"players": 2, "board": SMALL})),
    actions=st.one_of(
        values,
        st.fixed_dictionaries({"kind": st.sampled_from(UNGAME.kinds)}, optional=fields),
        st.fixed_dictionaries(
            {"kind": st.just("take"), "inadmissible": st.just([]), "removals": st.just(2)}
            | {name: fields[name] for name in ("player", "squares")}
        ),
    ),
    any_setup=st.one_of(
        values,
        st.fixed_dictionaries(
            {"players": st.one_of(st.integers(0, 5), values)},
            optional={
                "board": st.one_of(st.just(SMALL), st.lists(st.text("AE.", max_size=4)), values),
                "begins": fields["player"],
                "ruleset": st.one_of(st.sampled_from(["reise"]), values),
            },
        ),
    ),
    examples=12,
    throws=90,
    most_actions=103,
    samples=24,
    sample=lambda seed: board_of(1 + seed % 4, 1 + seed % 16, seed),
    meant=frozenset({"cleared", "stuck", "blanks", "took 1", "took 3"}),
    outside=replace(FEW_WORDS, lexicon=WORDS),
)
