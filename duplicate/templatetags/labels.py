"""Words for states, reasons and kinds in templates."""

from django import template

from duplicate.labels import label

register = template.Library()
register.filter("label", label)
