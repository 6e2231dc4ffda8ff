"""A game as others know it: as a file, and against the best moves there were."""

import json
from dataclasses import dataclass
from functools import lru_cache

from engine.analysis import Analysed, Performance, analyse, performances
from engine.gcg import write_gcg
from referee.lexicons import kept_lexicon
from tournaments.models import Table
from tournaments.selectors.tables import record_of
from tournaments.selectors.words import ruled_words


@dataclass(frozen=True)
class Analysis:
    """Every turn beside the best that its rack could do, and each player's turns summed up."""

    turns: tuple[Analysed, ...]
    players: tuple[Performance, ...]


def gcg_of(table: Table) -> str:
    """The game as GCG."""
    return write_gcg(
        table.setup,
        record_of(table).actions,
        table.names,
        title=table.tournament.name,
        lexicon=kept_lexicon(table.tournament.lexicon_sha256).info.name,
    )


def analysis_of(table: Table) -> Analysis:
    """The game against the engine, by the tournament's lexicon and the rulings in force.

    What was worked out last is kept, as the search takes its time.
    """
    tournament = table.tournament
    game = json.dumps([table.setup, record_of(table).actions])
    allowed, barred = ruled_words(tournament)
    return _analysed(game, tournament.lexicon_sha256, allowed, barred)


@lru_cache(maxsize=64)
def _analysed(
    game: str, lexicon_sha256: str, allowed: frozenset[str], barred: frozenset[str]
) -> Analysis:
    setup, actions = json.loads(game)
    lexicon = kept_lexicon(lexicon_sha256)
    if allowed or barred:
        lexicon = lexicon.ruled(allowed, barred)
    turns = analyse(setup, actions, lexicon)
    return Analysis(turns, performances(turns, setup["players"]))
