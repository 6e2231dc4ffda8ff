"""Forms of the desk: creating a tournament, its options, and the plan of a division's rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee import option_forms
from referee.option_forms import YES_OR_NO, choice_field
from tournaments.entries.new_entries import MOST_ROUNDS
from tournaments.labels import LABELS
from tournaments.models import Tournament
from tournaments.options import METRIC_NAMES, Options
from tournaments.pairing import METHODS, method_json, read_method
from tournaments.rounds.presets import PRESETS, Preset

#: So many things can rank the players; more are shown where a tournament has more.
METRICS_SHOWN = 4
#: The plan that is another tournament's.
LIKE = "like"


def _day(label: Any) -> forms.DateField:
    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=widget)


class OptionsForm(option_forms.OptionsForm):
    """The options of a tournament with rounds, what ranks the players place by place."""

    #: The metrics have several fields, and what the places bring matters only on an evening.
    OPTIONS = tuple(name for name in Options.described() if name not in ("metrics", "place_points"))

    def __init__(self, data: Any = None, *, base: Options, **more: Any) -> None:
        super().__init__(data, base=base, **more)
        places = range(1, max(METRICS_SHOWN, len(base.metrics)) + 1)
        self.metric_names = [f"metric_{place}" for place in places]
        for name, place, metric in zip_longest(self.metric_names, places, base.metrics):
            self.fields[name] = choice_field(
                gettext("{place}. Kriterium").format(place=place),
                {"": "–", **METRIC_NAMES},
                initial=metric or "",
            )

    @property
    def metric_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.metric_names]

    def chosen(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        chosen = super().chosen(cleaned)
        if any(name in self.data for name in self.metric_names):
            chosen["metrics"] = [cleaned[name] for name in self.metric_names if cleaned.get(name)]
        return chosen

    def field_about(self, option: str) -> str:
        return self.metric_names[0] if option == "metrics" else option


class EveningOptionsForm(option_forms.OptionsForm):
    """The options that matter on a club evening."""

    OPTIONS = ("ruleset", "place_points")

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["ruleset"].label = _("Regelwerk für das Brettspiel")


class EveningForm(EveningOptionsForm):
    """A new club evening: a name, and whatever shall differ from the usual."""

    name = forms.CharField(label=_("Name"), max_length=200)
    place = forms.CharField(label=_("Ort"), max_length=200, required=False)
    is_listed = forms.BooleanField(label=_("Auf der Startseite zeigen"), required=False)
    is_test = forms.BooleanField(label=_("Nur ein Test"), required=False)


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
        if not self.errors and cleaned["preset"] in PRESETS:
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
    is_test = forms.BooleanField(label=_("Nur ein Test"), required=False)

    def __init__(self, data: Any = None, *, like: Tournament | None = None, **more: Any) -> None:
        """`like`: one whose rounds may be taken over, as they are unless another plan is chosen."""
        super().__init__(data, **more)
        self.like = like
        if like is not None:
            field: Any = self.fields["preset"]
            field.choices = [(LIKE, self._like_preset().name), *field.choices]
            self.initial["preset"] = LIKE

    def _like_preset(self) -> Preset:
        name = gettext("Wie „{name}“").format(name=self.like and self.like.name)
        meaning = gettext("dieselben Gruppen und Runden; die Optionen darunter sind von dort")
        return Preset(name, meaning, 1, 1, lambda _rounds: ())

    @property
    def presets(self) -> list[tuple[str, Preset, bool]]:
        if self.like is None:
            return super().presets
        chosen = self["preset"].value()
        return [(LIKE, self._like_preset(), chosen == LIKE), *super().presets]


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
    starts = choice_field(
        _("Schweizer System: ausgeglichenes Anfangen"),
        {"even": _("so weit es die Siege erlauben"), "strict": _("geht den Siegen vor")},
    )
    groups = forms.IntegerField(
        label=_("Jeder gegen jeden: Zahl der Teilgruppen"),
        required=False,
        min_value=1,
        max_value=500,
    )
    double = choice_field(_("Jeder gegen jeden: Hin- und Rückspiel"), YES_OR_NO)
    players = forms.IntegerField(
        label=_("K.-o.: so viele der Besten spielen mit (0: alle)"),
        required=False,
        min_value=0,
        max_value=1024,
    )
    best_of = choice_field(
        _("K.-o.: zum Weiterkommen braucht es"),
        {1: _("ein Sieg"), 3: _("zwei Siege"), 5: _("drei Siege"), 7: _("vier Siege")},
    )
    places = forms.IntegerField(
        label=_("K.-o.: ausgespielte Plätze (2: nur Finale, 4: auch Platz 3)"),
        required=False,
        min_value=2,
        max_value=1024,
    )
    others = choice_field(
        _("K.-o.: wer nicht dabei ist"),
        {
            "none": _("spielt nicht"),
            **{name: LABELS[name] for name in ("swiss", "koth", "qoth", "australian")},
        },
    )

    def __init__(
        self, data: Any = None, *, schedule: Sequence[Mapping[str, Any]], drafted: int = 0
    ) -> None:
        self.schedule = [method_json(read_method(method)) for method in schedule]
        self.drafted = drafted
        super().__init__(data, initial={"rounds": len(schedule)} | self._options_now())
        for number, method in enumerate(self.schedule, start=1):
            name = f"round_{number}"
            self.fields[name] = choice_field(
                gettext("Runde {number}").format(number=number),
                {name: LABELS[name] for name in METHODS},
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
