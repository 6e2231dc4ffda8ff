"""The letters of the game and how written words become them."""

import unicodedata

from engine.errors import Unreadable

#: German order: an umlaut follows its base letter.
LETTERS = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ"
VOWELS = frozenset("AEIOUÄÖÜ")
BLANK = "?"

MIN_WORD = 2
MAX_WORD = 15

_RANK = {letter: rank for rank, letter in enumerate(LETTERS)}
_UMLAUTS = {"A": "Ä", "O": "Ö", "U": "Ü"}
_DIAERESIS = "\u0308"
#: Latin letters that Unicode does not take apart into a base letter and an accent.
_UNDECOMPOSED = str.maketrans(
    {"ß": "SS", "ẞ": "SS", "Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D"}
)


def alphabetical(text: str) -> tuple[int, ...]:
    """Sort key for words in German order; a blank standing for a letter sorts as that letter."""
    return tuple(_RANK[letter] for letter in text.upper())


def is_spelled(word: str) -> bool:
    """Whether `word` is written in the game's letters and upper case."""
    return _RANK.keys() >= set(word)


def spell(text: str) -> str:
    """Write `text` in the game's letters: ß as SS, no accents, umlauts kept, upper case.

    Raises Unreadable for anything a tile can't show (digits, hyphens, foreign scripts).
    """
    upper = text.strip().upper()
    if is_spelled(upper):
        return upper
    upper = unicodedata.normalize("NFC", text.strip()).translate(_UNDECOMPOSED).upper()
    letters: list[str] = []
    for char in unicodedata.normalize("NFD", upper.translate(_UNDECOMPOSED)):
        if char == _DIAERESIS and letters and letters[-1] in _UMLAUTS:
            letters[-1] = _UMLAUTS[letters[-1]]
        elif char in _RANK:
            letters.append(char)
        elif not unicodedata.combining(char):
            raise Unreadable(f"{text!r}: {char!r} is no letter of the game ({LETTERS})")
    return "".join(letters)


def normalise(word: str) -> str:
    """Spell a dictionary word as the tiles would. Raises Unreadable unless 2 to 15 letters."""
    spelled = spell(word)
    if not MIN_WORD <= len(spelled) <= MAX_WORD:
        raise Unreadable(f"{word!r}: a word has {MIN_WORD} to {MAX_WORD} letters")
    return spelled
