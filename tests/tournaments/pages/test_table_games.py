"""The table referee's page with games of every kind, as a browser without scripts sees it."""

import html
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import strip_tags

from engine.games import GAMES
from engine.views import Glance
from tests.tournaments.factories import make_division, make_entry, make_tournament
from tests.tournaments.pages.test_table_page import Page, on_board, sit, text_of
from tournaments.models import Entry, Table, Tournament
from tournaments.options import Options
from tournaments.tables.games import texts_of
from tournaments.tables.pages.tables import MOST_LATE
from tournaments.tables.selectors.tables import public_state
from tournaments.tables.services.tables import act, open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

#: What lies there when an un-game begins.
BOARD = [*["." * 15] * 7, "...RUCKEN......", *["." * 15] * 7]
RUCKEN = {"kind": "place", "player": 0, "coordinates": "H4", "word": "RUCKEN"}
OVER = {"kind": "end", "because": "director", "winner": 0}


class Club:
    """A tournament whose director opens tables, and those who play there."""

    def __init__(self, kind: str = Tournament.Kind.EVENING) -> None:
        self.tournament = make_tournament(options=Options(ruleset="standard"), kind=kind)
        division = make_division(self.tournament)
        self.people = [make_entry(division, name) for name in ("Anna", "Ben", "Cem")]
        self.by = self.tournament.staff.get().user

    def open(self, game: str, *actions: dict[str, Any], count: int = 2, **setup: Any) -> Table:
        seats = [[entry.number] for entry in self.people[:count]]
        at = timezone.now()
        table = open_table(self.tournament, at, by=self.by, game=game, seats=seats, setup=setup)
        for action in actions:
            table = act(table, action, timezone.now(), by=self.by)
        return table

    def open_many(self, players: int, **setup: Any) -> Table:
        """A Bingo with these three and guests."""
        names = ["", "", "", *[f"Gast {number}" for number in range(4, players + 1)]]
        seats = [[entry.number] for entry in self.people] + [[] for _ in range(players - 3)]
        at, by = timezone.now(), self.by
        return open_table(
            self.tournament, at, by=by, game="bingo", names=names, seats=seats, setup=setup
        )

    def written(self, table: Table, *players: int) -> Page:
        """The director's page of a Bingo for which these players have written cards."""
        page = self.director(table)
        for player in players:
            page.send("card", player=player, **CARD)
        return page

    def director(self, table: Table) -> Page:
        client = Client()
        client.force_login(self.by)
        return Page(client, table)

    def player(self, entry: Entry, table: Table) -> Page:
        return Page(sit(entry), table)


@pytest.fixture
def club() -> Club:
    return Club()


def usual(game: str) -> dict[str, Any]:
    """A set-up that says no more than it must."""
    needed = [asked for asked in GAMES[game].settings if asked.is_needed]
    return {asked.name: BOARD if asked.name == "board" else asked.usual for asked in needed}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_page_without_any_of_its_own(game: str, club: Club) -> None:
    table = club.open(game, **usual(game))
    page = club.director(table).get()
    assert f'href="/regeln/{game}/"' in page
    assert "Vorzeitig beenden" in page
    watched = Page(Client(), table).get()
    assert f'action="/tournaments/tables/{table.pk}/' not in watched
    ended = club.director(table).send("end", winner="0", because="director", confirmed="1")
    assert "Anna gewinnt." in ended


@pytest.mark.parametrize("game", GAMES)
def test_the_forms_of_a_page_send_what_its_game_asks_for(game: str, club: Club) -> None:
    """Nothing else than what is offered stands there: each form has the fields of an offer."""
    table = club.open(game, **usual(game))
    page = club.director(table)
    offered: dict[str, set[str]] = {}
    rules = GAMES[game]
    for offer in rules.offers(rules.begin(table.setup)):
        offered.setdefault(offer.kind, {"player"}).update(asked.name for asked in offer.asked)
    forms = re.findall(rf'action="{page.path}([a-z_]+)/"(.*?)</form>', page.get())
    forms = [(kind, form) for kind, form in forms if kind in rules.kinds]
    assert {kind for kind, _ in forms} == offered.keys()
    for kind, form in forms:
        names = set(re.findall(r'name="(\w+)"', form)) - {"csrfmiddlewaretoken", "expected_version"}
        assert names <= offered[kind]


