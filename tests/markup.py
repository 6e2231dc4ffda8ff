"""HTML as tests compare it, however its template breaks the lines."""

import re
from html.parser import HTMLParser

#: Elements that have no end.
VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "path", "rect", "line"))


def tight(page: str) -> str:
    """The page on one line, without the space that shows nothing.

    None stands behind a tag that opens, before one that closes, or between two.
    """
    page = " ".join(page.split())
    page = re.sub(r"(<[a-z][^<>]*?) >", r"\1>", page)
    page = re.sub(r"(<[a-z][^<>]*>) ", r"\1", page)
    return page.replace(" </", "</").replace("> <", "><")


def seen(page: str) -> str:
    """The text of the page that is not hidden, on one line."""
    reader = _Seen()
    reader.feed(page)
    return " ".join("".join(reader.texts).split())


class _Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        #: How many elements are open from a hidden one on.
        self._depth = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in VOID and (self._depth or "hidden" in dict(attributes)):
            self._depth += 1

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in VOID:
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if not self._depth:
            self.texts.append(data)
