"""What one game brings to each of its players."""

from typing import NamedTuple

from tournaments.standings.values import AT_THE_BOARD, Award, Game, Kind, Scoring

#: Twice the wins of a whole game.
WIN, DRAW, LOSS = 2, 1, 0


class Outcome(NamedTuple):
    """One player's share in a game that counts."""

    player: int
    wins2: int
    spread: int
    #: Whom they met at the board; None for byes, absences and forfeits, which have no points.
    opponent: int | None = None
    points_for: int = 0
    points_against: int = 0


def outcome_of(game: Game, scoring: Scoring) -> tuple[Outcome, ...]:
    """What `game` brings to the first player and the second; () if it counts for nobody.

    That is so for one that was not played, and as long as the points at the board are not known.
    The higher points after adjustments win, unless the time was lost. Without a game at the board
    an adjustment changes the spread of its own player only.
    """
    if game.kind in AT_THE_BOARD:
        return _at_the_board(game, scoring)
    won = Award(WIN, scoring.forfeit_spread)
    lost = Award(LOSS, -scoring.forfeit_spread)
    match game.kind:
        case Kind.BYE:
            return _awarded(game, scoring.bye)
        case Kind.SET_BYE:
            return _awarded(game, scoring.set_bye)
        case Kind.ABSENT:
            return _awarded(game, scoring.absent)
        case Kind.FORFEIT_FIRST:
            return _awarded(game, lost, won)
        case Kind.FORFEIT_SECOND:
            return _awarded(game, won, lost)
        case Kind.DOUBLE_FORFEIT:
            return _awarded(game, lost, lost)
    return ()


def _at_the_board(game: Game, scoring: Scoring) -> tuple[Outcome, ...]:
    if game.first_points is None or game.second_points is None or game.second is None:
        return ()
    first = game.first_points + game.first_adjust
    second = game.second_points + game.second_adjust
    spread = first - second
    if game.kind is Kind.LOST_ON_TIME_FIRST:
        wins2 = LOSS
    elif game.kind is Kind.LOST_ON_TIME_SECOND:
        wins2 = WIN
    else:
        wins2 = WIN if spread > 0 else LOSS if spread < 0 else DRAW
    if scoring.spread_cap is not None:
        spread = max(-scoring.spread_cap, min(scoring.spread_cap, spread))
    return (
        Outcome(game.first, wins2, spread, game.second, first, second),
        Outcome(game.second, WIN - wins2, -spread, game.first, second, first),
    )


def _awarded(game: Game, first: Award, second: Award | None = None) -> tuple[Outcome, ...]:
    own = Outcome(game.first, first.wins2, first.spread + game.first_adjust)
    if game.second is None or second is None:
        return (own,)
    return own, Outcome(game.second, second.wins2, second.spread + game.second_adjust)
