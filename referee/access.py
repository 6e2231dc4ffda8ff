"""Who may do what: every action of the API says it in one word, and one permission reads it."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Manager
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from referee.events.models import Event, Person
from referee.models import User

Action = TypeVar("Action", bound=Callable[..., Any])


class Need(StrEnum):
    EVERYBODY = "everybody"
    #: Anybody with an account.
    ACCOUNT = "account"
    #: Those who play in this game or tournament.
    PARTICIPANT = "participant"
    #: Its directors and assistants.
    STAFF = "staff"
    #: Both.
    INVOLVED = "involved"
    DIRECTOR = "director"
    #: Whoever a thing without a staff belongs to.
    OWNER = "owner"


def needs(need: Need) -> Callable[[Action], Action]:
    """Mark an action as one for those only."""

    def mark(action: Action) -> Action:
        action.need = need  # type: ignore[attr-defined]
        return action

    return mark


def need_of(view: APIView, method: str) -> Need:
    """What the action of `view` needs. Reading is for everybody unless marked; a write must say.

    Raises AttributeError for one that does not.
    """
    action = getattr(view, getattr(view, "action_map", {}).get(method.lower(), method.lower()))
    if method in SAFE_METHODS:
        return getattr(action, "need", Need.EVERYBODY)
    need: Need = action.need
    return need


class Role(StrEnum):
    """Who somebody is in a game or tournament."""

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
    Need.INVOLVED: {Role.PARTICIPANT, Role.ASSISTANT, Role.DIRECTOR},
    Need.DIRECTOR: {Role.DIRECTOR},
}


def staff_role(user: User | AnonymousUser, staff: "Manager[Any]") -> Role | None:
    """What an account may do where this is the `staff`, if anything: rows of `user` and `role`.

    An administrator directs everything.
    """
    if user.is_superuser:
        return Role.DIRECTOR
    if not user.is_authenticated:
        return None
    member = staff.filter(user=user).first()
    return Role(member.role) if member else None


def role_of(request: Request, event: Event) -> Role:
    """Who the sender of a request to the API is in `event`."""
    if isinstance(request.auth, Person):
        return Role.PARTICIPANT if request.auth.event_id == event.pk else Role.PUBLIC
    return staff_role(request.user, event.staff) or Role.PUBLIC


class NeedPermission(BasePermission):
    """Lets an action pass for those whom it is marked for; who that is, a subclass says."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not hasattr(view, (request.method or "").lower()):
            return True  # the framework will say that there is no such method
        return self.is_enough(request, view, need_of(view, request.method or ""))

    def is_enough(self, request: Request, view: APIView, need: Need) -> bool:
        raise NotImplementedError


class AccountsOnly(NeedPermission):
    """For addresses that are about no game: everything marked needs an account."""

    def is_enough(self, request: Request, _view: APIView, need: Need) -> bool:
        return need is Need.EVERYBODY or request.user.is_authenticated


class Roles(NeedPermission):
    """For the addresses of a game or tournament, whose view has found the sender's `role`."""

    def is_enough(self, _request: Request, view: APIView, need: Need) -> bool:
        role: Role = view.role  # type: ignore[attr-defined]
        return role in ENOUGH[need]
