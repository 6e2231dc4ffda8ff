"""Numbers as people read them."""

from django import template

from referee.figures import signed, written

register = template.Library()
register.filter("signed", signed)
register.filter("points", written)
