"""What comes to a game at its table from outside: rulings on record, the lexicon, chance."""

import pytest

from tests.duplicate.factories import NOON
from tests.tournaments.free_tables import director_of, make_free_table
from tournaments.models import Challenge, Table
from tournaments.tables.services.outside import TableOutside
from tournaments.words.services import rule_word

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def outside_of(table: Table) -> TableOutside:
    return TableOutside(table, NOON, director_of(table.tournament), 0)


def test_a_ruling_is_about_all_words_together_and_on_record() -> None:
    table = make_free_table()
    outside = outside_of(table)
    assert outside.judge(["RUCKEN"])
    assert not outside.judge(["RUCKEN", "RUCKEX"])
    asked = Challenge.objects.order_by("pk")
    assert [(challenge.words, challenge.is_admissible) for challenge in asked] == [
        (["RUCKEN"], True),
        (["RUCKEN", "RUCKEX"], False),
    ]
    assert {challenge.table for challenge in asked} == {table}


def test_what_is_longer_than_any_word_is_none() -> None:
    """On an open table a word can be."""
    assert not outside_of(make_free_table("cards")).judge(["RUCKEN" * 3])


def test_the_lexicon_is_the_tournaments_with_its_rulings() -> None:
    table = make_free_table()
    before = outside_of(table).lexicon
    assert ("RUCKEN" in before, "RUCKEX" in before) == (True, False)
    for word, is_allowed in (("RUCKEN", False), ("RUCKEX", True)):
        director = director_of(table.tournament)
        rule_word(table.tournament, word, NOON, by=director, is_allowed=is_allowed, reason="other")
    after = outside_of(table).lexicon
    assert ("RUCKEN" in after, "RUCKEX" in after) == (False, True)


def test_chance_is_the_same_for_the_same_label_at_the_same_table() -> None:
    one, other = make_free_table(), make_free_table()

    def rolled(table: Table, label: str) -> list[int]:
        stream = outside_of(table).random(label)
        return [stream.below(1000) for _ in range(8)]

    assert rolled(one, "die 1") == rolled(Table.objects.get(pk=one.pk), "die 1")
    assert rolled(one, "die 1") != rolled(one, "die 2")
    assert rolled(one, "die 1") != rolled(other, "die 1")
