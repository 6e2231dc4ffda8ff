"""What people read of one game: every code of its rules has a text, filled by what goes with it.

Wherever a text has `{player}` or another player's number in it, the name stands there. What has no
text is told by its code, so that a page never fails for want of one.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from django.utils.functional import Promise

Text = str | Promise
Texts = Mapping[str, Text]


@dataclass(frozen=True)
class GameTexts:
    #: What the game is called, and what it is in a sentence.
    name: Text = ""
    summary: Text = ""
    #: By the kind of action: the words on its button; by 'kind.field' those where nobody else than
    #: the one player `{field}` can be meant.
    kinds: Texts = field(default_factory=dict)
    #: By the kind of action: what stands above its form, if not the words on its button.
    titles: Texts = field(default_factory=dict)
    #: By the kind of action: what the log says happened.
    told: Texts = field(default_factory=dict)
    #: By the kind of turn: what the score sheet says instead of a word laid; by 'kind.1' what it
    #: says where its `{count}` is one.
    turns: Texts = field(default_factory=dict)
    #: By field of a set-up or an action, or by 'kind.field' where it means another thing there.
    asked: Texts = field(default_factory=dict)
    #: What helps with a field, below it; keys as in `asked`. By the kind what helps with a form.
    hints: Texts = field(default_factory=dict)
    #: By 'field.value', or 'kind.field.value'; by 'field.' that of choosing nothing.
    choices: Texts = field(default_factory=dict)
    #: By the code of a fact its label, or a sentence with `{value}` in it; by 'code.value' what a
    #: coded value means.
    facts: Texts = field(default_factory=dict)
    #: By the code of a tray; by 'code.card' what is no letter among its cards.
    trays: Texts = field(default_factory=dict)
    marks: Texts = field(default_factory=dict)
    zones: Texts = field(default_factory=dict)
    phases: Texts = field(default_factory=dict)
    #: By the reason of an ending.
    endings: Texts = field(default_factory=dict)
    #: What is remarked on a turn, by code.
    notes: Texts = field(default_factory=dict)
    refusals: Texts = field(default_factory=dict)
    #: The kinds that are needed now and then: their forms stand apart, folded.
    aside: frozenset[str] = frozenset()
    #: The fields, as in `asked`, that are folded where they may stay empty.
    folded: frozenset[str] = frozenset()

    def with_more(self, more: "GameTexts") -> "GameTexts":
        """These texts and those of `more`, which come first where both have one."""
        merged: dict[str, Any] = {
            column.name: getattr(self, column.name) | getattr(more, column.name)
            for column in fields(self)
            if column.name not in ("name", "summary")
        }
        return GameTexts(more.name or self.name, more.summary or self.summary, **merged)

    def asked_as(self, kind: str, name: str) -> str:
        """What a field of this kind of action, or of a set-up, is called."""
        return _found(self.asked, f"{kind}.{name}", name)

    def hint_for(self, kind: str, name: str) -> str:
        """What helps with a field; '' where nothing does."""
        return str(self.hints.get(f"{kind}.{name}", self.hints.get(name, "")))

    def choice_as(self, kind: str, name: str, value: object, filled: Mapping[str, object]) -> str:
        """What a choice is called; one without a text, which may be anybody's words, as it is."""
        for code in (f"{kind}.{name}.{value}", f"{name}.{value}"):
            if code in self.choices:
                return fill(self.choices[code], filled)
        return humanised(str(value))

    def is_folded(self, kind: str, name: str) -> bool:
        return not self.folded.isdisjoint({f"{kind}.{name}", name})


def _found(texts: Texts, *codes: str) -> str:
    for code in codes:
        if code in texts:
            return str(texts[code])
    return humanised(codes[-1].rpartition(".")[2])


def tell(texts: Texts, code: str, /, **filled: object) -> str:
    """The text of a code, filled; what a text wants and nobody has stays empty."""
    return fill(_found(texts, code), filled)


def fill(text: Text, filled: Mapping[str, object]) -> str:
    return str(text).format_map(defaultdict(str, filled))


def humanised(code: str) -> str:
    """A code as people can read it; what is none, such as a word laid, as it is."""
    return code.replace("_", " ").capitalize() if code == code.lower() else code
