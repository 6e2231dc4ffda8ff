"""A game as others know it: as a file, against the best moves, and proven; words looked up."""

import json
from dataclasses import dataclass
from functools import lru_cache

from django.contrib.auth.models import AnonymousUser

from engine import games
from engine.analysis import Analysed, Performance, analyse, performances
from engine.gcg import write_gcg
from engine.match import MATCH
from engine.match.values import Match
from engine.table_proofs import TableProof, check_table_proof, table_proof_json
from engine.views import Hint
from referee.lexicons import kept_lexicon
from referee.models import User
from referee.position.in_play import demand_not_in_play
from referee.search_gate import search_on_page
from tournaments.errors import (
    DictionaryShut,
    GameNotOver,
    NoHints,
    NotForThisGame,
    NothingPromised,
)
from tournaments.models import Table, TableLogEntry
from tournaments.tables import answers
from tournaments.tables.selectors.tables import record_of, state_of
from tournaments.words.selectors import (
    changed_lexicon,
    inadmissible_words,
    ruled_lexicon,
    ruled_words,
)


@dataclass(frozen=True)
class Analysis:
    """Every turn beside the best that its rack could do, and each player's turns summed up."""

    turns: tuple[Analysed, ...]
    players: tuple[Performance, ...]


def gcg_of(table: Table) -> str:
    """The game as GCG. Raises NotForThisGame."""
    _demand_match(table)
    return write_gcg(
        table.setup,
        record_of(table).actions,
        table.names,
        title=table.tournament.name,
        lexicon=kept_lexicon(table.tournament.lexicon_sha256).info.name,
    )


def analysis_of(table: Table, user: User | AnonymousUser) -> Analysis:
    """The game against the engine, by the tournament's lexicon and the rulings in force.

    What was worked out last is kept, as the search takes its time. Raises NotForThisGame,
    TooManySearches, and PositionInPlay where a Simultan that `user` does not run is played.
    """
    _demand_match(table)
    tournament = table.tournament
    game = json.dumps([table.setup, record_of(table).actions])
    analysis = _analysed(game, tournament.lexicon_sha256, *ruled_words(tournament))
    known = [(turn.board, turn.rack) for turn in analysis.turns if turn.rack is not None]
    demand_not_in_play(known, user)
    return analysis


@lru_cache(maxsize=64)
def _analysed(
    game: str, lexicon_sha256: str, allowed: frozenset[str], barred: frozenset[str]
) -> Analysis:
    with search_on_page():
        return _searched(game, lexicon_sha256, allowed, barred)


@lru_cache(maxsize=4)  # who had to wait takes over what the one before has found
def _searched(
    game: str, lexicon_sha256: str, allowed: frozenset[str], barred: frozenset[str]
) -> Analysis:
    setup, actions = json.loads(game)
    turns = analyse(setup, actions, changed_lexicon(lexicon_sha256, allowed, barred))
    return Analysis(turns, performances(turns, setup["players"]))


def proof_of(table: Table) -> answers.TableProof:
    """What came by chance with the seed that it came from, and whether that holds.

    Nobody learns the seed before the game is over. Raises GameNotOver, NothingPromised.
    """
    if table.state != Table.State.OVER:
        raise GameNotOver
    promised = promised_to(table)
    if promised is None:
        raise NothingPromised
    actions = record_of(table).actions
    proof = TableProof(promised, bytes.fromhex(table.seed), table.game, table.setup, actions)
    holds = check_table_proof(proof).fault is None
    return answers.TableProof(**table_proof_json(proof), holds=holds)


def promised_to(table: Table) -> str | None:
    """The commitment that was told when the table was opened; None where none was."""
    opened = table.log.filter(kind=TableLogEntry.Kind.OPENED).first()
    commitment: str | None = (opened.data if opened else {}).get("commitment")
    return commitment


def hints_at(table: Table, user: User | AnonymousUser) -> list[Hint]:
    """Good actions, the best first.

    Raises NoHints where the game gives none, LexiconMissing, PositionInPlay.
    """
    rules, lexicon = games.game(table.game), ruled_lexicon(table.tournament)
    state = state_of(table)
    if isinstance(state, Match) and state.on_turn is not None:
        demand_not_in_play([(state.board, state.known[state.on_turn])], user)
    hints = rules.hints(state, lexicon)
    if hints is None:
        raise NoHints
    return hints


def look_up(table: Table, word: str, *, is_staff: bool) -> answers.LookedUp:
    """Whether a word, written as the tiles show it, is admissible.

    Players are told where the dictionary is open. Raises DictionaryShut, LexiconMissing.
    """
    if not is_staff and not state_of(table).is_dictionary_open:
        raise DictionaryShut
    return answers.LookedUp(word, not inadmissible_words(table.tournament, [word]))


def _demand_match(table: Table) -> None:
    if table.game != MATCH.name:
        raise NotForThisGame
