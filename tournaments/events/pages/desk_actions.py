"""Actions of the desk on the tournament: days, options, divisions, words, webhooks."""

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.events import posted
from referee.events.desk import Actions, ShownOnce
from tournaments.entries.services import divisions
from tournaments.events import services as events
from tournaments.events.locking import Kind, require_kind
from tournaments.events.pages import named
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.finding import find_ruling
from tournaments.forms import (
    DaysForm,
    EveningOptionsForm,
    OptionsForm,
    PresetForm,
    ScheduleForm,
)
from tournaments.kinds import has_rounds
from tournaments.models import Division, WordRuling
from tournaments.webhooks import services as webhooks
from tournaments.words import services as words

ACTIONS = Actions[Visit]()


@ACTIONS.action("change", part="settings")
def _change(visit: Visit) -> None:
    days = posted.cleaned(DaysForm(visit.request.POST))
    events.change_tournament(
        visit.tournament,
        visit.at,
        by=visit.by,
        name=posted.text_of(visit, "name"),
        place=posted.text_of(visit, "place"),
        is_listed="is_listed" in visit.request.POST,
        starts_on=days["starts_on"],
        ends_on=days["ends_on"],
    )
    messages.success(visit.request, _("Gespeichert."))


@ACTIONS.action("options", part="settings")
def _options(visit: Visit) -> None:
    form = OptionsForm if has_rounds(visit.tournament) else EveningOptionsForm
    chosen = posted.cleaned(form(visit.request.POST, base=visit.tournament.options))
    events.change_tournament(visit.tournament, visit.at, by=visit.by, options=chosen["options"])
    messages.success(visit.request, _("Gespeichert."))


@ACTIONS.action("finish")
def _finish(visit: Visit) -> None:
    events.finish_tournament(visit.tournament, visit.at, by=visit.by)


@ACTIONS.action("reopen")
def _reopen(visit: Visit) -> None:
    events.reopen_tournament(visit.tournament, visit.at, by=visit.by)


# Divisions


@ACTIONS.action("make_division", part="division")
def _make_division(visit: Visit) -> None:
    schedule = posted.cleaned(PresetForm(visit.request.POST))["schedule"]
    name = posted.text_of(visit, "name")
    made = divisions.make_division(visit.tournament, name, schedule, visit.at, by=visit.by)
    told = _("Die Gruppe „{name}“ ist da; oben wechselst du zu ihr.")
    messages.success(visit.request, told.format(name=made.name))


@ACTIONS.action("rename_division", part="division")
def _rename_division(visit: Visit) -> None:
    name = posted.text_of(visit, "name")
    divisions.change_division(named.division_of(visit), visit.at, by=visit.by, name=name)


@ACTIONS.action("remove_division", part="division")
def _remove_division(visit: Visit) -> None:
    divisions.remove_division(named.division_of(visit), visit.at, by=visit.by)


@ACTIONS.action("schedule", part="division")
def _schedule(visit: Visit) -> None:
    division = _planned_division(visit)
    drafted = division.rounds.count()
    form = ScheduleForm(visit.request.POST, schedule=division.schedule, drafted=drafted)
    schedule = posted.cleaned(form)["schedule"]
    divisions.change_division(division, visit.at, by=visit.by, schedule=schedule)
    messages.success(visit.request, _("Gespeichert."))


@ACTIONS.action("preset", part="division")
def _preset(visit: Visit) -> None:
    schedule = posted.cleaned(PresetForm(visit.request.POST))["schedule"]
    division = named.division_of(visit)
    divisions.change_division(division, visit.at, by=visit.by, schedule=schedule)


@ACTIONS.action("fit")
def _fit(visit: Visit) -> None:
    """As many rounds as are asked for, paired as the last one is."""
    division = _planned_division(visit)
    rounds = posted.number_of(visit, "rounds")
    longer = [division.schedule[-1]] * (rounds - len(division.schedule))
    schedule = [*division.schedule, *longer][: max(1, rounds)]
    divisions.change_division(division, visit.at, by=visit.by, schedule=schedule)


def _planned_division(visit: Visit) -> Division:
    """One that has a plan of rounds. Raises WrongTournamentKind, DivisionMissing."""
    require_kind(visit.tournament, Kind.ROUNDS)
    return named.division_of(visit)


# Words


@ACTIONS.action("rule", part="words")
def _rule(visit: Visit) -> None:
    ruling = words.rule_word(
        visit.tournament,
        posted.text_of(visit, "word"),
        visit.at,
        by=visit.by,
        is_allowed=posted.one_of(visit, "verdict", ["allow", "bar"]) == "allow",
        reason=posted.one_of(visit, "reason", WordRuling.Reason.values),
        text=posted.text_of(visit, "text"),
    )
    told = _("{word} gilt jetzt.") if ruling.is_allowed else _("{word} gilt jetzt nicht.")
    messages.success(visit.request, told.format(word=ruling.word))


@ACTIONS.action("revoke_ruling", part="words")
def _revoke_ruling(visit: Visit) -> None:
    ruling = find_ruling(visit.tournament, posted.number_of(visit, "ruling"))
    words.revoke_ruling(ruling, visit.at, by=visit.by)


# Webhooks


@ACTIONS.action("make_webhook", part="webhooks")
def _make_webhook(visit: Visit) -> ShownOnce:
    webhook = webhooks.make_webhook(
        visit.tournament,
        visit.at,
        by=visit.by,
        url=posted.text_of(visit, "url"),
        events=visit.request.POST.getlist("events"),
    )
    told = _("Das Geheimnis, mit dem {url} unsere Nachrichten prüft, nur jetzt zu sehen:")
    return ShownOnce(told.format(url=webhook.url), webhook.secret)


@ACTIONS.action("switch_webhook", part="webhooks")
def _switch_webhook(visit: Visit) -> None:
    is_active = posted.one_of(visit, "active", ["on", "off"]) == "on"
    webhook = named.webhook_of(visit)
    webhooks.change_webhook(webhook, visit.at, by=visit.by, is_active=is_active)


@ACTIONS.action(
    "remove_webhook",
    asks=gettext_lazy("Diesen Webhook entfernen? Sein Geheimnis gilt dann nicht mehr."),
    part="webhooks",
)
def _remove_webhook(visit: Visit) -> None:
    webhooks.remove_webhook(named.webhook_of(visit), visit.at, by=visit.by)


@ACTIONS.action("test_webhook", part="webhooks")
def _test_webhook(visit: Visit) -> None:
    webhooks.send_test(named.webhook_of(visit), visit.at)
    messages.success(visit.request, _("Eine Probe ist unterwegs."))
