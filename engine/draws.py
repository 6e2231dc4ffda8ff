"""Drawing the rack of a Simultan round: the vowel and consonant rule, and how it is checked.

Bag, leave and rack are strings of tiles; bag and leave together are the tiles left. Where the leave
goes back every round (as the Dutch play), it is in the bag before the draw and none is kept.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.alphabet import BLANK, VOWELS
from engine.errors import EngineError
from engine.randomness import RandomStream
from engine.tiles import missing_tiles, read_tiles, sort_tiles, without


@dataclass(frozen=True)
class DrawRule:
    """How many tiles make a rack, and how many vowels and how many consonants it must have.

    The strict minimum holds for the first rounds, the later one afterwards, and before that
    already if the tiles left can't meet the strict one. Raises EngineError for minima that don't
    fit on the rack.
    """

    rack_size: int = 7
    strict_rounds: int = 15
    strict_minimum: int = 2
    later_minimum: int = 1
    y_is_either: bool = False
    #: Whether what is left on the rack goes back into the bag after every round.
    leave_returned: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.later_minimum <= self.strict_minimum <= self.rack_size // 2:
            raise EngineError(
                f"minima {self.strict_minimum}, later {self.later_minimum}: from 0 up, the later "
                f"not larger, and twice as many must fit on a rack of {self.rack_size}"
            )


DEFAULT_RULE = DrawRule()


class Kind(StrEnum):
    VOWELS = "vowels"
    CONSONANTS = "consonants"


class GameOver(StrEnum):
    """Why no further round can be played."""

    NO_TILES = "no_tiles"
    NO_VOWELS = "no_vowels"
    NO_CONSONANTS = "no_consonants"
    NO_PLAYABLE_RACK = "no_playable_rack"


@dataclass(frozen=True)
class Draw:
    """A rack as it was drawn, with all that is needed to draw it again; sorted but for `drawn`."""

    label: str
    round_number: int
    leave: str
    #: Complete racks that had too few vowels or consonants, in order.
    rejected: tuple[str, ...]
    #: The tiles new on the rack, as they came out; after a rejected rack that is all of them.
    drawn: str
    rack: str
    #: What is in the bag afterwards.
    bag: str

    @property
    def tiles_left(self) -> str:
        """The tiles not yet on the board: bag and rack."""
        return sort_tiles(self.bag + self.rack)


def lacking(tiles: str, minimum: int, rule: DrawRule = DEFAULT_RULE) -> Kind | None:
    """The kind of which `tiles` have fewer than `minimum`, or None if they have enough of both.

    A blank counts as whichever is needed, but only as one of them. If both kinds are short (a
    lone blank, say), the vowels are named.
    """
    either = sum(tile == BLANK or (tile == "Y" and rule.y_is_either) for tile in tiles)
    vowels = sum(tile in VOWELS for tile in tiles)
    consonants = len(tiles) - vowels - either
    if max(0, minimum - vowels) + max(0, minimum - consonants) <= either:
        return None
    return Kind.VOWELS if vowels < minimum else Kind.CONSONANTS


def minimum_for(
    tiles_left: str, round_number: int, rule: DrawRule = DEFAULT_RULE
) -> int | GameOver:
    """How many vowels and consonants the rack of this round needs, or why there can't be one.

    Some rack meets a minimum exactly when all tiles left together do: put the tiles that make up
    the minimum on the rack (they fit, see DrawRule) and fill it up with any others.
    """
    if not tiles_left:
        return GameOver.NO_TILES
    is_strict = round_number <= rule.strict_rounds
    if is_strict and lacking(tiles_left, rule.strict_minimum, rule) is None:
        return rule.strict_minimum
    match lacking(tiles_left, rule.later_minimum, rule):
        case None:
            return rule.later_minimum
        case Kind.VOWELS:
            return GameOver.NO_VOWELS
        case Kind.CONSONANTS:
            return GameOver.NO_CONSONANTS


def draw(
    bag: str,
    leave: str,
    round_number: int,
    stream: RandomStream,
    rule: DrawRule = DEFAULT_RULE,
) -> Draw | GameOver:
    """Fill the leave up to a rack, or with all there is; GameOver if no rack can be admissible.

    As long as the rack has too few vowels or consonants, all of it goes back, the leave included,
    and a whole new one is drawn; the stream simply goes on. This ends, because some rack of the
    tiles left is known to be admissible. Raises EngineError for a leave larger than a rack.
    """
    if len(leave) > rule.rack_size:
        raise EngineError(f"leave {leave}: more tiles than the {rule.rack_size} of a rack")
    tiles_left = sort_tiles(bag + leave)
    minimum = minimum_for(tiles_left, round_number, rule)
    if isinstance(minimum, GameOver):
        return minimum
    kept, pool = leave, sort_tiles(bag)
    rejected: list[str] = []
    while True:
        drawn = stream.sample(pool, min(rule.rack_size - len(kept), len(pool)))
        rack = sort_tiles(kept + drawn)
        if lacking(rack, minimum, rule) is None:
            break
        rejected.append(rack)
        kept, pool = "", tiles_left
    return Draw(
        label=stream.label,
        round_number=round_number,
        leave=sort_tiles(leave),
        rejected=tuple(rejected),
        drawn=drawn,
        rack=rack,
        bag=without(tiles_left, rack),
    )


def draw_label(round_number: int, attempt: int = 1) -> str:
    """The label of the stream for a round's draw.

    Attempts are counted from 1; there is a second when the first rack allowed no legal move.
    """
    return f"round {round_number} draw {attempt}"


def admissible_racks(
    tiles_left: str, round_number: int, rule: DrawRule = DEFAULT_RULE
) -> Iterator[str]:
    """Every different rack that this round's draw can bring, one by one, in alphabetical order."""
    minimum = minimum_for(tiles_left, round_number, rule)
    if isinstance(minimum, GameOver):
        return
    size = min(rule.rack_size, len(tiles_left))
    for rack in _different_choices(sort_tiles(tiles_left), size):
        if lacking(rack, minimum, rule) is None:
            yield rack


