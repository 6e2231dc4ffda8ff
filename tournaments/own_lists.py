"""The tournaments and club evenings that an account runs, as `referee.own_events` lists them."""

from django.db.models import Count, QuerySet
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from referee.models import User
from referee.own_events import STATES, OwnList, OwnRow, event_row
from tournaments.labels import label
from tournaments.models import Tournament


def _tournaments(user: User, text: str, state: str) -> QuerySet[Tournament]:
    found = Tournament.objects.filter(staff__user=user, name__icontains=text)
    found = found.annotate(players=Count("entries", distinct=True)).order_by("-created_at")
    found = found.prefetch_related("staff")
    return found.filter(state=state) if state else found


def _tournament(tournament: Tournament, user: User) -> OwnRow:
    players: int = tournament.players  # type: ignore[attr-defined]
    key, is_evening = tournament.pk, tournament.kind == Tournament.Kind.EVENING
    new = reverse("tournament_new")
    links = [
        (_("Ergebnisse"), reverse("tournament", args=[key])),
        (_("Protokoll"), reverse("tournament_log", args=[key])),
        (_("Neu wie dieses"), f"{new}?{'kind=evening&' if is_evening else ''}like={key}"),
    ]
    return event_row(
        tournament,
        user,
        desk="tournament_desk",
        deletion="tournament_delete",
        day=tournament.started_at or tournament.created_at,
        people=ngettext("{n} Spieler", "{n} Spieler", players).format(n=players),
        state=", ".join([label(tournament.kind), label(tournament.state)]),
        links=links,
    )


OWN_LISTS = (
    OwnList(
        "tournaments",
        gettext_lazy("Turniere und Vereinsabende"),
        (gettext_lazy("Neues Turnier"), reverse_lazy("tournament_new")),
        _tournaments,
        _tournament,
        STATES,
    ),
)
