"""Who may do what: every action of the API says it in one word, and one permission reads it."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

Action = TypeVar("Action", bound=Callable[..., Any])


class Need(StrEnum):
    EVERYBODY = "everybody"
    #: Anybody with an account.
    ACCOUNT = "account"
    #: Those who play this game.
    PARTICIPANT = "participant"
    #: Directors and assistants of this game.
    STAFF = "staff"
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


class AccountsOnly(BasePermission):
    """For addresses that are about no game: everything marked needs an account."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not hasattr(view, (request.method or "").lower()):
            return True  # the framework will say that there is no such method
        if need_of(view, request.method or "") is Need.EVERYBODY:
            return True
        return request.user.is_authenticated
