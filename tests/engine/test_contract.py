"""What every game at a table promises, tried on games played at random and on anything thrown.

How each of them is played, and what is special about it, its driver tells (tests/drivers).
"""

import json
from collections import Counter
from collections.abc import Callable
from itertools import chain, islice
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError, Unreadable
from engine.games import GAMES, first_not_drawn, replay
from engine.refusals import Refusal
from engine.shapes import to_json
from tests.drivers import DRIVERS
from tests.drivers.driver import Driver, RandomGame
from tests.refusals import told_with

each = pytest.mark.parametrize("driver", DRIVERS, ids=str)


def for_all(check: Callable[..., None], *drawn: st.SearchStrategy[Any], examples: int) -> None:
    """Try so many examples."""
    settings(max_examples=examples)(given(*drawn)(check))()


def for_games(check: Callable[..., None], driver: Driver, *, examples: int) -> None:
    """Try so many games; a smaller seed makes no simpler one."""
    phases = (Phase.explicit, Phase.reuse, Phase.generate)
    settings(max_examples=examples, phases=phases)(given(driver.games)(check))()


def seen(game: RandomGame[Any], state: Any, **by: Any) -> Any:
    """The view as it is sent."""
    return json.loads(json.dumps(to_json(game.game.view(state, **by))))


def test_every_game_has_a_driver() -> None:
    assert {driver.game.name for driver in DRIVERS} == set(GAMES)


@each
def test_nothing_is_lost_and_every_game_ends_with_nothing_left_to_do(driver: Driver) -> None:
    def check(game: RandomGame[Any]) -> None:
        for state in islice(game, driver.most_actions):
            game.check(state)
            last = state
        assert last.is_over
        assert {offer.kind for offer in driver.game.offers(last)} <= game.afterwards

    for_games(check, driver, examples=driver.examples)


@each
def test_replaying_gives_the_live_state_and_undoing_the_one_before(driver: Driver) -> None:
    def check(game: RandomGame[Any]) -> None:
        live = list(game)
        setup, actions = json.loads(json.dumps([game.setup, game.actions]))
        assert replay(driver.game, setup, actions) == live[-1]
        number = game.random.randrange(len(actions))
        assert replay(driver.game, setup, actions[:number]) == live[number]
        assert first_not_drawn(driver.game, setup, actions, game.outside.seed) is None

    for_games(check, driver, examples=driver.examples)


@each
def test_nothing_is_granted_twice(driver: Driver) -> None:
    def check(game: RandomGame[Any]) -> None:
        for state in game:
            if game.actions:
                again = driver.game.act(state, game.actions[-1])
                if isinstance(again, Refusal):
                    assert told_with()[again.code] <= again.detail.keys()
                else:
                    assert game.may_repeat(state, game.actions[-1], again), game.actions[-1]

    for_games(check, driver, examples=driver.few)


@each
def test_what_is_done_next_was_offered_with_all_its_fields(driver: Driver) -> None:
    def check(game: RandomGame[Any]) -> None:
        states = list(game)
        for state, action in zip(states, game.actions, strict=False):
            if state.timer and action == state.timer.then:  # told by the clock
                continue
            offers = seen(game, state)["offers"]
            owners = {action.get("player"), None}
            asked = [
                {field["name"]: field for field in offer["asked"]}
                for offer in offers
                if offer["kind"] == action["kind"] and offer["player"] in owners
            ]
            assert asked, (action, offers)
            sent = {
                name: value
                for name, value in action.items()
                if name not in {"kind", *game.unasked} or name in asked[0]
            }
            assert sent.keys() <= asked[0].keys() | {"kind", "player"}
            for name, field in asked[0].items():
                if name in sent:
                    assert is_within(field, sent[name]), (field, sent)
                else:
                    assert not field["is_needed"] or game.instead.get(name) in sent, (field, sent)

    for_games(check, driver, examples=driver.few)


def is_within(field: dict[str, Any], value: Any) -> bool:
    """Whether a value is one of those, or within the bounds, that are asked for."""
    if field["what"] in ("choice", "player") and field["choices"]:
        return set(value if field["is_many"] else [value]) <= set(field["choices"])
    if field["what"] == "number":
        least, most = field["least"], field["most"]
        return (least is None or least <= value) and (most is None or value <= most)
    return True


