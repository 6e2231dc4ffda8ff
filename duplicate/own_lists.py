"""The games and series that an account runs, as `referee.own_events` lists them."""

from django.db.models import Count, QuerySet
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from duplicate.labels import label
from duplicate.models import Game, Series
from duplicate.selectors.start_page import games_of
from referee.models import User
from referee.own_events import STATES, OwnList, OwnRow, event_row


def _games(user: User, text: str, state: str) -> QuerySet[Game]:
    found = games_of(user).filter(name__icontains=text).prefetch_related("staff")
    return found.filter(state=state) if state else found


def _game(game: Game, user: User) -> OwnRow:
    players: int = game.players  # type: ignore[attr-defined]
    return event_row(
        game,
        user,
        desk="desk",
        deletion="game_delete",
        day=game.started_at or game.starts_at or game.created_at,
        people=ngettext("{n} Teilnehmer", "{n} Teilnehmer", players).format(n=players),
        state=label(game.state),
        links=[
            (_("Ergebnisse"), reverse("game", args=[game.pk])),
            (_("Protokoll"), reverse("log", args=[game.pk])),
            (_("Neu wie dieses"), f"{reverse('game_new')}?like={game.pk}"),
        ],
    )


def _series(user: User, text: str, _state: str) -> QuerySet[Series]:
    return (
        Series.objects.filter(owner=user, name__icontains=text)
        .annotate(count=Count("entries"))
        .order_by("-created_at")
    )


def _one_series(series: Series, _user: User) -> OwnRow:
    count: int = series.count  # type: ignore[attr-defined]
    address = reverse("series_edit", args=[series.pk])
    return OwnRow(
        name=series.name,
        address=address,
        day=series.created_at,
        people=ngettext("{n} Spiel", "{n} Spiele", count).format(n=count),
        links=[(_("Öffentliche Seite"), reverse("series", args=[series.pk]))],
        archive_address=address,
        archive_fields=[("do", "archive")],
        is_archived=series.is_archived,
    )


OWN_LISTS = (
    OwnList(
        "games",
        gettext_lazy("Spiele"),
        (gettext_lazy("Neues Spiel"), reverse_lazy("game_new")),
        _games,
        _game,
        STATES,
    ),
    OwnList(
        "series",
        gettext_lazy("Serien"),
        (gettext_lazy("Neue Serie"), reverse_lazy("series_new")),
        _series,
        _one_series,
    ),
)
