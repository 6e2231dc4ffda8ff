"""The pages of a club evening: its desk, opening tables, what everybody sees, a player's phone."""

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.games import GAMES
from tests.duplicate.factories import NOON, make_user
from tests.markup import tight
from tests.tournaments.factories import give_token, make_entry, make_evening, make_table
from tests.tournaments.free_tables import director_of
from tournaments.errors import PairingMissing, WrongTournamentKind
from tournaments.evenings.hosting import MOST_SEATED
from tournaments.evenings.pages.printouts import EVENING_PRINTOUTS
from tournaments.evenings.pages.shown import LISTED
from tournaments.evenings.selectors import evening_standings
from tournaments.models import Entry, Staff, Table, Tournament
from tournaments.tables.services.seating import NAME_LENGTH
from tournaments.tables.services.tables import act, open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Tournament.State
NAMES = ("Anna", "Ben", "Carla", "Dora")


class Evening:
    """An evening of four, with its director at the desk."""

    def __init__(self, state: Tournament.State = State.RUNNING) -> None:
        self.tournament = make_evening(state=state)
        division = self.tournament.divisions.get()
        self.entries = [make_entry(division, name) for name in NAMES]
        self.director = Client()
        self.director.force_login(director_of(self.tournament))
        self.public = Client()

    @property
    def code(self) -> str:
        """By which people join."""
        return str(self.tournament.join_code)

    @property
    def root(self) -> str:
        return f"/tournaments/{self.tournament.pk}/"

    def phone_of(self, entry: Entry) -> Client:
        client = Client()
        client.cookies[f"entry_{self.tournament.pk.hex}"] = give_token(entry)
        return client

    def page(self, path: str = "", client: Client | None = None) -> str:
        response = (client or self.public).get(self.root + path)
        assert response.status_code == 200, path
        return unescape(tight(response.content.decode()))

    def do(self, action: str, **said: Any) -> str:
        """Press a button of the desk: what is told then."""
        response = self.director.post(f"{self.root}desk/{action}/", said)
        assert response.status_code == 302, action
        return " ".join(map(str, get_messages(response.wsgi_request)))

    def open(self, game: str, client: Client | None = None, **said: Any) -> Any:
        """Send the form for a table of `game`."""
        said = {"is_public": "on", "counts": "on"} | said
        address = f"{self.root}tables/new/?game={game}"
        return (client or self.director).post(address, said)

    @property
    def newest(self) -> Table:
        return self.tournament.tables.latest("created_at")

    def seats(self, table: Table) -> list[list[int]]:
        found: list[list[int]] = [[] for _name in table.names]
        for seat in table.seats.select_related("entry"):
            found[seat.number].append(seat.entry.number)
        return found

    def crowd(self, count: int) -> list[Entry]:
        """So many more people."""
        division, first = self.tournament.divisions.get(), self.tournament.entries.count() + 1
        return Entry.objects.bulk_create(
            Entry(
                tournament=self.tournament,
                division=division,
                number=first + number,
                name=f"Gast{number}",
                entered_at=NOON,
            )
            for number in range(count)
        )

    def seat_all(self, players: Sequence[Entry], state: Table.State = Table.State.OVER) -> None:
        """Four at a table, whose places are as they sit."""
        for start in range(0, len(players), 4):
            seats = [[player] for player in players[start : start + 4]]
            places = [1, 2, 3, 4][: len(seats)] if state == Table.State.OVER else None
            make_table(self.tournament, *seats, places=places, state=state)

    def played(self, *seats: list[int], winner: int = 0, **more: Any) -> Table:
        """A match that somebody gave up."""
        by = director_of(self.tournament)
        more = {"setup": {"begins": 0}} | more
        table = open_table(self.tournament, NOON, by=by, seats=seats, **more)
        return act(table, {"kind": "end", "because": "resigned", "winner": winner}, NOON, by=by)


@pytest.fixture
def evening() -> Evening:
    return Evening()


# Creating one


