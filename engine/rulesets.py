"""The rules by which games differ, as data. A variant is a `dataclasses.replace` of a ruleset.

Seven of eight: rack_size=8, most_tiles=7. Seven and eight: rack_size=8, most_tiles=8 and
bonuses={7: 50, 8: 75}. 'Jacks to open': first_word_letters=5.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine import tiles
from engine.errors import EngineError


@dataclass(frozen=True)
class Clock:
    """Thinking time of each player for a whole game."""

    seconds: int
    #: Points lost for every minute begun beyond the time.
    minute_deduction: int
    #: Being over by more than this loses the game.
    lost_after_seconds: int


@dataclass(frozen=True)
class Ruleset:
    name: str
    tile_set: tiles.TileSet
    rack_size: int
    #: Most tiles one move may lay.
    most_tiles: int
    #: Points for laying so many tiles at once, added after all multiplication.
    bonuses: Mapping[int, int]

    #: Points a challenger loses when the word challenged is admissible.
    wrong_challenge: int
    #: Tiles the bag must still hold for an exchange; 0 means at any time.
    exchange_needs: int
    #: Whether the tiles given up in an exchange are shown to everybody.
    exchange_shown: bool
    #: After so many successive rounds in which all passed the game ends; None: passes never end it.
    pass_rounds: int | None
    #: Whether the game ends as soon as nobody has a legal move.
    ends_without_moves: bool
    #: Whether even then it goes on as long as there are tiles in the bag to exchange for.
    plays_bag_empty: bool = False
    clock: Clock | None = None

    # House rules, off unless a game asks for them.
    #: Letters the first word must have at least.
    first_word_letters: int = 2
    #: Points for every word formed that belongs to the game's theme.
    theme_bonus: int = 0
    #: Whether a lying blank may be swapped for the real letter (see verdicts.take_back_blank).
    blanks_taken_back: bool = False

    def bonus(self, tiles_laid: int) -> int:
        """The bonus for laying so many tiles in one move; 0 where there is none."""
        return self.bonuses.get(tiles_laid, 0)


#: The booklet of 2007. Every game also ends when the bag is empty and a player's rack is too.
STANDARD = Ruleset(
    name="standard",
    tile_set=tiles.STANDARD,
    rack_size=7,
    most_tiles=7,
    bonuses=MappingProxyType({7: 50}),
    wrong_challenge=5,
    exchange_needs=7,
    exchange_shown=False,
    pass_rounds=2,
    ends_without_moves=False,
)
#: The booklets since 2012.
KOMPAKT = replace(
    STANDARD, name="kompakt", wrong_challenge=10, exchange_needs=0, ends_without_moves=True
)
#: The historical travel game: 119 tiles, eight on the rack.
REISE = Ruleset(
    name="reise",
    tile_set=tiles.REISE,
    rack_size=8,
    most_tiles=8,
    bonuses=MappingProxyType({8: 50}),
    wrong_challenge=0,
    exchange_needs=0,
    exchange_shown=True,
    pass_rounds=None,
    ends_without_moves=True,
    plays_bag_empty=True,
)
#: German tournament practice.
TOURNAMENT = replace(
    STANDARD,
    name="tournament",
    wrong_challenge=10,
    clock=Clock(seconds=30 * 60, minute_deduction=10, lost_after_seconds=5 * 60),
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {rules.name: rules for rules in (STANDARD, KOMPAKT, REISE, TOURNAMENT)}
)


def ruleset(name: str) -> Ruleset:
    """The ruleset of that name. Raises EngineError, naming those there are."""
    try:
        return RULESETS[name]
    except KeyError:
        known = ", ".join(RULESETS)
        raise EngineError(f"there is no ruleset {name!r}; the rulesets are {known}") from None
