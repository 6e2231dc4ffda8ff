"""What rounds show to whom; which games are open or disputed; what speaks against a draft."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from tournaments import pairing as pairings
from tournaments.models import Division, Entry, Pairing, Penalty, Report, Round, Tournament
from tournaments.pairing.methods import MethodData
from tournaments.pairing.values import Coded
from tournaments.rounds import plausibility
from tournaments.rounds.selectors.player_field import adjustments_of, field_of, pairing_players

Outcome, ResultState, State = Pairing.Outcome, Pairing.ResultState, Round.State

#: What is usual is read off so many of the latest games.
GAMES_LOOKED_AT = 500


@dataclass(frozen=True)
class ShownPairing:
    """A row of a round as somebody may see it: others than the staff see confirmed results only."""

    id: int
    table: int | None
    kind: str
    first: Entry
    second: Entry | None
    reason: Coded
    standing: str
    outcome: str
    first_points: int | None
    second_points: int | None
    #: Points off for penalties, 0 or more.
    first_penalty: int
    second_penalty: int


@dataclass(frozen=True)
class ShownRound:
    """A round with its pairings by table, those who play alone last."""

    round: Round
    number: int
    state: str
    method: MethodData
    notes: Sequence[Coded]
    drafted_at: Any
    published_at: Any
    completed_at: Any
    pairings: Sequence[ShownPairing]
    #: What speaks against a draft; empty once it is published.
    warnings: Sequence[Coded]


@dataclass(frozen=True)
class Comparison:
    """What the two players of a game have said that is to be compared, each one's last word."""

    first: Report | None
    second: Report | None


def rounds_of(division: Division, *, to_staff: bool) -> QuerySet[Round]:
    """The rounds that somebody may see, with `games` and how many of them are `open_games` and
    `disputed_games`."""
    rounds = division.rounds.all()
    if not to_staff:
        rounds = rounds.filter(state=State.PUBLISHED)
    is_game = Q(pairings__kind=Pairing.Kind.GAME)
    is_open = is_game & ~Q(pairings__standing=ResultState.CONFIRMED)
    return rounds.annotate(
        games=Count("pairings", filter=is_game),
        open_games=Count("pairings", filter=is_open),
        disputed_games=Count("pairings", filter=Q(pairings__standing=ResultState.DISPUTED)),
    ).order_by("number")


def shown_round(round: Round, *, to_staff: bool) -> ShownRound:
    """The round for the staff, or for everybody once it is published."""
    rows = pairings_of(round)
    return ShownRound(
        round=round,
        number=round.number,
        state=round.state,
        method=shown_method(round),
        notes=round.notes,
        drafted_at=round.drafted_at,
        published_at=round.published_at,
        completed_at=round.completed_at,
        pairings=[shown_pairing(row, to_staff=to_staff) for row in rows],
        warnings=[] if round.state == State.PUBLISHED else warnings_of(round),
    )


def shown_method(round: Round) -> MethodData:
    """How the round was paired, without what is kept beside it for other rounds and steps."""
    return {key: value for key, value in round.method.items() if key not in pairings.KEPT}


def idle_in(round: Round) -> frozenset[int]:
    """Those, by key, whom the pairing of a knock-out left without a game: out, or through."""
    return frozenset(round.method.get(pairings.IDLE, ()))


def pairings_of(round: Round) -> list[Pairing]:
    """The rows of a round with players and penalties in force; by table, those alone last."""
    in_force = Prefetch("penalties", Penalty.objects.filter(revoked_at=None), to_attr="in_force")
    rows = round.pairings.select_related("first", "second").prefetch_related(in_force)
    return sorted(rows, key=lambda row: (row.table is None, row.table or 0, row.first.number))


def shown_pairing(row: Pairing, *, to_staff: bool) -> ShownPairing:
    """A row for the staff, or for everybody: then what is not confirmed is open."""
    is_shown = to_staff or row.standing == ResultState.CONFIRMED
    first_adjust, second_adjust = adjustments_of(row)
    return ShownPairing(
        id=row.pk,
        table=row.table,
        kind=row.kind,
        first=row.first,
        second=row.second,
        reason=row.reason,
        standing=row.standing if is_shown else ResultState.OPEN,
        outcome=row.outcome if is_shown else "",
        first_points=row.first_points if is_shown else None,
        second_points=row.second_points if is_shown else None,
        first_penalty=-first_adjust,
        second_penalty=-second_adjust,
    )


def compared_pairing(row: Pairing) -> dict[str, object]:
    """A game for its two players: what each has said, and what stands."""
    compared = comparison_of(row)
    return vars(shown_pairing(row, to_staff=True)) | {
        "first_report": compared.first,
        "second_report": compared.second,
    }


def games_without_result(owner: Division | Tournament) -> QuerySet[Pairing]:
    """Every published game whose result is not confirmed yet, by round and table."""
    if isinstance(owner, Division):
        found = Pairing.objects.filter(round__division=owner)
    else:
        found = Pairing.objects.filter(round__division__tournament=owner)
    return (
        found.filter(round__state=State.PUBLISHED, kind=Pairing.Kind.GAME)
        .exclude(standing=ResultState.CONFIRMED)
        .select_related("round__division", "first", "second")
        .order_by("round__division__number", "round__number", "table")
    )


def disputed_games(owner: Division | Tournament) -> QuerySet[Pairing]:
    """Those whose players have reported different results: the director has to decide."""
    return games_without_result(owner).filter(standing=ResultState.DISPUTED)


def comparison_of(pairing: Pairing) -> Comparison:
    """What is compared while a game is reported or disputed; nothing before and after that."""
    if pairing.standing not in (ResultState.REPORTED, ResultState.DISPUTED):
        return Comparison(None, None)
    by_players = pairing.reports.exclude(entry=None)
    first, second = (
        by_players.filter(entry=entry).last() for entry in (pairing.first_id, pairing.second_id)
    )
    if pairing.standing == ResultState.REPORTED:  # what the other said was struck before that
        last = by_players.last()
        first, second = (report if report == last else None for report in (first, second))
    return Comparison(first, second)


def warnings_of(round: Round) -> list[Coded]:
    """What speaks against a draft as it is, coded, players by their numbers.

    `missing` are those who have no place in it but should, `not_in_field` those who have one but
    don't play.
    """
    rows = round.pairings.filter(kind__in=(Pairing.Kind.GAME, Pairing.Kind.BYE))
    pairs = [
        pairings.Paired(row.first.number, row.second.number if row.second else None)
        for row in rows.select_related("first", "second")
    ]
    field = field_of(round.division, round.number)
    players = pairing_players(round.division, field, round.number)
    idle = idle_in(round)
    need_not_play = {entry.number for entry in field if entry.pk in idle}
    return [
        finding.as_json()
        for finding in pairings.check_by_hand(pairs, players)
        if finding.code != "missing" or finding.detail["player"] not in need_not_play
    ]


def usual_points_in(division: Division) -> int:
    """What a player mostly makes in the games of the division."""
    confirmed = Pairing.objects.filter(
        round__division=division, standing=ResultState.CONFIRMED, first_points__isnull=False
    ).order_by("-pk")[:GAMES_LOOKED_AT]
    points = confirmed.values_list("first_points", "second_points")
    return plausibility.usual_points([one for pair in points for one in pair if one is not None])
