"""The players at a table, counted from 0 in the order of their turns, and what each of them has."""

from typing import TypeVar

from engine.refusals import Refusal
from engine.table import State

T = TypeVar("T")


def check_player(state: State, player: int) -> Refusal | None:
    if player < state.players:
        return None
    return Refusal("no_such_player", {"player": player, "players": state.players})


def check_on_turn(state: State, player: int) -> Refusal | None:
    """Refuse who does not play, and whoever it is while it is another's turn."""
    if refusal := check_player(state, player):
        return refusal
    if state.on_turn in (None, player):
        return None
    return Refusal("not_on_turn", {"player": player, "on_turn": state.on_turn})


def next_player(state: State, player: int) -> int:
    return (player + 1) % state.players


def put(values: tuple[T, ...], player: int, value: T) -> tuple[T, ...]:
    """What each has, with another value for one."""
    return (*values[:player], value, *values[player + 1 :])


def add(values: tuple[int, ...], player: int, number: int) -> tuple[int, ...]:
    return put(values, player, values[player] + number)
