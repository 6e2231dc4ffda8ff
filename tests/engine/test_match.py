"""Match play: the booklets' games, turns, challenges, exchanges, endings, settlement."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from engine import match as match_source
from engine.board import Board, Square
from engine.errors import EngineError, Unreadable
from engine.match import MATCH
from engine.match.values import Match, Phase, Reason
from engine.notation import read_move
from engine.rulesets import RULESETS
from engine.shapes import to_json
from engine.tiles import sort_tiles, without
from engine.verdicts import Code, lay
from tests.games.match import (
    HOUSE_CODES,
    NOTE,
    STUCK,
    after,
    begun,
    challenge,
    clock,
    exchange,
    left,
    may,
    pass_turn,
    place,
    refused,
)
from tests.games.playing import Action, Outside

SOURCE = Path(match_source.__file__).parent
GOLDEN = Path(__file__).parents[1] / "data" / "golden"


def golden(name: str) -> dict[str, Any]:
    data = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


SAMPLE_GAME = golden("standard_sample_game")
EXAMPLES = golden("standard_examples")
REISE_MOVES = golden("reise_examples")["moves"]
#: Both players know them, so every one of them is told.
SAMPLE_ACTIONS = [
    place(
        move["player"] - 1,
        move["coordinates"],
        move["word"],
        rack=move["rack"],
        points=move["points"],
    )
    for move in SAMPLE_GAME["moves"]
]


def near_the_end(name: str, *racks: str, bag: int = 0) -> Match:
    """A game in its last moves: HEIME on H8, these racks, so much in the bag, all else laid.

    The racks are not told, the game only knows their sizes.
    """
    state = begun(name, len(racks))
    board, _ = lay(Board(), read_move("H8", "HEIME").move)
    spare = without(state.ruleset.tile_set.all_tiles, board.tiles + "".join(racks))
    spare = spare[: len(spare) - bag].replace("?", "e")
    # Rows A to F and J to O take the spare tiles, far from the word.
    far = [Square(row, column) for row in range(15) if abs(row - 7) > 1 for column in range(15)]
    board = board.lay(zip(far, spare, strict=False))
    state = replace(state, board=board, rack_sizes=tuple(map(len, racks)))
    assert state.bag == bag
    return state


# The booklets' games


def test_the_sample_game_entered_move_by_move_ends_380_to_440() -> None:
    state = begun()
    for move, action in zip(SAMPLE_GAME["moves"], SAMPLE_ACTIONS, strict=True):
        state = after(state, action)
        assert [word for word, _ in state.turns[-1].words] == move["words"]
    totals = SAMPLE_GAME["totals_before_adjustment"]
    assert not state.is_over
    assert state.scores == (totals["1"], totals["2"]) == (390, 430)
    state = after(state, NOTE)
    assert state.is_over
    assert state.scores == tuple(SAMPLE_GAME["final"].values()) == (380, 440)
    assert state.winners == (1,)
    assert state.left == (sort_tiles(SAMPLE_GAME["left_on_rack"]["1"]), "")


def test_the_sample_game_needs_no_racks() -> None:
    state = begun()
    for move in SAMPLE_GAME["moves"]:
        state = after(state, place(move["player"] - 1, move["coordinates"], move["word"]))
    state = after(state, NOTE)
    assert state.scores == (380, 440)
    assert state.left == ("ILNPTU", "")


def test_the_slip_in_the_booklets_racks_is_told_and_stops_nobody() -> None:
    state = after(begun(), *SAMPLE_ACTIONS)
    doubts = {n: turn.rack_lacks for n, turn in enumerate(state.turns, 1) if turn.rack_lacks}
    assert doubts == {17: "O"}


def test_the_bag_of_the_sample_game_empties_as_tiles_are_drawn() -> None:
    state, drawn = begun(), 14
    assert state.bag == 102 - drawn
    for action in SAMPLE_ACTIONS:
        state = after(state, action)
        drawn = min(102, drawn + state.turns[-1].count)
        assert state.bag == 102 - drawn
    assert state.rack_sizes == (6, 0)


@pytest.mark.parametrize("name", ["standard", "kompakt", "tournament"])
@pytest.mark.parametrize(
    "example", EXAMPLES["examples"], ids=lambda case: str(case["move"]["word"])
)
def test_the_booklets_examples_score_as_printed(name: str, example: dict[str, Any]) -> None:
    state = begun(name)
    for move in example["before"]:
        state = after(state, place(0, move["coordinates"], move["word"]))
    player = state.on_turn
    assert player is not None
    move = example["move"]
    told = place(player, move["coordinates"], move["word"], points=example["points"])
    assert dict(after(state, told).turns[-1].words) == example["words"]


def test_the_travel_games_moves_score_as_printed() -> None:
    state = begun("reise", players=3)
    for number, move in enumerate(REISE_MOVES):
        player = number % 3
        told = place(player, move["coordinates"], move["word"], points=move["points"])
        state = after(state, told)
    assert state.scores == (12 + 12 + 14, 6 + 14 + 27, 7 + 16 + 23)


def test_the_last_tiles_of_the_booklet_move_nine_points() -> None:
    end = EXAMPLES["end_of_game"]
    state = near_the_end("standard", "N", end["left"]["loser"])
    state = after(state, place(0, "H8", "HEIMEN"), NOTE)
    won = state.turns[-1].points
    assert state.scores == (won + end["finisher_adjustment"], end["loser_adjustment"])


# Who begins


def draws(*tiles: str) -> Action:
    return {"kind": "draw", "tiles": [*tiles]}


def drawing(players: int) -> Match:
    return begun(players=players, begins=None)


@pytest.mark.parametrize(
    ("tiles", "first"), [(("B", "A"), 1), (("Ä", "A", "B"), 1), (("A", "B", "C", "?"), 3)]
)
def test_who_draws_the_first_tile_begins(tiles: tuple[str, ...], first: int) -> None:
    state = after(drawing(len(tiles)), draws(*tiles))
    assert (state.phase, state.on_turn) == (Phase.PLAYING, first)
    assert state.drawn == tuple(enumerate(tiles))


def test_equals_draw_again_among_themselves() -> None:
    state = after(drawing(4), draws("E", "A", "F", "A"))
    assert (state.phase, state.on_turn, state.drawing) == (Phase.DRAWING, None, (1, 3))
    state = after(state, draws("Z", "N"))
    assert (state.on_turn, state.drawing) == (3, ())
    assert state.bag == 102 - 4 * 7


def test_the_turn_goes_round() -> None:
    state = begun(players=3, begins=2)
    for player in [2, 0, 1, 2, 0]:
        assert state.on_turn == player
        state = after(state, pass_turn(player))


# Challenges

#: What a challenger loses for a word that is admissible.
DEDUCTIONS = {"standard": 5, "kompakt": 10, "reise": 0, "tournament": 10}


@pytest.mark.parametrize("name", DEDUCTIONS)
def test_a_challenge_rejected_costs_the_challenger(name: str) -> None:
    state = after(begun(name, players=3), place(0, "H4", "GRÜNDE"))
    points = state.scores[0]
    state = after(state, challenge(2, "GRÜNDE"))
    assert state.scores == (points, 0, -DEDUCTIONS[name])
    assert state.board.tiles == "GRÜNDE"
    assert state.on_turn == 1
    (ruled,) = state.turns[-1].challenges
    assert (ruled.by, ruled.is_upheld, ruled.deducted) == (2, False, DEDUCTIONS[name])


@pytest.mark.parametrize("name", DEDUCTIONS)
def test_a_challenge_upheld_takes_tiles_points_and_turn_back(name: str) -> None:
    before = begun(name, players=3)
    state = after(before, place(0, "H4", "GRÜNDS"))
    state = after(state, challenge(1, inadmissible=("GRÜNDS",)))
    assert state.scores == (0, 0, 0)
    assert (state.board, state.rack_sizes, state.bag) == (
        before.board,
        before.rack_sizes,
        before.bag,
    )
    assert state.on_turn == 1
    assert state.pending is None
    turn = state.turns[-1]
    assert turn.is_taken_back
    assert (turn.word, turn.points > 0, turn.total) == ("GRÜNDS", True, 0)
    assert state.known[0] == sort_tiles("GRÜNDS")


def test_words_are_ruled_together_and_one_bad_word_is_enough() -> None:
    state = after(begun(), place(0, "H6", "HUND"), place(1, "I7", "MAUS"))
    assert refused(state, challenge(0, "HUND")).code == "not_formed"
    state = after(state, challenge(0, "UM", "na", inadmissible=("NA",)))
    assert state.turns[-1].is_taken_back
    assert state.scores[1] == 0
    assert state.board.tiles == "HUND"


def test_one_deduction_for_a_challenge_of_several_words() -> None:
    state = after(begun("tournament"), place(0, "H6", "HUND"), place(1, "I7", "MAUS"))
    before = state.scores[0]
    assert after(state, challenge(0)).scores[0] == before - 10


def test_words_not_ruled_yet_can_still_be_challenged_by_anybody() -> None:
    state = after(begun(players=3), place(0, "H6", "HUND"), place(1, "I7", "MAUS"))
    state = after(state, challenge(2, "MAUS"))
    assert refused(state, challenge(0, "MAUS", "UM")).code == "already_ruled"
    assert state.pending is not None
    assert state.pending.open_words == ("UM", "NA", "DU")
    state = after(state, challenge(0, inadmissible=("DU",)))
    assert state.scores[1:] == (0, -5)
    assert [ruled.is_upheld for ruled in state.turns[-1].challenges] == [False, True]


def test_the_window_shuts_when_every_word_is_ruled() -> None:
    state = after(begun(), place(0, "H6", "HUND"), challenge(1))
    assert state.pending is None
    assert refused(state, challenge(1)).code == "window_shut"


@pytest.mark.parametrize(
    "noting", [NOTE, pass_turn(1), exchange(1, count=2), place(1, "9H", "DU")], ids=str
)
def test_once_the_points_are_noted_nothing_can_be_challenged(noting: Action) -> None:
    state = after(begun(), place(0, "H6", "HUND"))
    assert isinstance(MATCH.act(state, challenge(1, "HUND")), Match)
    state = after(state, noting)
    result = MATCH.act(state, challenge(1, "HUND"))
    assert not isinstance(result, Match)
    assert result.code == ("own_move" if noting["kind"] == "place" else "window_shut")
    assert refused(state, challenge(0, "HUND")).code in {"window_shut", "not_formed"}


def test_a_clock_read_in_between_leaves_the_window_open() -> None:
    state = after(begun("tournament"), place(0, "H6", "HUND"), clock(0, 60))
    state = after(state, challenge(1, inadmissible=("HUND",)))
    assert state.clocks == (60, None)
    assert state.board.is_empty


def test_baure_left_standing_is_extended_to_baurecht() -> None:
    state = after(begun("kompakt"), place(0, "H4", "BAURE"), pass_turn(1))
    assert state.board.tiles == "BAURE"
    extended = after(state, place(0, "H4", "BAURECHT"))
    assert [word for word, _ in extended.turns[-1].words] == ["BAURECHT"]
    assert after(extended, challenge(1, "BAURECHT")).scores == (extended.scores[0], -10)


def test_an_extension_that_is_inadmissible_can_be_challenged_but_not_what_it_extends() -> None:
    state = after(begun(), place(0, "H4", "BAURE"), place(1, "H4", "BAUREN"))
    noted = state.scores[0]
    assert refused(state, challenge(0, "BAURE")).code == "not_formed"
    state = after(state, challenge(0, "BAUREN", inadmissible=("BAUREN",)))
    assert state.board.tiles == "BAURE"
    assert state.scores == (noted, 0)


def test_the_last_move_can_be_challenged_before_it_ends_the_game() -> None:
    before = near_the_end("tournament", "N", "XA")
    state = after(before, place(0, "H8", "HEIMEN"))
    assert (state.phase, state.on_turn, state.is_over) == (Phase.PLAYING, None, False)
    upheld = after(state, challenge(1, inadmissible=("HEIMEN",)))
    assert (upheld.phase, upheld.on_turn, upheld.board) == (Phase.PLAYING, 1, before.board)
    assert upheld.rack_sizes == (1, 2)
    rejected = after(state, challenge(1))
    assert (rejected.is_over, rejected.scores[1]) == (True, -10 - 9)


@dataclass
class Judge(Outside):
    """Keeps the words that were asked about."""

    asked: list[Sequence[str]] = field(default_factory=list)

    def judge(self, words: Sequence[str]) -> bool:
        self.asked.append(words)
        return super().judge(words)


@pytest.mark.parametrize("words", [["hund"], ["HUND", "hund"], [], None])
def test_words_are_ruled_on_as_they_are_spelled(words: list[str] | None) -> None:
    state, outside = after(begun(), place(0, "H6", "HUND")), Judge()
    action = MATCH.complete(state, {"kind": "challenge", "by": 1, "words": words}, outside)
    assert outside.asked == [["HUND"]]
    assert action == challenge(1, "HUND")


@pytest.mark.parametrize("action", [[], None, {}, {"kind": "fold"}])
def test_what_is_no_action_is_not_completed(action: Any) -> None:
    with pytest.raises(Unreadable, match="'kind' is one of"):
        MATCH.complete(begun(), action, Outside())


@pytest.mark.parametrize("words", ["", {}, 0, False, "HUND"])
def test_words_challenged_are_a_list(words: object) -> None:
    state = after(begun(), place(0, "H6", "HUND"))
    with pytest.raises(Unreadable, match="'words'"):
        MATCH.complete(state, {"kind": "challenge", "by": 1, "words": words}, Outside())


# Exchanges


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("bag", [0, 1, 6, 7])
def test_an_exchange_needs_a_bag_as_the_ruleset_says(name: str, bag: int) -> None:
    state = near_the_end(name, "ABDEN", "ELNOS", bag=bag)
    needs = {"standard": 7, "tournament": 7, "kompakt": 1, "reise": 1}[name]
    result = MATCH.act(state, exchange(0, tiles="N"))
    assert ("exchange" in may(state)["0"]) is (bag >= needs)
    if bag >= needs:
        assert isinstance(result, Match)
        assert (result.bag, result.rack_sizes, result.on_turn) == (bag, (5, 5), 1)
    else:
        assert not isinstance(result, Match)
        late = "exchange_too_late" if needs == 7 else "bag_too_small"
        assert result.code == late


@pytest.mark.parametrize("name", RULESETS)
def test_an_exchange_is_secret_unless_the_tiles_are_shown(name: str) -> None:
    setup = {"ruleset": name, "players": 2}
    assert MATCH.tells_secret(setup, exchange(0, tiles="N")) is (name != "reise")
    assert not MATCH.tells_secret(setup, exchange(0, count=1))
    assert MATCH.tells_secret(setup, pass_turn(0, rack="ABCDEFG"))


@pytest.mark.parametrize("name", RULESETS)
def test_tiles_exchanged_are_named_where_they_are_shown(name: str) -> None:
    result = MATCH.act(begun(name), exchange(0, count=3))
    if name == "reise":
        assert not isinstance(result, Match)
        assert result.code == "tiles_not_shown"
    else:
        assert isinstance(result, Match)
        assert (result.turns[-1].tiles, result.turns[-1].count) == ("", 3)
    shown = after(begun(name), exchange(0, tiles="q?e"))
    assert shown.turns[-1].tiles == "?EQ"


def test_no_more_can_be_exchanged_than_the_bag_holds() -> None:
    state = near_the_end("kompakt", "ABDEN", "ELNOS", bag=2)
    assert refused(state, exchange(0, count=3)).code == "bag_too_small"
    assert after(state, exchange(0, count=2)).bag == 2


def test_what_is_known_of_a_rack_shrinks_with_what_leaves_it() -> None:
    state = after(begun(), exchange(0, tiles="QX", rack="QXABDEN"))
    assert state.known == ("ABDEN", "")
    state = after(state, pass_turn(1, rack="EEEEEEE"), exchange(0, count=1))
    assert state.known == ("", "EEEEEEE")
    state = after(state, place(1, "H7", "EE"))
    assert state.known == ("", "EEEEE")


# Endings


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["standard", "kompakt", "tournament"])
def test_two_rounds_of_passes_end_the_game_and_credit_nobody(name: str, players: int) -> None:
    state = begun(name, players)
    for number in range(2 * players):
        assert state.phase is Phase.PLAYING
        state = after(state, pass_turn(number % players))
    assert (state.phase, state.on_turn, state.bag) == (Phase.SETTLING, None, 102 - 7 * players)
    state = after(state, left(*["ABCDEFG", "EEEEEEE", "NNNNNNN", "SSSSSSS"][:players]))
    assert state.is_over
    assert state.ending is not None
    assert (state.ending.reason, state.ending.finisher) == (Reason.PASSES, None)
    assert state.scores[0] == -(1 + 3 + 4 + 1 + 1 + 4 + 2)
    assert state.settlement is not None
    assert all(settled.credited == 0 for settled in state.settlement)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_passes_count_only_in_succession(players: int) -> None:
    state = begun(players=players)
    for number in range(2 * players - 1):
        state = after(state, pass_turn(number % players))
    state = after(state, exchange(players - 1, count=1))
    assert state.passes == 0
    for number in range(2 * players):
        assert state.phase is Phase.PLAYING
        state = after(state, pass_turn(number % players))
    assert state.phase is Phase.SETTLING


def test_a_move_taken_back_is_no_pass() -> None:
    state = after(begun(), *[pass_turn(number % 2) for number in range(3)])
    state = after(state, place(1, "H7", "XQ"), challenge(0, inadmissible=("XQ",)))
    assert (state.phase, state.on_turn, state.passes) == (Phase.PLAYING, 0, 0)


def test_passes_never_end_the_travel_game() -> None:
    state = after(begun("reise"), *[pass_turn(number % 2) for number in range(12)])
    assert state.phase is Phase.PLAYING


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_without_moves_ends_where_the_ruleset_says_so(name: str) -> None:
    state = after(begun(name), place(0, "H6", "HUND"))
    if name in {"standard", "tournament"}:
        assert refused(state, STUCK).code == "passes_end_it"
        return
    if name == "reise":  # its booklet lets nobody stop before all tiles are drawn
        assert refused(state, STUCK).code == "bag_not_empty"
        state = near_the_end(name, "EE", "NN")
    state = after(state, STUCK)
    assert state.phase is Phase.SETTLING
    racks = ("E" * state.rack_sizes[0], "N" * state.rack_sizes[1])
    points = state.scores
    state = after(state, left(*racks))
    assert state.ending is not None
    assert state.ending.reason is Reason.STUCK
    assert state.scores == (points[0] - len(racks[0]), points[1] - len(racks[1]))


def test_the_bag_must_be_empty_too() -> None:
    state = near_the_end("standard", "N", "XA", bag=3)
    state = after(state, place(0, "H8", "HEIMEN"), NOTE)
    assert (state.phase, state.rack_sizes, state.bag) == (Phase.PLAYING, (1, 2), 2)


@pytest.mark.parametrize(("players", "told"), [(3, ("", "XA", None)), (4, (None, "XA", None, "Q"))])
def test_with_an_empty_bag_the_last_rack_follows_from_the_others(
    players: int, told: tuple[str | None, ...]
) -> None:
    racks = ("N", "XA", "DE", "Q")[:players]
    state = near_the_end("standard", *racks)
    state = after(state, place(0, "H8", "HEIMEN"))
    settling = after(state, NOTE)
    assert settling.phase is Phase.SETTLING
    assert refused(settling, left(*[None] * players)).code == "rack_missing"
    state = after(settling, left(*told))
    assert state.is_over
    assert state.left == ("", "AX", "DE", "Q")[:players]
    others = [9, 2, 10][: players - 1]
    points = state.turns[-1].points
    assert state.scores == (points + sum(others), *(-value for value in others))


def test_racks_told_before_settle_the_game_by_themselves() -> None:
    state = begun()
    for number in range(4):
        player = number % 2
        state = after(state, pass_turn(player, rack=["ABCDEFG", "EEEEEEE"][player]))
    assert state.is_over
    assert state.scores == (-16, -7)


def test_racks_told_that_cannot_be_are_not_settled_by() -> None:
    state = begun()
    for number in range(4):
        player = number % 2
        state = after(state, pass_turn(player, rack=["QABDEFG", "QEEEEEE"][player]))
    assert state.phase is Phase.SETTLING
    assert refused(state, left("QABDEFG", "QEEEEEE")).code == "tile_not_left"
    assert after(state, left("QABDEFG", "NEEEEEE")).scores == (-22, -7)


def test_tiles_left_are_told_while_the_game_is_settled_and_only_then() -> None:
    told = left("UTPLNI", "")
    state = after(begun(), *SAMPLE_ACTIONS)
    assert (state.on_turn, refused(state, told).code) == (None, "wrong_phase")
    assert refused(after(state, NOTE), told).code == "wrong_phase"


def test_tiles_left_need_not_be_named_at_all() -> None:
    assert refused(SETTLING, {"kind": "left"}) == refused(SETTLING, left(None, None))


@pytest.mark.parametrize("because", ["resigned", "time", "director"])
def test_a_game_ended_by_word_is_not_settled(because: str) -> None:
    state = after(begun(), place(0, "H6", "HUND"))
    points = state.scores
    state = after(state, {"kind": "end", "winner": 1, "because": because})
    assert state.is_over
    assert (state.scores, state.winners, state.settlement) == (points, (1,), None)
    assert state.ending is not None
    assert state.ending.because == because


def test_a_game_can_be_ended_while_its_last_move_waits_to_be_noted() -> None:
    state = after(near_the_end("standard", "N", "XA"), place(0, "H8", "HEIMEN"))
    points = state.scores
    state = after(state, {"kind": "end", "winner": 1, "because": "director"})
    assert (state.is_over, state.scores, state.winners) == (True, points, (1,))
    assert refused(state, challenge(1)).code == "window_shut"


def test_a_game_can_be_ended_before_it_began_and_without_a_winner() -> None:
    state = after(drawing(2), {"kind": "end", "winner": None, "because": "director"})
    assert (state.is_over, state.winners, state.scores) == (True, (), (0, 0))


def test_equal_scores_have_two_winners() -> None:
    racks = ["EEEEEEE", "NNNNNNN"]
    state = after(begun(), *[pass_turn(n % 2, rack=racks[n % 2]) for n in range(4)])
    assert (state.scores, state.winners) == ((-7, -7), (0, 1))


# Time


def finished_by_passes(name: str = "tournament") -> Match:
    racks = ["EEEEEEE", "NNNNNNN"]
    return after(begun(name), *[pass_turn(n % 2, rack=racks[n % 2]) for n in range(4)])


@pytest.mark.parametrize(("seconds", "lost"), [(1800, 0), (1801, 10), (1861, 20), (2100, 50)])
def test_minutes_begun_beyond_the_time_cost_points_at_the_end(seconds: int, lost: int) -> None:
    state = after(finished_by_passes(), clock(0, 1000), clock(1, seconds))
    assert state.scores == (-7, -7 - lost)
    assert state.settlement is not None
    assert state.settlement[1].time_deduction == lost
    early = after(begun("tournament"), clock(1, 5), clock(1, seconds))
    assert early.scores == (0, 0)
    assert early.phase is Phase.PLAYING


def test_the_last_reading_of_a_clock_counts() -> None:
    state = after(finished_by_passes(), clock(1, 1990), clock(1, 1700))
    assert state.scores == (-7, -7)


def test_more_than_five_minutes_over_lose_the_game_at_once() -> None:
    state = after(begun("tournament"), place(0, "H6", "HUND"))
    points = state.scores
    state = after(state, clock(0, 2101))
    assert (state.is_over, state.scores, state.winners) == (True, points, (1,))
    assert state.ending is not None
    assert state.ending.reason is Reason.TIME
    assert refused(state, clock(0, 10)).code == "wrong_phase"


def test_a_clock_read_after_the_last_move_loses_the_game_that_was_settled() -> None:
    state = after(begun("tournament"), *SAMPLE_ACTIONS)
    state = after(state, clock(1, 2101))
    assert state.is_over
    assert (state.scores, state.lost_on_time, state.winners) == ((380, 440), (1,), (0,))
    assert state.settlement is not None
    assert state.settlement[1].time_deduction is None


def test_who_lost_on_time_wins_no_draw() -> None:
    state = finished_by_passes()
    assert state.winners == (0, 1)
    assert after(state, clock(0, 2101)).winners == (1,)
    assert after(state, clock(0, 2101), clock(1, 2101)).winners == ()


def test_a_rack_that_play_has_refuted_is_forgotten() -> None:
    state = after(begun(), pass_turn(0, rack="ABCDEFG"), pass_turn(1, rack="HIKLMNO"))
    state = after(state, place(0, "H4", "STURM"), NOTE)
    assert state.known == ("", "HIKLMNO")
    state = after(state, *[pass_turn(player) for player in (1, 0)] * 2)
    assert state.phase is Phase.SETTLING
    assert after(state, left("ABCDEFG", None)).scores[1] == -15


def test_a_rack_is_known_still_where_new_tiles_explain_what_was_laid() -> None:
    state = after(begun(), place(0, "H6", "HUND", rack="HUNDEST"), NOTE, pass_turn(1))
    assert after(state, place(0, "G8", "ENG")).known[0] == "ST"


# What is refused

LATE = near_the_end("tournament", "HNN", "XAS")
PLACED = after(begun("tournament"), place(0, "H6", "HUND"))
OVER = finished_by_passes()
SETTLING = after(begun("tournament"), *[pass_turn(number % 2) for number in range(4)])
JACKS = replace(begun(), ruleset=replace(begun().ruleset, first_word_letters=5))

REFUSALS: list[tuple[str, Match, Action]] = [
    ("off_board", begun(), place(0, "H13", "HUND")),
    ("not_one_line", begun(), place(0, "H6-I9", "HUND")),
    ("length_mismatch", begun(), place(0, "H6-H8", "HUND")),
    ("tile_mismatch", PLACED, place(1, "H6", "MUNDS")),
    ("blank_without_letter", begun(), place(0, "H6", "H?ND")),
    ("runs_on", PLACED, place(1, "H10", "EN")),
    ("single_letter", begun(), place(0, "H8", "E")),
    ("nothing_laid", PLACED, place(1, "H6", "HUND")),
    ("misses_centre", begun(), place(0, "A1", "HUND")),
    ("first_word_too_short", JACKS, place(0, "H6", "HUND")),
    ("not_connected", PLACED, place(1, "A1", "MAUS")),
    ("too_many_tiles", begun(), place(0, "H4", "GRÜNDENS")),
    ("not_on_rack", begun(), place(0, "H6", "HUND", rack="HUNGERS")),
    ("not_on_rack", begun(), exchange(0, tiles="X", rack="HUNGERS")),
    ("wrong_phase", drawing(2), place(0, "H6", "HUND")),
    ("wrong_phase", drawing(2), left("", "")),
    ("wrong_phase", drawing(2), STUCK),
    ("wrong_phase", begun(), draws("A", "B")),
    ("wrong_phase", begun(), left("E", "N")),
    ("wrong_phase", SETTLING, pass_turn(0)),
    ("wrong_phase", OVER, {"kind": "end", "because": "director"}),
    (
        "wrong_phase",
        after(near_the_end("standard", "N", "XA"), place(0, "H8", "HEIMEN")),
        pass_turn(1),
    ),
    ("wrong_phase", begun("tournament", begins=None), clock(0, 10)),
    ("no_such_player", begun(), pass_turn(2)),
    ("no_such_player", PLACED, challenge(2)),
    ("no_such_player", PLACED, clock(2, 10)),
    ("no_such_player", PLACED, {"kind": "end", "winner": 2, "because": "director"}),
    ("not_on_turn", begun(), pass_turn(1)),
    ("each_draws_one", drawing(3), draws("A", "B")),
    ("tile_not_left", drawing(2), draws("Q", "Q")),
    ("tile_not_left", begun(), place(0, "H7", "XX")),
    ("tile_not_left", after(begun(), place(0, "H7", "QI")), place(1, "H7", "QIQ")),
    ("tile_not_left", begun(), place(0, "H6", "hunD")),
    ("tile_not_left", begun(), pass_turn(0, rack="QQABCDE")),
    ("tile_not_left", SETTLING, left("QQABCDE", "EEEEEEE")),
    ("wrong_rack_size", begun(), pass_turn(0, rack="ABC")),
    ("wrong_rack_size", SETTLING, left("ABC", "EEEEEEE")),
    ("more_than_rack", LATE, place(0, "H6", "XAHEIMENN")),
    ("more_than_rack", begun(), exchange(0, count=8)),
    ("wrong_points", begun(), place(0, "H4", "GRÜNDE", points=27)),
    ("exchange_too_late", LATE, exchange(0, count=1)),
    ("bag_too_small", near_the_end("kompakt", "HNN", "XAS"), exchange(0, count=1)),
    ("nothing_exchanged", begun(), exchange(0, tiles="")),
    ("tiles_not_shown", begun("reise"), exchange(0, count=1)),
    ("window_shut", begun(), challenge(1)),
    ("window_shut", begun(), NOTE),
    ("own_move", PLACED, challenge(0)),
    ("not_formed", PLACED, challenge(1, "KATZE")),
    ("not_formed", PLACED, challenge(1, "")),
    (
        "already_ruled",
        after(PLACED, place(1, "I7", "MAUS"), challenge(0, "MAUS")),
        challenge(0, "MAUS"),
    ),
    ("not_challenged", PLACED, challenge(1, "HUND", inadmissible=("KATZE",))),
    ("passes_end_it", PLACED, STUCK),
    ("bag_not_empty", begun("reise"), STUCK),
    ("no_clock", begun(), clock(0, 10)),
    ("rack_missing", SETTLING, left("ABCDEFG", None)),
]


@pytest.mark.parametrize(("code", "state", "action"), REFUSALS, ids=[row[0] for row in REFUSALS])
def test_against_the_rules_is_refused_with_its_code(
    code: str, state: Match, action: Action
) -> None:
    assert refused(state, action).code == code


def test_every_code_but_those_of_other_questions_is_met() -> None:
    elsewhere = {
        "valid",
        "word_not_admissible",  # challenges rule on words
        "square_taken",  # of tiles put down one by one
        "gap",
        "blanks_stay",  # of blanks taken back
        "no_blank_there",
    }
    modules = ("actions", "challenges", "players", "settlement")
    shared = (SOURCE.parent / f"{name}.py" for name in modules)
    files = (*SOURCE.glob("*.py"), *shared)
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    own = set(re.findall(r'Refusal\(\s*"(\w+)"', source)) - HOUSE_CODES
    assert {code for code, _, _ in REFUSALS} == own | set(Code) - elsewhere


def test_wrong_points_are_answered_with_the_right_ones() -> None:
    refusal = refused(begun(), place(0, "H4", "GRÜNDE", points=27))
    assert refusal.detail == {"points": 27, "right": 28}


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "pass",
        {},
        {"kind": "resign"},
        {"kind": ["pass"]},
        {"kind": "pass"},
        {"kind": "pass", "player": True},
        {"kind": "pass", "player": -1},
        {"kind": "pass", "player": "0"},
        {"kind": "pass", "player": 0, "rak": "ABC"},
        {"kind": "pass", "player": 0, "rack": 7},
        {"kind": "pass", "player": 0, "rack": "A1"},
        place(0, "H", "HUND"),
        place(0, "H6", "H-ND"),
        place(0, "H6", ""),
        exchange(0),
        exchange(0, tiles="AB", count=2),
        exchange(0, count=1.5),
        challenge(1, "H1"),
        {"kind": "challenge", "by": 1, "words": "HUND", "inadmissible": []},
        {"kind": "challenge", "by": 1, "words": [None], "inadmissible": []},
        {"kind": "challenge", "by": 1, "words": []},
        {"kind": "draw", "tiles": ["AB", "C"]},
        left("ABCDEFG"),
        {"kind": "end", "because": "weather"},
    ],
    ids=str,
)
def test_what_is_no_action_is_unreadable(action: Any) -> None:
    with pytest.raises(Unreadable):
        MATCH.act(begun(), action)


@pytest.mark.parametrize(
    "setup",
    [
        None,
        {},
        {"ruleset": "standard"},
        {"ruleset": "standard", "players": 1},
        {"ruleset": "standard", "players": 5},
        {"ruleset": "standard", "players": "2"},
        {"ruleset": "standard", "players": 2, "begins": 2},
        {"ruleset": "standard", "players": 2, "board": []},
        {"ruleset": "lounge", "players": 2},
        {"ruleset": [], "players": 2},
    ],
    ids=str,
)
def test_what_is_no_set_up_is_not_begun(setup: Any) -> None:
    with pytest.raises(EngineError):
        MATCH.begin(setup)


# What is seen


def test_the_view_is_json_and_says_what_everybody_may_do() -> None:
    state = after(begun("tournament", players=3), place(0, "H6", "HUND", seconds=75))
    seen = to_json(MATCH.view(state))
    assert json.loads(json.dumps(seen)) == seen
    assert may(state) == {
        "table": ["note", "clock", "end"],
        "0": [],
        "1": ["place", "exchange", "pass", "challenge"],
        "2": ["challenge"],
    }
    assert seen["challenge"] == {"player": 0, "words": ["HUND"]}
    assert seen["board"][7] == ".....HUND......"
    (turn,) = seen["turns"]
    assert (turn["word"], turn["coordinates"], turn["seconds"]) == ("HUND", "H6-H9", 75)
    assert (seen["phase"], seen["on_turn"], seen["bag"]) == ("playing", 1, 102 - 21 - 4)
    assert seen["ending"] is seen["settlement"] is None


def test_the_view_of_a_game_that_is_over_shows_how_it_was_settled() -> None:
    state = after(begun(), *SAMPLE_ACTIONS, NOTE)
    seen = to_json(MATCH.view(state))
    assert seen["offers"] == []
    assert seen["ending"] == {
        "reason": "out",
        "finisher": 1,
        "because": None,
        "winners": [1],
        "lost_on_time": [],
    }
    lost, won = seen["settlement"]
    assert lost == {
        "left": "ILNPTU",
        "deducted": 10,
        "credited": 0,
        "time_deduction": 0,
        "total": 380,
    }
    assert (won["left"], won["credited"], won["total"]) == ("", 10, 440)


def test_the_view_shows_a_move_taken_back() -> None:
    state = after(begun(), place(0, "H6", "HUND"), challenge(1, inadmissible=("HUND",)))
    (turn,) = to_json(MATCH.view(state))["turns"]
    assert turn["taken_back"] is True
    assert turn["challenges"] == [
        {"by": 1, "words": ["HUND"], "inadmissible": ["HUND"], "upheld": True, "deducted": 0}
    ]
