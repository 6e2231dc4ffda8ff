"""Club evenings: joining, and the standings as `tournaments.evenings.selectors` has them."""

from typing import Any

from rest_framework import serializers

from referee.column_fields import columns_serializer
from referee.events.models import LENGTHS
from tournaments.entries.serializers import EntrySerializer
from tournaments.evenings.columns import PLACE
from tournaments.events.selectors.state import MOST_ENTRIES, MOST_NAMES, MOST_ROWS, MOST_TABLES
from tournaments.events.serializers.tournaments import TournamentSerializer


class JoinEveningSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=20, help_text="The one of the evening.")
    name = serializers.CharField(max_length=LENGTHS["name"])
    club = serializers.CharField(max_length=LENGTHS["club"], required=False, allow_blank=True)


class JoinedEveningSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Shown this once; it tells who you are from then on.")
    entry = EntrySerializer()
    tournament = TournamentSerializer()


class GameSumSerializer(serializers.Serializer[Any]):
    """What all tables with the same game have brought somebody."""

    game = serializers.CharField()
    points = serializers.IntegerField()
    games = serializers.IntegerField()
    firsts = serializers.IntegerField()


EveningPlaceSerializer: Any = columns_serializer(PLACE, name="EveningPlaceSerializer")


class EveningShareSerializer(serializers.Serializer[Any]):
    table = serializers.UUIDField()
    game = serializers.CharField()
    place = serializers.IntegerField()
    points = serializers.IntegerField()


class EveningRowSerializer(EveningPlaceSerializer):  # type: ignore[misc]
    club = serializers.CharField(source="player.club")
    is_withdrawn = serializers.BooleanField()
    by_game = GameSumSerializer(many=True)
    tables = EveningShareSerializer(
        source="shares", many=True, help_text="In the order in which they ended."
    )


class EndedTableSerializer(serializers.Serializer[Any]):
    """A table whose game is over."""

    table = serializers.UUIDField(source="id")
    game = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())
    scores = serializers.ListField(child=serializers.IntegerField())
    places = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="In the order of the names; null where the game ended without any.",
    )
    counts = serializers.BooleanField(help_text="Whether the director has not left it out.")
    ended_at = serializers.DateTimeField()


class EveningStandingsSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    place_points = serializers.ListField(
        child=serializers.IntegerField(), help_text="What the places bring, from the first on."
    )
    games = serializers.ListField(
        child=serializers.CharField(), help_text="What was played that counts."
    )
    running = serializers.IntegerField(help_text="So many tables are still played at.")
    rows = EveningRowSerializer(many=True)
    tables = EndedTableSerializer(
        source="ended", many=True, help_text="In the order in which they ended."
    )


class EveningMomentSerializer(serializers.Serializer[Any]):
    """What a table has changed."""

    table = serializers.UUIDField()
    rows = EveningPlaceSerializer(
        many=True, help_text="Those who sat there, as they stood then, best first."
    )


class RunningTableSerializer(serializers.Serializer[Any]):
    table = serializers.UUIDField()
    game = serializers.CharField()
    players = serializers.IntegerField(help_text="So many players or teams play there.")
    names = serializers.ListField(
        child=serializers.CharField(), max_length=MOST_NAMES, help_text="Those of the first ones."
    )
    entries = serializers.ListField(
        child=serializers.IntegerField(),
        max_length=MOST_ENTRIES,
        help_text="The numbers of the first who sit there.",
    )


class EveningStateSerializer(serializers.Serializer[Any]):
    """An evening at a glance; described only."""

    players = serializers.IntegerField(help_text="Those who have not withdrawn.")
    tables = serializers.IntegerField(help_text="So many are played that everybody may watch.")
    running = RunningTableSerializer(many=True, help_text=f"The newest {MOST_TABLES} of these.")
    ended = serializers.IntegerField(help_text="So many games are over.")
    rows = EveningPlaceSerializer(
        many=True, help_text=f"The first {MOST_ROWS} of the standings; all are at `evening/`."
    )
