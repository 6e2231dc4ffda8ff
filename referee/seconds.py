"""Times as people type them."""

import re

_DAY = 24 * 3600
_UNITS = {"s": 1, "min": 60, "h": 3600, "d": _DAY, "t": _DAY, "w": 7 * _DAY}
_WITH_UNIT = re.compile(r"(\d{1,6}) ?([a-z]+)")
_CLOCK = re.compile(r"(\d{1,4})(?::(\d\d))?(?::(\d\d))?")


def read_seconds(text: str) -> int:
    """Read '2:30', '3' (minutes), '1:30:00', '45 s', '2 h' or '7 d'. Raises ValueError."""
    typed = " ".join(text.lower().split())
    if found := _WITH_UNIT.fullmatch(typed):
        if found[2] in _UNITS:
            return int(found[1]) * _UNITS[found[2]]
    elif found := _CLOCK.fullmatch(typed):
        first, second, third = (int(part or 0) for part in found.groups())
        return first * 3600 + second * 60 + third if found[3] else first * 60 + second
    raise ValueError(text)


def tell_seconds(seconds: int) -> str:
    """As `read_seconds` reads it: 2:30, or 7 d."""
    for unit, length in (("d", _DAY), ("h", 3600)):
        if seconds >= length and seconds % length == 0:
            return f"{seconds // length} {unit}"
    return f"{seconds // 60}:{seconds % 60:02}"
