import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Unreadable
from engine.randomness import RandomStream, commitment, fair_remainder, matches, read_seed

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
