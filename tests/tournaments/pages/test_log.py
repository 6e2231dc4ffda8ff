"""The log of a tournament, and of a club evening, in words."""

import pytest
from django.test import Client
from django.utils import translation

from tests.duplicate.factories import NOON
from tests.markup import seen
from tests.tournaments.pages.desks import Desk
from tournaments.events.log_sentences import SENTENCES, sentence_of
from tournaments.models import LogEntry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def text(desk: Desk, query: str = "") -> str:
    return seen(desk.client.get(f"/tournaments/{desk.tournament.pk}/log/{query}").content.decode())


def test_every_kind_of_entry_has_a_sentence() -> None:
    assert SENTENCES.keys() == set(LogEntry.Kind.values)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", LogEntry.Kind.values)
def test_an_entry_that_tells_less_than_today_is_a_sentence_too(kind: str, language: str) -> None:
    with translation.override(language):
        told = sentence_of(kind, {}, {})
        assert told
        assert "{" not in told


def test_a_round_is_told_from_pairing_to_result() -> None:
    desk = Desk()
    desk.publish()
    desk.enter_all()
    told = text(desk)
    assert "Nr. 1 Anna ist angemeldet." in told
    assert "Partien: 2." in told
    assert "400 : 350." in told
    assert "Gruppe 1, Runde 1" in told


def test_what_is_internal_is_neither_told_nor_found_by_others() -> None:
    desk = Desk()
    desk.publish()
    log = f"/api/v1/tournaments/{desk.tournament.pk}/log/"
    assert {e["kind"] for e in Client().get(f"{log}?round=1").json()["results"]} == {"published"}
    staff = {entry["kind"] for entry in desk.client.get(f"{log}?round=1").json()["results"]}
    assert staff == {"paired", "published"}
    assert Client().get(f"/tournaments/{desk.tournament.pk}/log/").status_code == 403
    Tournament.objects.update(state=Tournament.State.FINISHED, finished_at=NOON)
    public = seen(Client().get(f"/tournaments/{desk.tournament.pk}/log/").content.decode())
    assert "Was genau, steht hier später." in public
    assert "Nr. 1 Anna ist angemeldet." in public
