"""The addresses of tournaments, their divisions, and those who play."""

from django.urls import path

from tournaments.entries.api.divisions import DivisionListViews, DivisionViews
from tournaments.entries.api.entries import (
    AbsenceViews,
    EntryCodeViews,
    EntryImportViews,
    EntryListViews,
    EntryViews,
)
from tournaments.entries.api.own import OwnEntryViews, SignInViews
from tournaments.events.api.tournaments import (
    TournamentInvitationViews,
    TournamentListViews,
    TournamentStaffViews,
    TournamentViews,
)

TOURNAMENT = "<uuid:tournament>/"
DIVISION = f"{TOURNAMENT}divisions/<int:division>/"
ENTRY = f"{TOURNAMENT}entries/<int:number>/"

urlpatterns = [
    path("", TournamentListViews.as_view({"get": "list", "post": "create"})),
    path("sign-in/", SignInViews.as_view({"post": "sign_in"})),
    path(TOURNAMENT, TournamentViews.as_view({"get": "retrieve", "patch": "change"})),
    path(f"{TOURNAMENT}delete/", TournamentViews.as_view({"post": "delete"})),
    path(f"{TOURNAMENT}finish/", TournamentViews.as_view({"post": "finish"})),
    path(f"{TOURNAMENT}reopen/", TournamentViews.as_view({"post": "reopen"})),
    path(f"{TOURNAMENT}staff/", TournamentStaffViews.as_view({"get": "list", "post": "appoint"})),
    path(f"{TOURNAMENT}staff/<str:username>/", TournamentStaffViews.as_view({"delete": "remove"})),
    path(
        f"{TOURNAMENT}invitations/",
        TournamentInvitationViews.as_view({"get": "list", "post": "invite"}),
    ),
    path(
        f"{TOURNAMENT}invitations/<int:invitation>/",
        TournamentInvitationViews.as_view({"delete": "revoke"}),
    ),
    path(f"{TOURNAMENT}divisions/", DivisionListViews.as_view({"get": "list", "post": "make"})),
    path(
        DIVISION,
        DivisionViews.as_view({"get": "retrieve", "patch": "change", "delete": "remove"}),
    ),
    path(f"{TOURNAMENT}entries/", EntryListViews.as_view({"get": "list", "post": "enter"})),
    path(f"{TOURNAMENT}entries/import/", EntryImportViews.as_view({"post": "import_entries"})),
    path(
        ENTRY,
        EntryViews.as_view({"get": "retrieve", "patch": "change", "delete": "remove"}),
    ),
    path(f"{ENTRY}erase/", EntryViews.as_view({"post": "erase"})),
    path(f"{ENTRY}withdraw/", EntryViews.as_view({"post": "withdraw"})),
    path(f"{ENTRY}readmit/", EntryViews.as_view({"post": "readmit"})),
    path(f"{ENTRY}code/", EntryCodeViews.as_view({"post": "issue_code"})),
    path(f"{ENTRY}absences/", AbsenceViews.as_view({"get": "list", "post": "set_absence"})),
    path(f"{ENTRY}absences/<int:round>/", AbsenceViews.as_view({"delete": "remove"})),
    path(f"{TOURNAMENT}me/", OwnEntryViews.as_view({"get": "me"})),
]
