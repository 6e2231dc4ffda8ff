"""The public state, kept for the pages that thousands open while they join."""

from collections import OrderedDict
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import connection

from duplicate.models import Game, LogEntry
from duplicate.selectors.state import poll_seconds, public_state

#: Of so many games, those asked for last.
MOST_KEPT = 64

_kept: OrderedDict[UUID, dict[str, Any]] = OrderedDict()
_keeping = Lock()


def kept_state(game: Game) -> dict[str, Any]:
    """What `public_state` says of `game`, read anew only if more has happened than that people
    joined; those are always counted. Not to be changed.
    """
    if connection.in_atomic_block:  # what is read there may never have happened
        return public_state(game)
    with _keeping:
        known = _kept.get(game.pk)
    if known is not None and _have_only_joined(game, known["version"]):
        participants = game.participants.filter(withdrawn_at=None).count()
        state = known | {
            "version": game.log_length,
            "participants": participants,
            "poll_seconds": poll_seconds(participants),
        }
    else:
        state = public_state(game)
    with _keeping:
        _kept[game.pk] = state
        _kept.move_to_end(game.pk)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return state


def _have_only_joined(game: Game, version: int) -> bool:
    """Whether the log of `game`, as it was read, says nothing else since `version`."""
    since = game.log.filter(sequence__gt=version, sequence__lte=game.log_length)
    joined = game.log_length - version
    if joined <= 0:
        return joined == 0
    return since.filter(kind=LogEntry.Kind.JOINED).count() == joined
