"""What is to be seen of an un-game; nothing is secret."""

from dataclasses import dataclass

from engine.endings import ending_view
from engine.notation import name_square
from engine.rulesets import RULESETS, Ruleset
from engine.ungame.values import Turn, Ungame
from engine.views import Fact, Tray, TurnView, View


@dataclass(frozen=True, kw_only=True)
class UngameTurn(TurnView):
    squares: tuple[str, ...]
    tiles: str
    count: int
    #: The word that the tiles lay in, and where; not as `word` and `coordinates`, which say what
    #: was laid.
    taken_from: str
    taken_at: str


@dataclass(frozen=True, kw_only=True)
class UngameView(View):
    turns: tuple[UngameTurn, ...]
    ruleset: str

    @property
    def rules(self) -> Ruleset:
        return RULESETS[self.ruleset]


def view(state: Ungame) -> UngameView:
    left = state.board.tiles
    facts = [
        Fact("tiles_left", len(left)),
        Fact("points_left", state.ruleset.tile_set.value_of(left)),
    ]
    if state.removals is not None and not state.is_over:
        facts.append(Fact("removals", state.removals))
    return UngameView(
        phase="over" if state.is_over else "playing",
        ruleset=state.ruleset.name,
        board=state.board.rows,
        facts=tuple(facts),
        trays=tuple(
            Tray("taken", player, tiles, len(tiles)) for player, tiles in enumerate(state.taken)
        ),
        turns=tuple(map(_turn, state.turns)),
        ending=ending_view(state),
    )


def _turn(turn: Turn) -> UngameTurn:
    return UngameTurn(
        player=turn.player,
        kind="take",
        squares=tuple(map(name_square, turn.squares)),
        tiles=turn.tiles,
        count=len(turn.tiles),
        taken_from=turn.word,
        taken_at=turn.coordinates,
        points=turn.points,
        total=turn.total,
    )
