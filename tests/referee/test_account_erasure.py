"""An account is erased: what it did stays, and nothing names it any more."""

from typing import Any

import pytest
from django.test import Client

from duplicate.models import Game
from referee.events.account_erasure import AccountNameDiffers, OnlyDirector, erase_account
from referee.events.models import StaffMember
from referee.events.staff import set_staff
from referee.journals import first_fault
from referee.models import User
from tests.api_client import as_user
from tests.duplicate.factories import NOON, make_user
from tests.duplicate.sample_games import begun_game, exported, played_game, taken_in
from tests.tournaments.pages.desks import Desk
from tournaments.models import Penalty, Tournament
from tournaments.rounds.services.penalties import penalise

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
PASSWORD = "richtig-langes-wort"


def test_logs_exports_and_pages_name_it_no_more_and_stay_provable() -> None:
    berta = make_user("bertamaria")
    game = played_game(by=berta)
    set_staff(game, make_user("carla"), StaffMember.Role.ASSISTANT, NOON, by=berta)
    name = erase_account(berta, "bertamaria", NOON)
    game = Game.objects.get(pk=game.pk)
    assert "bertamaria" not in str(list(game.log.values()))
    assert "bertamaria" not in str(exported(game))
    assert first_fault(game) is None
    assert name == f"konto-{berta.pk}"
    assert {entry.by for entry in game.log.all()} >= {name, "clock"}
    assert first_fault(taken_in(exported(game))) is None
    gone = User.objects.get(pk=berta.pk)
    assert (gone.username, gone.is_active, gone.has_usable_password()) == (name, False, False)


def test_one_entry_changed_beside_is_found_all_the_same() -> None:
    berta = make_user("bertamaria")
    game = played_game(by=berta)
    erase_account(berta, "bertamaria", NOON)
    entry = game.log.exclude(amended_digest="").order_by("sequence")[3]
    game.log.filter(pk=entry.pk).update(by="jemand")
    assert first_fault(Game.objects.get(pk=game.pk)) == entry.sequence


def test_penalties_and_logs_of_tournaments_name_it_no_more() -> None:
    desk = Desk()
    desk.publish()
    penalise(desk.game(), desk.game().first, "conduct", NOON, by=desk.director, points=5)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    name = erase_account(desk.director, "leiterin", NOON)
    tournament = Tournament.objects.get()
    assert "leiterin" not in str(list(tournament.log.values()))
    assert Penalty.objects.get().by == name
    assert first_fault(tournament) is None


def test_the_last_director_of_what_goes_on_is_told_of_what() -> None:
    berta = make_user("bertamaria")
    game = begun_game(by=berta)
    with pytest.raises(OnlyDirector) as refused:
        erase_account(berta, "bertamaria", NOON)
    assert game.name in str(refused.value)
    assert User.objects.get(pk=berta.pk).is_active
    set_staff(game, make_user("carla"), StaffMember.Role.DIRECTOR, NOON, by=berta)
    erase_account(berta, "bertamaria", NOON)
    assert dict(game.staff.values_list("user__username", "role")) == {"carla": "director"}


def test_it_is_asked_for_on_a_page_by_name_and_password() -> None:
    berta = make_user("bertamaria")
    client = Client()
    client.force_login(berta)
    form = {"typed_name": "bertamaria", "password": PASSWORD}
    wrong: Any
    for wrong, status in (({"password": "falsch"}, 401), ({"typed_name": "berta"}, 400)):
        assert client.post("/account/", form | wrong).status_code == status
    assert client.post("/account/", form)["Location"] == "/"
    assert client.get("/account/").status_code == 302
    assert not User.objects.get(pk=berta.pk).is_active


def test_a_program_erases_it_too_and_its_token_is_good_no_more() -> None:
    berta = make_user("bertamaria")
    client = as_user(berta)
    body = {"username": "bertamaria", "password": PASSWORD}
    wrong = client.post("/account/erase/", body | {"username": "x"})
    assert wrong.json()["code"] == AccountNameDiffers.code
    assert client.post("/account/erase/", body).status_code == 204
    assert client.get("/tokens/").status_code == 401
