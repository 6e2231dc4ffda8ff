"""How one Simultan game is played: everything about it that is chosen before the start."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from enum import StrEnum
from typing import Any, Self
from zoneinfo import ZoneInfo

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.calendar import Calendar
from engine.draws import DrawRule
from engine.rulesets import RULESETS, Ruleset
from referee.messages import RULESETS as RULESET_NAMES
from referee.options import Choice, Flag, Number, OptionSet, TimeOfDay, TimeZone, option

#: What may be changed while a game runs, as no result follows from it.
CHANGEABLE_LATER = ("double_entry",)
WEEK = 7 * 24 * 3600
#: How long a round may be.
SHORTEST_SECONDS, LONGEST_SECONDS = 30, 8 * WEEK
#: How much time a deadline by the calendar may leave at least, and after how many days it may be.
MOST_LEAST_SECONDS, MOST_DAYS = 6 * WEEK, 42
MOST_SOLO_BONUS = 100
#: The federation's times with the seconds left at which the time is called.
TIME_PRESETS: Mapping[int, int] = {180: 30, 150: 30, 120: 30, 90: 20, 60: 20}


def usual_call(limit_seconds: int) -> int:
    """So many seconds before the end a time is called, unless a game says otherwise."""
    return TIME_PRESETS.get(limit_seconds, min(30, limit_seconds // 2))


class Variant(StrEnum):
    NORMAL = "normal"
    #: Eight tiles on the rack, of which a move lays at most seven.
    SEVEN_OF_EIGHT = "seven_of_eight"
    #: Eight tiles on the rack, 75 points for laying them all.
    SEVEN_AND_EIGHT = "seven_and_eight"


class Reference(StrEnum):
    """Which move is laid on everybody's board."""

    TOP = "top"
    BEST_HANDED_IN = "best_handed_in"


class ClosesOn(StrEnum):
    """When a round's time is up."""

    LIMIT = "limit"
    DAYS = "days"
    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"


WEEKDAYS = tuple(ClosesOn)[2:]


class AfterOutage(StrEnum):
    """What becomes of a round at whose deadline no server ran."""

    GIVE_BACK = "give_back"
    WAIT = "wait"


class Declared(StrEnum):
    """What happens to a valid move whose declared points are wrong or missing."""

    CORRECT = "correct"
    WARN = "warn"
    LOWER = "lower"
    ZERO = "zero"


