"""The table referee's page, as a browser without scripts sees it."""

import html
import re
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine.match import MATCH
from referee.search_gate import MOST_ON_PAGES, PLACES
from tests.duplicate.factories import make_user
from tests.markup import tight
from tests.tournaments.factories import give_token, make_entry
from tests.tournaments.table_client import SAMPLE, make_pairing, sample_actions, tournament_of
from tournaments.models import Entry, Pairing, Table
from tournaments.tables.pages.timer import tell_time
from tournaments.tables.selectors import records
from tournaments.tables.services.tables import act, open_table, set_clock_running

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

ResultState = Pairing.ResultState


def sit(entry: Entry) -> Client:
    """A phone that has used the player's code."""
    client = Client()
    client.cookies[f"entry_{entry.tournament_id.hex}"] = give_token(entry)
    return client


def text_of(response: Any) -> str:
    return tight(html.unescape(response.content.decode()))


class Page:
    """The page of a table as somebody sees it."""

    def __init__(self, client: Client, table: Table) -> None:
        self.client, self.table = client, table
        self.path = f"/tournaments/tables/{table.pk}/"

    def get(self, query: str = "") -> str:
        response = self.client.get(self.path + query)
        assert response.status_code == 200
        return text_of(response)

    def send(self, action: str, **form: Any) -> str:
        """What the page says after the form was sent."""
        response = self.client.post(f"{self.path}{action}/", form)
        assert response.headers["Location"] == self.path
        return self.get()

    def place(self, player: int, coordinates: str, word: str, **form: Any) -> str:
        said = {"player": player, "coordinates": coordinates, "word": word, **form}
        return self.send("place", **said)

    @property
    def version(self) -> int:
        self.table.refresh_from_db()
        return self.table.log_length


def director_of(pairing: Pairing) -> Any:
    return tournament_of(pairing).staff.get().user


def open_at(pairing: Pairing, **more: Any) -> Table:
    at, by = timezone.now(), director_of(pairing)
    return open_table(tournament_of(pairing), at, by=by, pairing=pairing, **more)


def second_of(pairing: Pairing) -> Entry:
    assert pairing.second is not None
    return pairing.second


@pytest.fixture
def pairing() -> Pairing:
    return make_pairing()


@pytest.fixture
def table(pairing: Pairing) -> Table:
    return open_at(pairing)


@pytest.fixture
def anna(pairing: Pairing, table: Table) -> Page:
    return Page(sit(pairing.first), table)


@pytest.fixture
def ben(pairing: Pairing, table: Table) -> Page:
    return Page(sit(second_of(pairing)), table)


@pytest.fixture
def director(client: Client, pairing: Pairing, table: Table) -> Page:
    client.force_login(director_of(pairing))
    return Page(client, table)


def on_board(page: str) -> dict[str, str]:
    """What lies on the squares, by their names."""
    found = re.findall(r'aria-label="([A-O]\d{1,2}), ((?:Joker als )?[A-ZÄÖÜ])[,"]', page)
    return dict(found)


# A game


def test_a_move_lies_on_the_board_and_stands_on_the_sheet(anna: Page) -> None:
    page = anna.place(0, "H4", "RUCKEN", points="26")
    assert "".join(on_board(page).values()) == "RUCKEN"
    assert "<strong>RUCKEN</strong>" in page
    assert "Ben ist am Zug" in page


def test_wrong_points_and_what_can_t_lie_there_are_told(anna: Page) -> None:
    assert "Der Zug bringt 26 Punkte, nicht 10." in anna.place(0, "H4", "RUCKEN", points="10")
    assert "notice bad" in anna.place(0, "A1", "RUCKEN")
    assert "Richtig ist eine ganze Zahl." in anna.place(0, "H4", "RUCKEN", points="viel")
    assert on_board(anna.get()) == {}


@pytest.mark.parametrize("word", ["rucken", "Rucken", "RUCKEN"])
def test_who_ignores_case_means_no_blanks(anna: Page, word: str) -> None:
    assert set(on_board(anna.place(0, "H4", word)).values()) == set("RUCKEN")


