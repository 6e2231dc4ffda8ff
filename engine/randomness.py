"""Random numbers that nobody can foresee without a secret seed and everybody can recompute with it.

The caller brings the seed, 32 bytes from a good source, and publishes `commitment(seed)` before
the game and the seed itself after it. docs/draws.md tells the construction to players.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator
from itertools import count

from engine.errors import Unreadable

SEED_BYTES = 32
_SEED_TEXT = re.compile(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


def read_seed(text: str) -> bytes:
    """Read a seed written as 64 hexadecimal digits, in either case. Raises Unreadable."""
    digits = text.strip()
    if not _SEED_TEXT.fullmatch(digits):
        # The text is not repeated: a mistyped seed is still a secret, and messages end up in logs.
        raise Unreadable(
            f"a seed is written as {2 * SEED_BYTES} hexadecimal digits (0-9, a-f) without spaces; "
            f"this text has {len(digits)} characters"
        )
    return bytes.fromhex(digits)


def commitment(seed: bytes) -> str:
    """What is published before the game: SHA-256, in hex, of the seed's bytes (not its digits)."""
    return hashlib.sha256(seed).hexdigest()


def matches(seed: bytes, published: str) -> bool:
    """Whether `seed` is the one whose commitment was `published`."""
    return commitment(seed) == published.strip().lower()


def fair_remainder(number: int, span: int, n: int) -> int | None:
    """Turn `number`, one of range(span), into one of range(n); None if it must be thrown away.

    The numbers from the last full multiple of `n` up to `span` would favour the small remainders.
    Without them every remainder stems from equally many numbers, so the choice is exactly fair.
    """
    return number % n if number < span - span % n else None


class RandomStream:
    """An endless stream of bytes fixed by seed and label, read from the start to the back.

    The stream is HMAC-SHA-256 with the seed as key over 'label:0', 'label:1', … strung together.
    Only digits follow the last colon, so no two labels ever share a message. Raises Unreadable
    unless the seed has 32 bytes: HMAC takes a shorter key for the same as one padded with zeros.
    """

    def __init__(self, seed: bytes, label: str) -> None:
        if len(seed) != SEED_BYTES:
            raise Unreadable(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.label = label
        self._bytes = _stream_bytes(seed, label)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others.

        Takes one byte of the stream, or the fewest that can tell `n` numbers apart, as a
        big-endian number, and the next ones as long as `fair_remainder` throws them away.
        """
        if n < 1:
            raise ValueError(f"there is no number from 0 to {n - 1}")
        size = max(1, ((n - 1).bit_length() + 7) // 8)
        while True:
            number = int.from_bytes((next(self._bytes) for _ in range(size)), "big")
            if (chosen := fair_remainder(number, 256**size, n)) is not None:
                return chosen

    def sample(self, items: str, size: int) -> str:
        """Take `size` characters out of `items` one after another, in the order they come out.

        Each is chosen by its place among those still there, which close ranks behind it; so the
        order of `items` matters, and whoever recomputes the sample must start from the same.
        """
        rest = list(items)
        return "".join(rest.pop(self.below(len(rest))) for _ in range(size))


def _stream_bytes(seed: bytes, label: str) -> Iterator[int]:
    for counter in count():
        yield from hmac.digest(seed, f"{label}:{counter}".encode(), "sha256")
