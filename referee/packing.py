"""Bytes of any length kept as a few rows: packed by gzip and cut into pieces of one size."""

import zlib
from collections.abc import Iterable, Iterator

PIECE_BYTES = 256 * 1024
#: A tenth as large as without, at little more than the time that the text takes to be made.
_LEVEL, _GZIP = 1, 31


def packed(data: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of one gzip file, each as soon as it is full."""
    packer = zlib.compressobj(_LEVEL, wbits=_GZIP)
    waiting = bytearray()
    for part in data:
        waiting += packer.compress(part)
        while len(waiting) > PIECE_BYTES:
            yield bytes(waiting[:PIECE_BYTES])
            del waiting[:PIECE_BYTES]
    waiting += packer.flush()
    for start in range(0, len(waiting), PIECE_BYTES):
        yield bytes(waiting[start : start + PIECE_BYTES])


def unpacked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """What was packed."""
    unpacker = zlib.decompressobj(_GZIP)
    for piece in pieces:
        yield unpacker.decompress(piece)
    yield unpacker.flush()
