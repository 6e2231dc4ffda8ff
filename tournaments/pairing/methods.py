"""How a round is paired, as data: each round of a division names its method as a JSON object."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

from tournaments.pairing.values import CantPair

#: Where a round's JSON keeps the seating it was paired by, and those whom its pairing left idle:
#: no options of any method.
SEATING, IDLE = "seating", "idle"
KEPT = frozenset({SEATING, IDLE})


@dataclass(frozen=True)
class RoundRobin:
    """All against all by Berger's tables, in so many groups, once or twice."""

    name: ClassVar[str] = "round_robin"
    double: bool = False
    groups: int = 1


@dataclass(frozen=True)
class QuartileFours:
    """Groups of four, one of each quarter of the field by rating, all against all: three rounds."""

    name: ClassVar[str] = "quartile_fours"


@dataclass(frozen=True)
class Swiss:
    """One matching over the whole field (docs/pairing.md)."""

    name: ClassVar[str] = "swiss"
    #: What makes the score groups.
    by: Literal["wins"] = "wins"
    #: In so many first rounds of the tournament players of one club don't meet if that can be.
    avoid_clubs: int = 0
    #: Whether balanced starts come after the score groups ("even") or before them ("strict").
    starts: Literal["even", "strict"] = "even"


@dataclass(frozen=True)
class KingOfTheHill:
    """1 – 2, 3 – 4 and so on, whether they have met or not."""

    name: ClassVar[str] = "koth"


@dataclass(frozen=True)
class QueenOfTheHill:
    """1 – 3, 2 – 4, 5 – 7 and so on, whether they have met or not."""

    name: ClassVar[str] = "qoth"


@dataclass(frozen=True)
class Australian:
    """From the top down each meets the best whom they have not met."""

    name: ClassVar[str] = "australian"


@dataclass(frozen=True)
class Knockout:
    """A seeded bracket; each match is the best of so many games."""

    name: ClassVar[str] = "knockout"
    best_of: Literal[1, 3, 5, 7] = 1
    #: So many of the best take part; 0 for all.
    players: int = 0
    #: So many places are played out: 2 is the final only, 4 also the match for the third place.
    places: int = 2
    #: How those are paired who are not, or no longer, in the bracket; None for not at all.
    others: "Swiss | KingOfTheHill | QueenOfTheHill | Australian | None" = None


@dataclass(frozen=True)
class Manual:
    """The director pairs by hand."""

    name: ClassVar[str] = "manual"


Method = (
    RoundRobin
    | QuartileFours
    | Swiss
    | KingOfTheHill
    | QueenOfTheHill
    | Australian
    | Knockout
    | Manual
)

METHODS: Mapping[str, type[Method]] = {
    kind.name: kind
    for kind in (
        RoundRobin,
        QuartileFours,
        Swiss,
        KingOfTheHill,
        QueenOfTheHill,
        Australian,
        Knockout,
        Manual,
    )
}


def _number(least: int, most: int) -> tuple[str, Callable[[Any], bool]]:
    def fits(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    return f"a whole number from {least} to {most}", fits


def _one_of(*values: str | int) -> tuple[str, Callable[[Any], bool]]:
    def fits(value: Any) -> bool:
        return any(value == right and type(value) is type(right) for right in values)

    return " or ".join(map(str, values)), fits


#: What each option may be: in words, and as a test.
_RIGHT: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "double": ("true or false", lambda value: isinstance(value, bool)),
    "groups": _number(1, 500),
    "by": _one_of("wins"),
    "avoid_clubs": _number(0, 100),
    "starts": _one_of("even", "strict"),
    "best_of": _one_of(1, 3, 5, 7),
    "players": _number(0, 1024),
    "places": _number(2, 1024),
}


#: A method as it is stored and sent: its name as `method`, and its options.
MethodData = Mapping[str, object]


def read_method(data: Any) -> Method:
    """A method from its JSON; what else is KEPT in it is passed over.

    Raises CantPair for a method or option that does not exist, and for a value it can't have.
    """
    name = data.get("method") if isinstance(data, Mapping) else None
    kind = METHODS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise CantPair("unknown_method", method=str(name), known=", ".join(METHODS))
    options = {key: value for key, value in data.items() if key != "method" and key not in KEPT}
    known = [field.name for field in fields(kind)]
    for option, value in options.items():
        if option not in known:
            raise CantPair(
                "unknown_option", method=kind.name, option=str(option), known=", ".join(known)
            )
        if option == "others":
            options[option] = _read_others(value)
            continue
        right, fits = _RIGHT[option]
        if not fits(value):
            raise CantPair("bad_option", method=kind.name, option=option, right=right)
    return kind(**options)


def _read_others(data: Any) -> Swiss | KingOfTheHill | QueenOfTheHill | Australian | None:
    if data is None:
        return None
    others = read_method(data)
    if not isinstance(others, Swiss | KingOfTheHill | QueenOfTheHill | Australian):
        raise CantPair(
            "bad_option",
            method=Knockout.name,
            option="others",
            right="a method without rounds of its own",
        )
    return others


def method_json(method: Method) -> dict[str, object]:
    """What `read_method` reads again, all options named."""
    options = {field.name: getattr(method, field.name) for field in fields(method)}
    if options.get("others") is not None:
        options["others"] = method_json(options["others"])
    return {"method": method.name} | options


def block_start(schedule: Sequence[Method], round_number: int) -> int:
    """The first round of the block that `round_number` (from 1) belongs to.

    A block is a run of rounds with one and the same method that spans several; quartile fours
    begin anew after three rounds. Any other round is a block of its own.
    """
    method = schedule[round_number - 1]
    if not isinstance(method, RoundRobin | QuartileFours | Knockout):
        return round_number
    first = round_number
    while first > 1 and schedule[first - 2] == method:
        first -= 1
    if isinstance(method, QuartileFours):
        return round_number - (round_number - first) % 3
    return first
