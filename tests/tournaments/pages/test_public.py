"""What everybody may see of a tournament, when, and that nothing is shown before its time."""

import re
from typing import Any

import pytest
from django.test import Client

from referee.models import User
from tests.duplicate.factories import NOON, SECOND, make_user
from tests.markup import tight
from tests.tournaments.factories import (
    give_token,
    make_division,
    make_entries,
    make_entry,
    make_round,
    make_tournament,
    set_result,
)
from tournaments.events.pages.kinds import EMBEDDED
from tournaments.events.pages.scenes import ROWS
from tournaments.models import Division, Entry, Pairing, Penalty, Report, Round, Table, Tournament
from tournaments.options import Options
from tournaments.rounds.pages.public import LEADERS
from tournaments.rounds.pages.scoreboard import NEWEST
from tournaments.rounds.services import results
from tournaments.standings import Metric

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State, ResultState, Outcome = Round.State, Pairing.ResultState, Pairing.Outcome


class Event:
    """Anna, Ben, Cem and Dora: Anna beat Ben in the first round, Cem and Dora played a draw."""

    def __init__(self, state: Tournament.State = Tournament.State.RUNNING, **options: Any) -> None:
        self.director = make_user("leiterin")
        self.tournament = make_tournament(
            director=self.director, state=state, options=Options(**options)
        )
        self.division = make_division(self.tournament, rounds=3)
        self.players = [
            make_entry(self.division, name, club=club, category=category)
            for name, club, category in (
                ("Anna", "Köln", "Jugend"),
                ("Ben", "Köln", ""),
                ("Cem", "Bonn", "Jugend"),
                ("Dora", "", ""),
            )
        ]
        anna, ben, cem, dora = self.players
        self.first = make_round(self.division, (anna, ben), (cem, dora))
        for pairing, points in zip(
            self.first.pairings.all(), ((412, 350), (388, 388)), strict=True
        ):
            set_result(pairing, *points)

    def second_round(self, state: Round.State = State.PUBLISHED) -> list[Pairing]:
        """Dora against Anna at table 1, and Ben against Cem."""
        anna, ben, cem, dora = self.players
        round = make_round(self.division, (dora, anna), (ben, cem), state=state)
        return list(round.pairings.order_by("table"))

    def get(self, path: str = "", user: User | None = None, player: Entry | None = None) -> Any:
        client = Client()
        if user:
            client.force_login(user)
        if player:
            client.cookies[f"entry_{self.tournament.pk.hex}"] = give_token(player)
        return client.get(f"/tournaments/{self.tournament.pk}/{path}")

    def page(self, path: str = "", **who: Any) -> str:
        response = self.get(path, **who)
        assert response.status_code == 200
        return tight(response.content.decode())


def rows(page: str) -> list[str]:
    """The rows of the page's tables as plain text."""
    found = re.findall(r"<tr[ >].*?</tr>|<tr>.*?</tr>", page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in found]


def test_before_the_first_round_the_overview_names_who_plays() -> None:
    tournament = make_tournament(state=Tournament.State.SETUP, place="Köln")
    division = make_division(tournament)
    make_entry(division, "Anna", club="Bonn")
    make_entry(division, "Ben", withdrawn_from=1)
    page = Client().get(f"/tournaments/{tournament.pk}/").content.decode()
    assert "Anna" in page
    assert "Bonn" in page
    assert "Köln" in page
    assert "Ben" not in page
    assert "noch nicht begonnen" in page
    assert "1 Spieler" in page


def test_the_overview_shows_the_leaders_of_every_division() -> None:
    event = Event()
    other = make_division(event.tournament)
    first, *rest = make_entries(other, LEADERS + 2)
    round = make_round(other, (first, rest[0]))
    set_result(round.pairings.get(), 500, 300)
    page = event.page()
    assert rows(page)[1] == "1. Anna 1 +62"
    assert first.name in page
    assert sum(player.name in page for player in rest) == LEADERS - 1
    assert "Ganze Wertung" in page
    assert f"/tournaments/{event.tournament.pk}/2/rounds/1/" in page


def test_the_overview_leads_everybody_to_where_they_belong() -> None:
    event = Event()
    desk, me = (f"/tournaments/{event.tournament.pk}/{name}/" for name in ("desk", "me"))
    assert desk not in (page := event.page())
    assert me not in page
    assert desk in event.page(user=event.director)
    assert me in event.page(player=event.players[0])


