"""The 14 action cards of the action variant: what a word must have for each, and what it brings.

The booklet prints the text of one action only, a word of five letters for nine points or minus
seven. So the cards are set-up data; `USUAL` is the set that is played with unless another is told.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.alphabet import VOWELS, spell
from engine.errors import Unreadable
from engine.fields import Fields

#: How many cards there are, and how many actions each has.
CARDS, ACTIONS = 14, 2
_LONGEST_NAME = 80
#: Condition, parameter, gain and loss in a line of text.
_ACTION = re.compile(r"(\w{1,40})(?::(\w{1,15}))?\+([0-9]{1,3})[-−]([0-9]{1,3})")
_MOST_POINTS = 99

Fits = Callable[[str, str], bool]

#: What can be asked of a word by number, ...
_COUNTED: Mapping[str, Fits] = MappingProxyType(
    {
        "length": lambda word, count: len(word) == int(count),
        "at_least": lambda word, count: len(word) >= int(count),
        "vowels": lambda word, count: sum(map(_is_vowel, word)) >= int(count),
    }
)
#: ... by letters ...
_LETTERED: Mapping[str, Fits] = MappingProxyType(
    {
        "begins": lambda word, letters: word.upper().startswith(letters),
        "ends": lambda word, letters: word.upper().endswith(letters),
        "contains": lambda word, letters: letters in word.upper(),
    }
)
#: ... or as such.
_PLAIN: Mapping[str, Fits] = MappingProxyType(
    {
        "double_letter": lambda word, _: any(
            letter == after for letter, after in zip(word.upper(), word.upper()[1:], strict=False)
        ),
        "umlaut": lambda word, _: not {"Ä", "Ö", "Ü"}.isdisjoint(word.upper()),
        "blank": lambda word, _: any(map(str.islower, word)),
        "same_ends": lambda word, _: word[0].upper() == word[-1].upper(),
        "begins_vowel": lambda word, _: _is_vowel(word[0]),
        "ends_vowel": lambda word, _: _is_vowel(word[-1]),
    }
)
#: What is written for them in German in a line of text.
IN_GERMAN: Mapping[str, str] = MappingProxyType(
    {
        "länge": "length",
        "mindestens": "at_least",
        "vokale": "vowels",
        "anfang": "begins",
        "ende": "ends",
        "enthält": "contains",
        "doppelbuchstabe": "double_letter",
        "joker": "blank",
        "ränder_gleich": "same_ends",
        "anfang_vokal": "begins_vowel",
        "ende_vokal": "ends_vowel",
    }
)
CONDITIONS: Mapping[str, Fits] = MappingProxyType({**_COUNTED, **_LETTERED, **_PLAIN})


@dataclass(frozen=True)
class Effect:
    """One of the two actions of a card: the words it fits, and what it then does."""

    condition: str
    #: The number or the letters that the condition is about; '' where it needs none.
    parameter: str
    #: Points for the player who lays such a word and plays the card too.
    gain: int
    #: Points taken from a player who lays such a word when another plays the card.
    loss: int

    def fits(self, word: str) -> bool:
        """Whether it fits `word`, blanks in lower case."""
        return CONDITIONS[self.condition](word, self.parameter)


@dataclass(frozen=True)
class ActionCard:
    name: str
    actions: tuple[Effect, ...]

    def points(self, words: Iterable[str], *, own_word: bool) -> int:
        """What playing the card adds to the points of the words just laid; 0 if it does not fit.

        A card counts once and by one of its actions: the higher where several fit.
        """
        formed = list(words)
        fitting = [action for action in self.actions if any(map(action.fits, formed))]
        if own_word:
            return max((action.gain for action in fitting), default=0)
        return -max((action.loss for action in fitting), default=0)


def read_action_cards(given: Sequence[object]) -> tuple[ActionCard, ...]:
    """A set of 14 cards, each a `name` and two `actions`. Raises Unreadable.

    An action has a `condition` (one of CONDITIONS), its `parameter` where it needs one, and the
    points it gives (`gain`) or takes (`loss`). A card may also be one line of text (`_read_line`).
    """
    if len(given) != CARDS:
        raise Unreadable(f"there must be {CARDS} in a list")
    cards = tuple(_read_numbered(card, number) for number, card in enumerate(given, start=1))
    if len({card.name for card in cards}) < CARDS:
        raise Unreadable("every card has a name of its own")
    return cards


def _read_numbered(given: object, number: int) -> ActionCard:
    try:
        return _read_card(given)
    except Unreadable as fault:
        raise Unreadable(f"card {number}: {fault}", item=number) from None


def _read_card(given: object) -> ActionCard:
    if isinstance(given, str):
        return _read_line(given)
    fields = Fields("an action card", given, frozenset({"name", "actions"}))
    name = fields.text("name").strip()
    if not 0 < len(name) <= _LONGEST_NAME:
        raise Unreadable(f"'name' has 1 to {_LONGEST_NAME} characters")
    actions = fields.items("actions")
    if len(actions) != ACTIONS:
        raise Unreadable(f"{name}: 'actions' lists {ACTIONS}")
    return ActionCard(name, tuple(_read_action(action, name) for action in actions))


def _read_action(given: object, name: str) -> Effect:
    fields = Fields(name, given, frozenset({"condition", "parameter", "gain", "loss"}))
    condition, gain, loss = fields.text("condition"), fields.number("gain"), fields.number("loss")
    if not (0 < gain <= _MOST_POINTS and 0 < loss <= _MOST_POINTS):
        raise Unreadable(f"{name}: 'gain' and 'loss' are 1 to {_MOST_POINTS} points")
    if condition in _COUNTED:
        return Effect(condition, str(fields.number("parameter")), gain, loss)
    if condition in _LETTERED:
        letters = spell(fields.text("parameter"))
        if not letters:
            raise Unreadable(f"{name}: 'parameter' of {condition} is at least one letter")
        return Effect(condition, letters, gain, loss)
    if condition not in _PLAIN:
        raise Unreadable(f"{name}: 'condition' is one of {', '.join(CONDITIONS)}")
    if "parameter" in fields:
        raise Unreadable(f"{name}: {condition} has no 'parameter'")
    return Effect(condition, "", gain, loss)


def _is_vowel(letter: str) -> bool:
    return letter.upper() in VOWELS


def _read_line(line: str) -> ActionCard:
    """Read 'Fives = length:5+9-7 double_letter+7-5': a card's name, then its two actions.

    Conditions may be in German and in any case: 'Fünfer = Länge:5+9-7 Doppelbuchstabe+7-5'.
    """
    name, _, actions = line.partition("=")
    return _read_card(
        {"name": name, "actions": [_fields_of_line(action) for action in actions.split()]}
    )


def _fields_of_line(text: str) -> dict[str, str | int | None]:
    """An action out of a line, as it would be told as an object."""
    found = _ACTION.fullmatch(text)
    if found is None:
        raise Unreadable(f"{text!r} is no action such as length:5+9-7")
    written, parameter, gain, loss = found.groups()
    condition = unicodedata.normalize("NFC", written).lower()
    condition = IN_GERMAN.get(condition, condition)
    about = int(parameter) if (parameter or "").isdecimal() else parameter
    return {"condition": condition, "parameter": about, "gain": int(gain), "loss": int(loss)}


USUAL = read_action_cards(
    """\
five_or_double = length:5+9-7 double_letter+7-5
two_or_umlaut = length:2+4-3 umlaut+10-8
three_or_n_last = length:3+5-4 ends:N+5-4
four_or_s_first = length:4+6-5 begins:S+6-5
six_or_m = length:6+10-8 contains:M+5-4
seven_or_blank = at_least:7+14-11 blank+8-6
three_vowels_or_a_first = vowels:3+6-5 begins:A+6-5
four_vowels_or_k = vowels:4+10-8 contains:K+7-5
vowel_first_or_t_last = begins_vowel+5-4 ends:T+6-5
e_last_or_g = ends:E+4-3 contains:G+6-5
r_last_or_u = ends:R+5-4 contains:U+4-3
same_ends_or_h = same_ends+8-6 contains:H+5-4
b_first_or_o = begins:B+8-6 contains:O+5-4
vowel_last_or_z = ends_vowel+5-4 contains:Z+9-7
""".splitlines()
)
