"""Rulings: what a director decides, and how the rounds follow (see docs/judging.md)."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from duplicate.errors import AlreadyRuled, ForeignParticipant, PlayMissing
from duplicate.models import Game, LogEntry, Participant, Play, Round, Ruling
from duplicate.selectors.answers import summary_of
from duplicate.selectors.judging import WORD_KINDS, outcome_of, players_of, tops_of
from duplicate.selectors.revisions import Revision, revision_of
from duplicate.services import judging, transitions
from duplicate.services.participants import current_participant
from engine.alphabet import normalise
from engine.errors import Unreadable
from referee.errors import Invalid
from referee.models import User
from referee.texts import read_number, read_text

#: No move brings more, and nobody is credited or fined more.
MOST_POINTS = 5_000
LONGEST_TEXT = 500

_JUDGEABLE = (Round.State.CLOSED, Round.State.JUDGED)


@transaction.atomic
def rule_on_word(
    round: Round,
    word: str,
    at: datetime,
    *,
    by: User,
    is_admissible: bool,
    reason: str,
    text: str = "",
) -> Ruling:
    """Allow or bar a word in this round and all later ones of the game.

    An earlier ruling on the word is revoked. Raises AlreadyRuled where one says the same for
    this round already, Invalid for what is no word, WrongRoundState for a cancelled round.
    """
    try:
        word = normalise(word)
    except Unreadable:
        problem = _("Ein Wort hat 2 bis 15 Buchstaben, wie sie auf den Steinen stehen.")
        raise Invalid(field="word", problem=problem) from None
    round = _lock(round)
    kind = Ruling.Kind.WORD_ALLOWED if is_admissible else Ruling.Kind.WORD_BARRED
    earlier = Ruling.objects.filter(round__game=round.game, kind__in=WORD_KINDS, word=word)
    if earlier.filter(revoked_at=None, kind=kind, round__number__lte=round.number).exists():
        raise AlreadyRuled(word=word)
    return _rule(round, at, earlier, by=by, kind=kind, reason=reason, text=text, word=word)


@transaction.atomic
def rule_on_play(
    play: Play, points: int, at: datetime, *, by: User, reason: str, text: str = ""
) -> Ruling:
    """Let a play earn `points`, for everybody who gave it.

    An earlier ruling on the play is revoked. Raises WrongRoundState unless its round is closed,
    judged or published, PlayMissing if nobody gives it any more.
    """
    read_number("points", points, 0, MOST_POINTS)
    round = _lock(play.round, *_JUDGEABLE, Round.State.PUBLISHED)
    if not round.plays.filter(pk=play.pk).exists():
        raise PlayMissing
    earlier = play.rulings.filter(kind=Ruling.Kind.PLAY_POINTS)
    kind = Ruling.Kind.PLAY_POINTS
    return _rule(
        round, at, earlier, by=by, kind=kind, reason=reason, text=text, play=play, points=points
    )


@transaction.atomic
def warn_participant(
    round: Round, participant: Participant, at: datetime, *, by: User, reason: str, text: str = ""
) -> Ruling:
    """Warn a participant; what it costs is the game's option. A second warning adds to it."""
    round = _lock(round)
    return _rule_on(participant, round, at, Ruling.Kind.WARNING, by, reason, text)


@transaction.atomic
def penalise_participant(
    round: Round,
    participant: Participant,
    points: int,
    at: datetime,
    *,
    by: User,
    reason: str,
    text: str = "",
) -> Ruling:
    """Take points from a participant. A second penalty adds to it."""
    read_number("points", points, 1, MOST_POINTS)
    round = _lock(round)
    return _rule_on(participant, round, at, Ruling.Kind.PENALTY, by, reason, text, points)


@transaction.atomic
def credit_average(
    round: Round,
    participant: Participant,
    at: datetime,
    *,
    by: User,
    reason: str,
    text: str = "",
    points: int | None = None,
) -> Ruling:
    """Credit a participant `points` or their average instead of what they handed in.

    An earlier credit in the round is revoked.
    """
    if points is not None:
        read_number("points", points, 0, MOST_POINTS)
    round = _lock(round)
    return _rule_on(participant, round, at, Ruling.Kind.AVERAGE, by, reason, text, points)


@transaction.atomic
def revoke_ruling(ruling: Ruling, at: datetime, *, by: User) -> Ruling:
    """Take a ruling back. One that was revoked already stays as it is.

    What it had replaced is not in force again: rule anew where that is wanted. The round may be
    cancelled: its rulings on words hold in the rounds after it.
    """
    round = _lock(ruling.round, *Round.State)
    ruling = Ruling.objects.get(pk=ruling.pk)
    if ruling.revoked_at is None:
        ruling.round = round
        _revoke(ruling, at, by=by)
        _follow(ruling, at)
    return ruling


def move_ruling(ruling: Ruling, participant: Participant, at: datetime, *, by: User) -> Ruling:
    """Revoke a ruling on somebody, and give `participant` the same; the game is locked."""
    _revoke(ruling, at, by=by)
    moved = Ruling.objects.create(
        round=ruling.round,
        kind=ruling.kind,
        participant=participant,
        points=ruling.points,
        reason=ruling.reason,
        text=ruling.text,
        by=by,
        at=at,
    )
    told = _ruling_log_fields(moved)
    transitions.record_round(ruling.round, LogEntry.Kind.RULED, at, by=by, ruling=told)
    return moved


