"""A Simultan game with the top move as reference, step by step or played through by the engine.

A round in single steps: `draw_rack`, find the tops, `choose_reference`, `lay_reference`. All of
it is values in, values out; the solver is handed in as `find_tops`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.alphabet import BLANK
from engine.board import Board
from engine.draws import DEFAULT_RULE, Draw, DrawRule, GameOver, admissible_racks, draw, draw_label
from engine.randomness import RandomStream
from engine.scoring import LaidTile, ScoredMove, preference, tiles_laid
from engine.tiles import TileSet, from_shown, sort_tiles, without

#: All best moves of a rack on a board; none when there is no legal move.
FindTops = Callable[[Board, str], Sequence[ScoredMove]]


@dataclass(frozen=True)
class Position:
    """Where a game stands between two rounds; `round_number` is the one to be played next."""

    board: Board
    bag: str
    leave: str = ""
    round_number: int = 1
    total: int = 0

    @property
    def tiles_left(self) -> str:
        return sort_tiles(self.bag + self.leave)


@dataclass(frozen=True)
class Round:
    """A round as it was played. All of `tops` score the same; `reference` is the one laid."""

    number: int
    #: The last draw brought the rack that was played; the racks before it allowed no legal move.
    draws: tuple[Draw, ...]
    tops: tuple[ScoredMove, ...]
    reference: ScoredMove
    leave: str
    #: The points of all references up to this one.
    total: int

    @property
    def rack(self) -> str:
        return self.draws[-1].rack

    @property
    def rejected(self) -> tuple[str, ...]:
        """The racks with too few vowels or consonants, in the order they were drawn."""
        return tuple(rack for drawn in self.draws for rack in drawn.rejected)

    @property
    def unplayable(self) -> tuple[str, ...]:
        """The racks that allowed no legal move, in the order they were drawn."""
        return tuple(drawn.rack for drawn in self.draws[:-1])

    @property
    def points(self) -> int:
        return self.reference.points


@dataclass(frozen=True)
class Ending:
    """How the game ended: where it stood then, and why no further round was possible."""

    reason: GameOver
    position: Position
    #: A draw made in vain, as neither its rack nor any other allowed a legal move.
    draws: tuple[Draw, ...] = ()

    @property
    def total(self) -> int:
        return self.position.total


def start(tile_set: TileSet) -> Position:
    """An empty board and a full bag."""
    return Position(Board(), tile_set.all_tiles)


def draw_rack(
    position: Position, key: bytes, attempt: int = 1, rule: DrawRule = DEFAULT_RULE
) -> Draw | GameOver:
    """Draw for the next round with the `draw_key` of seed and hall, or a seed alone.

    A second attempt follows a rack without a legal move. Before it the leave goes back too: give it
    the position `with_leave_in_bag`.
    """
    number = position.round_number
    stream = RandomStream(key, draw_label(number, attempt))
    return draw(position.bag, position.leave, number, stream, rule)


def with_leave_in_bag(position: Position) -> Position:
    return replace(position, bag=position.tiles_left, leave="")


def choose_reference(board: Board, moves: Iterable[ScoredMove]) -> ScoredMove:
    """The move to be laid: the best one, and among equals the first by the order of the rules.

    That order is `preference`. Raises ValueError if there is no move to choose from.
    """
    return min(moves, key=lambda scored: preference(board, scored))


def lay_reference(
    position: Position, drawn: Draw, reference: ScoredMove, rule: DrawRule = DEFAULT_RULE
) -> Position:
    """The position after the round: the move laid, the rest of the rack kept or returned.

    Any move may be the reference. Raises TilesMissing if it needs tiles not on the rack. In a
    joker game the tile that a blank stands for is laid in its stead if the bag has it, and the
    blank is back on the rack; the points stay those of the blank.
    """
    laid = tiles_laid(position.board, reference.move)
    used = from_shown("".join(tile for _, tile in laid))
    bag, leave = drawn.bag, without(drawn.rack, used)
    if rule.joker:
        for place, (square, tile) in enumerate(laid):
            if tile.islower() and tile.upper() in bag:
                laid = (*laid[:place], LaidTile(square, tile.upper()), *laid[place + 1 :])
                bag, leave = without(bag, tile.upper()), sort_tiles(leave + BLANK)
    after = Position(
        board=position.board.lay(laid),
        bag=bag,
        leave=leave,
        round_number=position.round_number + 1,
        total=position.total + reference.points,
    )
    return with_leave_in_bag(after) if rule.leave_returned else after


def can_be_played(position: Position, find_tops: FindTops, rule: DrawRule = DEFAULT_RULE) -> bool:
    """Whether any rack that could be drawn from all the tiles left allows a legal move.

    Exact: it searches one different rack after the other and stops at the first with a move,
    nearly always within a few, as the racks with blanks come first. A 'no' costs a search for
    every different rack: one when seven tiles are left, at most 3,432 with 14 and 77,520 with
    20, but 5.4 million with a full bag, which only a lexicon without playable words would need.
    """
    racks = admissible_racks(position.tiles_left, position.round_number, rule)
    return any(find_tops(position.board, rack) for rack in racks)


def play_round(
    position: Position, seed: bytes, find_tops: FindTops, rule: DrawRule = DEFAULT_RULE
) -> tuple[Round, Position] | Ending:
    """Draw until the rack allows a move, and lay the reference; or say why the game is over."""
    draws: list[Draw] = []
    while True:
        drawn = draw_rack(position, seed, len(draws) + 1, rule)
        if isinstance(drawn, GameOver):
            return Ending(drawn, position)
        draws.append(drawn)
        if tops := find_tops(position.board, drawn.rack):
            break
        # Later in the round board and tiles are still the same, so the answer would be too.
        if len(draws) == 1 and not can_be_played(position, find_tops, rule):
            return Ending(GameOver.NO_PLAYABLE_RACK, position, tuple(draws))
        position = with_leave_in_bag(position)
    reference = choose_reference(position.board, tops)
    after = lay_reference(position, drawn, reference, rule)
    played = Round(
        number=position.round_number,
        draws=tuple(draws),
        tops=tuple(tops),
        reference=reference,
        leave=after.leave,
        total=after.total,
    )
    return played, after


def play(
    tile_set: TileSet, seed: bytes, find_tops: FindTops, rule: DrawRule = DEFAULT_RULE
) -> Iterator[Round | Ending]:
    """A whole game: its rounds one by one, then its ending."""
    position = start(tile_set)
    while not isinstance(result := play_round(position, seed, find_tops, rule), Ending):
        played, position = result
        yield played
    yield result
