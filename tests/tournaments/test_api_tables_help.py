"""What else a table of any game has: the list of games, hints, look-ups, a board taken over."""

from typing import Any
from uuid import uuid4

import pytest

from engine.games import GAMES
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON
from tests.tournaments.factories import give_token, make_entry
from tests.tournaments.free_tables import director_of, make_evening, make_free_table, play
from tests.tournaments.table_client import PASS, RUCKEN, At, path_of
from tournaments.models import Entry, Table
from tournaments.words.services import rule_word

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

END = {"kind": "end", "because": "director", "winner": 0}


def visits(table: Table) -> dict[str, At]:
    """The table as its director, a player of it, another one and nobody see it."""
    tournament = table.tournament
    other = make_entry(tournament.divisions.get())
    callers = {
        "director": as_user(director_of(tournament)),
        "player": phone_of(table.seats.get(number=0).entry),
        "other": phone_of(other),
        "nobody": Caller(),
    }
    return {who: At(caller, str(table.pk)) for who, caller in callers.items()}


def phone_of(entry: Entry) -> Caller:
    return Caller(give_token(entry))


def answers(table: Table, rest: str) -> dict[str, tuple[int, str]]:
    """Status and code by who asks."""
    return {
        who: (response.status_code, response.json().get("code", "") if response.json() else "")
        for who, at in visits(table).items()
        for response in [at.get(rest)]
    }


# Games


def test_every_game_is_listed_with_what_its_set_up_asks() -> None:
    listed = Caller().get("/tournaments/games/").json()
    assert [game["name"] for game in listed] == list(GAMES)
    match = listed[0]
    assert (match["most_players"], match["acts_alone"]) == (4, False)
    assert "place" in match["kinds"]
    ruleset = match["settings"][0]
    assert (ruleset["name"], ruleset["what"], ruleset["usual"]) == ("ruleset", "choice", "standard")
    assert "tournament" in ruleset["choices"]


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_can_be_opened_and_broken_off(name: str) -> None:
    """With what is usual, as many as there must be, and where a board is needed a finished one."""
    evening, _ = make_evening(1)
    director = as_user(director_of(evening))
    setup: dict[str, Any] = {}
    if any(asked.name == "board" for asked in GAMES[name].settings):
        setup = {"board_of": str(finished(evening).pk)}
    names = [f"Spieler {number}" for number in range(max(2, GAMES[name].fewest_players))]
    response = director.post(
        path_of(evening, "tables/"), {"game": name, "names": names, "setup": setup}
    )
    assert response.status_code == 201, response.json()
    at = At(director, response.json()["id"])
    assert at.state().json()["view"]["players"] == len(names)
    shown = at.play({"kind": "end", "because": "director", "winner": None})
    assert (shown["state"], shown["timer"]) == ("over", None)
    assert at.get("proof/").json()["holds"]


def test_five_hundred_play_one_bingo() -> None:
    evening, _ = make_evening(1)
    director, tables = as_user(director_of(evening)), path_of(evening, "tables/")
    names = [f"Spieler {number}" for number in range(501)]
    assert director.post(tables, {"game": "bingo", "names": names}).status_code == 400
    response = director.post(tables, {"game": "bingo", "names": names[:500]})
    assert response.status_code == 201, response.json()


# Hints and look-ups


def test_hints_are_for_those_who_play_where_the_game_gives_any() -> None:
    evening, _ = make_evening(2)
    director = as_user(director_of(evening))
    body = {"game": "ungame", "seats": [[1], [2]], "setup": {"board_of": str(finished(evening).pk)}}
    shown = director.post(path_of(evening, "tables/"), body).json()
    table = Table.objects.get(pk=shown["id"])
    seen = visits(table)
    hints = seen["player"].get("hints/").json()
    assert hints
    assert hints == seen["director"].get("hints/").json()
    points = [hint["points"] for hint in hints]
    assert points == sorted(points, reverse=True)
    assert seen["player"].act(hints[0]).status_code == 201
    assert (seen["other"].get("hints/").status_code, seen["nobody"].get("hints/").status_code) == (
        403,
        401,
    )


