"""Pages, lists and print-outs of a game with more people than stand on one."""

import csv
import re
from io import StringIO
from itertools import chain
from typing import Any

import pytest
from django.test import Client

from duplicate.models import Game, Play, Result, Round
from duplicate.pages.printouts import PEOPLE_A_PART
from duplicate.pages.standings import FIRST, MOST_CATEGORIES, MOST_PRINTED, MOST_ROWS
from tests.api_client import Caller, path_of
from tests.duplicate.crowds import crowd_in
from tests.duplicate.factories import make_game, make_participant
from tests.duplicate.round_states import round_in
from tests.duplicate.sample_games import director_of
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
#: One row more than any page, list or part has.
PEOPLE = MOST_PRINTED + 1


class LargeGame:
    """A round is published; the points of three neighbours by number are equal, the last's most."""

    def __init__(self, people: int = PEOPLE) -> None:
        self.game: Game = make_game()
        own, self.token = make_participant(self.game, "Ömer Özil", club="SC Nord", category="A")
        crowd = [own, *crowd_in(self.game, people - 1, category="B")]
        self.round: Round = round_in(Round.State.PUBLISHED, game=self.game)
        plays = Play.objects.bulk_create(
            Play(
                round=self.round,
                coordinates="H4",
                word=f"W{points}",
                code="valid",
                detail={"coordinates": "H4", "word": f"W{points}", "points": points},
                points=points,
            )
            for points in range(MOST_ROWS + 1)
        )
        Result.objects.bulk_create(
            Result(round=self.round, participant=one, play=play, points=points, move_points=points)
            for one, play, points in (
                (one, plays[place % len(plays)], place // 3) for place, one in enumerate(crowd)
            )
        )

    def get(self, rest: str, *, seated: bool = False, as_director: bool = False) -> str:
        client = Client()
        if seated:
            client.cookies[f"seat_{self.game.pk.hex}"] = self.token
        if as_director:
            client.force_login(director_of(self.game))
        response: Any = client.get(f"/games/{self.game.pk}/{rest}")
        assert response.status_code == 200
        return tight(response.content.decode())

    def rows(self, rest: str) -> list[tuple[str, str]]:
        """Rank and number of the rows on a page of standings, in order."""
        return rows_in(self.get(f"standings/{rest}"))

    def filed(self, query: str = "") -> list[tuple[str, str]]:
        """The same of the whole table for spreadsheets."""
        answer: Any = Client().get(f"/api/v1{path_of(self.game, 'standings.csv')}{query}")
        text = answer.getvalue().decode("utf-8-sig")
        lines = list(csv.reader(StringIO(text, newline=""), delimiter=";"))
        return [(line[0], line[1]) for line in lines[1:]]


def rows_in(html: str) -> list[tuple[str, str]]:
    row = r'<td class="number place">(\d+)\.</td><td class="number wide-only muted">(\d+)</td>'
    return re.findall(row, html)


@pytest.fixture
def large() -> LargeGame:
    return LargeGame()


def test_the_pages_of_the_standings_together_are_the_table_for_spreadsheets(
    large: LargeGame,
) -> None:
    pages = [large.rows(f"?page={number}") for number in range(1, 7)]
    assert [len(page) for page in pages] == [MOST_ROWS] * 5 + [1]
    assert list(chain.from_iterable(pages)) == large.filed()


def test_a_rank_a_name_a_number_and_oneself_are_found_in_long_standings(large: LargeGame) -> None:
    assert ("151", "350") in large.rows("?rank=150")
    assert large.rows("?rank=151") == large.rows("?page=2")
    assert large.rows("?rank=999999") == large.rows("?page=6")
    assert large.rows("?find=özil") == large.rows("?find=1") == large.rows("?find=sc+nord")
    assert [number for _rank, number in large.rows("?find=özil")] == ["1"]
    assert "Niemand gefunden." in large.get("standings/?find=Xaver")
    seated = large.get("standings/", seated=True)
    assert 'href="?number=1#own"' in seated
    assert '<tr class="own" id="own">' not in seated
    assert '<tr class="own" id="own">' in large.get("standings/?number=1", seated=True)
    assert "Mein Platz" not in large.get("standings/")


def test_of_each_category_the_first_ten_are_shown_with_a_way_to_all(large: LargeGame) -> None:
    filed = large.filed("?by=category")
    assert large.rows("?by=category") == filed[: FIRST + 1]
    html = large.get("standings/?by=category")
    assert f'<a href="?by=category&amp;category=B">Alle {PEOPLE - 1}</a>' in html
    pages = [large.rows(f"?by=category&category=B&page={number}") for number in range(1, 6)]
    assert list(chain.from_iterable(pages)) == filed[1:]
    assert large.rows("?by=category&category=none") == []


def test_many_categories_stand_on_pages_too() -> None:
    game = make_game()
    for number in range(MOST_CATEGORIES + 1):
        make_participant(game, category=f"K{number:02}")
    round = round_in(Round.State.PUBLISHED, game=game)
    Result.objects.bulk_create(
        Result(round=round, participant=one, points=1, move_points=1)
        for one in game.participants.all()
    )
    page = f"/games/{game.pk}/standings/?by=category"
    assert tight(Client().get(page).content.decode()).count("<h2>K") == MOST_CATEGORIES
    assert tight(Client().get(f"{page}&page=2").content.decode()).count("<h2>K") == 1


def test_a_round_s_plays_and_results_stand_on_pages_and_everybody_is_found(
    large: LargeGame,
) -> None:
    html = large.get("rounds/1/")
    plays, results = html.split('id="results-title"')
    assert plays.count('<th scope="row">W') == MOST_ROWS
    assert len(re.findall(r'<td class="number">\d+\.</td>', results)) == MOST_ROWS
    assert large.get("rounds/1/?plays=2").split('id="results-title"')[0].count('row">W') == 1
    last = large.get("rounds/1/?page=6").split('id="results-title"')[1]
    # The three with the fewest points share a rank; one of them is on the page before.
    assert re.findall(r'<td class="number">(\d+)\.</td>', last) == [str(PEOPLE - 2)]
    assert "Ömer Özil" in large.get("rounds/1/?find=özil")
    assert "Ömer Özil" not in html
    own = large.get("rounds/1/?number=1", seated=True)
    assert '<tr class="own" id="own">' in own
    assert 'href="?number=1#own"' in large.get("rounds/1/", seated=True)


def test_the_api_tells_standings_in_parts_and_how_many_there_are(large: LargeGame) -> None:
    def told(query: str) -> Any:
        return Caller().get(path_of(large.game, f"standings/{query}")).json()

    first, rest = told(""), told("?offset=500")
    assert (first["count"], len(first["rows"]), len(rest["rows"])) == (PEOPLE, 500, 1)
    numbers = [(str(row["rank"]), str(row["number"])) for row in first["rows"] + rest["rows"]]
    assert numbers == large.filed()
    assert [row["rank"] for row in told("?limit=2&offset=3")["rows"]] == [4, 4]
    categories = told("?by=category")["categories"]
    assert [(one["category"], one["count"], len(one["rows"])) for one in categories] == [
        ("A", 1, 1),
        ("B", PEOPLE - 1, FIRST),
    ]
    assert told("?by=category&category=B")["count"] == PEOPLE - 1
    assert told("?limit=x")["code"] == "invalid"


def test_long_print_outs_are_made_in_parts_or_of_the_numbers_asked_for(large: LargeGame) -> None:
    def printed(rest: str) -> str:
        return large.get(f"print/{rest}", as_director=True)

    first = printed("sheets/")
    assert first.count('class="one-page"') == PEOPLE_A_PART
    assert f"Teil 1 von 3: 1 bis {PEOPLE_A_PART} von {PEOPLE}" in first
    assert 'href="?page=2"' in first
    assert printed("sheets/?page=3").count('class="one-page"') == PEOPLE - 2 * PEOPLE_A_PART
    some = printed("sheets/?from=250&to=252")
    assert re.findall(r"Nummer (\d+)", some) == ["250", "251", "252"]
    assert "Teil 1" not in some
    slips = printed("slips/?for=all&last=1")
    assert slips.count('<article class="slip">') == PEOPLE_A_PART
    assert 'href="?for=all&amp;last=1&amp;page=2"' in slips
    assert printed("slips/?from=7&to=7&last=2").count('<article class="slip">') == 2
    assert len(rows_in(printed("standings/"))) == MOST_PRINTED
    assert len(rows_in(printed("standings/?page=2"))) == 1
    by_category = rows_in(printed("standings/?by=category")) + rows_in(
        printed("standings/?by=category&page=2")
    )
    assert by_category == large.filed("?by=category")


def test_a_short_print_out_is_whole_as_ever() -> None:
    small = LargeGame(3)
    for what in ("sheets", "standings", "slips"):
        assert "Teil 1" not in small.get(f"print/{what}/", as_director=True)
