"""What there is to judge of a large field: in pages, looked for, decided to its end."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from duplicate.models import Game, Participant, Play, Round
from duplicate.pages.desk import MOST_PLAYS
from duplicate.services.rounds import publish_round
from duplicate.services.rulings import rule_on_word
from tests.api_client import as_user, path_of
from tests.duplicate.crowds import crowd_in, judged_crowd, words_of_the_rack
from tests.duplicate.factories import make_game
from tests.duplicate.sample_games import director_of
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
#: Two more than stand on a page, each a word of its own.
DOUBTFUL = MOST_PLAYS + 2


class JudgesDesk:
    """A judged round: words that nobody knows, the top, and a move that the rack has not."""

    def __init__(self) -> None:
        self.game: Game = make_game()
        self.words = words_of_the_rack(DOUBTFUL)
        writings = [*(("H4", word) for word in self.words), ("H4", "MAGENS"), ("H4", "XYLOPHON")]
        self.round: Round
        self.people: list[Participant]
        self.round, self.people = judged_crowd(self.game, writings)
        self.client = Client()
        self.client.force_login(director_of(self.game))
        self.path = f"/games/{self.game.pk}/desk/"

    def listed(self, query: str = "") -> list[int]:
        """The plays on the page, in order."""
        html = self.client.get(self.path + query).content.decode()
        return [int(pk) for pk in re.findall(r'<li id="play-(\d+)"', tight(html))]

    def words_listed(self, query: str) -> set[str]:
        return set(Play.objects.filter(pk__in=self.listed(query)).values_list("word", flat=True))

    def told_by_api(self, query: str) -> dict[str, Any]:
        path = path_of(self.game, f"rounds/1/plays/{query}")
        told: dict[str, Any] = as_user(director_of(self.game)).get(path).json()
        return told

    def decide(self, pk: int, query: str) -> str:
        """Bar the word of a play by its form, without a script; where that leads."""
        html = tight(self.client.get(self.path + query).content.decode())
        form = html[html.index(f'id="decide-{pk}"') :]
        action = re.search(r'data-rule method="post" action="([^"]*)"', form)
        part = re.search(r'name="part" value="([^"]*)"', form)
        assert action
        assert part
        word = Play.objects.get(pk=pk).inadmissible[0]
        fields = {"round": self.round.pk, "word": word, "verdict": "bar", "part": part[1]}
        response: Any = self.client.post(
            action[1].replace("&amp;", "&"), {**fields, "reason": "not_in_dictionary"}
        )
        return str(response.url)


@pytest.fixture
def desk() -> JudgesDesk:
    return JudgesDesk()


def test_every_play_stands_on_one_of_the_pages_the_doubtful_ones_first(desk: JudgesDesk) -> None:
    first, second = desk.listed(), desk.listed("?plays=2")
    assert (len(first), len(second)) == (MOST_PLAYS, 4)
    assert set(first + second) == set(desk.round.plays.values_list("pk", flat=True))
    inadmissible = desk.round.plays.exclude(inadmissible=[]).values_list("pk", flat=True)
    assert set((first + second)[:DOUBTFUL]) == set(inadmissible)
    html = tight(desk.client.get(desk.path).content.decode())
    assert f"{DOUBTFUL} zweifelhaft" in html
    assert 'href="' + desk.path + '?plays=2#judging"' in html


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?verdict=valid", {"MAGENS"}),
        ("?verdict=invalid", {"XYLOPHON"}),
        ("?word=agens", {"MAGENS"}),
        ("?word=agens&verdict=doubtful", set()),
        ("?word=%00", set()),
    ],
)
def test_plays_are_looked_for_by_verdict_and_word_at_the_desk_as_in_the_api(
    desk: JudgesDesk, query: str, words: set[str]
) -> None:
    assert desk.words_listed(query) == words
    assert {play["word"] for play in desk.told_by_api(query)["results"]} == words


class BlindDesk(JudgesDesk):
    """Three people with names of their own gave a word nobody knows, the top, and nonsense."""

    NAMES = ("Zenzi", "Korbinian", "Aloisius")

    def __init__(self) -> None:
        self.game = make_game()
        self.word = words_of_the_rack(1)[0]
        writings = (("H4", "XYLOPHON"), ("H4", "MAGENS"), ("H4", self.word))
        self.round, self.people = judged_crowd(self.game, writings)
        for person, name in zip(self.people, self.NAMES, strict=True):
            Participant.objects.filter(pk=person.pk).update(name=name)
        self.client = Client()
        self.client.force_login(director_of(self.game))
        self.path = f"/games/{self.game.pk}/desk/"

    def beside_words(self, query: str = "") -> str:
        """What the desk shows of the round: everything between the board and the people's list.

        Without what the addresses of its forms ask for.
        """
        html = re.sub(r'\?[^"#]*', "", self.client.get(self.path + query).content.decode())
        return html[html.index('data-part="step"') : html.index('data-part="people"')]

    def names_in(self, html: str) -> set[str]:
        return {name for name in self.NAMES if name in html}


def test_nobody_is_named_beside_a_word_before_all_that_is_doubtful_is_decided() -> None:
    desk = BlindDesk()
    listed = desk.listed()
    for query in ("", "?player=1", "?player=Korbinian", "?verdict=valid&player=Zenzi"):
        html = desk.beside_words(query)
        assert desk.names_in(html) == set(), query
        assert 'name="player"' not in html
        wanted = desk.listed("?verdict=valid") if "valid" in query else listed
        assert desk.listed(query) == wanted, "a search by name would tell who gave what"
    assert "Namen erscheinen, wenn" in desk.beside_words()
    for page in ("print/arbitration/", "hall/", "standings/", ""):
        html = desk.client.get(f"/games/{desk.game.pk}/{page}").content.decode()
        assert desk.word not in html or not desk.names_in(html), page
    director = as_user(director_of(desk.game))
    for query in ("plays/?participant=1", "results/"):
        refused = director.get(path_of(desk.game, f"rounds/1/{query}"))
        assert (refused.status_code, refused.json()["code"]) == (409, "plays_undecided"), query
        assert refused.json()["params"]["doubtful"] == 1
    assert director.get(path_of(desk.game, "export.json")).json()["code"] == "plays_undecided"
    assert director.get(path_of(desk.game, "rounds/1/plays/")).json()["count"] == 3
    in_order = list(desk.round.plays.order_by("pk").values_list("coordinates", "word"))
    assert in_order == sorted(in_order), "ids in the order of receipt would tell who was first"


@pytest.mark.parametrize("how", ["decided", "published"])
def test_names_appear_when_everything_is_decided_or_the_round_is_published(how: str) -> None:
    desk, at = BlindDesk(), timezone.now()
    by = director_of(desk.game)
    if how == "decided":
        reason = "not_in_dictionary"
        rule_on_word(desk.round, desk.word, at, by=by, is_admissible=False, reason=reason)
    else:
        publish_round(desk.round, at, by=by)
    assert desk.names_in(desk.beside_words()) == set(desk.NAMES)
    director = as_user(by)
    third = Participant.objects.get(game=desk.game, number=3)
    for name in ("3", "aloisius"):
        assert desk.words_listed(f"?player={name}") == {desk.word}
    assert desk.words_listed("?player=niemand") == set()
    (play,) = desk.told_by_api(f"?participant={third.number}")["results"]
    assert play["word"] == desk.word
    assert desk.told_by_api("?participant=99")["results"] == []
    assert director.get(path_of(desk.game, "rounds/1/results/")).json()["count"] == 3
    assert director.get(path_of(desk.game, "export.json")).status_code == 200


def test_what_no_play_can_be_looked_for_by_is_refused_by_the_api_and_passed_over_at_the_desk(
    desk: JudgesDesk,
) -> None:
    assert desk.told_by_api("?verdict=odd")["code"] == "invalid"
    assert desk.told_by_api("?participant=Anna")["code"] == "invalid"
    assert len(desk.listed("?verdict=odd&plays=x")) == MOST_PLAYS


def test_a_ruling_leads_back_to_the_same_page_and_search_at_the_next_play(
    desk: JudgesDesk,
) -> None:
    query = "?verdict=doubtful&plays=2"
    last_but_one, last = desk.listed(query)
    leads = desk.decide(last_but_one, query)
    assert leads == f"{desk.path}?verdict=doubtful&plays=2#play-{last}"
    assert desk.listed(query) == [last]
    assert desk.decide(last, query) == f"{desk.path}?verdict=doubtful&plays=2#judging"
    # There is no second page any more: the last one there is takes its place.
    assert len(desk.listed(query)) == MOST_PLAYS
    assert desk.told_by_api("?verdict=doubtful")["count"] == MOST_PLAYS


def test_a_word_decided_makes_its_plays_doubtful_no_more(desk: JudgesDesk) -> None:
    pk = desk.listed("?verdict=doubtful")[0]
    desk.decide(pk, "?verdict=doubtful")
    assert pk not in desk.listed("?verdict=doubtful") + desk.listed("?verdict=doubtful&plays=2")
    assert pk in desk.listed("?verdict=invalid")
    told = desk.told_by_api("?verdict=invalid")["results"]
    assert {play["id"]: play["is_doubtful"] for play in told}[pk] is False


def test_people_at_the_desk_stand_on_pages_and_the_place_stays(desk: JudgesDesk) -> None:
    crowd_in(desk.game, 60)
    html = tight(desk.client.get(desk.path + "?verdict=valid").content.decode())
    assert html.count("auf Papier</td>") == 100
    assert "person=101" not in html
    assert f'href="{desk.path}?verdict=valid&amp;people=2#people"' in html
    second = tight(desk.client.get(desk.path + "?people=2").content.decode())
    assert "Spieler 101" in second
    assert f'href="{desk.path}?people=2&amp;person=101#people"' in second
    withdrawn = desk.client.post(f"{desk.path}withdraw/?people=2&person=101", {"person": 101})
    assert withdrawn["Location"] == f"{desk.path}?person=101&people=2#people"


def test_the_desk_asks_the_database_as_often_however_many_handed_in(desk: JudgesDesk) -> None:
    def statements(path: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert desk.client.get(path).status_code == 200
        return len(asked)

    missing = f"/api/v1{path_of(desk.game, 'rounds/1/missing/')}"
    crowd_in(desk.game, 2)
    statements(desk.path)  # what is kept by the version of the game is read once
    few = [statements(desk.path), statements(f"{desk.path}?plays=2"), statements(missing)]
    crowd_in(desk.game, 80)
    assert [statements(desk.path), statements(f"{desk.path}?plays=2"), statements(missing)] == few
