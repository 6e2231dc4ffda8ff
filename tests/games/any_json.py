"""Anything that may be thrown at a game."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from engine.actions import Actions

Strategy = st.SearchStrategy[Any]


def any_json(texts: st.SearchStrategy[str]) -> Strategy:
    """Any JSON, its texts among these."""
    return st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.integers(0, 3), st.floats(), texts),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=3)
        ),
        max_leaves=6,
    )


def any_action(
    actions: Actions[Any], fields: Mapping[str, Strategy], *, without: str = ""
) -> Strategy:
    """An action of any kind but one, with all fields it has or any of them."""
    found = []
    for kind in (kind for kind in actions.kinds if kind != without):
        named, known = st.just(kind), {name: fields[name] for name in sorted(actions.fields[kind])}
        found.append(st.fixed_dictionaries({"kind": named, **known}))
        found.append(st.fixed_dictionaries({"kind": named}, optional=known))
    return st.one_of(found)
