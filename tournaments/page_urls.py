"""The addresses of the pages of tournaments; where kinds differ, each room has its own page."""

from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from referee.access import Need
from referee.page_requests import View
from tournaments.evenings.pages import player as evening_player
from tournaments.evenings.pages import printouts as evening_printouts
from tournaments.evenings.pages import public as evening
from tournaments.evenings.pages.joining import evening_join
from tournaments.evenings.pages.opening import evening_table
from tournaments.events.pages.keeping import show_deletion
from tournaments.events.pages.kinds import Kind, by_kind, embedded
from tournaments.events.pages.log import show_log
from tournaments.events.pages.page_requests import tournament_page
from tournaments.rounds.pages import desk, player, printouts, public, scoreboard
from tournaments.tables.pages.rules import rules, rules_list
from tournaments.tables.pages.tables import table, table_action, table_gcg
from tournaments.words.pages import judge

TOURNAMENT = "tournaments/<uuid:tournament>/"
DIVISION = f"{TOURNAMENT}<int:division>/"
TABLE = "tournaments/tables/<uuid:table>/"

read_or_send = require_http_methods(["GET", "HEAD", "POST"])


def shown(rounds: View, evening: View) -> View:
    """A page for everybody that each kind of tournament has."""
    return tournament_page()(by_kind({Kind.ROUNDS: rounds, Kind.EVENING: evening}))


tournament = require_safe(shown(public.show_overview, evening.show_overview))
standings = require_safe(shown(public.show_standings, evening.lead_to_overview))
wallchart = require_safe(shown(public.show_wallchart, evening.lead_to_overview))
tournament_round = require_safe(tournament_page()(public.show_round))
tournament_player = require_safe(shown(public.show_player, evening.show_player))
hall = require_safe(shown(scoreboard.show_scoreboard, evening.show_scoreboard))
printout = read_or_send(shown(printouts.show_printout, evening_printouts.show_printout))
embed = embedded({Kind.ROUNDS: public.show_embedded, Kind.EVENING: evening.show_embedded})
own = by_kind({Kind.ROUNDS: player.show_own, Kind.EVENING: evening_player.show_own})
own = tournament_page(Need.PARTICIPANT, back="tournament_me")(own)
own = never_cache(read_or_send(own))
delete = read_or_send(tournament_page(Need.DIRECTOR)(show_deletion))

urlpatterns = [
    # The desk
    path("tournaments/new/", desk.tournament_new, name="tournament_new"),
    path(f"{TOURNAMENT}desk/", desk.tournament_desk, name="tournament_desk"),
    path(
        f"{TOURNAMENT}desk/<str:action>/",
        desk.tournament_desk_action,
        name="tournament_desk_action",
    ),
    path(f"{TOURNAMENT}delete/", delete, name="tournament_delete"),
    # Those who play
    path("t/<str:code>/", player.tournament_code, name="tournament_code"),
    path("tournaments/join/<str:code>/", evening_join, name="evening_join"),
    path(f"{TOURNAMENT}me/", own, name="tournament_me"),
    path(f"{TOURNAMENT}me/table/", player.tournament_me_table, name="tournament_me_table"),
    path(f"{TOURNAMENT}me/leave/", player.tournament_me_leave, name="tournament_me_leave"),
    path(f"{TOURNAMENT}tables/new/", evening_table, name="evening_table"),
    path(f"{TOURNAMENT}judge/", judge, name="judge"),
    path(TABLE, table, name="table"),
    path(f"{TABLE}game.gcg", table_gcg, name="table_gcg"),
    path(f"{TABLE}<str:action>/", table_action, name="table_action"),
    # Everybody, the hall's screen and the print-outs
    path(TOURNAMENT, tournament, name="tournament"),
    path(DIVISION, standings, name="tournament_standings"),
    path(f"{DIVISION}rounds/<int:round>/", tournament_round, name="tournament_round"),
    path(f"{DIVISION}wallchart/", wallchart, name="wallchart"),
    path(f"{DIVISION}embed/", embed, name="tournament_embed"),
    path(f"{TOURNAMENT}players/<int:number>/", tournament_player, name="tournament_player"),
    path(f"{TOURNAMENT}log/", require_safe(tournament_page()(show_log)), name="tournament_log"),
    path(f"{TOURNAMENT}scoreboard/", hall, name="scoreboard"),
    path(f"{TOURNAMENT}print/<str:what>/", printout, name="tournament_print"),
    path("regeln/", rules_list, name="rules_list"),
    path("regeln/<str:game>/", rules, name="rules"),
]
