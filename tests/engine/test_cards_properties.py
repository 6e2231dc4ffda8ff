"""What holds for every card game, tried on games played at random with real cards."""

import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import CARDS
from engine.cards.action_cards import USUAL
from engine.cards.actions import ACTIONS
from engine.cards.deck import DECK
from engine.cards.values import CardGame
from engine.errors import EngineError
from engine.games import replay
from engine.refusals import Refusal
from engine.shapes import to_json
from tests.games.any_json import any_action, any_json, throw
from tests.games.cards import RandomGame
from tests.lexicons import WORDS

VARIANTS = ("classic", "action")
FEW = range(6)
#: No game of this length has gone wrong: 112 cards, and turns that change nothing are rationed.
MOST_ACTIONS = 400


def setup_of(number: int) -> dict[str, Any]:
    setup = {"variant": VARIANTS[number % 2], "players": 2 + number % 3}
    return setup if number % 4 == 0 else {**setup, "begins": number % 2}


@cache
def played(number: int) -> tuple[RandomGame, list[CardGame]]:
    """A whole game, the same whenever the number is, and every state of it."""
    game = RandomGame(setup_of(number), Random(number))
    return game, list(game)


few = pytest.mark.parametrize("number", FEW)


def test_letters_that_stand_are_not_drawn_again() -> None:
    *_, last = RandomGame({"variant": "classic", "players": 4}, Random(1567))
    assert last.is_over


@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_no_card_is_lost_and_the_count_of_the_machine_is_that_of_the_table(seed: int) -> None:
    game = RandomGame(setup_of(seed), Random(seed))
    for state in game:
        if state.phase.value == "drawing":
            continue
        lying = ["?" if card.islower() else card for card in state.table.cards.values()]
        played_premium = state.pending and state.turns[-1].premium
        aside = [str(played_premium.factor)] if played_premium else []
        cards = Counter([*lying, *aside, *game.pile, *game.discarded])
        cards.update(card for hand in game.hands for card in hand)
        assert cards == Counter(DECK)
        assert state.pile == len(game.pile)
        assert state.discards == len(game.discarded) + len(aside)
        assert state.hand_sizes == tuple(map(len, game.hands))
        assert not Counter(state.discarded) - Counter([*game.discarded, *aside])
        for known, hand in zip(state.known, game.hands, strict=True):
            assert not Counter(known) - Counter(hand)
        check_action_cards(state, game)
    assert len(game.actions) < MOST_ACTIONS
    assert state.is_over
    assert all(not turn.hand_lacks for turn in state.turns)
    assert state.left is not None
    assert [*map(Counter, state.left)] == [*map(Counter, game.hands)]


def check_action_cards(state: CardGame, game: RandomGame) -> None:
    """What is known of the action cards is so, and no card is in two places."""
    believed = [*state.held, *state.action_pile]
    real = [*game.action_hands, *reversed(game.action_pile)]
    if state.variant.value == "action":
        assert sorted(real) == sorted(card.name for card in USUAL)
        assert len(believed) == len(real)
        assert all(name in (None, card) for name, card in zip(believed, real, strict=True))
    else:
        assert not [name for name in believed if name]


