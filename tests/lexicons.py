"""Word lists for the tests, and lexicons compiled of them."""

import os
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from engine.lexicon import Lexicon, compile_lexicon

#: Our own list of about 2,600 words, those of the golden examples among them.
WORD_FILE = Path(__file__).parent / "data" / "words.txt"
WORDS = frozenset(WORD_FILE.read_text(encoding="utf-8").split())


def lexicon_of(words: Iterable[str] = WORDS) -> Lexicon:
    """A lexicon of `words`, compiled only once for all tests. Its file must not be changed."""
    return _compiled(frozenset(words))


@cache
def _compiled(words: frozenset[str]) -> Lexicon:
    name = sha256(" ".join(sorted(words)).encode()).hexdigest()
    path = Path(os.environ["SPIELLEITER_VAR"], "lexicons", name)
    compile_lexicon(words, path, name="tests", source="tests", licence="none")
    return Lexicon(path)
