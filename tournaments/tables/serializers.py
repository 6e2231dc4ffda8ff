"""Games at their tables, as `tournaments.tables.selectors.tables` has them."""

from typing import Any

from rest_framework import serializers

from engine.match.values import Kind as Turn
from engine.offers import What
from tournaments.models import Table, TableEntry
from tournaments.tables.services.opening import MOST_NAMES
from tournaments.tables.services.seating import NAME_LENGTH


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


class ZoneSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    until_ms = serializers.IntegerField(help_text="It lasts until so much is used.")


class TableTimerSerializer(serializers.Serializer[Any]):
    """So much is used up to `since`, and while it runs all that passes from then on."""

    key = serializers.CharField(help_text="Another key is another timer.")
    limit_ms = serializers.IntegerField()
    used_ms = serializers.IntegerField()
    since = serializers.DateTimeField()
    is_running = serializers.BooleanField()
    due_at = serializers.DateTimeField(
        help_text="When it is over. What is received from then on comes too late."
    )
    zones = ZoneSerializer(many=True, help_text="Parts of the time that mean something.")


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
    seats = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The same by player or team; none at a place where a guest plays.",
    )
    game = serializers.CharField(help_text="Which game is played.")
    setup = serializers.DictField(help_text="What it began with.")
    names = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(Table.State.choices)
    is_public = serializers.BooleanField(help_text="Whether everybody may watch before it is over.")
    counts = serializers.BooleanField(help_text="In the standings of an evening.")
    scores = serializers.ListField(child=serializers.IntegerField())
    places = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Null before the end, and where nobody has won.",
    )
    commitment = serializers.CharField(
        allow_null=True,
        help_text="SHA-256 of the seed that all chance comes from; null where none was promised.",
    )
    seed = serializers.CharField(allow_null=True, help_text="In hex, once the game is over.")
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField(help_text="The number of the last entry in its log.")


class ShownTableSerializer(TableSerializer):
    view = serializers.DictField(
        help_text="The game as it stands: board, score sheet, what each may do now. "
        "What is secret of others is left out while it is played."
    )
    clock = TableClockSerializer(allow_null=True)
    timer = TableTimerSerializer(allow_null=True)


class TableStateSerializer(serializers.Serializer[Any]):
    """View, clock and timer are null while a game is played that is not for everybody."""

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
    timer = TableTimerSerializer(allow_null=True)


class AskedSerializer(serializers.Serializer[Any]):
    """A field that has to be filled in, or may be."""

    name = serializers.CharField()
    what = serializers.ChoiceField([what.value for what in What])
    is_needed = serializers.BooleanField()
    is_many = serializers.BooleanField()
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    choices = serializers.ListField(help_text="Texts or numbers to choose from.")
    usual = serializers.JSONField(allow_null=True)


class TableGameSerializer(serializers.Serializer[Any]):
    """A game that can be played at a table."""

    name = serializers.CharField()
    fewest_players = serializers.IntegerField()
    most_players = serializers.IntegerField()
    kinds = serializers.ListField(
        child=serializers.CharField(), help_text="The kinds of all its actions."
    )
    settings = AskedSerializer(many=True, help_text="What its set-up may say, `players` apart.")
    acts_alone = serializers.BooleanField(
        help_text="Whether each plays on a phone of their own and acts for nobody else."
    )


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
    setup = serializers.DictField(
        required=False,
        help_text="What differs from the usual. `board_of` names a table of the tournament that "
        "is over: its final board is the `board` of this set-up.",
    )
    is_public = serializers.BooleanField(required=False)
    counts = serializers.BooleanField(required=False)


class TableChangeSerializer(serializers.Serializer[Any]):
    is_public = serializers.BooleanField(required=False)
    counts = serializers.BooleanField(required=False)


class HintSerializer(serializers.Serializer[Any]):
    """An action with all its fields, which differ from kind to kind."""

    kind = serializers.CharField()
    points = serializers.IntegerField(help_text="What it brings.")


class LookedUpSerializer(serializers.Serializer[Any]):
    word = serializers.CharField()
    is_admissible = serializers.BooleanField()


class TableProofSerializer(serializers.Serializer[Any]):
    """With this anybody can draw again what came by chance: `python -m engine verify`."""

    game = serializers.CharField()
    setup = serializers.DictField()
    actions = serializers.ListField(child=serializers.DictField())
    commitment = serializers.CharField(help_text="As it was told at the beginning.")
    seed = serializers.CharField()
    holds = serializers.BooleanField(
        help_text="Whether the seed is the one promised, and brings all that came by chance."
    )


class ActionSerializer(serializers.Serializer[Any]):
    action = serializers.DictField(
        help_text="What happens, by its `kind`; docs/games.md tells of each game's. What comes by "
        "chance, the ruling on words challenged and the time used is written into it by the server."
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