def test_a_name_is_enough_for_an_evening(client: Client) -> None:
    client.force_login(make_user())
    rounds, form = (client.get(f"/tournaments/new/{kind}") for kind in ("", "?kind=evening"))
    assert 'href="/tournaments/new/?kind=evening"' in rounds.content.decode()
    assert "Vereinsabend am" in form.content.decode()
    made = client.post("/tournaments/new/?kind=evening", {"name": "Dienstag"})
    tournament = Tournament.objects.get()
    assert made.headers["Location"] == f"/tournaments/{tournament.pk}/desk/"
    assert (tournament.kind, tournament.options.place_points) == ("evening", (5, 3, 2, 1))
    assert tournament.options.ruleset == "standard"


@pytest.mark.parametrize("points", ["3, 5", "zwei", "-1"])
def test_what_is_wrong_with_a_new_evening_stands_at_its_field(client: Client, points: str) -> None:
    client.force_login(make_user())
    said = {"name": "Dienstag", "place_points": points}
    refused = client.post("/tournaments/new/?kind=evening", said)
    assert refused.status_code == 400
    assert 'class="fault"' in refused.content.decode()
    assert f'value="{points}"' in refused.content.decode()
    assert not Tournament.objects.exists()


# The desk


def test_the_desk_has_the_code_the_games_and_who_is_here(evening: Evening) -> None:
    page = evening.page("desk/", evening.director)
    code = evening.code
    assert f">{code}<" in page
    assert f"/tournaments/join/{code}/" in page
    for game in GAMES:
        assert f"tables/new/?game={game}" in page
        assert f"/regeln/{game}/" in page
    assert all(name in page for name in NAMES)
    assert "Rundenplan" not in page


def test_several_come_at_once(evening: Evening) -> None:
    told = evening.do("enter_names", division=1, names="Emil\n Fatma, Gert;\n\n")
    assert told == "3 sind dazugekommen."
    names = evening.tournament.entries.values_list("number", "name")
    assert {(5, "Emil"), (6, "Fatma"), (7, "Gert")} <= set(names)
    assert "mindestens einen Namen" in evening.do("enter_names", division=1, names=" , ")


def test_whoever_goes_home_is_told_so_without_a_round(evening: Evening) -> None:
    assert evening.do("withdraw", player=2) == "Ben spielt heute nicht mehr mit."
    assert "gegangen" in evening.page("desk/?player=2", evening.director)
    form = evening.page("tables/new/?game=match", evening.director)
    assert "Ben" not in form
    evening.do("readmit", player=2)
    assert "Ben" in evening.page("tables/new/?game=match", evening.director)


def test_a_name_is_corrected_and_nothing_else_is_lost(evening: Evening) -> None:
    evening.entries[0].member_id = "M7"
    evening.entries[0].save()
    page = evening.page("desk/?player=1", evening.director)
    form = page[page.index("desk/correct/") :].split("</form>")[0]
    said = dict(re.findall(r'name="(\w+)"[^>]* value="([^"]*)"', form))
    evening.do("correct", **said | {"name": "Änne"})
    entry = Entry.objects.get(pk=evening.entries[0].pk)
    assert (entry.name, entry.member_id, entry.rating) == ("Änne", "M7", evening.entries[0].rating)


def test_a_table_is_left_out_of_the_standings_and_taken_in_again(evening: Evening) -> None:
    table = evening.played([1], [2])
    assert ("+5" in evening.page(), "+3" in evening.page()) == (True, True)
    evening.do("count_table", table=table.pk, counts="no")
    assert "zählt nicht" in evening.page()
    assert "+5" not in evening.page()
    assert "Zählt doch" in evening.page("desk/", evening.director)
    evening.do("count_table", table=table.pk, counts="yes")
    assert "+5" in evening.page()
    for wrong in ("", "00000000-0000-4000-8000-000000000000"):
        assert evening.do("count_table", table=wrong, counts="no") != ""


def test_places_can_bring_other_points_at_any_time(evening: Evening) -> None:
    evening.played([1], [2])
    assert evening.do("options", place_points="10; 1") == "Gespeichert."
    assert "+10" in evening.page()
    assert "Punkte für die Plätze" in evening.do("options", place_points="1, 2")
    assert "+10" in evening.page()


