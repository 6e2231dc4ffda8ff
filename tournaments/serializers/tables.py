"""Games at their tables, as `tournaments.selectors.tables` has them."""

from typing import Any

from rest_framework import serializers

from engine.match.values import Kind as Turn
from tournaments.models import Table, TableEntry
from tournaments.services.tables import NAME_LENGTH


class TableClockSerializer(serializers.Serializer[Any]):
    """`player` has used what is said there and, while the clock runs, all that passed `since`."""

    is_running = serializers.BooleanField()
    player = serializers.IntegerField(
        allow_null=True, help_text="Who is on turn, counted from 0; null if nobody is."
    )
    since = serializers.DateTimeField(allow_null=True, help_text="Null while it stands.")
    used_milliseconds = serializers.ListField(child=serializers.IntegerField())
    limit_seconds = serializers.IntegerField()
    lost_after_seconds = serializers.IntegerField(
        help_text="Who is over the limit by more loses the game."
    )


class TableSerializer(serializers.Serializer[Any]):
    """`player` numbers in game and clock count from 0, in the order of `names`."""

    id = serializers.UUIDField()
    tournament = serializers.UUIDField()
    division = serializers.IntegerField(allow_null=True, help_text="Null for a free table.")
    round = serializers.IntegerField(allow_null=True)
    pairing = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(
        allow_null=True, help_text="Of the table in the hall, as the pairing has it."
    )
    entries = serializers.ListField(
        child=serializers.IntegerField(), help_text="The players' numbers in the tournament."
    )
    game = serializers.CharField(help_text="Which game is played.")
    setup = serializers.DictField(help_text="What it began with.")
    names = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(Table.State.choices)
    is_public = serializers.BooleanField(help_text="Whether everybody may watch before it is over.")
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField(help_text="The number of the last entry in its log.")


class ShownTableSerializer(TableSerializer):
    view = serializers.DictField(
        help_text="The game as it stands: board, score sheet, what each may do now. "
        "The racks of others are left out while it is played."
    )
    clock = TableClockSerializer(allow_null=True)


class TableStateSerializer(serializers.Serializer[Any]):
    """View and clock are null while a game is played that is not for everybody."""

    table = serializers.UUIDField()
    tournament = serializers.UUIDField()
    pairing = serializers.IntegerField(allow_null=True)
    game = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(Table.State.choices)
    is_public = serializers.BooleanField()
    version = serializers.IntegerField()
    view = serializers.DictField(allow_null=True)
    clock = TableClockSerializer(allow_null=True)


class NewTableSerializer(serializers.Serializer[Any]):
    """Either a `pairing`, or the `names` of those who play at a free table."""

    pairing = serializers.IntegerField(min_value=1, required=False)
    names = serializers.ListField(
        child=serializers.CharField(max_length=NAME_LENGTH), required=False, max_length=20
    )
    game = serializers.CharField(max_length=30, required=False)
    setup = serializers.DictField(required=False, help_text="What differs from the usual.")
    is_public = serializers.BooleanField(required=False)


class TableChangeSerializer(serializers.Serializer[Any]):
    is_public = serializers.BooleanField()


class ActionSerializer(serializers.Serializer[Any]):
    action = serializers.DictField(
        help_text="What happens, by its `kind`; docs/match.md lists them. A challenge names the "
        "`words` challenged, none for all, and is ruled by the server."
    )
    expected_version = serializers.IntegerField(
        min_value=0,
        required=False,
        help_text="The version you have seen; if there is another by now, nothing happens.",
    )


class UndoSerializer(serializers.Serializer[Any]):
    expected_version = serializers.IntegerField(min_value=0, required=False)


class ClockChangeSerializer(serializers.Serializer[Any]):
    is_running = serializers.BooleanField()


class TableEntrySerializer(serializers.Serializer[Any]):
    """`data` are null where they tell of racks while the game is played; their digest is there."""

    sequence = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(TableEntry.Kind.choices)
    by = serializers.CharField()
    # The framework takes the fields off the class, so that its own `data` stays.
    data = serializers.DictField(allow_null=True)  # type: ignore[assignment]
    data_digest = serializers.CharField()
    hash = serializers.CharField()


class DifferenceSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    code = serializers.CharField()
    says = serializers.CharField()
    right = serializers.CharField()
    message = serializers.CharField(help_text="The same for people.")


class ImportedTableSerializer(serializers.Serializer[Any]):
    table = ShownTableSerializer()
    differences = DifferenceSerializer(
        many=True, help_text="What the file has wrong; it was worked out anew."
    )


class TopMoveSerializer(serializers.Serializer[Any]):
    coordinates = serializers.CharField(source="move.coordinates")
    word = serializers.CharField(source="move.word")
    points = serializers.IntegerField()


class AnalysedTurnSerializer(serializers.Serializer[Any]):
    """What needs the rack is null where that is not known."""

    number = serializers.IntegerField(help_text="The turn's place on the score sheet, from 0.")
    player = serializers.IntegerField()
    kind = serializers.ChoiceField([kind.value for kind in Turn])
    points = serializers.IntegerField(help_text="What it brought; 0 for a move taken back.")
    is_bingo = serializers.BooleanField()
    inadmissible = serializers.ListField(
        child=serializers.CharField(), help_text="Words of it that are none, challenged or not."
    )
    rack = serializers.CharField(allow_null=True)
    best = serializers.IntegerField(allow_null=True, help_text="What the best moves score.")
    lost = serializers.IntegerField(allow_null=True)
    is_top = serializers.BooleanField(allow_null=True)
    tops = TopMoveSerializer(many=True, help_text="The first few of the best moves.")


class PerformanceSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    turns = serializers.IntegerField()
    points = serializers.IntegerField()
    average = serializers.FloatField(help_text="Points a turn.")
    bingos = serializers.IntegerField()
    analysed = serializers.IntegerField(help_text="Turns whose rack is known.")
    tops = serializers.IntegerField()
    lost = serializers.IntegerField()
    average_lost = serializers.FloatField(help_text="Points lost a turn with a known rack.")


class AnalysisSerializer(serializers.Serializer[Any]):
    turns = AnalysedTurnSerializer(many=True)
    players = PerformanceSerializer(many=True)
