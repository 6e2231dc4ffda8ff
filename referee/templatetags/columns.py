"""Heads and cells of tables whose columns are described in Python."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from referee.columns import Column

register = template.Library()
_NOTHING = format_html('<span class="muted">{}</span>', "–")


@register.simple_tag
def head(column: Column) -> SafeString:
    """The head of a column that the page has."""
    return _element('<th scope="col"{}>{}</th>', column.page.classes, column.page.heading)


@register.simple_tag
def cell(column: Column, row: Any) -> SafeString:
    """What `row` has in that column, a dash for nothing."""
    value = column.value(row)
    classes = f"{column.page.classes} {column.page.cell_classes}".strip()
    shown = _NOTHING if value is None else column.page.written(value)
    return _element("<td{}>{}</td>", classes, shown)


@register.simple_tag
def foot(column: Column, totals: Mapping[str, Any]) -> SafeString:
    """What stands under that column, if `totals` has anything for it."""
    return _element("<td{}>{}</td>", column.page.classes, totals.get(column.name, ""))


def _element(element: str, classes: str, content: Any) -> SafeString:
    given = format_html(' class="{}"', classes) if classes else ""
    return format_html(element, given, content)
