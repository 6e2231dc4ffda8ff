"""The types that the table's scripts name are those of the dataclasses that they are sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.games import GAMES
from engine.shapes import omitted
from tests.script_types import TYPES, script_types, typedefs


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Stone:
    #: How it looks.
    colour: Colour
    worth: int | None = omitted(None)


@dataclass(frozen=True)
class Bag:
    kind: Literal["bag"]
    stones: Sequence[Stone]


def test_the_committed_types_are_the_generated_ones() -> None:
    assert TYPES.read_text("utf-8") == script_types(), "run: make schema"


def test_every_game_has_its_view_among_the_types() -> None:
    types = script_types()
    for game in GAMES.values():
        shown = game.glance_type or game.view_type
        assert f"@typedef {{Object}} {shown.__name__}\n" in types


def test_a_shape_is_defined_after_what_it_is_made_of() -> None:
    assert typedefs([Bag]) == (
        "/**\n"
        " * @typedef {Object} Stone\n"
        ' * @property {"red" | "blue"} colour How it looks.\n'
        " * @property {number | null} [worth]\n"
        " */\n\n"
        "/**\n"
        " * @typedef {Object} Bag\n"
        ' * @property {"bag"} kind\n'
        " * @property {Array<Stone>} stones\n"
        " */"
    )
