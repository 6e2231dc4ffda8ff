"""The addresses of rounds, results and penalties."""

from django.urls import URLPattern, path

from tournaments.rounds.api.results import PenaltyViews, ReportViews, ResultViews
from tournaments.rounds.api.rounds import PairingViews, RoundListViews, RoundViews

ROUNDS = "<uuid:tournament>/divisions/<int:division>/rounds/"
ROUND = f"{ROUNDS}<int:round>/"
PAIRING = f"{ROUND}pairings/<int:pairing>/"
STEPS = ("lock", "unlock", "publish", "retract")


def steps() -> list[URLPattern]:
    return [path(f"{ROUND}{step}/", RoundViews.as_view({"post": step})) for step in STEPS]


urlpatterns: list[URLPattern] = [
    path(ROUNDS, RoundListViews.as_view({"get": "list", "post": "draft"})),
    path(ROUND, RoundViews.as_view({"get": "retrieve", "put": "pair", "delete": "discard"})),
    *steps(),
    path(PAIRING, PairingViews.as_view({"get": "retrieve_pairing"})),
    path(f"{PAIRING}swap/", PairingViews.as_view({"post": "swap"})),
    path(f"{PAIRING}result/", ResultViews.as_view({"put": "enter", "delete": "remove"})),
    path(f"{PAIRING}report/", ReportViews.as_view({"get": "compare", "post": "report"})),
    path(f"{PAIRING}reports/", ReportViews.as_view({"get": "reports"})),
    path(f"{PAIRING}penalties/", PenaltyViews.as_view({"get": "list", "post": "penalise"})),
    path(f"{PAIRING}penalties/<int:penalty>/revoke/", PenaltyViews.as_view({"post": "revoke"})),
]
