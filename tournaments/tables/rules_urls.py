"""The addresses of the rules."""

from django.urls import path

from tournaments.tables.pages.rules import rules, rules_list

urlpatterns = [
    path("regeln/", rules_list, name="rules_list"),
    path("regeln/<str:game>/", rules, name="rules"),
]