@each
def test_what_is_offered_is_in_time_and_what_is_not_is_refused(driver: Driver) -> None:
    def check(game: RandomGame[Any]) -> None:
        for state in game:
            offered = offers_of(seen(game, state))
            for kind in driver.game.kinds:
                for player in range(state.players):
                    for said in game.attempts(state, kind, player):
                        action = {"kind": kind, **said}
                        who = said.get("player", said.get("by"))
                        result = game.attempt(state, action)
                        is_untimely = isinstance(result, Refusal) and (
                            kind in game.always_right or result.code in game.untimely
                        )
                        choices = offered.get((kind, who))
                        is_offered = choices is not None and all(
                            said[name] in choices[name] for name in choices.keys() & said.keys()
                        )
                        assert is_untimely is not is_offered, (action, result)

    for_games(check, driver, examples=driver.few)


def offers_of(view: dict[str, Any]) -> dict[tuple[str, int | None], dict[str, list[Any]]]:
    """The kinds offered, with those who may take them, None where it is nobody's own: the choices
    that each leaves."""
    offered: dict[tuple[str, int | None], dict[str, list[Any]]] = {}
    for offer in view["offers"]:
        who: list[int | None] = [offer["player"]]
        choices = {}
        for field in offer["asked"]:
            if field["name"] in ("player", "by"):
                who = field["choices"] or list(range(view["players"]))
            elif field["what"] == "choice" and not field["is_many"]:
                choices[field["name"]] = field["choices"]
        offered |= {(offer["kind"], player): choices for player in who}
    return offered


@each
def test_no_view_tells_the_secrets_of_another_before_the_end(driver: Driver) -> None:
    def check(game: RandomGame[Any]) -> None:
        for state in islice(game, 0, None, 3):
            secrets = game.secrets(state)
            if state.is_over or not any(secrets):
                continue
            everybody = json.dumps(to_json(driver.game.glance(state)), ensure_ascii=False)
            assert not [secret for secret in chain(*secrets) if secret in everybody]
            for seat in (0, 1):
                view = to_json(driver.game.view(state, seat=seat, sees_all=False))
                told, own = json.dumps(view, ensure_ascii=False), secrets[seat]
                assert all(secret in told for secret in own)
                others = [
                    one for player, theirs in enumerate(secrets) if player != seat for one in theirs
                ]
                assert not [one for one in others if one in told and one not in own]

    for_games(check, driver, examples=driver.few)


@each
def test_all_who_follow_are_told_the_view_for_everybody(driver: Driver) -> None:
    def check(state: Any) -> None:
        told = to_json(driver.game.glance(state))
        view = to_json(driver.game.view(state, sees_all=False))
        if driver.game.acts_alone:  # nothing of each player, who may be hundreds
            assert told.keys() - {"pulse"} < view.keys()
            assert not told.keys() & {"scores", "places", "offers"}
        else:
            assert told == view

    for_all(check, driver.starts, examples=5)


@each
def test_any_json_gives_a_state_a_refusal_or_is_unreadable(driver: Driver) -> None:
    game, outside = driver.game, driver.outside

    def check(state: Any, thrown: list[Any]) -> None:
        for action in thrown:
            for is_sent in (False, True):
                try:
                    result = game.complete(state, action, outside) if is_sent else action
                    if not isinstance(result, Refusal):
                        result = game.act(state, result)
                except Unreadable:
                    continue
                if isinstance(result, Refusal):
                    assert told_with()[result.code] <= result.detail.keys()
                else:
                    state = result
                    json.dumps(to_json(game.view(state)))

    for_all(check, driver.starts, st.lists(driver.actions, max_size=8), examples=driver.throws)


@each
def test_any_json_is_a_set_up_or_is_not_begun(driver: Driver) -> None:
    def check(setup: Any) -> None:
        try:
            state = driver.game.begin(setup)
        except EngineError:
            return
        json.dumps(to_json(driver.game.view(state)))

    for_all(check, driver.any_setup, examples=driver.throws)


@each
@pytest.mark.parametrize("unreadable", [[], {}, {"kind": "shout"}], ids=str)
def test_a_record_that_can_not_be_read_is_told_by_the_number_of_its_action(
    driver: Driver, unreadable: Any
) -> None:
    setup = driver.sample(1)
    for record in ([unreadable], [unreadable] * 2):
        with pytest.raises(EngineError, match=r"action 1: .*'kind' is one of"):
            replay(driver.game, setup, record)
        with pytest.raises(EngineError, match=r"action 1: .*'kind' is one of"):
            first_not_drawn(driver.game, setup, record, bytes(32))


@each
def test_the_random_games_meet_what_they_are_meant_to_meet(driver: Driver) -> None:
    met: Counter[str] = Counter()
    for seed in range(driver.samples):
        game = driver.plays(driver.sample(seed), seed)
        met.update(game.met(list(game)))
    assert driver.meant <= met.keys(), met
