"""The ten task cards, and what words laid for one of them are worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from engine.alphabet import BLANK, MIN_WORD
from engine.cards.deck import FACTORS, HAND_SIZE
from engine.refusals import Refusal
from engine.tiles import STANDARD, from_shown

QUADRUPLE = 4
#: The shortest words that any seven cards can be laid in.
_SHORTEST = tuple((MIN_WORD,) * words for words in range(1, HAND_SIZE // MIN_WORD + 1))


class Quadrupled(StrEnum):
    LETTER = "letter"
    WORD = "word"

    def parts_of(self, word: str) -> list[slice]:
        """Where what may count four times stands in a word."""
        places = range(len(word)) if self is Quadrupled.LETTER else ()
        return [slice(at, at + 1) for at in places] or [slice(None)]


@dataclass(frozen=True)
class Task:
    """What must be laid in a round, all of it in one turn."""

    code: str
    #: How long the words are, the longest first, in each way to meet it; no way where any will do.
    lengths: tuple[tuple[int, ...], ...] = ()
    #: Points for so many words, beginning with one; none for more.
    bonuses: tuple[int, ...] = ()
    quadruples: Quadrupled | None = None

    @property
    def is_for_seven(self) -> bool:
        """Whether seven cards must be played, premium cards among them, in words of any length."""
        return not self.lengths

    @property
    def most_words(self) -> int:
        return max(len(way) for way in self.lengths or _SHORTEST)

    @property
    def most_premiums(self) -> int:
        """How many premium cards can be played at most: one a word, within the seven cards."""
        ways = self.lengths or _SHORTEST
        return max(min(len(way), HAND_SIZE - sum(way)) for way in ways)

    def bonus_of(self, words: int) -> int:
        return self.bonuses[words - 1] if words <= len(self.bonuses) else 0


TASKS: Mapping[str, Task] = MappingProxyType(
    {
        task.code: task
        for task in (
            Task("three_of_two", ((2, 2, 2),)),
            Task("up_to_three_of_two", ((2,), (2, 2), (2, 2, 2)), (0, 3, 3 + 6)),
            Task("two_of_three", ((3, 3),)),
            Task("five", ((5,), (5, 2)), (0, 5)),
            Task("six", ((6,),)),
            Task("all_seven"),
            Task("bingo", ((7,),), (50,)),
            Task("letter_by_four", quadruples=Quadrupled.LETTER),
            Task("word_by_four", quadruples=Quadrupled.WORD),
        )
    }
)
#: The ten cards: one task is on two of them.
TASK_CARDS: tuple[str, ...] = tuple(
    code for code in TASKS for _ in range(2 if code == "letter_by_four" else 1)
)


@dataclass(frozen=True)
class LaidWord:
    """A word before a player, a blank in lower case, with its premium card if it has one."""

    word: str
    premium: str = ""
    points: int = 0

    @property
    def cards(self) -> str:
        """Its cards in the order in which they go to the pile: the letters lie on the premium."""
        return self.premium + from_shown(self.word)


@dataclass(frozen=True)
class Lay:
    """Words that meet a task."""

    words: tuple[LaidWord, ...]
    bonus: int = 0
    #: The letter or word that counts four times.
    quadrupled: str = ""

    @property
    def cards(self) -> str:
        return "".join(word.cards for word in self.words)

    @property
    def formed(self) -> tuple[str, ...]:
        """The words as they are looked up, each once."""
        return tuple(dict.fromkeys(word.word.upper() for word in self.words))

    @property
    def points(self) -> int:
        return sum(word.points for word in self.words) + self.bonus


@dataclass(frozen=True)
class Wanted:
    """Words as a player wants to lay them."""

    words: tuple[str, ...]
    #: The words with a card that doubles or triples them, and what is to count four times, spelled
    #: without telling blanks apart. Where the same is there several times, the dearest is meant.
    doubled: tuple[str, ...] = ()
    tripled: tuple[str, ...] = ()
    quadrupled: str | None = None


def judge_lay(task: Task, wanted: Wanted) -> Lay | Refusal:
    """The words with their points, or why they do not meet the task."""
    for word in wanted.words:
        if BLANK in word:
            return Refusal("blank_unnamed", {"word": word})
        if len(word) < MIN_WORD:
            return Refusal("word_too_short", {"word": word, "least": MIN_WORD})
    premiums = _premiums(wanted)
    if isinstance(premiums, Refusal):
        return premiums
    words = [LaidWord(word, premium) for word, premium in zip(wanted.words, premiums, strict=True)]
    played = sum(len(word.cards) for word in words)
    # Eight are on the hand after drawing, and one of them is for the discard pile.
    if played > HAND_SIZE:
        return Refusal("card_to_discard", {"count": played, "most": HAND_SIZE})
    if task.is_for_seven:
        if played < HAND_SIZE:
            return Refusal("seven_cards", {"count": played, "needed": HAND_SIZE})
    elif (lengths := tuple(sorted(map(len, wanted.words), reverse=True))) not in task.lengths:
        told = ", ".join(map(str, lengths))
        return Refusal("task_not_met", {"task": task.code, "lengths": told})
    return _scored(task, words, wanted.quadrupled)


def _premiums(wanted: Wanted) -> list[str] | Refusal:
    """The premium card of each word, '' where it has none; the higher card on the dearer word."""
    premiums = [""] * len(wanted.words)
    for card, named in (("3", wanted.tripled), ("2", wanted.doubled)):
        for name in named:
            places = [at for at, word in enumerate(wanted.words) if word.upper() == name]
            if not places:
                return Refusal("not_laid", {"laid": name})
            free = [at for at in places if not premiums[at]]
            if not free:
                return Refusal("one_premium_a_word", {"word": name})
            premiums[max(free, key=lambda at: sum(_values(wanted.words[at])))] = card
    return premiums


def _scored(task: Task, words: Sequence[LaidWord], named: str | None) -> Lay | Refusal:
    """The points of every word; nobody would quadruple less than the best, so that is usual."""
    points = [
        [value * FACTORS.get(word.premium, 1) for value in _values(word.word)] for word in words
    ]
    quadrupled = ""
    if task.quadruples:
        parts = [
            (at, part)
            for at, word in enumerate(words)
            for part in task.quadruples.parts_of(word.word)
            if named in (None, word.word[part].upper())
        ]
        if not parts:
            return Refusal("not_laid", {"laid": named or ""})
        at, part = max(parts, key=lambda found: sum(points[found[0]][found[1]]))
        points[at][part] = [QUADRUPLE * value for value in points[at][part]]
        quadrupled = words[at].word[part]
    elif named is not None:
        return Refusal("nothing_quadrupled", {"task": task.code})
    laid = tuple(
        replace(word, points=sum(earned)) for word, earned in zip(words, points, strict=True)
    )
    return Lay(laid, task.bonus_of(len(laid)), quadrupled)


def _values(word: str) -> list[int]:
    return [STANDARD.values[card] for card in from_shown(word)]
