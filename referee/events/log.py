"""The log of an event names who acted: somebody with an account, somebody who plays, the clock."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from referee.events.models import Person
from referee.journals import Journaled, append
from referee.models import User

#: Who acted; None stands for the clock.
Actor = User | Person | None


def record(
    owner: Journaled,
    kind: str,
    at: datetime,
    *,
    by: Actor,
    data: Mapping[str, object] | None = None,
    **where: Any,
) -> None:
    """Append to the log of `owner`, which the caller has locked, and announce it on commit.

    `data` and `where` as `referee.journals.append` has them.
    """
    append(owner, kind, at, by=name_of(by), data=data, **where)


def name_of(actor: Actor) -> str:
    """How the log names who acted."""
    match actor:
        case None:
            return "clock"
        case Person():
            return f"{actor.noun} {actor.number}"
        case _:
            return actor.get_username()
