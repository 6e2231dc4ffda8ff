"""Plans for the rounds of a division that clubs use, to choose from instead of round by round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.pairing import Method
from tournaments.pairing.methods import (
    KingOfTheHill,
    Knockout,
    MethodData,
    QuartileFours,
    RoundRobin,
    Swiss,
    method_json,
)

#: All against all in groups of four takes so long.
ROUNDS_OF_FOURS = 3
#: Semi-finals and finals.
ROUNDS_OF_FINALS = 2


@dataclass(frozen=True)
class Preset:
    """A plan with a name and what it means, for so many rounds unless others are wanted."""

    name: str | Promise
    meaning: str | Promise
    usual_rounds: int
    least_rounds: int
    plan: Callable[[int], Sequence[Method]]

    def schedule(self, rounds: int | None = None) -> list[MethodData]:
        """One method a round, as a division keeps it; never fewer than the plan needs."""
        count = max(rounds or self.usual_rounds, self.least_rounds)
        return [method_json(method) for method in self.plan(count)]


def _swiss(rounds: int) -> list[Method]:
    return [Swiss()] * rounds


def _all_against_all(rounds: int) -> list[Method]:
    return [RoundRobin()] * rounds


def _championship(rounds: int) -> list[Method]:
    fours: list[Method] = [QuartileFours()] * ROUNDS_OF_FOURS
    return [*fours, *_swiss(rounds - ROUNDS_OF_FOURS - 1), KingOfTheHill()]


def _with_finals(rounds: int) -> list[Method]:
    finals: list[Method] = [Knockout(players=4, places=4, others=Swiss())] * ROUNDS_OF_FINALS
    return [*_swiss(rounds - ROUNDS_OF_FINALS), *finals]


PRESETS: Mapping[str, Preset] = {
    "swiss": Preset(
        _("Schweizer System"),
        _("Wer gleich viele Siege hat, spielt gegeneinander, niemand zweimal."),
        usual_rounds=7,
        least_rounds=1,
        plan=_swiss,
    ),
    "evening": Preset(
        _("Runde zu sechst"),
        _("Jeder gegen jeden in fünf Runden"),
        usual_rounds=5,
        least_rounds=1,
        plan=_all_against_all,
    ),
    "round_robin": Preset(
        _("Rundenturnier"),
        _("Jeder gegen jeden. Wie viele Runden das sind, siehst du, wenn alle da sind."),
        usual_rounds=7,
        least_rounds=1,
        plan=_all_against_all,
    ),
    "championship": Preset(
        _("Deutsche Meisterschaft"),
        _(
            "Drei Runden in Vierergruppen nach Wertungszahl, dann Schweizer System, am Ende König "
            "des Hügels: Erster gegen Zweiten, Dritter gegen Vierten"
        ),
        usual_rounds=12,
        least_rounds=ROUNDS_OF_FOURS + 1,
        plan=_championship,
    ),
    "finals": Preset(
        _("Schweizer System mit Endspielen"),
        _(
            "In den letzten zwei Runden spielen die besten vier Halbfinale und Finale, die anderen "
            "weiter nach Schweizer System"
        ),
        usual_rounds=8,
        least_rounds=ROUNDS_OF_FINALS + 1,
        plan=_with_finals,
    ),
}


def fitting_rounds(schedule: Sequence[Method], players: int) -> int | None:
    """How many rounds it takes so many `players` until each has met each.

    None where the plan is not all against all from the first round to the last, or nobody plays.
    """
    first = schedule[0] if schedule else None
    if not isinstance(first, RoundRobin) or any(method != first for method in schedule):
        return None
    seats = -(-players // first.groups)
    if seats < 2:
        return None
    return (seats - 1 + seats % 2) * (2 if first.double else 1)
