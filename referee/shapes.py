"""Answers of the API that are dataclasses (`engine.shapes`), and texts that are more than texts."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, ClassVar, NewType
from uuid import UUID

from rest_framework import serializers

from engine.shapes import Choice, Shape, name_of, to_json
from referee.chain import time_text

#: A moment as the log writes it.
Moment = NewType("Moment", str)
Id = NewType("Id", str)


def moment(at: datetime) -> Moment:
    return Moment(time_text(at))


def id_text(pk: UUID) -> Id:
    return Id(str(pk))


class ShapeSerializer(serializers.Serializer[Any]):
    """Says that an answer is a dataclass; what the description says of it is in `schema.py`."""

    shape: ClassVar[Any]

    def to_representation(self, instance: object) -> Any:
        return to_json(instance)


class ShapedField(serializers.DictField):
    """An object of a request that is one of several shapes; whoever takes it reads it."""

    def __init__(self, any_of: Sequence[Shape | Choice], **more: Any) -> None:
        super().__init__(**more)
        self.any_of = any_of


@cache
def shaped(shape: Shape | Choice) -> type[ShapeSerializer]:
    """The serializer of answers that are such a dataclass."""
    return type(f"{name_of(shape)}Serializer", (ShapeSerializer,), {"shape": shape})
