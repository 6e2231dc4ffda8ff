"""Values as JSON, and the shapes that describe it: of views, set-ups and actions alike."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, get_args, get_origin

import pytest

from engine.action_shapes import actions_of
from engine.errors import Unreadable
from engine.games import GAMES
from engine.offers import What
from engine.shapes import INSIDE, members_of, omitted, to_json
from engine.table import AnyGame


class Colour(StrEnum):
    RED = "red"


class Point(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True, kw_only=True)
class Base:
    name: str
    #: Said of it
    #: in two lines.
    remark: str = omitted("")


@dataclass(frozen=True, kw_only=True)
class Card(Base):
    colour: Colour
    at: Point
    parts: tuple[Base, ...] = ()
    marks: Mapping[str, Point] = field(default_factory=dict)
    place: int | None = None
    secret: str = field(default="", metadata=INSIDE)


@dataclass(frozen=True, kw_only=True)
class Remarked(Base):
    remark: str


def test_a_value_becomes_what_json_has_for_it() -> None:
    card = Card(
        name="A",
        colour=Colour.RED,
        at=Point(1, 2),
        parts=(Base(name="B", remark="!"),),
        marks={"H8": Point(7, 7)},
        secret="x",
    )
    assert to_json(card) == {
        "name": "A",
        "colour": "red",
        "at": {"row": 1, "column": 2},
        "parts": [{"name": "B", "remark": "!"}],
        "marks": {"H8": {"row": 7, "column": 7}},
        "place": None,
    }


def test_what_a_class_says_again_is_always_there() -> None:
    assert to_json(Base(name="A")) == {"name": "A"}
    assert to_json(Remarked(name="A", remark="")) == {"name": "A", "remark": ""}


def test_members_tell_what_is_in_the_json_and_what_the_source_says_of_it() -> None:
    name, remark, *others = members_of(Card)
    assert (name.name, name.is_always, name.about) == ("name", True, "")
    assert (remark.is_always, remark.about) == (False, "Said of it in two lines.")
    assert [member.name for member in others] == ["colour", "at", "parts", "marks", "place"]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_set_up_has_the_fields_that_are_asked_for(game: AnyGame) -> None:
    members = {member.name: member for member in members_of(game.setup_type)}
    assert {asked.name for asked in game.settings} | {"players"} <= members.keys()
    for asked in game.settings:
        found = members[asked.name].type
        kinds = [found, *get_args(found)]
        right: dict[What, Any] = {What.NUMBER: int, What.SECONDS: int, What.FLAG: bool}
        if asked.what in right and not asked.is_many:
            assert right[asked.what] in kinds, asked.name


# Actions


def fields_of(game: AnyGame) -> Iterator[tuple[str, str, Any]]:
    for kind, fields in game.actions.fields.items():
        for name, found in fields.items():
            yield kind, name, found


ALL_FIELDS = [(game, *found) for game in GAMES.values() for found in fields_of(game)]
SETUPS: Mapping[str, Mapping[str, Any]] = {
    "match": {"ruleset": "standard", "players": 2},
    "ungame": {"players": 2, "board": ["." * 15] * 7 + ["....HAUS......."]},
    "bingo": {"players": 2},
    "party": {"players": 2, "dice": "typed", "timer": "typed"},
    "cards": {"players": 2, "variant": "classic"},
    "rummy": {"players": 2, "tasks": "typed"},
}
#: What can be read in fields that are more than texts and numbers.
SOME: Mapping[str, Any] = {
    "coordinates": "H8",
    "word": "HAUS",
    "squares": ["H8"],
    "blanks": ["H8"],
    "removed": ["H8"],
    "zone": "4x",
    "task": "bingo",
    "racks": ["E", None],
    "hands": ["E", None],
}


def plain(found: Any) -> Any:
    """The type of a field that is told."""
    is_wrapped = type(None) in get_args(found) or hasattr(found, "__metadata__")
    return get_args(found)[0] if is_wrapped else found


def some(name: str, found: Any) -> Any:
    """A value of a field's type."""
    kind = plain(found)
    if name in SOME:
        return SOME[name]
    if get_origin(kind) is not None:
        assert issubclass(get_origin(kind), Sequence)
        return ["E"]
    if issubclass(kind, StrEnum):
        return next(iter(kind)).value
    return {int: 0, bool: True}.get(kind, "E")


def wrong(found: Any) -> Any:
    """A value of another type."""
    return {"no": "such"} if plain(found) is not str else 7


def unreadable(game: AnyGame, action: Mapping[str, Any]) -> Unreadable | None:
    timer = {"timer": "server"} if "elapsed_ms" in action else {}
    try:
        game.act(game.begin({**SETUPS[game.name], **timer}), action)
    except Unreadable as fault:
        return fault
    return None


#: What need not be sent but is there when the rules read an action, as people have told it here.
THERE_THEN = {"words", "letter", "face", "task"}


def is_read(name: str, found: Any) -> bool:
    return type(None) not in get_args(found) or name in THERE_THEN


def told(game: AnyGame, kind: str, *more: str) -> dict[str, Any]:
    """An action with all that the rules need of it, and `more` fields."""
    fields = game.actions.fields[kind]
    names = {name for name, found in fields.items() if is_read(name, found)} | set(more)
    if kind == "exchange" and names.isdisjoint({"tiles", "cards"}):
        names.add("count")
    return {"kind": kind, **{name: some(name, fields[name]) for name in names}}


@pytest.mark.parametrize(("game", "kind", "name", "found"), ALL_FIELDS)
def test_a_field_of_an_action_is_read_as_the_type_that_it_is_said_to_have(
    game: AnyGame, kind: str, name: str, found: Any
) -> None:
    fault = unreadable(game, told(game, kind, name) | {name: wrong(found)})
    assert fault is not None
    assert fault.field == name
    read = unreadable(game, told(game, kind, name))
    assert read is None or read.field != name, read


@pytest.mark.parametrize(("game", "kind", "name", "found"), ALL_FIELDS)
def test_only_a_field_that_has_to_be_there_is_missed(
    game: AnyGame, kind: str, name: str, found: Any
) -> None:
    action = {field: value for field, value in told(game, kind).items() if field != name}
    fault = unreadable(game, action)
    assert (fault is not None and fault.field == name) is is_read(name, found)


def test_every_kind_of_action_is_one_of_the_games_choice() -> None:
    for game in GAMES.values():
        choice = actions_of(game)
        assert tuple(kind for kind, _shape in choice.options) == game.kinds
        for kind, shape in choice.options:
            names = {member.name for member in members_of(shape)}
            assert names == {"kind", *game.actions.fields[kind]}


def test_views_and_glances_are_json_as_they_are() -> None:
    for name, game in GAMES.items():
        state = game.begin(SETUPS[name])
        for shown in (game.view(state), game.glance(state)):
            sent = to_json(shown)
            assert json.loads(json.dumps(sent)) == sent
            shape: type = type(shown)
            members = members_of(shape)
            always = {member.name for member in members if member.is_always}
            assert always <= sent.keys() <= {member.name for member in members}
