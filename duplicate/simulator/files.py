"""The styles, scripts and fonts that a page needs, as a browser finds them."""

import re
from collections.abc import Awaitable, Callable, Iterator
from urllib.parse import urljoin

_ELEMENTS = re.compile(r"<(?:link rel=\"stylesheet\" href|script [^>]*?src)=\"([^\"]+)\"")
_FONTS = re.compile(r"url\(\"([^\"]+\.woff2)\"\)")
_IMPORTS = re.compile(r"(?:from|^import) \"(\.[^\"]+)\"", re.MULTILINE)

Read = Callable[[str], Awaitable[str]]


class Files:
    """What every phone fetches once: found out by the first of them, known to the others."""

    def __init__(self) -> None:
        #: By page or script: what it asks for.
        self._asked_by: dict[str, list[str]] = {}

    async def fetch(self, kind: str, html: str, have: set[str], read: Read) -> None:
        """`read` all that a `kind` of page needs and a browser does not `have` yet."""
        if kind not in self._asked_by:
            self._asked_by[kind] = _ELEMENTS.findall(html)
        await self._fetch(self._asked_by[kind], have, read)

    async def _fetch(self, paths: list[str], have: set[str], read: Read) -> None:
        for path in paths:
            if path in have:
                continue
            have.add(path)
            text = await read(path)
            if path not in self._asked_by:
                self._asked_by[path] = list(_imports(path, text))
            await self._fetch(self._asked_by[path], have, read)


def _imports(path: str, text: str) -> Iterator[str]:
    if path.endswith(".js"):
        yield from (urljoin(path, name) for name in _IMPORTS.findall(text))
    if path.endswith(".css"):
        yield from (urljoin(path, name) for name in _FONTS.findall(text))