def test_a_small_letter_is_a_blank(anna: Page) -> None:
    page = anna.place(0, "H4", "RUcKEN")
    assert on_board(page)["H6"] == "Joker als C"


def test_both_players_and_the_staff_act_for_either_side(
    anna: Page, ben: Page, director: Page
) -> None:
    ben.place(0, "H4", "RUCKEN")
    assert "passt" in director.send("pass", player=1)
    page = anna.send("exchange", player=0, tiles="3")
    assert "tauscht 3 Steine" in page


def test_exchanged_tiles_may_be_named_and_stay_secret(anna: Page, ben: Page) -> None:
    anna.send("exchange", player=0, tiles="EEN", rack="EENRSTU")
    assert "EENRSTU" in anna.get()
    other = ben.get()
    assert "EENRSTU" not in other
    assert "EEN<" not in other


def test_a_challenge_is_ruled_and_the_move_taken_back(anna: Page, ben: Page) -> None:
    page = anna.place(0, "H4", "RUCKEX")
    assert "Ben zweifelt an" in page
    page = ben.send("challenge", by=1)
    assert "RUCKEX: nicht zulässig. Anna nimmt den Zug zurück." in page
    assert on_board(page) == {}
    assert "sheet-back" in page


def test_a_challenge_in_vain_costs_what_the_ruleset_says(anna: Page, ben: Page) -> None:
    anna.place(0, "H4", "RUCKEN")
    page = ben.send("challenge", by=1, words=["RUCKEN"])
    assert "RUCKEN: zulässig." in page
    assert "angezweifelt: zulässig" in page


def test_once_noted_a_move_can_t_be_challenged(anna: Page, ben: Page) -> None:
    anna.place(0, "H4", "RUCKEX")
    assert "zweifelt an" not in anna.send("note")
    assert "bevor die Punkte notiert sind" in ben.send("challenge", by=1)


def test_undo_takes_the_last_action_back(anna: Page) -> None:
    anna.place(0, "H4", "RUCKEN")
    page = anna.send("undo", expected_version=anna.version)
    assert on_board(page) == {}
    assert "Zurücknehmen" not in page


def test_who_was_overtaken_by_another_phone_is_told_what_happened(anna: Page, ben: Page) -> None:
    seen = anna.version
    ben.place(0, "H4", "RUCKEN", expected_version=seen)
    page = anna.place(0, "H4", "RUCKEX", expected_version=seen)
    assert "Inzwischen ist in der Partie etwas anderes geschehen." in page
    assert "Anna legt H4 RUCKEN." in page
    assert "<strong>RUCKEX</strong>" not in page
    ben.send("undo", expected_version=seen + 1)
    assert "Der letzte Schritt ist zurückgenommen." in anna.send(
        "pass", player=0, expected_version=seen + 1
    )


def test_who_was_overtaken_by_the_clock_is_told_so(anna: Page, ben: Page) -> None:
    seen = anna.version
    ben.send("start-clock")
    assert "Die Uhr läuft." in anna.send("pass", player=0, expected_version=seen)


def test_what_tells_of_a_rack_is_not_told_to_who_was_overtaken(anna: Page, ben: Page) -> None:
    seen = anna.version
    anna.send("exchange", player=0, tiles="EEN", expected_version=seen)
    page = ben.send("pass", player=0, expected_version=seen)
    assert "Etwas ist eingetragen." in page
    assert "EEN" not in page


# Before and after


def test_a_free_table_draws_who_begins(pairing: Pairing, client: Client) -> None:
    user = director_of(pairing)
    client.force_login(user)
    names = ["Cem", "Dora", "Eva"]
    free = open_table(tournament_of(pairing), timezone.now(), by=user, names=names)
    page = Page(client, free)
    assert "Wer fängt an?" in page.get()
    drawn = page.send("draw", tiles=["B", "A", "A"])
    assert drawn.count('name="tiles"') == 2  # those two draw again
    assert "Eva ist am Zug" in page.send("draw", tiles=["B", "?"])
    assert page.get().count("match-head ") + page.get().count('"match-head"') == 3


