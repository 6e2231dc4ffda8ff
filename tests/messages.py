"""The catalogues of translations: what the sources say in German, and what is made of it.

python -m tests.messages     brings them up to date and names what is still to be translated

An entry says which files it comes from, without lines, and entries are sorted by their German: a
change elsewhere in those files changes nothing here, and two people's additions rarely meet.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted((ROOT / "referee" / "locale").glob("*/LC_MESSAGES/django.po"))
APPS = ("referee", "duplicate", "tournaments")
#: Babel's own has the time of day, over which any two changes would collide.
HEADER = r"""msgid ""
msgstr ""
"Language: {language}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {plural}\n"
"""
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


@cache
def texts_of_the_site() -> Catalog:
    """Every text marked for translation in the modules and templates, with the files it is in."""
    texts = Catalog()
    for file in _sources():
        source = file.read_text(encoding="utf-8")
        if file.suffix != ".py":
            # Read as Python below, where an indented line would have to mean something.
            source = "\n".join(map(str.strip, templatize(source).splitlines()))
        place = (str(file.relative_to(ROOT)), 0)
        for _, text, _, context in extract("python", BytesIO(source.encode()), KEYWORDS):
            texts.add(text, locations=[place], context=context)
    return texts


def _sources() -> Iterator[Path]:
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*")):
            if file.suffix in {".py", ".html", ".txt"}:
                yield file


def read(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source)


def brought_up_to_date(file: Path) -> bytes:
    """What `file` should be: the texts of the site, with the translations that it has."""
    catalogue = read(file)
    catalogue.update(texts_of_the_site(), no_fuzzy_matching=True)
    header = HEADER.format(language=catalogue.locale_identifier, plural=catalogue.plural_forms)
    out = BytesIO()
    write_po(
        out,
        catalogue,
        width=100,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    return f"{header}\n".encode() + out.getvalue().rstrip() + b"\n"


def forms_of(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A text, or the singular and the plural of one."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def translations_of(
    catalogue: Catalog,
) -> dict[tuple[str | None, tuple[str, ...]], tuple[str, ...]]:
    """By context and German; without the header, whose dates are the reader's."""
    return {
        (message.context, forms_of(message.id)): forms_of(message.string)
        for message in catalogue
        if message.id
    }


def untranslated(catalogue: Catalog) -> list[Message]:
    return [
        message
        for message in catalogue
        if message.id and (message.fuzzy or not message.string or "" in forms_of(message.string))
    ]


def main() -> None:
    for file in CATALOGUES:
        file.write_bytes(brought_up_to_date(file))
        for message in untranslated(read(file)):
            print(f"{file.relative_to(ROOT)} lacks a translation: {message.id!r}")


if __name__ == "__main__":
    main()
