"""A match against the engine: what each turn could have scored with its rack."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.board import Board
from engine.fields import Json
from engine.games import replay
from engine.lexicon import Lexicon
from engine.match import MATCH
from engine.match.values import Kind
from engine.notation import read_coordinates, read_move
from engine.scoring import ScoredMove
from engine.solver import search_tops
from engine.verdicts import lay

#: So many of the moves that score best are named.
MOST_TOPS = 3


@dataclass(frozen=True)
class Analysed:
    """A turn beside the best that its rack could do. All is about points alone."""

    #: The turn's place on the score sheet, from 0.
    number: int
    player: int
    kind: Kind
    #: What the turn brought: nothing for an exchange, a pass or a move taken back.
    points: int
    #: Whether it earned the bonus for its number of tiles.
    is_bingo: bool
    #: The board before it.
    board: Board
    #: Words of it that the lexicon does not have, whether anybody challenged them or not.
    inadmissible: tuple[str, ...] = ()
    rack: str | None = None
    #: What the best moves score, 0 where no move is possible; None where the rack is not known.
    best: int | None = None
    #: The first few of them, in the order of the rules.
    tops: tuple[ScoredMove, ...] = ()

    @property
    def lost(self) -> int | None:
        """The points left on the table; none where an inadmissible move scored more than any."""
        return None if self.best is None else max(0, self.best - self.points)

    @property
    def is_top(self) -> bool | None:
        """Whether it was legal and nothing scored more; None where the rack is not known."""
        return None if self.best is None else self.points >= self.best and not self.inadmissible


@dataclass(frozen=True)
class Performance:
    """A player's turns summed up. What needs racks counts only turns with a known one."""

    player: int
    turns: int
    points: int
    bingos: int
    #: Turns whose rack is known.
    analysed: int
    #: How many of those were tops, and the points lost in all of them.
    tops: int
    lost: int

    @property
    def average(self) -> float:
        """Points a turn."""
        return self.points / self.turns if self.turns else 0.0

    @property
    def average_lost(self) -> float:
        """Points lost a turn with a known rack."""
        return self.lost / self.analysed if self.analysed else 0.0


def analyse(setup: Json, actions: Sequence[Json], lexicon: Lexicon) -> tuple[Analysed, ...]:
    """Every turn of a match beside the best moves of its rack, where that is known.

    Of the house rules, blanks taken back and the theme are beyond the search: they are in what a
    turn brought, not in what was best. Raises EngineError as `replay` does.
    """
    state = replay(MATCH, setup, actions)
    board = Board()
    analysed = []
    for number, turn in enumerate(state.turns):
        stands = turn.kind is Kind.PLACE and not turn.is_taken_back
        points = turn.points if stands else 0
        best: int | None = None
        tops: tuple[ScoredMove, ...] = ()
        if turn.rack is not None:
            before = replace(state, board=board, turns=state.turns[:number])
            rules = replace(before.rules_now, theme_bonus=0, blanks_taken_back=False)
            found = search_tops(lexicon, board, turn.rack, rules)
            best, tops = found.points or 0, tuple(found.moves(MOST_TOPS))
        analysed.append(
            Analysed(
                number,
                turn.player,
                turn.kind,
                points,
                is_bingo=stands and turn.bonus > 0,
                board=board,
                inadmissible=tuple(word for word, _ in turn.words if word not in lexicon),
                rack=turn.rack,
                best=best,
                tops=tops,
            )
        )
        if stands:
            swapped = (read_coordinates(name).start for name in turn.blanks)
            board = board.lay(zip(swapped, turn.swapped, strict=True))
            board, _ = lay(board, read_move(turn.coordinates, turn.word).move)
    return tuple(analysed)


def performances(analysed: Iterable[Analysed], players: int) -> tuple[Performance, ...]:
    """The turns of each of so many players summed up."""
    by_player: list[list[Analysed]] = [[] for _ in range(players)]
    for turn in analysed:
        by_player[turn.player].append(turn)
    return tuple(
        Performance(
            player,
            turns=len(turns),
            points=sum(turn.points for turn in turns),
            bingos=sum(turn.is_bingo for turn in turns),
            analysed=sum(turn.best is not None for turn in turns),
            tops=sum(turn.is_top is True for turn in turns),
            lost=sum(turn.lost or 0 for turn in turns),
        )
        for player, turns in enumerate(by_player)
    )
