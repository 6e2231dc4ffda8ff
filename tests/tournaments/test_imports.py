"""Players, and rounds already played, from files."""

import pytest

from referee.errors import FileUnreadable, TableUnreadable
from tests.duplicate.factories import NOON, make_user
from tests.tournaments.factories import make_division, make_entries, make_round, make_tournament
from tests.tournaments.logs import kinds_of
from tournaments.errors import DivisionNotEmpty, WrongTournamentState
from tournaments.models import Division, Entry, Pairing, Report, Round, Tournament
from tournaments.rounds.exchange.tsh import TshUnreadable
from tournaments.rounds.selectors.player_field import games_of, players_of
from tournaments.rounds.services.imports import Format, Imported, import_entries
from tournaments.rounds.services.rounds import draft_round
from tournaments.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

CSV = (
    "Nr;Nachname;Vorname;Verein;Klasse;Mannschaft;Elo;Tisch;Ab Runde;Mitgliedsnummer\n"
    "5;Müller;Berta;Köln;A;Rhein;1620;3;;77\n"
    ";Carlsen;Carla;;;;;;2;\n"
)
#: Three rounds: Dan leaves after the first, Eve comes to the second; the third is being played.
TSH = (
    "Abel, Anna 1500 2 3 5; 400 430; p12 1 2 1; team Nord; class A\n"
    "Beck, Ben 1400 1 5 3; 380 401; p12 2 1 2\n"
    "Cohn, Cleo 0 4 1 2; 350 390; p12 2 1 1\n"
    "Dorn, Dan 1200 3 0 0; 352 -50 -50; p12 1 0 0; off -50\n"
    "Eder, Eve 1100 00 2 1; 00 399; p12 0 2 2\n"
)


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(state=Tournament.State.SETUP), rounds=4)


def take_in(
    division: Division, text: str, file_format: Format = Format.TSH, *, with_rounds: bool = True
) -> Imported:
    return import_entries(
        division,
        text.encode("latin-1"),
        NOON,
        by=make_user(),
        file_format=file_format,
        with_rounds=with_rounds,
    )


def test_a_table_brings_all_that_its_columns_name(division: Division) -> None:
    imported = take_in(division, CSV, Format.CSV)
    assert (imported.rounds, imported.notes) == (0, ())
    berta, carla = division.entries.all()
    assert imported.entries == [berta, carla]
    assert (berta.number, berta.name, berta.club) == (5, "Berta Müller", "Köln")
    assert (berta.category, berta.team, berta.rating) == ("A", "Rhein", 1620)
    assert (berta.fixed_table, berta.member_id, berta.first_round) == (3, "77", 1)
    assert (carla.number, carla.name, carla.rating) == (6, "Carla Carlsen", None)
    assert (carla.fixed_table, carla.first_round) == (None, 2)
    (logged,) = division.tournament.log.all()
    assert (logged.kind, logged.data["format"]) == ("imported", "csv")
    assert [player["player"] for player in logged.data["players"]] == [5, 6]
    assert "77" not in str(logged.data)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("Name;Elo\nAnna;1500\nBen;hoch\n", 3, "Elo"),
        ("Name;Nr\nAnna;4\nBen;4\n", 3, "Nr"),
        ("Name;Nr\nAnna;4\nBen;1\n", 3, "Nr"),
        ("Name;Ab Runde\nAnna;1\n", 2, "Ab Runde"),
        ("Name;Tisch\n;3\n", 2, "Name"),
        ("Elo\n1500\n", 1, ""),
    ],
    ids=["rating", "twice", "taken", "fixed round", "nameless", "no head"],
)
def test_a_fault_of_the_table_names_line_and_column_and_nobody_is_entered(
    text: str, line: int, column: str
) -> None:
    division = make_division(make_tournament())
    anna, ben = make_entries(division, 2)
    make_round(division, (anna, ben))
    with pytest.raises(TableUnreadable) as refused:
        take_in(division, text, Format.CSV)
    assert (refused.value.detail["line"], refused.value.detail["column"]) == (line, column)
    assert (division.entries.count(), kinds_of(division.tournament)) == (2, [])


def test_a_division_of_tsh_comes_with_its_rounds(division: Division) -> None:
    imported = take_in(division, TSH)
    assert imported.rounds == 3
    anna, ben, cleo, dan, eve = division.entries.all()
    assert (anna.number, anna.name, anna.team, anna.category) == (1, "Anna Abel", "Nord", "A")
    assert (anna.rating, cleo.rating) == (1500, None)
    assert (dan.withdrawn_from, eve.first_round) == (4, 2)
    first, second, third = division.rounds.all()
    assert {round.state for round in (first, second, third)} == {Round.State.PUBLISHED}
    assert (first.completed_at, second.completed_at, third.completed_at) == (NOON, NOON, None)
    games = [(g.table, g.first, g.second, g.first_points, g.second_points) for g in played(first)]
    assert games == [(1, anna, ben, 400, 380), (2, dan, cleo, 352, 350)]
    assert {game.standing for game in played(first)} == {Pairing.ResultState.CONFIRMED}
    assert {game.standing for game in played(third)} == {Pairing.ResultState.OPEN}
    assert second.pairings.get(first=dan).kind == Pairing.Kind.ABSENT
    assert Report.objects.count() == 4


