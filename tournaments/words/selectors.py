"""Which words are admissible in a tournament: its lexicon, and what the director ruled."""

from collections.abc import Iterable
from functools import lru_cache

from engine.lexicon import Lexicon
from referee.lexicons import kept_lexicon
from tournaments.models import Tournament


def inadmissible_words(tournament: Tournament, words: Iterable[str]) -> list[str]:
    """Those of `words`, written as the tiles show them, that may not be laid.

    A ruling in force counts before the lexicon. Raises LexiconMissing.
    """
    words = tuple(words)
    lexicon = kept_lexicon(tournament.lexicon_sha256)
    in_force = tournament.word_rulings.filter(revoked_at=None, word__in=words)
    ruled = dict(in_force.values_list("word", "is_allowed"))
    return [word for word in words if not ruled.get(word, word in lexicon)]


def ruled_lexicon(tournament: Tournament) -> Lexicon:
    """The lexicon as the rulings in force change it. Raises LexiconMissing."""
    return changed_lexicon(tournament.lexicon_sha256, *ruled_words(tournament))


@lru_cache(maxsize=8)
def changed_lexicon(sha256: str, allowed: frozenset[str], barred: frozenset[str]) -> Lexicon:
    """The lexicon with this hash as rulings change it. Raises LexiconMissing."""
    lexicon = kept_lexicon(sha256)
    return lexicon.ruled(allowed, barred) if allowed or barred else lexicon


def ruled_words(tournament: Tournament) -> tuple[frozenset[str], frozenset[str]]:
    """The words that the rulings in force allow, and those that they bar."""
    in_force = tournament.word_rulings.filter(revoked_at=None).values_list("word", "is_allowed")
    allowed = frozenset(word for word, is_allowed in in_force if is_allowed)
    return allowed, frozenset(word for word, is_allowed in in_force if not is_allowed)
