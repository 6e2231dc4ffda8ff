"""Games at their tables, as `tournaments.tables.selectors.tables` has them."""

from typing import Any

from rest_framework import serializers

from engine.action_shapes import actions_of, new_setup_of
from engine.games import GAMES
from engine.match.values import Kind as Turn
from referee.shapes import ShapedField
from tournaments.models import TableLogEntry
from tournaments.tables.services.opening import MOST_NAMES
from tournaments.tables.services.seating import NAME_LENGTH


class NewTableSerializer(serializers.Serializer[Any]):
    """Either a `pairing`, or the `names` or `seats` of those who play at a free table."""

    pairing = serializers.IntegerField(min_value=1, required=False)
    names = serializers.ListField(
        child=serializers.CharField(max_length=NAME_LENGTH, allow_blank=True),
        required=False,
        max_length=MOST_NAMES,
        help_text="Where there are seats, an empty name is that of those who sit there.",
    )
    seats = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=99_999),
            max_length=MOST_NAMES,
        ),
        required=False,
        max_length=MOST_NAMES,
        help_text="For each player or team the numbers of those in the tournament; may be empty.",
    )
    game = serializers.CharField(max_length=30, required=False)
    setup = ShapedField(
        any_of=[new_setup_of(game) for game in GAMES.values()],
        required=False,
        help_text="What differs from the usual. `board_of` names a table of the tournament that "
        "is over: its final board is the `board` of this set-up.",
    )
    is_public = serializers.BooleanField(required=False)
    counts = serializers.BooleanField(required=False)


class TableChangeSerializer(serializers.Serializer[Any]):
    is_public = serializers.BooleanField(required=False)
    counts = serializers.BooleanField(required=False)


class ActionSerializer(serializers.Serializer[Any]):
    action = ShapedField(
        any_of=[actions_of(game) for game in GAMES.values()],
        help_text="What happens, by its `kind`; docs/games.md tells of each game's. What comes by "
        "chance, the ruling on words challenged and the time used is written into it by the "
        "server.",
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
    """`data` are null where they tell secrets while the game is played; their digest is there."""

    sequence = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(TableLogEntry.Kind.choices)
    by = serializers.CharField()
    # The framework takes the fields off the class, so that its own `data` stays.
    data = serializers.DictField(allow_null=True)  # type: ignore[assignment]
    data_digest = serializers.CharField()
    hash = serializers.CharField()
    amended = serializers.DictField(
        allow_null=True, help_text="What it says since somebody's data were erased from `data`."
    )
    amended_digest = serializers.CharField(
        allow_blank=True, help_text="Of that; empty where nothing was erased."
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
