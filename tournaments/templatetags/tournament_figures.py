"""Figures of tournaments as people write them."""

from django import template

from tournaments.rounds.reasons import tell_wins

register = template.Library()
register.filter("wins", tell_wins)