@pytest.mark.parametrize("action", ["schedule", "fit"])
def test_a_plan_of_rounds_is_refused_at_an_evening(evening: Evening, action: str) -> None:
    told = evening.do(action, division="1", rounds="3")
    assert told == str(WrongTournamentKind(kind="evening", needed="rounds"))


def test_an_evening_is_finished_once_nobody_plays_and_can_be_opened_again(
    evening: Evening,
) -> None:
    by = director_of(evening.tournament)
    seats = [[1], [2]]
    table = open_table(evening.tournament, NOON, by=by, seats=seats, setup={"begins": 0})
    assert "Anna – Ben" in evening.do("finish")
    act(table, {"kind": "end", "because": "resigned", "winner": 1}, NOON, by=by)
    evening.do("finish")
    page = evening.page("desk/", evening.director)
    assert "Der Abend ist beendet." in page
    assert evening.code not in page
    assert evening.director.get(f"{evening.root}tables/new/").status_code == 409
    evening.do("reopen")
    assert evening.code in evening.page("desk/", evening.director)


# Opening a table


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"ungame", "party"}))
def test_a_table_of_every_game_is_opened_with_nothing_but_people(
    evening: Evening, game: str
) -> None:
    form = evening.page(f"tables/new/?game={game}", evening.director)
    assert f"/regeln/{game}/" in form
    # All that the form has filled in, as a browser sends it.
    selected = re.findall(r'<select[^>]* name="(\w+)">(.*?)</select>', form, re.S)
    said: dict[str, Any] = {
        name: chosen[1] if (chosen := re.search(r'value="(\w*)" selected', options)) else ""
        for name, options in selected
    }
    said |= dict(re.findall(r'<input type="text" id="[^"]*" name="(\w+)" value="([^"]*)"', form))
    said |= dict.fromkeys(
        re.findall(r'type="checkbox" id="[^"]*" name="(\w+)" value="1" chec', form), "1"
    )
    opened = evening.open(game, **said, seat=["1", "2", "3"], order="3 1 2")
    table = evening.newest
    assert opened.headers["Location"] == f"/tournaments/tables/{table.pk}/"
    assert (table.game, evening.seats(table)) == (game, [[3], [1], [2]])
    assert table.names == ["Carla", "Anna", "Ben"]
    assert evening.page("desk/", evening.director).count("Carla – Anna – Ben") > 0


def test_without_a_script_people_sit_as_they_are_listed(evening: Evening) -> None:
    evening.open("match", seat=["3", "1"], ruleset="standard")
    assert evening.seats(evening.newest) == [[1], [3]]


def test_guests_play_along_and_do_not_stand_in_the_standings(evening: Evening) -> None:
    evening.open("match", seat=["2"], guests="Onkel Otto, Tante  Ida", ruleset="standard")
    table = evening.newest
    assert table.names == ["Ben", "Onkel Otto", "Tante Ida"]
    assert evening.seats(table) == [[2], [], []]


def test_who_begins_is_named_by_the_player(evening: Evening) -> None:
    said: dict[str, Any] = {"seat": ["1", "4"], "overtime_turn_lost": "1"}
    evening.open("match", **said, begins="4", ruleset="kompakt")
    assert evening.newest.setup == {"players": 2, "ruleset": "kompakt", "begins": 1}
    elsewhere = evening.open("match", **said, begins="2", ruleset="standard")
    assert elsewhere.status_code == 400
    assert "muss am Tisch sitzen" in elsewhere.content.decode()


def test_two_teams_are_made_of_whoever_is_put_there(evening: Evening) -> None:
    sides: dict[str, Any] = {"side-1": "0", "side-2": "1", "side-3": "1", "side-4": ""}
    rules: dict[str, Any] = {"dice": "server", "timer": "server"}
    more: dict[str, Any] = {"guests-0": "Otto", "team-1": "Die Füchse"}
    evening.open("party", **sides, **rules, **more)
    table = evening.newest
    assert table.names == ["Anna & Otto", "Die Füchse"]
    assert evening.seats(table) == [[1], [2, 3]]
    alone = evening.open("party", **rules | {"side-1": "0"})
    assert alone.status_code == 400
    page = unescape(tight(alone.content.decode()))
    assert "Team 2: Hier fehlt noch jemand." in page
    assert re.search(r'name="side-1" value="0" checked', page)


