"""A division as files: for spreadsheets, for the federation, for tsh; read back by other means."""

import csv
from io import StringIO

import pytest

from tests.duplicate.factories import NOON
from tests.tournaments.factories import make_division, make_entry, make_round, make_tournament
from tests.tournaments.factories import set_result as played
from tournaments.models import Division, Entry, Pairing, Penalty
from tournaments.rounds.exchange.played import PlayedGame, rounds_of
from tournaments.rounds.exchange.tsh import read_tsh
from tournaments.rounds.selectors.exports import ratings_table, standings_table, tsh_file
from tournaments.rounds.selectors.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

Kind, Outcome, ResultState = Pairing.Kind, Pairing.Outcome, Pairing.ResultState


@pytest.fixture
def division() -> Division:
    """Two rounds: Anna and Jörg draw, =Cem beats Dora; then Dora beats Anna, the others alone."""
    division = make_division(make_tournament(), rounds=3)
    anna = make_entry(division, "Anna Meier", club="Köln", category="Jugend", rating=1620)
    joerg = make_entry(division, "Jörg", club="Köln", rating=1500, team="Nord")
    cem = make_entry(division, "=Cem", rating=None)
    dora = make_entry(division, "Dora van Dyk", rating=1400)
    round = make_round(division, (anna, joerg), (cem, dora))
    played(round.pairings.get(first=anna), 400, 400)
    played(round.pairings.get(first=cem), 380, 360)
    round = make_round(division, (dora, anna), (joerg, None))
    played(round.pairings.get(first=dora), 410, 390)
    round.pairings.create(kind=Kind.ABSENT, first=cem)
    round.pairings.filter(second=None).update(standing=ResultState.CONFIRMED)
    return division


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text.removeprefix("\ufeff")), delimiter=";"))


def entry(division: Division, name: str) -> Entry:
    return division.entries.get(name__startswith=name)


def test_the_standings_for_a_spreadsheet(division: Division) -> None:
    text = standings_table(division, standings_of(division))
    assert text.startswith("\ufeffPlatz;Nummer;Name;Verein;")
    head, *lines = rows(text)
    wanted = ("Platz", "Name", "Siege", "Niederlagen", "Differenz", "Partien", "Buchholz")
    assert [[line[head.index(name)] for name in wanted] for line in lines] == [
        ["1", "Jörg", "1,5", "0,5", "50", "1", "0,5"],
        ["2", "'=Cem", "1", "1", "20", "1", "1"],
        ["3", "Dora van Dyk", "1", "1", "0", "2", "1,5"],
        ["4", "Anna Meier", "0,5", "1,5", "-20", "2", "2,5"],
    ]
    assert [line[head.index("Spielfrei")] for line in lines] == ["1", "0", "0", "0"]
    assert [line[head.index("Sonneborn-Berger")] for line in lines] == ["0,25", "1", "0,5", "0,75"]


def test_the_standings_of_categories_and_clubs(division: Division) -> None:
    table = standings_of(division)
    _, *lines = rows(standings_table(division, table, "category"))
    assert [(line[0], line[2]) for line in lines] == [
        ("1", "Jörg"),
        ("2", "'=Cem"),
        ("3", "Dora van Dyk"),
        ("1", "Anna Meier"),
    ]
    assert rows(standings_table(division, table, "club")) == [
        ["Platz", "Name", "Siege", "Differenz", "Punkte", "Gewertet"],
        ["1", "Köln", "2", "30", "1190", "Jörg, Anna Meier"],
    ]
    _, team = rows(standings_table(division, table, "team"))
    assert team[:3] == ["1", "Nord", "1,5"]


def test_the_federations_table_holds_what_the_ratings_are(division: Division) -> None:
    head, *lines = rows(ratings_table(division))
    wanted = ("Name", "Wertung vorher", "Leistung", "Änderung", "Wertung nachher")
    found = {line[2]: [line[head.index(name)] for name in wanted[1:]] for line in lines}
    # Jörg drew with 1620 where 40 % were expected: 20 × 0.1. All against 1400 is 600 above.
    assert found["Jörg"] == ["1500", "1620", "2", "1502"]
    assert found["'=Cem"] == ["", "2000", "", "2000"]
    # Dora lost to 2000 (0 % expected), and beat 1620 (31.67 % expected): 20 × 0.6833.
    assert found["Dora van Dyk"] == ["1400", "1810", "14", "1414"]


