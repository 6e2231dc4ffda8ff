import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Unreadable
from engine.randomness import (
    RandomStream,
    commitment,
    draw_key,
    fair_remainder,
    matches,
    read_hall_part,
    read_seed,
)
from engine.tiles import STANDARD

SEED = bytes(range(32))

seeds = st.binary(min_size=32, max_size=32)


def test_a_seed_is_read_from_its_digits_in_either_case() -> None:
    assert read_seed(SEED.hex()) == SEED
    assert read_seed(f" {SEED.hex().upper()}\n") == SEED


@pytest.mark.parametrize(
    "text", ["", "00", SEED.hex() + "00", SEED.hex(" "), "g" + SEED.hex()[1:], "٣" * 64]
)
def test_text_that_is_no_seed_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="64 hexadecimal digits"):
        read_seed(text)


def test_the_message_about_a_mistyped_seed_does_not_betray_it() -> None:
    with pytest.raises(Unreadable) as refused:
        read_seed(SEED.hex()[:-1])
    assert SEED.hex()[:8] not in str(refused.value)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_stream_needs_a_seed_of_32_bytes(size: int) -> None:
    with pytest.raises(Unreadable, match="32 bytes"):
        RandomStream(bytes(size), "round 1 draw 1")


def test_the_commitment_is_the_hash_of_the_bytes() -> None:
    known = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == known
    assert matches(SEED, f"{known.upper()}\n")
    assert not matches(bytes(32), known)


def test_the_stream_is_hmac_over_label_and_counter() -> None:
    stream = RandomStream(SEED, "round 1 draw 1")
    blocks = [
        hmac.new(SEED, f"round 1 draw 1:{counter}".encode(), hashlib.sha256).digest()
        for counter in range(3)
    ]
    # Of 256 numbers none is thrown away: this reads the bytes as they are.
    assert bytes(stream.below(256) for _ in range(96)) == b"".join(blocks)


def test_the_stream_has_known_bytes() -> None:
    stream = RandomStream(SEED, "round 1 draw 1")
    assert bytes(stream.below(256) for _ in range(8)).hex() == "a506856a838c0236"


