"""What rulings would change in rounds that are published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from threading import Lock
from uuid import UUID

from duplicate.adjudication import MoveJson, PlayKey
from duplicate.models import Game, LogEntry, Round, Ruling
from duplicate.selectors.judging import (
    WORD_KINDS,
    Outcome,
    Player,
    credit_columns,
    credits_now,
    outcome_of,
    players_of,
    tops_of,
)

#: So many changed results the API tells of a round, and so many changed plays the desk.
MOST_TOLD, MOST_LISTED = 500, 20
#: Several desks look every few seconds: one thread judges anew, the others take it over.
_judging = Lock()


@dataclass(frozen=True)
class PlayChange:
    coordinates: str
    word: str
    before: int
    after: int


@dataclass(frozen=True)
class ResultChange:
    """None stands for no result at all."""

    number: int
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Revision:
    """What the rulings in force would change in a published round."""

    round: Round
    top_before: int
    top_after: int
    plays: tuple[PlayChange, ...]
    #: By number.
    results: tuple[ResultChange, ...]

    @property
    def participants(self) -> int:
        """How many are affected."""
        return len(self.results)

    @property
    def first_results(self) -> tuple[ResultChange, ...]:
        """So many as are told at once."""
        return self.results[:MOST_TOLD]

    @property
    def first_plays(self) -> tuple[PlayChange, ...]:
        """So many as the desk has room for."""
        return self.plays[:MOST_LISTED]

    @property
    def more_plays(self) -> int:
        return len(self.plays) - len(self.first_plays)


@dataclass(frozen=True)
class Waiting:
    """What somebody has in a published round, and will have once that is revised."""

    round: Round
    number: int
    name: str
    before: int | None
    after: int | None


def waiting_results(game: Game) -> list[Waiting]:
    """Whose points wait for a revision, so many as are listed of each round."""
    changes = [
        (revision.round, change)
        for revision in pending_revisions(game)
        for change in revision.results[:MOST_LISTED]
    ]
    numbers = {change.number for _round, change in changes}
    names = dict(game.participants.filter(number__in=numbers).values_list("number", "name"))
    return [
        Waiting(round, change.number, names[change.number], change.before, change.after)
        for round, change in changes
    ]


def pending_revisions(game: Game) -> tuple[Revision, ...]:
    """The published rounds that the rulings in force would change, and what, in order.

    Remembered by the length of the log, which tells of everything that could change it.
    """
    version = Game.objects.values_list("log_length", flat=True).get(pk=game.pk)
    with _judging:
        return _pending(game.pk, version)


@lru_cache(maxsize=16)
def _pending(pk: UUID, _version: int) -> tuple[Revision, ...]:
    game = Game.objects.get(pk=pk)
    rulings = list(Ruling.objects.filter(round__game=game).select_related("round"))
    if not rulings:
        return ()
    revised = game.log.filter(kind=LogEntry.Kind.REVISED).order_by("sequence")
    revised_at = dict(revised.values_list("round__number", "at"))
    players: list[Player] = []
    found = []
    for round in game.rounds.filter(state=Round.State.PUBLISHED).order_by("number"):
        round.game = game
        if _may_change(round, rulings, revised_at):
            players = players or players_of(game)
            outcome = outcome_of(round, tops_of(round), players)
            found.append(revision_of(round, outcome, players))
    return tuple(revision for revision in found if revision)


def revision_of(round: Round, outcome: Outcome, players: Sequence[Player]) -> Revision | None:
    """What is written down of the published round otherwise than its `outcome` is now; or None."""
    stored = round.plays.order_by("coordinates", "word")
    plays = tuple(
        PlayChange(coordinates, word, points, judged.points)
        for coordinates, word, points, code in stored.values_list(
            "coordinates", "word", "points", "code"
        )
        if (judged := outcome.plays.get(PlayKey(coordinates, word)))
        and (judged.points, judged.code) != (points, code)
    )
    before = {pk: columns[2:] for pk, columns in credits_now(round).items()}
    after = {pk: credit_columns(credit) for pk, credit in outcome.credits.items()}
    nothing = (None,)
    results = tuple(
        ResultChange(
            player.number, before.get(player.pk, nothing)[0], after.get(player.pk, nothing)[0]
        )
        for player in players
        if before.get(player.pk) != after.get(player.pk)
    )
    if not plays and not results and round.tops == outcome.tops:
        return None
    return Revision(round, round.top_points, outcome.top_points, plays, results)


def _may_change(
    round: Round, rulings: Sequence[Ruling], revised_at: Mapping[int, datetime]
) -> bool:
    """Whether rulings can have changed anything since the round was published.

    A word matters if a play forms it or the tops are others; a deduction counts the warnings of
    the rounds before, so it can change when one of them was revised.
    """
    if any(_may_change_credits(ruling, round) for ruling in rulings):
        return True
    if round.game.options.warning_deduction and any(
        number < round.number and _is_since(at, round) for number, at in revised_at.items()
    ):
        return True
    words = {
        ruling.word
        for ruling in rulings
        if ruling.kind in WORD_KINDS
        and ruling.round.number <= round.number
        and _is_newer(ruling, round)
    }
    if not words:
        return False
    formed = round.plays.values_list("words", flat=True)
    if any(word in words for scored in formed for word, _ in scored):
        return True
    tops: list[MoveJson] = round.tops
    return tops != tops_of(round)


def _may_change_credits(ruling: Ruling, round: Round) -> bool:
    """An average without given points can change with every other round."""
    if ruling.round_id != round.pk:
        return False
    is_mean = ruling.kind == Ruling.Kind.AVERAGE and ruling.points is None
    return is_mean or (ruling.kind not in WORD_KINDS and _is_newer(ruling, round))


def _is_newer(ruling: Ruling, round: Round) -> bool:
    """Whether it was made or revoked since the round was published."""
    return _is_since(ruling.revoked_at or ruling.at, round)


def _is_since(at: datetime, round: Round) -> bool:
    return round.published_at is not None and at >= round.published_at
