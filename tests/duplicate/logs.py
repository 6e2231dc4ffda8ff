"""What tests ask of a game's log."""

from typing import Any

from duplicate.models import Game, LogEntry
from referee.chain import Link, first_broken


def kinds_of(game: Game) -> list[str]:
    """The kinds of all entries in order; the chain must hold."""
    entries = list(game.log.all())
    links = [
        Link(e.sequence, e.at, e.kind, e.by, e.data_digest, e.hash, data=e.data) for e in entries
    ]
    assert first_broken(links) is None
    return [entry.kind for entry in entries]


def told_by(entry: LogEntry) -> dict[str, Any]:
    """The data of an entry about a round or who somebody is, but for the salt that hides them."""
    assert len(entry.data["salt"]) == 32
    return {key: value for key, value in entry.data.items() if key != "salt"}
