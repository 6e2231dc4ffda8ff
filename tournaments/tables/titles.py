"""What people call games and tables."""

from dataclasses import dataclass

from engine.games import GAMES
from engine.table import AnyGame
from tournaments.models import Table
from tournaments.tables.games import texts_of
from tournaments.tables.games.texts import GameTexts

#: Of a table with more players the title is the game.
MOST_NAMED = 8


@dataclass(frozen=True)
class GameChoice:
    """A game to choose, with its texts."""

    code: str
    texts: GameTexts
    rules: AnyGame


def games_to_choose() -> list[GameChoice]:
    """Every game."""
    return [GameChoice(code, texts_of(code), rules) for code, rules in GAMES.items()]


def game_name(game: str) -> str:
    """What people call a game of `engine.games`."""
    return str(texts_of(game).name) or game


def title_of(table: Table) -> str:
    """Who plays there; what, where they are many."""
    return str(table) if len(table.names) <= MOST_NAMED else game_name(table.game)
