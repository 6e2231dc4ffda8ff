"""Parts and slots of a page that its script draws anew when it hears of something (drawing.js).

The server draws them the first time, from `flags` and `facts` of the context; so there is one
template for a page with scripts and without, and no sentence stands in a script.
"""

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def when(context: Context, flags: str) -> SafeString:
    """The attributes of a part that is shown while one of these `flags` is up."""
    is_shown = not context["flags"].isdisjoint(flags.split())
    return format_html('data-when="{}"{}', flags, "" if is_shown else SafeString(" hidden"))


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str) -> SafeString:
    """What is known under that name, in an element that can be filled anew; empty for nothing."""
    fact = context["facts"].get(name)
    return format_html('<span data-slot="{}">{}</span>', name, "" if fact is None else fact)
