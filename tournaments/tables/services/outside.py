"""What comes to a game at its table from outside: words, chance and time (`engine.table`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from engine.alphabet import normalise
from engine.errors import Unreadable
from engine.lexicon import Lexicon
from engine.randomness import RandomStream
from tournaments.events.journal import Actor
from tournaments.models import Table
from tournaments.words import services as words
from tournaments.words.selectors import ruled_lexicon


@dataclass(frozen=True)
class TableOutside:
    """For one action at a locked table: received at `at`, `elapsed_ms` after its timer began."""

    table: Table
    at: datetime
    by: Actor
    elapsed_ms: int

    @cached_property
    def lexicon(self) -> Lexicon:
        """The tournament's, and what its director ruled. Raises LexiconMissing."""
        return ruled_lexicon(self.table.tournament)

    def judge(self, challenged: Sequence[str]) -> bool:
        """The word judge's ruling, which is on record then.

        What is too long for any lexicon, as words on an open table can be, is no word.
        """
        if not all(map(_is_written_word, challenged)):
            return False
        tournament = self.table.tournament
        ruled = words.judge(tournament, challenged, self.at, by=self.by, table=self.table)
        return ruled.is_admissible

    def random(self, label: str, /) -> RandomStream:
        return RandomStream(bytes.fromhex(self.table.seed), label)


def _is_written_word(text: str) -> bool:
    try:
        normalise(text)
    except Unreadable:
        return False
    return True