def test_standings_say_how_everybody_stands() -> None:
    event = Event()
    assert rows(event.page("1/"))[1:] == [
        "1. 1 Anna Köln 1 0 +62 1990 → 2000",
        "2. 3 Cem Bonn ½ ½ 0 1970 → 1970",
        "2. 4 Dora ½ ½ 0 1960 → 1960",
        "4. 2 Ben Köln 0 1 −62 1980 → 1970",
    ]


def test_standings_are_shown_as_after_an_earlier_round() -> None:
    event = Event()
    before = rows(event.page("1/?after=1"))
    dora_anna, ben_cem = event.second_round()
    set_result(dora_anna, 500, 300)
    set_result(ben_cem, 500, 300)
    Tournament.objects.update(log_length=7)
    assert rows(event.page("1/"))[1].startswith("1. 4 Dora 1½ ½ +200")
    assert rows(event.page("1/?after=1")) == before
    assert event.get("1/?after=3").status_code == 404


def test_standings_by_category_club_and_team() -> None:
    event = Event(team_best_of=1)
    Entry.objects.filter(name="Dora").update(team="Die Wilden")
    page = event.page("1/?by=category")
    assert page.index("Ohne Kategorie") < page.index("Jugend")
    assert [row[:9] for row in rows(page)] == [
        "Platz Nr.", "1. 4 Dora", "2. 2 Ben ", "Platz Nr.", "1. 1 Anna", "2. 3 Cem "
    ]  # fmt: skip
    assert rows(event.page("1/?by=club"))[1:] == [
        "1. Köln Anna 1 1 +62 412",
        "2. Bonn Cem ½ ½ 0 388",
    ]
    assert rows(event.page("1/?by=team"))[1:] == ["1. Die Wilden Dora ½ ½ 0 388"]


def test_further_metrics_have_columns() -> None:
    event = Event(metrics=(Metric.WINS, Metric.BUCHHOLZ, Metric.SONNEBORN_BERGER))
    head, *lines = rows(event.page("1/"))
    assert head.endswith("Differenz Buchholz Sonneborn-Berger Wertungszahl")
    assert "1. 1 Anna Köln 1 0 +62 0 0 1990 → 2000" in lines
    assert "2. 3 Cem Bonn ½ ½ 0 ½ ¼ 1970 → 1970" in lines


def test_places_that_nobody_can_take_are_marked_until_all_are_sure() -> None:
    event = Event()
    assert "sicher" not in event.page("1/")
    event.division.schedule = event.division.schedule[:1]
    event.division.save()
    Tournament.objects.update(log_length=7)
    assert "sicher" in event.page("1/")
    Tournament.objects.update(state=Tournament.State.FINISHED, log_length=8)
    assert "sicher" not in event.page("1/")


def test_a_round_shows_its_games_and_who_plays_alone() -> None:
    event = Event()
    page = event.page("1/rounds/1/")
    assert rows(page)[1:] == ["1 Anna Ben 412&nbsp;:&nbsp;350", "2 Cem Dora 388&nbsp;:&nbsp;388"]
    assert "alle Ergebnisse sind da" in page
    make_round(event.division, (event.players[0], event.players[1]), (event.players[2], None))
    page = event.page("1/rounds/2/")
    assert ">Cem</a>: spielfrei" in page
    assert "1 Ergebnis fehlt noch" in page


def test_a_round_is_shown_once_it_is_published_to_nobody_before() -> None:
    event = Event()
    event.second_round(State.LOCKED)
    for user in (None, event.director):
        assert event.get("1/rounds/2/", user=user).status_code == 403
    assert "rounds/2/" not in event.page("1/")
    assert event.get("1/rounds/3/").status_code == 404
    assert event.get("2/rounds/1/").status_code == 404


def test_what_is_not_confirmed_is_for_the_staff() -> None:
    event = Event()
    open_game, _ = event.second_round()
    for standing, word in ((ResultState.REPORTED, "gemeldet"), (ResultState.DISPUTED, "strittig")):
        set_result(open_game, 431, 299)
        Pairing.objects.filter(pk=open_game.pk).update(standing=standing)
        assert "431" not in (page := event.page("1/rounds/2/"))
        assert word not in page
        assert "431" in (page := event.page("1/rounds/2/", user=event.director))
        assert word in page
        for path in ("", "1/", "1/wallchart/", "players/1/", "scoreboard/", "1/embed/"):
            assert "431" not in event.page(path)
            assert "431" not in event.page(path, user=event.director)