@few
def test_replaying_gives_the_live_state_and_undoing_the_one_before(number: int) -> None:
    game, states = played(number)
    stored = json.loads(json.dumps(game.actions))
    assert replay(CARDS, game.setup, stored) == states[-1]
    for length in (0, len(stored) // 2, len(stored) - 1):
        assert replay(CARDS, game.setup, stored[:length]) == states[length]


@few
def test_no_action_is_accepted_twice(number: int) -> None:
    game, states = played(number)
    for action, state in zip(game.actions, states[1:], strict=True):
        again = CARDS.act(state, action)
        # Only a draw among equals may bring the same cards again, and is one more draw.
        if isinstance(again, CardGame):
            assert action["kind"] == "draw"
            assert len(again.drawn) > len(state.drawn)


@few
def test_the_view_can_be_sent_at_every_step_and_offers_what_was_done_next(number: int) -> None:
    game, states = played(number)
    for state, action in zip(states, [*game.actions, None], strict=True):
        seen = json.loads(json.dumps(to_json(CARDS.view(state))))
        offered = {(offer["kind"], offer["player"]): offer for offer in seen["offers"]}
        if action is None:
            assert not offered
            continue
        offer = offered[action["kind"], action.get("player")]
        asked = {field["name"]: field for field in offer["asked"]}
        sent = {name: value for name, value in action.items() if name not in OUTSIDE}
        assert sent.keys() <= asked.keys() | {"kind", "player"}
        assert all(name in sent for name, field in asked.items() if field["is_needed"])
        for name in sent.keys() & asked.keys():
            field, values = asked[name], sent[name] if asked[name]["is_many"] else [sent[name]]
            if field["what"] in ("choice", "player"):
                assert set(values) <= set(field["choices"])
            if field["what"] == "number":
                assert field["least"] <= sent[name] <= field["most"]


OUTSIDE = {"removed", "inadmissible"}


@few
def test_what_is_not_offered_is_refused(number: int) -> None:
    game, states = played(number)
    untimely = {"wrong_phase", "not_on_turn", "window_shut", "own_move", "no_word_pending"}
    untimely |= {"no_action_cards", "action_played", "action_elsewhere", "action_not_fitting"}
    untimely |= {"bag_too_small", "more_than_rack"}
    for state in states[:: max(1, len(states) // 15)]:
        offered = {(offer.kind, offer.player) for offer in CARDS.offers(state)}
        for action in attempts(state):
            if (action["kind"], action.get("player")) in offered:
                continue
            result = CARDS.act(state, action)
            assert isinstance(result, Refusal), action
            assert result.code in untimely, (action, result)
    assert game.actions


def attempts(state: CardGame) -> list[dict[str, Any]]:
    return [
        {"kind": "draw", "cards": ["A"] * state.players},
        {"kind": "note"},
        {"kind": "left", "hands": [None] * state.players},
        {"kind": "end", "because": "director"},
        *({"kind": "pass", "player": player} for player in range(state.players)),
        *({"kind": "exchange", "player": player, "count": 1} for player in range(state.players)),
        *(
            {"kind": "place", "player": player, "coordinates": "A1", "word": "EN", "removed": []}
            for player in range(state.players)
        ),
        *(
            {"kind": "action", "player": player, "card": card.name}
            for player in range(state.players)
            for card in USUAL
        ),
        {"kind": "challenge", "by": 0, "words": [], "inadmissible": []},
    ]


@few
def test_the_scores_are_those_of_a_plain_recount(number: int) -> None:
    game, states = played(number)
    scores, table = recount(game.setup, states[1].on_turn or 0, game.actions, game.hands)
    assert list(states[-1].scores) == scores
    assert {tuple(at): card for at, card in states[-1].table.cards.items()} == table


# The recount: from the record alone, with nothing of the engine.

VALUES = {
    **dict.fromkeys("ADEINRSTU", 1),
    **dict.fromkeys("GHLO", 2),
    **dict.fromkeys("BMWZ", 3),
    **dict.fromkeys("CFKP", 4),
    **dict.fromkeys("ÄJÜV", 6),
    **dict.fromkeys("ÖX", 8),
    **dict.fromkeys("QY", 10),
}
Grid = dict[tuple[int, int], str]
Rule = tuple[Callable[[str], bool], int, int]


def vowels(word: str) -> int:
    return sum(word.count(vowel) for vowel in "AEIOUÄÖÜ")


def has_blank(word: str) -> bool:
    return any(letter.islower() for letter in word)


#: What the usual action cards say, written down once more.
PRINTED: dict[str, tuple[Rule, Rule]] = {
    "five_or_double": (
        (lambda w: len(w) == 5, 9, 7),
        (lambda w: any(w[n] == w[n + 1] for n in range(len(w) - 1)), 7, 5),
    ),
    "two_or_umlaut": ((lambda w: len(w) == 2, 4, 3), (lambda w: bool(set(w) & set("ÄÖÜ")), 10, 8)),
    "three_or_n_last": ((lambda w: len(w) == 3, 5, 4), (lambda w: w[-1] == "N", 5, 4)),
    "four_or_s_first": ((lambda w: len(w) == 4, 6, 5), (lambda w: w[0] == "S", 6, 5)),
    "six_or_m": ((lambda w: len(w) == 6, 10, 8), (lambda w: "M" in w, 5, 4)),
    "seven_or_blank": ((lambda w: len(w) > 6, 14, 11), (has_blank, 8, 6)),
    "three_vowels_or_a_first": ((lambda w: vowels(w) > 2, 6, 5), (lambda w: w[0] == "A", 6, 5)),
    "four_vowels_or_k": ((lambda w: vowels(w) > 3, 10, 8), (lambda w: "K" in w, 7, 5)),
    "vowel_first_or_t_last": (
        (lambda w: vowels(w[0]) == 1, 5, 4),
        (lambda w: w[-1] == "T", 6, 5),
    ),
    "e_last_or_g": ((lambda w: w[-1] == "E", 4, 3), (lambda w: "G" in w, 6, 5)),
    "r_last_or_u": ((lambda w: w[-1] == "R", 5, 4), (lambda w: "U" in w, 4, 3)),
    "same_ends_or_h": ((lambda w: w[0] == w[-1], 8, 6), (lambda w: "H" in w, 5, 4)),
    "b_first_or_o": ((lambda w: w[0] == "B", 8, 6), (lambda w: "O" in w, 5, 4)),
    "vowel_last_or_z": ((lambda w: vowels(w[-1]) == 1, 5, 4), (lambda w: "Z" in w, 9, 7)),
}


def recount(
    setup: dict[str, Any], begins: int, actions: list[dict[str, Any]], hands: list[list[str]]
) -> tuple[list[int], Grid]:
    """The scores of a game that was settled, and the table at its end."""
    players = setup["players"]
    scores, passes = [0] * players, 0
    grid: Grid = {}
    before: Grid = {}
    gone: set[tuple[int, int]] = set()
    last, earned, words = begins, 0, [""]
    for action in actions:
        kind = action["kind"]
        if kind == "challenge" and action["inadmissible"]:
            grid, gone = before, set()
            scores[last] -= earned
        elif kind == "action":
            own = action["player"] == last
            fitting = [
                gain if own else loss
                for fits, gain, loss in PRINTED[action["card"]]
                if any(seen_by(word, fits) for word in words)
            ]
            change = max(fitting) if own else -max(fitting)
            scores[last] += change
            earned += change
        elif kind in ("place", "exchange", "pass"):
            grid, gone = {at: card for at, card in grid.items() if at not in gone}, set()
            passes = passes + 1 if kind == "pass" or not exchanged(action) else 0
        if kind == "place":
            before, last = grid, action["player"]
            earned, words, grid, gone = lay(grid, action)
            scores[last] += earned
            assert action.get("points", earned) == earned
            assert {name_of(at) for at in gone} == set(action["removed"])
    grid = {at: card for at, card in grid.items() if at not in gone}
    lost = [sum(VALUES.get(card, 0) for card in hand) for hand in hands]
    scores = [score - value for score, value in zip(scores, lost, strict=True)]
    if passes < 2 * players:
        scores[hands.index([])] += sum(lost)
    return scores, grid


def exchanged(action: dict[str, Any]) -> bool:
    return action["kind"] == "place" or bool(action.get("count") or action.get("cards"))


def seen_by(word: str, fits: Callable[[str], bool]) -> bool:
    """Whether a condition holds; all but the one about blanks take them for their letters."""
    return fits(word if fits is has_blank else word.upper())


def lay(grid: Grid, action: dict[str, Any]) -> tuple[int, list[str], Grid, set[tuple[int, int]]]:
    start, is_across = place_of(action["coordinates"].split("-")[0], grid)
    high, wide = (0, 1) if is_across else (1, 0)
    word = action["word"]
    squares = [(start[0] + high * step, start[1] + wide * step) for step in range(len(word))]
    fresh = [square for square in squares if square not in grid]
    after = {**{square: word[squares.index(square)] for square in fresh}, **grid}
    lines = [line(after, squares[0], high, wide)]
    lines += [line(after, square, wide, high) for square in fresh]
    lines = [found for found in lines if len(found) > 1]
    points = 0
    for found in lines:
        factor = 1 if grid else 2
        if "premium_letter" in action and squares[action["premium_letter"] - 1] in found:
            factor = action["premium_factor"]
        points += factor * sum(VALUES.get(after[square], 0) for square in found)
    if len(fresh) + ("premium_letter" in action) == 7:
        points += 50
    counted = {square for found in lines for square in found}
    stays = counted
    while (more := completing(after, stays)) != stays:
        stays = more
    written = ["".join(after[square] for square in found) for found in lines]
    return points, written, after, after.keys() - stays


def completing(grid: Grid, stays: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """`stays` with all cards of every line of which less than a word would be left."""
    rest = {square: grid[square] for square in stays}
    more = set(stays)
    for square in stays:
        for high, wide in ((0, 1), (1, 0)):
            part, whole = line(rest, square, high, wide), line(grid, square, high, wide)
            word = "".join(rest[at] for at in part).upper()
            if 1 < len(part) < len(whole) and word not in WORDS:
                more |= set(whole)
    return more


def line(grid: Grid, square: tuple[int, int], high: int, wide: int) -> list[tuple[int, int]]:
    row, column = square
    while (row - high, column - wide) in grid:
        row, column = row - high, column - wide
    found = []
    while (row, column) in grid:
        found.append((row, column))
        row, column = row + high, column + wide
    return found


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ROWS: list[str] = [*LETTERS, *(first + second for first in LETTERS for second in LETTERS)]


def place_of(name: str, grid: Grid) -> tuple[tuple[int, int], bool]:
    """The square of that name which is nearest to the cards, and whether the word lies across."""
    is_across = name[0].isalpha()
    row, column = name.strip("0123456789"), name.strip(LETTERS)
    near = next(iter(grid), (12, 19))
    found = [
        (ROWS.index(row) + 702 * down, int(column) - 1 + 999 * right)
        for down in (-2, -1, 0, 1, 2)
        for right in (-2, -1, 0, 1, 2)
    ]
    return min(found, key=lambda at: abs(at[0] - near[0]) + abs(at[1] - near[1])), is_across


def name_of(square: tuple[int, int]) -> str:
    return ROWS[square[0] % 702] + str(square[1] % 999 + 1)


# Whatever is thrown at it

texts = st.one_of(
    st.text(max_size=12),
    st.text("ABENRSTU?nq. -–ß23\u0308", max_size=9),
    st.sampled_from(["M20", "M20-M21", "20M", "ZZ999", "EN", "ENe", "NE", "AN", "EEEEEEE", "2"]),
)
values = any_json(texts)
players = st.one_of(st.integers(0, 1), values)
numbers = st.one_of(st.none(), st.integers(0, 8), values)
words = st.one_of(st.lists(st.sampled_from(["EN", "NE", "AN", "ENE"]), max_size=2), values)
fields = {
    "player": players,
    "by": players,
    "winner": players,
    "coordinates": st.one_of(texts, values),
    "word": st.one_of(texts, values),
    "premium_factor": numbers,
    "premium_letter": numbers,
    "removed": st.one_of(st.just([]), st.lists(texts, max_size=2), values),
    "hand": st.one_of(st.none(), texts, values),
    "cards": st.one_of(st.lists(st.sampled_from("A?ENQ2"), max_size=3), texts, values),
    "count": numbers,
    "with_action": st.one_of(st.booleans(), values),
    "card": st.one_of(st.sampled_from(sorted(PRINTED)), values),
    "points": st.one_of(st.none(), values),
    "words": words,
    "inadmissible": words,
    "hands": st.one_of(st.lists(st.one_of(st.none(), texts), min_size=2, max_size=2), values),
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}


actions = st.one_of(values, any_action(ACTIONS, fields))
setups = st.fixed_dictionaries(
    {"variant": st.sampled_from(VARIANTS), "players": st.just(2)},
    optional={"begins": st.integers(0, 1)},
)


@settings(max_examples=100)
@given(setups, st.lists(actions, max_size=12))
def test_any_json_gives_a_state_a_refusal_or_is_unreadable(
    setup: dict[str, Any], thrown: list[Any]
) -> None:
    state = CARDS.begin(setup)
    throw(CARDS, state, thrown)


@settings(max_examples=60)
@given(
    st.one_of(
        values,
        st.fixed_dictionaries(
            {},
            optional={
                "variant": st.one_of(st.sampled_from(VARIANTS), values),
                "players": players,
                "begins": players,
                "action_cards": values,
            },
        ),
    )
)
def test_any_json_is_a_set_up_or_is_not_begun(setup: Any) -> None:
    with suppress(EngineError):
        assert isinstance(CARDS.begin(setup), CardGame)


def test_the_random_games_meet_what_they_are_meant_to_meet() -> None:
    met: Counter[str] = Counter()
    for number in FEW:
        _, states = played(number)
        ending = states[-1].ending
        assert ending is not None
        met[ending.reason] += 1
        for turn in states[-1].turns:
            met[turn.kind] += 1
            met["premium"] += turn.premium is not None
            met["removed"] += bool(turn.removed)
            met["cross words"] += len(turn.words) > 1
            met["action cards"] += len(turn.actions)
            met.update("upheld" if ruled.is_upheld else "rejected" for ruled in turn.challenges)
    expected = ("place", "exchange", "pass", "upheld", "rejected", "premium", "removed")
    for what in (*expected, "cross words", "action cards", "out", "passes"):
        assert met[what], met


def test_the_recount_knows_the_usual_action_cards() -> None:
    assert list(PRINTED) == [card.name for card in USUAL]
