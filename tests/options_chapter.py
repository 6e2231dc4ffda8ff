"""docs/options.md: the options of games and tournaments, as their descriptions have them.

python -m tests.options_chapter     writes it anew
"""

from collections.abc import Iterator
from pathlib import Path

import django
from django.utils.translation import override

from referee.options import (
    Choice,
    Choices,
    Flag,
    Number,
    Numbers,
    Option,
    OptionSet,
    TimeOfDay,
    TimeZone,
)

CHAPTER = Path(__file__).resolve().parent.parent / "docs" / "options.md"
HEAD = """\
# Options

Written by `make schema` from `duplicate/options.py` and `tournaments/options.py`, where each option
is described once: kind, bounds, default, words and meaning. From there `referee/options.py` reads
and checks it, `option_forms.py` makes its field on the desks, `option_fields.py` its part of
`openapi.yaml`.

What is stored is read as far as it can be, whatever version wrote it: an option that is gone is
passed over and kept, a number out of bounds counts as it is, and what can't be read is as by
default. What is new is checked when it is written; a value that stays as it was is not new.
"""


def chapter() -> str:
    from duplicate.options import Options as GameOptions
    from tournaments.options import Options as TournamentOptions

    with override("en"):
        parts = [
            HEAD,
            *_section("A Simultan game", GameOptions),
            *_section("A tournament or club evening", TournamentOptions),
        ]
    return "\n".join(parts)


def _section(title: str, options: type[OptionSet]) -> Iterator[str]:
    yield f"## {title}\n\n{options.__doc__}\n"
    yield "| option | on the desk | meaning | may be | default |"
    yield "| --- | --- | --- | --- | --- |"
    for name, option in options.described().items():
        default = _told(options().as_json()[name])
        cells = (f"`{name}`", option.label, option.meaning, _bounds(option), default)
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""


def _bounds(option: Option) -> str:
    match option:
        case Choice():
            named = (f"`{choice}` ({words})" for choice, words in option.words.items())
            return f"{'several of ' if isinstance(option, Choices) else ''}{', '.join(named)}"
        case Numbers():
            (least, most), (fewest, longest) = option.bounds, option.lengths
            return f"{fewest} to {longest} numbers from {least} to {most}"
        case Number():
            named = (f"{number} ({words})" for number, words in option.words.items())
            return ", ".join(named) or f"{option.bounds[0]} to {option.bounds[1]}"
        case Flag():
            return "`true`, `false`"
        case TimeOfDay():
            return "a time of day like `18:00`"
        case TimeZone():
            return "a name of the time zone database like `Europe/Berlin`"
    raise TypeError(option)


def _told(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_told, value))
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return str(value) if isinstance(value, int) else f"`{value}`"


if __name__ == "__main__":
    django.setup()
    CHAPTER.write_text(chapter(), "utf-8")