def test_passes_end_the_game_and_the_tiles_left_are_asked(anna: Page, ben: Page) -> None:
    for number in range(6):
        page = anna.send("pass", player=number % 2)
        if "Welche Steine sind übrig?" in page:
            break
    assert "Anna (7 Steine)" in page
    page = ben.send("left", racks=["EEEEEEE", "NNNNNNN"])
    assert "Alle haben gepasst." in page
    assert "übrig: EEEEEEE" in page


def played_out(pairing: Pairing, by: Any = None) -> Table:
    """The booklet's sample game, whose racks are known."""
    table = open_at(pairing)
    for action in sample_actions():
        table = act(table, action, timezone.now(), by=by or director_of(pairing))
    return table


@pytest.fixture
def sample() -> Page:
    pairing = make_pairing("standard")
    return Page(Client(), played_out(pairing))


def test_the_sample_game_ends_as_in_the_booklet(sample: Page) -> None:
    page = sample.get()
    assert [int(score) for score in re.findall(r'match-score">(-?\d+)<', page)] == [380, 440]
    assert "Ben gewinnt." in page
    assert "Endstand" in page
    assert Pairing.objects.get().standing == ResultState.CONFIRMED


def test_a_game_that_is_over_is_replayed_turn_by_turn(sample: Page) -> None:
    assert on_board(sample.get("?move=0")) == {}
    first = SAMPLE["moves"][0]
    after = sample.get("?move=1")
    assert len(on_board(after)) == len(first["word"])
    assert f"1 / {len(SAMPLE['moves'])}" in after
    assert 'href="?move=2"' in after
    last = sample.get("?move=999")
    assert on_board(last) == on_board(sample.get())


def test_a_game_that_is_over_is_analysed_with_a_chart_and_as_a_file(sample: Page) -> None:
    page = sample.get()
    assert "Punkte nach jedem Zug" in page
    assert "Zug für Zug" in page
    assert "bester Zug" in page
    response = sample.client.get(f"{sample.path}game.gcg")
    assert response.headers["Content-Disposition"] == 'attachment; filename="anna-ben.gcg"'
    assert "#player1" in response.content.decode()


def test_while_too_many_have_games_analysed_the_page_says_so_and_shows_the_rest(
    sample: Page,
) -> None:
    records._analysed.cache_clear()
    with ExitStack() as places:
        for _ in range(MOST_ON_PAGES):
            PLACES.acquire()
            places.callback(PLACES.release)
        page = sample.get()
        assert "zu viele Stellungen" in page
        assert "Punkte nach jedem Zug" in page
        assert "bester Zug" not in page
        places.close()
        assert "bester Zug" in sample.get()


def test_without_racks_there_is_no_analysis(director: Page) -> None:
    director.place(0, "H4", "RUCKEN")
    form = {"winner": "0", "because": "resigned", "confirmed": "1"}
    assert "Eine Analyse gibt es, wo Bänkchen mitgeschrieben sind." in director.send("end", **form)


def test_the_file_is_not_to_be_had_while_the_game_is_played(anna: Page) -> None:
    assert anna.client.get(f"{anna.path}game.gcg").status_code == 403


def test_giving_up_is_asked_first_and_nothing_else_is_for_players(anna: Page) -> None:
    form = {"winner": "1", "because": "resigned"}
    asked = anna.client.post(f"{anna.path}end/", form)
    assert "wirklich beenden" in text_of(asked)
    anna.table.refresh_from_db()
    assert anna.table.state == Table.State.RUNNING
    refused = anna.send("end", winner="0", because="director", confirmed="1")
    assert "Das entscheidet die Spielleitung." in refused
    assert "vorzeitig beendet" in anna.send("end", **form, confirmed="1")


