"""The addresses of the pages of a Simultan."""

from django.urls import path

from duplicate.pages.desk import desk, desk_action, game_new, seat
from duplicate.pages.hall import hall_freeze, hall_page
from duplicate.pages.joining import game_join
from duplicate.pages.keeping import game_delete
from duplicate.pages.log import log_page
from duplicate.pages.player import leave, play
from duplicate.pages.printouts import print_page
from duplicate.pages.public import (
    game_page_view,
    player_page,
    proof_page,
    round_page,
    series_page,
)
from duplicate.pages.seats import seat_code, seat_wait
from duplicate.pages.series import series_edit, series_new
from duplicate.pages.slips import slips
from duplicate.pages.standings import standings_page

GAME = "games/<uuid:game>/"

urlpatterns = [
    path("games/new/", game_new, name="game_new"),
    path("games/join/<str:code>/", game_join, name="game_join"),
    path("games/seat/<str:code>/", seat_code, name="seat_code"),
    path(f"{GAME}seat/", seat_wait, name="seat_wait"),
    path(f"{GAME}desk/", desk, name="desk"),
    path(f"{GAME}desk/<str:action>/", desk_action, name="desk_action"),
    path(f"{GAME}delete/", game_delete, name="game_delete"),
    path(f"{GAME}seat/<str:token>/", seat, name="seat"),
    path(f"{GAME}slips/", slips, name="slips"),
    path(f"{GAME}play/", play, name="play"),
    path(f"{GAME}play/leave/", leave, name="play_leave"),
    path(GAME, game_page_view, name="game"),
    path(f"{GAME}rounds/<int:number>/", round_page, name="round"),
    path(f"{GAME}players/<int:number>/", player_page, name="player"),
    path(f"{GAME}standings/", standings_page, name="standings"),
    path(f"{GAME}log/", log_page, name="log"),
    path(f"{GAME}proof/", proof_page, name="proof"),
    path(f"{GAME}print/<str:what>/", print_page, name="print"),
    path(f"{GAME}hall/", hall_page, name="hall"),
    path(f"{GAME}hall/freeze/", hall_freeze, name="hall_freeze"),
    path("series/new/", series_new, name="series_new"),
    path("series/<uuid:series>/edit/", series_edit, name="series_edit"),
    path("series/<uuid:series>/", series_page, name="series"),
]
