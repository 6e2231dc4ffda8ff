"""What people read of the games that `engine.games` knows; a new game has its module here."""

from collections.abc import Mapping
from functools import cache

from tournaments.tables.games import bingo, cards, match, party, rummy, ungame
from tournaments.tables.games.common import COMMON
from tournaments.tables.games.texts import GameTexts

#: By the game's name what only it has.
TEXTS: Mapping[str, GameTexts] = {
    "match": match.TEXTS,
    "ungame": ungame.TEXTS,
    "bingo": bingo.TEXTS,
    "party": party.TEXTS,
    "cards": cards.TEXTS,
    "rummy": rummy.TEXTS,
}


@cache
def texts_of(game: str) -> GameTexts:
    """All texts of a game: its own, and those that all games have."""
    return COMMON.with_more(TEXTS.get(game, GameTexts()))
