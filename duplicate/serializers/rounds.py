"""Rounds, plays and rulings."""

from typing import Any

from rest_framework import serializers

from duplicate.models import Play, Round, Ruling
from duplicate.options import WEEK
from duplicate.selectors.revisions import MOST_TOLD
from duplicate.serializers.games import GameSerializer
from duplicate.written_answer import MOST_CHARACTERS, MOST_POINTS


class MoveSerializer(serializers.Serializer[Any]):
    coordinates = serializers.CharField()
    word = serializers.CharField()
    points = serializers.IntegerField()


class RoundSerializer(serializers.Serializer[Any]):
    """A round as everybody sees it; null stands for what is not to be seen yet."""

    number = serializers.IntegerField()
    attempt = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    cancelled_because = serializers.ChoiceField(Round.Cancelled.choices, allow_null=True)
    drawn_by = serializers.ChoiceField(Round.DrawnBy.choices)
    leave = serializers.CharField(allow_null=True)
    rack = serializers.CharField(allow_null=True)
    rejected = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Racks with too few vowels or consonants that went back before.",
    )
    bag = serializers.CharField(allow_null=True, help_text="The tiles left after the draw.")
    board = serializers.ListField(
        child=serializers.CharField(), help_text="Before the round: 15 rows of 15."
    )
    opened_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    remaining_seconds = serializers.FloatField(allow_null=True, help_text="While it is paused.")
    publish_at = serializers.DateTimeField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    top_points = serializers.IntegerField(allow_null=True)
    tops = MoveSerializer(many=True, allow_null=True)
    reference = MoveSerializer(allow_null=True)
    reference_chosen = serializers.BooleanField(allow_null=True)


class StaffRoundSerializer(RoundSerializer):
    """A round as its staff see it."""

    answered = serializers.IntegerField(
        allow_null=True, help_text="How many participants have handed in something that counts."
    )
    doubtful = serializers.IntegerField(
        allow_null=True,
        help_text="How many plays of a judged round wait for a director; published they bring 0.",
    )


class DrawSerializer(serializers.Serializer[Any]):
    rack = serializers.CharField(
        required=False,
        max_length=20,
        help_text="Drawn by hand from a real bag; left out, the server draws.",
    )


class GameOverSerializer(serializers.Serializer[Any]):
    game = GameSerializer()


class OpenSerializer(serializers.Serializer[Any]):
    """Without either the game's own limit holds."""

    limit_seconds = serializers.IntegerField(required=False, min_value=30, max_value=8 * WEEK)
    closes_at = serializers.DateTimeField(required=False)


class SecondsSerializer(serializers.Serializer[Any]):
    seconds = serializers.IntegerField(min_value=1, max_value=8 * WEEK)


class CancelSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(required=False, allow_blank=True, max_length=500)


class ChoiceSerializer(serializers.Serializer[Any]):
    coordinates = serializers.CharField(max_length=MOST_CHARACTERS)
    word = serializers.CharField(max_length=MOST_CHARACTERS)


class PlaySerializer(serializers.ModelSerializer[Play]):
    """A distinct move with its verdict, and how many gave it; not who."""

    given_by = serializers.IntegerField(help_text="How many gave it.")
    is_doubtful = serializers.BooleanField(
        help_text="Only words make it inadmissible on which no director has decided."
    )
    words = serializers.ListField(
        child=serializers.ListField(), help_text="Every word formed with its points."
    )
    inadmissible = serializers.ListField(child=serializers.CharField())
    detail = serializers.DictField()

    class Meta:
        model = Play
        fields = [
            "id",
            "coordinates",
            "word",
            "code",
            "detail",
            "points",
            "face_points",
            "words",
            "inadmissible",
            "given_by",
            "is_doubtful",
        ]
        read_only_fields = fields


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    round = serializers.IntegerField(source="round.number")
    play = serializers.IntegerField(source="play_id", allow_null=True)
    participant = serializers.IntegerField(source="participant.number", allow_null=True)
    by = serializers.CharField(source="by.username")
    revoked_by = serializers.CharField(source="revoked_by.username", allow_null=True)

    class Meta:
        model = Ruling
        fields = [
            "id",
            "round",
            "kind",
            "word",
            "play",
            "participant",
            "points",
            "reason",
            "text",
            "by",
            "at",
            "revoked_by",
            "revoked_at",
        ]
        read_only_fields = fields


class NewRulingSerializer(serializers.Serializer[Any]):
    """`word` for a word, `play` and `points` for a play, `participant` for the others."""

    kind = serializers.ChoiceField(Ruling.Kind.choices)
    word = serializers.CharField(required=False, max_length=15)
    play = serializers.IntegerField(required=False, min_value=1, help_text="The play's id.")
    participant = serializers.IntegerField(
        required=False, min_value=1, max_value=99_999, help_text="The participant's number."
    )
    points = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=MOST_POINTS
    )
    reason = serializers.ChoiceField(Ruling.Reason.choices)
    text = serializers.CharField(required=False, allow_blank=True, max_length=500)


class PlayChangeSerializer(serializers.Serializer[Any]):
    coordinates = serializers.CharField()
    word = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class ResultChangeSerializer(serializers.Serializer[Any]):
    """Null stands for no result at all."""

    number = serializers.IntegerField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class RevisionSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="round.number")
    top_before = serializers.IntegerField()
    top_after = serializers.IntegerField()
    plays = PlayChangeSerializer(many=True)
    participants = serializers.IntegerField(help_text="How many are affected.")
    results = ResultChangeSerializer(
        many=True, source="first_results", help_text=f"The first {MOST_TOLD} of them, by number."
    )
