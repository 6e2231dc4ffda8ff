"""The addresses of the Simultan API, below /api/v1/duplicate/.

`games/{game}/events/` is not among them: the live stream is answered before Django
(`referee.stream`), as are the state, what is one's own and the answers where the server speaks
ASGI.
"""

from django.urls import URLPattern, path

from duplicate.api.answers import AnswerViews, PlayViews, SlipCheckViews, SlipViews
from duplicate.api.exchange import ExportViews, GameImportViews, ParticipantImportViews
from duplicate.api.games import GameListViews, GameViews, InvitationViews, StaffViews
from duplicate.api.log import LogListViews, LogViews
from duplicate.api.participants import (
    JoinViews,
    OwnViews,
    ParticipantListViews,
    ParticipantTokenViews,
    ParticipantViews,
)
from duplicate.api.rounds import MissingViews, RoundListViews, RoundViews
from duplicate.api.rulings import RevisionViews, RulingViews
from duplicate.api.seats import (
    SeatAskingViews,
    SeatRequestViews,
    SeatTakingViews,
    SeatViews,
)
from duplicate.api.series import SeriesListViews, SeriesViews
from duplicate.api.standings import StandingsViews

GAME = "games/<uuid:game>/"
PARTICIPANT = f"{GAME}participants/<int:participant>/"
SEAT_REQUEST = f"{GAME}seat-requests/<int:seat_request>/"
ROUND = f"{GAME}rounds/<int:number>/"
STEPS = (
    "open",
    "pause",
    "resume",
    "extend",
    "close",
    "reopen",
    "cancel",
    "reference",
    "publish",
    "retract",
    "revise",
)


def steps() -> list[URLPattern]:
    return [path(f"{ROUND}{step}/", RoundViews.as_view({"post": step})) for step in STEPS]


