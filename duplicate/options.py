"""How one Simultan game is played: everything about it that is chosen before the start."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from engine.draws import DrawRule
from engine.rulesets import RULESETS, Ruleset
from referee.errors import Invalid
from referee.options import Limits, read_fields

WEEK = 7 * 24 * 3600
#: The federation's times with the seconds left at which the time is called.
TIME_PRESETS: Mapping[int, int] = {180: 30, 150: 30, 120: 30, 90: 20, 60: 20}


class Variant(StrEnum):
    NORMAL = "normal"
    #: Eight tiles on the rack, of which a move lays at most seven.
    SEVEN_OF_EIGHT = "seven_of_eight"
    #: Eight tiles on the rack, 75 points for laying them all.
    SEVEN_AND_EIGHT = "seven_and_eight"


class Reference(StrEnum):
    """Which move is laid on everybody's board."""

    TOP = "top"
    BEST_HANDED_IN = "best_handed_in"


class Declared(StrEnum):
    """What happens to a valid move whose declared points are wrong or missing."""

    CORRECT = "correct"
    WARN = "warn"
    LOWER = "lower"
    ZERO = "zero"


@dataclass(frozen=True)
class Options:
    """The defaults are the German profile: the booklet's Simultan."""

    ruleset: str = "standard"
    variant: Variant = Variant.NORMAL
    #: Every rack holds a blank as long as there is one.
    joker: bool = False
    y_is_either: bool = False
    leave_returned: bool = False

    limit_seconds: int = 180
    #: Seconds before the end at which the time is called; 0 for no call.
    call_seconds: int = 30

    reference: Reference = Reference.TOP
    declared: Declared = Declared.CORRECT
    #: Points for the only one who finds the best score, if so many take part; 0 for none.
    solo_bonus: int = 0
    solo_least_players: int = 16
    #: Warnings that cost nothing, and what each further one costs; 0 for no deduction.
    free_warnings: int = 3
    warning_deduction: int = 0

    #: An unattended game publishes and goes on by itself, so many seconds after closing.
    automatic: bool = False
    publish_after_seconds: int = 15
    next_after_seconds: int = 30

    @property
    def rules(self) -> Ruleset:
        rules = RULESETS[self.ruleset]
        match self.variant:
            case Variant.NORMAL:
                return rules
            case Variant.SEVEN_OF_EIGHT:
                return replace(rules, rack_size=8, most_tiles=7)
            case Variant.SEVEN_AND_EIGHT:
                return replace(rules, rack_size=8, most_tiles=8, bonuses={7: 50, 8: 75})

    @property
    def draw_rule(self) -> DrawRule:
        return DrawRule(
            rack_size=self.rules.rack_size,
            y_is_either=self.y_is_either,
            leave_returned=self.leave_returned,
            joker=self.joker,
        )

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


#: What the numbers may be, ends included.
BOUNDS: Mapping[str, tuple[int, int]] = {
    "limit_seconds": (30, 8 * WEEK),
    "call_seconds": (0, 3600),
    "solo_bonus": (0, 100),
    "solo_least_players": (2, 10_000),
    "free_warnings": (0, 100),
    "warning_deduction": (0, 100),
    "publish_after_seconds": (0, WEEK),
    "next_after_seconds": (0, WEEK),
}
LIMITS = Limits(BOUNDS, {"ruleset": tuple(RULESETS)})


def read_options(data: Mapping[str, Any], base: Options | None = None) -> Options:
    """`base` (the German profile) with the fields of `data` in it.

    Raises Invalid for a name that is no option, a value of the wrong kind, one out of bounds, and
    options that don't go together.
    """
    options = read_fields(base or Options(), data, LIMITS)
    if options.call_seconds >= options.limit_seconds:
        raise Invalid(
            field="options.call_seconds", problem=_("Die Ansage muss vor dem Ende liegen.")
        )
    if options.variant is not Variant.NORMAL and RULESETS[options.ruleset].rack_size != 7:
        raise Invalid(
            field="options.variant",
            problem=_("Diese Variante braucht ein Regelwerk mit 7 Steinen."),
        )
    if options.joker and options.leave_returned:
        raise Invalid(
            field="options.joker",
            problem=_("Ein Jokerspiel behält seinen Rest: Das geht nicht zusammen."),
        )
    return options
