"""Words for states, reasons and kinds in templates."""

from django import template

from tournaments.labels import label

register = template.Library()
register.filter("label", label)
