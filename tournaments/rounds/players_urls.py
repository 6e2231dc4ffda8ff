"""The addresses of the pages of players, of tables and of the word judge."""

from django.urls import path

from tournaments.evenings.pages.joining import evening_join
from tournaments.evenings.pages.opening import evening_table
from tournaments.rounds.pages.player import (
    tournament_code,
    tournament_me,
    tournament_me_leave,
    tournament_me_table,
)
from tournaments.tables.pages.tables import table, table_action, table_gcg
from tournaments.words.pages import judge

TOURNAMENT = "tournaments/<uuid:tournament>/"
TABLE = "tournaments/tables/<uuid:table>/"

urlpatterns = [
    path("t/<str:code>/", tournament_code, name="tournament_code"),
    path("tournaments/join/<str:code>/", evening_join, name="evening_join"),
    path(f"{TOURNAMENT}me/", tournament_me, name="tournament_me"),
    path(f"{TOURNAMENT}me/table/", tournament_me_table, name="tournament_me_table"),
    path(f"{TOURNAMENT}me/leave/", tournament_me_leave, name="tournament_me_leave"),
    path(f"{TOURNAMENT}tables/new/", evening_table, name="evening_table"),
    path(f"{TOURNAMENT}judge/", judge, name="judge"),
    path(TABLE, table, name="table"),
    path(f"{TABLE}game.gcg", table_gcg, name="table_gcg"),
    path(f"{TABLE}<str:action>/", table_action, name="table_action"),
]