@pytest.mark.parametrize(
    ("outcome", "winner"),
    [
        (Outcome.PLAYED, "Dora"),
        (Outcome.LOST_ON_TIME_FIRST, "Anna"),
        (Outcome.LOST_ON_TIME_SECOND, "Dora"),
        (Outcome.FORFEIT_FIRST, "Anna"),
        (Outcome.FORFEIT_SECOND, "Dora"),
    ],
)
def test_the_winner_of_a_game_stands_out(outcome: str, winner: str) -> None:
    event = Event()
    game, _ = event.second_round()
    set_result(game, 400, 395)
    Pairing.objects.filter(pk=game.pk).update(outcome=outcome)
    won = re.findall(r't-won"><a [^>]+>(\w+)<', event.page("1/rounds/2/"))
    assert won == [winner]


def test_a_penalty_is_told_and_can_cost_the_win() -> None:
    event = Event()
    game, _ = event.second_round()
    set_result(game, 400, 395)
    game.penalties.create(
        entry=game.first, reason=Penalty.Reason.LATE, points=10, by="leiterin", at=NOON
    )
    page = event.page("1/rounds/2/")
    assert re.findall(r't-won"><a [^>]+>(\w+)<', page) == ["Anna"]
    assert "−10" in page


def test_a_recorded_game_is_led_to_where_it_may_be_watched() -> None:
    event = Event()
    game, other = event.second_round()
    tables = [
        Table.objects.create(
            tournament=event.tournament,
            pairing=pairing,
            game="match",
            setup={},
            names=["x", "y"],
            is_public=is_public,
            created_at=NOON,
        )
        for pairing, is_public in ((game, True), (other, False), (None, True))
    ]
    shown, hidden, free = (f"/tournaments/tables/{table.pk}/" for table in tables)
    page = event.page("1/rounds/2/")
    assert shown in page
    assert hidden not in page
    assert hidden in event.page("1/rounds/2/", user=event.director)
    page = event.page()
    assert free in page
    assert shown in page
    assert hidden not in page
    assert hidden in event.page(user=event.director)


def test_the_wall_chart_tells_everybody_s_way() -> None:
    event = Event()
    event.second_round()
    lines = rows(event.page("1/wallchart/"))
    assert lines[0] == "Platz Name 1 2 Siege Differenz"
    assert lines[1] == "1. Anna 1 S 2 * 412:350 1 +62 4 offen 1 +62 1 +62"
    assert lines[4] == "4. Ben 2 N 1 350:412 0 −62 3 offen 0 −62 0 −62"


def test_a_player_has_a_sheet() -> None:
    event = Event()
    page = event.page("players/1/")
    assert rows(page)[1:] == ["1 1 Ben fing an 412 &nbsp;:&nbsp;350 +62 1 +62 1."]
    assert "Köln" in page
    assert "1990 → 2000" in page
    assert "<figure" not in page
    set_result(event.second_round()[0], 300, 420)
    Tournament.objects.update(log_length=7)
    assert "<figure" in event.page("players/1/")
    assert event.get("players/9/").status_code == 404


def test_one_s_own_line_stands_out() -> None:
    event = Event()
    for path in ("1/", "1/rounds/1/", "1/wallchart/"):
        assert 'class="own"' not in event.page(path)
        assert event.page(path, player=event.players[0]).count('class="own"') == 1


def test_names_are_text_wherever_they_stand() -> None:
    event = Event()
    Entry.objects.filter(name="Anna").update(name="<b>Anna</b>")
    Tournament.objects.update(name="<i>Herbst</i>", log_length=7)
    paths = ("", "1/", "1/rounds/1/", "1/wallchart/", "players/1/", "scoreboard/", "1/embed/")
    for path in paths:
        assert "<b>Anna" not in (page := event.page(path))
        assert "<i>Herbst" not in page
        assert "&lt;b&gt;Anna" in page


def test_the_embedded_table_is_for_every_site_and_without_cookies() -> None:
    event = Event()
    response = event.get("1/embed/", user=event.director)
    assert response.status_code == 200
    assert "X-Frame-Options" not in response.headers
    assert "frame-ancestors *" in response.headers["Content-Security-Policy"]
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    assert not response.cookies
    assert "Cookie" not in response.headers["Vary"]
    assert rows(response.content.decode())[1] == "1. Anna 1 +62"
    other = event.get("1/")
    assert other.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"]


