"""The addresses of tables, challenges and rulings on words.

`tables/{table}/events/` is not among them: the live stream is answered before Django
(`referee.stream`), as is the state where the server speaks ASGI.
"""

from django.urls import path

from tournaments.tables.api import (
    GameListViews,
    TableHelpViews,
    TableImportViews,
    TableListViews,
    TableLogViews,
    TableRecordViews,
    TableViews,
)
from tournaments.words.api import ChallengeViews, WordRulingListViews, WordRulingViews

TOURNAMENT = "<uuid:tournament>/"
#: The live stream wants one id.
TABLE = "tables/<uuid:table>/"

urlpatterns = [
    path("games/", GameListViews.as_view({"get": "list"})),
    path(f"{TOURNAMENT}tables/", TableListViews.as_view({"get": "list", "post": "create"})),
    path(f"{TOURNAMENT}tables/import/", TableImportViews.as_view({"post": "import_gcg"})),
    path(TABLE, TableViews.as_view({"get": "retrieve", "patch": "change"})),
    path(f"{TABLE}actions/", TableViews.as_view({"post": "act"})),
    path(f"{TABLE}undo/", TableViews.as_view({"post": "undo"})),
    path(f"{TABLE}clock/", TableViews.as_view({"post": "clock"})),
    path(f"{TABLE}state/", TableViews.as_view({"get": "state"})),
    path(f"{TABLE}log/", TableLogViews.as_view({"get": "list"})),
    path(f"{TABLE}game.gcg", TableRecordViews.as_view({"get": "gcg"})),
    path(f"{TABLE}analysis/", TableRecordViews.as_view({"get": "analysis"})),
    path(f"{TABLE}proof/", TableRecordViews.as_view({"get": "proof"})),
    path(f"{TABLE}hints/", TableHelpViews.as_view({"get": "hints"})),
    path(f"{TABLE}words/<str:word>/", TableHelpViews.as_view({"get": "look_up"})),
    path(f"{TOURNAMENT}challenges/", ChallengeViews.as_view({"get": "list", "post": "judge"})),
    path(f"{TOURNAMENT}words/", WordRulingListViews.as_view({"get": "list", "post": "rule"})),
    path(f"{TOURNAMENT}words/<int:ruling>/revoke/", WordRulingViews.as_view({"post": "revoke"})),
]
