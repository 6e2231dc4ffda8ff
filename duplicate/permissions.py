"""Who somebody is in a game, and whether that is enough. Nowhere else is this decided."""

from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from duplicate.models import Game, Participant, Round, Series, Staff
from referee.access import Need, need_of
from referee.errors import Forbidden
from referee.models import User


class NotPublished(Forbidden):
    """Only the staff may see this before the round is published."""

    code = "not_published"
    message = _("Das ist erst zu sehen, wenn die Runde veröffentlicht ist.")


class NotFinished(Forbidden):
    """Only a director may have this before the game is over."""

    code = "not_finished"
    message = _("Das ist erst zu haben, wenn das Spiel zu Ende ist.")


class Role(StrEnum):
    PUBLIC = "public"
    PARTICIPANT = "participant"
    ASSISTANT = "assistant"
    DIRECTOR = "director"

    @property
    def is_staff(self) -> bool:
        return self in {Role.ASSISTANT, Role.DIRECTOR}


#: Which roles are enough. An account is enough for what is about no game yet.
ENOUGH: dict[Need, set[Role]] = {
    Need.EVERYBODY: set(Role),
    Need.PARTICIPANT: {Role.PARTICIPANT},
    Need.STAFF: {Role.ASSISTANT, Role.DIRECTOR},
    Need.DIRECTOR: {Role.DIRECTOR},
}


def role_of(request: Request, game: Game) -> Role:
    """Who the sender of a request to the API is in `game`."""
    if isinstance(request.auth, Participant):
        return Role.PARTICIPANT if request.auth.game_id == game.pk else Role.PUBLIC
    return staff_role(request.user, game) or Role.PUBLIC


def staff_role(user: User | AnonymousUser, game: Game) -> Role | None:
    """What an account may do in `game`, if anything; an administrator directs every game."""
    if user.is_superuser:
        return Role.DIRECTOR
    if not user.is_authenticated:
        return None
    staff = Staff.objects.filter(game=game, user=user).first()
    return Role(staff.role) if staff else None


class GameRoles(BasePermission):
    """For the addresses of a game, whose view has found `game` and `role`."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not hasattr(view, (request.method or "").lower()):
            return True  # the framework will say that there is no such method
        role: Role = view.role  # type: ignore[attr-defined]
        return role in ENOUGH[need_of(view, request.method or "")]


class SeriesOwner(BasePermission):
    """For the addresses of a series, whose view has found `series`."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not hasattr(view, (request.method or "").lower()):
            return True
        series: Series = view.series  # type: ignore[attr-defined]
        return (
            need_of(view, request.method or "") is Need.EVERYBODY
            or request.user.is_superuser
            or series.owner_id == request.user.pk
        )


def demand_published(round: Round, role: Role) -> None:
    """Let the staff pass, and everybody once `round` is published. Raises NotPublished."""
    if not role.is_staff and round.state != Round.State.PUBLISHED:
        raise NotPublished


def demand_finished(game: Game, role: Role) -> None:
    """Let directors pass, and everybody once `game` is over. Raises NotFinished."""
    if role is not Role.DIRECTOR and game.state != Game.State.FINISHED:
        raise NotFinished
