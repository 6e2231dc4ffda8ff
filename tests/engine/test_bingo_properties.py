"""What holds for every bingo, tried on games played at random."""

import json
from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bingo import BINGO, Bingo
from engine.errors import Unreadable
from engine.games import first_not_drawn, replay
from engine.refusals import Refusal
from engine.shapes import to_json
from engine.table import Json
from tests.games.any_json import any_json, throw
from tests.games.bingo import COUNTS, Hall, RandomBingo, card

games = st.builds(
    RandomBingo, st.integers(2, 12), st.booleans(), st.builds(Random, st.integers(0, 2**32))
)

some = settings(max_examples=6)
FULL_SET = COUNTS + Counter("??")


@some
@given(games)
def test_no_tile_is_lost_and_nothing_is_accepted_twice(game: RandomBingo) -> None:
    for number, state in enumerate(game):
        assert Counter(state.called) + Counter(state.bag) == FULL_SET
        if number:
            again = BINGO.act(state, game.actions[-1])
            assert isinstance(again, Refusal), game.actions[-1]
            assert again.message


@some
@given(games)
def test_every_game_with_cards_ends_after_the_last_tile_at_the_latest(game: RandomBingo) -> None:
    *_, last = game
    kinds = Counter(action["kind"] for action in game.actions)
    assert kinds["call"] <= 102
    assert kinds["claim"] <= game.players
    assert kinds["note"] == 1
    assert last.is_over
    assert BINGO.offers(last) == ()


@some
@given(games, st.floats(0, 1, exclude_max=True))
def test_replaying_gives_the_live_state_and_undoing_the_one_before(
    game: RandomBingo, share: float
) -> None:
    live = list(game)
    stored = json.loads(json.dumps({"setup": game.setup, "actions": game.actions}))
    assert replay(BINGO, stored["setup"], stored["actions"]) == live[-1]
    number = int(share * len(game.actions))
    assert replay(BINGO, stored["setup"], stored["actions"][:number]) == live[number]
    assert first_not_drawn(BINGO, stored["setup"], stored["actions"], game.hall.seed) is None


@some
@given(games)
def test_what_is_struck_and_who_has_won_are_those_of_paper_and_pencil(game: RandomBingo) -> None:
    paper: dict[int, list[str]] = {}
    claims: list[int] = []
    for number, state in enumerate(game):
        action: Json = game.actions[number - 1] if number else {"kind": "begin"}
        if action["kind"] == "card":
            paper[action["player"]] = list("".join(action["words"]))
        elif action["kind"] == "call":
            for letters in paper.values():
                if action["tile"] in letters:
                    letters.remove(action["tile"])
        elif action["kind"] == "claim":
            assert paper[action["player"]] == []
            claims.append(action["player"])
        struck = [
            14 - len(paper[player]) if player in paper else 0 for player in range(game.players)
        ]
        assert json.loads(json.dumps(to_json(BINGO.view(state))))["scores"] == struck
    seen = to_json(BINGO.view(state))
    assert seen["ending"]["winners"] == sorted(claims)
    ranks = [(player in claims, points) for player, points in enumerate(struck)]
    assert seen["places"] == [1 + sum(other > own for other in ranks) for own in ranks]


def other_words(card: tuple[str, ...]) -> list[str]:
    """Two words that are not those of this card."""
    found = ["ANDEREN", "BILDERN"]
    return found if sorted(found) != sorted(card) else ["ANDEREN", "BASALTE"]


@some
@given(games)
def test_what_is_offered_is_granted_and_what_is_not_is_refused(game: RandomBingo) -> None:
    for state in game:
        offered = {(offer.kind, offer.player) for offer in BINGO.view(state).offers}
        for player in (None, *range(state.players)):
            by = {} if player is None else {"player": player}
            for kind in ("call", "note", "claim", "card"):
                if player is None and kind in ("claim", "card"):
                    continue
                words = {"words": ["ANDEREN", "BILDERN"]} if kind == "card" else {}
                if player is not None and kind == "card" and state.cards[player]:
                    words = {"words": other_words(state.cards[player])}
                said = {"number": len(state.called) + 1} if kind == "call" else words
                sent = BINGO.complete(state, {"kind": kind, **by, **said}, game.hall)
                granted = not isinstance(sent, Refusal) and isinstance(
                    BINGO.act(state, sent), Bingo
                )
                assert granted is ((kind, player) in offered), (kind, player)
        end = BINGO.act(state, {"kind": "end", "because": "director"})
        assert isinstance(end, Bingo) is (("end", None) in offered)


@some
@given(games)
def test_no_view_tells_the_words_of_another_before_the_end(game: RandomBingo) -> None:
    for state in game:
        if state.is_over:
            continue
        for seat in (None, 0, 1):
            view = to_json(BINGO.view(state, seat=seat, sees_all=False))
            seen = json.dumps(view, ensure_ascii=False)
            own = state.cards[seat] if seat is not None else ()
            for player, words in enumerate(state.cards):
                if player != seat:
                    assert not [word for word in words if word in seen and word not in own]
            assert all(word in seen for word in own)


# Whatever is thrown at it

values = any_json(
    st.one_of(
        st.text(max_size=8),
        st.sampled_from(["BILDERN", "ANDEREN", "E", "?", "e", "EE"]),
    )
)
words = st.lists(st.sampled_from(["BILDERN", "ANDEREN", "bildern", "TREPPEN", "AAL"]), max_size=3)
fields: dict[str, st.SearchStrategy[Any]] = {
    "player": st.one_of(st.integers(0, 2), values),
    "words": st.one_of(words, values),
    "inadmissible": st.one_of(st.just([]), words, values),
    "number": st.one_of(st.integers(1, 3), values),
    "tile": st.one_of(st.sampled_from("E?AX"), values),
    "winner": st.one_of(st.integers(0, 2), values),
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}
calls = st.fixed_dictionaries(
    {"kind": st.just("call"), "number": st.integers(1, 3), "tile": st.sampled_from("E?X")}
)
thrown = st.one_of(
    values, calls, st.fixed_dictionaries({"kind": st.sampled_from(BINGO.kinds)}, optional=fields)
)


@settings(max_examples=120)
@given(st.lists(thrown, max_size=8))
def test_any_json_gives_a_state_a_refusal_or_is_unreadable(actions: list[Any]) -> None:
    cards = [{**card(player, "BILDERN", "ANDEREN"), "inadmissible": []} for player in (0, 1)]
    throw(BINGO, replay(BINGO, {"players": 2}, cards), actions, Hall())


@settings(max_examples=100)
@given(
    st.one_of(
        values,
        st.fixed_dictionaries(
            {}, optional={"players": st.one_of(st.integers(0, 600), values), "caller": values}
        ),
    )
)
def test_any_json_is_a_set_up_or_is_not_begun(setup: Any) -> None:
    try:
        state = BINGO.begin(setup)
    except Unreadable:
        return
    json.dumps(to_json(BINGO.view(state)))


def test_the_random_games_meet_what_they_are_meant_to_meet() -> None:
    met: Counter[str] = Counter()
    for seed in range(20):
        *_, last = RandomBingo(2 + seed, seed % 2 == 0, Random(seed))
        assert last.ending is not None
        met[last.ending.reason] += 1
        met["several"] += len(last.winners) > 1
        met["without a card"] += () in last.cards
    for what in ("bingo", "tiles", "several", "without a card"):
        assert met[what], met
