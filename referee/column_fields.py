"""Columns as the API tells them."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from referee.columns import Column

_FIELDS: dict[type, type[serializers.Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: serializers.CharField,
    Decimal: serializers.FloatField,
}


def columns_serializer(columns: Iterable[Column], *, name: str) -> Any:
    """A serializer class for rows that have these columns."""
    described = {column.name: _field_of(column) for column in columns}
    return type(name, (serializers.Serializer,), described)


def _field_of(column: Column) -> serializers.Field[Any, Any, Any, Any]:
    told: dict[str, Any] = {"help_text": column.meaning or None}
    if column.source:
        told["source"] = column.source
    if column.is_null:
        told["allow_null"] = True
    return _FIELDS[column.kind](**told)
