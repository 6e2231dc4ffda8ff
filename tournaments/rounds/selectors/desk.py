"""What the desk shows of a division: how far it is, what a draft is like, which games wait."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import (
    Division,
    Entry,
    Pairing,
    Penalty,
    Report,
    Round,
    Tournament,
    WordRuling,
)
from tournaments.pairing import method_json, read_method
from tournaments.pairing.methods import Knockout, Manual, MethodData, QuartileFours, RoundRobin
from tournaments.pairing.values import Coded
from tournaments.rounds.presets import fitting_rounds
from tournaments.rounds.reasons import tell_note, tell_reason, tell_spread, tell_warning, tell_wins
from tournaments.rounds.result_messages import tell_result_of
from tournaments.rounds.selectors.player_field import adjustments_of
from tournaments.rounds.selectors.rounds import comparison_of, pairings_of, rounds_of, warnings_of
from tournaments.rounds.selectors.standings import standings_of

Kind, Outcome, ResultState, State = Pairing.Kind, Pairing.Outcome, Pairing.ResultState, Round.State

#: So many players are listed at once, or to choose from.
MOST_LISTED = 100
#: So many of the first are shown of the standings.
MOST_RANKED = 10
#: So many words that were ruled on are listed.
MOST_RULINGS = 50
#: All that can be said against what a timetable or a bracket has brought together.
ABOUT_ANY_PAIRING = {"not_in_field", "twice", "missing"}
#: Warnings that name one player and belong to the place that this one has.
ABOUT_ONE = {"bye_again", "starts_uneven"}
_NO_PAIR: frozenset[int] = frozenset()

OUTCOMES: Mapping[str, str | Promise] = {
    Outcome.LOST_ON_TIME_FIRST: _("{first} verliert auf Zeit"),
    Outcome.LOST_ON_TIME_SECOND: _("{second} verliert auf Zeit"),
    Outcome.FORFEIT_FIRST: _("{first} ist nicht gekommen oder gibt auf"),
    Outcome.FORFEIT_SECOND: _("{second} ist nicht gekommen oder gibt auf"),
    Outcome.DOUBLE_FORFEIT: _("beide verlieren kampflos"),
    Outcome.UNPLAYED: _("nicht gespielt, zählt nicht"),
}


@dataclass(frozen=True)
class Progress:
    """How far a division is."""

    division: Division
    #: Those who have not withdrawn.
    players: int
    #: The last round that is paired, published or not.
    round: Round | None
    games: int = 0
    #: Of the last round; those without a confirmed result.
    open_games: int = 0
    disputed_games: int = 0
    #: In earlier rounds of the division, where results were removed or never came.
    open_before: int = 0

    @property
    def done_games(self) -> int:
        return self.games - self.open_games

    @property
    def next_number(self) -> int:
        return self.round.number + 1 if self.round else 1

    @property
    def is_published(self) -> bool:
        return self.round is None or self.round.state == State.PUBLISHED

    @property
    def is_played(self) -> bool:
        """Whether nothing that was paired is left to be done."""
        return self.is_published and not self.open_games and not self.open_before

    @property
    def is_over(self) -> bool:
        """Whether all rounds of the plan are played."""
        return self.is_played and self.next_number > len(self.division.schedule)

    @property
    def has_room(self) -> bool:
        """Whether the plan has a round after the last one."""
        return self.next_number <= len(self.division.schedule)

    @property
    def fitting_rounds(self) -> int | None:
        """How many rounds all against all takes, where the plan has others and may be changed."""
        if self.round is not None:
            return None
        schedule = [read_method(method) for method in self.division.schedule]
        fitting = fitting_rounds(schedule, self.players)
        return None if fitting == len(schedule) else fitting

    @property
    def is_timetable_next(self) -> bool:
        """Whether the next round can be paired before this one is over: nothing depends on it."""
        if self.round is None or not self.has_room:
            return False
        now, following = (
            read_method(self.division.schedule[number - 1])
            for number in (self.round.number, self.next_number)
        )
        return now == following and isinstance(following, RoundRobin | QuartileFours)


@dataclass(frozen=True)
class DraftRow:
    """Two who are to meet, or one alone, with why and what speaks against it."""

    pairing: Pairing
    #: Wins and spread before the round.
    first_stands: str
    second_stands: str
    reason: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """A round that is not published: what there is to look at before it is."""

    games: Sequence[DraftRow]
    alone: Sequence[DraftRow]
    notes: Sequence[str]
    #: What concerns no game, such as somebody who has no place in the round.
    warnings: Sequence[str]
    #: Whether it can't be published as it is, since the field has changed or is not all paired.
    is_outdated: bool
    #: Who is in the draft or should be, by number: those who can be moved by hand.
    players: Sequence[Entry]

    @property
    def is_large(self) -> bool:
        """Whether they are too many to be chosen from a list."""
        return len(self.players) > MOST_LISTED

    @property
    def typed(self) -> list[tuple[str, str]]:
        """The draft as one would type it, with lines for those who have no place yet."""
        rows = [*self.games, *(row for row in self.alone if row.pairing.kind == Kind.BYE)]
        lines = [(_typed(row.pairing.first), _typed(row.pairing.second)) for row in rows]
        placed = sum(1 + (row.pairing.second is not None) for row in rows)
        return lines + [("", "")] * -(-(len(self.players) - placed) // 2)


@dataclass(frozen=True)
class GameRow:
    """A game of a published round."""

    pairing: Pairing
    #: What stands, or what was reported; '' before that.
    result: str
    first_penalty: int
    second_penalty: int
    #: What each has said, while they differ.
    first_report: Report | None = None
    second_report: Report | None = None

    @property
    def reports(self) -> list[tuple[str, Report | None]]:
        """Who said what, while they differ."""
        second = self.pairing.second
        return [
            (self.pairing.first.name, self.first_report),
            (second.name if second else "", self.second_report),
        ]


@dataclass(frozen=True)
class Games:
    """A published round: what has to be decided on top, then what is missing."""

    disputed: Sequence[GameRow]
    waiting: Sequence[GameRow]
    done: Sequence[GameRow]
    alone: Sequence[Pairing]

    @property
    def rows(self) -> list[GameRow]:
        return [*self.waiting, *self.done]


@dataclass(frozen=True)
class GameDetail:
    """One game with all that was said and decided about it."""

    row: GameRow
    reports: Sequence[tuple[Report, str]]
    penalties: Sequence[Penalty]

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        """What a game can have come out as but for being played, said of the two by name."""
        first, second = self.row.pairing.first, self.row.pairing.second
        names = {"first": first.name, "second": second.name if second else ""}
        return [(outcome, str(text).format_map(names)) for outcome, text in OUTCOMES.items()]


@dataclass(frozen=True)
class Ranked:
    """A line of the standings as it is read: '2½', '+134'."""

    rank: int
    name: str
    wins: str
    spread: str


def progress_of(tournament: Tournament) -> list[Progress]:
    """How far each division is, by number."""
    playing = Count("entries", filter=Q(entries__withdrawn_from=None))
    divisions = tournament.divisions.annotate(playing=playing).order_by("number")
    return [_progress(division) for division in divisions]


def _progress(division: Division) -> Progress:
    playing: int = division.playing  # type: ignore[attr-defined]
    rounds: list[Any] = list(rounds_of(division, to_staff=True))
    if not rounds:
        return Progress(division, playing, None)
    last = rounds[-1]
    last.division = division
    return Progress(
        division=division,
        players=playing,
        round=last,
        games=last.games,
        open_games=last.open_games,
        disputed_games=last.disputed_games,
        open_before=sum(round.open_games for round in rounds[:-1]),
    )


def draft_of(round: Round) -> Draft:
    """A round that is not published."""
    rows = pairings_of(round)
    entries = {entry.number: entry for entry in round.division.entries.all()}
    names = {number: entry.name for number, entry in entries.items()}
    stands = _stands(round)
    warnings = _warnings(round)
    by_pair = _by_pair(warnings, rows, names)
    shown = [
        DraftRow(
            row,
            stands.get(row.first_id, ""),
            stands.get(row.second_id, ""),
            tell_reason(row.reason, names),
            tuple(by_pair[_numbers(row)]),
        )
        for row in rows
    ]
    return Draft(
        games=[row for row in shown if row.pairing.kind == Kind.GAME],
        alone=[row for row in shown if row.pairing.kind != Kind.GAME],
        notes=[tell_note(note, names) for note in round.notes],
        warnings=by_pair[_NO_PAIR],
        is_outdated=any(
            warning["is_error"] or warning["code"] == "missing" for warning in warnings
        ),
        players=[entries[number] for number in sorted(_movable(rows, warnings) & entries.keys())],
    )


def games_of_round(round: Round) -> Games:
    """A published round, its games by table."""
    pairings = pairings_of(round)
    rows = [_game_row(row) for row in pairings if row.kind == Kind.GAME]
    return Games(
        disputed=[row for row in rows if row.pairing.standing == ResultState.DISPUTED],
        waiting=[
            row for row in rows if row.pairing.standing in (ResultState.OPEN, ResultState.REPORTED)
        ],
        done=[row for row in rows if row.pairing.standing == ResultState.CONFIRMED],
        alone=[row for row in pairings if row.kind != Kind.GAME],
    )


def game_detail(pairing: Pairing) -> GameDetail:
    """One game of a published round with every report, the newest first."""
    reports = list(pairing.reports.select_related("entry").order_by("-sequence"))
    return GameDetail(
        row=_game_row(pairing),
        reports=[(report, tell_report(report)) for report in reports],
        penalties=list(pairing.penalties.select_related("entry")),
    )


def tell_report(report: Report) -> str:
    """What somebody said, as `tell_result_of` tells what stands."""
    said = Pairing(
        outcome=report.outcome,
        first_points=report.first_points,
        second_points=report.second_points,
    )
    return tell_result_of(said)


def leaders_of(division: Division, *, with_unconfirmed: bool = False) -> list[Ranked]:
    """The first of the standings, or as they would be if all that is reported were confirmed."""
    table = standings_of(division, with_unconfirmed=with_unconfirmed)
    return [
        Ranked(row.rank, row.player.name, tell_wins(row.wins2), tell_spread(row.spread))
        for row in table.rows[:MOST_RANKED]
    ]


def has_unconfirmed(division: Division) -> bool:
    """Whether anything is reported that does not count yet."""
    reported = (ResultState.REPORTED, ResultState.DISPUTED)
    games = Pairing.objects.filter(round__division=division, round__state=State.PUBLISHED)
    return games.filter(standing__in=reported).exists()


def is_paired(entry: Entry) -> bool:
    """Whether somebody has a place in any round, so that number and division stay."""
    return Pairing.objects.filter(Q(first=entry) | Q(second=entry)).exists()


def rulings_in_force(tournament: Tournament) -> QuerySet[WordRuling]:
    """The words that the director allows or bars, the newest first."""
    return tournament.word_rulings.filter(revoked_at=None).order_by("-pk")[:MOST_RULINGS]


def planned_methods(division: Division) -> list[tuple[str, str]]:
    """The plan in short: runs of rounds with one method, such as ('1–3', 'swiss')."""
    runs: list[tuple[int, int, MethodData]] = []
    for number, method in enumerate(division.schedule, start=1):
        read = method_json(read_method(method))
        if runs and runs[-1][2] == read:
            runs[-1] = (runs[-1][0], number, read)
        else:
            runs.append((number, number, read))
    return [
        (str(first) if first == last else f"{first}–{last}", str(method["method"]))
        for first, last, method in runs
    ]


def _game_row(row: Pairing) -> GameRow:
    first_adjust, second_adjust = adjustments_of(row)
    is_disputed = row.standing == ResultState.DISPUTED
    compared = comparison_of(row) if is_disputed else None
    return GameRow(
        pairing=row,
        result=tell_result_of(row),
        first_penalty=-first_adjust,
        second_penalty=-second_adjust,
        first_report=compared.first if compared else None,
        second_report=compared.second if compared else None,
    )


def _typed(entry: Entry | None) -> str:
    return f"{entry.number} {entry.name}" if entry else ""


def _stands(round: Round) -> Mapping[int | None, str]:
    """Wins and spread of everybody before the round, by the key of the entry."""
    if round.number == 1:
        return {}
    rows = standings_of(round.division).rows
    return {row.player.id: f"{tell_wins(row.wins2)} · {tell_spread(row.spread)}" for row in rows}


def _warnings(round: Round) -> list[Coded]:
    """What speaks against a draft, as far as its method does not want it so."""
    method = read_method(round.method)
    warnings = warnings_of(round)
    if isinstance(method, RoundRobin | QuartileFours | Knockout):
        warnings = [warning for warning in warnings if warning["code"] in ABOUT_ANY_PAIRING]
    if not isinstance(method, Manual):  # its notes say how many there are
        warnings = [warning for warning in warnings if warning["code"] != "starts_uneven"]
    return warnings


def _movable(rows: Sequence[Pairing], warnings: Sequence[Mapping[str, Any]]) -> set[int]:
    """The numbers of those who are in the draft or should be."""
    missing = {int(warning["player"]) for warning in warnings if warning["code"] == "missing"}
    paired = (_numbers(row) for row in rows if row.kind in (Kind.GAME, Kind.BYE))
    return missing.union(*paired)


def _by_pair(
    warnings: Sequence[Mapping[str, Any]], rows: Sequence[Pairing], names: Mapping[int, str]
) -> defaultdict[frozenset[int], list[str]]:
    """What is to be said about each pairing, and of `_NO_PAIR` what concerns none."""
    pair_of = {number: _numbers(row) for row in rows for number in _numbers(row)}
    told: defaultdict[frozenset[int], list[str]] = defaultdict(list)
    for warning in warnings:
        about = frozenset(int(warning[key]) for key in ("first", "second") if key in warning)
        if warning["code"] in ABOUT_ONE:
            about = pair_of.get(int(warning["player"]), _NO_PAIR)
        told[about].append(tell_warning(warning, names))
    return told


def _numbers(row: Pairing) -> frozenset[int]:
    return frozenset(entry.number for entry in (row.first, row.second) if entry)