@pytest.mark.parametrize("name", ["{", "Anna}", "{x.y}", "{player:>999999999}", "%(name)s"])
@pytest.mark.parametrize("game", GAMES)
def test_a_name_is_a_name_whatever_stands_in_it(game: str, name: str, club: Club) -> None:
    club.people[0].name = name
    club.people[0].save()
    table = club.open(game, **usual(game))
    for page in (club.director(table), club.player(club.people[0], table)):
        assert name in html.unescape(page.get())


def test_action_cards_are_called_as_people_have_named_them(club: Club) -> None:
    cards = [f"{{x.y}} {number} = length:6+9-7 umlaut+7-5" for number in range(14)]
    table = club.open("cards", RUCKEN, variant="action", begins=0, action_cards=cards)
    assert "{x.y} 3" in club.director(table).get()


# Each on a phone of their own

CARD = {"words": ["AHORNEN", "BASALTE"]}


def test_phones_do_not_keep_each_other_from_acting_where_each_plays_alone(club: Club) -> None:
    table = club.open("bingo")
    assert 'name="expected_version"' not in club.player(club.people[0], table).get()
    assert 'name="expected_version"' in club.director(table).send("card", player=0, **CARD)
    match = club.open("match", begins=0)
    assert 'name="expected_version"' in club.player(club.people[0], match).get()


def test_a_director_who_plays_calls_and_takes_back_as_the_director(club: Club) -> None:
    table = club.open("bingo")
    page = club.director(table)
    page.client.cookies.update(sit(club.people[0]).cookies)
    assert "BASALTE" not in page.send("card", player=1, **CARD)  # another's
    said = page.send("card", player=0, **CARD)
    assert "BASALTE"[0] in said
    assert f'action="{page.path}call/"' in said
    assert "1 Stein" in strip_tags(page.send("call", number=1))
    assert "0 Steine" in strip_tags(page.send("undo"))


def test_no_letter_is_called_before_two_have_written_their_words(club: Club) -> None:
    table = club.open("bingo")
    page = club.written(table, 0)
    assert f'action="{page.path}call/"' not in page.get()
    told = strip_tags(page.send("call", number=1))
    assert "sobald 2 ihre Wörter aufgeschrieben haben; bisher sind es 1." in told
    assert f'action="{page.path}call/"' in club.written(table, 1).get()


def test_a_call_that_is_sent_twice_calls_one_letter(club: Club) -> None:
    page = club.written(club.open("bingo"), 0, 1)
    (form,) = re.findall(rf'<form[^>]*action="{page.path}call/".*?</form>', page.get())
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    sent = {name: value for name, value in sent.items() if name == "number"}
    assert sent == {"number": "1"}
    assert "1 Stein" in strip_tags(page.send("call", **sent))
    again = strip_tags(page.send("call", **sent))
    assert "Dieser Stein ist schon gezogen." in again
    assert "1 Stein" in again
    assert "2 Steine" in strip_tags(page.send("call", number=2))
    assert "ganze Zahl" in page.send("call")


def test_who_comes_late_is_told_so_however_much_has_happened_since(club: Club) -> None:
    table = club.open("bingo")
    page, anna = club.written(table, 0, 1), club.player(club.people[0], table)
    for number in range(1, MOST_LATE + 3):
        page.send("call", number=number)
        said = anna.send("card", player=0, words=["BASALTE", "ZIMMERN"])
        assert "Das geht jetzt nicht" in said


def test_a_full_card_says_so_in_a_sentence(club: Club) -> None:
    table = club.open("bingo")
    page, number = club.written(table, 0, 1), 1
    while 14 not in table.scores:
        page.send("call", number=number)
        table.refresh_from_db()
        number += 1
    said = strip_tags(club.player(club.people[table.scores.index(14)], table).get())
    assert "Alles gestrichen: Ruf Bingo!" in said
    assert "Dir fehl" not in said


# What lies there


def test_an_open_grid_is_shown_with_room_around_what_lies_there(club: Club) -> None:
    table = club.open("cards", variant="classic", begins=0)
    page = club.director(table)
    said = page.send("place", player=0, coordinates="M20", word="RUCKEN")
    assert [f"M{column}" in said for column in (18, 20, 27)] == [True] * 3
    assert 'aria-label="M20, R"' in said
    assert 'value="L20"' in said
    watched = Page(Client(), table).get()
    assert 'value="L20"' not in watched
    assert ">R<" in watched


