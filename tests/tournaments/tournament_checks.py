"""What the API tells of a tournament, compared with the books of the hall and computed anew."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.api_client import Caller
from tests.duplicate.independent import first_broken_link
from tests.tournaments import independent
from tests.tournaments.expected_tournament import OPTIONS
from tests.tournaments.independent import Row, TshLine, figure
from tests.tournaments.tournament_run import Hall

#: What the standings are ranked by whenever they are checked; last as it was before.
ORDERS = (
    ["wins", "direct", "buchholz", "spread"],
    ["wins", "buchholz", "sonneborn_berger", "direct", "rating", "number"],
    ["direct", "points_for"],
    ["wins", "spread"],
)
FIGURES = (
    *("rank", "wins2", "losses2", "draws", "spread", "points_for", "points_against", "games"),
    *("firsts", "seconds", "byes", "set_byes", "buchholz2", "sonneborn_berger4", "metrics"),
)


def check_the_etag(hall: Hall) -> None:
    """Who has the standings is told so until something happens."""
    address = f"{hall.path}standings/"
    etag = hall.public.get(address)["ETag"]
    assert hall.public.get(address, if_none_match=etag).status_code == 304
    game = hall.games_of(hall.round)[-1]
    hall.penalise(game, game.first, reason="conduct", points=5)
    changed = hall.public.get(address, if_none_match=etag)
    assert (changed.status_code, changed["ETag"] != etag) == (200, True)


def check_the_books(hall: Hall) -> list[Row]:
    """The API's rounds, which tell what the hall did, and nothing else."""
    rows: list[Row] = []
    for number in range(1, hall.round + 1):
        told = independent.rows_of(hall.get(f"rounds/{number}/"))
        rows += told
        assert {essence(row) for row in told} == {
            essence(row) for row in hall.rows() if row.round == number
        }
    return rows


def check_standings(hall: Hall, rows: Sequence[Row]) -> None:
    is_over = hall.ask(hall.public, "get", hall.root)["state"] == "finished"
    for metrics in ORDERS[-1:] if is_over else ORDERS:
        if not is_over:
            hall.ask(hall.director, "patch", hall.root, {"options": {"metrics": metrics}})
        options = OPTIONS | {"metrics": metrics}
        told = hall.get("standings/")
        assert told["metrics"] == metrics
        if "direct" in metrics:
            place = metrics.index("direct")
            decided = [row for row in told["rows"] if row["metrics"][place] is not None]
            hall.seen["direct"] += len(decided)
        assert told["open_games"] == sum(not game.is_confirmed for game in hall.games.values())
        compare(told["rows"], independent.standings(hall.ratings, rows, options))
    after = hall.random.randint(1, hall.round)
    told = hall.get(f"standings/?after={after}")["rows"]
    compare(told, independent.standings(hall.ratings, rows, OPTIONS, after))


def compare(told: Sequence[Mapping[str, Any]], wanted: Mapping[int, Mapping[str, Any]]) -> None:
    """The figures, and the order: by rank, those who share one by number."""
    order = sorted(wanted, key=lambda number: (wanted[number]["rank"], number))
    assert [row["number"] for row in told] == order
    for row in told:
        figures = {name: row[name] for name in FIGURES}
        assert figures == {name: wanted[row["number"]][name] for name in FIGURES}, row["name"]


def check_history(hall: Hall, rows: Sequence[Row]) -> None:
    history = hall.get("history/")["rounds"]
    assert [past["round"] for past in history] == list(range(1, hall.round + 1))
    for past in history:
        wanted = independent.standings(hall.ratings, rows, OPTIONS, after=past["round"])
        for row in past["rows"]:
            names = ("rank", "wins2", "spread")
            assert [row[name] for name in names] == [wanted[row["number"]][name] for name in names]


def check_wall_chart(hall: Hall, rows: Sequence[Row]) -> None:
    """Every cell of the wall chart is a share in a row, and they add up."""
    had = {
        (share.player, share.round): share
        for row in rows
        for share in independent.shares_of(row, OPTIONS)
    }
    seen = 0
    for line in hall.get("crosstable/")["rows"]:
        wins = spread = 0
        for cell in line["cells"]:
            share = had.get((line["number"], cell["round"]))
            if share is None:
                assert (cell["wins2"], cell["spread"]) == (None, None)
                continue
            seen += 1
            wins, spread = wins + int(2 * share.wins), spread + share.spread
            assert (cell["wins2"], cell["spread"]) == (2 * share.wins, share.spread)
            assert (cell["total_wins2"], cell["total_spread"]) == (wins, spread)
            if share.opponent is not None:
                assert cell["opponent"] == share.opponent
                assert (cell["points"], cell["against"]) == share.points
                assert cell["is_first"] == share.began
        assert (line["wins2"], line["spread"]) == (wins, spread)
    assert seen == len(had)


def check_the_log(hall: Hall) -> None:
    """Everybody can check the chain, and the staff the data that are withheld from others."""
    public, full = log_of(hall, hall.public), log_of(hall, hall.director)
    assert first_broken_link(public) is None
    assert first_broken_link(full) is None
    assert [entry["hash"] for entry in public] == [entry["hash"] for entry in full]
    assert all(entry["data"] is not None for entry in full)
    withheld = {entry["kind"] for entry in public if entry["data"] is None}
    assert withheld >= {"paired", "reported"}
    assert not withheld & {"published", "confirmed", "entered", "withdrawn", "penalised"}
    told = hall.ask(hall.public, "get", f"{hall.root}log/verification/")
    length = len(public)
    assert told == {
        "is_intact": True,
        "first_broken": None,
        "length": length,
        "hash": public[-1]["hash"],
    }
    place = next(place for place, entry in enumerate(public) if entry["kind"] == "confirmed")
    forged = [dict(entry) for entry in public]
    forged[place]["data"] = forged[place]["data"] | {"first_points": 999}
    assert first_broken_link(forged) == place + 1


