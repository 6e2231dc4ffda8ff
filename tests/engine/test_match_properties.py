"""What holds for every game at the table, tried on games played at random with real tiles."""

import json
from collections import Counter
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import EMPTY, LETTER_FACTORS, WORD_FACTORS
from engine.errors import EngineError
from engine.games import replay
from engine.match import MATCH
from engine.match.actions import ACTIONS
from engine.match.values import Match
from engine.refusals import Refusal
from engine.rulesets import RULESETS, ruleset
from engine.shapes import to_json
from tests.games.any_json import any_action, any_json, throw
from tests.games.match import RandomGame, may

setups = st.fixed_dictionaries(
    {"ruleset": st.sampled_from(list(RULESETS)), "players": st.integers(2, 4)},
    optional={"begins": st.integers(0, 1)},
)

games = st.builds(RandomGame, setups, st.builds(Random, st.integers(0, 2**32)))

some = settings(max_examples=25)


@some
@given(games)
def test_no_tile_is_lost_and_the_count_of_the_machine_is_that_of_the_table(
    game: RandomGame,
) -> None:
    for state in game:
        if state.phase.value == "drawing":
            continue
        lying = ["?" if cell.islower() else cell for cell in state.board.cells if cell != EMPTY]
        tiles = Counter(lying) + Counter(game.bag) + Counter("".join(game.racks))
        assert tiles == Counter(game.rules.tile_set.all_tiles)
        assert state.bag == len(game.bag)
        assert state.rack_sizes == tuple(map(len, game.racks))
        for known, rack in zip(state.known, game.racks, strict=True):
            assert not Counter(known) - Counter(rack)
    assert all(not turn.rack_lacks for turn in state.turns)
    if state.left is not None:
        assert [*map(Counter, state.left)] == [*map(Counter, game.racks)]


@some
@given(games)
def test_every_game_that_keeps_playing_ends(game: RandomGame) -> None:
    *_, last = islice(game, 400)
    assert last.is_over


@some
@given(games, st.floats(0, 1, exclude_max=True))
def test_replaying_gives_the_live_state_and_undoing_the_one_before(
    game: RandomGame, share: float
) -> None:
    live = list(game)
    assert replay(MATCH, game.setup, game.actions) == live[-1]
    number = int(share * len(game.actions))
    stored = json.loads(json.dumps(game.actions))
    assert replay(MATCH, game.setup, stored[:number]) == live[number]


@some
@given(games)
def test_the_scores_are_those_of_a_plain_recount(game: RandomGame) -> None:
    *_, state = game
    seen = json.loads(json.dumps(to_json(MATCH.view(state))))
    assert seen["scores"] == recount(seen, [sorted(rack) for rack in game.racks])
    assert seen["board"] == laid_again(seen)


@settings(max_examples=10)
@given(games)
def test_the_view_lists_just_what_is_not_out_of_turn(game: RandomGame) -> None:
    for state in game:
        seen = may(state)
        for player in range(state.players):
            for kind in ("place", "exchange", "pass", "challenge"):
                result = MATCH.act(state, attempt(kind, player))
                untimely = isinstance(result, Refusal) and result.code in {
                    "wrong_phase",
                    "not_on_turn",
                    "exchange_too_late",
                    "bag_too_small",
                    "window_shut",
                    "own_move",
                }
                assert untimely is not (kind in seen[str(player)]), (kind, result)
        for kind in ("note", "stuck", "clock", "end"):
            granted = isinstance(MATCH.act(state, attempt(kind, 0)), Match)
            assert granted is (kind in seen["table"]), kind


def attempt(kind: str, player: int) -> dict[str, Any]:
    """An action of which only its moment is asked: move and words are none."""
    fields: dict[str, dict[str, Any]] = {
        "place": {"player": player, "coordinates": "A1", "word": "A"},
        "exchange": {"player": player, "tiles": "E"},
        "fill": {"player": player},
        "pass": {"player": player},
        "challenge": {"by": player, "words": ["QQ"], "inadmissible": []},
        "clock": {"player": player, "seconds": 5},
        "end": {"because": "director"},
    }
    return {"kind": kind, **fields.get(kind, {})}


# The recount: from the score sheet alone, with nothing of the engine but the values of the tiles.

_EDGE, _LAST = {0, 7, 14}, 14
_DOUBLE_LETTERS = [(0, 3), (2, 6), (3, 0), (3, 7), (6, 2), (6, 6), (7, 3)]


def mirrored(row: int, column: int) -> tuple[int, int]:
    return min(row, _LAST - row), min(column, _LAST - column)


def word_factor(row: int, column: int) -> int:
    if row in _EDGE and column in _EDGE and (row, column) != (7, 7):
        return 3
    high, wide = mirrored(row, column)
    return 2 if high == wide and high in {1, 2, 3, 4, 7} else 1


def letter_factor(row: int, column: int) -> int:
    if mirrored(row, column) in _DOUBLE_LETTERS:
        return 2
    return 3 if mirrored(row, column) in {(1, 5), (5, 1), (5, 5)} else 1


def squares_of(turn: dict[str, Any]) -> list[tuple[int, int]]:
    start, _ = turn["coordinates"].split("-")
    is_across = start[0].isalpha()
    letter, number = (start[0], start[1:]) if is_across else (start[-1], start[:-1])
    row, column = "ABCDEFGHIJKLMNO".index(letter), int(number) - 1
    return [
        (row, column + step) if is_across else (row + step, column)
        for step in range(len(turn["word"]))
    ]


