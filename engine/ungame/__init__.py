"""Un-game: tiles are taken off a finished board, word by word (docs/ungame.md)."""

import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass

from engine.actions import refuse_told
from engine.board import EMPTY, SIZE, Board
from engine.endings import END
from engine.fields import Fields, Json
from engine.notation import name_square
from engine.offers import Asked, Offer, What
from engine.refusals import Contradiction, Refusal
from engine.rulesets import RULESETS, STANDARD, ruleset
from engine.shapes import names_of, omitted
from engine.table import Outside, TableGame
from engine.tiles import missing_tiles
from engine.ungame.actions import ACTIONS
from engine.ungame.removals import Removal, is_connected, removals, words_on
from engine.ungame.values import FEWEST_PLAYERS, MOST_PLAYERS, MOST_TAKEN, Ungame
from engine.ungame.view import UngameView, view
from engine.views import Hint

__all__ = ["UNGAME", "Removal", "Ungame", "UngameGame", "removals"]


@dataclass(frozen=True, kw_only=True)
class UngameSetup:
    players: int
    #: Rows of what lies there, or the same as lines of a text.
    board: Sequence[str] | str
    begins: int | None = omitted(None)
    #: That of the game which left the board: the tiles have the values of its set.
    ruleset: str | None = omitted(None)


class UngameGame(TableGame[Ungame, UngameView]):
    """The rules as `engine.table` wants them."""

    name = "ungame"
    actions = ACTIONS
    setup_type = UngameSetup
    view_type = UngameView
    fewest_players, most_players = FEWEST_PLAYERS, MOST_PLAYERS
    settings = (
        Asked("board", What.TEXT, is_many=True, least=1, most=SIZE),
        Asked("begins", What.PLAYER, is_needed=False),
        Asked("ruleset", What.CHOICE, is_needed=False, choices=(*RULESETS,), usual=STANDARD.name),
    )

    def begin(self, setup: Json) -> Ungame:
        """A game for so many `players` on the tiles of `board`; player 0 begins unless it is said.

        Raises Contradiction for a board without tiles, with tiles that do not hang together, or
        with more than the `ruleset` has, Unreadable for anything else that is none, EngineError for
        an unknown ruleset.
        """
        fields = Fields("set-up of an un-game", setup, names_of(UngameSetup))
        players = fields.bounded("players", FEWEST_PLAYERS, MOST_PLAYERS)
        begins = fields.optional_player("begins", players) or 0
        rules = ruleset(fields.optional_text("ruleset") or STANDARD.name)
        board = _read_board(fields, setup.get("board"))
        if not (words := words_on(board)):
            raise Contradiction("nothing_to_take")
        if not is_connected(board):
            raise Contradiction("board_in_pieces")
        if lacking := missing_tiles(rules.tile_set.all_tiles, board.tiles):
            raise Contradiction("too_many_on_board", ruleset=rules.name, tiles=lacking)
        accepted, taken = frozenset(words), ("",) * players
        return Ungame(rules, players, board, accepted, begins, taken)

    def complete(self, state: Ungame, action: Json, outside: Outside) -> Json | Refusal:
        """`take` with the words left that are not admissible, and how many `removals` there are
        then; `stuck` with how many there are now. What the rules refuse is not looked up.
        """
        kind = ACTIONS.kind_of(action)
        if kind == "stuck":
            refuse_told(action, "removals")
            return {**action, "removals": len(_removals_of(state, outside.lexicon))}
        if kind != "take":
            return action
        after = ACTIONS.attempt(state, action, inadmissible=[], removals=1)
        if isinstance(after, Refusal):
            return after
        admissible = _Admissible(outside.lexicon, state.accepted)
        wrong = [word for word in words_on(after.board) if word not in admissible]
        ways = 0 if wrong else len(_removals_of(after, outside.lexicon))
        return {**action, "inadmissible": wrong, "removals": ways}

    def shown(
        self,
        state: Ungame,
        *,
        seat: int | None,  # noqa: ARG002 - everybody sees all
        sees_all: bool,  # noqa: ARG002
    ) -> UngameView:
        """Board, score sheet and what each has taken; nothing is secret."""
        return view(state)

    def offers(self, state: Ungame) -> tuple[Offer, ...]:
        """The actions that may be taken now."""
        if state.is_over:
            return ()
        take = (
            Asked("squares", What.SQUARES, is_many=True, least=1, most=MOST_TAKEN),
            Asked("points", What.NUMBER, is_needed=False, least=0),
        )
        # A game without any way to take more is over by itself; but rulings can bar words.
        return (Offer("take", state.on_turn, take), Offer("stuck"), END)

    def gives_hints(self, _state: Ungame) -> bool:
        """Always: every `take` that there is."""
        return True

    def hints(self, state: Ungame, lexicon: Container[str]) -> list[Hint]:
        """Every `take` that there is, the most points first."""
        if state.is_over:
            return []
        return [
            Hint(
                kind="take",
                player=state.on_turn,
                squares=tuple(map(name_square, removal.squares)),
                points=removal.points,
            )
            for removal in _removals_of(state, lexicon)
        ]


class _Admissible:
    """The words of the lexicon and those that were on the board from the beginning."""

    def __init__(self, lexicon: Container[str], accepted: frozenset[str]) -> None:
        self._lexicon, self._accepted = lexicon, accepted

    def __contains__(self, word: object) -> bool:
        return word in self._accepted or word in self._lexicon


def _removals_of(state: Ungame, lexicon: Container[str]) -> list[Removal]:
    return removals(state.board, _Admissible(lexicon, state.accepted), state.ruleset.tile_set)


def _read_board(fields: Fields, given: object) -> Board:
    """Rows as a list or as lines of a text; empty squares at the end may be left out."""
    rows = fields.text("board").splitlines() if isinstance(given, str) else fields.texts("board")
    full = [unicodedata.normalize("NFC", row.rstrip()).ljust(SIZE, EMPTY) for row in rows]
    with fields.reading("board"):
        return Board.from_rows([*full, *[EMPTY * SIZE] * (SIZE - len(full))])


UNGAME = UngameGame()