def test_the_embedded_table_is_short_unless_asked_for_more() -> None:
    tournament = make_tournament()
    division = make_division(tournament)
    players = make_entries(division, EMBEDDED + 2)
    set_result(make_round(division, (players[0], players[1])).pairings.get(), 400, 300)
    path = f"/tournaments/{tournament.pk}/1/embed/"
    page = Client().get(path).content.decode()
    assert len(rows(page)) == 1 + EMBEDDED
    assert "und 2 weitere" in page
    assert len(rows(Client().get(f"{path}?top=5").content.decode())) == 1 + 5
    assert Client().get(f"/tournaments/{tournament.pk}/2/embed/").status_code == 404


def scene(page: str) -> str:
    found = re.search(r'data-scene="(\w+)"', page)
    assert found
    return found[1]


def test_the_scoreboard_welcomes_until_a_round_is_published() -> None:
    tournament = make_tournament(state=Tournament.State.SETUP)
    division = make_division(tournament)
    anna, ben = make_entry(division, "Anna"), make_entry(division, "Ben")
    make_round(division, (anna, ben), state=State.LOCKED)
    page = Client().get(f"/tournaments/{tournament.pk}/scoreboard/").content.decode()
    assert scene(page) == "welcome"
    assert "Anna" in page
    assert "data-page" not in page


def test_the_scoreboard_shows_pairings_while_results_are_awaited() -> None:
    event = Event()
    assert scene(event.page("scoreboard/")) == "pause"
    assert "board-pairings" not in event.page("scoreboard/")
    event.second_round()
    page = event.page("scoreboard/")
    assert scene(page) == "playing"
    assert 'data-round="1-2"' in page
    assert "2 von 2 offen" in page
    assert page.index("board-pairings") < page.index("board-standings")


def test_the_scoreboard_ends_with_the_winners() -> None:
    page = Event(state=Tournament.State.FINISHED).page("scoreboard/")
    assert scene(page) == "final"
    assert page.index("board-winner") < page.index("board-standings")


def test_long_tables_take_several_pages_and_a_division_a_screen_of_its_own() -> None:
    event = Event()
    other = make_division(event.tournament, name="Jugend")
    players = make_entries(other, 2 * ROWS + 2)
    make_round(other, *zip(players[::2], players[1::2], strict=True))
    page = event.page("scoreboard/")
    # The other's pairings need two and its table three, the first one's table one.
    assert page.count("data-page>") == 2 + 3 + 1
    assert "Anna" in page
    assert players[0].name in page
    alone = event.page("scoreboard/?division=1")
    assert players[0].name not in alone
    assert alone.count("data-page>") == 1
    assert event.get("scoreboard/?division=9").status_code == 404


def test_the_newest_results_come_first_on_the_scoreboard() -> None:
    tournament = make_tournament()
    division = make_division(tournament)
    players = make_entries(division, 2 * (NEWEST + 1))
    round = make_round(division, *zip(players[::2], players[1::2], strict=True))
    director = tournament.staff.get().user
    for place, pairing in enumerate(round.pairings.order_by("-table")):
        results.enter_result(
            pairing,
            first_points=400,
            second_points=300,
            outcome=Outcome.PLAYED,
            source=Report.Source.SLIP,
            at=NOON + place * SECOND,
            by=director,
        )
    page = Client().get(f"/tournaments/{tournament.pk}/scoreboard/").content.decode()
    newest = page[page.index("board-newest") :]
    assert newest.count("<li>") == NEWEST
    assert newest.index(players[0].name) < newest.index(players[2].name)
    assert players[-2].name not in newest


def test_a_page_follows_its_tournament_until_that_is_over() -> None:
    event = Event()
    assert "public.js" in event.page("1/")
    assert "public.js" in event.page("1/embed/")
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert "public.js" not in event.page("1/")
    assert "public.js" not in event.page("1/embed/")


def test_there_is_nothing_of_a_tournament_that_is_not() -> None:
    unknown = "00000000-0000-0000-0000-000000000000"
    paths = ("", "1/", "1/rounds/1/", "1/wallchart/", "1/embed/", "players/1/", "scoreboard/")
    for path in paths:
        assert Client().get(f"/tournaments/{unknown}/{path}").status_code == 404
    division: Division = make_division(make_tournament())
    assert Client().post(f"/tournaments/{division.tournament_id}/1/").status_code == 405
