"""The files of a game that are large for a large game (see `referee.prepared_files`)."""

from collections.abc import Iterator
from itertools import chain, islice

from duplicate.exchange.eliot import write_eliot
from duplicate.exchange.game import rows_of, write_game
from duplicate.exchange.records import record_of
from duplicate.exchange.tables import standings_csv, teams_csv
from duplicate.models import Game
from duplicate.selectors.standings import game_standings
from duplicate.standings import by_club
from referee.prepared_files.kinds import Arguments, FileKind, Part

LINES_A_PART = 500


def _results_of(game: Game, _arguments: Arguments) -> int:
    """How many results go into it at most."""
    return game.participants.count() * game.rounds.count()


def _whole_game(game: Game, arguments: Arguments) -> Iterator[Part]:
    return write_game(game, to_staff="to_staff" in arguments)


def _eliot(game: Game, _arguments: Arguments) -> Iterator[Part]:
    record = record_of(game)
    people = len(record.players)
    # A part is a turn, but for the few around them.
    return (Part(text, people) for text in write_eliot(record))


def _standings(game: Game, arguments: Arguments) -> Iterator[Part]:
    """After round `round`, grouped `by`, if these are given. Raises RoundMissing."""
    after = int(arguments["round"]) if "round" in arguments else None
    standings = game_standings(game, after_round=after)
    match arguments.get("by"):
        case "club":
            lines = teams_csv(by_club(standings))
        case "category":
            rows = chain.from_iterable(standings.categories.values())
            lines = standings_csv(standings, rows)
        case _:
            lines = standings_csv(standings)
    while part := list(islice(lines, LINES_A_PART)):
        yield Part("".join(part), len(part) * len(standings.rounds))


EXPORT_JSON = FileKind(
    Game,
    "export.json",
    "application/json",
    lambda game, _arguments: rows_of(game),
    _whole_game,
    is_exact=True,
)
EXPORT_XML = FileKind(Game, "export.xml", "application/xml", _results_of, _eliot, is_exact=True)
STANDINGS_CSV = FileKind(Game, "standings.csv", "text/csv; charset=utf-8", _results_of, _standings)
FILE_KINDS = (EXPORT_JSON, EXPORT_XML, STANDINGS_CSV)
