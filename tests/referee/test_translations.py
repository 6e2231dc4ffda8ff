"""Every German text of the pages has its English, and what is built is what is written."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

from tests.messages import (
    CATALOGUES,
    forms_of,
    read,
    texts_of_the_site,
    translations_of,
    untranslated,
)

#: What the program fills in, and tags: a translation has the same.
FILLED_IN = re.compile(r"%\(\w+\)s|%%|\{\w*\}|<[^>]*>")
#: What has a number in one language only.
NUMBERED_OTHERWISE = {"Achtelfinale", "Taste Pos1"}


def pairs_that_differ(file: Path, look: Callable[[str], object]) -> list[tuple[str, str]]:
    """The texts and their translations in which `look` sees different things."""
    return [
        (german, other)
        for message in read(file)
        if message.id
        for german, other in zip(forms_of(message.id), forms_of(message.string), strict=True)
        if look(german) != look(other)
    ]


def test_english_is_there() -> None:
    assert [file.parts[-3] for file in CATALOGUES] == ["en"]


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
def test_every_text_is_translated_and_no_other(file: Path) -> None:
    catalogue = read(file)
    wanted, found = (
        {forms_of(message.id) for message in messages}
        for messages in (texts_of_the_site(), catalogue)
    )
    assert found == wanted, "run `make messages`"
    assert [message.id for message in untranslated(catalogue)] == []


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
        assert translations_of(read_mo(binary)) == translations_of(read(file)), "run `make build`"
