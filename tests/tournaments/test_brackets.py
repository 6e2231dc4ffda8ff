"""Knock-outs as everybody sees them, and prizes by them."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from referee.models import User
from tests.api_client import Caller
from tests.duplicate.factories import NOON
from tests.tournaments.factories import make_division, make_entry, make_round, make_tournament
from tests.tournaments.table_client import path_of
from tournaments.entries.services.entries import set_absence
from tournaments.models import Absence, Division, Pairing, Report, Round
from tournaments.rounds.selectors.brackets import Bracket, brackets_of, final_of, honours_of
from tournaments.rounds.services.results import enter_result
from tournaments.rounds.services.rounds import draft_round, publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn")
SWISS = {"method": "swiss"}


def make_field(players: int, *schedule: dict[str, Any]) -> Division:
    division = make_division(make_tournament(), schedule=list(schedule))
    for name in NAMES[:players]:
        make_entry(division, name, category="Jugend" if name in ("Ben", "Cem") else "")
    return division


def director_of(division: Division) -> User:
    return division.tournament.staff.get().user


def go_on(division: Division) -> Round:
    director = director_of(division)
    return publish_round(draft_round(division, NOON, by=director), NOON, by=director)


def end(round: Round, **points: int) -> None:
    """Enter what the games have brought to those who are named; everybody else has 300."""
    for pairing in round.pairings.filter(kind=Pairing.Kind.GAME).select_related("first", "second"):
        assert pairing.second
        enter_result(
            pairing,
            NOON,
            by=director_of(round.division),
            outcome=Pairing.Outcome.PLAYED,
            first_points=points.get(pairing.first.name, 300),
            second_points=points.get(pairing.second.name, 300),
            source=Report.Source.DIRECTOR,
            confirm_implausible=True,
        )


def fresh(division: Division) -> Division:
    return Division.objects.select_related("tournament").get(pk=division.pk)


def told(bracket: Bracket) -> dict[str, list[str]]:
    """Each part of the bracket by its title, with its matches as 'Anna 2:0 Ben'."""
    return {
        part.title: [
            f"{match.one.name if match.one else '–'} {match.one_wins2}:{match.other_wins2} "
            f"{match.other.name if match.other else '–'} {match.decided_by}"
            for match in part.matches
        ]
        for stage in bracket.stages
        for part in stage.parts
    }


def test_a_bracket_grows_stage_by_stage_from_what_is_confirmed() -> None:
    division = make_field(5, *[{"method": "knockout", "places": 8}] * 3)
    draft = draft_round(division, NOON, by=director_of(division))
    assert brackets_of(fresh(division)) == ()  # nobody knows of a draft
    first = publish_round(draft, NOON, by=director_of(division))
    (bracket,) = brackets_of(fresh(division))
    quarter = ["Anna 0:0 – bye", "Dora 0:0 Eva None", "Ben 0:0 – bye", "Cem 0:0 – bye"]
    assert told(bracket) == {"Viertelfinale": quarter}
    assert (bracket.rounds, bracket.places) == ((1,), ())
    end(first, Eva=400)
    set_absence(
        division.entries.get(name="Cem"), 2, Absence.Kind.ABSENT, NOON, by=director_of(division)
    )
    second = go_on(division)
    (bracket,) = brackets_of(fresh(division))
    assert told(bracket)["Viertelfinale"][1] == "Dora 0:2 Eva games"
    assert told(bracket)["Halbfinale"] == ["Anna 0:0 Eva None", "Ben 0:0 Cem walkover"]
    assert told(bracket)["Plätze 5 bis 8"] == ["– 0:0 Dora bye"]
    end(second, Eva=400)
    third = go_on(division)
    end(third, Eva=301)
    (bracket,) = brackets_of(fresh(division))
    assert told(bracket)["Finale"] == ["Eva 2:0 Ben games"]
    assert told(bracket)["Spiel um Platz 3"] == ["Anna 0:0 Cem walkover"]
    assert "Spiel um Platz 7" not in told(bracket)  # nobody is left for it
    assert [(one.place, one.player.name) for one in bracket.places] == [
        (1, "Eva"),
        (2, "Ben"),
        (3, "Anna"),
        (4, "Cem"),
        (5, "Dora"),
    ]


def test_a_match_of_several_games_may_be_decided_by_the_spread() -> None:
    division = make_field(2, *[{"method": "knockout", "best_of": 3}] * 3)
    for points in ({"Anna": 400}, {"Ben": 350}, {}):
        end(go_on(division), **points)
    (bracket,) = brackets_of(fresh(division))
    assert told(bracket) == {"Finale": ["Anna 3:3 Ben spread"]}
    assert bracket.places[0].player.name == "Anna"


def test_everybody_reads_the_bracket_from_published_rounds() -> None:
    division = make_field(3, SWISS, {"method": "knockout", "players": 2})
    address = path_of(division.tournament, "divisions/1/bracket/")
    assert Caller().get(address).json()["brackets"] == []
    end(go_on(division), Anna=500)
    assert Caller().get(address).json()["brackets"] == []
    end(go_on(division), Anna=400)
    (bracket,) = Caller().get(address).json()["brackets"]
    (stage,) = bracket["stages"]
    (part,) = stage["parts"]
    (match,) = part["matches"]
    assert (bracket["rounds"], bracket["best_of"]) == ([2], 1)
    assert (part["place"], part["size"]) == (1, 2)
    assert match["one"] == {"number": 1, "name": "Anna", "club": ""}
    assert (match["one_wins2"], match["other_wins2"], match["games"]) == (2, 0, 1)
    assert (match["winner"], match["decided_by"]) == (1, "games")
    assert bracket["places"][0] == {"place": 1, "number": 1, "name": "Anna"}


def test_pages_show_the_bracket_where_it_belongs() -> None:
    division = make_field(3, SWISS, {"method": "knockout", "players": 2})

    def page(rest: str) -> str:
        address = f"/tournaments/{division.tournament.pk}/1/{rest}"
        return " ".join(re.sub(r"<[^>]+>", " ", Client().get(address).content.decode()).split())

    end(go_on(division), Anna=500)
    assert "Finale" not in page("")
    end(go_on(division), Anna=400)
    for rest in ("", "rounds/2/"):
        assert "Finale Anna ✓ (gewonnen) 1" in page(rest)
    assert "Finale" not in page("rounds/1/")
    assert "Finale" not in page("?after=1")  # it would tell what came later


# Prizes


def ranks(division: Division) -> Mapping[str, int]:
    return {row.player.name: row.rank for row in honours_of(fresh(division))}


def test_who_won_the_final_has_the_first_prize() -> None:
    final = {"method": "knockout", "players": 2, "others": SWISS}
    division = make_field(6, SWISS, final)
    end(go_on(division), Anna=500, Ben=400, Cem=390)
    assert ranks(division)["Anna"] == 1
    end(go_on(division), Ben=301, Cem=700)
    # Cem has two wins and by far the best spread, but was not in the final.
    assert list(ranks(division))[:3] == ["Ben", "Anna", "Cem"]
    client = Client()
    client.force_login(director_of(division))
    root = f"/tournaments/{division.tournament.pk}/print"
    certificates = client.get(f"{root}/certificates/?top=2").content.decode()
    assert re.findall(r"<h1>([^<]+)</h1>", certificates) == ["Ben", "Anna", "Ben"]
    assert "Die Plätze folgen der K.-o.-Runde" in client.get(f"{root}/prizes/").content.decode()


def test_who_came_equally_far_is_honoured_by_the_standings() -> None:
    knockout = {"method": "knockout", "players": 4, "others": SWISS}
    division = make_field(6, knockout, knockout)
    end(go_on(division), Anna=400, Ben=400, Cem=250, Dora=290, Eva=600)
    # Both who lost their semi-finals have the third place to come, before all others.
    assert ranks(division) == {"Ben": 1, "Anna": 2, "Dora": 3, "Cem": 4, "Eva": 5, "Finn": 6}
    end(go_on(division), Anna=301)
    assert list(ranks(division))[:2] == ["Anna", "Ben"]


def test_a_knock_out_that_was_not_the_end_gives_no_prizes() -> None:
    division = make_field(4, {"method": "knockout", "players": 2, "others": SWISS}, SWISS)
    end(go_on(division), Anna=301, Cem=600)
    assert ranks(division)["Anna"] == 1
    end(go_on(division), Cem=700)
    assert final_of(fresh(division)) is None
    assert ranks(division)["Cem"] == 1


def test_rounds_without_a_seating_have_no_bracket() -> None:
    division = make_field(2, {"method": "knockout"})
    anna, ben = division.entries.all()
    make_round(division, (anna, ben))
    assert brackets_of(division) == ()
    assert honours_of(division)