def test_party_names_its_squares_by_column_and_row(club: Club) -> None:
    table = club.open(
        "party",
        {"kind": "roll", "player": 0, "letter": "E"},
        {"kind": "stop", "player": 1, "zone": "3x"},
        dice="typed",
        timer="typed",
        begins=0,
    )
    page = club.director(table)
    assert 'role="rowheader">15<' in page.get()
    assert 'role="columnheader">O<' in page.get()
    said = page.send("place", player=0, coordinates="D8", word="RUCKEN")
    assert on_board(said)["I8"] == "N"
    assert "D8-I8" in said
    assert "Bonuswürfel" in said


def test_a_timer_shows_what_is_left_and_its_zone(club: Club) -> None:
    table = club.open("party", {"kind": "roll", "player": 0}, dice="server", begins=0)
    act(table, {"kind": "start", "player": 1}, timezone.now() - timedelta(seconds=30), by=club.by)
    page = club.director(table).get()
    assert re.search(r'role="timer"[^>]*>1:[23]\d<', page)
    assert re.search(r'aria-current="true">3×<', page)
    assert "Ben stoppt den Timer" in page


def test_what_a_challenge_came_to_is_told_in_every_game(club: Club) -> None:
    cards = club.director(club.open("cards", variant="classic", begins=0))
    cards.send("place", player=0, coordinates="M20", word="RUCKEX")
    assert "RUCKEX: nicht zulässig." in cards.send("challenge", by=1)
    cards.send("place", player=1, coordinates="M20", word="RUCKEN")
    assert "RUCKEN: zulässig." in cards.send("challenge", by=0, words="RUCKEN")


# Tiles taken off a board


def test_squares_are_taken_by_their_names_and_what_goes_is_told(club: Club) -> None:
    page = club.director(club.open("ungame", board=BOARD))
    assert "data-squares" in page.get()
    assert len(on_board(page.get())) == 6
    found = re.search(r">([A-O]\d+(?: [A-O]\d+)*): (\d+) Punkte?\b", page.send("hint"))
    assert found
    said = page.send("take", player=0, squares=found[1].lower())
    assert on_board(said).keys() == {f"H{column}" for column in range(4, 10)} - {*found[1].split()}
    assert f'match-score">{found[2]}<' in said


def test_a_match_that_is_over_leads_on_to_an_un_game(club: Club) -> None:
    table = club.open("match", RUCKEN, OVER, begins=0)
    anna = club.player(club.people[0], table)
    name = texts_of("ungame").name
    assert f"{name} spielen" in anna.get()
    response = anna.client.post(f"{anna.path}play-on/", {"game": "ungame"})
    opened = Table.objects.get(game="ungame")
    assert response.headers["Location"] == f"/tournaments/tables/{opened.pk}/"
    assert opened.names == table.names
    assert [seat.entry for seat in opened.seats.all()] == club.people[:2]
    assert len(on_board(Page(anna.client, opened).get())) == 6
    assert f"{name} spielen" not in Page(Client(), table).get()


def test_in_a_tournament_of_rounds_only_the_staff_plays_on() -> None:
    club = Club(Tournament.Kind.ROUNDS)
    table = club.open("match", RUCKEN, OVER, begins=0)
    anna = club.player(club.people[0], table)
    assert "/play-on/" not in anna.get()
    anna.client.post(f"{anna.path}play-on/", {"game": "ungame"})
    assert not Table.objects.filter(game="ungame").exists()
    assert "/play-on/" in club.director(table).get()


def test_only_games_on_a_board_can_be_played_on(club: Club) -> None:
    page = club.director(club.open("match", RUCKEN, OVER, begins=0))
    assert page.client.post(f"{page.path}play-on/", {"game": "bingo"}).status_code == 404


# Help


def test_words_are_looked_up_where_the_dictionary_is_open(club: Club) -> None:
    table = club.open("match", open_dictionary=True, begins=0)
    anna = club.player(club.people[0], table)
    assert "Nachschlagen" in anna.get()
    assert "RUCKEN: zulässig." in anna.send("look-up", word="rucken")
    assert "XQXQ: nicht zulässig." in anna.send("look-up", word="XQXQ")
    shut = club.player(club.people[0], club.open("match", begins=0))
    assert "Nachschlagen" not in shut.get()
    assert "zulässig" not in shut.send("look-up", word="RUCKEN")


def test_hints_are_for_those_who_play_there(club: Club) -> None:
    table = club.open("ungame", board=BOARD)
    stranger = club.player(club.people[2], table)
    assert "Was geht?" not in stranger.get()
    assert "Das ist nicht deine Partie." in stranger.send("hint")
    match = club.player(club.people[0], club.open("match", begins=0))
    assert "Was geht?" not in match.get()
    assert "keine Vorschläge" in match.send("hint")


# Many players