urlpatterns = [
    path("join/", JoinViews.as_view({"post": "join"})),
    path("join/request/", SeatAskingViews.as_view({"post": "ask"})),
    path("join/seat/", SeatTakingViews.as_view({"post": "take"})),
    path("games/", GameListViews.as_view({"get": "list", "post": "create"})),
    path("games/import/", GameImportViews.as_view({"post": "import_game"})),
    path("games/imports/<uuid:game_import>/", GameImportViews.as_view({"get": "imported"})),
    path(GAME, GameViews.as_view({"get": "retrieve", "patch": "change"})),
    path(f"{GAME}delete/", GameViews.as_view({"post": "delete"})),
    path(f"{GAME}hall-part/", GameViews.as_view({"post": "hall_part"})),
    path(f"{GAME}start/", GameViews.as_view({"post": "start"})),
    path(f"{GAME}end/", GameViews.as_view({"post": "end"})),
    path(f"{GAME}hold/", GameViews.as_view({"post": "hold"})),
    path(f"{GAME}release/", GameViews.as_view({"post": "release"})),
    path(f"{GAME}notice/", GameViews.as_view({"post": "tell", "delete": "take_back"})),
    path(f"{GAME}break/", GameViews.as_view({"post": "begin_break", "delete": "end_break"})),
    path(f"{GAME}state/", GameViews.as_view({"get": "state"})),
    path(f"{GAME}staff/", StaffViews.as_view({"get": "list", "post": "appoint"})),
    path(f"{GAME}staff/<str:username>/", StaffViews.as_view({"delete": "remove"})),
    path(f"{GAME}invitations/", InvitationViews.as_view({"get": "list", "post": "invite"})),
    path(f"{GAME}invitations/<int:invitation>/", InvitationViews.as_view({"delete": "revoke"})),
    path(f"{GAME}participants/", ParticipantListViews.as_view({"get": "list", "post": "enter"})),
    path(
        f"{GAME}participants/import/",
        ParticipantImportViews.as_view({"post": "import_participants"}),
    ),
    path(f"{GAME}participants/cards/", SeatViews.as_view({"post": "renew_cards"})),
    path(PARTICIPANT, ParticipantViews.as_view({"get": "retrieve", "patch": "change"})),
    path(f"{PARTICIPANT}erase/", ParticipantViews.as_view({"post": "erase"})),
    path(f"{PARTICIPANT}withdraw/", ParticipantViews.as_view({"post": "withdraw"})),
    path(f"{PARTICIPANT}readmit/", ParticipantViews.as_view({"post": "readmit"})),
    path(f"{PARTICIPANT}token/", ParticipantTokenViews.as_view({"post": "issue"})),
    path(f"{PARTICIPANT}code/", SeatViews.as_view({"post": "issue"})),
    path(f"{PARTICIPANT}card/", SeatViews.as_view({"get": "card"})),
    path(f"{PARTICIPANT}vacate/", SeatViews.as_view({"post": "vacate"})),
    path(f"{PARTICIPANT}distinct/", SeatViews.as_view({"post": "distinct"})),
    path(f"{PARTICIPANT}merge/", SeatViews.as_view({"post": "merge"})),
    path(f"{GAME}duplicates/", SeatViews.as_view({"get": "duplicates"})),
    path(f"{GAME}seat-requests/", SeatRequestViews.as_view({"get": "list"})),
    path(f"{SEAT_REQUEST}grant/", SeatRequestViews.as_view({"post": "grant"})),
    path(f"{SEAT_REQUEST}refuse/", SeatRequestViews.as_view({"post": "refuse"})),
    path(f"{GAME}me/", OwnViews.as_view({"get": "me"})),
    path(f"{GAME}own/", OwnViews.as_view({"get": "own"})),
    path(f"{GAME}rounds/", RoundListViews.as_view({"get": "list", "post": "draw"})),
    path(ROUND, RoundViews.as_view({"get": "retrieve"})),
    *steps(),
    path(f"{ROUND}missing/", MissingViews.as_view({"get": "missing"})),
    path(f"{ROUND}answer/", AnswerViews.as_view({"get": "retrieve", "post": "hand_in"})),
    path(f"{ROUND}slips/", SlipViews.as_view({"get": "list", "post": "enter"})),
    path(f"{ROUND}slips/check/", SlipCheckViews.as_view({"get": "list"})),
    path(f"{ROUND}slips/settle/", SlipCheckViews.as_view({"post": "settle"})),
    path(f"{ROUND}plays/", PlayViews.as_view({"get": "plays"})),
    path(f"{ROUND}results/", PlayViews.as_view({"get": "results"})),
    path(f"{ROUND}rulings/", RulingViews.as_view({"get": "list", "post": "rule"})),
    path(f"{ROUND}rulings/<int:ruling>/revoke/", RulingViews.as_view({"post": "revoke"})),
    path(f"{GAME}revisions/", RevisionViews.as_view({"get": "revisions"})),
    path(f"{GAME}standings/", StandingsViews.as_view({"get": "retrieve"})),
    path(f"{GAME}standings.csv", StandingsViews.as_view({"get": "csv"})),
    path(f"{GAME}log/", LogListViews.as_view({"get": "list"})),
    path(f"{GAME}log/verification/", LogViews.as_view({"get": "verification"})),
    path(f"{GAME}proof/", LogViews.as_view({"get": "proof"})),
    path(f"{GAME}export.json", ExportViews.as_view({"get": "json"})),
    path(f"{GAME}export.xml", ExportViews.as_view({"get": "xml"})),
    path(f"{GAME}export.gcg", ExportViews.as_view({"get": "gcg"})),
    path("series/", SeriesListViews.as_view({"get": "list", "post": "create"})),
    path("series/<uuid:series>/", SeriesViews.as_view({"get": "retrieve", "patch": "change"})),
    path("series/<uuid:series>/standings/", SeriesViews.as_view({"get": "standings"})),
    path("series/<uuid:series>/standings.csv", SeriesViews.as_view({"get": "csv"})),
]
