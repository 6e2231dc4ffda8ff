"""Standings, history, wall chart and ratings as `tournaments.selectors` has them.

Wins are doubled throughout, so that a draw is 1; see docs/standings.md.
"""

from typing import Any

from rest_framework import serializers

from referee.column_fields import columns_serializer
from referee.option_fields import choice_field
from tournaments.evenings.serializers import EveningStateSerializer
from tournaments.models import Tournament
from tournaments.options import METRIC_NAMES
from tournaments.rounds.columns import COLUMNS, GROUP
from tournaments.rounds.selectors.crosstable import OPEN
from tournaments.standings import Kind

KINDS = [OPEN, *Kind]


class TournamentRowSerializer(
    columns_serializer(COLUMNS, name="TournamentRowSerializer")  # type: ignore[misc]
):
    """Somebody with their place."""

    metrics = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="The values that rank, in the order of `metrics` of the standings.",
    )


class PlacedRowSerializer(TournamentRowSerializer):
    """A row of the whole field."""

    safe_place = serializers.SerializerMethodField(
        help_text="The worst place at which the player can still end; null where none can be told."
    )
    is_clinched = serializers.SerializerMethodField(
        help_text="Whether nobody can take the present place any more."
    )

    def get_safe_place(self, row: Any) -> int | None:
        place: int | None = self.context["standings"].safe_places.get(row.player.id)
        return place

    def get_is_clinched(self, row: Any) -> bool:
        return bool(self.context["standings"].is_clinched(row))


class CategoryTableSerializer(serializers.Serializer[Any]):
    """A category's own table, with the ranks in it."""

    category = serializers.CharField(allow_blank=True)
    rows = TournamentRowSerializer(many=True)


class GroupSerializer(columns_serializer(GROUP, name="GroupSerializer")):  # type: ignore[misc]
    """A club or team with those who count."""

    members = TournamentRowSerializer(many=True)


class TournamentStandingsSerializer(serializers.Serializer[Any]):
    """One of `rows`, `categories` and `groups`, as asked for."""

    version = serializers.IntegerField()
    division = serializers.IntegerField()
    name = serializers.CharField()
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The published rounds that are counted."
    )
    planned = serializers.IntegerField(help_text="So many rounds are to be played in all.")
    open_games = serializers.IntegerField(help_text="Games in them that do not count yet.")
    metrics = serializers.ListField(child=choice_field(METRIC_NAMES))
    with_unconfirmed = serializers.BooleanField()
    rows = PlacedRowSerializer(many=True, required=False)
    categories = CategoryTableSerializer(many=True, required=False)
    groups = GroupSerializer(many=True, required=False)


class PastRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    number = serializers.IntegerField(source="player.number")
    wins2 = serializers.IntegerField()
    spread = serializers.IntegerField()


class PastRoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    rows = PastRowSerializer(many=True)


class HistorySerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    division = serializers.IntegerField()
    rounds = PastRoundSerializer(many=True)


class CellSerializer(serializers.Serializer[Any]):
    """A player's round; points, wins and spread are null as long as they do not count."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField([(str(kind), str(kind)) for kind in KINDS])
    opponent = serializers.IntegerField(source="opponent.number", allow_null=True, default=None)
    is_first = serializers.BooleanField(allow_null=True)
    points = serializers.IntegerField(allow_null=True, help_text="At the board, after penalties.")
    against = serializers.IntegerField(allow_null=True)
    wins2 = serializers.IntegerField(allow_null=True)
    spread = serializers.IntegerField(allow_null=True)
    total_wins2 = serializers.IntegerField()
    total_spread = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True, help_text="After this round.")


class CrossRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(source="row.rank")
    number = serializers.IntegerField(source="row.player.number")
    name = serializers.CharField(source="row.player.name")
    wins2 = serializers.IntegerField(source="row.wins2")
    spread = serializers.IntegerField(source="row.spread")
    cells = CellSerializer(
        source="placed", many=True, help_text="The rounds in which the player had a place."
    )


class CrosstableSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    division = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.IntegerField())
    rows = CrossRowSerializer(many=True)


class RatingSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(source="row.rank")
    number = serializers.IntegerField(source="row.player.number")
    name = serializers.CharField(source="row.player.name")
    before = serializers.IntegerField(source="change.before", allow_null=True)
    games = serializers.IntegerField(source="change.games", help_text="Those that are rated.")
    scored2 = serializers.IntegerField(source="change.scored2")
    expected100 = serializers.IntegerField(
        source="change.expected100", help_text="Hundredths of a win, expected by the rating before."
    )
    performance = serializers.IntegerField(source="change.performance", allow_null=True)
    change = serializers.IntegerField(source="change.change")
    after = serializers.IntegerField(source="change.after", allow_null=True)


class RatingsSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    division = serializers.IntegerField()
    formula = serializers.CharField()
    rows = RatingSerializer(many=True)


class CurrentRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    games = serializers.IntegerField()
    open_games = serializers.IntegerField(help_text="Without a confirmed result.")
    published_at = serializers.DateTimeField()
    completed_at = serializers.DateTimeField(allow_null=True)


class DivisionStateSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    players = serializers.IntegerField(help_text="Those who have not withdrawn.")
    rounds = serializers.IntegerField(help_text="So many are planned.")
    round = CurrentRoundSerializer(
        allow_null=True, help_text="The last published one; null before the first."
    )


class TournamentStateSerializer(serializers.Serializer[Any]):
    """`tournaments.events.selectors.state`; described only."""

    tournament = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(Tournament.Kind.choices)
    version = serializers.IntegerField()
    state = serializers.CharField()
    place = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)
    divisions = DivisionStateSerializer(many=True)
    evening = EveningStateSerializer(allow_null=True, help_text="Of an evening only.")
