# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, infer_types=True
"""The search for the best moves: one source, compiled by Cython where there is a compiler.

A *window* is a place for a move: a line, a start and a number of tiles to lay. It fixes the
squares, the lying letters the word runs through, and an upper bound of the points that needs no
lexicon. Windows are tried best bound first until the bound falls below the best move found. In a
window every part of the rack of the right size is bounded again, and the word map tells the
anagrams of that part and the lying letters. docs/search.md tells it at length.

Nothing is checked here: `engine.solver` hands over valid positions only. A Searcher holds scratch
memory, so one thread at a time may use it; it lets go of the interpreter while it searches.

The module is long because a compiled class can't be spread over several without slowing it down.
"""

from collections.abc import MutableSequence, Sequence

import cython

from engine.wordmap import (
    HINT_SHIFT,
    HINTS,
    MARK_BITS,
    MARK_SHIFT,
    SIEVE_BITS,
    SIEVE_SHIFT,
    WordMap,
)

COMPILED: bool = cython.compiled

#: How many numbers describe one move found: points, length and spot, word, blanks.
RECORD = 4


@cython.cclass
class Searcher:
    """Finds moves on any board with any rack of up to eight tiles."""

    # The lexicon's tables (see engine.wordmap); `_owner` keeps their memory alive.
    _owner: object
    _sieve: cython.pointer(cython.uint)
    _slots: cython.pointer(cython.uint)
    _hints: cython.pointer(cython.uint)
    _groups: cython.pointer(cython.uchar)
    _mark_shift: cython.int
    _mark_bits: cython.uint
    _sieve_shift: cython.int
    _hint_shift: cython.int
    # Where the part for each word length starts, and the bits of a key that count in it.
    _sieve_start: cython.ulonglong[16]
    _sieve_mask: cython.ulonglong[16]
    _slot_start: cython.ulonglong[16]
    _slot_mask: cython.ulonglong[16]
    _hint_start: cython.ulonglong[16]
    _hint_mask: cython.ulonglong[16]
    _keys: cython.ulonglong[30]
    _letter_of_bit: cython.uchar[37]
    #: Letters that make a two-letter word behind, and in front of, a given letter.
    _behind: cython.uint[30]
    _in_front: cython.uint[30]

    # The rules, and what they were taken from.
    rules = cython.declare(object, visibility="public")
    _values: cython.short[30]
    _bonuses: cython.short[9]
    _most_tiles: cython.int
    _first_word: cython.int
    _letter_factor: cython.uchar[512]
    _word_factor: cython.uchar[512]

    # The position, once across and once down: 256 * direction + 16 * line + place in line.
    # Place 15 of every line stays empty, so walking along a line needs no end check.
    _cell: cython.uchar[512]
    _worth: cython.uchar[512]
    _reach: cython.uint[512]
    _cross_length: cython.uchar[512]
    _cross_worth: cython.short[512]
    _cap: cython.short[512]
    _board_empty: cython.int

    # The rack and its parts, a part being a choice of tiles; equal choices are one part. Parts
    # are numbered by size. _part_worth[256 * n + part] is what its n dearest tiles are worth.
    _rack: cython.uchar[30]
    _rack_size: cython.int
    _rack_mask: cython.uint
    _rack_letters: cython.uchar[30]
    _rack_letter_count: cython.int
    _part_key: cython.ulonglong[256]
    _part_mask: cython.uint[256]
    _part_worth: cython.short[2304]
    _part_blanks: cython.uchar[256]
    _parts: cython.int
    _size_start: cython.int[10]
    _filled: cython.int[9]
    _bounds: cython.short[256]
    _choices: cython.int[256]

    # Windows in buckets by their bound.
    _bucket: cython.short[1024]
    _next_window: cython.short[4096]
    _windows: cython.int
    _highest: cython.int
    # What is known of each: where it starts, how many tiles it takes, its letters with those lying,
    # the key of those, and what its bound is made of (see _bound).
    _window_spot: cython.short[4096]
    _window_tiles: cython.uchar[4096]
    _window_length: cython.uchar[4096]
    _window_key: cython.ulonglong[4096]
    _word_times: cython.short[4096]
    _lying: cython.short[4096]
    _crossing: cython.short[4096]
    _capped: cython.short[4096]
    _covered2: cython.uchar[4096]
    _covered3: cython.uchar[4096]
    _free1: cython.uchar[4096]
    _free2: cython.uchar[4096]
    _free3: cython.uchar[4096]

    # The window at hand.
    _spot: cython.int
    _length: cython.int
    _allowed: cython.uint[16]
    _factor: cython.short[16]
    _crossed: cython.uint[8]
    _base: cython.int
    _open_mask: cython.uint
    _blank_left: cython.uchar[30]
    _tile_left: cython.uchar[30]
    _word: cython.uint

    # What was found.
    _best: cython.int
    _only_tops: cython.int
    _found: cython.pointer(cython.uint)
    _capacity: cython.int
    _count: cython.int

    def __init__(
        self, wordmap: WordMap, letter_factors: Sequence[int], word_factors: Sequence[int]
    ) -> None:
        """Search in `wordmap` on a board whose squares have these factors, row after row."""
        if not cython.compiled:  # then the annotated arrays above are only notes
            for name, kind in Searcher.__annotations__.items():
                setattr(self, name, [0] * getattr(kind, "_n", 0))
        sieve: cython.uint[::1] = wordmap.sieve
        slots: cython.uint[::1] = wordmap.slots
        hints: cython.uint[::1] = wordmap.hints
        groups: cython.uchar[::1] = wordmap.groups
        self._owner = (sieve, slots, hints, groups)
        if cython.compiled:
            self._sieve = cython.address(sieve[0])
            self._slots = cython.address(slots[0])
            self._hints = cython.address(hints[0])
            self._groups = cython.address(groups[0])
        else:
            self._sieve, self._slots, self._hints, self._groups = self._owner
        self._mark_shift = MARK_SHIFT
        self._mark_bits = MARK_BITS
        self._sieve_shift = SIEVE_SHIFT
        self._hint_shift = HINT_SHIFT
        i: cython.int
        for i in range(16):
            self._sieve_start[i] = SIEVE_BITS * wordmap.slot_starts[i]
            self._sieve_mask[i] = SIEVE_BITS * wordmap.slot_counts[i] - 1
            self._slot_start[i] = wordmap.slot_starts[i]
            self._slot_mask[i] = wordmap.slot_counts[i] - 1
            self._hint_start[i] = HINTS * wordmap.slot_starts[i]
            self._hint_mask[i] = HINTS * wordmap.slot_counts[i] - 1
        for i in range(30):
            self._keys[i] = wordmap.keys[i]
            self._letter_of_bit[(1 << i) % 37] = i
        for i in range(225):
            for at in (i // 15 * 16 + i % 15, 256 + i % 15 * 16 + i // 15):
                self._letter_factor[at] = letter_factors[i]
                self._word_factor[at] = word_factors[i]
        self._find_two_letter_words()
        self._capacity = 0

    def set_rules(
        self,
        rules: object,
        values: Sequence[int],
        bonuses: Sequence[int],
        most_tiles: int,
        first_word_letters: int,
    ) -> None:
        """Take over tile values by letter code, bonuses by tiles laid, and the limits.

        `rules` is kept as it is, for the caller to see which rules are in force.
        """
        self.rules = rules
        i: cython.int
        for i in range(30):
            self._values[i] = values[i]
        for i in range(9):
            self._bonuses[i] = bonuses[i]
        self._most_tiles = most_tiles
        self._first_word = first_word_letters

    def run(self, cells: bytes, rack: bytes, only_tops: bool, found: MutableSequence[int]) -> int:
        """Collect the legal moves; gives how many there are.

        `cells`: 225 letter codes, 0 empty, 32 more for a blank. `rack`: 30 counts by code, blanks
        at 0. With `only_tops` just the best of them and all its equals count. The first moves are
        written to `found`, RECORD numbers each, as far as it has room.
        """
        if len(cells) != 225 or len(rack) != 30 or sum(rack) > 8:
            raise ValueError("225 cells, 30 counts and 8 tiles at most")
        board: cython.const[cython.uchar][::1] = cells
        tiles: cython.const[cython.uchar][::1] = rack
        records: cython.uint[::1] = found
        self._capacity = len(found) // RECORD
        if cython.compiled:
            if self._capacity:
                self._found = cython.address(records[0])
        else:
            self._found = records
        i: cython.int
        for i in range(225):
            self._put(i // 15 * 16 + i % 15, board[i])
            self._put(256 + i % 15 * 16 + i // 15, board[i])
        for i in range(30):
            self._rack[i] = tiles[i]
        self._best = 0
        self._only_tops = only_tops
        with cython.nogil:
            self._search()
        count: int = self._count
        return count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, at: cython.int, code: cython.uchar) -> cython.void:
        self._cell[at] = code & 31
        self._worth[at] = 0 if code & 32 else self._values[code & 31]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self) -> cython.void:
        self._count = 0
        self._take_apart_rack()
        self._check_crossings()
        self._collect_windows()
        bound = self._highest
        # The highest bucket holds all bounds from its own upward.
        while bound >= 0 and (bound >= self._best or bound == 1023):
            window = self._bucket[bound]
            while window >= 0:
                self._try_window(window)
                window = self._next_window[window]
            bound -= 1

    # The rack

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_apart_rack(self) -> cython.void:
        """List every different part of the rack with its key, its letters and its worth."""
        one: cython.uint = 1
        highest: cython.int = 0
        self._rack_mask = 0
        self._rack_letter_count = 0
        self._rack_size = 0
        for code in range(30):
            self._rack_size += self._rack[code]
            if self._rack[code]:
                highest = max(highest, self._values[code])
            if code and (self._rack[code] or self._rack[0]):
                self._rack_mask |= one << code
                self._rack_letters[self._rack_letter_count] = code
                self._rack_letter_count += 1
        self._count_parts()
        # Every part grows out of a smaller one by the copies of a letter it takes; the dearest
        # letters come first, so that the worth of the n dearest tiles is known on the way.
        for n in range(9):
            self._part_worth[256 * n] = 0
            self._filled[n] = self._size_start[n]
        self._part_key[0] = 0
        self._part_mask[0] = 0
        self._part_blanks[0] = 0
        self._filled[0] = 1
        for value in range(highest, -1, -1):
            for code in range(29, -1, -1):
                if self._rack[code] and self._values[code] == value:
                    self._add_letter(code, value)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_letter(self, code: cython.int, value: cython.int) -> cython.void:
        """List every part there is once more with each number of copies of a letter."""
        # A blank stands for any letter of the rack's.
        letters: cython.uint = self._rack_mask
        if code:
            letters = cython.cast(cython.uint, 1) << code
        # Larger parts first: what this letter adds must not grow by it again.
        for size in range(self._rack_size - 1, -1, -1):
            for old in range(self._size_start[size], self._filled[size]):
                for copies in range(1, min(self._rack[code], self._rack_size - size) + 1):
                    new = self._filled[size + copies]
                    self._filled[size + copies] += 1
                    self._part_key[new] = self._part_key[old] + copies * self._keys[code]
                    self._part_mask[new] = self._part_mask[old] | letters
                    self._part_blanks[new] = 0 if code else copies
                    for n in range(9):
                        self._part_worth[256 * n + new] = self._part_worth[
                            256 * n + old
                        ] + value * max(0, min(n - size, copies))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_parts(self) -> cython.void:
        """Number the parts by size: count how many there are of each."""
        for size in range(10):
            self._size_start[size] = 0
        self._size_start[1] = 1
        for code in range(30):
            if self._rack[code]:
                for size in range(self._rack_size, 0, -1):
                    for copies in range(1, min(self._rack[code], size) + 1):
                        self._size_start[size + 1] += self._size_start[size + 1 - copies]
        for size in range(1, 10):
            self._size_start[size] += self._size_start[size - 1]
        self._parts = self._size_start[self._rack_size + 1]

    # Crossing words

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _check_crossings(self) -> cython.void:
        """For every empty square find which letters of the rack the crossing word allows."""
        self._board_empty = 1
        for at in range(512):
            self._reach[at] = self._rack_mask
            self._cross_length[at] = 0
            self._cross_worth[at] = 0
        for direction in range(2):
            for line in range(15):
                base = 256 * direction + 16 * line
                for place in range(15):
                    if self._cell[base + place] or not (
                        self._cell[base + place + 1] or (place and self._cell[base + place - 1])
                    ):
                        continue
                    self._board_empty = 0
                    key = 0
                    worth = 0
                    first = place
                    while first and self._cell[base + first - 1]:
                        first -= 1
                        key += self._keys[self._cell[base + first]]
                        worth += self._worth[base + first]
                    end = place + 1
                    while self._cell[base + end]:
                        key += self._keys[self._cell[base + end]]
                        worth += self._worth[base + end]
                        end += 1
                    at = 256 * (1 - direction) + 16 * place + line
                    self._cross_length[at] = end - first
                    self._cross_worth[at] = worth
                    self._reach[at] = self._completing(base + first, base + place, base + end, key)
                    self._cap[at] = self._dearest(self._reach[at])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _dearest(self, letters: cython.uint) -> cython.int:
        """The value of the dearest tile on the rack that shows one of `letters`."""
        value: cython.int = 0
        for i in range(self._rack_letter_count):
            letter = self._rack_letters[i]
            if letters >> letter & 1 and self._rack[letter] and self._values[letter] > value:
                value = self._values[letter]
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _completing(
        self, first: cython.int, gap: cython.int, end: cython.int, key: cython.ulonglong
    ) -> cython.uint:
        """The letters of the rack that make a word of the squares from `first` to `end`."""
        fitting: cython.uint = 0
        if end - first == 2:
            if gap == first:
                return self._in_front[self._cell[gap + 1]] & self._rack_mask
            return self._behind[self._cell[first]] & self._rack_mask
        candidates = self._hint(end - first, key) & self._rack_mask
        while candidates:
            letter = self._letter_of_bit[(candidates & -candidates) % 37]
            candidates &= candidates - 1
            if self._spells(first, gap, end, letter, key + self._keys[letter]):
                fitting |= cython.cast(cython.uint, 1) << letter
        return fitting

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _spells(
        self,
        first: cython.int,
        gap: cython.int,
        end: cython.int,
        letter: cython.int,
        key: cython.ulonglong,
    ) -> cython.bint:
        """Whether the squares from `first` to `end` with `letter` in the gap are a word."""
        place: cython.uint = self._find(end - first, key)
        if place == 0:
            return False
        word = place + 2
        for _ in range(self._groups[place + 1]):
            i = 0
            while i < end - first and self._groups[word + i] == (
                letter if first + i == gap else self._cell[first + i]
            ):
                i += 1
            if i == end - first:
                return True
            word += end - first
        return False

    @cython.cfunc
    def _find_two_letter_words(self) -> cython.void:
        """Note the two-letter words: most crossing words are made of one lying letter."""
        for a in range(1, 30):
            for b in range(1, 30):
                place = self._find(2, self._keys[a] + self._keys[b])
                if place == 0:
                    continue
                for n in range(self._groups[place + 1]):
                    if (
                        self._groups[place + 2 + 2 * n] == a
                        and self._groups[place + 3 + 2 * n] == b
                    ):
                        self._behind[a] |= cython.cast(cython.uint, 1) << b
                        self._in_front[b] |= cython.cast(cython.uint, 1) << a

    # The word map

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(self, length: cython.int, key: cython.ulonglong) -> cython.uint:
        """The place of the group of anagrams with this length and key, or 0."""
        slot: cython.ulonglong = key & self._slot_mask[length]
        mark: cython.uint = (key >> self._mark_shift) & self._mark_bits
        at: cython.ulonglong = 2 * (self._slot_start[length] + slot)
        if not self._may_be(length, key):
            return 0
        while self._slots[at + 1]:
            if self._slots[at] == mark:
                return self._slots[at + 1]
            slot = (slot + 1) & self._slot_mask[length]
            at = 2 * (self._slot_start[length] + slot)
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_be(self, length: cython.int, key: cython.ulonglong) -> cython.bint:
        """False where no word has this length and key; mostly true where one has."""
        bit: cython.ulonglong = self._sieve_start[length] + (
            (key >> self._sieve_shift) & self._sieve_mask[length]
        )
        return self._sieve[bit >> 5] >> (bit & 31) & 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _hint(self, length: cython.int, key: cython.ulonglong) -> cython.uint:
        """Letters of which one more could complete a word of this length, perhaps too many."""
        return self._hints[
            self._hint_start[length] + ((key >> self._hint_shift) & self._hint_mask[length])
        ]

    # Windows

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _collect_windows(self) -> cython.void:
        self._windows = 0
        self._highest = -1
        for i in range(1024):
            self._bucket[i] = -1
        for direction in range(2):
            for line in range(15):
                self._collect_line(direction, line)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _collect_line(self, direction: cython.int, line: cython.int) -> cython.void:
        """Put every window of a line into the bucket of its bound."""
        base: cython.int = 256 * direction + 16 * line
        most: cython.int = min(self._most_tiles, self._rack_size)
        contact: cython.int = -1
        for start in range(15):
            if start and self._cell[base + start - 1]:
                continue
            contact = self._next_contact(base, max(contact, start))
            if contact == 15:
                return
            if contact - start + (self._cell[base + contact] == 0) > most:
                continue
            at = base + start
            key = 0
            lying = 0
            while self._cell[at]:
                key += self._keys[self._cell[at]]
                lying += self._worth[at]
                at += 1
            word_times = 1
            crossing = 0
            capped = 0
            covered2: cython.int = 0
            covered3: cython.int = 0
            free1 = 0
            free2: cython.int = 0
            free3: cython.int = 0
            for tiles in range(1, most + 1):
                if at == base + 15 or self._reach[at] == 0:
                    break
                times = self._letter_factor[at]
                word_times *= self._word_factor[at]
                covered2 += times > 1
                covered3 += times > 2
                if self._cross_length[at]:
                    capped += times * self._cap[at]
                    crossing += self._word_factor[at] * (
                        self._cross_worth[at] + times * self._cap[at]
                    )
                else:
                    free1 += 1
                    free2 += times > 1
                    free3 += times > 2
                at += 1
                while self._cell[at]:
                    key += self._keys[self._cell[at]]
                    lying += self._worth[at]
                    at += 1
                length = at - base - start
                if at <= base + contact or not self._is_word(tiles, base + start, at, direction):
                    continue
                window = self._windows
                self._window_spot[window] = base + start
                self._window_tiles[window] = tiles
                self._window_length[window] = length
                self._window_key[window] = key
                self._word_times[window] = word_times
                self._lying[window] = lying
                self._crossing[window] = crossing
                self._capped[window] = capped
                self._covered2[window] = covered2
                self._covered3[window] = covered3
                self._free1[window] = free1
                self._free2[window] = free2
                self._free3[window] = free3
                self._keep_window(window)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_window(self, window: cython.int) -> cython.void:
        """Put a window into the bucket of its bound, if anything good enough may lie there."""
        whole: cython.int = self._parts - 1
        tiles: cython.int = self._window_tiles[window]
        self._bound(window, whole, whole + 1)
        bound: cython.int = self._bounds[whole] + self._bonuses[tiles]
        if bound < self._best:
            return
        if tiles == self._rack_size and not self._look_up(
            self._window_length[window],
            self._window_key[window] + self._part_key[whole],
            self._part_blanks[whole],
        ):
            return
        bound = min(bound, 1023)
        self._highest = max(self._highest, bound)
        self._next_window[window] = self._bucket[bound]
        self._bucket[bound] = window
        self._windows += 1

    # The bound of a window. In the word itself every tile counts once, so the dearest tiles on
    # the dearest squares are the most there can be; letter factors are 1, 2 or 3, so that most is
    # three sums. A crossing word adds its own count of the tile that it shares, of which the
    # crossing letters tell the dearest possible one, its cap. The second sum takes those caps for
    # the word itself too. Both are upper bounds, so the lower one is.

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _bound(self, window: cython.int, parts: cython.int, end: cython.int) -> cython.void:
        """The most points, but for the bonus, that each of these parts could make in a window."""
        # With such types the compiler works on eight parts at a time.
        lying: cython.short = self._lying[window]
        word_times: cython.short = self._word_times[window]
        caps: cython.short = self._capped[window]
        crossing: cython.short = self._crossing[window]
        covered1: cython.Py_ssize_t = 256 * self._window_tiles[window]
        covered2: cython.Py_ssize_t = 256 * self._covered2[window]
        covered3: cython.Py_ssize_t = 256 * self._covered3[window]
        free1: cython.Py_ssize_t = 256 * self._free1[window]
        free2: cython.Py_ssize_t = 256 * self._free2[window]
        free3: cython.Py_ssize_t = 256 * self._free3[window]
        for i in range(parts, end):
            once = (
                self._part_worth[covered1 + i]
                + self._part_worth[covered2 + i]
                + self._part_worth[covered3 + i]
            )
            capped = caps + (
                self._part_worth[free1 + i]
                + self._part_worth[free2 + i]
                + self._part_worth[free3 + i]
            )
            self._bounds[i] = word_times * (lying + min(once, capped)) + crossing

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_contact(self, base: cython.int, place: cython.int) -> cython.int:
        """The first place of a line, from this one on, where a word touches what lies; else 15."""
        while place < 15 and not self._touches(base + place):
            place += 1
        return place

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _touches(self, at: cython.int) -> cython.bint:
        if self._board_empty:
            return at & 255 == 16 * 7 + 7
        return self._cell[at] != 0 or self._cross_length[at] != 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_word(
        self, tiles: cython.int, at: cython.int, end: cython.int, direction: cython.int
    ) -> cython.bint:
        """Whether so many tiles may make a word of these squares, and it is told this way."""
        if end - at < 2 or (self._board_empty and end - at < self._first_word):
            return False
        return tiles > 1 or self._is_main(at, end, direction)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_main(self, at: cython.int, end: cython.int, direction: cython.int) -> cython.bint:
        """Whether one tile's move is told in this direction: the longer word, else across."""
        length: cython.int = end - at
        while self._cell[at]:
            at += 1
        return length + 1 - direction > self._cross_length[at]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_window(self, window: cython.int) -> cython.void:
        """Try every part of the rack that could still be the best in this window."""
        tiles: cython.int = self._window_tiles[window]
        first: cython.int = self._size_start[tiles]
        end: cython.int = self._size_start[tiles + 1]
        least: cython.int = self._best - self._bonuses[tiles]
        choices: cython.int = 0
        crossed: cython.int
        part: cython.int
        self._bound(window, first, end)
        # In steps over all parts, since the processor then waits for several memory cells at once.
        for part in range(first, end):
            self._choices[choices] = part
            choices += self._bounds[part] >= least
        crossed = self._read_window(window)
        for n in range(crossed):
            end = choices
            choices = 0
            for i in range(end):
                part = self._choices[i]
                self._choices[choices] = part
                choices += (self._crossed[n] & self._part_mask[part]) != 0
        end = choices
        choices = 0
        for i in range(end):
            part = self._choices[i]
            self._choices[choices] = part
            key = self._window_key[window] + self._part_key[part]
            if self._part_blanks[part] == 0:
                choices += self._may_be(self._length, key)
            elif self._part_blanks[part] == 1:
                choices += (self._hint(self._length, key) & self._open_mask) != 0
            else:
                choices += 1
        for i in range(choices):
            part = self._choices[i]
            if self._bounds[part] + self._bonuses[tiles] >= self._best:
                self._try_part(part, self._window_key[window] + self._part_key[part])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _read_window(self, window: cython.int) -> cython.int:
        """Note what each square of a window allows and multiplies; gives how many are crossed."""
        word_times: cython.int = self._word_times[window]
        crossed: cython.int = 0
        at: cython.int = self._window_spot[window]
        self._spot = at
        self._length = self._window_length[window]
        self._base = self._bonuses[self._window_tiles[window]] + word_times * self._lying[window]
        self._open_mask = 0
        for i in range(self._length):
            if self._cell[at]:
                self._allowed[i] = cython.cast(cython.uint, 1) << self._cell[at]
                self._factor[i] = 0
            else:
                self._allowed[i] = self._reach[at]
                self._open_mask |= self._reach[at]
                self._factor[i] = self._letter_factor[at] * word_times
                if self._cross_length[at]:
                    self._base += self._word_factor[at] * self._cross_worth[at]
                    self._factor[i] += self._letter_factor[at] * self._word_factor[at]
                    self._crossed[crossed] = self._reach[at]
                    crossed += 1
            at += 1
        return crossed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_up(
        self, length: cython.int, key: cython.ulonglong, blanks: cython.int
    ) -> cython.uint:
        """The group of these letters; with blanks, the letters the first of them may stand for."""
        letters: cython.uint = 0
        if blanks == 0:
            return self._find(length, key)
        if blanks == 1:
            return self._hint(length, key)
        for letter in range(1, 30):
            # Blanks stand for letters in alphabetical order, so that no choice comes twice.
            if self._look_up(length, key + self._keys[letter], blanks - 1) >> letter:
                letters |= cython.cast(cython.uint, 1) << letter
        return letters

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_part(self, part: cython.int, key: cython.ulonglong) -> cython.void:
        finding: cython.uint = self._look_up(self._length, key, self._part_blanks[part])
        if self._part_blanks[part]:
            self._try_blanks(key, self._part_blanks[part], finding & self._open_mask)
        elif finding:
            self._try_group(finding)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_blanks(
        self, key: cython.ulonglong, blanks: cython.int, letters: cython.uint
    ) -> cython.void:
        """Let the first of the blanks stand for each of `letters`, the others for later ones."""
        while letters:
            letter = self._letter_of_bit[(letters & -letters) % 37]
            letters &= letters - 1
            finding = self._look_up(self._length, key + self._keys[letter], blanks - 1)
            self._blank_left[letter] += 1
            if blanks == 1:
                if finding:
                    self._try_group_with_blanks(finding)
            else:
                finding = (finding >> letter) << letter
                self._try_blanks(key + self._keys[letter], blanks - 1, finding & self._open_mask)
            self._blank_left[letter] -= 1

    # Words

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_group(self, place: cython.uint) -> cython.void:
        self._word = place + 2
        for _ in range(self._groups[place + 1]):
            if self._fits():
                points = self._base
                for i in range(self._length):
                    points += self._factor[i] * self._values[self._groups[self._word + i]]
                if points >= self._best and self._has_tiles():
                    self._note(points, 0)
            self._word += self._length

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _try_group_with_blanks(self, place: cython.uint) -> cython.void:
        self._word = place + 2
        for _ in range(self._groups[place + 1]):
            if self._fits() and self._has_tiles():
                self._choose_blanks(0, self._base, 0)
            self._word += self._length

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _fits(self) -> cython.bint:
        for i in range(self._length):
            if not self._allowed[i] >> self._groups[self._word + i] & 1:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_tiles(self) -> cython.bint:
        """Whether the rack has the tiles for the word, the blanks chosen set apart.

        The word was found by its key, so it nearly always has: this makes it certain.
        """
        for i in range(30):
            self._tile_left[i] = 0
        for i in range(self._length):
            if not self._cell[self._spot + i]:
                self._tile_left[self._groups[self._word + i]] += 1
        for i in range(30):
            if not self._blank_left[i] <= self._tile_left[i] <= self._rack[i] + self._blank_left[i]:
                return False
            self._tile_left[i] -= self._blank_left[i]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose_blanks(self, i: cython.int, points: cython.int, blanks: cython.uint) -> cython.void:
        """Note every way to have a tile or a blank on each square of the word from `i` on."""
        while i < self._length and self._cell[self._spot + i]:
            i += 1
        if i == self._length:
            if points >= self._best:
                self._note(points, blanks)
            return
        letter = self._groups[self._word + i]
        if self._tile_left[letter]:
            self._tile_left[letter] -= 1
            self._choose_blanks(i + 1, points + self._factor[i] * self._values[letter], blanks)
            self._tile_left[letter] += 1
        if self._blank_left[letter]:
            self._blank_left[letter] -= 1
            self._choose_blanks(i + 1, points, blanks | cython.cast(cython.uint, 1) << i)
            self._blank_left[letter] += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _note(self, points: cython.int, blanks: cython.uint) -> cython.void:
        if self._only_tops and points > self._best:
            self._best = points
            self._count = 0
        if self._count < self._capacity:
            at = 4 * self._count
            self._found[at] = points
            self._found[at + 1] = self._length << 9 | self._spot
            self._found[at + 2] = self._word
            self._found[at + 3] = blanks
        self._count += 1
