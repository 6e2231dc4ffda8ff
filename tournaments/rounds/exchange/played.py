"""The rounds that a tsh file tells of: who met whom at which table, and how it came out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.errors import FileUnreadable
from tournaments.rounds.exchange.tsh import FIRST, SECOND, TshPlayer


@dataclass(frozen=True)
class PlayedGame:
    """Players by the number of their line. `second` is None for somebody without an opponent."""

    first: int
    second: int | None
    table: int | None
    #: None as long as it has no result. Of somebody without an opponent: what the round counted.
    first_points: int | None
    second_points: int | None

    @property
    def has_result(self) -> bool:
        return self.first_points is not None


def rounds_of(players: Sequence[TshPlayer]) -> tuple[tuple[PlayedGame, ...], ...]:
    """The games of each round in the order of the tables, then those without an opponent.

    Who was not there in a round is in none of its games. Where the file does not say who began,
    it was the one on the earlier line. Raises FileUnreadable for a game with the points of only
    one player, for two who both began, and for a round with nobody in it before others.
    """
    count = max((_last_paired(player) for player in players), default=0)
    return tuple(tuple(_round(players, place)) for place in range(count))


def _last_paired(player: TshPlayer) -> int:
    known = [place for place, who in enumerate(player.opponents, start=1) if who is not None]
    return max(known, default=0)


def _round(players: Sequence[TshPlayer], place: int) -> Iterator[PlayedGame]:
    games: list[tuple[int | None, PlayedGame]] = []
    alone: list[PlayedGame] = []
    for number, player in enumerate(players, start=1):
        opponent = _at(player.opponents, place)
        points = _at(player.scores, place)
        if opponent == 0:
            alone.append(PlayedGame(number, None, None, points, None))
        elif opponent is not None and number < opponent:
            games.append(_game(number, player, opponent, players[opponent - 1], place))
    if not games and not alone:
        raise _fault(place, _("Niemand ist gepaart."))
    boards = [board for board, _game in games]
    if None in boards or len(set(boards)) < len(boards):
        boards = list(range(1, len(games) + 1))
    for board, game in sorted(
        zip(boards, (game for _board, game in games), strict=True), key=lambda pair: pair[0] or 0
    ):
        yield PlayedGame(game.first, game.second, board, game.first_points, game.second_points)
    yield from alone


def _game(
    number: int, player: TshPlayer, opponent: int, other: TshPlayer, place: int
) -> tuple[int | None, PlayedGame]:
    """The game of two with the board that both are said to sit at, if any."""
    points, others = _at(player.scores, place), _at(other.scores, place)
    if (points is None) != (others is None):
        told = _("Von den Spielern {first} und {second} hat nur einer Punkte.")
        raise _fault(place, told.format(first=number, second=opponent))
    starts = _at(player.firsts, place), _at(other.firsts, place)
    if starts in {(FIRST, FIRST), (SECOND, SECOND)}:
        told = _("Von den Spielern {first} und {second} kann nur einer anfangen.")
        raise _fault(place, told.format(first=number, second=opponent))
    boards = {board for one in (player, other) if (board := _at(one.boards, place))}
    board = boards.pop() if len(boards) == 1 else None
    if starts[0] == SECOND or starts[1] == FIRST:
        return board, PlayedGame(opponent, number, None, others, points)
    return board, PlayedGame(number, opponent, None, points, others)


def _at(values: Sequence[int | None], place: int) -> int | None:
    return values[place] if place < len(values) else None


def _fault(place: int, problem: str) -> FileUnreadable:
    return FileUnreadable(where=_("Runde {number}").format(number=place + 1), problem=problem)