def test_dice_and_bonus_squares_are_those_of_the_teams_own_box(evening: Evening) -> None:
    said: dict[str, Any] = {
        "side-1": "0",
        "side-2": "1",
        "dice": "server",
        "timer": "none",
        "faces": "abcdefghijklmnopqrst",
        "bonus_squares": "h3, c8",
        "many_bonus": "50",
        "idle_rounds": "5",
    }
    evening.open("party", **said)
    assert evening.newest.setup == {
        "players": 2,
        "dice": "server",
        "timer": "none",
        "faces": "abcdefghijklmnopqrst",
        "bonus_squares": ["H3", "C8"],
        "idle_rounds": 5,
    }
    evening.open("party", **said | {"bonus_squares": "–"})
    assert evening.newest.setup["bonus_squares"] == []
    wrong = evening.open("party", **said | {"bonus_squares": "Z99"})
    assert wrong.status_code == 400
    page = unescape(tight(wrong.content.decode()))
    assert "Felder mit Bonuswürfel: Das geht so nicht. Wie auf eurem Brett:" in page
    assert 'value="Z99"' in page


def test_action_cards_are_those_of_the_players_own_box(evening: Evening) -> None:
    cards = [f"Karte {number} = length:{number}+9-7 umlaut+7-5" for number in range(1, 15)]
    said: dict[str, Any] = {"seat": ["1", "2"], "begins": "1", "variant": "action"}
    evening.open("cards", **said, action_cards="\r\n".join(cards))
    table = evening.newest
    assert table.setup["action_cards"] == cards
    word = {"kind": "place", "player": 0, "coordinates": "M20", "word": "MAMBA"}
    act(table, word, NOON, by=director_of(evening.tournament))
    address = f"/tournaments/tables/{table.pk}/"
    assert "Karte 5" in evening.director.get(address).content.decode()
    wrong = evening.open("cards", **said, action_cards="\r\n".join([*cards[:13], "Karte"]))
    assert wrong.status_code == 400
    page = unescape(wrong.content.decode())
    assert "Eigene Aktionskarten: Zeile 14 geht so nicht. Bleibt leer," in page
    assert f"{cards[12]}\r\nKarte</textarea>" in page
    classic = evening.open("cards", **said | {"variant": "classic"}, action_cards="Karte")
    assert "Eigene Aktionskarten passen nicht zur klassischen Variante" in classic.content.decode()


def test_everybody_plays_bingo_at_the_press_of_a_button(evening: Evening) -> None:
    evening.do("withdraw", player=4)
    evening.open("bingo", everybody="1", seat=["1"])
    assert evening.seats(evening.newest) == [[1], [2], [3]]
    assert "Mit allen" not in evening.page("tables/new/?game=match", evening.director)


def test_all_are_offered_a_game_only_where_it_takes_them(evening: Evening) -> None:
    offered, phone = "open-for-all", evening.phone_of(evening.entries[0])
    for client in (evening.director, phone):
        assert offered in evening.page("tables/new/?game=bingo", client)
    evening.crowd(MOST_SEATED)
    assert offered in evening.page("tables/new/?game=bingo", evening.director)
    assert offered not in evening.page("tables/new/?game=bingo", phone)
    evening.crowd(GAMES["bingo"].most_players)
    assert offered not in evening.page("tables/new/?game=bingo", evening.director)
    refused = evening.open("bingo", everybody="1")
    assert refused.status_code == 400
    Entry.objects.all().delete()
    assert offered not in evening.page("tables/new/?game=bingo", evening.director)


