"""What a table game answers to what is against its rules: a refusal with a stable code.

A move refused for its place or tiles bears the code of its verdict. The words for people are told
by who speaks to them; `detail` fills their braces, in any language.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import EngineError


@dataclass(frozen=True)
class Refusal:
    """An action against the rules: nothing has happened."""

    code: str
    detail: Mapping[str, str | int]

    def __str__(self) -> str:
        return ", ".join([self.code, *(f"{name} {value}" for name, value in self.detail.items())])


class Contradiction(EngineError):
    """A set-up whose rules can each be read but do not go together; `refusal` says why."""

    def __init__(self, code: str, **detail: str | int) -> None:
        self.refusal = Refusal(code, detail)
        super().__init__(f"these do not go together: {self.refusal}")
