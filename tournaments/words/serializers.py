"""Challenges and rulings on words."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Challenge, WordRuling
from tournaments.words.services import LONGEST_TEXT, MOST_WORDS


class ChallengeSerializer(serializers.ModelSerializer[Challenge]):
    """Whether all of the words are admissible; which of them is not, nobody is told."""

    class Meta:
        model = Challenge
        fields = ["id", "words", "is_admissible", "pairing", "table", "by", "at"]

    words = serializers.ListField(child=serializers.CharField())


class NewChallengeSerializer(serializers.Serializer[Any]):
    words = serializers.ListField(
        child=serializers.CharField(max_length=100),
        min_length=1,
        max_length=MOST_WORDS,
        help_text="All words challenged together.",
    )
    pairing = serializers.IntegerField(
        min_value=1, required=False, help_text="The game in which it happened, where known."
    )
    table = serializers.UUIDField(
        required=False, help_text="The record of that game; its own challenges are actions there."
    )


class WordRulingSerializer(serializers.ModelSerializer[WordRuling]):
    class Meta:
        model = WordRuling
        fields = [
            "id",
            "word",
            "is_allowed",
            "reason",
            "text",
            "by",
            "at",
            "revoked_by",
            "revoked_at",
        ]


class NewWordRulingSerializer(serializers.Serializer[Any]):
    word = serializers.CharField(max_length=100)
    is_allowed = serializers.BooleanField()
    reason = serializers.ChoiceField(WordRuling.Reason.choices)
    text = serializers.CharField(max_length=LONGEST_TEXT, required=False, allow_blank=True)