def test_a_large_team_without_a_name_is_called_by_its_first_people(evening: Evening) -> None:
    crowd = evening.crowd(40)
    sides: dict[str, Any] = {f"side-{entry.number}": "0" for entry in crowd} | {"side-1": "1"}
    rules: dict[str, Any] = {"dice": "server", "timer": "server", "guests-1": "Otto" * 40}
    evening.open("party", **sides, **rules)
    first, second = evening.newest.names
    assert first.startswith("Gast0 & Gast1 & Gast2 & ")
    assert first.endswith(" & …")
    assert len(first) <= NAME_LENGTH
    assert second == "Anna & …"


def test_the_board_of_a_game_that_is_over_is_played_on(evening: Evening) -> None:
    rows = ["." * 15] * 7 + [".......HAUS...."] + ["." * 15] * 7
    said: dict[str, Any] = {"seat": ["1", "2"], "board": "\r\n".join(rows)}
    opened = evening.open("ungame", **said)
    assert opened.status_code == 302, opened.content.decode()
    assert evening.newest.setup["board"] == rows
    neither = evening.open("ungame", seat=["1", "2"])
    assert neither.status_code == 400
    by = director_of(evening.tournament)
    table = open_table(evening.tournament, NOON, by=by, seats=[[1], [2]], setup={"begins": 0})
    move = {"kind": "place", "player": 0, "coordinates": "H5", "word": "HAUS"}
    table = act(table, move, NOON, by=by)
    act(table, {"kind": "end", "because": "resigned", "winner": 1}, NOON, by=by)
    form = evening.page("tables/new/?game=ungame", evening.director)
    assert f'value="{table.pk}" selected' in form
    evening.open("ungame", seat=["3", "2"], board_of=str(table.pk))
    assert "HAUS" in "".join(evening.newest.setup["board"])


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"seat": []}, "Hier spielen 1 bis 4 mit, nicht 0."),
        ({"seat": ["1"]}, "Wer allein spielt, sagt das dazu."),
        (
            {"seat": ["1"], "solitaire": "drawn", "turn_seconds": "3:00"},
            "Eine Zeit je Zug passt nicht zum Alleinspielen",
        ),
        ({"seat": ["1", "2"], "turn_seconds": "drei"}, "Richtig sind Minuten und Sekunden"),
        ({"seat": ["1", "2"], "turn_seconds": "0:01"}, "Zeit je Zug (Min:Sek): Das geht so nicht."),
    ],
)
def test_what_is_wrong_is_told_in_the_form_with_what_was_said(
    evening: Evening, said: dict[str, Any], told: str
) -> None:
    refused = evening.open("match", **{"ruleset": "kompakt", "guests": "", "theme": "Meer"} | said)
    page = unescape(tight(refused.content.decode()))
    assert refused.status_code == 400
    assert told in page
    assert 'value="Meer"' in page
    assert 'value="kompakt" selected' in page
    for number in said["seat"]:
        assert f'value="{number}" checked' in page
    assert not evening.tournament.tables.exists()


def test_house_rules_and_who_may_watch_are_said_in_the_form(evening: Evening) -> None:
    said = {"seat": ["1", "2"], "ruleset": "standard", "two_bags": "1", "turn_seconds": "3:00"}
    evening.director.post(f"{evening.root}tables/new/?game=match", said)
    table = evening.newest
    assert (table.is_public, table.counts) == (False, False)
    assert (table.setup["two_bags"], table.setup["turn_seconds"]) == (True, 180)
    assert "nicht öffentlich" in evening.page("desk/", evening.director)
    assert "Anna – Ben" not in evening.page()
    assert "Anna – Ben" not in evening.page("scoreboard/", evening.director)


def test_an_unknown_game_leads_to_the_list_of_all(evening: Evening) -> None:
    for query in ("", "?game=halma"):
        page = evening.page(f"tables/new/{query}", evening.director)
        assert "Was spielt ihr?" in page


def test_a_tournament_with_rounds_opens_no_table_so(evening: Evening) -> None:
    Tournament.objects.update(kind=Tournament.Kind.ROUNDS)
    assert evening.director.get(f"{evening.root}tables/new/").status_code == 409


