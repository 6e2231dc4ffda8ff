"""The table of rulesets, and variants made from it."""

from dataclasses import replace

import pytest

from engine.errors import EngineError
from engine.rulesets import RULESETS, STANDARD, Clock, ruleset

TABLE = {
    # name: rack, tiles, bonus, wrong challenge, exchange needs, shown, pass rounds, without moves
    "standard": (7, 102, {7: 50}, 5, 7, False, 2, False),
    "kompakt": (7, 102, {7: 50}, 10, 0, False, 2, True),
    "reise": (8, 119, {8: 50}, 0, 0, True, None, True),
    "tournament": (7, 102, {7: 50}, 10, 7, False, 2, False),
}


@pytest.mark.parametrize("name", TABLE)
def test_a_ruleset_says_what_its_booklet_says(name: str) -> None:
    rules = ruleset(name)
    assert rules.name == name
    assert rules.most_tiles == rules.rack_size
    assert TABLE[name] == (
        rules.rack_size,
        len(rules.tile_set.all_tiles),
        rules.bonuses,
        rules.wrong_challenge,
        rules.exchange_needs,
        rules.exchange_shown,
        rules.pass_rounds,
        rules.ends_without_moves,
    )


def test_the_table_is_complete() -> None:
    assert set(RULESETS) == set(TABLE)


def test_only_tournaments_have_a_clock() -> None:
    clocks = {name: rules.clock for name, rules in RULESETS.items() if rules.clock}
    assert clocks == {"tournament": Clock(1800, minute_deduction=10, lost_after_seconds=300)}


def test_house_rules_are_off_by_default() -> None:
    for rules in RULESETS.values():
        assert rules.first_word_letters == 2
        assert rules.theme_bonus == 0
        assert not rules.blanks_taken_back


def test_a_variant_leaves_its_origin_alone() -> None:
    seven_and_eight = replace(STANDARD, rack_size=8, most_tiles=8, bonuses={7: 50, 8: 75})
    assert [seven_and_eight.bonus(laid) for laid in (6, 7, 8)] == [0, 50, 75]
    assert [STANDARD.bonus(laid) for laid in (6, 7, 8)] == [0, 50, 0]


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(EngineError, match=r"'lounge'.*standard, kompakt, reise, tournament"):
        ruleset("lounge")
