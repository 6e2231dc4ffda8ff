"""Webhooks and what was sent to them."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Delivery, Webhook
from tournaments.webhooks.services import LONGEST_URL, TEST


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    events = serializers.ListField(child=serializers.ChoiceField(Webhook.Event.choices))

    class Meta:
        model = Webhook
        fields = ["id", "url", "events", "is_active", "created_at"]
        read_only_fields = fields


class MadeWebhookSerializer(WebhookSerializer):
    secret = serializers.CharField(help_text="Signs the messages. Shown this once.")

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class NewWebhookSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(max_length=LONGEST_URL)
    events = serializers.ListField(
        child=serializers.ChoiceField(Webhook.Event.choices), min_length=1, max_length=20
    )


class WebhookChangeSerializer(NewWebhookSerializer):
    url = serializers.CharField(max_length=LONGEST_URL, required=False)
    events = serializers.ListField(
        child=serializers.ChoiceField(Webhook.Event.choices),
        min_length=1,
        max_length=20,
        required=False,
    )
    is_active = serializers.BooleanField(required=False)


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """One message. It is settled when `due_at` is null: delivered, or given up."""

    webhook = serializers.IntegerField(source="webhook_id")
    event = serializers.ChoiceField([*Webhook.Event.choices, (TEST, TEST)])

    class Meta:
        model = Delivery
        fields = [
            "id",
            "webhook",
            "event",
            "created_at",
            "due_at",
            "attempts",
            "delivered_at",
            "last_status",
            "last_error",
        ]
        read_only_fields = fields
