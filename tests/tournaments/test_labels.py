"""Everything that people may read of the models has words."""

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.db.models import TextChoices

from tournaments import models, pairing
from tournaments.labels import CANT_PAIR, LABELS, label, tell_cant_pair
from tournaments.pairing.methods import METHODS, Method, read_method
from tournaments.pairing.values import CantPair
from tournaments.ratings import FORMULAS
from tournaments.standings import Metric


def values_of_the_models() -> set[str]:
    return {
        value
        for model in (getattr(models, name) for name in models.__all__)
        for _name, inner in inspect.getmembers(model, inspect.isclass)
        if issubclass(inner, TextChoices)
        for value in inner.values
    }


def test_every_value_of_the_models_has_words() -> None:
    values = values_of_the_models()
    assert {"setup", "disputed", "not_playable", "imported"} <= values
    assert values <= LABELS.keys()


def test_every_metric_formula_and_method_has_words() -> None:
    assert {*Metric, *FORMULAS, *METHODS} <= LABELS.keys()


def test_every_reason_not_to_pair_has_words() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(pairing.__file__).parent.glob("*.py")
    )
    assert CANT_PAIR.keys() == set(re.findall(r'CantPair\(\s*"(\w+)"', source))


@pytest.mark.parametrize("kind", METHODS.values(), ids=METHODS)
def test_what_an_option_may_be_is_said_with_the_same_numbers(kind: type[Method]) -> None:
    for option in fields(kind):
        with pytest.raises(CantPair) as raised:
            read_method({"method": kind.name, option.name: {"method": "manual"}})
        in_english = re.findall("[0-9]+", str(raised.value.detail["right"]))
        assert re.findall("[0-9]+", tell_cant_pair(raised.value)) == in_english, option.name


def test_a_value_without_words_stands_for_itself() -> None:
    assert label("swiss") == "Schweizer System"
    assert label("unheard of") == "unheard of"
