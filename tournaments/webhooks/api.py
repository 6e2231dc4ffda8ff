"""Whom a tournament tells what happens (docs/webhooks.md)."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need, needs
from referee.api import read
from referee.views import Pages
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.finding import find_webhook
from tournaments.models import Delivery
from tournaments.webhooks import services as webhooks
from tournaments.webhooks.serializers import (
    DeliverySerializer,
    MadeWebhookSerializer,
    NewWebhookSerializer,
    WebhookChangeSerializer,
    WebhookSerializer,
)


class WebhookListViews(TournamentView):
    noun = "webhooks"

    @extend_schema(responses=WebhookSerializer(many=True))
    @needs(Need.DIRECTOR)
    def list(self, _request: Request, **_where: Any) -> Response:
        """Who is told, and of what."""
        return Response(WebhookSerializer(self.tournament.webhooks.all(), many=True).data)

    @extend_schema(request=NewWebhookSerializer, responses={201: MadeWebhookSerializer})
    @needs(Need.DIRECTOR)
    def create(self, request: Request, **_where: Any) -> Response:
        """Tell an address of events from now on. The secret that signs them is shown this once."""
        body = read(NewWebhookSerializer, request)
        webhook = webhooks.make_webhook(self.tournament, self.at, by=self.by, **body)
        return Response(MadeWebhookSerializer(webhook).data, status=201)


class WebhookViews(TournamentView):
    noun = "webhooks"

    @extend_schema(request=WebhookChangeSerializer, responses=WebhookSerializer)
    @needs(Need.DIRECTOR)
    def change(self, request: Request, webhook: int, **_where: Any) -> Response:
        """Change address or events; switched off, it is not sent what still waits either."""
        found = find_webhook(self.tournament, webhook)
        body = read(WebhookChangeSerializer, request)
        changed = webhooks.change_webhook(found, self.at, by=self.by, **body)
        return Response(WebhookSerializer(changed).data)

    @extend_schema(responses={204: None})
    @needs(Need.DIRECTOR)
    def remove(self, _request: Request, webhook: int, **_where: Any) -> Response:
        """Tell this one nothing any more."""
        webhooks.remove_webhook(find_webhook(self.tournament, webhook), self.at, by=self.by)
        return Response(status=204)

    @extend_schema(request=None, responses={202: DeliverySerializer})
    @needs(Need.DIRECTOR)
    def test(self, _request: Request, webhook: int, **_where: Any) -> Response:
        """Send a message of the event `test`; what came of it is among the deliveries."""
        delivery = webhooks.send_test(find_webhook(self.tournament, webhook), self.at)
        return Response(DeliverySerializer(delivery).data, status=202)


class DeliveryViews(TournamentView):
    noun = "deliveries"
    pagination_class = Pages

    @extend_schema(responses=DeliverySerializer(many=True))
    @needs(Need.DIRECTOR)
    def list(self, _request: Request, **_where: Any) -> Response:
        """The messages of the last thirty days, the latest first."""
        found = Delivery.objects.filter(webhook__tournament=self.tournament).order_by("-pk")
        return self.page_of(found, DeliverySerializer)
