"""A player's data are erased from tables, texts and logs; number and results stay."""

import json
from typing import Any

import pytest
from django.db.models import Q

from referee.events.erasure import StillPlaying, placeholder
from referee.journals import first_fault
from tests.duplicate.factories import NOON
from tests.tournaments.pages.desks import Desk
from tournaments.entries.services import entries
from tournaments.entries.services.erasure import erase_entry
from tournaments.models import Tournament
from tournaments.rounds.services.penalties import penalise
from tournaments.tables.services.tables import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def everything(tournament: Tournament) -> str:
    tables = tournament.tables.all()
    rows: list[Any] = [tournament.entries.values(), tournament.log.values(), tables.values()]
    rows += [table.log.values() for table in tables]
    return json.dumps([list(one) for one in rows], default=str, ensure_ascii=False)


def test_no_name_is_left_at_tables_or_in_logs_and_the_results_are() -> None:
    desk = Desk()
    desk.publish()
    emilia = desk.entry("Anna")
    entries.change_entry(
        emilia, desk.at, by=desk.director, name="Emiliane", club="Nordstern", member_id="M-9"
    )
    emilia = desk.entry("Emiliane")
    game = desk.round.pairings.get(Q(first=emilia) | Q(second=emilia))
    table = open_table(desk.tournament, desk.at, by=desk.director, pairing=game)
    text = "Emiliane rief dazwischen"
    penalise(game, emilia, "conduct", desk.at, by=desk.director, points=5, text=text)
    desk.enter_all()
    with pytest.raises(StillPlaying):
        erase_entry(emilia, NOON, by=desk.director)
    entries.withdraw(emilia, desk.at, by=desk.director)
    before = desk.game(game.table or 1).first_points
    erased = erase_entry(emilia, desk.at, by=desk.director)
    told = everything(desk.tournament)
    for gone in ("Emiliane", "Nordstern", "M-9", '"Anna"'):
        assert gone not in told
    assert erased.name == placeholder(erased)
    table.refresh_from_db()
    assert erased.name in table.names
    assert game.penalties.get().text == f"{erased.name} rief dazwischen"
    assert desk.game(game.table or 1).first_points == before
    assert first_fault(Tournament.objects.get()) is None
    assert first_fault(table) is None


def test_an_entry_of_the_log_changed_beside_is_found() -> None:
    desk = Desk()
    anna = desk.entry("Anna")
    entries.withdraw(anna, desk.at, by=desk.director)
    erase_entry(anna, desk.at, by=desk.director)
    entry = desk.tournament.log.exclude(amended_digest="").order_by("sequence")[0]
    desk.tournament.log.filter(pk=entry.pk).update(data={"player": 1, "name": "Falsch"})
    assert first_fault(Tournament.objects.get()) == entry.sequence
