"""Forms of the desk: creating a tournament, its options, and the plan of a division's rounds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.rulesets import RULESETS
from referee.errors import Invalid
from tournaments.entries.services.divisions import MOST_ROUNDS
from tournaments.labels import LABELS
from tournaments.options import BOUNDS, Options, read_options
from tournaments.pairing import METHODS, method_json, read_method
from tournaments.ratings import FORMULAS
from tournaments.rounds.presets import PRESETS, Preset
from tournaments.standings import Metric

#: So many things can rank the players; more are shown where a tournament has more.
METRICS_SHOWN = 4
WINS = ((2, _("ein Sieg")), (1, _("ein Unentschieden")), (0, _("eine Niederlage")))
YES_OR_NO = (("True", _("ja")), ("False", _("nein")))


def _named(values: Sequence[str] | Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(value, LABELS[value]) for value in values]


def _choice(label: Any, choices: Any, **more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=choices, required=False, empty_value=None, **more
    )


def _yes_or_no(label: Any) -> forms.TypedChoiceField:
    return _choice(label, YES_OR_NO, coerce=lambda text: text == "True")


def _wins(label: Any) -> forms.TypedChoiceField:
    return _choice(label, WINS, coerce=int)


def _number(name: str, label: Any) -> forms.IntegerField:
    least, most = BOUNDS[name]
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


def _day(label: Any) -> forms.DateField:
    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=widget)


class OptionsForm(forms.Form):
    """Every option of a tournament; what is left empty stays as `base` has it."""

    ruleset = _choice(_("Regelwerk"), _named(RULESETS))
    rating = _choice(_("Wertungszahlen berechnen"), _named(FORMULAS))
    bye_wins2 = _wins(_("Freilos zählt"))
    bye_spread = _number("bye_spread", _("Differenz beim Freilos"))
    set_bye_wins2 = _wins(_("Spielfrei auf Wunsch zählt"))
    set_bye_spread = _number("set_bye_spread", _("Differenz bei spielfrei auf Wunsch"))
    absent_wins2 = _wins(_("Abwesenheit zählt"))
    absent_spread = _number("absent_spread", _("Differenz bei Abwesenheit"))
    forfeit_spread = _number("forfeit_spread", _("Differenz beim kampflosen Sieg"))
    spread_cap = _number("spread_cap", _("Höchste Differenz einer Partie (0: keine Grenze)"))
    team_best_of = _number("team_best_of", _("So viele zählen für die Mannschaft (0: alle)"))
    players_report = _yes_or_no(_("Spieler melden Ergebnisse am Telefon"))
    both_report = _yes_or_no(_("Beide müssen dasselbe melden"))
    unusual_points = _number(
        "unusual_points", _("Nachfragen ab so viel über dem Üblichen (0: nie)")
    )

    #: The fields that are options, but for the metrics and what matters only on an evening.
    OPTIONS = tuple(name for name in asdict(Options()) if name not in ("metrics", "place_points"))

    def __init__(
        self,
        data: Any = None,
        *,
        base: Options,
        initial: Mapping[str, Any] | None = None,
        is_running: bool = False,
    ) -> None:
        initial = base.as_json() | dict(initial or {})
        metrics = initial.pop("metrics")
        self.metric_names = []
        for place in range(max(METRICS_SHOWN, len(metrics))):
            name = f"metric_{place + 1}"
            self.metric_names.append(name)
            initial[name] = metrics[place] if place < len(metrics) else ""
        super().__init__(data, initial=initial)
        self.base = base
        self.fields["ruleset"].disabled = is_running
        for place, name in enumerate(self.metric_names, start=1):
            self.fields[name] = _choice(
                gettext("{place}. Kriterium").format(place=place),
                [("", "–"), *_named(list(Metric))],
            )

    @property
    def metric_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.metric_names]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OPTIONS]

    def clean(self) -> dict[str, Any]:
        """Adds `options`; what the rules of the options refuse stands at its field."""
        cleaned = super().clean() or self.cleaned_data
        chosen = {name: cleaned[name] for name in self.OPTIONS if cleaned.get(name) is not None}
        if any(name in self.data for name in self.metric_names):
            chosen["metrics"] = [cleaned[name] for name in self.metric_names if cleaned.get(name)]
        if not self.errors:
            try:
                cleaned["options"] = read_options(chosen, self.base)
            except Invalid as fault:
                name = str(fault.detail["field"]).removeprefix("options.")
                name = self.metric_names[0] if name == "metrics" else name
                self.add_error(name, str(fault.detail["problem"]))
        return cleaned


class EveningOptionsForm(forms.Form):
    """The options that matter on a club evening; what is left empty stays as `base` has it."""

    ruleset = _choice(_("Regelwerk für das Brettspiel"), _named(RULESETS))
    place_points = forms.CharField(label=_("Punkte für die Plätze"), required=False, max_length=120)

    def __init__(
        self,
        data: Any = None,
        *,
        base: Options,
        initial: Mapping[str, Any] | None = None,
        is_running: bool = False,
    ) -> None:
        points = ", ".join(map(str, base.place_points))
        shown = {"ruleset": base.ruleset, "place_points": points}
        super().__init__(data, initial=shown | dict(initial or {}))
        self.base = base
        self.fields["ruleset"].disabled = is_running

    def clean(self) -> dict[str, Any]:
        """Adds `options`; what the rules of the options refuse stands at its field."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        chosen: dict[str, Any] = {}
        if cleaned.get("ruleset"):
            chosen["ruleset"] = cleaned["ruleset"]
        if typed := re.findall(r"[^\s,;]+", cleaned.get("place_points", "")):
            chosen["place_points"] = _numbers(typed)
        try:
            cleaned["options"] = read_options(chosen, self.base)
        except Invalid as fault:
            name = str(fault.detail["field"]).removeprefix("options.")
            self.add_error(name, str(fault.detail["problem"]))
        return cleaned


