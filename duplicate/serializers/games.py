"""Games, their options and their staff."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from duplicate.models import Game
from duplicate.models.games import MOST_NOTICE
from duplicate.options import Options
from referee import option_fields

#: Describes `duplicate.options.Options`, whose own reader checks what is sent.
OptionsSerializer: Any = option_fields.options_serializer(Options, name="OptionsSerializer")


@extend_schema_field(OptionsSerializer)
class OptionsField(option_fields.OptionsField):
    """Those of a game."""


class GameSerializer(serializers.ModelSerializer[Game]):
    """A game as everybody sees it. `version` changes whenever anything public about it does."""

    options = OptionsField(read_only=True)
    version = serializers.IntegerField(source="log_length")
    seed = serializers.SerializerMethodField()
    ending = serializers.SerializerMethodField()

    class Meta:
        model = Game
        fields = [
            "id",
            "name",
            "state",
            "version",
            "is_listed",
            "is_archived",
            "is_test",
            "options",
            "lexicon_sha256",
            "commitment",
            "seed",
            "hall_source",
            "hall_part",
            "hall_part_at",
            "created_at",
            "starts_at",
            "started_at",
            "next_round_at",
            "is_held",
            "break_until",
            "notice",
            "finished_at",
            "ending",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(Game.Ending.choices, allow_null=True))
    def get_ending(self, game: Game) -> str | None:
        """Null before the game is over."""
        return game.ending or None

    def get_seed(self, game: Game) -> str | None:
        """Null before the game is over."""
        return game.seed if game.state == Game.State.FINISHED else None


class StaffGameSerializer(GameSerializer):
    """A game as its staff see it."""

    class Meta(GameSerializer.Meta):
        fields = [*GameSerializer.Meta.fields, "join_code"]
        read_only_fields = fields


class GameTextsSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, required=False)
    options = OptionsField(required=False)
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="When the game starts by itself."
    )
    is_listed = serializers.BooleanField(required=False)
    is_test = serializers.BooleanField(
        required=False, help_text="It may be deleted with results; not to be set when it is over."
    )
    hall_source = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=200,
        help_text="Where the part of the hall will come from, such as a draw of numbers to come.",
    )


class HallPartSerializer(serializers.Serializer[Any]):
    """What the hall calls out: read without spaces and signs, in capitals, and never changed."""

    hall_part = serializers.CharField(max_length=1000)


class StartSerializer(HallPartSerializer):
    """With a part of the hall, or as it has been given before, or without."""

    hall_part = serializers.CharField(required=False, allow_blank=True, max_length=1000)


class NewGameSerializer(GameTextsSerializer):
    name = serializers.CharField(max_length=200)
    like = serializers.UUIDField(
        required=False, help_text="A game of your own, whose options are taken over."
    )


class GameChangeSerializer(GameTextsSerializer):
    """What is left out stays; options and start only before the game has begun."""

    is_archived = serializers.BooleanField(
        required=False, help_text="In no list any more, but there for whoever has the address."
    )


class NoticeSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=MOST_NOTICE)


class BreakSerializer(serializers.Serializer[Any]):
    """Either how long, or until when."""

    seconds = serializers.IntegerField(required=False, min_value=10, max_value=24 * 3600)
    until = serializers.DateTimeField(required=False)
