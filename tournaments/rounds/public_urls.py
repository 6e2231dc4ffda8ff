"""The addresses of the pages that everybody may see, of the hall's screen and of the print-outs."""

from django.urls import path

from tournaments.rounds.pages.printouts import tournament_print
from tournaments.rounds.pages.public import (
    tournament,
    tournament_embed,
    tournament_player,
    tournament_round,
    tournament_standings,
    wallchart,
)
from tournaments.rounds.pages.scoreboard import scoreboard

TOURNAMENT = "tournaments/<uuid:tournament>/"
DIVISION = f"{TOURNAMENT}<int:division>/"

urlpatterns = [
    path(TOURNAMENT, tournament, name="tournament"),
    path(DIVISION, tournament_standings, name="tournament_standings"),
    path(f"{DIVISION}rounds/<int:round>/", tournament_round, name="tournament_round"),
    path(f"{DIVISION}wallchart/", wallchart, name="wallchart"),
    path(f"{DIVISION}embed/", tournament_embed, name="tournament_embed"),
    path(f"{TOURNAMENT}players/<int:number>/", tournament_player, name="tournament_player"),
    path(f"{TOURNAMENT}scoreboard/", scoreboard, name="scoreboard"),
    path(f"{TOURNAMENT}print/<str:what>/", tournament_print, name="tournament_print"),
]
