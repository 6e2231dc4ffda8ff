"""The lexicon that pages judge by, opened once and shared by all threads."""

import logging
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from engine.errors import LexiconError
from engine.lexicon import Lexicon

log = logging.getLogger(__name__)


def default_lexicon() -> Lexicon | None:
    """The lexicon at settings.LEXICON, opened anew when the file has changed.

    None where there is no file, or none of use: then the reason is in the log.
    """
    path: Path = settings.LEXICON
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    return _opened(path, changed)


@lru_cache(maxsize=1)
def _opened(path: Path, _changed: int) -> Lexicon | None:
    try:
        return Lexicon(path)
    except LexiconError as fault:
        log.error("%s", fault)
        return None
