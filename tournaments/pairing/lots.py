"""Lots that nobody chooses: fixed by a seed, the same for everybody who draws again."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Lots:
    """A lot for any name, fixed by `seed` and the name: the start of a SHA-256 of both."""

    def __init__(self, *seed: str | int) -> None:
        self._seed = sha256("\n".join(map(str, seed)).encode())

    def draw(self, *name: str | int) -> int:
        """One of 2**64 numbers."""
        hashed = self._seed.copy()
        hashed.update(("\n" + "\n".join(map(str, name))).encode())
        return int.from_bytes(hashed.digest()[:8], "big")

    def shuffled(self, items: Sequence[T], *name: str | int) -> list[T]:
        """The items, each placed by a lot of its own."""
        places = sorted(range(len(items)), key=lambda place: (self.draw(*name, place), place))
        return [items[place] for place in places]
