"""Standings of games and series, and series themselves."""

from typing import Any

from rest_framework import serializers

from duplicate.columns import COLUMNS, PLAYER, TEAM
from duplicate.models import Series
from referee.column_fields import columns_serializer

PlayerSerializer: Any = columns_serializer(PLAYER, name="PlayerSerializer")


class RowSerializer(columns_serializer(COLUMNS, name="RowSerializer")):  # type: ignore[misc]
    """`percent` and `distance` compare the points with the sum of all tops."""

    round_points = serializers.ListField(
        source="points",
        child=serializers.IntegerField(allow_null=True),
        help_text="Round by round; null where nothing was credited, not even 0.",
    )
    round_ranks = serializers.ListField(
        source="ranks", child=serializers.IntegerField(allow_null=True)
    )


class TeamSerializer(columns_serializer(TEAM, name="TeamSerializer")):  # type: ignore[misc]
    members = RowSerializer(many=True)


class CategorySerializer(serializers.Serializer[Any]):
    category = serializers.CharField(allow_blank=True)
    count = serializers.IntegerField(help_text="How many are in it.")
    rows = RowSerializer(many=True, help_text="The first of them.")


class StandingsSerializer(serializers.Serializer[Any]):
    """One of `rows`, `categories` and `clubs`, as asked for: a part of all that there are."""

    count = serializers.IntegerField(help_text="How many there are in all.")
    version = serializers.IntegerField()
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the rounds counted."
    )
    round_tops = serializers.ListField(child=serializers.IntegerField())
    top_points = serializers.IntegerField(help_text="The sum of all tops.")
    rows = RowSerializer(many=True, required=False)
    categories = CategorySerializer(many=True, required=False)
    clubs = TeamSerializer(many=True, required=False)


class SeriesSerializer(serializers.ModelSerializer[Series]):
    owner = serializers.CharField(source="owner.username")
    games = serializers.ListField(
        source="game_ids", child=serializers.UUIDField(), help_text="In their order."
    )

    class Meta:
        model = Series
        fields = ["id", "name", "counted_by", "dropped", "games", "owner", "created_at"]
        fields += ["is_archived"]
        read_only_fields = fields


class NewSeriesSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    counted_by = serializers.ChoiceField(Series.CountedBy.choices, required=False)
    dropped = serializers.IntegerField(min_value=0, max_value=99, required=False)
    games = serializers.ListField(child=serializers.UUIDField(), max_length=100, required=False)


class SeriesChangeSerializer(NewSeriesSerializer):
    name = serializers.CharField(max_length=200, required=False)
    is_archived = serializers.BooleanField(required=False)


class SeriesRowSerializer(PlayerSerializer):  # type: ignore[misc]
    """Game by game, in points or percent; null where the player took no part."""

    total = serializers.FloatField()
    tops = serializers.IntegerField()
    results = serializers.ListField(child=serializers.FloatField(allow_null=True))
    counted = serializers.ListField(child=serializers.BooleanField())


class SeriesStandingsSerializer(serializers.Serializer[Any]):
    games = serializers.ListField(child=serializers.UUIDField())
    rows = SeriesRowSerializer(many=True)