@dataclass(frozen=True)
class Options(OptionSet):
    """How a game is played; what is left out is as in the German profile."""

    ruleset: str = option(
        Choice("standard", RULESET_NAMES),
        _("Regelwerk"),
        _(
            "Standard: 102 Steine, 7 auf dem Bänkchen, 50 Punkte für alle sieben; Kompakt und "
            "Turnier sind im Simultan dasselbe, sie unterscheiden sich nur zu zweit. Reise: das "
            "historische Reisespiel mit 119 Steinen, 8 auf dem Bänkchen, 50 Punkte für alle acht."
        ),
    )
    variant: Variant = option(
        Choice(
            Variant.NORMAL,
            {
                Variant.NORMAL: _("7 auf dem Bänkchen"),
                Variant.SEVEN_OF_EIGHT: _("7 aus 8"),
                Variant.SEVEN_AND_EIGHT: _("7 und 8, 75 Punkte für alle acht"),
            },
        ),
        _("Steine"),
        _("Wie viele Steine auf dem Bänkchen sind, und wie viele davon ein Zug legen darf."),
    )
    joker: bool = option(
        Flag(False),
        _("Jokerspiel"),
        _(
            "Auf jedem Bänkchen liegt genau ein Joker: Wird er gelegt, nimmt der Stein, für den er "
            "steht, seinen Platz ein, wenn der Beutel ihn hat, und der Joker kommt zurück."
        ),
    )
    real_bag: bool = option(
        Flag(False),
        _("Echter Beutel"),
        _(
            "Jemand zieht die Steine aus einem Beutel, und die Spielleitung tippt sie ein; der "
            "Server prüft sie nur. Sonst zieht er selbst. Wechseln geht in jeder Runde."
        ),
    )
    y_is_either: bool = option(
        Flag(False),
        _("Y ist Vokal und Konsonant"),
        _("Das Y zählt als beides, wenn ein Bänkchen Vokale und Konsonanten braucht."),
    )
    leave_returned: bool = option(
        Flag(False),
        _("Rest geht jede Runde in den Beutel"),
        _("Was vom Bänkchen übrig ist, kommt zurück in den Beutel, und alles wird gezogen."),
    )
    limit_seconds: int = option(
        Number(180, (SHORTEST_SECONDS, LONGEST_SECONDS), is_time=True),
        _("Bedenkzeit"),
        _("So lange werden Züge angenommen, in Sekunden; nach dem Kalender mindestens so lange."),
    )
    closes_on: ClosesOn = option(
        Choice(
            ClosesOn.LIMIT,
            {
                ClosesOn.LIMIT: _("nach der Bedenkzeit"),
                ClosesOn.DAYS: _("alle paar Tage"),
                ClosesOn.MONDAY: _("montags"),
                ClosesOn.TUESDAY: _("dienstags"),
                ClosesOn.WEDNESDAY: _("mittwochs"),
                ClosesOn.THURSDAY: _("donnerstags"),
                ClosesOn.FRIDAY: _("freitags"),
                ClosesOn.SATURDAY: _("samstags"),
                ClosesOn.SUNDAY: _("sonntags"),
            },
        ),
        _("Schluss"),
        _("Ob eine Runde nach der Bedenkzeit endet oder nach dem Kalender, zu einer Uhrzeit."),
    )
    closes_days: int = option(
        Number(1, (1, MOST_DAYS)),
        _("Schluss alle … Tage"),
        _("Wenn alle paar Tage Schluss ist: 1 heißt täglich, 2 jeden zweiten Tag."),
    )
    closes_time: str = option(
        TimeOfDay("18:00"),
        _("Schluss um"),
        _("Zu dieser Uhrzeit, wenn nach dem Kalender Schluss ist; auch nach einer Zeitumstellung."),
    )
    time_zone: str = option(
        TimeZone("Europe/Berlin"),
        _("Zeitzone"),
        _("Wessen Uhren gelten, wenn nach dem Kalender Schluss ist."),
    )
    after_outage: AfterOutage = option(
        Choice(
            AfterOutage.GIVE_BACK,
            {
                AfterOutage.GIVE_BACK: _("gibt es die fehlende Zeit zurück"),
                AfterOutage.WAIT: _("wartet die Runde auf die Spielleitung"),
            },
        ),
        _("War der Server zum Schluss weg,"),
        _("Was geschieht, wenn zum Ende einer Runde niemand abgeben konnte."),
    )
    call_seconds: int = option(
        Number(30, (0, 3600)),
        _("Ansage vor Schluss (Sekunden)"),
        _("So viele Sekunden vor dem Ende wird die Zeit angesagt; 0: gar nicht."),
    )
    reference: Reference = option(
        Choice(
            Reference.TOP,
            {
                Reference.TOP: _("der Spitzenzug"),
                Reference.BEST_HANDED_IN: _("der beste abgegebene Zug"),
            },
        ),
        _("Gelegt wird"),
        _("Welcher Zug nach der Runde auf allen Brettern liegt."),
    )
    declared: Declared = option(
        Choice(
            Declared.CORRECT,
            {
                Declared.CORRECT: _("werden berichtigt"),
                Declared.WARN: _("werden berichtigt, mit Verwarnung"),
                Declared.LOWER: _("die kleinere Zahl gilt, ohne Angabe 0"),
                Declared.ZERO: _("der Zug zählt 0"),
            },
        ),
        _("Falsche Punkte"),
        _("Was mit einem gültigen Zug geschieht, dessen Punkte falsch angegeben sind oder fehlen."),
    )
    solo_bonus: int = option(
        Number(0, (0, MOST_SOLO_BONUS)),
        _("Solo-Bonus (Punkte)"),
        _("Was bekommt, wer als Einziger das beste Ergebnis hat; 0: nichts."),
    )
    solo_least_players: int = option(
        Number(16, (2, 10_000)),
        _("Solo-Bonus ab (Teilnehmer)"),
        _("Den Solo-Bonus gibt es erst, wenn so viele mitspielen."),
    )
    free_warnings: int = option(
        Number(3, (0, 100)), _("Freie Verwarnungen"), _("So viele Verwarnungen kosten nichts.")
    )
    warning_deduction: int = option(
        Number(0, (0, 100)),
        _("Abzug für jede weitere (Punkte)"),
        _("Was jede Verwarnung nach den freien kostet; 0: nichts."),
    )
    needs_hall_part: bool = option(
        Flag(False),
        _("Beginnt nicht ohne den Teil des Saals"),
        _("Gestartet wird erst, wenn genannt ist, was außer dem Geheimnis die Ziehungen bestimmt."),
    )
    double_entry: bool = option(
        Flag(False),
        _("Doppelte Eingabe"),
        _("Zwei tippen jeden Zettel, ohne einander zu sehen; über Unterschiede wird entschieden."),
    )
    automatic: bool = option(
        Flag(False),
        _("Läuft von selbst"),
        _("Runden werden ohne Spielleitung veröffentlicht, gezogen und eröffnet."),
    )
    publish_after_seconds: int = option(
        Number(15, (0, WEEK), is_time=True),
        _("Von selbst veröffentlichen nach"),
        _("So viele Sekunden nach dem Schluss, wenn das Spiel von selbst läuft."),
    )
    next_after_seconds: int = option(
        Number(30, (0, WEEK), is_time=True),
        _("Nächste Runde nach"),
        _("So viele Sekunden nach der Veröffentlichung, wenn das Spiel von selbst läuft."),
    )
    lead_seconds: int = option(
        Number(5, (0, 600)),
        _("Vorlauf (Sekunden)"),
        _("So lange wird heruntergezählt, ehe eine Runde von selbst beginnt; 0: gar nicht."),
    )

    @property
    def rules(self) -> Ruleset:
        rules = RULESETS[self.ruleset]
        match self.variant:
            case Variant.NORMAL:
                return rules
            case Variant.SEVEN_OF_EIGHT:
                return replace(rules, rack_size=8, most_tiles=7)
            case Variant.SEVEN_AND_EIGHT:
                return replace(rules, rack_size=8, most_tiles=8, bonuses={7: 50, 8: 75})

    @property
    def draw_rule(self) -> DrawRule:
        return DrawRule(
            rack_size=self.rules.rack_size,
            y_is_either=self.y_is_either,
            leave_returned=self.leave_returned,
            joker=self.joker,
        )

    def changed(self, data: Mapping[str, Any]) -> Self:
        """Another time brings the call that goes with it, unless `data` has one as well."""
        limit = data.get("limit_seconds", self.limit_seconds)
        if "call_seconds" not in data and type(limit) is int and limit != self.limit_seconds:
            data = {**data, "call_seconds": usual_call(limit)}
        return super().changed(data)

    def deadline(self, opened_at: datetime) -> datetime:
        """When a round's time is up that is opened then."""
        limit = timedelta(seconds=self.limit_seconds)
        if self.closes_on is ClosesOn.LIMIT:
            return opened_at + limit
        calendar = Calendar(
            at=time.fromisoformat(self.closes_time),
            zone=ZoneInfo(self.time_zone),
            weekday=WEEKDAYS.index(self.closes_on) if self.closes_on in WEEKDAYS else None,
            days=self.closes_days,
        )
        return calendar.deadline(opened_at, limit)

    def clash(self) -> tuple[str, str] | None:
        if self.call_seconds >= self.limit_seconds:
            return "call_seconds", gettext("Die Ansage muss vor dem Ende liegen.")
        if self.closes_on is not ClosesOn.LIMIT and self.limit_seconds > MOST_LEAST_SECONDS:
            problem = gettext("Nach dem Kalender darf die Bedenkzeit höchstens sechs Wochen sein.")
            return "limit_seconds", problem
        if self.variant is not Variant.NORMAL and RULESETS[self.ruleset].rack_size != 7:
            return "variant", gettext("Diese Variante braucht ein Regelwerk mit 7 Steinen.")
        if self.double_entry and self.automatic:
            problem = gettext("Über Unterschiede der Zettel muss jemand entscheiden.")
            return "double_entry", problem
        if self.joker and self.leave_returned:
            problem = gettext("Ein Jokerspiel behält seinen Rest: Das geht nicht zusammen.")
            return "joker", problem
        if self.real_bag and self.automatic:
            problem = gettext("Aus einem echten Beutel zieht kein Spiel von selbst.")
            return "real_bag", problem
        return None
