"""Numbers as people read them."""

from decimal import Decimal

from django.utils.formats import localize


def written(value: object) -> str:
    """As the reader's language has it; what is below zero has a minus, no hyphen: '−20'."""
    text = str(localize(value))
    return text.replace("-", "−") if isinstance(value, int | float | Decimal) else text


def signed(value: int) -> str:
    """A difference: '+134', '−20', '0'."""
    return f"{'+' if value > 0 else ''}{written(value)}"
