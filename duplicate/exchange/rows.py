"""Rows of the database as JSON and back, by the columns that travel; times as the log has them."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from referee.chain import time_text
from referee.errors import FileUnreadable

#: What every database can keep in a column of numbers.
MOST = 2**31 - 1
#: So many rows are fetched from the database at a time.
READ_AT_ONCE = 2_000
_KINDS: "tuple[tuple[type[models.Field[Any, Any]], type], ...]" = (
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.CharField, str),
)


def written(row: models.Model, columns: Mapping[str, str]) -> dict[str, Any]:
    """The row by what its columns are called in JSON."""
    values = {key: getattr(row, column) for key, column in columns.items()}
    return {
        key: time_text(value) if isinstance(value, datetime) else value
        for key, value in values.items()
    }


def written_rows(
    rows: models.QuerySet[Any], columns: Mapping[str, str], *others: str
) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Each row as `written` has it, with the values of the `others`; read as they are asked for."""
    fields = rows.model._meta
    names = list(columns)
    times = [
        name
        for name, column in columns.items()
        if isinstance(fields.get_field(column), models.DateTimeField)
    ]
    for values in rows.values_list(*columns.values(), *others).iterator(chunk_size=READ_AT_ONCE):
        row = dict(zip(names, values, strict=False))
        for name in times:
            if row[name] is not None:
                row[name] = time_text(row[name])
        yield row, list(values[len(names) :])


def read(
    model: type[models.Model], data: object, columns: Mapping[str, str], where: str
) -> dict[str, Any]:
    """The values of the columns, each of its column's kind and within its bounds.

    Columns of JSON are read as they are. Raises FileUnreadable; keys of no concern are passed over.
    """
    if not isinstance(data, dict):
        refuse(where, _("Hier fehlt ein Objekt."))
    values = {}
    for key, column in columns.items():
        if key not in data:
            refuse(f"{where}.{key}", _("Diese Angabe fehlt."))
        values[column] = _value(model._meta.get_field(column), data[key], f"{where}.{key}")
    return values


def rows(data: object, key: str, most: int, where: str = "") -> list[Any]:
    """The list under `key`, of at most so many entries. Raises FileUnreadable."""
    found = data.get(key) if isinstance(data, dict) else None
    if not isinstance(found, list) or len(found) > most:
        problem = _("Hier fehlt eine Liste mit höchstens {most} Einträgen.").format(most=most)
        refuse(f"{where}{key}", problem)
    return found


def require_storable(data: object) -> None:
    """Raises FileUnreadable for JSON that no database keeps: NUL, half characters, no numbers."""
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (ValueError, RecursionError):
        refuse("", _("Die Datei enthält Zeichen oder Zahlen, die sich nicht speichern lassen."))
    if "\\u0000" in text:
        refuse("", _("Die Datei enthält Zeichen oder Zahlen, die sich nicht speichern lassen."))


def refuse(where: str, problem: str) -> NoReturn:
    raise FileUnreadable(where=where, problem=problem)


def _value(field: Any, value: object, where: str) -> object:
    if value is None and field.null:
        return None
    if isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.DateTimeField):
        return _time(value, where)
    if isinstance(value, int) and abs(value) > MOST:
        refuse(where, _("Diese Zahl ist zu groß."))
    for kind, expected in _KINDS:
        if isinstance(field, kind) and type(value) is expected:
            try:
                return field.clean(value, None)
            except ValidationError as fault:
                refuse(where, " ".join(fault.messages))
    refuse(where, _("Dieser Wert ist nicht von der richtigen Art."))


def _time(value: object, where: str) -> datetime:
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
        if moment is not None and moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    refuse(where, _("Hier fehlt ein Zeitpunkt wie 2026-11-16T12:00:00.000000Z."))