def test_tsh_reads_names_opponents_points_starts_and_tables(division: Division) -> None:
    assert tsh_file(division).decode("latin-1").splitlines() == [
        "Meier, Anna             1620 2 4; 400 390; board 1 1; class Jugend; p12 1 2",
        "Jörg                    1500 1 0; 400 50; board 1 0; p12 2 0; team Nord",
        "=Cem                       0 4 0; 380 0; board 2 0; p12 1 0",
        "Dyk, Dora van           1400 3 1; 360 410; board 2 1; p12 2 1",
    ]


def test_what_we_write_for_tsh_is_read_back_as_the_same_games(division: Division) -> None:
    make_round(division, (entry(division, "Anna"), entry(division, "=Cem")))
    players = read_tsh(tsh_file(division))
    assert players[0].spoken_name == "Anna Meier"
    assert rounds_of(players) == (
        (PlayedGame(1, 2, 1, 400, 400), PlayedGame(3, 4, 2, 380, 360)),
        (
            PlayedGame(4, 1, 1, 410, 390),
            PlayedGame(2, None, None, 50, None),
            PlayedGame(3, None, None, 0, None),
        ),
        (PlayedGame(1, 3, 1, None, None),),
    )


def test_points_for_tsh_are_those_after_penalties(division: Division) -> None:
    game = Pairing.objects.get(first=entry(division, "Dora"))
    Penalty.objects.create(
        pairing=game, entry=game.first, reason="time", points=30, by="irma", at=NOON
    )
    players = read_tsh(tsh_file(division))
    assert (players[0].scores, players[3].scores) == ((400, 390), (360, 380))


@pytest.mark.parametrize(
    ("outcome", "points", "first", "second"),
    [
        (Outcome.FORFEIT_FIRST, None, (0, -50), (0, 50)),
        (Outcome.FORFEIT_SECOND, None, (0, 50), (0, -50)),
        (Outcome.DOUBLE_FORFEIT, None, (0, -50), (0, -50)),
        (Outcome.UNPLAYED, None, (None, None), (None, None)),
        # Points decide in tsh: who lost on time with more of them is put behind the winner.
        (Outcome.LOST_ON_TIME_FIRST, (410, 390), (1, 389), (4, 390)),
        (Outcome.LOST_ON_TIME_FIRST, (380, 390), (1, 380), (4, 390)),
        (Outcome.LOST_ON_TIME_SECOND, (390, 390), (1, 390), (4, 389)),
    ],
)
def test_what_tsh_has_no_word_for_is_written_so_that_wins_are_right(
    division: Division,
    outcome: Pairing.Outcome,
    points: tuple[int, int] | None,
    first: tuple[int | None, int | None],
    second: tuple[int | None, int | None],
) -> None:
    game = Pairing.objects.get(first=entry(division, "Dora"))
    game.outcome = outcome
    game.first_points, game.second_points = points or (None, None)
    game.save()
    anna, *_, dora = read_tsh(tsh_file(division))
    assert (dora.opponents[1], (*dora.scores, None)[1]) == first
    assert (anna.opponents[1], (*anna.scores, None)[1]) == second


def test_those_who_left_are_off_and_who_came_late_is_in_no_game_before(division: Division) -> None:
    division.entries.filter(name="Jörg").update(withdrawn_from=3)
    make_entry(division, "Lea Łuk", first_round=3, rating=1000)
    data = tsh_file(division)
    players = read_tsh(data)
    assert players[1].off == 0
    assert [player.off for player in players].count(None) == 4
    assert (players[4].spoken_name, players[4].opponents) == ("Lea Łuk", (None, None))
    # A letter that Latin-1 does not have.
    assert "Łuk, Lea" in data.decode("utf-8")