@pytest.mark.parametrize("n", range(1, 257))
def test_every_number_stems_from_equally_many_bytes(n: int) -> None:
    origins = Counter(fair_remainder(byte, 256, n) for byte in range(256))
    thrown_away = origins.pop(None, 0)
    assert origins == dict.fromkeys(range(n), 256 // n)
    assert thrown_away == 256 % n < n


@pytest.mark.parametrize("n", [257, 1000, 40_000, 65_535, 65_536])
def test_every_number_stems_from_equally_many_pairs_of_bytes(n: int) -> None:
    origins = Counter(fair_remainder(pair, 65_536, n) for pair in range(65_536))
    del origins[None]
    assert origins == dict.fromkeys(range(n), 65_536 // n)


@given(seeds, st.text(alphabet="abc 123:", max_size=9), st.integers(1, 2**70))
def test_below_stays_below_and_comes_again(seed: bytes, label: str, n: int) -> None:
    first, again = RandomStream(seed, label), RandomStream(seed, label)
    numbers = [first.below(n) for _ in range(5)]
    assert all(0 <= number < n for number in numbers)
    assert numbers == [again.below(n) for _ in range(5)]


def test_bytes_thrown_away_are_skipped() -> None:
    n = 129  # every byte from 129 on is thrown away, about half of them
    raw, stream = RandomStream(SEED, "skip"), RandomStream(SEED, "skip")
    fair = [byte for byte in (raw.below(256) for _ in range(200)) if byte < n]
    assert len(fair) < 200
    assert [stream.below(n) for _ in fair] == fair


def test_even_a_choice_of_one_takes_a_byte() -> None:
    raw, stream = RandomStream(SEED, "one"), RandomStream(SEED, "one")
    skipped, following = raw.below(256), raw.below(256)
    assert skipped != following
    assert stream.below(1) == 0
    assert stream.below(256) == following


def test_there_is_nothing_below_one() -> None:
    with pytest.raises(ValueError, match="no number"):
        RandomStream(SEED, "").below(0)


@given(seeds, st.text(alphabet="ABC?", max_size=12), st.data())
def test_a_sample_takes_only_what_is_there(seed: bytes, items: str, data: st.DataObject) -> None:
    size = data.draw(st.integers(0, len(items)))
    taken = RandomStream(seed, "sample").sample(items, size)
    assert len(taken) == size
    assert not Counter(taken) - Counter(items)


class Scripted(RandomStream):
    """A stream whose choices are given instead of derived."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        super().__init__(SEED, "scripted")
        self._choices = iter(choices)

    def below(self, n: int) -> int:
        chosen = next(self._choices)
        assert chosen < n
        return chosen


def test_every_order_of_a_sample_stems_from_exactly_one_row_of_choices() -> None:
    """With fair choices all 60 ways to take 3 of 5 are therefore equally likely."""
    rows = [(a, b, c) for a in range(5) for b in range(4) for c in range(3)]
    samples = [Scripted(row).sample("ABCDE", 3) for row in rows]
    assert sorted(samples) == sorted("".join(order) for order in permutations("ABCDE", 3))


# The part of the hall


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("482913", "482913"),
        (" 4 8 2-9 1 3. ", "482913"),
        ("3, 17, 22, 38, 41, 49", "31722384149"),
        ("qxäe?rs", "QXÄE?RS"),
        ("a\u0308pfel straße", "ÄPFELSTRASSE"),
        ("STRAẞEN", "STRASSEN"),
    ],
)
def test_what_is_called_out_has_one_way_of_writing_it(text: str, part: str) -> None:
    assert read_hall_part(text) == part == read_hall_part(part)


@pytest.mark.parametrize(
    "text", ["", "12345", "- - - - - -", "A" * 101, "٣٣٣٣٣٣", "émilie", "ʼ½½½½½½"]
)
def test_what_cannot_have_been_called_out_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="part of the hall"):
        read_hall_part(text)


def test_without_a_part_of_the_hall_the_seed_alone_is_the_key() -> None:
    assert draw_key(SEED) == SEED


def test_the_key_is_hmac_of_seed_and_part() -> None:
    key = hmac.new(SEED, b"hall part 482913", hashlib.sha256).digest()
    assert draw_key(SEED, "482913") == key
    assert len({key, draw_key(SEED, "482914"), draw_key(bytes(32), "482913"), SEED}) == 4


def first_racks(seed: bytes, part: str, count: int = 5) -> list[str]:
    """The racks of the first rounds, each drawn as if from a full bag."""
    key = draw_key(seed, part)
    return [
        "".join(sorted(RandomStream(key, f"round {number} draw 1").sample(STANDARD.all_tiles, 7)))
        for number in range(1, count + 1)
    ]


def blanks_of(seed: bytes, part: str) -> int:
    return "".join(first_racks(seed, part)).count("?")


def test_a_seed_picked_among_many_brings_nothing_once_the_hall_has_given_its_part() -> None:
    """A malicious operator looks through seeds until five rounds have as many blanks as can be."""
    seeds = [hashlib.sha256(bytes([place // 256, place % 256])).digest() for place in range(2_000)]
    picked = max(seeds, key=lambda seed: blanks_of(seed, ""))
    assert blanks_of(picked, "") >= 4  # it pays as long as the server draws alone …
    parts = [f"{place:06}" for place in range(600)]
    brought = [blanks_of(picked, part) for part in parts]
    usual = [blanks_of(SEED, part) for part in parts]
    # … and with any part that is called out later the racks are those of a seed made blindly:
    # 35 of 102 tiles with 2 blanks among them, 0.686 of them on average.
    for mean in (sum(brought) / len(parts), sum(usual) / len(parts)):
        assert abs(mean - 70 / 102) < 0.1
    # No two parts bring the same, so that nothing of what was picked is left.
    assert len({tuple(first_racks(picked, part)) for part in parts}) == len(parts)