def laid_again(seen: dict[str, Any]) -> list[str]:
    grid: dict[tuple[int, int], str] = {}
    for turn in seen["turns"]:
        if turn["kind"] == "place" and not turn["taken_back"]:
            swap_blanks(grid, turn)
            grid |= dict(zip(squares_of(turn), turn["word"], strict=True))
    return ["".join(grid.get((row, column), ".") for column in range(15)) for row in range(15)]


def swap_blanks(grid: dict[tuple[int, int], str], turn: dict[str, Any]) -> None:
    """Real letters where blanks were taken back."""
    for name in turn["blanks"]:
        square = "ABCDEFGHIJKLMNO".index(name[0]), int(name[1:]) - 1
        assert grid[square].islower()
        grid[square] = grid[square].upper()


def recount(seen: dict[str, Any], racks: list[list[str]]) -> list[int]:
    rules = ruleset(seen["ruleset"])
    values = rules.tile_set.values
    deduction = {"standard": 5, "kompakt": 10, "reise": 0, "tournament": 10}[rules.name]
    scores = [0] * seen["players"]
    facts = {fact["code"]: fact["value"] for fact in seen["facts"]}
    grid: dict[tuple[int, int], str] = {}
    for turn in seen["turns"]:
        for ruled in turn["challenges"]:
            if not ruled["upheld"]:
                scores[ruled["by"]] -= deduction
        if turn["kind"] == "overtime":
            scores[turn["player"]] -= facts["overtime_points"]
        if turn["kind"] != "place" or turn["taken_back"]:
            continue
        swap_blanks(grid, turn)
        squares = squares_of(turn)
        fresh = [square for square in squares if square not in grid]
        grid |= dict(zip(squares, turn["word"], strict=True))
        is_down = turn["coordinates"][0].isdigit()
        lines = [line(grid, squares[0], is_down=is_down)]
        lines += [line(grid, square, is_down=not is_down) for square in fresh]
        for word in lines:
            if len(word) < 2:
                continue
            spelled = "".join(grid[square] for square in word).upper()
            if spelled in turn["theme_words"]:
                scores[turn["player"]] += facts["theme_bonus"]
            points, factor = 0, 1
            for square in word:
                value = 0 if grid[square].islower() else values[grid[square]]
                points += value * (letter_factor(*square) if square in fresh else 1)
                factor *= word_factor(*square) if square in fresh else 1
            scores[turn["player"]] += points * factor
        scores[turn["player"]] += 50 if len(fresh) == rules.rack_size else 0
    if seen["settlement"]:
        left = [sum(values[tile] for tile in rack) for rack in racks]
        scores = [score - lost for score, lost in zip(scores, left, strict=True)]
        if seen["ending"]["reason"] == "out":
            scores[racks.index([])] += sum(left)
        for player, seconds in enumerate(seen["clocks"]):
            over = max(0, (seconds or 0) - 1800)
            scores[player] -= 10 * (over // 60 + (1 if over % 60 else 0))
    return scores


def line(
    grid: dict[tuple[int, int], str], square: tuple[int, int], *, is_down: bool
) -> list[tuple[int, int]]:
    high, wide = (1, 0) if is_down else (0, 1)
    row, column = square
    while (row - high, column - wide) in grid:
        row, column = row - high, column - wide
    found = []
    while (row, column) in grid:
        found.append((row, column))
        row, column = row + high, column + wide
    return found


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


actions = st.one_of(values, any_action(ACTIONS, fields))


@settings(max_examples=300)
@given(setups, st.lists(actions, max_size=12))
def test_any_json_gives_a_state_a_refusal_or_is_unreadable(
    setup: dict[str, Any], thrown: list[Any]
) -> None:
    state = MATCH.begin(setup)
    throw(MATCH, state, thrown)


@settings(max_examples=200)
@given(
    st.one_of(
        values,
        st.fixed_dictionaries(
            {}, optional={"ruleset": values, "players": players, "begins": players}
        ),
    )
)
def test_any_json_is_a_set_up_or_is_not_begun(setup: Any) -> None:
    with suppress(EngineError):
        assert isinstance(MATCH.begin(setup), Match)


def test_the_random_games_meet_what_they_are_meant_to_meet() -> None:
    met: Counter[str] = Counter()
    for seed in range(24):
        setup = {"ruleset": [*RULESETS][seed % 4], "players": 2 + seed % 3}
        *_, state = RandomGame(setup, Random(seed))
        assert state.ending is not None
        met[state.ending.reason] += 1
        for turn in state.turns:
            met[turn.kind] += 1
            met.update("upheld" if ruled.is_upheld else "rejected" for ruled in turn.challenges)
    for what in ("out", "place", "exchange", "pass", "upheld", "rejected"):
        assert met[what], met
    assert met["passes"] or met["stuck"], met


def test_the_recount_has_its_premiums_where_the_board_has_them() -> None:
    squares = [(row, column) for row in range(15) for column in range(15)]
    assert tuple(word_factor(*square) for square in squares) == WORD_FACTORS
    assert tuple(letter_factor(*square) for square in squares) == LETTER_FACTORS
