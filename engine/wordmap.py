"""The word map: every word of a lexicon, found by the multiset of its letters.

Four tables lie one behind the other in one buffer (32-bit little-endian numbers unless said
otherwise). All but the last have a part for every word length, since a searcher always knows the
length and most questions are about short words: those stay in the processor's cache.

    sieve   a bit for every key modulo its size: where it is 0 there is no such group. It is small
            enough for the cache and answers most questions, since most tiles spell nothing.
    slots   pairs (mark, place); open addressing with linear probing, place 0 = free
    hints   letter masks: hints[some letters] tells which one letter more could complete a word.
            Keys share cells, so it may tell too many letters, but never too few.
    groups  bytes: length, count, then `count` anagrams of `length` letters each

A letter's code is its rank in the alphabet plus one, and bit n of a mask stands for code n. The
key of a multiset is the sum of its letters' keys, so one tile more is one addition. Letter keys
are below 2**57 and a word has 15 letters at most, so nothing overflows 63 bits.

`engine.search` reads the same tables; it is compiled, this module need not be.
"""

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from engine.alphabet import LETTERS, MAX_WORD
from engine.errors import LexiconError

#: How keys fall into the tables; `engine.search` uses the same numbers.
MARK_SHIFT: Final = 20
MARK_BITS: Final = 0x7FFFFFFF
HINT_SHIFT: Final = 9
SIEVE_SHIFT: Final = 25
#: For every slot.
SIEVE_BITS: Final = 8
HINTS: Final = 2
#: Bytes kept free behind the groups for words that rulings add.
SLACK: Final = 1 << 18

#: Latin-1, which has every letter of the game, to letter codes.
_TO_CODES = bytes.maketrans(LETTERS.encode("latin-1"), bytes(range(1, len(LETTERS) + 1)))
_SPARE_SLOTS = 1024
_MOST_ANAGRAMS = 255
_FIRST_PLACE = 2  # a place is never 0 (free)


def encode(word: str) -> bytes:
    """Letter codes of a word, which must be written in the game's letters."""
    return word.encode("latin-1").translate(_TO_CODES)


def decode(codes: Sequence[int]) -> str:
    """The word that letter codes spell."""
    return "".join(LETTERS[code - 1] for code in codes)


def letter_keys(salt: int) -> tuple[int, ...]:
    """The key of every letter code (code 0 is no letter); another salt gives other keys."""
    digests = (hashlib.sha256(f"{salt} {letter}".encode()).digest() for letter in LETTERS)
    return (0, *(int.from_bytes(digest[:8], "little") >> 7 for digest in digests))


class SharedMark(Exception):
    """Two different multisets can't be told apart with these keys."""


