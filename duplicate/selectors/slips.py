"""Slips typed from paper: who may see which, and where two who typed the same slip differ."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Q, QuerySet

from duplicate.models import Answer, Participant, Round
from engine.intended_move import Unread, read_slip
from engine.notation import WrittenMove
from referee.access import Role
from referee.models import User


class Check(StrEnum):
    """How far a slip was typed by two people."""

    ONCE = "once"
    DIFFERS = "differs"
    AGREES = "agrees"
    #: A director has decided between them.
    SETTLED = "settled"


@dataclass(frozen=True)
class TypedTwice:
    """What different people last typed of one participant's slip, the newest last."""

    participant: Participant
    versions: tuple[Answer, ...]
    check: Check
    shows_versions: bool = True

    @property
    def seen(self) -> tuple[Answer, ...]:
        """The versions, where they may be seen: never before both are in."""
        return self.versions if self.shows_versions and self.check is not Check.ONCE else ()

    def is_typed_by(self, user: User) -> bool:
        return any(version.entered_by_id == user.pk for version in self.versions)


def slips_of(round: Round) -> QuerySet[Answer]:
    """Every version typed, the newest first."""
    slips = round.answers.filter(source=Answer.Source.SLIP)
    return slips.select_related("participant", "entered_by").order_by("-received_at", "-id")


def slips_for(round: Round, user: User, role: Role) -> QuerySet[Answer]:
    """Those that `user` may see: with double entry what they typed themselves, and directors what
    two people have typed."""
    slips = slips_of(round)
    if not round.game.options.double_entry:
        return slips
    own = Q(entered_by=user)
    if role is not Role.DIRECTOR:
        return slips.filter(own)
    both = [entry.participant for entry in compare_entries(round) if entry.check is not Check.ONCE]
    return slips.filter(own | Q(participant__in=both))


def checks_for(round: Round, role: Role) -> list[TypedTwice]:
    """Every slip with how far it was typed by two; what they typed is for directors to see."""
    compared = compare_entries(round)
    if role is Role.DIRECTOR:
        return compared
    return [replace(entry, shows_versions=False) for entry in compared]


def compare_entries(round: Round) -> list[TypedTwice]:
    """Every slip of the round with what each person last typed of it, by number.

    What one person types twice says nothing more than the last of it.
    """
    typed: dict[int, list[Answer]] = {}
    for answer in reversed(slips_of(round)):
        typed.setdefault(answer.participant_id, []).append(answer)
    compared = map(_compared, typed.values())
    return sorted(compared, key=lambda entry: entry.participant.number)


def typed_by_two(round: Round, participant: Participant) -> TypedTwice | None:
    """The same of one participant; None if nobody has typed their slip."""
    answers = list(reversed(slips_of(round).filter(participant=participant)))
    return _compared(answers) if answers else None


def numbers_of(compared: Iterable[TypedTwice], check: Check) -> list[int]:
    """Whose slips they are."""
    return [typed.participant.number for typed in compared if typed.check is check]


def differing_slips(round: Round) -> list[int]:
    """Whose slips two people typed differently, with double entry: they hold up the publication."""
    return _typed_twice(round, Check.DIFFERS)


def slips_typed_once(round: Round) -> list[int]:
    """Whose slips only one person has typed, with double entry."""
    return _typed_twice(round, Check.ONCE)


def _typed_twice(round: Round, check: Check) -> list[int]:
    if not round.game.options.double_entry or round.state in Round.OVER:
        return []
    return numbers_of(compare_entries(round), check)


def read_of(slip: Answer) -> WrittenMove | Unread | None:
    """What the slip says, whatever lies on the board; None if it is illegible."""
    if not slip.coordinates and not slip.word:
        return None
    return read_slip(slip.coordinates, slip.word)


def _compared(answers: list[Answer]) -> TypedTwice:
    """`answers` are in the order in which they were typed; once settled, only later ones count."""
    settled = max((place for place, one in enumerate(answers) if one.settles), default=None)
    last: dict[int | None, Answer] = {}
    for answer in answers if settled is None else answers[settled:]:
        last.pop(answer.entered_by_id, None)
        last[answer.entered_by_id] = answer
    versions = tuple(last.values())
    if len(set(map(_content, versions))) > 1:
        check = Check.DIFFERS
    elif settled is not None:
        check = Check.SETTLED
    else:
        check = Check.ONCE if len(versions) == 1 else Check.AGREES
    return TypedTwice(answers[-1].participant, versions, check)


def _content(answer: Answer) -> tuple[object, ...]:
    """What of a slip must be the same: the move and points that it says, however written."""
    points = answer.declared_points, answer.written_points
    read = read_of(answer)
    if not isinstance(read, WrittenMove):
        return read, answer.coordinates.casefold(), answer.word.casefold(), points, answer.is_late
    place, word = read.place, read.word
    # An end may be left out, and all in one case is no blank.
    word = word.upper() if word.islower() else word
    return place.start, place.direction, word, points, answer.is_late
