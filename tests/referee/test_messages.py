"""Every code has its sentence, in German and in English, and the detail to fill it."""

from string import Formatter

import pytest
from django.utils.translation import override

from engine.rulesets import RULESETS
from engine.verdicts import MESSAGES, Code
from referee import messages
from referee.position.reading import Problem, read_position


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("code", Code)
def test_every_verdict_has_a_sentence_in_both_languages(code: Code) -> None:
    with override("de"):
        german = str(messages.VERDICTS[code])
    with override("en"):
        english = str(messages.VERDICTS[code])
    assert german != english
    assert placeholders(german) == placeholders(english) <= placeholders(MESSAGES[code])


@pytest.mark.parametrize("problem", Problem)
def test_every_fault_has_a_sentence_in_both_languages(problem: Problem) -> None:
    with override("de"):
        german = str(messages.FAULTS[problem])
    with override("en"):
        english = str(messages.FAULTS[problem])
    assert german != english
    assert placeholders(german) == placeholders(english)


def test_every_ruleset_has_a_title() -> None:
    with override("de"):
        told = [messages.tell_ruleset(ruleset) for ruleset in RULESETS.values()]
    assert told[2] == "Reise: 119 Steine, 8 auf dem Bänkchen"
    assert len(set(told)) == len(told)


def test_a_fault_in_a_laid_move_tells_the_rule_it_breaks() -> None:
    (fault,) = read_position({"moves": "H6.TOR,A1.ROT"})[1]
    with override("de"):
        assert messages.tell_fault(fault) == (
            "Zug 2 („A1.ROT“) lässt sich nicht legen. A1-A3 ROT hängt in der Luft: Nach dem "
            "ersten Zug legt jeder an mindestens einen liegenden Stein an."
        )
