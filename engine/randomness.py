"""Random numbers that nobody can foresee without a secret seed and everybody can recompute with it.

The caller brings the seed, 32 bytes from a good source, and publishes `commitment(seed)` before
the game and the seed itself after it. Whoever made the seed may have looked through many, so what
is drawn follows from a second part as well, that the hall gives once the commitment is out.
docs/draws.md tells the construction to players.
"""

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterator
from itertools import count

from engine.errors import Unreadable

SEED_BYTES = 32
#: Fewer would leave so few games that a seed could be picked by what most of them have.
LEAST_HALL_PART, MOST_HALL_PART = 6, 100
#: What may be called out: figures, letters and the sign of a blank; all else is left out.
_CALLED = re.compile("[^0-9A-ZÄÖÜ?]")
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


def read_hall_part(text: str) -> str:
    """What the hall called out, written in one way only, so that whoever types it can't choose.

    Figures, A to Z, Ä, Ö, Ü and ?, in capitals; spaces, commas and all other signs are left out.
    Raises Unreadable for letters and figures of other kinds, and for too few or too many.
    """
    capitals = unicodedata.normalize("NFC", text.replace("ẞ", "ß")).upper()
    part = _CALLED.sub("", capitals)
    if any(sign.isalnum() for sign in _CALLED.findall(capitals)):
        raise Unreadable("the part of the hall is written with 0 to 9, A to Z, Ä, Ö, Ü and ? only")
    if not LEAST_HALL_PART <= len(part) <= MOST_HALL_PART:
        raise Unreadable(
            f"the part of the hall has {LEAST_HALL_PART} to {MOST_HALL_PART} figures or letters, "
            f"not {len(part)}"
        )
    return part


def draw_key(seed: bytes, hall_part: str = "") -> bytes:
    """The key of all draws: the seed alone, or mixed with what the hall called out.

    No label of a stream begins like the message here, so that no stream ever shows the key.
    """
    return hmac.digest(seed, f"hall part {hall_part}".encode(), "sha256") if hall_part else seed


def fair_remainder(number: int, span: int, n: int) -> int | None:
    """Turn `number`, one of range(span), into one of range(n); None if it must be thrown away.

    The numbers from the last full multiple of `n` up to `span` would favour the small remainders.
    Without them every remainder stems from equally many numbers, so the choice is exactly fair.
    """
    return number % n if number < span - span % n else None


class RandomStream:
    """An endless stream of bytes fixed by a key and a label, read from the start to the back.

    The key is a seed or a `draw_key`. The stream is HMAC-SHA-256 with it over 'label:0',
    'label:1', … strung together. Only digits follow the last colon, so no two labels ever
    share a message. Raises Unreadable unless the key has 32 bytes: HMAC takes a shorter key for
    the same as one padded with zeros.
    """

    def __init__(self, key: bytes, label: str) -> None:
        if len(key) != SEED_BYTES:
            raise Unreadable(f"a seed has {SEED_BYTES} bytes, not {len(key)}")
        self.label = label
        self._bytes = _stream_bytes(key, label)

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


def _stream_bytes(key: bytes, label: str) -> Iterator[int]:
    for counter in count():
        yield from hmac.digest(key, f"{label}:{counter}".encode(), "sha256")
