"""Actions of the desk on the game: its name and options, start and end."""

from typing import Any

from django.utils.translation import gettext_lazy

from duplicate.forms import OptionsForm, StartForm
from duplicate.pages.page_requests import Visit
from duplicate.services import games
from referee.errors import Invalid
from referee.events import posted
from referee.events.desk import Actions

ACTIONS = Actions[Visit]()


@ACTIONS.action("change", part="settings")
def _change(visit: Visit) -> None:
    games.change_game(
        visit.game,
        visit.at,
        by=visit.by,
        name=posted.text_of(visit, "name"),
        is_listed="is_listed" in visit.request.POST,
        **_start_at(visit),
        **_hall_source(visit),
    )


@ACTIONS.action("options", part="settings")
def _options(visit: Visit) -> None:
    chosen = posted.cleaned(OptionsForm(visit.request.POST, base=visit.game.options))
    games.change_game(visit.game, visit.at, by=visit.by, options=chosen["options"])


@ACTIONS.action(
    "start",
    asks=gettext_lazy(
        "Das Spiel starten? Die Optionen stehen dann fest; mitspielen darf man noch."
    ),
)
def _start(visit: Visit) -> None:
    part = posted.text_of(visit, "hall_part").strip()
    games.start_game(visit.game, visit.at, by=visit.by, hall_part=part)


@ACTIONS.action(
    "hall_part",
    part="settings",
    asks=gettext_lazy("Den Teil des Saals festlegen? Ändern kann ihn danach niemand mehr."),
)
def _hall_part(visit: Visit) -> None:
    part = posted.text_of(visit, "hall_part")
    games.give_hall_part(visit.game, part, visit.at, by=visit.by)


@ACTIONS.action(
    "end",
    asks=gettext_lazy("Das Spiel beenden? Danach wird keine Runde mehr gespielt."),
)
def _end(visit: Visit) -> None:
    games.end_game(visit.game, visit.at, by=visit.by)


def _hall_source(visit: Visit) -> dict[str, Any]:
    """Where the part of the hall comes from; nothing where the form does not ask."""
    if "hall_source" not in visit.request.POST:
        return {}
    return {"hall_source": posted.text_of(visit, "hall_source")}


def _start_at(visit: Visit) -> dict[str, Any]:
    """When the game shall start by itself; nothing where the form does not change it."""
    if "starts_at" not in visit.request.POST:
        return {}
    form = StartForm(visit.request.POST)
    if not form.is_valid():
        raise Invalid(field="starts_at", problem=form.errors["starts_at"][0])
    at = form.cleaned_data["starts_at"]
    return {} if at == visit.game.starts_at else {"starts_at": at}