@dataclass(frozen=True)
class Shape:
    """What one must know of a buffer to read it, beside its bytes."""

    #: How many groups of words with n letters it was made for.
    group_counts: tuple[int, ...]
    #: The bytes used in `groups`; the rest is free for additions.
    groups_end: int
    salt: int

    @property
    def slot_counts(self) -> tuple[int, ...]:
        return tuple(_power_of_two(3 * count // 2 + _SPARE_SLOTS) for count in self.group_counts)

    @property
    def size(self) -> int:
        """How many bytes the buffer has."""
        slot = SIEVE_BITS // 8 + 8 + 4 * HINTS
        return slot * sum(self.slot_counts) + self.groups_end + SLACK


class WordMap:
    """The four tables over a buffer; writing needs a writable one."""

    def __init__(self, buffer: memoryview, shape: Shape) -> None:
        if sys.byteorder != "little":
            raise LexiconError("lexicon files need a little-endian machine")
        self.keys = letter_keys(shape.salt)
        self.slot_counts = shape.slot_counts
        self.slot_starts = tuple(accumulate(self.slot_counts, initial=0))
        slots = self.slot_starts[-1]
        sieve_end = SIEVE_BITS // 8 * slots
        slots_end = sieve_end + 8 * slots
        hints_end = slots_end + 4 * HINTS * slots
        self.sieve = buffer[:sieve_end].cast("I")
        self.slots = buffer[sieve_end:slots_end].cast("I")
        self.hints = buffer[slots_end:hints_end].cast("I")
        self.groups = buffer[hints_end:]
        self._end = shape.groups_end
        self._spare_slots = [_SPARE_SLOTS // 2] * (MAX_WORD + 1)

    def anagrams(self, codes: bytes) -> list[bytes]:
        """Every word made of exactly these letters."""
        place = self.slots[2 * self._slot(len(codes), self._key(codes)) + 1]
        return [word for word in self._group(place) if sorted(word) == sorted(codes)]

    def words(self) -> Iterator[bytes]:
        """Every word, in no particular order."""
        for place in self.slots[1::2]:
            yield from self._group(place)

    def add(self, codes: bytes) -> None:
        """Let a word be found. Raises LexiconError when the room for additions is used up."""
        others = self.anagrams(codes)
        if codes in others:
            return
        if len(others) == _MOST_ANAGRAMS:
            raise LexiconError(f"{decode(codes)} has more than {_MOST_ANAGRAMS} anagrams")
        if not others:
            self._spare_slots[len(codes)] -= 1
            if self._spare_slots[len(codes)] < 0:
                raise LexiconError("too many words added: build a lexicon that has them")
        try:
            self.put_group(sorted([*others, codes]))
        except SharedMark:  # one in a billion
            raise LexiconError(f"{decode(codes)} can't be added: build a lexicon with it") from None

    def remove(self, codes: bytes) -> None:
        """Let a word be found no more."""
        anagrams = self.anagrams(codes)
        if codes in anagrams:
            place = self.slots[2 * self._slot(len(codes), self._key(codes)) + 1]
            self._write_group(place, len(codes), [word for word in anagrams if word != codes])

    def put_group(self, anagrams: Sequence[bytes]) -> None:
        """Enter a group of anagrams, in place of one with the same letters.

        Raises SharedMark when another multiset already answers to its key.
        """
        first = anagrams[0]
        length, key = len(first), self._key(first)
        slot = self._slot(length, key)
        there = self.slots[2 * slot + 1]
        if there and any(sorted(word) != sorted(first) for word in self._group(there)):
            raise SharedMark
        end = self._write_group(self._end, length, anagrams)
        self.slots[2 * slot] = key >> MARK_SHIFT & MARK_BITS
        self.slots[2 * slot + 1] = self._end
        self._end = end
        start, count, hints = self.slot_starts[length], self.slot_counts[length], self.hints
        bit = SIEVE_BITS * start + (key >> SIEVE_SHIFT & SIEVE_BITS * count - 1)
        self.sieve[bit // 32] |= 1 << bit % 32
        start, last = HINTS * start, HINTS * count - 1
        for code in set(first):
            hints[start + (key - self.keys[code] >> HINT_SHIFT & last)] |= 1 << code

    def _key(self, codes: bytes) -> int:
        return sum(map(self.keys.__getitem__, codes))

    def _slot(self, length: int, key: int) -> int:
        """The slot that holds `key`, or the free one where it would go."""
        start, last, slots = self.slot_starts[length], self.slot_counts[length] - 1, self.slots
        mark = key >> MARK_SHIFT & MARK_BITS
        slot = key & last
        while slots[2 * (start + slot) + 1] and slots[2 * (start + slot)] != mark:
            slot = slot + 1 & last
        return start + slot

    def _group(self, place: int) -> list[bytes]:
        if not place:
            return []
        length, count = self.groups[place], self.groups[place + 1]
        places = range(place + 2, place + 2 + length * count, length)
        return [bytes(self.groups[at : at + length]) for at in places]

    def _write_group(self, place: int, length: int, anagrams: Sequence[bytes]) -> int:
        """Write a group at `place`; gives the place behind it."""
        body = bytes((length, len(anagrams))) + b"".join(anagrams)
        end = place + len(body)
        if end > len(self.groups):
            raise LexiconError("too many words added: build a lexicon that has them")
        self.groups[place:end] = body
        return end


def unwatched(_done: float) -> None:
    """Nobody wants to know how far a build is."""


def build(
    words: Sequence[str], progress: Callable[[float], object] = unwatched
) -> tuple[bytearray, Shape]:
    """Build the map of `words`, spelled in the game's letters, none twice.

    The same words in the same order give the same bytes. `progress` is told now and then how much
    is done, from 0 to 1.
    """
    for salt in range(16):
        try:
            return _build(words, salt, progress)
        except SharedMark:
            continue
    raise LexiconError("these words can't be told apart by any of our keys")


def _build(
    words: Sequence[str], salt: int, progress: Callable[[float], object]
) -> tuple[bytearray, Shape]:
    keys = letter_keys(salt)
    groups: dict[int, list[bytes]] = {}
    for word in words:
        codes = encode(word)
        groups.setdefault(sum(map(keys.__getitem__, codes)), []).append(codes)
    group_counts = [0] * (MAX_WORD + 1)
    for group in groups.values():
        if any(sorted(word) != sorted(group[0]) for word in group[1:]):
            raise SharedMark
        if len(group) > _MOST_ANAGRAMS:
            raise LexiconError(f"{decode(group[0])} has more than {_MOST_ANAGRAMS} anagrams")
        group_counts[len(group[0])] += 1
    size = sum(2 + len(group) * len(group[0]) for group in groups.values())
    shape = Shape(tuple(group_counts), _FIRST_PLACE + size, salt)
    buffer = bytearray(shape.size)
    wordmap = WordMap(memoryview(buffer), replace(shape, groups_end=_FIRST_PLACE))
    for done, group in enumerate(groups.values()):
        if done % 8192 == 0:
            progress(done / len(groups))
        wordmap.put_group(group)
    progress(1)
    return buffer, shape


def _power_of_two(at_least: int) -> int:
    return 1 << (at_least - 1).bit_length()
