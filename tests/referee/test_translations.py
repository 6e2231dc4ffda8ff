"""Every German text of the pages has its English, and what is built is what is written."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from tests.messages import (
    CATALOGUES,
    ROOT,
    brought_up_to_date,
    read,
    texts_of_the_site,
    untranslated,
)

#: What the program fills in, and tags: a translation has the same.
FILLED_IN = re.compile(r"%\(\w+\)s|%%|\{\w*\}|<[^>]*>")
#: What has a number in one language only.
NUMBERED_OTHERWISE = {"Achtelfinale", "Taste Pos1"}


def told(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A text, or the singular and the plural of one."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def by_german(catalogue: Catalog) -> dict[tuple[str | None, tuple[str, ...]], tuple[str, ...]]:
    """The translations of a catalogue, without its header, whose dates are the reader's."""
    return {
        (message.context, told(message.id)): told(message.string)
        for message in catalogue
        if message.id
    }


def pairs_that_differ(file: Path, look: Callable[[str], object]) -> list[tuple[str, str]]:
    """The texts and their translations in which `look` sees different things."""
    return [
        (german, other)
        for message in read(file)
        if message.id
        for german, other in zip(told(message.id), told(message.string), strict=True)
        if look(german) != look(other)
    ]


def test_english_is_there() -> None:
    assert [file.parts[-3] for file in CATALOGUES] == ["en"]


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
def test_every_text_is_translated_and_no_other(file: Path) -> None:
    catalogue = read(file)
    wanted, found = (
        {told(message.id) for message in messages} for messages in (texts_of_the_site(), catalogue)
    )
    assert found == wanted, "run `make messages`"
    assert [message.id for message in untranslated(catalogue)] == []


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
def test_bringing_it_up_to_date_keeps_what_is_translated_and_drops_what_nobody_says(
    file: Path, tmp_path: Path
) -> None:
    kept, lost = tmp_path / "kept.po", tmp_path / "lost.po"
    nobodys = '\nmsgid "Sagt niemand mehr."\nmsgstr "Nobody says so any more."\n'
    kept.write_text(file.read_text("utf-8") + nobodys, "utf-8")
    kept.write_bytes(brought_up_to_date(kept))
    assert by_german(read(kept)) == by_german(read(file))
    assert kept.read_bytes() == brought_up_to_date(kept)

    head, last = file.read_text("utf-8").rsplit("\n\n", 1)
    lost.write_text(f"{head}\n", "utf-8")
    lost.write_bytes(brought_up_to_date(lost))
    (message,) = untranslated(read(lost))
    assert isinstance(message.id, str)
    assert f'msgid "{message.id}"' in last
    assert all((ROOT / place).is_file() for place, _ in message.locations)


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
def test_a_translation_has_what_is_filled_in_and_no_other(file: Path) -> None:
    assert pairs_that_differ(file, lambda text: sorted(FILLED_IN.findall(text))) == []


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
def test_a_translation_has_the_same_numbers(file: Path) -> None:
    def numbers_in(text: str) -> list[str]:
        return sorted(re.findall("[0-9]+", FILLED_IN.sub("", text)))

    differing = pairs_that_differ(file, numbers_in)
    assert {german for german, _ in differing} == NUMBERED_OTHERWISE


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
def test_the_compiled_catalogue_is_that_of_the_source(file: Path) -> None:
    compiled = file.with_suffix(".mo")
    assert compiled.exists(), "run `make build`"
    with compiled.open("rb") as binary:
        assert by_german(read_mo(binary)) == by_german(read(file)), "run `make build`"
