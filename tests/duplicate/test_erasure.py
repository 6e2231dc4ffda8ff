"""Somebody's data are erased and the results stay; the log is still provable, and shows it."""

import json
from typing import Any

import pytest
from django.test import Client

from duplicate.errors import ImportRefused
from duplicate.models import Game, LogEntry, Round
from duplicate.selectors.log import public_log
from duplicate.selectors.standings import game_standings
from duplicate.services.erasure import erase_participant
from duplicate.services.participants import change_participant, withdraw_participant
from duplicate.services.rulings import warn_participant
from engine.digests import digest_of
from referee.chain import Link, first_broken
from referee.events.erasure import StillPlaying, placeholder
from referee.journals import first_fault
from referee.models import PreparedFile, RememberedWrite
from tests.api_client import Caller, as_user, path_of
from tests.duplicate.factories import NOON
from tests.duplicate.round_states import round_in
from tests.duplicate.sample_games import (
    begun_game,
    director_of,
    exported,
    play_rounds,
    played_game,
    taken_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def erased_game() -> Game:
    """A played game of which Anna, number 1, was erased; she had been called otherwise once."""
    game = played_game()
    anna = game.participants.get(number=1)
    director = director_of(game)
    change_participant(anna, NOON, by=director, name="Anna Vorher", club="SC Nord")
    change_participant(anna, NOON, by=director, name="Anna Nachher", member_id="M-17")
    erase_participant(anna, NOON, by=director)
    return Game.objects.get(pk=game.pk)


def everything(game: Game) -> str:
    """All that can be read of the game: rows, log, export."""
    rows = [list(model.values()) for model in (game.participants.all(), game.log.all())]
    return json.dumps([rows, exported(game), public_log(game)], default=str, ensure_ascii=False)


def test_no_name_is_left_and_all_results_are() -> None:
    game = played_game()
    before = [(row.player.number, row.total) for row in game_standings(game).rows]
    game = erased_game()
    told = everything(game)
    for gone in ("Anna", "SC Nord", "M-17"):
        assert gone not in told
    rows = game_standings(game).rows
    assert [(row.player.number, row.total) for row in rows] == before
    erased = game.participants.get(number=1)
    assert (erased.name, erased.token_digest) == (placeholder(erased), None)
    for page in ("", "standings/", "players/1/", "log/", "proof/"):
        shown = Client().get(f"/games/{game.pk}/{page}").content.decode()
        assert "Anna" not in shown
    assert erased.name in Client().get(f"/games/{game.pk}/standings/").content.decode()


def test_the_chain_holds_and_the_last_entry_vouches_for_what_was_amended() -> None:
    game = erased_game()
    assert first_fault(game) is None
    last = game.log.latest("sequence")
    assert (last.kind, last.data["participant"]) == (LogEntry.Kind.ERASED, 1)
    amended = game.log.exclude(amended_digest="")
    assert {str(entry.sequence) for entry in amended} == last.data["seals"].keys()
    verified = Caller().get(path_of(game, "log/verification/")).json()
    assert verified["is_intact"] is True


@pytest.mark.parametrize("change", [{"data": {}}, {"by": "jemand"}, {"kind": "withdrawn"}])
def test_an_erased_entry_that_was_changed_once_more_is_found(change: dict[str, Any]) -> None:
    game = erased_game()
    entry = game.log.exclude(amended_digest="").order_by("sequence")[1]
    if "data" in change:
        change |= {"amended_digest": digest_of({})}
    LogEntry.objects.filter(pk=entry.pk).update(**change)
    assert first_fault(game) == entry.sequence


def test_nothing_passes_for_erased_that_no_entry_vouches_for() -> None:
    game = played_game()
    drawn = game.log.filter(kind=LogEntry.Kind.DRAWN).first()
    assert drawn
    data = {**drawn.data, "rack": "ANDERES"}
    changed = {"data": data, "amended_digest": digest_of(data)}
    LogEntry.objects.filter(pk=drawn.pk).update(**changed)
    assert first_fault(game) == drawn.sequence


def test_who_checks_as_before_finds_the_chain_whole_by_what_the_api_tells() -> None:
    game = erased_game()
    rows = Caller().get(path_of(game, "log/?limit=500")).json()["results"]
    at = dict(game.log.values_list("sequence", "at"))
    names = ("kind", "by", "data_digest", "hash", "data")
    links = [Link(row["sequence"], at[row["sequence"]], *(row[n] for n in names)) for row in rows]
    assert first_broken(links) is None
    amended = [row for row in rows if row["amended_digest"]]
    assert amended
    for row in amended:
        assert row["data"] is None
        assert digest_of(row["amended"]) == row["amended_digest"]


def test_a_name_can_not_be_found_by_trying_it_against_the_digest() -> None:
    game = begun_game()
    anna = game.participants.get(number=1)
    joined = game.log.get(kind=LogEntry.Kind.JOINED, data__participant=1)
    guess = {name: joined.data[name] for name in ("participant", "name", "club", "category")}
    assert digest_of(guess) != joined.data_digest
    withdraw_participant(anna, NOON, by=director_of(game))
    salt = joined.data["salt"]
    erase_participant(anna, NOON, by=director_of(game))
    joined.refresh_from_db()
    assert joined.data["salt"] != salt


def test_a_game_erased_from_travels_with_its_proof_and_a_forged_one_does_not() -> None:
    game = erased_game()
    data = exported(game)
    copy = taken_in(data)
    assert copy.participants.get(number=1).name == placeholder(game.participants.get(number=1))
    assert first_fault(copy) is None
    entry = next(line for line in data["log"] if line["amended_digest"])
    entry["data"]["name"] = "Gefälscht"
    entry["amended_digest"] = digest_of(entry["data"])
    with pytest.raises(ImportRefused):
        taken_in(data)


def test_a_name_is_gone_from_what_was_written_of_others_but_no_part_of_a_word_is() -> None:
    round = round_in(Round.State.JUDGED)
    game = round.game
    director = director_of(game)
    anna = game.participants.order_by("number").first() or game.participants.create(
        number=1, name="Uta", is_online=False, entered_at=NOON
    )
    change_participant(anna, NOON, by=director, name="Uta")
    text = "Uta sah bei Utamaro ab"
    ruling = warn_participant(round, anna, NOON, by=director, reason="unfair", text=text)
    withdraw_participant(anna, NOON, by=director)
    erase_participant(anna, NOON, by=director)
    ruling.refresh_from_db()
    left = f"{placeholder(anna)} sah bei Utamaro ab"
    assert ruling.text == left
    told = game.log.get(kind=LogEntry.Kind.RULED).data["ruling"]["text"]
    assert told == left
    assert first_fault(Game.objects.get(pk=game.pk)) is None


def test_copies_go_and_who_still_plays_must_withdraw_first() -> None:
    game = begun_game()
    play_rounds(game, 1)
    anna = game.participants.get(number=1)
    director = director_of(game)
    with pytest.raises(StillPlaying):
        erase_participant(anna, NOON, by=director)
    withdraw_participant(anna, NOON, by=director)
    for body in ({"name": anna.name}, {"name": "Ben"}):
        RememberedWrite.objects.create(
            sender="user 1", key=f"key of {body['name']}", status=201, body=body, created_at=NOON
        )
    PreparedFile.objects.create(
        key="k", kind="game", about=game.pk, version=1, is_public=True, asked_at=NOON,
        fetched_at=NOON,
    )  # fmt: skip
    client = as_user(director)
    assert client.post(path_of(game, "participants/1/erase/")).status_code == 200
    assert [write.body["name"] for write in RememberedWrite.objects.all()] == ["Ben"]
    assert not PreparedFile.objects.exists()


def test_the_desk_asks_before_it_erases() -> None:
    game = played_game()
    client = Client()
    client.force_login(director_of(game))
    assert "p-erase" in client.get(f"/games/{game.pk}/desk/?person=1").content.decode()
    asked = client.post(f"/games/{game.pk}/desk/erase/", {"person": "1"})
    assert 'id="question"' in asked.content.decode()
    assert game.participants.get(number=1).name.startswith("Anna")
    client.post(f"/games/{game.pk}/desk/erase/", {"person": "1", "confirmed": "1"})
    assert game.participants.get(number=1).name.startswith("Teilnehmer 1")
