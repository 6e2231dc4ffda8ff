"""A division as others read it: tables for spreadsheets, the federation's, and tsh's file."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from referee.columns import MEMBERS, columns_csv
from tournaments.models import Division
from tournaments.rounds.columns import COLUMNS, GROUP
from tournaments.rounds.exchange.federation import FederationRow, federation_csv
from tournaments.rounds.exchange.tsh import (
    BYE,
    FIRST,
    SECOND,
    TshPlayer,
    encode_tsh,
    filed_name,
    write_tsh,
)
from tournaments.rounds.selectors.ratings import ratings_of
from tournaments.rounds.selectors.standings import (
    Standings,
    field_values,
    groups_of,
    published_rounds,
    within_groups,
)
from tournaments.standings import Game, GroupBy, Outcome, Player, Scoring, outcome_of

#: What tsh writes as an opponent for a round without one.
NOBODY = 0


@dataclass(frozen=True)
class RoundCell:
    """What a line of the file says of one round; None where nothing is known."""

    opponent: int | None = None
    points: int | None = None
    first: int | None = None
    board: int | None = None


NOTHING = RoundCell()


def standings_table(division: Division, table: Standings, by: GroupBy | None = None) -> str:
    """The standings for a spreadsheet; by category one table after the other, in one."""
    if by is None:
        return columns_csv(COLUMNS, table.rows)
    if by == "category":
        return columns_csv(COLUMNS, chain.from_iterable(within_groups(table, by).values()))
    return columns_csv((*GROUP, MEMBERS), groups_of(division, by, table))


def ratings_table(division: Division) -> str:
    """Final places and ratings as the federation takes them in."""
    return federation_csv(
        FederationRow(
            rank=found.row.rank,
            number=found.row.player.number,
            name=found.row.player.name,
            club=found.row.player.club,
            category=found.row.player.category,
            wins2=found.row.wins2,
            losses2=found.row.losses2,
            spread=found.row.spread,
            rating_before=found.change.before,
            performance=found.change.performance,
            change=None if found.change.before is None else found.change.change,
            rating_after=found.change.after,
        )
        for found in ratings_of(division)
    )


def tsh_file(division: Division) -> bytes:
    """The division as a `.t` file: the confirmed results of all published rounds, after penalties.

    Lines are in the order of the numbers; without gaps in these, a line's number is the player's.
    """
    field = field_values(division)
    lines = {player.id: line for line, player in enumerate(field.players, start=1)}
    scoring = division.tournament.options.scoring
    told: defaultdict[int, dict[int, RoundCell]] = defaultdict(dict)
    for game in field.games:
        for player, words in _cells_of(game, lines, scoring).items():
            told[player][game.round] = words
    rounds = published_rounds(division)
    return encode_tsh(
        write_tsh(
            _line(player, [told[player.id].get(number, NOTHING) for number in rounds], scoring)
            for player in field.players
        )
    )


def _line(player: Player, rounds: Sequence[RoundCell], scoring: Scoring) -> TshPlayer:
    return TshPlayer(
        name=filed_name(player.name),
        rating=player.rating or 0,
        opponents=tuple(words.opponent for words in rounds),
        scores=_without_tail([words.points for words in rounds]),
        firsts=tuple(words.first for words in rounds),
        boards=tuple(words.board for words in rounds),
        team=player.team,
        category=player.category,
        off=scoring.absent.spread if player.withdrawn else None,
    )


def _cells_of(game: Game, lines: Mapping[int, int], scoring: Scoring) -> dict[int, RoundCell]:
    """What the file says of a game, for each of its players.

    It knows points only: who has more wins. Without a game at the board there is no opponent, and
    the points are the spread, by whose sign tsh knows a win from a loss.
    """
    if not game.is_confirmed:
        return _paired(game, lines, {})
    shares = outcome_of(game, scoring)
    if game.second is None or any(share.opponent is None for share in shares):
        return {
            share.player: RoundCell(opponent=NOBODY, points=share.spread, first=BYE, board=0)
            for share in shares
        }
    return _paired(game, lines, _points(shares)) if shares else {}


def _paired(
    game: Game, lines: Mapping[int, int], points: Mapping[int, int]
) -> dict[int, RoundCell]:
    if game.second is None:
        return {}
    return {
        own: RoundCell(lines[other], points.get(own), place, game.table)
        for own, other, place in (
            (game.first, game.second, FIRST),
            (game.second, game.first, SECOND),
        )
    }


def _points(shares: Sequence[Outcome]) -> dict[int, int]:
    """The points of both. Who lost on time but not by points is written one behind the winner."""
    points = {share.player: share.points_for for share in shares}
    first, second = shares
    loser, winner = (first, second) if first.wins2 < second.wins2 else (second, first)
    if loser.wins2 < winner.wins2 and loser.points_for >= winner.points_for:
        points[loser.player] = winner.points_for - 1
    return points


def _without_tail(points: Sequence[int | None]) -> tuple[int | None, ...]:
    """Scores end with the last one known."""
    known = [place for place, value in enumerate(points, start=1) if value is not None]
    return tuple(points[: max(known, default=0)])
