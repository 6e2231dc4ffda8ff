"""Parts and slots of a page that its script draws anew when it hears of something (drawing.js).

The server draws them the first time, from `flags` and `facts` of the context; so there is one
template for a page with scripts and without, and no sentence stands in a script.
"""

from functools import lru_cache

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from referee.figures import written

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
    return format_html(
        '<span data-slot="{}">{}</span>', name, "" if fact is None else written(fact)
    )


@register.simple_tag(takes_context=True)
def part(context: Context, flags: str, name: str, **given: object) -> SafeString:
    """What the template `name` makes of the context and `given`, while one of `flags` is up.

    While none is, it is made of `given` alone: nobody sees it, and the script fills it in time.
    """
    if context["flags"].isdisjoint(flags.split()):
        return drawn_once(name, **given)
    with context.push(**given):
        return context.template.engine.get_template(name).render(context)  # type: ignore[union-attr]


@register.simple_tag
def drawn_once(name: str, **given: object) -> SafeString:
    """What the template `name` makes of `given` alone: the same for all who read a language."""
    return _drawn(name, get_language(), **given)


@lru_cache(maxsize=256)  # with its texts most of the work that a page makes
def _drawn(name: str, _language: str | None, **given: object) -> SafeString:
    return render_to_string(
        name, {"flags": frozenset[str](), "facts": dict[str, object](), **given}
    )
