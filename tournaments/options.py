"""How one tournament is run: what counts how much, in which order, and who may report."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from engine.rulesets import RULESETS, Ruleset
from referee.errors import Invalid
from referee.options import Limits, read_fields
from tournaments.ratings import FORMULAS, Formula
from tournaments.standings import Award, Metric, Scoring


@dataclass(frozen=True)
class Options:
    """The defaults are German tournament practice. Wins are counted twice: a draw is 1."""

    ruleset: str = "tournament"

    #: The automatic bye of an odd field.
    bye_wins2: int = 2
    bye_spread: int = 50
    #: A bye that the director gave.
    set_bye_wins2: int = 2
    set_bye_spread: int = 50
    absent_wins2: int = 0
    absent_spread: int = 0
    #: For whoever was there; the other has as much against them.
    forfeit_spread: int = 50
    #: Most that one game adds to the spread; 0 for no limit.
    spread_cap: int = 0
    #: What ranks the players, first things first.
    metrics: tuple[Metric, ...] = (Metric.WINS, Metric.SPREAD)
    #: So many of a team's best players count; 0 for all.
    team_best_of: int = 0

    #: Which formula of `tournaments.ratings` the ratings follow.
    rating: str = "german"

    #: Whether players report results on their phones.
    players_report: bool = True
    #: Whether a result that only one player has reported waits for the other.
    both_report: bool = True
    #: A result so many points above what is usual is asked about.
    unusual_points: int = 100

    #: What the places at a table of an evening bring, from the first on; further ones are worth 0.
    place_points: tuple[int, ...] = (5, 3, 2, 1)

    @property
    def rules(self) -> Ruleset:
        return RULESETS[self.ruleset]

    @property
    def formula(self) -> Formula:
        return FORMULAS[self.rating]

    @property
    def scoring(self) -> Scoring:
        return Scoring(
            bye=Award(self.bye_wins2, self.bye_spread),
            set_bye=Award(self.set_bye_wins2, self.set_bye_spread),
            absent=Award(self.absent_wins2, self.absent_spread),
            forfeit_spread=self.forfeit_spread,
            spread_cap=self.spread_cap or None,
            metrics=self.metrics,
        )

    def as_json(self) -> dict[str, Any]:
        lists = {"metrics": list(self.metrics), "place_points": list(self.place_points)}
        return asdict(self) | lists


#: Evenings are played as the booklet has it, tournaments by the clock.
EVENING = Options(ruleset="standard")


#: What the numbers may be, ends included.
BOUNDS: Mapping[str, tuple[int, int]] = {
    "bye_wins2": (0, 2),
    "bye_spread": (-1000, 1000),
    "set_bye_wins2": (0, 2),
    "set_bye_spread": (-1000, 1000),
    "absent_wins2": (0, 2),
    "absent_spread": (-1000, 1000),
    "forfeit_spread": (0, 1000),
    "spread_cap": (0, 10_000),
    "team_best_of": (0, 100),
    "unusual_points": (0, 10_000),
    #: Each of them.
    "place_points": (0, 1000),
}
LIMITS = Limits(
    BOUNDS,
    {"ruleset": tuple(RULESETS), "rating": tuple(FORMULAS)},
    lengths={"place_points": (1, 20)},
)


def read_options(data: Mapping[str, Any], base: Options | None = None) -> Options:
    """`base` (German practice) with the fields of `data` in it.

    Raises Invalid for a name that is no option, a value of the wrong kind, and one out of bounds.
    """
    options = read_fields(base or Options(), data, LIMITS)
    if not options.metrics:
        raise Invalid(field="options.metrics", problem=_("Es braucht mindestens ein Kriterium."))
    if any(better < worse for better, worse in pairwise(options.place_points)):
        problem = _("Ein schlechterer Platz kann nicht mehr Punkte bringen als ein besserer.")
        raise Invalid(field="options.place_points", problem=problem)
    return options
