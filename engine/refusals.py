"""What a table game answers to what is against its rules: a refusal with a stable code."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine import verdicts
from engine.errors import EngineError

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
        "opening_first": "nobody is stuck yet: whoever has no word of {letters} letters passes the "
        "opening on",
        "rack_missing": "the tiles left of player {player} are needed",
        "racks_differ": "player {player} has {right} left, not {rack}",
        # Set-ups whose rules do not go together.
        "nobody_else": "one player and no solitaire: a match is played by {least} to {most}",
        "timed_turns_and_clock": "turn_seconds and ruleset {ruleset}: it has a clock for the whole "
        "game",
        "alone_and_timed_turns": "solitaire and turn_seconds: who plays alone has nobody to lose a "
        "turn to",
        "alone_and_clock": "solitaire and ruleset {ruleset}: who plays alone plays against no "
        "clock",
        "alone_and_jacks_to_open": "solitaire and jacks_to_open: with one rack nobody else can "
        "open",
        "alone_and_players": "solitaire and {players} players: who plays alone has 1 to {most} "
        "racks",
        "chosen_and_two_bags": "solitaire chosen and two_bags: tiles that are chosen come from no "
        "bag",
        "nothing_to_take": "an un-game without a word on its board: it is played on a finished one",
        "board_in_pieces": "an un-game and a board whose tiles do not all hang together",
        "too_many_on_board": "the board and ruleset {ruleset}, which has fewer of these tiles: "
        "{tiles}",
        "action_cards_in_classic": "action_cards and variant classic: it has none",
        "equal_faces": "equal faces and nobody who begins: with these nobody rolls first",
        # House rules on the board game.
        "no_theme": "no theme was agreed on: no word earns a bonus for it",
        "one_bag": "all tiles are in one bag: how many of them are vowels is not said",
        "bags_not_said": "{count} tiles are drawn: say how many of them are vowels "
        "(there are {vowel_bag} vowels and {consonant_bag} consonants in the bags)",
        "bag_cannot_give": "{vowels} vowels can't be among {count} tiles drawn: there are "
        "{vowel_bag} vowels and {consonant_bag} consonants in the bags",
        "other_bags": "{tiles} can't be: {vowels} tiles came from the bag of vowels, "
        "{consonants} from the bag of consonants",
        "vowels_given_not_said": "{count} tiles are given up: say how many of them are vowels",
        "wrong_vowels": "{said} vowels can't be given up so: the rack has {vowels} vowels and "
        "{consonants} consonants",
        "turns_not_timed": "turns take any time in this game",
        "turn_over": "turn {turn}, counted from 0, is not the one that is on",
        "time_not_over": "the turn still has {seconds} seconds",
        "time_stands": "the time of the turn stands still",
        "time_runs": "the time of the turn is running",
        "wrong_draw": "{right} tiles are drawn, not {count}",
        "tiles_drawn_unseen": "the tiles drawn are not told: only who plays alone has open tiles",
        "tiles_open": "tiles are open in solitaire: name those given up",
        # Un-game.
        "wrong_number_taken": "{count} tiles: a turn takes 1 to {most}",
        "no_tile_there": "there is no tile on {square}",
        "not_one_word": "{squares} are not of one word",
        "falls_apart": "without {squares} the tiles no longer hang together",
        "moves_left": "tiles can still be taken, in {count} ways",
        # Bingo.
        "wrong_number_of_words": "{count} words: a card has {right}",
        "wrong_word_length": "{word} has {letters} letters, it must be {right}",
        "same_word_twice": "{word} stands there twice: a card has two different words",
        "same_card": "player {player} has just this card already",
        "not_caller": "player {player} calls in this game",
        "neutral_caller": "none of the players calls in this game",
        "bingo_first": "player {player} has claimed: note it before another tile is called",
        "no_cards": "{cards} cards are written: there must be {needed} at least",
        "all_called": "all tiles have been called",
        "called_already": "call {number} is not the next one: there were {calls}",
        "already_claimed": "player {player} has claimed already",
        "not_all_struck": "player {player} still has letters to be struck: {left}",
        "nobody_claimed": "nobody has claimed: there is nothing to note",
        # Party.
        "off_party_board": "{coordinates} {word} leaves the board, which has columns A to O and "
        "rows 1 to 15",
        "no_such_face": "the die has no face {face}",
        "letter_not_laid": "the letter rolled, {letter}, must be laid from the tray, but laid "
        "were {tiles}",
        "letter_by_blank": "no blank may stand for the letter rolled, {letter}",
        "others_timer": "the time is that of player {player}: the other team starts and stops "
        "the timer",
        "zone_missing": "the timer runs: say in which zone it was stopped",
        "zone_past": "the timer is not in zone {zone}: it is in {first} at best",
        "time_is_up": "the time of this turn is over",
        "time_left": "the time is not over: {milliseconds} milliseconds are left",
        "no_timer": "the game is played without a timer",
        "fault_told": "of player {player} that was told already in this turn",
        "bonus_owed": "the bonus die comes first: the points of the word depend on it",
        "no_bonus_due": "no roll of the bonus die is due",
        "nothing_to_choose": "no tile is to be chosen now",
        "not_laid_now": "no tile was laid on {square} in this turn",
        # Card game.
        "must_stay": "{squares} can't be removed: only lying cards that did not count can",
        "premium_on_first_word": "the first word counts twice already and takes no premium card",
        "premium_incomplete": "of a premium card both factor and letter must be told",
        "premium_not_on_laid": "a premium card goes with a card laid in the same turn: letter "
        "{letter} of {word} is none",
        "no_action_cards": "the classic variant has no action cards",
        "no_word_pending": "an action card is played on a word just laid, and there is none",
        "no_such_action_card": "there is no action card {card}",
        "action_played": "player {player} has played an action card on this word already",
        "action_elsewhere": "player {player} can't hold the action card {card} now",
        "action_not_fitting": "the action card {card} fits no word of this move",
        # Rummy.
        "task_played": "the card with the task {task} has been played",
        "already_drawn": "player {player} has drawn: now words may be laid, or a card discarded",
        "draw_first": "player {player} must draw a card first",
        "discard_first": "player {player} must discard a card first",
        "already_laid": "player {player} can't lay again in this turn: a card must be discarded",
        "word_too_short": "{word} is no word: it has at least {least} letters",
        "blank_unnamed": "a blank in {word} was given no letter: write the letter it stands for in "
        "lower case",
        "not_laid": "{laid} is not among what was laid",
        "one_premium_a_word": "{word} takes one premium card only",
        "card_to_discard": "{count} cards can't be played: at most {most}, for one must be "
        "discarded",
        "seven_cards": "the task needs {needed} cards played, premium cards among them, not "
        "{count}",
        "task_not_met": "words of {lengths} letters do not meet the task {task}",
        "nothing_quadrupled": "the task {task} quadruples nothing",
        "not_on_hand": "player {player} does not hold {cards}",
        "task_met": "player {player} has met the task: the round is played to its end",
        "nothing_to_count": "player {player} has no hand to count",
        "wrong_hand_size": "{cards} are {count} cards, but {size} are on the hand of player "
        "{player}",
        "wrong_hand_value": "{count} cards of player {player} are worth {least} to {most} points, "
        "not {points}",
        "hand_differs": "player {player} must still hold other cards than these",
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


class Contradiction(EngineError):
    """A set-up whose rules can each be read but do not go together; `refusal` says why."""

    def __init__(self, code: str, **detail: str | int) -> None:
        self.refusal = Refusal(code, detail)
        super().__init__(f"these do not go together: {self.refusal.message}")
