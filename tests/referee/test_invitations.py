"""Joining the staff by a link: with an account or a new one, so many, so long, in one role."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from duplicate.models import Game, Invitation, LogEntry
from referee.errors import Refused
from referee.events.invitations import (
    InvitationWrong,
    accept_as_new,
    accept_invitation,
    find_invitation,
    invite_staff,
    revoke_invitation,
)
from referee.events.models import StaffMember
from referee.events.staff import remove_staff, set_staff
from referee.models import User
from tests.api_client import Caller, as_user, path_of
from tests.duplicate.factories import NOON, make_game, make_user
from tests.duplicate.sample_games import director_of
from tests.tournaments.factories import make_evening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

HELPER, DIRECTOR = StaffMember.Role.ASSISTANT, StaffMember.Role.DIRECTOR
HOUR = timedelta(hours=1)
NEW = {"username": "berta", "password": "ein-langes-wort", "repeated": "ein-langes-wort"}


def invited(game: Any, role: StaffMember.Role = HELPER, **bounds: int) -> str:
    _made, code = invite_staff(game, role, timezone.now(), by=game.staff.get().user, **bounds)
    return code


def roles(game: Any) -> dict[str, str]:
    return dict(game.staff.values_list("user__username", "role"))


def test_who_has_no_account_makes_one_there_and_is_at_the_desk() -> None:
    game = make_game()
    client, code = Client(), invited(game)
    page = client.get(f"/staff/{code}/").content.decode()
    assert game.name in page
    response = client.post(f"/staff/{code}/", NEW)
    assert response["Location"] == f"/games/{game.pk}/desk/"
    assert client.get(response["Location"]).status_code == 200
    assert roles(game)["berta"] == HELPER
    assert Client().get(f"/staff/{code}/").status_code == 404


def test_who_has_an_account_accepts_with_a_button_at_an_evening_too() -> None:
    evening, anna = make_evening(), make_user("anna")
    client = Client()
    client.force_login(anna)
    response = client.post(f"/staff/{invited(evening, DIRECTOR)}/")
    assert response["Location"] == f"/tournaments/{evening.pk}/desk/"
    assert roles(evening)["anna"] == DIRECTOR


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": "Anna"},
        {"username": "mit leerzeichen"},
        {"password": "kurz", "repeated": "kurz"},
        {"repeated": "etwas-anderes"},
    ],
)
def test_what_is_wrong_is_told_and_uses_nothing_up(wrong: dict[str, str]) -> None:
    game = make_game()
    make_user("anna")
    code = invited(game)
    response = Client().post(f"/staff/{code}/", NEW | wrong)
    assert response.status_code in {400, 409}
    assert 'id="refusal"' in response.content.decode()
    assert not User.objects.filter(username="berta").exists()
    assert Client().post(f"/staff/{code}/", NEW).status_code == 302


def test_it_is_good_for_so_many_and_for_so_long() -> None:
    game = make_game()
    director = director_of(game)
    _made, code = invite_staff(game, HELPER, NOON, by=director, hours=1, uses=2)
    for name in ("eins", "zwei"):
        accept_as_new(code, name, "ein-langes-wort", NOON)
    with pytest.raises(InvitationWrong):
        accept_as_new(code, "drei", "ein-langes-wort", NOON)
    assert not User.objects.filter(username="drei").exists()
    _made, code = invite_staff(game, HELPER, NOON, by=director, hours=1)
    find_invitation(code, NOON + HOUR - timedelta(seconds=1))
    with pytest.raises(InvitationWrong):
        find_invitation(code, NOON + HOUR)


def test_one_that_is_taken_back_lets_nobody_in() -> None:
    game = make_game()
    code = invited(game)
    revoke_invitation(game, Invitation.objects.get().pk, NOON, by=director_of(game))
    with pytest.raises(InvitationWrong):
        accept_invitation(code, make_user(), NOON)


def test_who_is_removed_or_directs_no_more_comes_back_by_no_link() -> None:
    game = make_game()
    director, now = director_of(game), timezone.now()
    link = invited(game, DIRECTOR, uses=3)
    anna, ben = make_user("anna"), make_user("ben")
    accept_invitation(link, anna, now)
    accept_invitation(link, ben, now)
    set_staff(game, ben, HELPER, now, by=director)
    with pytest.raises(InvitationWrong):
        accept_invitation(link, ben, now)
    _made, own = invite_staff(game, DIRECTOR, now, by=anna)
    remove_staff(game, anna, now, by=director)
    with pytest.raises(InvitationWrong):
        accept_invitation(own, anna, now)
    assert roles(game) == {director.username: DIRECTOR, "ben": HELPER}
    assert game.log.filter(kind=LogEntry.Kind.STAFF_UNINVITED).count() == 2


def test_a_director_stays_one_and_nobody_uses_it_up_twice() -> None:
    game = make_game()
    director, anna = director_of(game), make_user("anna")
    code = invited(game)
    accept_invitation(code, director, timezone.now())
    assert roles(game)[director.username] == DIRECTOR
    accept_invitation(code, anna, timezone.now())
    with pytest.raises(InvitationWrong):
        accept_invitation(code, anna, timezone.now())


def test_the_log_tells_who_came_by_which_link_and_never_the_code() -> None:
    game = make_game()
    director, code = director_of(game), invited(game)
    accept_invitation(code, make_user("anna"), timezone.now())
    invitation = Invitation.objects.get()
    told = list(game.log.values_list("kind", "by", "data__invitation"))
    assert told == [
        (LogEntry.Kind.STAFF_INVITED, director.username, invitation.pk),
        (LogEntry.Kind.STAFF_CHANGED, "anna", invitation.pk),
    ]
    assert code not in str(list(game.log.values()))
    assert invitation.code_digest not in str(list(game.log.values()))


def test_guessing_is_held_up(settings: Any) -> None:
    settings.WRONG_CODES_A_MINUTE = 10
    client = Client()
    answers = [client.get(f"/staff/sli_{n}/").status_code for n in range(12)]
    assert answers[0] == 404
    assert answers[-1] == 429


def test_the_desk_shows_link_and_qr_code_once_and_takes_it_back() -> None:
    game = make_game()
    client = Client()
    client.force_login(director_of(game))
    form = {"role": "assistant", "hours": "24", "uses": "3"}
    page = client.post(f"/games/{game.pk}/desk/invite/", form).content.decode()
    found = re.search(r"/staff/(sli_[\w-]+)/", page)
    assert found
    assert "<svg" in page.partition('class="shown-qr"')[2][:200]
    desk = client.get(f"/games/{game.pk}/desk/").content.decode()
    assert found[1] not in desk
    invitation = Invitation.objects.get()
    assert f'id="uninvite-{invitation.pk}"' in desk
    client.post(f"/games/{game.pk}/desk/uninvite/", {"invitation": str(invitation.pk)})
    assert not Invitation.objects.exists()


def test_a_program_invites_accepts_and_revokes() -> None:
    game = make_game()
    director = as_user(director_of(game))
    invitations = path_of(game, "invitations/")
    assert director.post(invitations, {"role": "assistant", "uses": 0}).status_code == 400
    made = director.post(invitations, {"role": "assistant", "uses": 2}).json()
    assert made["address"].endswith(f"/staff/{made['code']}/")
    body = {"code": made["code"]}
    assert Caller().post("/invitations/accept/", body).status_code == 401
    accepted = as_user(make_user("anna")).post("/invitations/accept/", body).json()
    assert accepted == {"event": str(game.pk), "kind": "game", "username": "anna"}
    body |= {"username": "neu", "password": "ein-langes-wort"}
    assert Caller().post("/invitations/accept/", body).json()["username"] == "neu"
    assert roles(Game.objects.get())["neu"] == HELPER
    again = director.post(invitations, {"role": "director"}).json()
    assert [one["id"] for one in director.get(invitations).json()] == [again["id"]]
    assert director.delete(f"{invitations}{again['id']}/").status_code == 204
    with pytest.raises(Refused):
        find_invitation(again["code"], timezone.now())
