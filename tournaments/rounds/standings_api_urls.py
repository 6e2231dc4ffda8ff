"""The addresses of standings and what is made of them, webhooks, log and state.

`events/` is not among them: the live stream is answered before Django (`referee.stream`), as is
the state where the server speaks ASGI.
"""

from django.urls import path

from tournaments.events.api.log import LogListViews, LogViews
from tournaments.rounds.api.standings import FileViews, ReportViews, StandingsViews, StateViews
from tournaments.webhooks.api import DeliveryViews, WebhookListViews, WebhookViews

TOURNAMENT = "<uuid:tournament>/"
DIVISION = f"{TOURNAMENT}divisions/<int:division>/"
WEBHOOK = f"{TOURNAMENT}webhooks/<int:webhook>/"

urlpatterns = [
    path(f"{DIVISION}standings/", StandingsViews.as_view({"get": "retrieve"})),
    path(f"{DIVISION}standings.csv", StandingsViews.as_view({"get": "csv"})),
    path(f"{DIVISION}history/", ReportViews.as_view({"get": "history"})),
    path(f"{DIVISION}crosstable/", ReportViews.as_view({"get": "crosstable"})),
    path(f"{DIVISION}bracket/", ReportViews.as_view({"get": "bracket"})),
    path(f"{DIVISION}ratings/", ReportViews.as_view({"get": "ratings"})),
    path(f"{DIVISION}ratings.csv", FileViews.as_view({"get": "ratings_csv"})),
    path(f"{DIVISION}export.t", FileViews.as_view({"get": "tsh"})),
    path(f"{TOURNAMENT}webhooks/", WebhookListViews.as_view({"get": "list", "post": "create"})),
    path(WEBHOOK, WebhookViews.as_view({"patch": "change", "delete": "remove"})),
    path(f"{WEBHOOK}test/", WebhookViews.as_view({"post": "test"})),
    path(f"{TOURNAMENT}deliveries/", DeliveryViews.as_view({"get": "list"})),
    path(f"{TOURNAMENT}log/", LogListViews.as_view({"get": "list"})),
    path(f"{TOURNAMENT}log/verification/", LogViews.as_view({"get": "verification"})),
    path(f"{TOURNAMENT}state/", StateViews.as_view({"get": "state"})),
]