def test_a_player_s_game_is_reported_and_waits_for_the_other() -> None:
    pairing = make_pairing("standard")
    table = played_out(pairing, by=pairing.first)
    page = Page(sit(second_of(pairing)), table).get()
    assert "sobald der andere es auf seiner Seite bestätigt" in page


# The clock


def test_the_clock_is_started_stopped_and_set(anna: Page) -> None:
    assert "30:00" in anna.get()
    assert "Uhr anhalten" in anna.send("start-clock")
    assert "Uhr starten" in anna.send("stop-clock")
    assert "17:30" in anna.send("clock", player=1, seconds="12:30")
    assert "Minuten und Sekunden" in anna.send("clock", player=1, seconds="12")


def test_a_clock_that_runs_shows_what_is_left_now(pairing: Pairing, anna: Page) -> None:
    began = timezone.now() - timedelta(minutes=31)
    set_clock_running(anna.table, True, began, by=director_of(pairing))
    page = anna.get()
    assert re.search(r"data-call>−1:0\d<", page)
    assert re.search(r'data-since="20[^"]+"', page)


@pytest.mark.parametrize(
    ("milliseconds", "told"), [(1500000, "25:00"), (59001, "1:00"), (1, "0:01"), (-1000, "−0:01")]
)
def test_a_second_counts_until_it_is_over(milliseconds: int, told: str) -> None:
    assert tell_time(milliseconds) == told


# Who sees and who acts


def test_everybody_watches_but_only_those_act_who_may(client: Client, anna: Page) -> None:
    anna.place(0, "H4", "RUCKEN", rack="RUCKENS")
    watched = Page(client, anna.table)
    page = watched.get()
    assert "RUCKEN" in page
    assert "RUCKENS" not in page
    assert '<form method="post" action="/tournaments/' not in page
    for action in [*MATCH.kinds, "undo", "start-clock", "show"]:
        assert client.post(f"{watched.path}{action}/").headers["Location"].startswith("/login/")


def test_a_player_of_another_table_only_watches(anna: Page, pairing: Pairing) -> None:
    stranger = Page(sit(make_entry(pairing.round.division, "Cem")), anna.table)
    assert "Legen" not in stranger.get().split("data-lay-points")[1].split(">", 1)[1]
    assert "Das ist nicht deine Partie." in stranger.place(0, "H4", "RUCKEN")
    assert on_board(stranger.get()) == {}


def test_the_staff_may_shut_spectators_out(director: Page, anna: Page) -> None:
    assert "Zuschauer zulassen" in director.send("hide")
    assert Client().get(anna.path).status_code == 403
    assert "Anna ist am Zug" in anna.get()
    assert anna.client.post(f"{anna.path}show/").headers["Location"].startswith("/login/")
    assert "Zuschauer ausschließen" in director.send("show")
    assert Client().get(anna.path).status_code == 200


def test_a_director_who_plays_sees_and_says_no_more_than_a_player(
    client: Client, pairing: Pairing, table: Table
) -> None:
    ben = Page(sit(second_of(pairing)), table)
    ben.send("exchange", player=0, tiles="EEN", rack="EENRSTU")
    client.force_login(director_of(pairing))
    assert "EENRSTU" in Page(client, table).get()
    client.cookies[f"entry_{tournament_of(pairing).pk.hex}"] = give_token(second_of(pairing))
    page = Page(client, table)
    assert "EENRSTU" not in page.get()
    page.send("pass", player=1)
    last = table.log.latest("sequence")
    assert last.by == f"player {second_of(pairing).number}"


def test_there_are_no_other_actions_and_no_other_tables(anna: Page, client: Client) -> None:
    assert anna.client.post(f"{anna.path}cheat/").status_code == 404
    assert anna.client.get(f"{anna.path}undo/").status_code == 405
    missing = "/tournaments/tables/00000000-0000-0000-0000-000000000000/"
    assert client.get(missing).status_code == 404
    client.force_login(make_user())
    assert client.post(f"{anna.path}undo/").status_code == 403
