"""Chance at tables: promised before, told and checked afterwards."""

import json
from io import BytesIO
from typing import Any

import pytest

from engine.__main__ import main
from engine.randomness import commitment, read_seed
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON
from tests.tournaments.free_tables import director_of, make_free_table
from tests.tournaments.table_client import At, make_pairing, tournament_of
from tournaments.integrity import find_faults
from tournaments.models import Table
from tournaments.tables.services.tables import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

ROLL = {"kind": "roll", "player": 0}
END = {"kind": "end", "because": "director", "winner": 0}


@pytest.fixture
def at() -> At:
    """A Party whose dice the server rolls, with its director."""
    table = make_free_table("party", begins=0)
    return At(as_user(director_of(table.tournament)), str(table.pk))


def verified(proof: dict[str, Any]) -> dict[str, Any]:
    """What the command line says, which has no server and no database."""
    answer = BytesIO()
    assert main(["verify"], BytesIO(json.dumps(proof).encode()), answer) == 0
    told: dict[str, Any] = json.loads(answer.getvalue())
    return told


def test_the_seed_is_promised_at_the_beginning_and_told_at_the_end(at: At) -> None:
    public = At(Caller(), at.pk)
    before = at.get().json()
    assert before["seed"] is None
    for visitor in (at, public):
        response = visitor.get("proof/")
        assert (response.status_code, response.json()["code"]) == (403, "game_not_over")
    seed = Table.objects.get().seed
    for address in ("", "log/", "state/"):
        assert seed not in at.get(address).content.decode()
    assert public.get("log/").json()["results"][0]["data"]["commitment"] == before["commitment"]
    after = at.play(END)
    assert after["commitment"] == before["commitment"] == commitment(read_seed(after["seed"]))
    assert public.get("proof/").json()["seed"] == after["seed"] == seed


def test_no_two_tables_have_the_same_seed() -> None:
    seeds = {make_free_table().seed for _ in range(3)}
    assert len(seeds) == 3


def test_what_was_rolled_can_be_rolled_again_by_anybody(at: At) -> None:
    at.play(ROLL, END)
    proof = At(Caller(), at.pk).get("proof/").json()
    assert proof["holds"]
    assert [action["kind"] for action in proof["actions"]] == ["roll", "end"]
    assert verified(proof) == {"verified": True, "actions": 2}


def test_a_proof_that_was_tampered_with_does_not_hold(at: At) -> None:
    at.play(ROLL, END)
    proof = at.get("proof/").json()
    rolled = proof["actions"][0]
    other = {**rolled, "letter": "E" if rolled["letter"] != "E" else "N"}
    told = verified({**proof, "actions": [other, *proof["actions"][1:]]})
    assert told == {"verified": False, "fault": "chance_differs", "action": 1}
    told = verified({**proof, "seed": "00" * 32})
    assert told == {"verified": False, "fault": "seed_differs"}
    assert list(find_faults()) == []
    Table.objects.update(seed="00" * 32)
    assert not at.get("proof/").json()["holds"]
    assert list(find_faults()) == [f"the seed of table {at.pk} is not the one that was promised"]


def test_whoever_takes_a_roll_back_rolls_the_same_again(at: At) -> None:
    letters = []
    for _ in range(3):
        at.play(ROLL)
        letters.append(at.get("log/").json()["results"][-1]["data"]["letter"])
        at.post("undo/")
    assert len(set(letters)) == 1


def test_nobody_says_what_the_server_rolls(at: At) -> None:
    response = at.act({**ROLL, "letter": "E"})
    assert (response.status_code, response.json()["code"]) == (400, "action_unreadable")


def test_a_game_without_chance_is_proven_too() -> None:
    pairing = make_pairing()
    table = open_table(tournament_of(pairing), NOON, by=None, pairing=pairing)
    director = At(as_user(director_of(tournament_of(pairing))), str(table.pk))
    director.play(END)
    assert director.get("proof/").json()["holds"]
