"""All against all: Berger's tables in groups, and groups of four made from the rating quarters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.pairing.lots import Lots
from tournaments.pairing.methods import QuartileFours, RoundRobin
from tournaments.pairing.values import CantPair, Coded, Player, Seating


@dataclass
class Scheduled:
    """A round of a timetable."""

    #: Two players, the better one first; who begins by the table; and why.
    pairs: list[tuple[Player, Player, Player, Coded]] = field(default_factory=list)
    byes: list[tuple[Player, Coded]] = field(default_factory=list)
    notes: list[Coded] = field(default_factory=list)
    seating: Seating = ()
    #: Whether all have met before by this table: who begins then follows from that.
    is_return: bool = False


def berger(seats: int, round: int) -> list[tuple[int, int]]:
    """Berger's table: who meets whom (seats from 0) in a round (from 0) of an even group."""
    last = seats - 1
    # The last seat meets each other in turn; the rest are those the same way round from there.
    turn = round * (seats // 2) % last
    pairs = [(turn, last)]
    pairs += [((turn + step) % last, (turn - step) % last) for step in range(1, seats // 2)]
    return pairs


def beginners(seats: int) -> list[set[int]]:
    """For each round the seats that begin.

    Two rounds together are rings of seats; going round each ring everybody begins once. So nobody
    has begun more than one game more or less than the others at any time, and after an even
    number of rounds all have begun half of theirs.
    """
    rounds: list[set[int]] = []
    for number in range(0, seats - 1, 2):
        first = _opponents(berger(seats, number))
        second = _opponents(berger(seats, (number + 1) % (seats - 1)))
        begins: set[int] = set()
        placed: set[int] = set()
        for seat in range(seats):
            while seat not in placed:
                begins.add(seat)
                placed |= {seat, first[seat]}
                seat = second[first[seat]]
        rounds += [begins, set(range(seats)) - begins]
    return rounds[: seats - 1]


def _opponents(pairs: Sequence[tuple[int, int]]) -> dict[int, int]:
    return dict(pairs) | {other: one for one, other in pairs}


def rounds_of(method: RoundRobin | QuartileFours, seating: Seating) -> int:
    """How many rounds the block has."""
    single = max(map(len, seating)) - 1
    return 2 * single if isinstance(method, RoundRobin) and method.double else single


def seat(method: RoundRobin | QuartileFours, players: Sequence[Player], lots: Lots) -> Seating:
    """Make the groups from `players` in order of rank. Raises CantPair when they don't divide."""
    if isinstance(method, QuartileFours):
        return _seat_fours(players, lots)
    size = -(-len(players) // method.groups)
    if len(players) < 2:
        raise CantPair("too_few_players", players=len(players), needed=2)
    seats = size + size % 2
    smallest = len(players) // method.groups
    if smallest < 2 or smallest + smallest % 2 != seats:
        raise CantPair("groups_do_not_divide", players=len(players), groups=method.groups)
    groups: list[list[int | None]] = [[] for _ in range(method.groups)]
    for place, player in enumerate(players):
        turn, group = divmod(place, method.groups)
        # To and fro, so that every group has as good a field.
        groups[group if turn % 2 == 0 else -1 - group].append(player.id)
    return tuple(tuple(group + [None] * (seats - len(group))) for group in groups)


def _seat_fours(players: Sequence[Player], lots: Lots) -> Seating:
    if len(players) < 3 or len(players) % 4 in (1, 2):
        raise CantPair("fours_do_not_divide", players=len(players))
    groups = -(-len(players) // 4)
    ordered: list[int | None] = [
        player.id for player in sorted(players, key=lambda player: (-player.rating, player.rank))
    ]
    ordered += [None] * (4 * groups - len(ordered))
    quarters = [
        lots.shuffled(ordered[quarter * groups : (quarter + 1) * groups], "quarter", quarter)
        for quarter in range(4)
    ]
    return tuple(zip(*quarters, strict=True))


def schedule(
    method: RoundRobin | QuartileFours,
    players: Sequence[Player],
    seating: Seating,
    block_round: int,
) -> Scheduled:
    """A round (from 1) of the block. `players` are those who are there, in order of rank.

    Whoever is due to meet somebody who is not there has a bye. Who came late takes a free seat;
    if there is none, they meet those who would have had a bye, or each other, without repeats as
    far as that goes. Raises CantPair after the last round.
    """
    rounds = rounds_of(method, seating)
    if not 1 <= block_round <= rounds:
        raise CantPair("schedule_over", method=method.name, rounds=rounds, round=block_round)
    there = {player.id: player for player in players}
    done = Scheduled()
    late = _take_free_seats(done, seating, players)
    seats = len(seating[0])
    leg, number = divmod(block_round - 1, seats - 1)
    done.is_return = leg == 1
    begins = beginners(seats)[number]
    waiting: list[tuple[Player, Coded]] = []
    for group, row in enumerate(done.seating, start=1):
        for pair in berger(seats, number):
            reason: Coded = {"code": method.name, "group": group, "round": block_round}
            _seat_pair(done, waiting, there, row, pair, begins, leg, reason)
    _pair_late(done, waiting, late)
    return done


def _take_free_seats(done: Scheduled, seating: Seating, players: Sequence[Player]) -> list[Player]:
    """Seat those who came late as far as there are free seats; the others are returned."""
    rows = [list(row) for row in seating]
    seated = {seat for row in rows for seat in row}
    late = [player for player in players if player.id not in seated]
    free = [(row, place) for row in rows for place, seat in enumerate(row) if seat is None]
    for player, (row, place) in zip(late, free, strict=False):
        row[place] = player.id
        done.notes.append({"code": "late_seated", "player": player.id})
    done.seating = tuple(tuple(row) for row in rows)
    return late[len(free) :]


def _seat_pair(
    done: Scheduled,
    waiting: list[tuple[Player, Coded]],
    there: Mapping[int, Player],
    row: Sequence[int | None],
    pair: tuple[int, int],
    begins: set[int],
    leg: int,
    reason: Coded,
) -> None:
    # In the second leg the other one begins.
    first, second = pair if (pair[0] in begins) != bool(leg) else pair[::-1]
    ids = [row[first], row[second]]
    present = [there[seat] for seat in ids if seat is not None and seat in there]
    if len(present) == 2:
        upper, lower = sorted(present, key=lambda player: (player.rank, player.id))
        done.pairs.append((upper, lower, present[0], reason))
    elif present:
        missing = next(seat for seat in ids if seat not in there)
        why: Coded = {"code": "bye"}
        if missing is not None:
            why = {"code": "missing", "player": missing}
        waiting.append((present[0], {**reason, **why}))


def _pair_late(
    done: Scheduled, waiting: list[tuple[Player, Coded]], late: Sequence[Player]
) -> None:
    """Find those without a seat somebody to play; the others who wait have a bye."""
    left = list(late)
    while left:
        player = left.pop(0)
        done.notes.append({"code": "late_without_seat", "player": player.id})
        idle = [other for other, _ in waiting] + left
        other = min(idle, key=player.times_met, default=None)
        if other is None or player.times_met(other):
            waiting.append((player, {"code": "bye"}))
            continue
        waiting[:] = [wait for wait in waiting if wait[0] is not other]
        if other in left:
            left.remove(other)
        upper, lower = sorted((player, other), key=lambda one: (one.rank, one.id))
        done.pairs.append((upper, lower, lower, {"code": "late_without_seat"}))
    done.byes = waiting
