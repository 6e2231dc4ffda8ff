"""Drawing the rack of a Simultan round: the vowel and consonant rule, and how it is checked.

Bag, leave and rack are strings of tiles; bag and leave together are the tiles left. Where the leave
goes back every round (as the Dutch play), it is in the bag before the draw and none is kept.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from engine.alphabet import BLANK, VOWELS
from engine.errors import EngineError
from engine.randomness import RandomStream
from engine.tiles import missing_tiles, read_tiles, sort_tiles, without


@dataclass(frozen=True)
class DrawRule:
    """How many tiles make a rack, and how many vowels and how many consonants it must have.

    The strict minimum holds for the first rounds, the later one afterwards, and before that
    already if the tiles left can't meet the strict one. Raises EngineError for minima that don't
    fit on the rack, and for a joker game whose leave goes back: its joker stays on the rack.
    """

    rack_size: int = 7
    strict_rounds: int = 15
    strict_minimum: int = 2
    later_minimum: int = 1
    y_is_either: bool = False
    #: Whether what is left on the rack goes back into the bag after every round.
    leave_returned: bool = False
    #: Whether every rack holds one blank, the joker, and never two, as long as there are blanks.
    joker: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.later_minimum <= self.strict_minimum <= self.rack_size // 2:
            raise EngineError(
                f"minima {self.strict_minimum}, later {self.later_minimum}: from 0 up, the later "
                f"not larger, and twice as many must fit on a rack of {self.rack_size}"
            )
        if self.joker and self.leave_returned:
            raise EngineError("in a joker game the leave, with the joker, can't go back")


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
    """A rack as it was drawn, with all that is needed to draw it again; sorted but for `drawn`.

    A draw made by hand has no label: it can't be made again, only checked by the rules.
    """

    label: str
    round_number: int
    leave: str
    #: Complete racks that had too few vowels or consonants, in order.
    rejected: tuple[str, ...]
    #: The tiles new on the rack, as they came out, a joker first; after a rejected rack that is
    #: all of them.
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
    the minimum on the rack (they fit, see DrawRule) and fill it up with any others. In a joker
    game only one of the blanks counts.
    """
    if not tiles_left:
        return GameOver.NO_TILES
    tiles_left = "".join(_joker_and_others(tiles_left, rule))
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


