"""What an element tells of its board."""

from dataclasses import asdict

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from referee.boards import BoardRules

register = template.Library()


@register.simple_tag
def board_rules(rules: BoardRules) -> SafeString:
    """The attributes by which moves.js knows the board and what moves on it are worth."""
    return format_html_join(
        " ",
        'data-{}="{}"',
        ((name.replace("_", "-"), said) for name, said in asdict(rules).items()),
    )