def log_of(hall: Hall, who: Caller) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    while True:
        page = f"{hall.root}log/?limit=500&offset={len(entries)}"
        told = hall.ask(who, "get", page)
        entries += told["results"]
        if told["next"] is None:
            return entries


def check_the_final(hall: Hall) -> None:
    """All matches were played to the end, and those have the places who were there."""
    assert hall.bracket
    final = [row for row in hall.rows() if row.round >= hall.first_of_final]
    due, places = hall.bracket.look(final)
    assert not due
    assert len(set(places)) == 4
    assert set(places) <= set(hall.bracket.seeds) - hall.bracket.out


def check_table(hall: Hall, rows: Sequence[Row]) -> None:
    """The standings for a spreadsheet, read by other means."""
    wanted = independent.standings(hall.ratings, rows, OPTIONS)
    table = independent.read_table(hall.public.get(f"{hall.path}standings.csv").content.decode())
    columns = {
        "Platz": ("rank", 1),
        "Siege": ("wins2", 2),
        "Niederlagen": ("losses2", 2),
        "Differenz": ("spread", 1),
        "Punkte": ("points_for", 1),
        "Gegenpunkte": ("points_against", 1),
        "Partien": ("games", 1),
        "Begonnen": ("firsts", 1),
        "Spielfrei": ("byes", 1),
        "Spielfrei auf Wunsch": ("set_byes", 1),
        "Buchholz": ("buchholz2", 2),
        "Sonneborn-Berger": ("sonneborn_berger4", 4),
    }
    assert len(table) == len(wanted)
    for line in table:
        number = int(line["Nummer"])
        assert figure(line["Wertung"]) == hall.ratings[number]
        for column, (name, part) in columns.items():
            told = figure(line[column])
            assert told is not None
            assert told * part == wanted[number][name], (number, column)


def check_ratings(hall: Hall) -> None:
    """The federation's file says what the API says."""
    table = independent.read_table(hall.public.get(f"{hall.path}ratings.csv").content.decode())
    told = {row["number"]: row for row in hall.get("ratings/")["rows"]}
    assert len(table) == len(told)
    for line in table:
        row = told[int(line["Nummer"])]
        assert figure(line["Wertung vorher"]) == row["before"]
        assert figure(line["Wertung nachher"]) == row["after"]
        assert figure(line["Leistung"]) == row["performance"]


def check_tsh(hall: Hall, rows: Sequence[Row]) -> None:
    """The file for tsh, read by other means; and what another tournament makes of it."""
    data = hall.public.get(f"{hall.path}export.t").content
    lines = independent.read_tsh(data)
    told = {
        (number, round): (line.opponents[round - 1], line.score(round))
        for number, line in enumerate(lines, start=1)
        for round in range(1, hall.round + 1)
    }
    wanted = dict.fromkeys(told, (None, None)) | {
        key: entry for row in rows for key, entry in filed(row).items()
    }
    assert told == wanted
    names = hall.ask(hall.public, "get", f"{hall.root}entries/?limit=500")["results"]
    assert [line.name for line in lines] == [
        ", ".join(reversed(entry["name"].split())) for entry in names
    ]
    for number, line in enumerate(lines, start=1):
        assert line.rating == (hall.ratings[number] or 0)
        assert ("off" in line.fields) == (hall.people[number].withdrawn_from is not None)
    for row in rows:
        if row.second and row.kind in independent.AT_THE_BOARD:
            places = [
                lines[one - 1].numbers("p12")[row.round - 1] for one in (row.first, row.second)
            ]
            boards = [
                lines[one - 1].numbers("board")[row.round - 1] for one in (row.first, row.second)
            ]
            assert (places, boards) == ([1, 2], [row.table, row.table])
    check_import(hall, data, lines)


def check_import(hall: Hall, data: bytes, lines: Sequence[TshLine]) -> None:
    """Brought into another tournament and out again, all games are there."""
    body = {"name": "Abschrift", "divisions": [{"name": "A", "schedule": hall.schedule}]}
    root = f"/tournaments/{hall.ask(hall.director, 'post', '/tournaments/', body)['id']}/"
    imported = hall.send_file(root, data, "text/plain")
    assert imported.get("rounds") == hall.round, imported
    again = independent.read_tsh(hall.public.get(f"{root}divisions/1/export.t").content)
    assert [games_in(line) for line in again] == [games_in(line) for line in lines]


def games_in(line: TshLine) -> tuple[str, int, list[tuple[int, int, int | None]]]:
    games = [
        (round, opponent, line.score(round))
        for round, opponent in enumerate(line.opponents, start=1)
        if opponent
    ]
    return line.name, line.rating, games


def filed(row: Row) -> dict[tuple[int, int], tuple[int | None, int | None]]:
    """What a row must be in tsh's file: opponent and points of each of its players."""
    shares = independent.shares_of(row, OPTIONS)
    if any(share.opponent is None for share in shares):
        return {(share.player, row.round): (0, share.spread) for share in shares}
    points = {share.player: share.points[0] for share in shares}
    for share in shares:
        if share.wins == 0 and share.points[0] >= share.points[1]:
            points[share.player] = share.points[1] - 1
    return {(share.player, row.round): (share.opponent, points[share.player]) for share in shares}


def essence(row: Row) -> tuple[Any, ...]:
    return row.round, row.first, row.second, row.kind, row.points, row.penalties, row.is_confirmed
