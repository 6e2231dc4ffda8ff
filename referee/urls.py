"""The addresses of the site."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path

from referee.account_pages import account_page
from referee.api import AccountViews, TokenViews
from referee.documentation import DocumentationView, SchemaView
from referee.entrance import Login, home, join, join_code
from referee.events.invitation_pages import staff_invitation
from referee.health import health, ready
from referee.installing import manifest, offline, service_worker
from referee.languages import switch_language
from referee.metrics import metrics
from referee.own_events import own_events
from referee.position.pages import position_page

urlpatterns = [
    path("", home, name="home"),
    path("login/", Login.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("account/", account_page, name="account"),
    path("staff/<str:code>/", staff_invitation, name="staff_invitation"),
    path("own/", own_events, name="own_events"),
    path("join/", join, name="join"),
    path("j/<str:code>/", join_code, name="join_code"),
    path("", include("duplicate.page_urls")),
    path("", include("tournaments.page_urls")),
    path("position/", position_page, name="position"),
    path("health/", health, name="health"),
    path("ready/", ready, name="ready"),
    path("metrics", metrics, name="metrics"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("service-worker.js", service_worker, name="service_worker"),
    path("offline/", offline, name="offline"),
    path("language/", switch_language, name="switch_language"),
    path("admin/", admin.site.urls),
    path("api/v1/tokens/", TokenViews.as_view({"get": "list", "post": "create"})),
    path("api/v1/tokens/<int:token>/", TokenViews.as_view({"delete": "destroy"})),
    path("api/v1/account/password/", AccountViews.as_view({"post": "change_password"})),
    path("api/v1/account/erase/", AccountViews.as_view({"post": "erase"})),
    path("api/v1/invitations/accept/", AccountViews.as_view({"post": "accept"})),
    path("api/v1/duplicate/", include("duplicate.urls")),
    path("api/v1/tournaments/", include("tournaments.urls")),
    path("api/v1/schema/", SchemaView.as_view(), name="schema"),
    path("api/v1/docs/", DocumentationView.as_view(), name="docs"),
]

handler400 = "referee.problems.bad_request"
handler404 = "referee.problems.page_not_found"
handler500 = "referee.problems.server_error"
