"""Actions and set-ups of a game as shapes, made of what it says of their fields."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from engine.shapes import Choice, MadeShape, Member, members_of
from engine.table import AnyGame

#: Indexed with a value that is known only then.
_exactly: Any = Literal


@cache
def actions_of(game: AnyGame) -> Choice:
    """One of all that can happen in `game`, told apart by its kind."""
    owner = game.name.capitalize()
    shapes = (
        (kind, MadeShape(f"{owner}{_camel(kind)}Action", _members(kind, fields)))
        for kind, fields in game.actions.fields.items()
    )
    return Choice(f"{owner}Action", "kind", tuple(shapes))


@cache
def new_setup_of(game: AnyGame) -> MadeShape:
    """What may be said of a set-up of which the rest is as usual."""
    members = (replace(member, is_always=False) for member in members_of(game.setup_type))
    return MadeShape(f"New{game.setup_type.__name__}", tuple(members))


def one_of_game(name: str, game: AnyGame, types: Mapping[str, Any]) -> MadeShape:
    """What says in the field `game` which game it is of, and has more fields."""
    members = (Member(field, found) for field, found in types.items())
    owner = Member("game", _exactly[game.name])
    return MadeShape(f"{name}Of{game.name.capitalize()}", (owner, *members))


def _members(kind: str, fields: Mapping[str, Any]) -> tuple[Member, ...]:
    found = (Member(name, type_, is_needed(type_)) for name, type_ in fields.items())
    return (Member("kind", _exactly[kind]), *found)


def is_needed(found: Any) -> bool:
    """Whether a field of this type has to be told by who sends an action."""
    return get_origin(found) is not Annotated and NoneType not in get_args(found)


def _camel(kind: str) -> str:
    return "".join(part.capitalize() for part in kind.split("_"))
