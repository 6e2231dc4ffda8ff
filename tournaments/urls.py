"""The addresses of the API of tournaments."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.api.events_urls")),
    path("", include("tournaments.api.evenings_urls")),
    path("", include("tournaments.api.rounds_urls")),
    path("", include("tournaments.api.tables_urls")),
    path("", include("tournaments.api.standings_urls")),
]