# The player's phone


def test_a_player_opens_a_table_for_those_who_sit_there(evening: Evening) -> None:
    anna, ben, carla, _ = evening.entries
    phone = evening.phone_of(anna)
    assert "Such dir Leute" in evening.page("me/", phone)
    form = evening.page("tables/new/?game=match", phone)
    assert 'value="1" checked' in form
    assert 'name="counts"' not in form
    evening.open("match", phone, seat=["1", "2"], ruleset="standard")
    table = evening.newest
    assert table.counts
    for entry in (anna, ben):
        assert f"/tournaments/tables/{table.pk}/" in evening.page("me/", evening.phone_of(entry))
    phone = evening.phone_of(carla)
    assert f"/tournaments/tables/{table.pk}/" not in evening.page("me/", phone)
    assert evening.open("match", phone, seat=["1", "2"], ruleset="standard").status_code == 403


def test_a_result_reported_at_an_evening_is_refused_on_the_page(evening: Evening) -> None:
    """As a phone does whose page is still that of a tournament."""
    said = {"pairing": "1", "own_points": "400", "opponent_points": "380"}
    phone = evening.phone_of(evening.entries[0])
    response = phone.post(f"{evening.root}me/", said)
    assert (response.status_code, response.headers.get("Location")) == (302, f"{evening.root}me/")
    assert list(map(str, get_messages(response.wsgi_request))) == [str(PairingMissing())]


def test_the_own_row_is_marked_in_the_standings(evening: Evening) -> None:
    evening.played([1], [2])
    page = evening.page("me/", evening.phone_of(evening.entries[1]))
    own = page[page.index('class="own"') :]
    assert own.index("Ben") < own.index("</tr>")
    assert "2 <span" in page.replace("\n", "")
    assert "+3" in page


def test_a_phone_has_the_first_ten_and_the_neighbours(evening: Evening) -> None:
    players = evening.crowd(300)
    evening.seat_all(players)
    own = players[202]
    page = evening.page("me/", evening.phone_of(own))
    rows = re.findall(r'<tr( class="own")?>.*?players/(\d+)/', page)
    assert len(rows) == 15
    standings = evening_standings(evening.tournament)
    place = standings.place_of(own.pk)
    assert place is not None
    assert place > 12
    near = [str(row.player.number) for row in standings.rows[place - 2 : place + 3]]
    assert [number for _own, number in rows[10:]] == near
    assert [number for is_own, number in rows if is_own] == [str(own.number)]
    assert page.count("e-apart") == 1
    assert len(page) < 20_000
    link = f'href="{evening.root}?page={place // LISTED + 1}"'
    assert link in page
    assert f"players/{own.number}/" in evening.page(f"?page={place // LISTED + 1}")


def test_a_phone_next_to_the_first_ten_has_no_gap(evening: Evening) -> None:
    evening.seat_all(evening.crowd(20))
    standings = evening_standings(evening.tournament)
    for place, count in ((3, 10), (9, 10), (10, 13), (11, 14), (12, 15), (13, 15)):
        player = Entry.objects.get(pk=standings.rows[place].player.id)
        page = evening.page("me/", evening.phone_of(player))
        assert len(re.findall(r"<tr[^>]*><td class=.number place", page)) == count
        assert ("e-apart" in page) == (place == 13)


def test_phones_hear_of_tables_and_not_of_everybody_who_comes(evening: Evening) -> None:
    evening.crowd(96)
    page = evening.page("me/", evening.phone_of(evening.entries[0]))
    news = re.findall(r'data-news="([^"]*)"', page)[0].split()
    assert {"table_opened", "table_finished", "changed", "finished", "reopened"} <= set(news)
    assert not {"entered", "imported", "code_issued", "challenged"} & set(news)
    # 25 of them a second, however many they are.
    assert 'data-spread="4000"' in page


def test_whoever_joins_comes_to_their_page(client: Client, evening: Evening) -> None:
    joined = client.post(f"/tournaments/join/{evening.code}/", {"name": "Emil"})
    assert joined.headers["Location"] == f"{evening.root}me/"
    assert "Du bist dabei" in evening.page("me/", client)


