"""Options as the OpenAPI description tells them; `referee.options` reads and checks them."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import override
from rest_framework import serializers

from referee.options import (
    TIME_OF_DAY,
    Choice,
    Choices,
    Number,
    Numbers,
    Option,
    OptionSet,
    TimeOfDay,
    TimeZone,
    Words,
)


class OptionsField(serializers.DictField):
    """Options as they come, which `OptionSet.changed` checks, and an event's as they are told."""

    def to_representation(self, value: OptionSet) -> dict[str, Any]:  # type: ignore[override]
        return value.as_json()


def options_serializer(options: type[OptionSet], *, name: str) -> Any:
    """A serializer class that describes `options`, every field of it optional."""
    described = {key: _field_of(option) for key, option in options.described().items()}
    return type(name, (serializers.Serializer,), {"__doc__": options.__doc__, **described})


def _field_of(option: Option) -> serializers.Field[Any, Any, Any, Any]:
    told: dict[str, Any] = {"required": False, "help_text": in_english(option.meaning)}
    match option:
        case Choice():
            if not isinstance(option, Choices):
                return choice_field(option.words, **told)
            return serializers.ListField(child=choice_field(option.words), **told)
        case Numbers():
            (least, most), (fewest, longest) = option.bounds, option.lengths
            number = serializers.IntegerField(min_value=least, max_value=most)
            return serializers.ListField(
                child=number, min_length=fewest, max_length=longest, **told
            )
        case Number():
            least, most = option.bounds
            return serializers.IntegerField(min_value=least, max_value=most, **told)
        case TimeOfDay():
            return serializers.RegexField(TIME_OF_DAY, **told)
        case TimeZone():
            return serializers.CharField(**told)
        case _:
            return serializers.BooleanField(**told)


def choice_field(words: Mapping[Any, Words], **told: Any) -> serializers.ChoiceField:
    """One of `words`, told with what people read for it."""
    choices = [(choice, in_english(said)) for choice, said in words.items()]
    return serializers.ChoiceField(choices, **told)


def _in_english(words: Words) -> str:
    with override("en"):
        return str(words)


#: The API is described in English, whoever asks.
in_english = lazy(_in_english, str)
