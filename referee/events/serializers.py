"""How the API writes what every event has: its log and its staff."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers

from referee.events.invitations import HOURS, USES
from referee.events.models import StaffMember


def log_entry_serializer(
    name: str, doc: str, kinds: Any, about: Sequence[str] = ()
) -> type[serializers.Serializer[Any]]:
    """Describes a line of a log as `referee.journals.entry_json` writes it.

    Each log has kinds of its own, and a name of its own in the schema; `about` are the numbers of
    what a line tells of.
    """
    fields: Mapping[str, Any] = {
        "sequence": serializers.IntegerField(),
        "at": serializers.DateTimeField(),
        "kind": serializers.ChoiceField(kinds),
        "by": serializers.CharField(),
        **{number: serializers.IntegerField(allow_null=True) for number in about},
        "data": serializers.DictField(allow_null=True),
        "data_digest": serializers.CharField(),
        "hash": serializers.CharField(),
        "amended": serializers.DictField(
            allow_null=True, help_text="What it says since somebody's data were erased from `data`."
        ),
        "amended_digest": serializers.CharField(
            allow_blank=True, help_text="Of that; empty where nothing was erased."
        ),
    }
    return type(name, (serializers.Serializer,), {"__doc__": doc, **fields})


class VerificationSerializer(serializers.Serializer[Any]):
    is_intact = serializers.BooleanField()
    first_broken = serializers.IntegerField(
        allow_null=True, help_text="The first entry that was changed, put in or left out."
    )
    length = serializers.IntegerField()
    hash = serializers.CharField(help_text="Of the last entry.")


class DeletionSerializer(serializers.Serializer[Any]):
    """The name is sent to be sure which one is meant."""

    name = serializers.CharField(max_length=200)


class StaffSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(source="user.username", max_length=150)
    role = serializers.ChoiceField(StaffMember.Role.choices)


class InvitationSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(StaffMember.Role.choices)
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    uses_left = serializers.IntegerField()


class MadeInvitationSerializer(InvitationSerializer):
    code = serializers.CharField(
        allow_null=True, help_text="Shown this once; null where the request is repeated."
    )
    address = serializers.CharField(allow_null=True, help_text="Where the link leads.")


class NewInvitationSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(StaffMember.Role.choices)
    hours = serializers.IntegerField(
        min_value=HOURS[0], max_value=HOURS[1], default=24, help_text="How long it is good for."
    )
    uses = serializers.IntegerField(
        min_value=USES[0], max_value=USES[1], default=1, help_text="For how many."
    )
