"""How one tournament is run: what counts how much, in which order, and who may report."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.rulesets import RULESETS, Ruleset
from referee.messages import RULESETS as RULESET_NAMES
from referee.options import Choice, Choices, Flag, Number, Numbers, OptionSet, Words, option
from tournaments.ratings import FORMULAS, Formula
from tournaments.standings import Award, Metric, Scoring

METRIC_NAMES: Mapping[str, Words] = {
    Metric.WINS: _("Siege"),
    Metric.SPREAD: _("Differenz"),
    Metric.POINTS_FOR: _("Punkte"),
    Metric.BUCHHOLZ: _("Buchholz"),
    Metric.SONNEBORN_BERGER: _("Sonneborn-Berger"),
    Metric.DIRECT: _("direkter Vergleich"),
    Metric.RATING: _("Wertungszahl"),
    Metric.NUMBER: _("Nummer"),
}
FORMULA_NAMES: Mapping[str, Words] = {
    "german": _("linear (12 Punkte sind ein Prozent)"),
    "elo": _("Elo (logistisch)"),
}
#: What a round without a game counts as, in half wins.
WINS: Mapping[int, Words] = {
    2: _("ein Sieg"),
    1: _("ein Unentschieden"),
    0: _("eine Niederlage"),
}


@dataclass(frozen=True)
class Options(OptionSet):
    """How a tournament is run; what is left out is as in German practice."""

    ruleset: str = option(
        Choice("tournament", RULESET_NAMES),
        _("Regelwerk"),
        _("Steine, Buchstabenwerte, Bonuspunkte und Uhr; steht fest, sobald gespielt wird."),
    )
    bye_wins2: int = option(
        Number(2, (0, 2), words=WINS),
        _("Freilos zählt"),
        _("Was ein Freilos bringt, wenn die Zahl der Spieler ungerade ist, in halben Siegen."),
    )
    bye_spread: int = option(
        Number(50, (-1000, 1000)),
        _("Differenz beim Freilos"),
        _("So viel bringt ein Freilos zur Differenz."),
    )
    set_bye_wins2: int = option(
        Number(2, (0, 2), words=WINS),
        _("Spielfrei auf Wunsch zählt"),
        _("Was es bringt, wenn die Turnierleitung jemandem spielfrei gibt, in halben Siegen."),
    )
    set_bye_spread: int = option(
        Number(50, (-1000, 1000)),
        _("Differenz bei spielfrei auf Wunsch"),
        _("So viel bringt spielfrei auf Wunsch zur Differenz."),
    )
    absent_wins2: int = option(
        Number(0, (0, 2), words=WINS),
        _("Abwesenheit zählt"),
        _("Was eine Runde bringt, in der jemand fehlt, in halben Siegen."),
    )
    absent_spread: int = option(
        Number(0, (-1000, 1000)),
        _("Differenz bei Abwesenheit"),
        _("So viel bringt eine Runde zur Differenz, in der jemand fehlt."),
    )
    forfeit_spread: int = option(
        Number(50, (0, 1000)),
        _("Differenz beim kampflosen Sieg"),
        _("So viel bekommt, wer da war; wer fehlte, hat ebenso viel gegen sich."),
    )
    spread_cap: int = option(
        Number(0, (0, 10_000)),
        _("Höchste Differenz einer Partie (0: keine Grenze)"),
        _("Mehr als das kommt durch eine Partie nicht zur Differenz; 0: keine Grenze."),
    )
    metrics: tuple[Metric, ...] = option(
        Choices((Metric.WINS, Metric.SPREAD), METRIC_NAMES),
        _("Kriterien"),
        _("Was die Plätze entscheidet; bei Gleichstand zählt das nächste."),
    )
    team_best_of: int = option(
        Number(0, (0, 100)),
        _("So viele zählen für die Mannschaft (0: alle)"),
        _("So viele der Besten einer Mannschaft werden zusammengezählt; 0: alle."),
    )
    rating: str = option(
        Choice("german", FORMULA_NAMES),
        _("Wertungszahlen berechnen"),
        _("Nach welcher Formel sich Wertungszahlen ändern."),
    )
    players_report: bool = option(
        Flag(True),
        _("Spieler melden Ergebnisse am Telefon"),
        _("Ob Spieler ihre Ergebnisse selbst melden dürfen."),
    )
    both_report: bool = option(
        Flag(True),
        _("Beide müssen dasselbe melden"),
        _("Ob ein Ergebnis, das erst einer gemeldet hat, auf den anderen wartet."),
    )
    unusual_points: int = option(
        Number(100, (0, 10_000)),
        _("Nachfragen ab so viel über dem Üblichen (0: nie)"),
        _("Bei einem Ergebnis, das so weit über dem Üblichen liegt, wird nachgefragt; 0: nie."),
    )
    place_points: tuple[int, ...] = option(
        Numbers((5, 3, 2, 1), (0, 1000), (1, 20)),
        _("Punkte für die Plätze"),
        _("Was die Plätze an einem Tisch des Vereinsabends bringen; alle weiteren bringen 0."),
    )

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

    def clash(self) -> tuple[str, str] | None:
        if not self.metrics:
            return "metrics", gettext("Es braucht mindestens ein Kriterium.")
        if any(better < worse for better, worse in pairwise(self.place_points)):
            problem = gettext(
                "Ein schlechterer Platz kann nicht mehr Punkte bringen als ein besserer."
            )
            return "place_points", problem
        return None


#: Evenings are played as the booklet has it, tournaments by the clock.
EVENING = Options(ruleset="standard")
