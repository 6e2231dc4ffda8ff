"""The addresses of the pages of tournaments."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.pages.desk_urls")),
    path("", include("tournaments.pages.players_urls")),
    path("", include("tournaments.pages.public_urls")),
    path("", include("tournaments.pages.rules_urls")),
]
