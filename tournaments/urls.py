"""The addresses of the API of tournaments."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.events.api_urls")),
    path("", include("tournaments.evenings.api_urls")),
    path("", include("tournaments.rounds.rounds_api_urls")),
    path("", include("tournaments.tables.api_urls")),
    path("", include("tournaments.rounds.standings_api_urls")),
]
