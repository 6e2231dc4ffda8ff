"""Games at tables, as the tests play them through the API."""

import json
from pathlib import Path
from typing import Any

from tests.api_client import Caller
from tests.tournaments.factories import make_division, make_entry, make_round, make_tournament
from tournaments.models import Pairing, Tournament
from tournaments.options import Options

GOLDEN = Path(__file__).parents[1] / "data" / "golden" / "standard_sample_game.json"
SAMPLE = json.loads(GOLDEN.read_text(encoding="utf-8"))

#: An admissible first move and one that is none.
RUCKEN = {"kind": "place", "player": 0, "coordinates": "H4", "word": "RUCKEN"}
PHONY = {"kind": "place", "player": 0, "coordinates": "H4", "word": "RUCKEX"}
PASS = {"kind": "pass", "player": 0}


def sample_actions() -> list[dict[str, Any]]:
    """The sample game of the booklet, whose players count from 1 there."""
    moves = [
        {
            "kind": "place",
            "player": move["player"] - 1,
            "rack": move["rack"],
            "coordinates": move["coordinates"],
            "word": move["word"],
            "points": move["points"],
        }
        for move in SAMPLE["moves"]
    ]
    return [*moves, {"kind": "note"}]


def make_pairing(ruleset: str = "tournament", **options: Any) -> Pairing:
    """Anna, who begins, against Ben in a published round."""
    tournament = make_tournament(options=Options(ruleset=ruleset, **options))
    division = make_division(tournament)
    players = make_entry(division, "Anna"), make_entry(division, "Ben")
    return make_round(division, players).pairings.select_related("first", "second").get()


def tournament_of(pairing: Pairing) -> Tournament:
    return pairing.round.division.tournament


def path_of(tournament: Tournament, rest: str = "") -> str:
    return f"/tournaments/{tournament.pk}/{rest}"


class At:
    """A table, and somebody who sends requests there."""

    def __init__(self, caller: Caller, pk: str) -> None:
        self.caller, self.pk = caller, pk
        self.path = f"/tournaments/tables/{self.pk}/"

    def act(self, action: dict[str, Any], **more: Any) -> Any:
        return self.caller.post(f"{self.path}actions/", {"action": action, **more})

    def play(self, *actions: dict[str, Any]) -> dict[str, Any]:
        """Let all of them happen; the table as it is then."""
        for action in actions:
            response = self.act(action)
            assert response.status_code == 201, response.json()
        shown: dict[str, Any] = self.get().json()
        return shown

    def get(self, rest: str = "", **headers: str) -> Any:
        return self.caller.get(self.path + rest, **headers)

    def state(self, **headers: str) -> Any:
        return self.get("state/", **headers)

    def post(self, rest: str, body: Any = None) -> Any:
        return self.caller.post(self.path + rest, {} if body is None else body)
