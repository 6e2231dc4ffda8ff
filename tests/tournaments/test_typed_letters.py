"""A word typed at a table means the same in every game, by API and by a page without scripts."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.test import Client

from tests.api_client import as_user
from tests.games.typed_words import TYPED
from tests.tournaments.free_tables import director_of, make_free_table, play
from tests.tournaments.pages.test_table_page import Page
from tests.tournaments.table_client import At
from tournaments.models import Table
from tournaments.tables.selectors.tables import state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

Action = Mapping[str, Any]
Send = Callable[[Table, Action], None]


def send_by_api(table: Table, action: Action) -> None:
    At(as_user(director_of(table.tournament)), str(table.pk)).play(dict(action))


def send_by_page(table: Table, action: Action) -> None:
    client = Client()
    client.force_login(director_of(table.tournament))
    form = {name: value for name, value in action.items() if name != "kind"}
    Page(client, table).send(action["kind"], **form)


def last_turn(table: Table) -> Any:
    return state_of(Table.objects.get(pk=table.pk)).turns[-1]  # type: ignore[attr-defined]


@pytest.mark.parametrize("send", [send_by_api, send_by_page])
@pytest.mark.parametrize(("game", "start"), [("match", "H8"), ("cards", "M20")])
def test_a_word_laid_is_read_by_one_rule(game: str, start: str, send: Send) -> None:
    laid = {}
    for typed in TYPED:
        table = make_free_table(game, begins=0)
        send(table, {"kind": "place", "player": 0, "coordinates": start, "word": typed})
        laid[typed] = last_turn(table).word
    assert laid == TYPED


@pytest.mark.parametrize("send", [send_by_api, send_by_page])
def test_words_of_a_rummy_round_are_read_by_the_same_rule(send: Send) -> None:
    laid = {}
    for typed, meant in TYPED.items():
        table = make_free_table("rummy", tasks="typed")
        task = [{"kind": "turn_up", "card": "E"}, {"kind": "task", "task": "all_seven"}]
        play(table, *task, {"kind": "draw", "player": 0, "from": "pile"})
        words = [typed, "RUCKENS"[len(meant) :]]  # seven cards in all
        send(table, {"kind": "lay", "player": 0, "words": words})
        laid[typed] = last_turn(table).lay.words[0].word
    assert laid == TYPED
