"""The forms of a desk that are one button."""

from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("referee/desk/button.html", takes_context=True)
def desk_button(
    context: template.Context,
    action: str,
    label: str,
    *,
    named: str = "",
    of: object = "",
    classes: str = "",
    key: str = "",
    told: str = "",
    **fields: Any,
) -> dict[str, Any]:
    """The button `label`, which does that action of the desk with these `fields`.

    Its id is the action, or `named`, with what it is `of` in the braces; `key` presses it;
    `told` is what a sign means.
    """
    address = f"{context['actions']}{action}/{context['here']}"
    name = (named or action).format(of)
    shown = {"label": label, "classes": classes, "key": key, "told": told}
    return {**shown, "address": address, "id": name, "fields": fields.items()}
