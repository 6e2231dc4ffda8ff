"""What holds for every Party game, tried on games played at random with all dice and timers."""

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
from engine.games import first_not_drawn, replay
from engine.party import PARTY
from engine.party.actions import ACTIONS
from engine.party.values import Face, Kind, Party, Source
from engine.refusals import Refusal
from engine.shapes import to_json
from engine.tiles import STANDARD
from tests.engine.independent_party import COUNTS, VALUES, Recount, letter_factor, word_factor
from tests.games.any_json import any_action, any_json, throw
from tests.games.party import RandomParty, Table

#: Many bonus squares, so that the die is rolled often.
SQUARES = [f"{column}{row}" for column in "CEGIKM" for row in (3, 5, 7, 8, 9, 11, 13)]

sources = st.sampled_from([source.value for source in Source])
setups = st.fixed_dictionaries(
    {"players": st.just(2), "dice": sources, "timer": sources},
    optional={
        "begins": st.integers(0, 1),
        "bonus_squares": st.just(SQUARES),
        "zone_seconds": st.sampled_from([1, 20]),
    },
)

games = st.builds(RandomParty, setups, st.builds(Random, st.integers(0, 2**32)))

some = settings(max_examples=8)
MOST_ACTIONS = 1500


@some
@given(games)
def test_no_tile_is_lost_and_every_game_ends_with_a_view_at_every_step(game: RandomParty) -> None:
    *states, last = islice(game, MOST_ACTIONS)
    assert last.is_over
    for state in (*states, last):
        lying = ["?" if cell.islower() else cell for cell in state.board.cells if cell != EMPTY]
        view = to_json(PARTY.view(state))
        assert json.loads(json.dumps(view)) == view
        [tray] = view["trays"]
        assert Counter(lying) + Counter(tray["tiles"]) == Counter(STANDARD.all_tiles)
        assert tray["count"] == len(tray["tiles"])


@some
@given(games, st.floats(0, 1, exclude_max=True))
def test_replaying_gives_the_live_state_and_undoing_the_one_before(
    game: RandomParty, share: float
) -> None:
    live = list(game)
    stored = json.loads(json.dumps(game.actions))
    assert replay(PARTY, game.setup, stored) == live[-1]
    number = int(share * len(stored))
    assert replay(PARTY, game.setup, stored[:number]) == live[number]
    if game.setup["dice"] == "server":
        assert first_not_drawn(PARTY, game.setup, stored, game.table.seed) is None


@some
@given(games)
def test_the_scores_are_those_of_a_plain_recount(game: RandomParty) -> None:
    recount = Recount(game.setup)
    begun, *states = game
    assert begun.scores == (0, 0)
    for action, state in zip(game.actions, states, strict=True):
        recount.take(action)
        assert list(state.scores) == recount.scores, action


@some
@given(games)
def test_no_action_is_accepted_twice_but_as_the_next_of_its_kind(game: RandomParty) -> None:
    _, *states = game
    for action, state in zip(game.actions, states, strict=True):
        again = PARTY.act(state, action)
        if isinstance(again, Refusal):
            assert again.message
        elif action["kind"] == "roll":  # the letter had run out
            assert again.letter_rolls == state.letter_rolls + 1
        else:  # the others missed their turn, and this one needs no roll
            assert state.turns[-1].kind is Kind.MISSED
            assert action["kind"] in ("pass", "timeout")
            assert len(again.turns) > len(state.turns)


@settings(max_examples=6)
@given(games)
def test_what_is_not_offered_is_refused_and_what_is_offered_is_not_out_of_turn(
    game: RandomParty,
) -> None:
    for state in game:
        may = offered(state)
        for kind in ACTIONS.kinds:
            for team in (0, 1):
                result = tried(state, attempt(state, kind, team))
                if isinstance(result, Party):
                    assert (kind, team) in may, (kind, team)
                else:
                    is_untimely = result.code in UNTIMELY
                    assert is_untimely is ((kind, team) not in may), (kind, team, result)


UNTIMELY = {
    *("wrong_phase", "not_on_turn", "window_shut", "own_move", "others_timer", "no_timer"),
    *("bonus_owed", "no_bonus_due", "nothing_to_choose", "fault_told", "time_left"),
}


def tried(state: Party, action: dict[str, Any]) -> Party | Refusal:
    """What comes of it; whether the time is up is known outside only."""
    if action["kind"] == "timeout":
        refusal = PARTY.complete(state, action, Table(elapsed_ms=0))
        if isinstance(refusal, Refusal):
            return refusal
    return PARTY.act(state, action)


def offered(state: Party) -> set[tuple[str, int]]:
    """Kinds with the teams that may take them; both where it is nobody's own."""
    may = set()
    for offer in PARTY.offers(state):
        teams = [0, 1] if offer.player is None else [offer.player]
        for asked in offer.asked:
            if asked.name in ("player", "by"):
                teams = [int(choice) for choice in asked.choices]
        may |= {(offer.kind, team) for team in teams}
    return may


