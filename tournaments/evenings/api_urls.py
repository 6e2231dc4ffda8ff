"""The addresses of club evenings; tables and players have those of any tournament."""

from django.urls import path

from tournaments.evenings.api import EveningViews, JoinEveningViews

EVENING = "<uuid:tournament>/evening"

urlpatterns = [
    path("join/", JoinEveningViews.as_view({"post": "join"})),
    path(f"{EVENING}/", EveningViews.as_view({"get": "retrieve"})),
    path(f"{EVENING}/history/", EveningViews.as_view({"get": "history"})),
    path(f"{EVENING}.csv", EveningViews.as_view({"get": "csv"})),
]
