"""Somebody plays alone with open tiles: they are drawn so that anybody can check, and hints."""

from collections.abc import Container, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from engine.alphabet import VOWELS
from engine.board import SIZE, Board, Square
from engine.errors import Unreadable
from engine.fields import Json
from engine.lexicon import Lexicon
from engine.match.actions import ACTIONS
from engine.match.house_rules import Solitaire
from engine.match.racks import bag_tiles, vowels_drawn
from engine.match.values import Kind, Match, Phase
from engine.notation import name_square
from engine.refusals import Refusal
from engine.rulesets import Ruleset
from engine.scoring import preference
from engine.solver import search_tops
from engine.table import Chance, Outside
from engine.verdicts import Code, Verdict, take_back_blank
from engine.views import Hint

#: So many of the moves that score best are named.
MOST_HINTS = 5

#: The kinds of action that bring new tiles on a rack.
FILLING = ("fill", Kind.PLACE.value, Kind.EXCHANGE.value)


def complete_alone(state: Match, action: Json, outside: Outside) -> Json | Refusal:
    """`action` with the tiles drawn; a word that is not admissible is refused at once.

    The rules come first. Raises Unreadable, for tiles that somebody claims to have drawn too.
    """
    if draws(state, action):
        if action.get("new_tiles") is not None:
            raise Unreadable("'new_tiles' are drawn by the referee in this game")
        drawn = with_drawn(state, action, outside.random)
        if isinstance(drawn, Refusal):
            return drawn
        action = drawn
    after = ACTIONS.act(state, action)
    if isinstance(after, Refusal):
        return after
    if action["kind"] == Kind.PLACE:
        formed = dict.fromkeys(word for word, _ in after.turns[-1].words)
        if barred := [word for word in formed if word not in outside.lexicon]:
            return Refusal(Code.WORD_NOT_ADMISSIBLE.value, {"words": ", ".join(barred)})
    return action


def draws(state: Match, action: Json) -> bool:
    """Whether new tiles come by chance with this action."""
    return state.house.solitaire is Solitaire.DRAWN and ACTIONS.kind_of(action) in FILLING


def with_drawn(state: Match, action: Json, random: Chance) -> Json | Refusal:
    """`action` with the tiles that chance brings. Raises Unreadable."""
    # How many there are is told by the refusal of none, once all else is in order.
    tried = ACTIONS.act(state, {**action, "new_tiles": ""})
    if isinstance(tried, Match):
        return {**action, "new_tiles": ""}
    if tried.code != "wrong_draw":
        return tried
    count, bag, label = int(tried.detail["right"]), bag_tiles(state), _label(state)
    vowels = vowels_drawn(state, count, action.get("vowels"))
    if not isinstance(vowels, int):
        return {**action, "new_tiles": random(label).sample(bag, count)}
    # Each bag has a chance of its own: asking for another split draws no other tiles.
    of_vowels = "".join(tile for tile in bag if tile in VOWELS)
    of_others = "".join(tile for tile in bag if tile not in VOWELS)
    drawn = random(f"{label}-vowels").sample(of_vowels, vowels)
    drawn += random(f"{label}-consonants").sample(of_others, count - vowels)
    return {**action, "new_tiles": drawn}


def _label(state: Match) -> str:
    """Counted by racks filled and turns taken: whoever undoes one draws the same again."""
    filled = sum(size > 0 for size in state.rack_sizes)
    number = filled if state.phase is Phase.DEALING else state.players + len(state.turns)
    return f"draw-{number + 1}"


def best_moves(state: Match, lexicon: Container[str]) -> list[Hint]:
    """The moves of the rack on turn that score best, the theme apart; none where there is none."""
    player = state.on_turn
    if player is None or state.phase is not Phase.PLAYING or not isinstance(lexicon, Lexicon):
        return []
    # The search knows neither themes nor blanks taken back: those are taken back before.
    rules = replace(state.rules_now, theme_bonus=0, blanks_taken_back=False)
    found: list[tuple[tuple[Any, ...], Hint]] = []
    for squares, board, rack in _swaps(state.board, state.known[player], state.ruleset):
        for scored in search_tops(lexicon, board, rack, rules).moves(MOST_HINTS):
            hint = Hint(
                kind=Kind.PLACE,
                player=player,
                coordinates=scored.move.coordinates,
                word=scored.move.word,
                points=scored.points,
                blanks=tuple(map(name_square, squares)),
            )
            rank, *others = preference(board, scored)
            found.append(((rank, len(squares), *others), hint))
    found.sort(key=lambda row: row[0])
    best = [hint for _, hint in found if hint.points == found[0][1].points]
    return best[:MOST_HINTS]


def _swaps(
    board: Board, rack: str, rules: Ruleset
) -> Iterator[tuple[tuple[Square, ...], Board, str]]:
    """Board and rack as they are, and with every choice of blanks that can be taken back."""
    cells = (Square(row, column) for row in range(SIZE) for column in range(SIZE))
    lying = [square for square in cells if board.at(square).islower()]
    most = len(lying) if rules.blanks_taken_back else 0
    for count in range(most + 1):
        for squares in combinations(lying, count):
            if swapped := _swapped(board, rack, squares, rules):
                yield squares, *swapped


def _swapped(
    board: Board, rack: str, squares: tuple[Square, ...], rules: Ruleset
) -> tuple[Board, str] | None:
    for square in squares:
        taken = take_back_blank(board, rack, square, rules)
        if isinstance(taken, Verdict):
            return None
        board, rack = taken
    return board, rack
