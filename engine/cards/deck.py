"""The cards that are drawn, and collections of them (hands, piles) as plain strings like 'ADEN?2'.

Letter cards are written as tiles are, '?' is a blank; a premium card is written as the digit of
its factor.
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from engine.errors import TilesMissing, Unreadable
from engine.tiles import STANDARD, TILE_ORDER

#: The 102 letter cards, the same as the tiles of the board game.
LETTERS = STANDARD.all_tiles
#: The 10 premium cards: eight double a word, two triple it.
PREMIUMS = "2" * 8 + "3" * 2
#: Letter and premium cards shuffled together are one draw pile.
DECK = LETTERS + PREMIUMS
#: By what times a premium card multiplies a word.
FACTORS: Mapping[str, int] = MappingProxyType({"2": 2, "3": 3})
HAND_SIZE = 7

_CARDS = TILE_ORDER + "".join(FACTORS)
_ORDER = {card: rank for rank, card in enumerate(_CARDS)}
_NO_SIGNS = str.maketrans("", "", "*×")
_NO_PREMIUMS = str.maketrans("", "", "".join(FACTORS))


def sort_cards(cards: str) -> str:
    """The same cards: blanks, letters, premium cards. Raises Unreadable for what is no card."""
    try:
        return "".join(sorted(cards, key=_ORDER.__getitem__))
    except KeyError as foreign:
        raise Unreadable(f"{foreign} is no card (use {_CARDS})") from None


def read_cards(text: str) -> str:
    """Read cards as a person types them: any case, spaces allowed. The order is kept.

    A premium card may be written '*2' or '×2' too, which nobody takes for a number of cards.
    Raises Unreadable for a character that is no card, ß among them.
    """
    cards = unicodedata.normalize("NFC", "".join(text.translate(_NO_SIGNS).split()))
    cards = "".join(card if card == "ß" else card.upper() for card in cards)
    for card in cards:
        if card not in _ORDER:
            raise Unreadable(f"cards {text!r}: {card!r} is no card (use {_CARDS})")
    return cards


def letter_cards(cards: str) -> str:
    """Those of `cards` that bear a letter or are blank."""
    return cards.translate(_NO_PREMIUMS)


def value_of(cards: str) -> int:
    """What the cards are worth on a hand at the end: premium cards and blanks nothing."""
    return STANDARD.value_of(letter_cards(cards))


def missing_cards(cards: str, part: str) -> str:
    """Those of `part` that `cards` does not hold, sorted; empty when it holds them all."""
    return sort_cards("".join((Counter(part) - Counter(cards)).elements()))


def without_cards(cards: str, part: str) -> str:
    """The sorted rest after taking `part` out of `cards`. Raises TilesMissing if it isn't there."""
    if lacking := missing_cards(cards, part):
        raise TilesMissing(
            f"{lacking} can't be taken: only {sort_cards(cards) or 'nothing'} is there"
        )
    return sort_cards("".join((Counter(cards) - Counter(part)).elements()))
