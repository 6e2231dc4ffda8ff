"""Links to the same page with something else asked for: the pages of a long list among them."""

from typing import Any

from django import template
from django.core.paginator import Page

register = template.Library()


@register.simple_tag(takes_context=True)
def asked(context: template.Context, **changed: object) -> str:
    """This page's address, asking for the same but for what is `changed`; None asks no more."""
    query = context["request"].GET.copy()
    for name, value in changed.items():
        query.pop(name, None)
        if value is not None:
            query[name] = str(value)
    # A desk may be shown at the address of an action, which nobody can look at again.
    return f"{context.get('actions', '')}?{query.urlencode()}"


@register.inclusion_tag("referee/pager.html", takes_context=True)
def pager(
    context: template.Context, page: Page[Any], name: str = "page", part: str = ""
) -> dict[str, Any]:
    """Leads to the pages around `page`, which the address calls `name`, at its `part`."""

    def at(number: int) -> str:
        return asked(context, **{name: number})

    numbers = page.paginator.num_pages
    return {
        "page": page,
        "part": part,
        "first": at(1) if page.number > 2 else "",
        "previous": at(page.number - 1) if page.has_previous() else "",
        "next": at(page.number + 1) if page.has_next() else "",
        "last": at(numbers) if page.number < numbers - 1 else "",
    }


@register.inclusion_tag("referee/asked_for.html", takes_context=True)
def asked_besides(context: template.Context, *names: str) -> dict[str, Any]:
    """Hidden fields of a form for what else the address asks for, but for `names`."""
    query = context["request"].GET
    return {"fields": [(name, query[name]) for name in query if name not in names]}
