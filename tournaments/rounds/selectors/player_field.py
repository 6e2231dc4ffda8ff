"""Rows as values: the field of a division as pairing and standings know it. The one place for that.

Standings name players by their entry's key. A pairing names them by their numbers, so that its
reasons, notes and seating can be shown as they are, and anybody may pair the round again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import F, Max, Prefetch, Q, QuerySet

from tournaments import pairing, standings
from tournaments.models import Division, Entry, Pairing, Penalty, Round
from tournaments.standings.values import AT_THE_BOARD

#: Behind every rating.
UNRATED = 0
#: The columns of a pairing that make a game.
COLUMNS = (
    "pk",
    "round__number",
    "table",
    "kind",
    "first_id",
    "second_id",
    "outcome",
    "standing",
    "first_points",
    "second_points",
)


def published_pairings(division: Division) -> QuerySet[Pairing]:
    """The pairings of published rounds with round and penalties in force, by round and table."""
    in_force = Prefetch("penalties", Penalty.objects.filter(revoked_at=None), to_attr="in_force")
    return _published(division).select_related("round").prefetch_related(in_force)


def players_of(division: Division) -> tuple[standings.Player, ...]:
    """Everybody who was entered, by number; who withdrew only if they have, or will yet have, a
    place in a round."""
    placed = _published(division).order_by()
    has_place = Q(pk__in=placed.values("first")) | Q(pk__in=placed.values("second"))
    last: int = placed.aggregate(last=Max("round__number"))["last"] or 0
    will_play = Q(withdrawn_from__gt=F("first_round")) & Q(withdrawn_from__gt=last + 1)
    entries = division.entries.filter(Q(withdrawn_from=None) | has_place | will_play)
    return tuple(map(player_of, entries.order_by("number")))


def player_of(entry: Entry) -> standings.Player:
    return standings.Player(
        id=entry.pk,
        number=entry.number,
        name=entry.name,
        club=entry.club,
        category=entry.category,
        team=entry.team,
        rating=entry.rating,
        withdrawn=entry.withdrawn_from is not None,
    )


def games_of(division: Division, *, before: int | None = None) -> tuple[standings.Game, ...]:
    """What the published rounds (`before` that one) have brought, by round and table.

    Byes and absences are among them. A game without a result has no points and is not confirmed.
    """
    rows = _published(division)
    if before is not None:
        rows = rows.filter(round__number__lt=before)
    penalties = Penalty.objects.filter(pairing__round__division=division, revoked_at=None)
    off: defaultdict[tuple[int, int], int] = defaultdict(int)
    for game, player, points in penalties.values_list("pairing_id", "entry_id", "points"):
        off[game, player] += points
    # A large field has thousands of games: their columns are enough.
    return tuple(
        standings.Game(
            round=number,
            table=table,
            first=first,
            second=second,
            kind=standings.Kind((outcome or Pairing.Outcome.PLAYED) if second else kind),
            first_points=first_points,
            second_points=second_points,
            is_confirmed=standing == Pairing.ResultState.CONFIRMED,
            first_adjust=-off.get((pk, first), 0),
            second_adjust=-off.get((pk, second), 0) if second else 0,
        )
        for (
            pk,
            number,
            table,
            kind,
            first,
            second,
            outcome,
            standing,
            first_points,
            second_points,
        ) in rows.values_list(*COLUMNS)
    )


def adjustments_of(row: Pairing) -> tuple[int, int]:
    """What the penalties in force take off the first player and the second: 0 or negative.

    The row is one of `published_pairings`, or one whose penalties are looked up here.
    """
    in_force: Iterable[Penalty] | None = getattr(row, "in_force", None)
    if in_force is None:
        in_force = row.penalties.filter(revoked_at=None)
    first = second = 0
    for penalty in in_force:
        if penalty.entry_id == row.first_id:
            first -= penalty.points
        else:
            second -= penalty.points
    return first, second


def field_of(division: Division, round_number: int) -> tuple[Entry, ...]:
    """Those who are to be paired in the round: there, and neither absent nor given a bye."""
    return tuple(
        division.entries.filter(
            Q(withdrawn_from=None) | Q(withdrawn_from__gt=round_number),
            first_round__lte=round_number,
        )
        .exclude(absences__round_number=round_number)
        .order_by("number")
    )


def pairing_players(
    division: Division, entries: Sequence[Entry], round_number: int
) -> tuple[pairing.Player, ...]:
    """`entries` as the pairing of the round knows them, from the best to the last.

    They are ranked by the confirmed results of the rounds before; equal ones by rating, then by
    number. Who met whom, and who began, includes games without a result; one that was not played
    at the board is no meeting.
    """
    games = games_of(division, before=round_number)
    table = standings.standings(players_of(division), games, _scoring_of(division))
    met: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
    for game in games:
        if game.second is not None and game.kind in AT_THE_BOARD:
            met[game.first].append((game.second, True))
            met[game.second].append((game.first, False))
    numbers = {row.player.id: row.player.number for row in table}
    wanted = {entry.pk for entry in entries}
    ranked = sorted(
        (row for row in table if row.player.id in wanted),
        key=lambda row: (row.rank, -(row.player.rating or UNRATED), row.player.number),
    )
    return tuple(
        _pairing_player(rank, row, met[row.player.id], numbers)
        for rank, row in enumerate(ranked, start=1)
    )


def played_in(division: Division, rounds: Iterable[int]) -> tuple[pairing.Played, ...]:
    """The confirmed games of these rounds in order, as a knock-out looks at them, by numbers."""
    numbers = dict(division.entries.values_list("pk", "number"))
    played = as_played(games_of(division), rounds, _scoring_of(division))
    return tuple(
        replace(game, first=numbers[game.first], second=numbers[game.second]) for game in played
    )


def as_played(
    games: Iterable[standings.Game], rounds: Iterable[int], scoring: standings.Scoring
) -> tuple[pairing.Played, ...]:
    """The confirmed ones of `games` in these rounds, as a knock-out looks at them, by keys."""
    wanted = set(rounds)
    played = []
    for game in games:
        if game.round not in wanted or game.second is None or not game.is_confirmed:
            continue
        shares = standings.outcome_of(game, scoring)
        if not shares:  # it was not played
            continue
        first, second = shares
        played.append(
            pairing.Played(
                first=first.player,
                second=second.player,
                first_wins2=first.wins2,
                second_wins2=second.wins2,
                # Both lose by a double forfeit: neither is ahead.
                spread=first.spread - second.spread,
            )
        )
    return tuple(played)


def _published(division: Division) -> QuerySet[Pairing]:
    published = Pairing.objects.filter(round__division=division, round__state=Round.State.PUBLISHED)
    return published.order_by("round__number", F("table").asc(nulls_last=True), "pk")


def _pairing_player(
    rank: int,
    row: standings.Row,
    met: Sequence[tuple[int, bool]],
    numbers: Mapping[int, int],
) -> pairing.Player:
    began = tuple(is_first for _, is_first in met)
    return pairing.Player(
        id=row.player.number,
        rank=rank,
        wins2=row.wins2,
        spread=row.spread,
        rating=row.player.rating or UNRATED,
        club=row.player.club,
        byes=row.byes,
        firsts=sum(began),
        seconds=len(began) - sum(began),
        opponents=tuple(numbers[opponent] for opponent, _ in met),
        began=began,
    )


def _scoring_of(division: Division) -> standings.Scoring:
    return division.tournament.options.scoring
