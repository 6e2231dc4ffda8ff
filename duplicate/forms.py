"""Forms of the desk: creating a game, and changing how it is played."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.options import TIME_PRESETS, ClosesOn, Declared, Options, Reference, usual_call
from referee import option_forms
from referee.errors import Invalid
from referee.seconds import read_seconds, tell_seconds

OWN_TIME = "own"
#: The preset that is another game.
LIKE = "like"
HOUR = 3600
DAY = 24 * HOUR


@dataclass(frozen=True)
class Preset:
    """Options that go together, with a name and what they mean."""

    name: str | Promise
    meaning: str | Promise
    options: Options


#: A game that runs for weeks, a round in a newspaper or on a page.
_BY_CALENDAR = Options(
    call_seconds=HOUR,
    reference=Reference.BEST_HANDED_IN,
    automatic=True,
    publish_after_seconds=HOUR,
    next_after_seconds=HOUR,
)

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
        _("Schluss montags um 12:00, der beste eingesandte Zug wird gelegt, läuft von selbst"),
        replace(_BY_CALENDAR, closes_on=ClosesOn.MONDAY, closes_time="12:00", limit_seconds=DAY),
    ),
    "daily": Preset(
        _("Tagesrunde"),
        _("Schluss täglich um 18:00, der beste eingesandte Zug wird gelegt, läuft von selbst"),
        replace(_BY_CALENDAR, closes_on=ClosesOn.DAYS, closes_time="18:00", limit_seconds=6 * HOUR),
    ),
}


class OptionsForm(option_forms.OptionsForm):
    """Every option of a game."""

    OPTIONS = tuple(Options.described())

    def chosen(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """A call that went with the time goes with the new one, unless that is changed too."""
        chosen, base = super().chosen(cleaned), self.base_options().as_json()
        limit, call = base["limit_seconds"], base["call_seconds"]
        if chosen.get("limit_seconds", limit) != limit and call == usual_call(limit) == chosen.get(
            "call_seconds"
        ):
            del chosen["call_seconds"]
        return chosen


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
    preset = forms.ChoiceField(label=_("Vorlage"))
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
    is_test = forms.BooleanField(label=_("Nur ein Test"), required=False)

    def __init__(self, data: Any = None, *, like: Game | None = None, **more: Any) -> None:
        """`like`: a game whose options may be taken over, chosen unless another preset is."""
        super().__init__(data, **more)
        self.known = dict(PRESETS)
        if like is not None:
            name = gettext("Wie „{name}“").format(name=like.name)
            self.known = {LIKE: Preset(name, _("alle Optionen wie dort"), like.options), **PRESETS}
            self.initial["preset"] = LIKE
        preset: Any = self.fields["preset"]
        preset.choices = [(key, preset.name) for key, preset in self.known.items()]
        self.show_given(self.given_options(), more.get("unchanged", ""))

    def given_options(self) -> Options:
        """What preset and time come to, as far as they are chosen and can be read."""
        known = self.known.get(self["preset"].value())
        options, time = known.options if known else Options(), self["time"].value()
        own = self["limit_seconds"].value() or ""
        with suppress(Invalid, ValueError):
            if time:
                limit = read_seconds(own) if time == OWN_TIME else int(time)
                options = options.changed({"limit_seconds": limit, "closes_on": ClosesOn.LIMIT})
        return options

    def clean(self) -> dict[str, Any]:
        """A time chosen is the limit, not the least of a deadline by the calendar."""
        time = self.cleaned_data.get("time")
        if time == OWN_TIME:
            if not self.cleaned_data.get("limit_seconds") and "limit_seconds" not in self.errors:
                self.add_error("limit_seconds", str(_("Wie lange?")))
        elif time:
            self.cleaned_data["limit_seconds"] = int(time)
        if self.cleaned_data.get("limit_seconds") and not self.cleaned_data.get("closes_on"):
            self.cleaned_data["closes_on"] = ClosesOn.LIMIT
        return super().clean()

    def base_options(self) -> Options:
        return self.known[self.cleaned_data["preset"]].options

    @property
    def presets(self) -> list[tuple[str, Preset, bool]]:
        chosen = self["preset"].value()
        return [(key, preset, key == chosen) for key, preset in self.known.items()]

    @property
    def times(self) -> list[tuple[str, str | Promise, bool]]:
        chosen = self["time"].value() or ""
        field = self.fields["time"]
        return [(key, name, key == chosen) for key, name in field.choices]  # type: ignore[attr-defined]