def _joker_and_others(tiles_left: str, rule: DrawRule) -> tuple[str, str]:
    """The tile that must be on the rack, if any, and, sorted, those from which the others come."""
    if not rule.joker:
        return "", sort_tiles(tiles_left)
    return BLANK if BLANK in tiles_left else "", sort_tiles(tiles_left.replace(BLANK, ""))


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

    In a joker game a blank is put on the rack, unless the leave has it, before any tile is drawn.
    """
    tiles_left = sort_tiles(bag + leave)
    always, others = _joker_and_others(tiles_left, rule)
    if len(leave + missing_tiles(leave, always)) > rule.rack_size:
        raise EngineError(f"leave {leave}: more tiles than the {rule.rack_size} of a rack")
    minimum = minimum_for(tiles_left, round_number, rule)
    if isinstance(minimum, GameOver):
        return minimum
    kept = leave
    rejected: list[str] = []
    while True:
        joker, pool = missing_tiles(kept, always), missing_tiles(kept, others)
        size = min(rule.rack_size - len(kept + joker), len(pool))
        drawn = joker + stream.sample(pool, size)
        rack = sort_tiles(kept + drawn)
        if lacking(rack, minimum, rule) is None:
            break
        rejected.append(rack)
        kept = ""
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
    joker, others = _joker_and_others(tiles_left, rule)
    size = min(rule.rack_size - len(joker), len(others))
    for choice in _different_choices(others, size):
        if lacking(joker + choice, minimum, rule) is None:
            yield joker + choice


def _different_choices(tiles: str, size: int) -> Iterator[str]:
    """Each way to choose `size` of the sorted `tiles`, equal tiles not told apart."""
    if size == 0:
        yield ""
        return
    for place in range(len(tiles) - size + 1):
        if place == 0 or tiles[place] != tiles[place - 1]:
            for rest in _different_choices(tiles[place + 1 :], size - 1):
                yield tiles[place] + rest


class HandDrawCode(StrEnum):
    VALID = "valid"
    GAME_OVER = "game_over"
    WRONG_NUMBER = "wrong_number"
    LEAVE_NOT_KEPT = "leave_not_kept"
    NOT_IN_BAG = "not_in_bag"
    #: A joker game wants one blank on the rack, and never two.
    WRONG_BLANKS = "wrong_blanks"
    TOO_FEW_VOWELS = "too_few_vowels"
    TOO_FEW_CONSONANTS = "too_few_consonants"


@dataclass(frozen=True)
class HandDraw:
    """What the rules say to a rack drawn by hand."""

    code: HandDrawCode
    message: str
    rack: str
    #: Those of the leave that are missing, or those that can't come from the bag.
    tiles: str = ""

    @property
    def is_valid(self) -> bool:
        return self.code is HandDrawCode.VALID

    @property
    def goes_back(self) -> bool:
        """Whether the rack was properly drawn but all of it must go back, leave included.

        The other refusals mean that rack or bag was written down wrongly.
        """
        return self.code in (HandDrawCode.TOO_FEW_VOWELS, HandDrawCode.TOO_FEW_CONSONANTS)


def hand_size(tiles_left: str, rule: DrawRule = DEFAULT_RULE) -> int:
    """How many tiles the next rack has, leave included."""
    return min(rule.rack_size, len("".join(_joker_and_others(tiles_left, rule))))


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
    if len(rack) != (size := hand_size(tiles_left, rule)):
        return HandDraw(
            HandDrawCode.WRONG_NUMBER, f"{rack} has {len(rack)} tiles, it must be {size}", rack
        )
    if lost := missing_tiles(rack, leave):
        return HandDraw(
            HandDrawCode.LEAVE_NOT_KEPT, f"{lost} of the leave {leave} is not on {rack}", rack, lost
        )
    if foreign := missing_tiles(bag, without(rack, leave)):
        return HandDraw(
            HandDrawCode.NOT_IN_BAG, f"{foreign} can't come from the bag", rack, foreign
        )
    joker, _others = _joker_and_others(tiles_left, rule)
    if rule.joker and rack.count(BLANK) != len(joker):
        return HandDraw(
            HandDrawCode.WRONG_BLANKS, f"{rack}: as the joker, one blank must be on it", rack
        )
    short = lacking(rack, minimum, rule)
    if short is None:
        return HandDraw(HandDrawCode.VALID, f"{rack} is admissible", rack)
    code = HandDrawCode(f"too_few_{short.value}")
    message = f"fewer than {minimum} {short.value}: all of {rack} must go back, leave included"
    return HandDraw(code, message, rack)


def first_wrong_draw(
    key: bytes, all_tiles: str, draws: Iterable[Draw], rule: DrawRule = DEFAULT_RULE
) -> Draw | None:
    """The first of a game's draws that `key` does not bring; None if it brings all.

    `all_tiles` is the full bag before round 1; the draws come in the order they were made. Each
    must bear the label of its turn, start from the tiles that the round before left (less those
    laid on the board), and come out the same when made again. The key is the `draw_key`
    of a seed; whether that is the promised one says `matches`.

    A round that is drawn again takes all draws since back with it: the next one starts from its
    new rack. A draw without a label was made by hand: it must be one that `check_hand_draw` finds
    valid, or one that goes back. Attempts count draws of both sorts.
    """
    in_order = list(draws)
    current = Draw("", 0, "", (), "", "", sort_tiles(all_tiles))
    last = {0: current}
    attempts: Counter[int] = Counter()
    for recorded, following in zip_longest(in_order, in_order[1:]):
        number = recorded.round_number
        if not 1 <= number <= current.round_number + 1:
            return recorded
        attempts[number] += 1
        if not _follows(recorded, last[number - 1], attempts[number] > 1, rule):
            return recorded
        before = without(recorded.tiles_left, recorded.leave)
        if recorded.label:
            stream = RandomStream(key, draw_label(number, attempts[number]))
            is_right = draw(before, recorded.leave, number, stream, rule) == recorded
        else:
            checked = check_hand_draw(before, recorded.leave, number, recorded.rack, rule)
            went_back = following is not None and following.round_number <= number
            is_right = (
                (checked.is_valid or (checked.goes_back and went_back))
                and recorded.rack == checked.rack
                and not recorded.rejected
            )
        if not is_right:
            return recorded
        current = last[number] = recorded
    return None


def _follows(recorded: Draw, played: Draw, is_repeat: bool, rule: DrawRule) -> bool:
    """Whether this draw starts from what the round before can have left of its rack and bag.

    All of the rest is kept or none: whoever could choose could choose among several draws.
    """
    tiles_left, leave, bag = recorded.tiles_left, recorded.leave, played.bag
    if missing_tiles(played.rack, leave) or missing_tiles(tiles_left, leave):
        return False
    before = without(tiles_left, leave)
    if gone := missing_tiles(before, bag):
        # In a joker game one tile may have left the bag to set the blank of the rack free.
        is_kept = tiles_left.count(BLANK) == played.tiles_left.count(BLANK)
        if not (rule.joker and len(gone) == 1 and BLANK in played.rack and is_kept):
            return False
    if is_repeat or rule.leave_returned:
        return not leave and not missing_tiles(played.tiles_left, before)
    return before == without(bag, gone)
