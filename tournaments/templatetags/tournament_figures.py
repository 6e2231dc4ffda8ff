"""Figures of tournaments as people write them."""

from django import template

from tournaments.rounds.reasons import tell_wins

register = template.Library()
register.filter("wins", tell_wins)


@register.filter
def signed(value: int) -> str:
    """A difference: '+134', '−20', '0'."""
    return f"{value:+}".replace("-", "−") if value else "0"


@register.filter
def points(value: object) -> str:
    """Points, which may be below zero: '134', '−20'."""
    return str(value).replace("-", "−")
