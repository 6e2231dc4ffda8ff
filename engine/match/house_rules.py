"""House rules: what a table may agree on beyond its ruleset, and what goes together.

The booklet has each of them in a few lines; what it leaves open is decided in docs/match.md.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.alphabet import VOWELS
from engine.fields import Fields
from engine.offers import Asked, What
from engine.refusals import Contradiction
from engine.rulesets import Ruleset
from engine.shapes import omitted

#: Letters the first word needs in the first round, and in the second; then it is as usual again.
OPENING_LETTERS = (5, 4)
#: Points for a word of the theme, unless another number is said.
THEME_BONUS = 5

#: Rounds of passes that end the game of who plays alone where the ruleset knows no such end.
ROUNDS_ALONE = 2
#: Who plays alone has one rack or two.
MOST_RACKS_ALONE = 2

_LONGEST_THEME = 60
_MOST_POINTS = 100
_FEWEST_SECONDS, _MOST_SECONDS = 10, 60 * 60


class Solitaire(StrEnum):
    """How somebody who plays alone comes by new tiles."""

    CHOSEN = "chosen"
    #: By chance that anybody can check after the game.
    DRAWN = "drawn"


@dataclass(frozen=True)
class HouseRules:
    """Those a ruleset has no column for. All are off unless a set-up asks for them."""

    #: Whether words may be looked up before they are laid.
    open_dictionary: bool = False
    #: What words earn the ruleset's theme bonus for; '' for nothing.
    theme: str = ""
    jacks_to_open: bool = False
    #: Whether vowels and consonants are drawn from bags of their own.
    two_bags: bool = False
    #: How long a turn may take; None for any time.
    turn_seconds: int | None = None
    #: What happens then: the turn is lost or its time begins again, and points are.
    overtime_turn_lost: bool = True
    overtime_points: int = 0
    #: None where several play against each other.
    solitaire: Solitaire | None = None


SETTINGS = (
    Asked("blanks_taken_back", What.FLAG, is_needed=False, usual=False),
    Asked("open_dictionary", What.FLAG, is_needed=False, usual=False),
    Asked("theme", What.TEXT, is_needed=False, most=_LONGEST_THEME),
    Asked(
        "theme_bonus", What.NUMBER, is_needed=False, least=1, most=_MOST_POINTS, usual=THEME_BONUS
    ),
    Asked("jacks_to_open", What.FLAG, is_needed=False, usual=False),
    Asked("two_bags", What.FLAG, is_needed=False, usual=False),
    Asked("turn_seconds", What.SECONDS, is_needed=False, least=_FEWEST_SECONDS, most=_MOST_SECONDS),
    Asked("overtime_turn_lost", What.FLAG, is_needed=False, usual=True),
    Asked("overtime_points", What.NUMBER, is_needed=False, least=0, most=_MOST_POINTS, usual=0),
    Asked("solitaire", What.CHOICE, is_needed=False, choices=tuple(Solitaire)),
)


@dataclass(frozen=True, kw_only=True)
class HouseRulesSetup:
    """What a set-up may say of them; what is not said is off."""

    blanks_taken_back: bool | None = omitted(None)
    #: Whether words may be looked up before they are laid.
    open_dictionary: bool | None = omitted(None)
    #: What words earn the theme bonus for.
    theme: str | None = omitted(None)
    theme_bonus: int | None = omitted(None)
    jacks_to_open: bool | None = omitted(None)
    #: Whether vowels and consonants are drawn from bags of their own.
    two_bags: bool | None = omitted(None)
    #: How long a turn may take; 0 for any time.
    turn_seconds: int | None = omitted(None)
    #: What happens then: the turn is lost or its time begins again, and points are.
    overtime_turn_lost: bool | None = omitted(None)
    overtime_points: int | None = omitted(None)
    #: `chosen` or `drawn`: how somebody who plays alone comes by new tiles.
    solitaire: str | None = omitted(None)


def read_house_rules(fields: Fields, rules: Ruleset, players: int) -> tuple[Ruleset, HouseRules]:
    """The ruleset as a set-up's house rules change it, and those it has no column for.

    What belongs to a rule that is off counts for nothing. Raises Unreadable for values that are
    none, Contradiction for rules that do not go together.
    """
    theme = " ".join((fields.optional_text("theme") or "").split())
    if len(theme) > _LONGEST_THEME:
        raise fields.wrong("theme", f"a text of at most {_LONGEST_THEME} characters")
    bonus = fields.bounded("theme_bonus", 1, _MOST_POINTS, THEME_BONUS)
    house = HouseRules(
        open_dictionary=fields.flag("open_dictionary"),
        theme=theme,
        jacks_to_open=fields.flag("jacks_to_open"),
        two_bags=fields.flag("two_bags"),
        turn_seconds=_turn_seconds(fields),
        overtime_turn_lost=fields.flag("overtime_turn_lost", usual=True),
        overtime_points=fields.bounded("overtime_points", 0, _MOST_POINTS, 0),
        solitaire=_solitaire(fields),
    )
    _demand_harmony(house, rules, players)
    rules = replace(
        rules,
        theme_bonus=bonus if theme else 0,
        blanks_taken_back=fields.flag("blanks_taken_back"),
        # Who plays alone has nobody to agree with that nothing goes any more.
        pass_rounds=rules.pass_rounds or (ROUNDS_ALONE if house.solitaire else None),
    )
    return rules, house


def count_vowels(tiles: str) -> int:
    """How many of `tiles` are in the bag of vowels; blanks are in the other."""
    return sum(tile in VOWELS for tile in tiles)


def _demand_harmony(house: HouseRules, rules: Ruleset, players: int) -> None:
    if house.turn_seconds is not None and rules.clock is not None:
        raise Contradiction("timed_turns_and_clock", ruleset=rules.name)
    if house.solitaire is None:
        return
    if players > MOST_RACKS_ALONE:
        raise Contradiction("alone_and_players", players=players, most=MOST_RACKS_ALONE)
    if house.turn_seconds is not None:
        raise Contradiction("alone_and_timed_turns")
    if rules.clock is not None:
        raise Contradiction("alone_and_clock", ruleset=rules.name)
    if house.jacks_to_open and players == 1:
        raise Contradiction("alone_and_jacks_to_open")
    if house.two_bags and house.solitaire is Solitaire.CHOSEN:
        raise Contradiction("chosen_and_two_bags")


def _turn_seconds(fields: Fields) -> int | None:
    """None where no time, or none worth the name, was said."""
    if not fields.optional_number("turn_seconds"):
        return None
    return fields.bounded("turn_seconds", _FEWEST_SECONDS, _MOST_SECONDS)


def _solitaire(fields: Fields) -> Solitaire | None:
    """None where nobody was said to play alone; an empty text says nothing."""
    return fields.choice("solitaire", Solitaire) if fields.optional_text("solitaire") else None