@transaction.atomic
def revise_round(round: Round, at: datetime, *, by: User, answers_moved: bool = False) -> Round:
    """Apply to a published round what the rulings in force change in it.

    Tops, plays and results follow; the move laid stays, as others were played on it. Where there
    is nothing to change, nothing is recorded, unless answers have become somebody else's: the log
    vouches for whose they are. Raises WrongRoundState unless it is published.
    """
    round = _lock(round, Round.State.PUBLISHED)
    players = players_of(round.game)
    outcome = outcome_of(round, tops_of(round), players)
    revision = revision_of(round, outcome, players)
    if revision is None and answers_moved:
        revision = Revision(round, round.top_points, outcome.top_points, (), ())
    if revision is None:
        return round
    summary = summary_of(round) if answers_moved else {}
    judging.write_outcome(round, outcome)
    round.tops, round.top_points = outcome.tops, outcome.top_points
    round.save(update_fields=["tops", "top_points"])
    transitions.record_round(
        round,
        LogEntry.Kind.REVISED,
        at,
        by=by,
        top_points=[revision.top_before, revision.top_after],
        plays=[[play.coordinates, play.word, play.before, play.after] for play in revision.plays],
        results=[[result.number, result.before, result.after] for result in revision.results],
        digest=outcome.digest,
        **({"handed_in": summary} if summary else {}),
    )
    current = _unpublished(round.game)
    if current and current.state in _JUDGEABLE:  # averages and warnings look back
        judging.settle(current, at)
    return round


def _lock(round: Round, *states: Round.State) -> Round:
    """The round and its game, locked; the game may be finished, as mistakes are found later too."""
    round = transitions.lock_round(round)
    transitions.require_round_state(round, *(states or (*Round.UNFINISHED, Round.State.PUBLISHED)))
    return round


def _rule_on(
    participant: Participant,
    round: Round,
    at: datetime,
    kind: Ruling.Kind,
    by: User,
    reason: str,
    text: str,
    points: int | None = None,
) -> Ruling:
    if participant.game_id != round.game_id:
        raise ForeignParticipant(name=participant.name)
    participant = current_participant(participant)
    earlier = round.rulings.filter(participant=participant, kind=kind)
    if kind != Ruling.Kind.AVERAGE:
        earlier = earlier.none()
    return _rule(
        round,
        at,
        earlier,
        by=by,
        kind=kind,
        reason=reason,
        text=text,
        participant=participant,
        points=points,
    )


def _rule(
    round: Round,
    at: datetime,
    replaced: QuerySet[Ruling],
    *,
    by: User,
    reason: str,
    text: str,
    **columns: Any,
) -> Ruling:
    """Give a ruling in the locked round instead of those `replaced` that are still in force."""
    if reason not in Ruling.Reason.values:
        choices = ", ".join(Ruling.Reason.values)
        problem = _("Richtig ist: {choices}.").format(choices=choices)
        raise Invalid(field="reason", problem=problem)
    text = read_text("text", text, LONGEST_TEXT)
    for earlier in replaced.filter(revoked_at=None).select_related("round"):
        earlier.round.game = round.game
        _revoke(earlier, at, by=by)
    ruling = Ruling.objects.create(round=round, by=by, at=at, reason=reason, text=text, **columns)
    transitions.record_round(
        round, LogEntry.Kind.RULED, at, by=by, ruling=_ruling_log_fields(ruling)
    )
    _follow(ruling, at)
    return ruling


def _revoke(ruling: Ruling, at: datetime, *, by: User) -> None:
    ruling.revoked_at, ruling.revoked_by = at, by
    ruling.save(update_fields=["revoked_at", "revoked_by"])
    told = _ruling_log_fields(ruling)
    transitions.record_round(ruling.round, LogEntry.Kind.RULING_REVOKED, at, by=by, ruling=told)


def _follow(ruling: Ruling, at: datetime) -> None:
    """Have the round that is not published yet follow the ruling; published ones wait."""
    current = _unpublished(ruling.round.game)
    if current is None or current.number < ruling.round.number:
        return
    is_on_word = ruling.kind in WORD_KINDS
    if is_on_word:
        judging.find_tops_anew(current)
    if current.state in _JUDGEABLE and (is_on_word or current.pk == ruling.round_id):
        judging.settle(current, at)


def _unpublished(game: Game) -> Round | None:
    """The round that is being played, locked."""
    rounds = Round.objects.select_for_update().filter(game=game).exclude(state__in=Round.OVER)
    round = rounds.first()
    if round:
        round.game = game
    return round


def _ruling_log_fields(ruling: Ruling) -> dict[str, Any]:
    """The ruling as the log tells it."""
    told: dict[str, Any] = {
        "id": ruling.pk,
        "kind": ruling.kind,
        "reason": ruling.reason,
        "text": ruling.text,
    }
    if ruling.word:
        told["word"] = ruling.word
    if ruling.play:
        told["play"] = {"coordinates": ruling.play.coordinates, "word": ruling.play.word}
    if ruling.participant:
        told["participant"] = ruling.participant.number
    if ruling.points is not None:
        told["points"] = ruling.points
    return told
