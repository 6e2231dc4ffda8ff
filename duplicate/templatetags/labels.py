"""Words for states, reasons and kinds in templates, and what a mapping has for a key."""

from collections.abc import Mapping
from typing import Any

from django import template

from duplicate.labels import label

register = template.Library()
register.filter("label", label)


@register.filter
def at(values: Mapping[Any, Any], key: object) -> Any:
    """None where there is nothing."""
    return values.get(key)
