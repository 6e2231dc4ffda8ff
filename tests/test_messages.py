"""`make messages`: what it makes of a catalogue, and that ours are as it leaves them."""

from pathlib import Path

import pytest

from tests.messages import (
    CATALOGUES,
    ROOT,
    brought_up_to_date,
    read,
    translations_of,
    untranslated,
)

EVERY_CATALOGUE = pytest.mark.parametrize(
    "file", CATALOGUES, ids=[file.parts[-3] for file in CATALOGUES]
)


@EVERY_CATALOGUE
def test_the_catalogue_is_in_order_and_says_where_its_texts_are(file: Path) -> None:
    assert file.read_bytes() == brought_up_to_date(file), "run `make messages`"


@EVERY_CATALOGUE
def test_what_is_translated_stays_and_what_nobody_says_goes(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "django.po"
    nobodys = '\nmsgid "Sagt niemand mehr."\nmsgstr "Nobody says so any more."\n'
    copy.write_text(file.read_text("utf-8") + nobodys, "utf-8")
    copy.write_bytes(brought_up_to_date(copy))
    assert translations_of(read(copy)) == translations_of(read(file))


@EVERY_CATALOGUE
def test_a_new_text_comes_with_its_place_and_without_a_translation(
    file: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "django.po"
    before, last = file.read_text("utf-8").rsplit("\n\n", 1)
    copy.write_text(f"{before}\n", "utf-8")
    copy.write_bytes(brought_up_to_date(copy))
    (message,) = untranslated(read(copy))
    assert f'msgid "{message.id}"' in last
    assert message.locations
    assert all((ROOT / place).is_file() for place, _ in message.locations)


@EVERY_CATALOGUE
def test_entries_that_two_sides_brought_are_one(file: Path, tmp_path: Path) -> None:
    """As git leaves them where both had the same."""
    copy = tmp_path / "django.po"
    text = file.read_text("utf-8")
    last = text.rsplit("\n\n", 1)[1]
    copy.write_text(f"{text}\n{last}", "utf-8")
    assert brought_up_to_date(copy) == brought_up_to_date(file)
