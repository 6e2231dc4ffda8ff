"""What a table game answers to an action against its rules: a refusal with a stable code."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine import verdicts

#: What each refusal says in English; `Refusal.detail` fills the braces, in any language. A move
#: refused for its place or tiles bears the code of its verdict.
MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        **{code.value: message for code, message in verdicts.MESSAGES.items()},
        "wrong_phase": "no {kind} now: the game is {phase}",
        "no_such_player": "there is no player {player} among {players} (counted from 0)",
        "not_on_turn": "player {player} is not on turn: it is the turn of player {on_turn}",
        "each_draws_one": "{players} draw to see who begins, but {drawn} tiles were drawn",
        "tile_not_left": "there are not so many tiles: {tiles} too many",
        "wrong_rack_size": "{rack} are {tiles} tiles, but {size} are on the rack of "
        "player {player}",
        "more_than_rack": "{count} tiles are more than the {size} on the rack",
        "wrong_points": "the move brings {right} points, not {points}",
        "exchange_too_late": "no exchange with {bag} tiles in the bag: there must be {needs}",
        "bag_too_small": "{count} tiles can't be exchanged: there are {bag} in the bag",
        "nothing_exchanged": "an exchange gives up at least one tile",
        "tiles_not_shown": "by the ruleset {ruleset} the tiles exchanged are shown: name them",
        "window_shut": "nothing can be challenged now: no points wait to be noted",
        "own_move": "player {player} made the move and can't challenge it",
        "not_formed": "the move does not form {words}",
        "already_ruled": "already ruled admissible: {words}",
        "not_challenged": "ruled inadmissible, but not challenged: {words}",
        "passes_end_it": "by the ruleset {ruleset} a game without moves ends by passes",
        "bag_not_empty": "by the ruleset {ruleset} a game goes on while there are tiles in the bag "
        "({bag}): exchange",
        "no_clock": "the ruleset {ruleset} has no clock",
        "rack_missing": "the tiles left of player {player} are needed",
        "racks_differ": "player {player} has {right} left, not {rack}",
    }
)


@dataclass(frozen=True)
class Refusal:
    """An action against the rules: nothing has happened."""

    code: str
    detail: Mapping[str, str | int]

    @property
    def message(self) -> str:
        return MESSAGES[self.code].format_map(self.detail)