def attempt(state: Party, kind: str, team: int) -> dict[str, Any]:
    """An action of which its moment is asked: the word is none, what can be right is."""
    time: dict[str, Any] = {"elapsed_ms": 0} if state.rules.timer is Source.SERVER else {}
    zoned = {"zone": "-5"} if state.rules.timer is Source.TYPED else time
    stands = state.current is not None and state.current.zone is not None
    fields: dict[str, dict[str, Any]] = {
        "roll": {"player": team, "letter": "E"},
        "start": {"player": team},
        "stop": {"player": team, **zoned},
        "place": {"player": team, "coordinates": "A1", "word": "A"},
        "bonus": {"player": team, "face": "again"},
        "choose": {"player": team, "squares": ["A1"]},
        "pass": {"player": team, **(time if stands else zoned)},
        "timeout": {"player": team},
        "false_start": {"player": team},
        "false_stop": {"player": team},
        "challenge": {"by": team, "words": ["QQ"], "inadmissible": []},
        "end": {"because": "director"},
    }
    return {"kind": kind, **fields.get(kind, {})}


# Whatever is thrown at it

texts = st.one_of(
    st.text(max_size=12),
    st.text("ABENRSTU?nq. -–ß\u0308", max_size=9),
    st.sampled_from(["H8", "G8-H8", "8G", "Z99", "EN", "ENe", "4x", "-5", "again", "triple"]),
)
values = any_json(texts)
players = st.one_of(st.integers(0, 1), st.integers(0, 1), values)
words = st.one_of(st.lists(st.sampled_from(["EN", "NE", "AN", "ENE"]), max_size=2), values)
fields = {
    "player": players,
    "by": players,
    "winner": players,
    "letter": st.one_of(st.sampled_from("AENR"), values),
    "zone": st.one_of(st.sampled_from(["4x", "2x", "-5"]), values),
    "elapsed_ms": st.one_of(st.integers(0, 130_000), values),
    "coordinates": st.one_of(st.sampled_from(["G8-H8", "7G-8G"]), texts, values),
    "word": st.one_of(st.sampled_from(["EN", "AN", "En"]), texts, values),
    "points": st.one_of(st.none(), values),
    "face": st.one_of(st.sampled_from([face.value for face in Face]), values),
    "squares": st.one_of(st.just(["G8"]), values),
    "words": words,
    "inadmissible": words,
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}


actions = st.one_of(
    values,
    st.dictionaries(st.just("kind"), values),
    any_action(ACTIONS, fields, without="end"),
)


@settings(max_examples=200)
@given(setups, st.lists(actions, max_size=10))
def test_any_json_gives_a_state_a_refusal_or_is_unreadable(
    setup: dict[str, Any], thrown: list[Any]
) -> None:
    state = PARTY.begin(setup)
    throw(PARTY, state, thrown, Table())


@settings(max_examples=150)
@given(
    st.one_of(
        values,
        st.fixed_dictionaries(
            {"players": st.just(2)},
            optional={
                "dice": values,
                "timer": values,
                "begins": players,
                "faces": values,
                "bonus_faces": values,
                "bonus_squares": values,
                "zone_seconds": values,
                "many_bonus": values,
                "idle_rounds": values,
            },
        ),
    )
)
def test_any_json_is_a_set_up_or_is_not_begun(setup: Any) -> None:
    with suppress(EngineError):
        assert isinstance(PARTY.begin(setup), Party)


def test_the_random_games_meet_what_they_are_meant_to_meet() -> None:
    met: Counter[str] = Counter()
    for seed in range(18):
        dice, timer = ("server", "typed")[seed % 2], [*Source][seed % 3].value
        setup = {"players": 2, "dice": dice, "timer": timer, "bonus_squares": SQUARES}
        *_, state = RandomParty(setup, Random(seed))
        assert state.ending is not None
        met[f"ended: {state.ending.reason}"] += 1
        for turn in state.turns:
            met.update([turn.kind.value, turn.zone or "untimed", turn.face or "no bonus"])
            met.update("upheld" if ruled.is_upheld else "rejected" for ruled in turn.challenges)
    for what in ("place", "pass", "timeout", "vain", "missed", "upheld", "rejected", *Face):
        assert met[what], (what, met)
    for zone in ("4x", "3x", "2x", "1x", "-1", "-5"):
        assert met[zone], met
    assert len([reason for reason in met if reason.startswith("ended")]) > 1, met


def test_the_recount_has_the_values_and_premiums_of_the_game() -> None:
    squares = [(column, row) for row in range(15) for column in range(15)]
    assert tuple(word_factor(*square) for square in squares) == WORD_FACTORS
    assert tuple(letter_factor(*square) for square in squares) == LETTER_FACTORS
    assert dict(STANDARD.values) == {"?": 0, **VALUES}
    assert dict(STANDARD.counts) == {"?": 2, **COUNTS}
