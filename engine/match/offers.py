"""What may be done in a game now, and what has to be said with it."""

from engine.board import SIZE, Square
from engine.challenges import challenge_offers
from engine.endings import END
from engine.match.actions import may_be_stuck, may_exchange, may_pause, may_set_clock
from engine.match.house_rules import Solitaire
from engine.match.values import Match, Phase
from engine.notation import name_square
from engine.offers import Asked, Offer, What

#: More points no move announces.
_MOST_POINTS = 9999


def offers(state: Match) -> tuple[Offer, ...]:
    """The actions that may be taken now. What only the time itself does is not among them."""
    return (*_turn(state), *_window(state), *_about(state))


def _turn(state: Match) -> list[Offer]:
    player = state.on_turn
    if player is None or state.is_paused:
        return []
    if state.phase is Phase.DEALING:
        return [Offer("fill", player, tuple(_filling(state)))]
    place = [
        Asked("coordinates", What.COORDINATES),
        Asked("word", What.WORD),
        *_taken_back(state),
        *_theme(state),
        Asked("points", What.NUMBER, is_needed=False, least=0, most=_MOST_POINTS),
        *_filling(state),
        *_rack(state),
    ]
    found = [Offer("place", player, tuple(place))]
    if may_exchange(state):
        asked = [*_given_up(state, player), *_filling(state), *_rack(state)]
        found.append(Offer("exchange", player, tuple(asked)))
    found.append(Offer("pass", player, tuple(_rack(state))))
    return found


def _rack(state: Match) -> list[Asked]:
    """Where tiles are open, the rack need not be told."""
    return [] if state.house.solitaire else [Asked("rack", What.TILES, is_needed=False)]


def _taken_back(state: Match) -> list[Asked]:
    if not state.ruleset.blanks_taken_back:
        return []
    squares = (Square(row, column) for row in range(SIZE) for column in range(SIZE))
    lying = tuple(name_square(square) for square in squares if state.board.at(square).islower())
    if not lying:
        return []
    return [Asked("blanks", What.SQUARES, is_needed=False, most=len(lying), choices=lying)]


def _theme(state: Match) -> list[Asked]:
    if not state.house.theme:
        return []
    return [Asked("theme_words", What.WORD, is_needed=False, is_many=True)]


def _filling(state: Match) -> list[Asked]:
    """What has to be said of the tiles drawn."""
    most = min(state.ruleset.rack_size, state.bag)
    found = []
    if state.house.two_bags and most:
        vowels = min(most, state.vowel_bag)
        has_choice = 0 < state.vowel_bag < state.bag
        found.append(Asked("vowels", What.NUMBER, is_needed=has_choice, least=0, most=vowels))
    if state.house.solitaire is Solitaire.CHOSEN and most:
        found.append(Asked("new_tiles", What.TILES, most=most))
    return found


def _given_up(state: Match, player: int) -> list[Asked]:
    size = state.rack_sizes[player]
    if state.ruleset.exchange_shown or state.house.solitaire:
        return [Asked("tiles", What.TILES, most=size)]
    found = [
        Asked("count", What.NUMBER, is_needed=False, least=1, most=size),
        Asked("tiles", What.TILES, is_needed=False, most=size),
    ]
    if state.house.two_bags:
        most = state.rack_vowels[player]
        found.append(Asked("vowels_given", What.NUMBER, is_needed=False, least=0, most=most))
    return found


def _window(state: Match) -> list[Offer]:
    if state.pending is None:
        return []
    return [*challenge_offers(state, state.window), Offer("note")]


def _about(state: Match) -> list[Offer]:
    players = tuple(range(state.players))
    found = []
    if state.phase is Phase.DRAWING:
        drawn = Asked("tiles", What.TILES, is_many=True, choices=state.drawing, most=1)
        found.append(Offer("draw", asked=(drawn,)))
    if may_set_clock(state):
        clock = (Asked("player", What.PLAYER, choices=players), Asked("seconds", What.SECONDS))
        found.append(Offer("clock", asked=clock))
    if may_pause(state):
        found.append(Offer("resume" if state.is_paused else "pause"))
    if may_be_stuck(state):
        found.append(Offer("stuck"))
    if state.phase is Phase.SETTLING:
        racks = Asked("racks", What.TILES, is_needed=False, is_many=True, choices=players)
        found.append(Offer("left", asked=(racks,)))
    if not state.is_over:
        found.append(END)
    return found
