"""What is to be said about a pairing that the director made, and the tables it is played at."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, filterfalse

from tournaments.pairing.starts import EVEN
from tournaments.pairing.values import Coded, Paired, Player

#: Twice the wins by which two may be apart without a warning.
NEAR_WINS2 = 2


@dataclass(frozen=True)
class Finding:
    """An error must be mended; anything else is for the director to decide. `code` is stable."""

    code: str
    detail: Mapping[str, str | int] = field(default_factory=dict)
    is_error: bool = False

    def as_json(self) -> dict[str, str | int | bool]:
        return {"code": self.code, "is_error": self.is_error, **self.detail}


def check_by_hand(pairs: Sequence[Paired], players: Sequence[Player]) -> tuple[Finding, ...]:
    """Errors first: `not_in_field`, `twice`; then the warnings.

    Those are `missing` (somebody of the field has neither opponent nor bye), `several_byes`,
    `bye_again`, `repeat`, `same_club`, `far_apart` (more than one win) and `starts_uneven` (games
    begun and not begun will be more than one apart).
    """
    by_id = {player.id: player for player in players}
    named = Counter(player for pair in pairs for player in pair.ids)
    foreign = [player for player in named if player not in by_id]
    twice = [player for player in named if named[player] > 1]
    errors = [Finding("not_in_field", {"player": player}, is_error=True) for player in foreign]
    errors += [Finding("twice", {"player": player}, is_error=True) for player in twice]
    warnings = [
        Finding("missing", {"player": player.id}) for player in players if player.id not in named
    ]
    byes = [by_id[pair.first] for pair in pairs if pair.second is None and pair.first in by_id]
    return (*errors, *warnings, *_of_byes(byes), *_of_games(pairs, by_id))


def _of_byes(players: Sequence[Player]) -> Iterator[Finding]:
    if len(players) > 1:
        yield Finding("several_byes", {"count": len(players)})
    for player in players:
        if player.byes:
            yield Finding("bye_again", {"player": player.id, "byes": player.byes})


def _of_games(pairs: Sequence[Paired], by_id: Mapping[int, Player]) -> Iterator[Finding]:
    for pair in pairs:
        known = [by_id[player] for player in pair.ids if player in by_id]
        if len(known) == 2 and known[0] is not known[1]:
            yield from _of_two(*known)


def _of_two(first: Player, second: Player) -> Iterator[Finding]:
    both: dict[str, str | int] = {"first": first.id, "second": second.id}
    if met := first.times_met(second):
        yield Finding("repeat", both | {"times": met + 1})
    if first.club and first.club == second.club:
        yield Finding("same_club", both | {"club": first.club})
    if (gap := abs(first.wins2 - second.wins2)) > NEAR_WINS2:
        yield Finding("far_apart", both | {"wins2": gap})
    for player, balance in ((first, first.balance + 1), (second, second.balance - 1)):
        if abs(balance) > EVEN:
            yield Finding("starts_uneven", {"player": player.id, "balance": balance})


def assign_tables(pairs: Sequence[Paired], fixed: Mapping[int, int]) -> tuple[int | None, ...]:
    """A table for each pair, None for a bye: from 1 in their order, round those that are fixed.

    `fixed` names the tables of players who can't change places. Of two such the one who begins
    has their table; a table that a better pair has already is not given again
    (`table_conflicts` tells both).
    """
    kept: dict[int, int] = {}
    for place, pair in enumerate(pairs):
        wanted = [fixed[player] for player in pair.ids if player in fixed]
        free = [table for table in wanted if table not in kept.values()]
        if pair.second is not None and free:
            kept[place] = free[0]
    # No pair is moved to a table that somebody has for good, there or not.
    taken = set(kept.values()) | set(fixed.values())
    following = filterfalse(taken.__contains__, count(1))
    return tuple(
        None if pair.second is None else kept[place] if place in kept else next(following)
        for place, pair in enumerate(pairs)
    )


def table_conflicts(pairs: Sequence[Paired], fixed: Mapping[int, int]) -> tuple[Coded, ...]:
    """A `fixed_table` remark for everybody whose fixed table `assign_tables` could not give."""
    return tuple(
        {"code": "fixed_table", "player": player, "wanted": fixed[player], "table": table}
        for pair, table in zip(pairs, assign_tables(pairs, fixed), strict=True)
        for player in pair.ids
        if table is not None and player in fixed and fixed[player] != table
    )