# What everybody sees


def test_the_page_of_an_evening_has_the_standings_by_game_and_the_tables(evening: Evening) -> None:
    assert "Dora" in evening.page()
    evening.played([1], [2])
    evening.played([2, 3], [4], game="party", setup={"begins": 0})
    by = director_of(evening.tournament)
    open_table(evening.tournament, NOON, by=by, seats=[[3], [4]], setup={"begins": 1})
    page = evening.page()
    assert re.findall(r'<th scope="col" class="number wide-only">([^<]+)</th>', page) == [
        "Brettspiel",
        "Party",
        "Erste Plätze",
    ]
    rows = re.findall(r'<td class="number place">(.*?)</td>.*?<strong>(\d+)</strong>', page)
    assert rows == [("1.", "8"), ("2.", "5"), ("2.", "5"), ("4.", "3")]
    assert "Hier wird gespielt" in page
    assert "am Zug" in page
    assert evening.code not in page
    assert "Runde" not in page


def test_the_page_of_a_large_evening_is_in_pieces(evening: Evening) -> None:
    evening.seat_all(evening.crowd(400))
    evening.seat_all(evening.crowd(120), state=Table.State.RUNNING)
    page = evening.page()
    assert page.count('<td class="number place">') == LISTED
    assert page.count("e-board is-running") == 12
    assert page.count('class="e-board"') == 12
    assert "?tables=all" in page
    assert len(page) < 120_000
    last = evening.page("?page=6")
    assert last.count('<td class="number place">') == 24
    assert "6 / 6" in last
    tables = evening.page("?tables=all")
    assert (tables.count("is-running"), tables.count("<article")) == (30, 48)
    assert "?tables=all&page=3" in evening.page("?tables=all&page=2")
    hall = evening.page("scoreboard/")
    assert ("30 Tische" in hall, hall.count("<article")) == (True, 24)
    desk = evening.page("desk/", evening.director)
    assert ("30 Tische spielen" in desk, desk.count("is-running")) == (True, 24)
    assert "100 Spiele sind zu Ende" in desk


def test_before_the_first_game_who_is_here_is_paged_too() -> None:
    evening = Evening(State.SETUP)
    evening.crowd(200)
    assert evening.page().count("<li>Gast") == LISTED - len(NAMES)
    assert "Gast199" in evening.page("?page=3")
    assert "entered" in evening.page()


