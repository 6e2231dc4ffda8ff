"""The lexicons that words are judged by, opened once and shared by all threads.

A game keeps the lexicon it was started with, by hash, whatever list the server takes up later: a
copy under its hash stays in settings.LEXICON_STORE.
"""

import logging
import os
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from engine.errors import LexiconError
from engine.lexicon import Lexicon
from referee.errors import Refused

log = logging.getLogger(__name__)


class LexiconMissing(Refused):
    """No word can be judged: there is no lexicon, or not the one with this `sha256`."""

    status = 503
    message = _("Die Wörterliste fehlt auf diesem Server.")


def keep_lexicon() -> Lexicon:
    """The default lexicon, of which a copy is now kept for good. Raises LexiconMissing."""
    lexicon = default_lexicon()
    if lexicon is None:
        raise LexiconMissing(sha256="")
    kept = _place(lexicon.info.sha256)
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        # Another process may do the same: each writes a file of its own, and renaming is atomic.
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as copy:
            with lexicon.path.open("rb") as file:
                shutil.copyfileobj(file, copy)
            os.fsync(copy.fileno())
        Path(copy.name).replace(kept)
    return kept_lexicon(lexicon.info.sha256)


@lru_cache(maxsize=8)
def kept_lexicon(sha256: str) -> Lexicon:
    """The lexicon with this hash, by which a game was ever played or new ones are.

    Raises LexiconMissing.
    """
    default = default_lexicon()
    if default and default.info.sha256 == sha256 and not _place(sha256).exists():
        return keep_lexicon()
    try:
        return Lexicon(_place(sha256))
    except LexiconError as fault:
        log.error("%s", fault)
        raise LexiconMissing(sha256=sha256) from fault


def _place(sha256: str) -> Path:
    return Path(settings.LEXICON_STORE, f"{sha256}.lexicon")


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