def _different_choices(tiles: str, size: int) -> Iterator[str]:
    """Each way to choose `size` of the sorted `tiles`, equal tiles not told apart."""
    if size == 0:
        yield ""
        return
    for place in range(len(tiles) - size + 1):
        if place == 0 or tiles[place] != tiles[place - 1]:
            for rest in _different_choices(tiles[place + 1 :], size - 1):
                yield tiles[place] + rest


def first_wrong_draw(
    seed: bytes, all_tiles: str, draws: Iterable[Draw], rule: DrawRule = DEFAULT_RULE
) -> Draw | None:
    """The first of a game's draws that `seed` does not bring; None if it brings all.

    `all_tiles` is the full bag before round 1; the draws come in order. Each must bear the label
    of its turn, start from the tiles that the one before left (less those laid on the board), and
    come out the same when made again. Whether `seed` is the promised one says `matches`.
    """
    bag, rack, number, attempt = all_tiles, "", 0, 0
    for recorded in draws:
        is_repeat = recorded.round_number == number > 0
        number, attempt = (number, attempt + 1) if is_repeat else (number + 1, 1)
        # Only tiles of the last rack may have left the game, and in a repeated draw none.
        must_be_left = bag + rack if is_repeat else bag
        tiles_left, leave = recorded.tiles_left, recorded.leave
        if (
            (recorded.round_number, recorded.label) != (number, draw_label(number, attempt))
            or missing_tiles(tiles_left, must_be_left)
            or missing_tiles(bag + rack, tiles_left)
        ):
            return recorded
        # All of the rest is kept or none: whoever could choose could choose among several draws.
        kept = "" if is_repeat or rule.leave_returned else without(tiles_left, bag)
        if leave != kept:
            return recorded
        stream = RandomStream(seed, recorded.label)
        if draw(without(tiles_left, leave), leave, number, stream, rule) != recorded:
            return recorded
        bag, rack = recorded.bag, recorded.rack
    return None


class HandDrawCode(StrEnum):
    VALID = "valid"
    GAME_OVER = "game_over"
    WRONG_NUMBER = "wrong_number"
    LEAVE_NOT_KEPT = "leave_not_kept"
    NOT_IN_BAG = "not_in_bag"
    TOO_FEW_VOWELS = "too_few_vowels"
    TOO_FEW_CONSONANTS = "too_few_consonants"


@dataclass(frozen=True)
class HandDraw:
    """What the rules say to a rack drawn by hand."""

    code: HandDrawCode
    message: str
    rack: str

    @property
    def goes_back(self) -> bool:
        """Whether the rack was properly drawn but all of it must go back, leave included.

        The other refusals mean that rack or bag was written down wrongly.
        """
        return self.code in (HandDrawCode.TOO_FEW_VOWELS, HandDrawCode.TOO_FEW_CONSONANTS)


def check_hand_draw(
    bag: str, leave: str, round_number: int, rack: str, rule: DrawRule = DEFAULT_RULE
) -> HandDraw:
    """Check the full `rack`, leave included, that somebody drew from a physical bag and typed in.

    After a rack that goes back, the next one is checked with the leave in the bag and none kept.
    Raises Unreadable for a rack with characters that are on no tile.
    """
    rack = sort_tiles(read_tiles(rack))
    tiles_left = sort_tiles(bag + leave)
    minimum = minimum_for(tiles_left, round_number, rule)
    if isinstance(minimum, GameOver):
        return HandDraw(HandDrawCode.GAME_OVER, f"the game is over: {minimum.value}", rack)
    if len(rack) != (size := min(rule.rack_size, len(tiles_left))):
        return HandDraw(
            HandDrawCode.WRONG_NUMBER, f"{rack} has {len(rack)} tiles, it must be {size}", rack
        )
    if lost := missing_tiles(rack, leave):
        return HandDraw(
            HandDrawCode.LEAVE_NOT_KEPT, f"{lost} of the leave {leave} is not on {rack}", rack
        )
    if foreign := missing_tiles(bag, without(rack, leave)):
        return HandDraw(HandDrawCode.NOT_IN_BAG, f"{foreign} can't come from the bag", rack)
    short = lacking(rack, minimum, rule)
    if short is None:
        return HandDraw(HandDrawCode.VALID, f"{rack} is admissible", rack)
    code = HandDrawCode(f"too_few_{short.value}")
    message = f"fewer than {minimum} {short.value}: all of {rack} must go back, leave included"
    return HandDraw(code, message, rack)