def test_where_a_game_gives_no_hints_that_is_said() -> None:
    assert answers(make_free_table(), "hints/") == {
        "director": (409, "no_hints"),
        "player": (409, "no_hints"),
        "other": (403, "not_your_game"),
        "nobody": (401, "not_authenticated"),
    }


def test_words_are_looked_up_where_the_dictionary_is_open() -> None:
    table = make_free_table(open_dictionary=True)
    seen = visits(table)
    for word, is_admissible in (("rucken", True), ("RUCKEX", False)):
        for who in ("director", "player"):
            told = seen[who].get(f"words/{word}/").json()
            assert told == {"word": word.upper(), "is_admissible": is_admissible}
    rule_word(
        table.tournament,
        "RUCKEX",
        NOON,
        by=director_of(table.tournament),
        is_allowed=True,
        reason="other",
    )
    assert seen["player"].get("words/RUCKEX/").json()["is_admissible"]
    assert seen["player"].get("words/1/").status_code == 400
    assert seen["other"].get("words/RUCKEN/").status_code == 403


def test_where_the_dictionary_is_shut_only_the_staff_looks_up() -> None:
    assert answers(make_free_table(), "words/RUCKEN/") == {
        "director": (200, ""),
        "player": (409, "dictionary_shut"),
        "other": (403, "not_your_game"),
        "nobody": (401, "not_authenticated"),
    }


# A board taken over


def finished(evening: Any) -> Table:
    """A game that is over with RUCKEN on the board."""
    director = as_user(director_of(evening))
    body = {"names": ["Anna", "Ben"], "setup": {"begins": 0, "ruleset": "reise"}}
    at = At(director, director.post(path_of(evening, "tables/"), body).json()["id"])
    at.play(RUCKEN, END)
    return Table.objects.get(pk=at.pk)


def test_a_game_begins_on_the_final_board_of_another() -> None:
    evening, _ = make_evening(2)
    before = finished(evening)
    director = as_user(director_of(evening))
    body = {"game": "ungame", "seats": [[1], [2]], "setup": {"board_of": str(before.pk)}}
    shown = director.post(path_of(evening, "tables/"), body).json()
    assert shown["setup"]["board"] == At(director, str(before.pk)).get().json()["view"]["board"]
    assert "RUCKEN" in "".join(shown["view"]["board"])
    assert "board_of" not in shown["setup"]
    assert shown["setup"]["ruleset"] == before.setup["ruleset"]


def test_a_board_is_taken_only_from_a_finished_game_of_the_tournament() -> None:
    evening, _ = make_evening(2)
    elsewhere, _ = make_evening(1)
    director = as_user(director_of(evening))
    running = At(
        director,
        director.post(path_of(evening, "tables/"), {"names": ["Anna", "Ben"]}).json()["id"],
    )
    for named in (running.pk, str(finished(elsewhere).pk), str(uuid4()), "x", 1):
        body = {"game": "ungame", "names": ["Anna", "Ben"], "setup": {"board_of": named}}
        response = director.post(path_of(evening, "tables/"), body)
        assert response.status_code == 400, named
        assert response.json()["params"]["fields"].keys() == {"setup"}


# What only matches have


def test_only_a_game_on_the_board_has_a_file_and_an_analysis() -> None:
    table = play(make_free_table("bingo"), END)
    for rest in ("game.gcg", "analysis/"):
        assert set(answers(table, rest).values()) == {(409, "not_for_this_game")}


def test_nobody_else_is_asked_about_a_mistake_where_all_share_a_phone() -> None:
    """Those who sit at one board act for each other, unlike those who play alone."""
    table = make_free_table(begins=0)
    ben = At(phone_of(table.seats.get(number=1).entry), str(table.pk))
    assert ben.act(PASS).status_code == 201
    assert ben.post("undo/").status_code == 200
