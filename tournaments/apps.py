from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Turniere")

    def ready(self) -> None:
        """Say who hosts tables: they themselves know neither pairings nor evenings."""
        from tournaments.evenings.hosting import EveningHost
        from tournaments.models import Tournament
        from tournaments.rounds.hosting import PairingHost
        from tournaments.tables.hosts import PAIRING, serve_as_host

        serve_as_host(PAIRING, PairingHost)
        serve_as_host(Tournament.Kind.EVENING, EveningHost)
