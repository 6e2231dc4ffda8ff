"""The addresses of the desk."""

from django.urls import path

from tournaments.rounds.pages.desk import tournament_desk, tournament_desk_action, tournament_new

TOURNAMENT = "tournaments/<uuid:tournament>/"

urlpatterns = [
    path("tournaments/new/", tournament_new, name="tournament_new"),
    path(f"{TOURNAMENT}desk/", tournament_desk, name="tournament_desk"),
    path(f"{TOURNAMENT}desk/<str:action>/", tournament_desk_action, name="tournament_desk_action"),
]
