"""The addresses of the pages of tournaments."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.rounds.desk_urls")),
    path("", include("tournaments.rounds.players_urls")),
    path("", include("tournaments.rounds.public_urls")),
    path("", include("tournaments.tables.rules_urls")),
]
