"""Forms of the desk: creating a game, and changing how it is played."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duplicate.options import (
    BOUNDS,
    TIME_PRESETS,
    WEEK,
    Declared,
    Options,
    Reference,
    Variant,
    read_options,
)
from engine.rulesets import RULESETS
from referee.errors import Invalid
from referee.messages import RULESETS as RULESET_NAMES

_UNITS = {"s": 1, "min": 60, "h": 3600, "d": 24 * 3600, "t": 24 * 3600, "w": WEEK}
_WITH_UNIT = re.compile(r"(\d{1,6}) ?([a-z]+)")
_CLOCK = re.compile(r"(\d{1,4})(?::(\d\d))?(?::(\d\d))?")
OWN_TIME = "own"


@dataclass(frozen=True)
class Preset:
    """Options that go together, with a name and what they mean."""

    name: str | Promise
    meaning: str | Promise
    options: Options


PRESETS: Mapping[str, Preset] = {
    "booklet": Preset(
        _("Spielanleitung"),
        _("3:00 Minuten, falsche Punkte werden berichtigt, keine Verwarnungen"),
        Options(),
    ),
    "federation": Preset(
        _("Verband"),
        _("3:00 Minuten, 10 Punkte Solo-Bonus, drei Verwarnungen frei, dann je 5 Punkte Abzug"),
        Options(solo_bonus=10, declared=Declared.WARN, warning_deduction=5),
    ),
    "blitz": Preset(
        _("Blitz"),
        _("1:00 Minute, Ansage bei 20 Sekunden, fünf Verwarnungen frei, sonst wie beim Verband"),
        Options(
            limit_seconds=60,
            call_seconds=20,
            solo_bonus=10,
            declared=Declared.WARN,
            free_warnings=5,
            warning_deduction=5,
        ),
    ),
    "newspaper": Preset(
        _("Leserrunde"),
        _("Eine Woche Zeit je Runde, der beste eingesandte Zug wird gelegt, läuft von selbst"),
        Options(
            limit_seconds=WEEK,
            call_seconds=3600,
            reference=Reference.BEST_HANDED_IN,
            automatic=True,
            publish_after_seconds=3600,
            next_after_seconds=3600,
        ),
    ),
}

YES_OR_NO = (("True", _("ja")), ("False", _("nein")))


def read_seconds(text: str) -> int:
    """Read '2:30', '3' (minutes), '1:30:00', '45 s', '2 h' or '7 d'. Raises ValueError."""
    typed = " ".join(text.lower().split())
    if found := _WITH_UNIT.fullmatch(typed):
        if found[2] in _UNITS:
            return int(found[1]) * _UNITS[found[2]]
    elif found := _CLOCK.fullmatch(typed):
        first, second, third = (int(part or 0) for part in found.groups())
        return first * 3600 + second * 60 + third if found[3] else first * 60 + second
    raise ValueError(text)


def tell_seconds(seconds: int) -> str:
    """As `read_seconds` reads it: 2:30, or 7 d."""
    for unit, length in (("d", 24 * 3600), ("h", 3600)):
        if seconds >= length and seconds % length == 0:
            return f"{seconds // length} {unit}"
    return f"{seconds // 60}:{seconds % 60:02}"


class SecondsField(forms.CharField):
    """A time, typed as people write it, and kept in seconds."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        try:
            return read_seconds(text)
        except ValueError:
            problem = _("Richtig sind Minuten und Sekunden wie 2:30, oder 36 h, 7 d.")
            raise ValidationError(problem) from None

    def prepare_value(self, value: Any) -> Any:
        return tell_seconds(value) if isinstance(value, int) else value


def _choice(label: Any, choices: Any, **more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=choices, required=False, empty_value=None, **more
    )


def _yes_or_no(label: Any) -> forms.TypedChoiceField:
    return _choice(label, YES_OR_NO, coerce=lambda text: text == "True")


def _number(name: str, label: Any) -> forms.IntegerField:
    least, most = BOUNDS[name]
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


