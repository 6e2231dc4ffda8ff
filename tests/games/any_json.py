"""Anything that may be thrown at a game, and what must hold whatever it was."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from hypothesis import strategies as st

from engine.actions import Actions
from engine.errors import Unreadable
from engine.refusals import Refusal
from engine.shapes import to_json
from engine.table import Outside, State, TableGame

Strategy = st.SearchStrategy[Any]
S = TypeVar("S", bound=State)


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


def throw(
    game: TableGame[S, Any], state: S, thrown: Iterable[Any], outside: Outside | None = None
) -> None:
    """Each gives a state, a refusal that says why, or can't be read; and the view can be sent.

    With an `outside` it is thrown as people send it, too.
    """
    for action in thrown:
        for sent in (False, True) if outside else (False,):
            try:
                result = game.complete(state, action, outside) if sent and outside else action
                if not isinstance(result, Refusal):
                    result = game.act(state, result)
            except Unreadable:
                continue
            if isinstance(result, Refusal):
                assert result.message
            else:
                state = result
            json.dumps(to_json(game.view(state)))
