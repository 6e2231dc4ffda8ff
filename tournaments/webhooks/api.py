"""Whom a tournament tells what happens (docs/webhooks.md)."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need
from referee.views import Body, Pages, reads, writes
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.finding import find_webhook
from tournaments.models import Delivery, Webhook
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

    @reads(Need.DIRECTOR, WebhookSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """Who is told, and of what."""
        return Response(WebhookSerializer(self.tournament.webhooks.all(), many=True).data)

    @writes(Need.DIRECTOR, NewWebhookSerializer, {201: MadeWebhookSerializer})
    def create(self, body: Body, **_where: Any) -> Webhook:
        """Tell an address of events from now on. The secret that signs them is shown this once."""
        return webhooks.make_webhook(self.tournament, self.at, by=self.by, **body)


class WebhookViews(TournamentView):
    noun = "webhooks"

    @writes(Need.DIRECTOR, WebhookChangeSerializer, WebhookSerializer)
    def change(self, body: Body, webhook: int, **_where: Any) -> Webhook:
        """Change address or events; switched off, it is not sent what still waits either."""
        found = find_webhook(self.tournament, webhook)
        return webhooks.change_webhook(found, self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, None)
    def remove(self, webhook: int, **_where: Any) -> None:
        """Tell this one nothing any more."""
        webhooks.remove_webhook(find_webhook(self.tournament, webhook), self.at, by=self.by)

    @writes(Need.DIRECTOR, None, {202: DeliverySerializer})
    def test(self, webhook: int, **_where: Any) -> Delivery:
        """Send a message of the event `test`; what came of it is among the deliveries."""
        return webhooks.send_test(find_webhook(self.tournament, webhook), self.at)


class DeliveryViews(TournamentView):
    noun = "deliveries"
    pagination_class = Pages

    @reads(Need.DIRECTOR, DeliverySerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """The messages of the last thirty days, the latest first."""
        found = Delivery.objects.filter(webhook__tournament=self.tournament).order_by("-pk")
        return self.page_of(found, DeliverySerializer)
