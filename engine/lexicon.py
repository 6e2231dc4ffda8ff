"""Lexicons: a list of admissible words, compiled to a file that all processes map and share."""

import hashlib
import json
import mmap
import os
import threading
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from engine import wordmap
from engine.alphabet import LETTERS, MAX_WORD, MIN_WORD, is_spelled, normalise
from engine.board import LETTER_FACTORS, WORD_FACTORS
from engine.errors import LexiconError, Unreadable
from engine.search import Searcher
from engine.wordmap import Shape, WordMap

_MAGIC = b"Spielleiter lexicon 1\n"
_HEADER_SIZE = 4096


@dataclass(frozen=True)
class LexiconInfo:
    """What travels with a lexicon. `sha256` is the hash of its words, sorted, a line each."""

    name: str
    source: str
    licence: str
    words: int
    sha256: str


class Lexicon:
    """The words of a lexicon file. Any number of threads may use one at the same time."""

    def __init__(
        self,
        path: Path,
        added: Iterable[str] = (),
        barred: Iterable[str] = (),
        *,
        base: "Lexicon | None" = None,
    ) -> None:
        """Map the file at `path`, letting it differ by the words `added` and `barred`.

        Only the memory pages that a ruling touches are copied; all the others stay shared with
        every process that uses the file. With `base` it is the file that `base` has open, even if
        another has taken its place meanwhile. Raises LexiconError for anything but a lexicon.
        """
        self.path = path
        self.added = frozenset(map(normalise, added))
        self.barred = frozenset(map(normalise, barred))
        if both := sorted(self.added & self.barred):
            raise LexiconError(f"{', '.join(both)}: added and barred at once")
        self._base = base
        if base is None:
            self._file = _open(path)
            weakref.finalize(self, self._file.close)
        else:
            self._file = base._file
        #: Of the file; rulings don't change it.
        self.info, shape, buffer = _map(self._file)
        self._map = WordMap(buffer, shape)
        for word in sorted(self.added):
            self._map.add(wordmap.encode(word))
        for word in self.barred:
            self._map.remove(wordmap.encode(word))
        self._local = threading.local()

    def __contains__(self, word: object) -> bool:
        """Whether `word`, in the game's letters and upper case, is admissible."""
        if not isinstance(word, str) or not is_spelled(word):
            return False
        codes = wordmap.encode(word)
        return MIN_WORD <= len(codes) <= MAX_WORD and codes in self._map.anagrams(codes)

    def __iter__(self) -> Iterator[str]:
        """Every word, in no particular order."""
        return map(wordmap.decode, self._map.words())

    def ruled(self, added: Iterable[str] = (), barred: Iterable[str] = ()) -> "Lexicon":
        """This lexicon as a game's rulings change it: with `added` and without `barred`.

        It finds exactly what one built of those words would. A later ruling overrules an earlier
        one on the same word. Raises Unreadable for what is no word, LexiconError for a word both
        added and barred.
        """
        added, barred = set(map(normalise, added)), set(map(normalise, barred))
        return Lexicon(
            self.path,
            (self.added - barred) | added,
            (self.barred - added) | barred,
            base=self._base or self,
        )

    def searcher(self) -> Searcher:
        """This thread's searcher in these words."""
        if not hasattr(self._local, "searcher"):
            self._local.searcher = Searcher(self._map, LETTER_FACTORS, WORD_FACTORS)
        searcher: Searcher = self._local.searcher
        return searcher

    def spell(self, place: int, length: int) -> str:
        """The word that a searcher found at `place`."""
        return wordmap.decode(self._map.groups[place : place + length])


def compile_lexicon(
    lines: Iterable[str],
    path: Path,
    *,
    name: str,
    source: str,
    licence: str,
    barred: Iterable[str] = (),
    skip: Callable[[str, Unreadable], object] | None = None,
    progress: Callable[[float], object] = wordmap.unwatched,
) -> LexiconInfo:
    """Compile `lines`, a word each, to a lexicon file at `path`, replacing it in one step.

    Words in `barred` (spelled as on tiles) are left out. What is no word of the game is handed to
    `skip`; without it, it raises Unreadable. `progress` is told how much is done, from 0 to 1.
    The same words give the same file, byte for byte. Raises LexiconError when no word is left.
    """
    spelled = set()
    for line in lines:
        if word := line.strip():
            try:
                spelled.add(normalise(word))
            except Unreadable as fault:
                if skip is None:
                    raise
                skip(word, fault)
    spelled.difference_update(barred)
    if not spelled:
        raise LexiconError("there is no word in this list")
    words = sorted(spelled)
    digest = hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()
    info = LexiconInfo(name, source, licence, len(words), digest)
    buffer, shape = wordmap.build(words, progress)
    header = {**asdict(info), **asdict(shape), "alphabet": LETTERS}
    header["checksum"] = _checksum(header, buffer)
    head = (_MAGIC + json.dumps(header, ensure_ascii=False).encode() + b"\n").ljust(_HEADER_SIZE)
    if len(head) > _HEADER_SIZE:
        raise LexiconError("name, source and licence of a lexicon are too long: 3,000 letters")
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            file.write(head)
            file.write(buffer)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return info


def read_word_list(path: Path) -> list[str]:
    """The lines of a text file, in UTF-8 or as older Windows programs write it.

    Raises OSError where it can't be read, Unreadable where it is no text.
    """
    content = path.read_bytes()
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding).splitlines()
        except UnicodeDecodeError:
            continue
    raise Unreadable(f"{path} is no text: a word list has one word a line, in UTF-8")


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except (OSError, ValueError) as fault:
        raise LexiconError(f"{path} is no lexicon that can be used: {fault}") from fault


def _map(file: BinaryIO) -> tuple[LexiconInfo, Shape, memoryview]:
    try:
        # Copy on write: rulings change this process's pages, never the file.
        whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
        header = _read_header(bytes(whole[:_HEADER_SIZE]))
        buffer = whole[_HEADER_SIZE:]
        checksum = header.pop("checksum")
        shape = Shape(tuple(header["group_counts"]), header["groups_end"], header["salt"])
        if len(buffer) != shape.size or _checksum(header, buffer) != checksum:
            raise ValueError("it is damaged; build it anew")
        info = LexiconInfo(**{field: header[field] for field in LexiconInfo.__dataclass_fields__})
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as fault:
        raise LexiconError(f"{file.name} is no lexicon that can be used: {fault}") from fault
    return info, shape, buffer


def _checksum(header: dict[str, Any], buffer: bytearray | memoryview) -> int:
    """Of the whole file: of its tables and of what the header says besides."""
    return zlib.crc32(buffer, zlib.crc32(json.dumps(header).encode()))


def _read_header(head: bytes) -> dict[str, Any]:
    if not head.startswith(_MAGIC):
        raise ValueError("it does not begin as one of this version; build it anew")
    header = json.loads(head[len(_MAGIC) :])
    if not isinstance(header, dict) or header.get("alphabet") != LETTERS:
        raise ValueError("its header is not ours")
    return header
