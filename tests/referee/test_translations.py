"""Every German text of the pages has its English, and the compiled catalogue is up to date."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = sorted((ROOT / "referee" / "locale").glob("*/LC_MESSAGES/django.po"))
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
#: What the program fills in, and tags: a translation has the same.
FILLED_IN = re.compile(r"%\(\w+\)s|%%|\{\w*\}|<[^>]*>")


def texts_of_the_site() -> set[str]:
    """Every text marked for translation in the Python modules and templates of the project."""
    texts = set()
    for app in ("referee", "duplicate", "tournaments"):
        for file in (ROOT / app).rglob("*"):
            if file.suffix not in {".py", ".html", ".txt"}:
                continue
            source = file.read_text(encoding="utf-8")
            if file.suffix != ".py":
                # Read as Python below, where an indented line would have to mean something.
                source = "\n".join(map(str.strip, templatize(source).splitlines()))
            for _line, text, _comments, _context in extract(
                "python", BytesIO(source.encode()), KEYWORDS
            ):
                texts.add(text if isinstance(text, str) else text[0])
    return texts


def told(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A text, or the singular and the plural of one."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def test_english_is_there() -> None:
    assert [file.parts[-3] for file in CATALOGUES] == ["en"]


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
def test_every_text_is_translated_and_no_other(file: Path) -> None:
    with file.open("rb") as source:
        messages = [message for message in read_po(source) if message.id]
    ids = {message.id if isinstance(message.id, str) else message.id[0] for message in messages}
    assert ids == texts_of_the_site()
    assert [message.id for message in messages if message.fuzzy or not message.string] == []


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
def test_a_translation_has_what_is_filled_in_and_no_other(file: Path) -> None:
    with file.open("rb") as source:
        pairs = [
            pair
            for message in read_po(source)
            for pair in zip(told(message.id), told(message.string), strict=True)
            if message.id
        ]
    found = [[sorted(FILLED_IN.findall(text)) for text in pair] for pair in pairs]
    assert [
        pair for pair, (german, other) in zip(pairs, found, strict=True) if german != other
    ] == []


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
def test_the_compiled_catalogue_is_that_of_the_source(file: Path) -> None:
    with file.open("rb") as source, file.with_suffix(".mo").open("rb") as binary:
        written, compiled = (
            {(message.context, told(message.id)): told(message.string) for message in catalogue}
            for catalogue in (read_po(source), read_mo(binary))
        )
    header = (None, ("",))  # its order and its dates are the compiler's
    del written[header], compiled[header]
    assert compiled == written, "run `make messages`"