def _numbers(texts: Sequence[str]) -> list[Any]:
    """Whole numbers; what is none stays as it is, and is refused as an option."""
    return [int(text) if re.fullmatch("[0-9]{1,6}", text) else text for text in texts]


class EveningForm(EveningOptionsForm):
    """A new club evening: a name, and whatever shall differ from the usual."""

    name = forms.CharField(label=_("Name"), max_length=200)
    place = forms.CharField(label=_("Ort"), max_length=200, required=False)
    is_listed = forms.BooleanField(label=_("Auf der Startseite zeigen"), required=False)


def _rounds(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=MOST_ROUNDS)


class PresetForm(forms.Form):
    """A plan for all rounds of a division, by its name."""

    preset = forms.ChoiceField(
        label=_("Vorlage"), choices=[(key, preset.name) for key, preset in PRESETS.items()]
    )
    rounds = _rounds(_("Runden (leer: wie üblich)"))

    def clean(self) -> dict[str, Any]:
        """Adds `schedule`."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            preset = PRESETS[cleaned["preset"]]
            rounds = cleaned.get("rounds")
            if rounds is not None and rounds < preset.least_rounds:
                problem = gettext("So sind es mindestens {least} Runden.")
                self.add_error("rounds", problem.format(least=preset.least_rounds))
            cleaned["schedule"] = preset.schedule(rounds)
        return cleaned

    @property
    def presets(self) -> list[tuple[str, Preset, bool]]:
        chosen = self["preset"].value()
        return [(key, preset, key == chosen) for key, preset in PRESETS.items()]


class DaysForm(forms.Form):
    """On which days a tournament is played."""

    starts_on = _day(_("Erster Tag"))
    ends_on = _day(_("Letzter Tag"))


class TournamentForm(OptionsForm, PresetForm, DaysForm):
    """A new tournament: a name, a plan for its rounds, and whatever shall differ from the usual."""

    name = forms.CharField(label=_("Name"), max_length=200)
    place = forms.CharField(label=_("Ort"), max_length=200, required=False)
    is_listed = forms.BooleanField(label=_("Auf der Startseite zeigen"), required=False)


class ScheduleForm(forms.Form):
    """How each round of a division is paired; the rounds that are paired already stay as they are.

    The options of a method are the same in all rounds that are changed here. A round stays wholly
    as it is when neither its method nor the options of that are changed.
    """

    rounds = _rounds(_("Runden insgesamt"))
    avoid_clubs = forms.IntegerField(
        label=_("Schweizer System: bis zu dieser Runde nicht gegen den eigenen Verein"),
        required=False,
        min_value=0,
        max_value=100,
    )
    starts = _choice(
        _("Schweizer System: ausgeglichenes Anfangen"),
        (("even", _("so weit es die Siege erlauben")), ("strict", _("geht den Siegen vor"))),
    )
    groups = forms.IntegerField(
        label=_("Jeder gegen jeden: Zahl der Teilgruppen"),
        required=False,
        min_value=1,
        max_value=500,
    )
    double = _choice(
        _("Jeder gegen jeden: Hin- und Rückspiel"),
        YES_OR_NO,
        coerce=lambda text: text == "True",
    )
    players = forms.IntegerField(
        label=_("K.-o.: so viele der Besten spielen mit (0: alle)"),
        required=False,
        min_value=0,
        max_value=1024,
    )
    best_of = _choice(
        _("K.-o.: zum Weiterkommen braucht es"),
        ((1, _("ein Sieg")), (3, _("zwei Siege")), (5, _("drei Siege")), (7, _("vier Siege"))),
        coerce=int,
    )
    places = forms.IntegerField(
        label=_("K.-o.: ausgespielte Plätze (2: nur Finale, 4: auch Platz 3)"),
        required=False,
        min_value=2,
        max_value=1024,
    )
    others = _choice(
        _("K.-o.: wer nicht dabei ist"),
        (
            ("none", _("spielt nicht")),
            *((name, LABELS[name]) for name in ("swiss", "koth", "qoth", "australian")),
        ),
    )

    def __init__(
        self, data: Any = None, *, schedule: Sequence[Mapping[str, Any]], drafted: int = 0
    ) -> None:
        self.schedule = [method_json(read_method(method)) for method in schedule]
        self.drafted = drafted
        super().__init__(data, initial={"rounds": len(schedule)} | self._options_now())
        for number, method in enumerate(self.schedule, start=1):
            name = f"round_{number}"
            self.fields[name] = _choice(
                gettext("Runde {number}").format(number=number),
                _named(METHODS),
                initial=method["method"],
                disabled=number <= drafted,
            )

    @property
    def round_fields(self) -> list[forms.BoundField]:
        return [self[f"round_{number}"] for number in range(1, len(self.schedule) + 1)]

    @property
    def method_options(self) -> list[forms.BoundField]:
        """Those of methods that a round of the plan has, or may be given."""
        return [self[name] for name in self.fields if name in _OPTIONS_SHOWN]

    def clean(self) -> dict[str, Any]:
        """Adds `schedule`."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        planned = [
            self._planned(number, str(cleaned.get(f"round_{number}") or method["method"]))
            for number, method in enumerate(self.schedule, start=1)
        ]
        rounds = cleaned.get("rounds") or len(planned)
        planned += [planned[-1]] * (rounds - len(planned))
        cleaned["schedule"] = planned[: max(rounds, self.drafted)]
        return cleaned

    def _planned(self, number: int, name: str) -> dict[str, Any]:
        before = self.schedule[number - 1]
        names = [field.name for field in fields(METHODS[name])]
        is_same = before["method"] == name and not any(
            option in self.changed_data for option in names
        )
        if number <= self.drafted or is_same:
            return before
        options: dict[str, Any] = {"method": name}
        for option in names:
            value = self.cleaned_data.get(option)
            if option == "others":
                options[option] = None if value in (None, "none") else {"method": value}
            elif value is not None:
                options[option] = value
        return options

    def _options_now(self) -> dict[str, Any]:
        """The options of each method as the plan has them, of the last round that uses it."""
        now: dict[str, Any] = {}
        for name, kind in METHODS.items():
            used = [method for method in self.schedule if method["method"] == name]
            chosen = used[-1] if used else method_json(kind())
            now |= {key: value for key, value in chosen.items() if key in _OPTIONS_SHOWN}
        # As a select sends them, so that what is left alone is not taken for changed.
        now |= {name: str(now[name]) for name in ("double", "best_of")}
        if isinstance(now["others"], dict):
            now["others"] = now["others"]["method"]
        now["others"] = now["others"] or "none"
        return now


_OPTIONS_SHOWN = (
    "avoid_clubs",
    "starts",
    "groups",
    "double",
    "players",
    "best_of",
    "places",
    "others",
)
