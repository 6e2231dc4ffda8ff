"""The wall chart: everybody's way through the rounds, opponent by opponent."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Division
from tournaments.rounds.selectors.standings import field_values, history_of, standings_of
from tournaments.standings import Game, Outcome, Player, Row, Scoring, outcome_of

#: The kind of a game whose result is not confirmed; what was reported so far is not told.
OPEN = "open"


@dataclass(frozen=True)
class Cell:
    """One player's round. Points, wins and spread are None as long as they don't count."""

    round: int
    table: int | None
    #: `standings.Kind`, or OPEN.
    kind: str
    opponent: Player | None
    #: Whether the player began; None for those who played alone.
    is_first: bool | None
    #: At the board, after penalties.
    points: int | None
    against: int | None
    wins2: int | None
    spread: int | None
    #: All that was gathered up to this round.
    total_wins2: int
    total_spread: int
    #: The place after this round; None as long as it has no result at all.
    rank: int | None

    @property
    def is_open(self) -> bool:
        return self.kind == OPEN


@dataclass(frozen=True)
class CrossRow:
    """Where a player stands, and a cell for each round; None for one they had no place in."""

    row: Row
    cells: tuple[Cell | None, ...]

    @property
    def placed(self) -> list[Cell]:
        """The cells of the rounds in which the player had a place."""
        return [cell for cell in self.cells if cell is not None]


@dataclass(frozen=True)
class Crosstable:
    """Everybody's line, best first; `rounds` are those published, one for each cell."""

    rounds: tuple[int, ...]
    rows: tuple[CrossRow, ...]


def crosstable_of(division: Division) -> Crosstable:
    """The wall chart of the published rounds, by confirmed results."""
    table, field = standings_of(division), field_values(division)
    players = {player.id: player for player in field.players}
    ranks = {
        number: {row.player.id: row.rank for row in rows}
        for number, rows in history_of(division).items()
    }
    played: defaultdict[int, dict[int, Game]] = defaultdict(dict)
    for game in field.games:
        for player in (game.first, game.second):
            if player is not None:
                played[player][game.round] = game
    scoring = division.tournament.options.scoring
    rows = []
    for row in table.rows:
        cells: list[Cell | None] = []
        wins2 = spread = 0
        for number in field.rounds:
            found = played[row.player.id].get(number)
            if found is None:
                cells.append(None)
                continue
            share = _share(found, row.player.id, scoring)
            if share is not None:
                wins2, spread = wins2 + share.wins2, spread + share.spread
            rank = ranks.get(number, {}).get(row.player.id)
            cells.append(_cell(found, row.player.id, players, share, (wins2, spread, rank)))
        rows.append(CrossRow(row, tuple(cells)))
    return Crosstable(field.rounds, tuple(rows))


def cross_row_of(division: Division, player: int) -> CrossRow | None:
    """The line of one player, by the key of the entry."""
    lines: Sequence[CrossRow] = crosstable_of(division).rows
    return next((line for line in lines if line.row.player.id == player), None)


def _share(game: Game, player: int, scoring: Scoring) -> Outcome | None:
    outcomes = outcome_of(game, scoring) if game.is_confirmed else ()
    return next((outcome for outcome in outcomes if outcome.player == player), None)


def _cell(
    game: Game,
    player: int,
    players: dict[int, Player],
    share: Outcome | None,
    totals: tuple[int, int, int | None],
) -> Cell:
    other = game.second if player == game.first else game.first
    at_the_board = share is not None and share.opponent is not None
    total_wins2, total_spread, rank = totals
    return Cell(
        round=game.round,
        table=game.table,
        kind=game.kind if game.is_confirmed else OPEN,
        opponent=None if other is None else players[other],
        is_first=None if other is None else player == game.first,
        points=share.points_for if share and at_the_board else None,
        against=share.points_against if share and at_the_board else None,
        wins2=share and share.wins2,
        spread=share and share.spread,
        total_wins2=total_wins2,
        total_spread=total_spread,
        rank=rank,
    )