class OptionsForm(forms.Form):
    """Every option of a game; what is left empty stays as `base` has it."""

    limit_seconds = SecondsField(label=_("Bedenkzeit"), required=False)
    call_seconds = _number("call_seconds", _("Ansage vor Schluss (Sekunden)"))
    reference = _choice(
        _("Gelegt wird"),
        (
            (Reference.TOP, _("der Spitzenzug")),
            (Reference.BEST_HANDED_IN, _("der beste abgegebene Zug")),
        ),
    )
    declared = _choice(
        _("Falsche Punkte"),
        (
            (Declared.CORRECT, _("werden berichtigt")),
            (Declared.WARN, _("werden berichtigt, mit Verwarnung")),
            (Declared.LOWER, _("die kleinere Zahl gilt")),
            (Declared.ZERO, _("der Zug zählt 0")),
        ),
    )
    solo_bonus = _number("solo_bonus", _("Solo-Bonus (Punkte)"))
    solo_least_players = _number("solo_least_players", _("Solo-Bonus ab (Teilnehmer)"))
    free_warnings = _number("free_warnings", _("Freie Verwarnungen"))
    warning_deduction = _number("warning_deduction", _("Abzug für jede weitere (Punkte)"))
    ruleset = _choice(_("Regelwerk"), [(name, RULESET_NAMES[name]) for name in RULESETS])
    variant = _choice(
        _("Steine"),
        (
            (Variant.NORMAL, _("7 auf dem Bänkchen")),
            (Variant.SEVEN_OF_EIGHT, _("7 aus 8")),
            (Variant.SEVEN_AND_EIGHT, _("7 und 8, 75 Punkte für alle acht")),
        ),
    )
    joker = _yes_or_no(_("Jokerspiel"))
    y_is_either = _yes_or_no(_("Y ist Vokal und Konsonant"))
    leave_returned = _yes_or_no(_("Rest geht jede Runde in den Beutel"))
    automatic = _yes_or_no(_("Läuft von selbst"))
    publish_after_seconds = SecondsField(label=_("Von selbst veröffentlichen nach"), required=False)
    next_after_seconds = SecondsField(label=_("Nächste Runde nach"), required=False)

    #: The fields that are options.
    OPTIONS = tuple(asdict(Options()))

    def __init__(self, *args: Any, base: Options, unchanged: str | Promise = "", **rest: Any):
        super().__init__(*args, **rest)
        self.base = base
        for name in self.OPTIONS:
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                given: list[Any] = list(field.choices)  # type: ignore[arg-type]
                field.choices = [("", unchanged), *given] if unchanged else given
            elif unchanged:
                field.widget.attrs["placeholder"] = unchanged

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OPTIONS]

    def clean(self) -> dict[str, Any]:
        """Adds `options`; what the rules of the options refuse stands at its field."""
        cleaned = super().clean() or self.cleaned_data
        chosen = {name: cleaned[name] for name in self.OPTIONS if cleaned.get(name) is not None}
        if not self.errors:
            try:
                cleaned["options"] = read_options(chosen, self.base_options())
            except Invalid as fault:
                name = str(fault.detail["field"]).removeprefix("options.")
                self.add_error(name, str(fault.detail["problem"]))
        return cleaned

    def base_options(self) -> Options:
        return self.base


def _start() -> forms.DateTimeField:
    return forms.DateTimeField(
        label=_("Startet von selbst am"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


class StartForm(forms.Form):
    """When a game starts by itself, if it does."""

    starts_at = _start()


class GameForm(OptionsForm):
    """A new game: a name, a preset, a time, and whatever shall differ from the preset."""

    name = forms.CharField(label=_("Name"), max_length=200)
    preset = forms.ChoiceField(
        label=_("Vorlage"), choices=[(key, preset.name) for key, preset in PRESETS.items()]
    )
    time = forms.ChoiceField(
        label=_("Bedenkzeit"),
        required=False,
        choices=[
            ("", _("wie Vorlage")),
            *((str(seconds), tell_seconds(seconds)) for seconds in TIME_PRESETS),
            (OWN_TIME, _("eigene")),
        ],
    )
    starts_at = _start()
    is_listed = forms.BooleanField(label=_("Auf der Startseite zeigen"), required=False)

    def clean(self) -> dict[str, Any]:
        """A time chosen brings the call that goes with it, unless one is given."""
        time = self.cleaned_data.get("time")
        if time == OWN_TIME:
            if not self.cleaned_data.get("limit_seconds") and "limit_seconds" not in self.errors:
                self.add_error("limit_seconds", str(_("Wie lange?")))
        elif time:
            self.cleaned_data["limit_seconds"] = int(time)
        limit = self.cleaned_data.get("limit_seconds")
        if limit and self.cleaned_data.get("call_seconds") is None:
            self.cleaned_data["call_seconds"] = TIME_PRESETS.get(limit, min(30, limit // 2))
        return super().clean()

    def base_options(self) -> Options:
        return PRESETS[self.cleaned_data["preset"]].options

    @property
    def presets(self) -> list[tuple[str, Preset, bool]]:
        chosen = self["preset"].value()
        return [(key, preset, key == chosen) for key, preset in PRESETS.items()]

    @property
    def times(self) -> list[tuple[str, str | Promise, bool]]:
        chosen = self["time"].value() or ""
        field = self.fields["time"]
        return [(key, name, key == chosen) for key, name in field.choices]  # type: ignore[attr-defined]