def test_who_watches_asks_for_the_tables_alone_and_is_not_sent_them_again(
    evening: Evening,
) -> None:
    by, address = director_of(evening.tournament), f"{evening.root}?part=running"
    table = open_table(evening.tournament, NOON, by=by, seats=[[1], [2]], setup={"begins": 0})
    first = evening.public.get(address)
    part = first.content.decode()
    assert 'data-part="running"' in part
    assert 'data-part="running"' in evening.page()
    assert "standings" not in part
    etag = first.headers["ETag"]
    evening.do("enter_names", division=1, names="Emil")
    with CaptureQueriesContext(connection) as asked:
        again = evening.public.get(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert len(asked) <= 4
    act(table, {"kind": "pass", "player": 0}, NOON, by=by)
    later = evening.public.get(address, headers={"If-None-Match": etag})
    assert later.status_code == 200
    assert later.headers["ETag"] != etag
    english = {"If-None-Match": later.headers["ETag"], "Accept-Language": "en"}
    assert evening.public.get(address, headers=english).status_code == 200


def test_of_many_at_a_table_the_first_are_named(evening: Evening) -> None:
    division = evening.tournament.divisions.get()
    crowd = [make_entry(division, f"Gast{number}") for number in range(20)]
    make_table(
        evening.tournament,
        *[[entry] for entry in crowd],
        places=list(range(20, 0, -1)),
        game="bingo",
    )
    page = evening.page()
    board = page[page.index('class="e-board') :].split("</article>")[0].split("<ul>")[1]
    assert "1.</span> Gast19" in board
    assert "Gast11" not in board
    assert "und 12 weitere" in board


def test_addresses_of_tournaments_lead_to_the_page_of_the_evening(evening: Evening) -> None:
    for path in ("1/", "1/wallchart/"):
        assert evening.public.get(evening.root + path).headers["Location"] == evening.root
    assert evening.public.get(f"{evening.root}1/rounds/1/").status_code == 404


def test_a_players_sheet_has_the_own_tables_but_no_hidden_ones(evening: Evening) -> None:
    evening.played([1], [2])
    evening.played([3], [4])
    by = director_of(evening.tournament)
    open_table(
        evening.tournament, NOON, by=by, seats=[[1], [3]], setup={"begins": 0}, is_public=False
    )
    page = evening.page("players/1/")
    assert ("Anna – Ben" in page, "Carla – Dora" in page) == (True, False)
    assert "Anna – Carla" not in page
    assert "Anna – Carla" in evening.page("players/1/", evening.director)


def test_the_standings_can_be_embedded_anywhere(evening: Evening) -> None:
    assert "Noch ist kein Spiel zu Ende." in evening.page("1/embed/")
    evening.played([1], [2])
    embedded = evening.public.get(f"{evening.root}1/embed/?top=1")
    assert "frame-ancestors *" in embedded.headers["Content-Security-Policy"]
    page = embedded.content.decode()
    assert ("Anna" in page, "Ben" in page, "und 3 weitere" in page) == (True, False, True)


def test_the_halls_screen_turns_from_the_welcome_to_tables_and_winners() -> None:
    evening = Evening(State.SETUP)
    code = evening.code
    welcome = evening.page("scoreboard/")
    assert 'data-scene="welcome"' in welcome
    assert code not in welcome
    assert code in evening.page("scoreboard/", evening.director)
    evening.played([1], [2])
    assert 'data-scene="pause"' in evening.page("scoreboard/")
    by = director_of(evening.tournament)
    table = open_table(
        evening.tournament, NOON, by=by, seats=[[1], [2]], setup={"begins": 0, "turn_seconds": 180}
    )
    playing = evening.page("scoreboard/")
    assert 'data-scene="playing"' in playing
    assert "data-due=" in playing
    act(table, {"kind": "end", "because": "resigned", "winner": 1}, NOON, by=by)
    evening.do("finish")
    final = evening.page("scoreboard/")
    assert ('data-scene="final"' in final, "rank-1" in final) == (True, True)
    assert code not in evening.page("scoreboard/", evening.director)


def test_code_standings_and_certificates_are_printed_and_nothing_else(evening: Evening) -> None:
    evening.played([1], [2])
    for what in EVENING_PRINTOUTS:
        assert "Anna" in evening.page(f"print/{what}/", evening.director) or what == "code"
    assert evening.code in evening.page("print/code/", evening.director)
    assert evening.page("print/certificates/?top=1", evening.director).count("<article") == 1
    assert evening.public.get(f"{evening.root}print/standings/").status_code == 200
    for what in ("code", "certificates"):
        assert evening.public.get(f"{evening.root}print/{what}/").status_code == 302
    assert evening.director.get(f"{evening.root}print/wallchart/").status_code == 404
    assert evening.director.post(f"{evening.root}print/standings/").status_code == 405


def test_evenings_are_listed_as_such(evening: Evening) -> None:
    listed = evening.public.get("/").content.decode()
    assert "Vereinsabend ·" in listed
    seat = evening.phone_of(evening.entries[0]).get("/").content.decode()
    assert "Meine Seite" in seat


def test_an_assistant_opens_tables_but_does_not_finish_the_evening(evening: Evening) -> None:
    helper, client = make_user(), Client()
    evening.tournament.staff.create(user=helper, role=Staff.Role.ASSISTANT)
    client.force_login(helper)
    page = evening.page("desk/", client)
    assert ("desk/finish/" in page, "desk/options/" in page) == (False, False)
    opened = evening.open("match", client, seat=["1", "2"], ruleset="standard")
    assert opened.status_code == 302
