"""What of a round is to be seen, by whom and when. Secrets are left out here and nowhere else."""

from typing import Any

from duplicate.models import Round
from duplicate.selectors.answers import answers_in_force
from duplicate.selectors.plays import undecided_plays
from duplicate.selectors.rounds import public_state_of, remaining_seconds

State = Round.State
#: Nobody, not even a director, knows best moves or verdicts before the time is over.
OVER = {State.CLOSED, State.JUDGED, State.PUBLISHED, State.CANCELLED}


def shown_round(round: Round, *, to_staff: bool) -> dict[str, Any]:
    """The round as JSON wants it; null stands for what is not to be seen yet.

    The rack is for the staff until the round opens, the best moves for the staff from the close to
    the publication, and for nobody before. A bag would tell what was drawn from it.
    """
    is_open = to_staff or round.state != State.DRAWN
    has_tops = round.state == State.PUBLISHED or (to_staff and round.state in OVER)
    return {
        "number": round.number,
        "attempt": round.attempt,
        "state": round.state if to_staff else public_state_of(round),
        "cancelled_because": round.cancelled_because or None,
        "drawn_by": round.drawn_by,
        **_columns(round, "leave", "rack", "rejected", "bag", are_shown=is_open),
        "board": list(round.board.rows),
        "opened_at": round.opened_at,
        "closes_at": None if round.state == State.PAUSED else round.closes_at,
        "remaining_seconds": remaining_seconds(round),
        "publish_at": round.publish_at,
        "published_at": round.published_at,
        **_columns(
            round, "top_points", "tops", "reference", "reference_chosen", are_shown=has_tops
        ),
        "answered": _answered(round) if to_staff else None,
        "doubtful": _doubtful(round) if to_staff else None,
    }


def _columns(round: Round, *names: str, are_shown: bool) -> dict[str, Any]:
    return {name: getattr(round, name) if are_shown else None for name in names}


def _answered(round: Round) -> int:
    return answers_in_force(round).order_by().values("participant").distinct().count()


def _doubtful(round: Round) -> int | None:
    return undecided_plays(round).count() if round.state == State.JUDGED else None