def test_of_many_players_each_sees_the_own_card_and_a_few_heads(club: Club) -> None:
    names = ["", "", *(f"Gast {number}" for number in range(3, 41))]
    seats = [[entry.number] for entry in club.people[:2]] + [[] for _ in range(38)]
    at = timezone.now()
    table = open_table(
        club.tournament, at, by=club.by, game="bingo", names=names, seats=seats, setup={}
    )
    anna, ben = (club.player(entry, table) for entry in club.people[:2])
    said = anna.send("card", player=0, words=["BASALTE", "ZIMMERN"])
    assert "40 spielen mit" in said
    assert said.count("Wort von Anna") == 2
    assert heads_on(said) == 0  # nobody tells each phone the points of others
    watched = Page(Client(), table).get()
    assert heads_on(watched) == heads_on(club.director(table).get()) == 8
    assert "Gast 40" not in watched
    assert "Wort von" not in ben.get()
    assert f'action="{ben.path}call/"' not in ben.get()
    assert "jeder für sich" in ben.send("card", player=0, words=["A", "B"])


def heads_on(page: str) -> int:
    return page.count("match-head ") + page.count('"match-head"')


def pulse_on(page: str) -> str:
    found = re.search(r'<data id="pulse" value="(\w*)">', page)
    return found[1] if found else ""


def test_phones_of_many_are_told_what_is_told_to_all(club: Club) -> None:
    table = club.open_many(40, caller=1)
    page = club.player(club.people[0], table).send("card", player=0, **CARD)
    told_to_all = public_state(Table.objects.get(pk=table.pk)).view
    assert isinstance(told_to_all, Glance)
    assert pulse_on(page) == told_to_all.pulse
    assert 'data-spread="800"' in page
    told = re.search('data-facts="({.*?})" data-values="({.*?})"', page)
    assert told
    assert json.loads(told[1])["calls.1"] == "{value} Stein gezogen"
    assert json.loads(told[2])["Q"] == 10
    assert 'data-struck-by="called" data-word="AHORNEN"' in page
    assert 'data-fact="own_left" data-left-of="card" data-value="14"' in page


def test_whoever_runs_a_game_of_many_has_the_page_at_once(club: Club) -> None:
    table = club.open_many(40, caller=1)
    for page in (club.player(club.people[1], table), club.director(table)):
        said = page.get()
        assert 'data-spread="0"' in said
        assert "data-facts" not in said
    watched = Page(Client(), table).get()
    assert "data-facts" in watched
    assert pulse_on(watched) == ""
    few = club.player(club.people[0], club.open("bingo")).get()
    assert 'data-spread="0"' in few
    assert "data-facts" not in few


def test_a_page_among_many_is_read_like_one_among_few(club: Club) -> None:
    counts = []
    for players in (9, 200):
        anna = club.player(club.people[0], club.open_many(players))
        anna.get()
        with CaptureQueriesContext(connection) as queries:
            anna.get()
        counts.append(len(queries))
    assert counts[0] == counts[1]


# The rules


def test_the_rules_of_every_game_are_a_page_for_everybody(client: Client) -> None:
    listed = text_of(client.get("/regeln/"))
    for game in GAMES:
        assert f'href="/regeln/{game}/"' in listed
        page = client.get(f"/regeln/{game}/")
        assert page.status_code == 200
        assert f"<h1>{texts_of(game).name}</h1>" in text_of(page)
    assert client.get("/regeln/schach/").status_code == 404
    assert client.post("/regeln/").status_code == 405


def test_who_watches_sees_too_which_cards_will_leave_the_table(club: Club) -> None:
    crossing = {"kind": "place", "player": 1, "coordinates": "9H", "word": "NEST"}
    table = club.open("cards", RUCKEN, crossing, variant="classic", begins=0)
    page = Client().get(f"/tournaments/tables/{table.pk}/").content.decode()
    assert page.count('<td class="marked"') == len("RUCKE")


def test_of_a_team_that_is_called_by_its_people_one_speaks_in_the_plural(club: Club) -> None:
    names = [f"{club.people[0].name} & Gast", club.people[1].name]
    seats = [[entry.number] for entry in club.people[:2]]
    table = open_table(
        club.tournament,
        timezone.now(),
        by=club.by,
        game="party",
        names=names,
        seats=seats,
        setup={},
    )
    assert f"<strong>{names[0]}</strong> sind am Zug." in Page(Client(), table).get()
    ended = club.director(table).send("end", winner="0", because="director", confirmed="1")
    assert f"{names[0]} gewinnen." in ended
