"""Actions found by their kind, and read, in every game alike.

Reading comes first and raises Unreadable whatever the state; everything else is a refusal.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from engine.errors import Unreadable
from engine.fields import Fields, Json
from engine.refusals import Refusal

S = TypeVar("S")

Does = Callable[[S, Fields], S | Refusal]


class ActionKind(Generic[S]):
    """One kind of action: what it does, and its fields with their types.

    Whoever describes actions to others goes by these types; a test sees to it that what is read is
    of them. A field that may be absent or null is `… | None`, one that the server writes is
    `FromServer`.
    """

    def __init__(self, name: str, does: Does[S], /, **fields: Any) -> None:
        self.name, self.does = name, does
        self.fields: Mapping[str, Any] = MappingProxyType(fields)


class Actions(Generic[S]):
    """What can happen in a game, by kind."""

    def __init__(self, *kinds: ActionKind[S]) -> None:
        self._kinds = {kind.name: kind for kind in kinds}
        #: The fields of each kind, with their types.
        self.fields: Mapping[str, Mapping[str, Any]] = MappingProxyType(
            {kind.name: kind.fields for kind in kinds}
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.fields)

    def kind_of(self, action: object) -> str:
        """The kind of `action`. Raises Unreadable where it has none of this game."""
        kind = action.get("kind") if isinstance(action, Mapping) else None
        if not isinstance(kind, str) or kind not in self.fields:
            kinds = ", ".join(self.fields)
            raise Unreadable(f"an action is an object whose 'kind' is one of {kinds}")
        return kind

    def act(self, state: S, action: Json) -> S | Refusal:
        """The state after `action`, or why it is refused. Raises Unreadable."""
        kind = self.kind_of(action)
        fields = Fields(f"action {kind}", action, {"kind", *self.fields[kind]})
        return self._kinds[kind].does(state, fields)

    def attempt(self, state: S, action: Json, **some: Any) -> S | Refusal:
        """The state after `action`, made with `some` values for what comes from outside, or why the
        rules refuse it before that is asked. Raises Unreadable, also where it tells them itself.
        """
        self.kind_of(action)
        refuse_told(action, *some)
        return self.act(state, {**action, **some})


def refuse_told(action: Json, *names: str) -> None:
    """Raise Unreadable where who sends `action` tells what comes from outside."""
    for name in names:
        if action.get(name) is not None:
            raise Unreadable(f"action {action['kind']}: {name!r} is not told by who sends it")


def wrong_phase(kind: str, phase: str) -> Refusal:
    return Refusal("wrong_phase", {"kind": kind, "phase": str(phase)})
