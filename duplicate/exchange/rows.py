"""Rows of the database as JSON and back, by the columns that travel; times as the log has them."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
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
#: The columns that travel: what each is called in JSON, and its name.
Columns = Mapping[str, str]


def written(row: models.Model, columns: Columns) -> dict[str, Any]:
    """The row by what its columns are called in JSON."""
    values = {key: getattr(row, column) for key, column in columns.items()}
    return {
        key: time_text(value) if isinstance(value, datetime) else value
        for key, value in values.items()
    }


def written_rows(
    rows: models.QuerySet[Any], columns: Columns, *others: str
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


def read(model: type[models.Model], data: object, columns: Columns, where: str) -> dict[str, Any]:
    """The values of the columns, each of its column's kind and within its bounds.

    Columns of JSON are read as they are. Raises FileUnreadable; keys of no concern are passed over.
    """
    if not isinstance(data, dict):
        refuse(where, _("Hier fehlt ein Objekt."))
    values = {}
    for key, column, field, is_plain in _readers(model, tuple(columns.items())):
        if key not in data:
            refuse(f"{where}.{key}", _("Diese Angabe fehlt."))
        value = data[key]
        values[column] = value if is_plain(value) else _value(field, value, f"{where}.{key}")
    return values


def rows(data: object, key: str, most: int, where: str = "") -> list[Any]:
    """The list under `key`, of at most so many entries. Raises FileUnreadable."""
    found = data.get(key) if isinstance(data, dict) else None
    if not isinstance(found, list) or len(found) > most:
        refuse_list(f"{where}{key}", most)
    return found


def refuse_list(where: str, most: int) -> NoReturn:
    refuse(where, _("Hier fehlt eine Liste mit höchstens {most} Einträgen.").format(most=most))


def refuse(where: str, problem: str) -> NoReturn:
    raise FileUnreadable(where=where, problem=problem)


@cache
def _readers(
    model: type[models.Model], columns: tuple[tuple[str, str], ...]
) -> list[tuple[str, str, Any, Callable[[Any], bool]]]:
    fields = [(key, column, model._meta.get_field(column)) for key, column in columns]
    return [(key, column, field, _plain(field)) for key, column, field in fields]


def _plain(field: Any) -> Callable[[Any], bool]:
    """Whether a value is plainly one of the column's, or has to be looked at closely."""
    match field:
        case models.JSONField():
            return lambda _value: True
        case models.BooleanField():
            return lambda value: value is True or value is False
        case models.PositiveIntegerField():
            return lambda value: type(value) is int and 0 <= value <= MOST
        case models.CharField(choices=None, blank=True, max_length=int(most)):
            return lambda value: type(value) is str and len(value) <= most
        case models.CharField(choices=None, max_length=int(most)):
            return lambda value: type(value) is str and 0 < len(value) <= most
        case _:
            return lambda _value: False


def _value(field: Any, value: object, where: str) -> object:
    if value is None and field.null:
        return None
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