def test_the_tournament_runs_then_and_its_log_tells_all(division: Division) -> None:
    take_in(division, TSH)
    tournament = division.tournament
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING
    assert kinds_of(tournament) == ["imported", "started"]
    data = tournament.log.get(kind="imported").data
    assert [len(games) for games in data["rounds"]] == [2, 3, 3]
    assert data["rounds"][0][0] == {
        "kind": "game",
        "table": 1,
        "first": 1,
        "second": 2,
        "first_points": 400,
        "second_points": 380,
    }


def test_what_counts_otherwise_here_is_noted(division: Division) -> None:
    notes = take_in(division, TSH).notes
    told = [(note["round"], note["spread_in_file"], note["spread_here"]) for note in notes]
    assert told == [(2, -50, 0), (3, -50, 0)]
    assert {(note["code"], note["player"]) for note in notes} == {("counts_otherwise", 4)}


def test_standings_and_the_next_pairing_go_on_from_there(division: Division) -> None:
    text = TSH.replace("400 430", "400 430 420").replace("380 401", "380 401 377")
    text = text.replace("350 390", "350 390 410").replace("00 399", "00 399 333")
    take_in(division, text)
    rows = standings(players_of(division), games_of(division), division.tournament.options.scoring)
    assert [(row.player.name, row.wins2, row.spread) for row in rows] == [
        ("Anna Abel", 6, 147),
        ("Dan Dorn", 2, 2),
        ("Cleo Cohn", 2, -9),
        ("Ben Beck", 2, -51),
        ("Eve Eder", 0, -89),
    ]
    assert [method["method"] for method in Division.objects.get().schedule] == [
        *["manual"] * 3,
        "swiss",
    ]
    drafted = draft_round(division, NOON, by=make_user())
    assert drafted.number == 4
    assert {entry.number for game in played(drafted) for entry in two_of(game)} == {1, 2, 3, 5}


def test_byes_with_points_are_byes(division: Division) -> None:
    take_in(division, "A, A 1 0 2; 50 400\nB, B 1 00 1; 00 380\n")
    assert division.rounds.get(number=1).pairings.get().kind == Pairing.Kind.BYE


def test_rounds_are_taken_into_an_empty_division_only(division: Division) -> None:
    make_entries(division, 1)
    with pytest.raises(DivisionNotEmpty):
        take_in(division, TSH)
    imported = take_in(division, TSH, with_rounds=False)
    assert (imported.rounds, division.rounds.count()) == (0, 0)
    assert [entry.number for entry in imported.entries] == [2, 3, 4, 5, 6]
    assert kinds_of(division.tournament) == ["imported"]
    dan = Entry.objects.get(name="Dan Dorn")
    assert not dan.plays_in(1)


def test_players_without_rounds_join_those_who_are_there(division: Division) -> None:
    make_entries(division, 2)
    imported = take_in(division, "Abel, Anna 1500;\nBeck, Ben 1400;\n")
    assert [entry.number for entry in imported.entries] == [3, 4]
    assert division.tournament.state == Tournament.State.SETUP


@pytest.mark.parametrize(
    "text",
    [
        "Abel, Anna 1500 2; 400\nBeck, Ben 1400 1; 9999\n",
        "Abel, Anna 1500 2; 400\nBeck, Ben 1400 1;\n",
        f"Abel, {'A' * 100} 1500;\n",
        "Abel, Anna 10000;\n",
        "Abel, Anna 1500 " + "0 " * 101 + ";\n",
    ],
    ids=["points", "points of one", "name", "rating", "rounds"],
)
def test_what_can_not_be_kept_is_refused_whole(division: Division, text: str) -> None:
    with pytest.raises(FileUnreadable):
        take_in(division, text)
    assert (division.entries.count(), division.rounds.count()) == (0, 0)
    assert kinds_of(division.tournament) == []


def test_a_line_that_is_no_player_is_named(division: Division) -> None:
    with pytest.raises(TshUnreadable) as refused:
        take_in(division, "Abel, Anna 1500;\n???\n")
    assert refused.value.detail["line"] == 2


def test_once_it_is_over_nobody_is_taken_in() -> None:
    division = make_division(make_tournament(state=Tournament.State.FINISHED))
    with pytest.raises(WrongTournamentState):
        take_in(division, TSH)


def played(round: Round) -> list[Pairing]:
    games = round.pairings.filter(kind=Pairing.Kind.GAME)
    return list(games.select_related("first", "second"))


def two_of(game: Pairing) -> list[Entry]:
    return [entry for entry in (game.first, game.second) if entry]
