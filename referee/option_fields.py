"""Options as the OpenAPI description tells them; `referee.options` reads and checks them."""

from dataclasses import fields
from enum import Enum
from typing import Any, get_type_hints

from rest_framework import serializers

from referee.options import Limits


def options_serializer(options: type[Any], limits: Limits, *, name: str, doc: str) -> Any:
    """A serializer class that describes the dataclass `options`, every field optional."""
    kinds = get_type_hints(options)
    described = {
        field.name: _field_of(field.name, kinds[field.name], limits) for field in fields(options)
    }
    return type(name, (serializers.Serializer,), {"__doc__": doc, **described})


def _field_of(name: str, kind: Any, limits: Limits) -> serializers.Field[Any, Any, Any, Any]:
    if kind is bool:
        return serializers.BooleanField(required=False)
    if kind is int:
        least, most = limits.bounds[name]
        return serializers.IntegerField(required=False, min_value=least, max_value=most)
    if kind is str:
        return serializers.ChoiceField(tuple(limits.choices[name]), required=False)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return serializers.ChoiceField(tuple(kind), required=False)
    if kind.__args__[0] is int:
        (least, most), (fewest, longest) = limits.bounds[name], limits.lengths[name]
        number = serializers.IntegerField(min_value=least, max_value=most)
        return serializers.ListField(
            child=number, required=False, min_length=fewest, max_length=longest
        )
    return serializers.ListField(
        child=serializers.ChoiceField(tuple(kind.__args__[0])), required=False
    )
