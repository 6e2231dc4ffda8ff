"""What the API's views of every event share: the event, who asks, its staff, steps of a round."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.drainage import isolate_view_method
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from referee.access import Need, Roles, needs, role_of
from referee.events.invitations import invite_staff, open_invitations, revoke_invitation
from referee.events.models import Event, StaffMember
from referee.events.selectors import find_account
from referee.events.serializers import (
    InvitationSerializer,
    MadeInvitationSerializer,
    NewInvitationSerializer,
)
from referee.events.staff import remove_staff, set_staff
from referee.views import Body, RoleView, View, choice_in, read, reads, writes

BOOLEANS = ("true", "false")
#: For the schema of lists of events.
OWN = OpenApiParameter("own", bool, description="Those on whose staff you are, listed or not.")
ARCHIVED = OpenApiParameter("archived", bool, description="Those that are put away, and no others.")

AnEvent = TypeVar("AnEvent", bound=Event)
AView = TypeVar("AView", bound="type[EventView[Any]]")


class EventView(RoleView, Generic[AnEvent]):
    """A view under one event. What else the address names is looked up by the action itself, so
    that a write repeated with its key is answered even if that is gone."""

    permission_classes = [Roles]
    event: AnEvent

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.event = self.find_event()
        self.role = role_of(request, self.event)
        super().initial(request, *args, **kwargs)

    def find_event(self) -> AnEvent:
        """The one the address names. Raises what the event has for one that is missing."""
        raise NotImplementedError

    @property
    def version(self) -> int:
        return self.event.log_length


def asked_events(request: Request, events: QuerySet[Any]) -> QuerySet[Any]:
    """Those that a list shows: listed ones, or with ?own=true one's own. Raises Invalid."""
    is_archived = choice_in(request, "archived", BOOLEANS) == "true"
    if choice_in(request, "own", BOOLEANS) == "true":
        asker = request.user.pk if request.user.is_authenticated else None
        return events.filter(is_archived=is_archived, staff__user=asker)
    return events.filter(is_archived=is_archived, is_listed=True)


class StaffViews(EventView[Any]):
    """Who runs the event; `describe_staff` tells the schema how they are written."""

    written_as: type[Serializer[Any]]

    @needs(Need.STAFF)
    def list(self, _request: Request, **_where: Any) -> Response:
        staff = self.event.staff.select_related("user").order_by("user__username")
        return Response(self.written_as(staff, many=True).data)

    @needs(Need.DIRECTOR)
    def appoint(self, request: Request, **_where: Any) -> Response:
        """Let an account direct or assist, or change what it does."""
        body = read(self.written_as, request)
        user = find_account(self.event, body["user"]["username"])
        staff = set_staff(self.event, user, StaffMember.Role(body["role"]), self.at, by=self.by)
        return Response(self.written_as(staff).data, status=201)

    @needs(Need.DIRECTOR)
    def remove(self, _request: Request, username: str, **_where: Any) -> Response:
        """Take somebody off the staff; the last director stays."""
        remove_staff(self.event, find_account(self.event, username), self.at, by=self.by)
        return Response(status=204)


class InvitationViews(EventView[Any]):
    """Links by which others may join the staff."""

    @reads(Need.DIRECTOR, InvitationSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """The links that are open; the codes themselves are not kept."""
        found = open_invitations(self.event, self.at)
        return Response(InvitationSerializer(found, many=True).data)

    @writes(Need.DIRECTOR, NewInvitationSerializer, {201: MadeInvitationSerializer})
    def invite(self, body: Body, **_where: Any) -> Any:
        """A link for so many, so many hours long; whoever has no account makes one there."""
        role = StaffMember.Role(body.pop("role"))
        made, code = invite_staff(self.event, role, self.at, by=self.by, **body)
        address = self.request.build_absolute_uri(reverse("staff_invitation", args=[code]))
        return {**InvitationSerializer(made).data, "code": code, "address": address}

    @writes(Need.DIRECTOR, None)
    def revoke(self, invitation: int, **_where: Any) -> None:
        """From now on the link lets nobody in."""
        revoke_invitation(self.event, invitation, self.at, by=self.by)

    def to_remember(self, body: Any) -> Any:
        return {**body, "code": None, "address": None}


def describe_staff(doc: str) -> Callable[[AView], AView]:
    """Tell the schema of an app's `StaffViews`; `doc` is what their list is."""

    def describe(view: Any) -> Any:
        written = view.written_as
        for name, described in {
            "list": extend_schema(description=doc, responses=written(many=True)),
            "appoint": extend_schema(request=written, responses={201: written}),
            "remove": extend_schema(request=None, responses={204: None}),
        }.items():
            described(isolate_view_method(view, name))  # type: ignore[no-untyped-call]
        return view

    return describe


def round_step(service: Callable[..., Any], answer: type[Serializer[Any]], doc: str) -> View:
    """An action for directors that needs no further words: what `service` makes of the round.

    Its view finds `round` and has `show_round`.
    """

    def step(view: Any, **_where: Any) -> Any:
        return view.show_round(service(view.round, view.at, by=view.by))

    step.__doc__ = doc
    return writes(Need.DIRECTOR, None, answer)(step)
