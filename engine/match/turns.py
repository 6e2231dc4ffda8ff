"""What a player does with a turn: lay a word, exchange, pass, or let the time run out."""

from dataclasses import replace
from typing import NamedTuple

from engine.actions import wrong_phase
from engine.alphabet import BLANK, spell
from engine.board import Board, Square
from engine.endings import Ending
from engine.errors import Unreadable
from engine.fields import Fields
from engine.match.endings import finish, note_points
from engine.match.house_rules import count_vowels
from engine.match.racks import (
    Filling,
    check_rack,
    check_tiles,
    draw_tiles,
    read_filling,
    take_tiles,
    take_unseen,
)
from engine.match.values import Kind, Match, Pending, Phase, Reason, Turn
from engine.notation import name_square, read_move, read_square
from engine.players import check_on_turn, next_player, put
from engine.refusals import Refusal
from engine.rulesets import Ruleset
from engine.scoring import Score
from engine.tiles import from_shown, missing_tiles, read_tiles, sort_tiles
from engine.verdicts import Verdict, judge, take_back_blank

#: After so many overtimes of everybody who could have moved nobody is there: the time stands still.
_OVERTIMES_ALONE = 2


class _Told(NamedTuple):
    """What may be told with any turn."""

    player: int
    rack: str | None = None
    seconds: int | None = None


def place(state: Match, fields: Fields) -> Match | Refusal:
    written = read_move(fields.text("coordinates"), fields.text("word"))
    announced = fields.optional_number("points")
    squares = tuple(map(read_square, fields.texts("blanks") if "blanks" in fields else ()))
    theme_words = _read_words(fields, "theme_words")
    filling = read_filling(fields)
    started = _on_turn(state, Kind.PLACE, _read_told(fields))
    if isinstance(started, Refusal):
        return started
    noted, told = started
    swapped = _swap(noted.board, told.rack, squares, noted.ruleset)
    if isinstance(swapped, Refusal):
        return swapped
    rules = noted.rules_now
    verdict = judge(
        swapped.board, written, rack=swapped.rack, ruleset=rules, theme=frozenset(theme_words)
    )
    if verdict.move is None or verdict.score is None or not verdict.is_valid:
        return Refusal(verdict.code.value, verdict.detail)
    score, player = verdict.score, told.player
    turn = Turn(
        player,
        Kind.PLACE,
        total=noted.points[player] + score.points,
        coordinates=verdict.move.coordinates,
        word=verdict.move.word,
        tiles=verdict.tiles,
        count=len(score.laid),
        points=score.points,
        words=score.words,
        bonus=score.bonus,
        theme_words=theme_words,
        theme_bonus=score.theme_bonus,
        blanks=tuple(map(name_square, squares)),
        swapped=swapped.letters,
    )
    refusal = (
        check_tiles(noted, player, turn.from_rack)
        or _check_theme(noted, theme_words, score)
        or _check_points(announced, score)
    )
    return refusal or _lay(noted, turn, told, swapped.board.lay(score.laid), filling)


def exchange(state: Match, fields: Fields) -> Match | Refusal:
    tiles, count = _read_given_up(fields)
    given, filling = fields.optional_number("vowels_given"), read_filling(fields)
    started = _on_turn(state, Kind.EXCHANGE, _read_told(fields))
    if isinstance(started, Refusal):
        return started
    noted, told = started
    if refusal := _check_given_up(noted, told, tiles, count):
        return refusal
    vowels = _vowels_given(noted, told.player, tiles, count, given)
    if isinstance(vowels, Refusal):
        return vowels
    total = noted.points[told.player]
    turn = Turn(told.player, Kind.EXCHANGE, total, tiles=tiles or "", count=count)
    filled = draw_tiles(_with_turn(noted, turn, told), told.player, count, filling)
    if isinstance(filled, Refusal):
        return filled
    after = _with_last(filled.state, vowels=filled.vowels, drawn=filled.tiles)
    if tiles is None:
        return take_unseen(after, told.player, count, vowels)
    return take_tiles(after, told.player, tiles)


def pass_turn(state: Match, fields: Fields) -> Match | Refusal:
    started = _on_turn(state, Kind.PASS, _read_told(fields))
    if isinstance(started, Refusal):
        return started
    noted, told = started
    turn = Turn(told.player, Kind.PASS, noted.points[told.player])
    return _passed(noted, _with_turn(noted, turn, told))


def overtime(state: Match, fields: Fields) -> Match | Refusal:
    """The time of the turn is over: it is lost, or begins again, and costs what is agreed."""
    told, number = _Told(fields.number("player")), fields.number("turn")
    if state.house.turn_seconds is None:
        return Refusal("turns_not_timed", {})
    started = _on_turn(state, Kind.OVERTIME, told)
    if isinstance(started, Refusal):
        return started
    noted, _ = started
    if number != len(noted.turns):
        return Refusal("turn_over", {"turn": number})
    lost = noted.house.overtime_points
    turn = Turn(told.player, Kind.OVERTIME, noted.points[told.player] - lost, points=-lost)
    after = _with_turn(noted, turn, told)
    if noted.house.overtime_turn_lost:
        after, movers = _passed(noted, after), noted.players
    else:
        after, movers = replace(after, passes=noted.passes, on_turn=told.player), 1
    overtimes = noted.overtimes + 1
    is_alone = overtimes >= _OVERTIMES_ALONE * movers and after.phase is Phase.PLAYING
    return replace(after, overtimes=overtimes, is_paused=is_alone)


def _read_given_up(fields: Fields) -> tuple[str | None, int]:
    """The tiles to exchange, None if they are not named, and how many they are."""
    tiles, count = fields.optional_text("tiles"), fields.optional_number("count")
    if (tiles is None) == (count is None):
        raise Unreadable("action exchange: either 'tiles' or their 'count' must be given")
    tiles = None if tiles is None else sort_tiles(read_tiles(tiles))
    return tiles, len(tiles) if tiles is not None else count or 0


def _check_given_up(state: Match, told: _Told, tiles: str | None, count: int) -> Refusal | None:
    rules, size = state.ruleset, state.rack_sizes[told.player]
    if tiles is None and rules.exchange_shown:
        return Refusal("tiles_not_shown", {"ruleset": rules.name})
    if tiles is None and state.house.solitaire:
        return Refusal("tiles_open", {})
    if not count:
        return Refusal("nothing_exchanged", {})
    if count > size:
        return Refusal("more_than_rack", {"count": count, "size": size})
    if state.bag < rules.exchange_needs:
        return Refusal("exchange_too_late", {"bag": state.bag, "needs": rules.exchange_needs})
    if count > state.bag:  # the new tiles are drawn before the old ones go into the bag
        return Refusal("bag_too_small", {"count": count, "bag": state.bag})
    if refusal := check_tiles(state, told.player, tiles or ""):
        return refusal
    if told.rack is not None and (lacking := missing_tiles(told.rack, tiles or "")):
        return Refusal("not_on_rack", {"rack": told.rack, "missing": lacking})
    return None


class _Swapped(NamedTuple):
    """Board and rack after blanks were taken back, and the letters that lie there instead."""

    board: Board
    rack: str | None
    letters: str


def _swap(
    board: Board, rack: str | None, squares: tuple[Square, ...], rules: Ruleset
) -> _Swapped | Refusal:
    letters = ""
    for square in squares:
        # Of a rack that is not told it is believed that the letter is there.
        holding = (board.at(square).upper() or BLANK) if rack is None else rack
        taken = take_back_blank(board, holding, square, rules)
        if isinstance(taken, Verdict):
            return Refusal(taken.code.value, taken.detail)
        letters += board.at(square).upper()
        board, rack = taken[0], None if rack is None else taken[1]
    return _Swapped(board, rack, letters)


def _check_theme(state: Match, theme_words: tuple[str, ...], score: Score) -> Refusal | None:
    if theme_words and not state.house.theme:
        return Refusal("no_theme", {})
    formed = {word for word, _ in score.words}
    if foreign := [word for word in theme_words if word not in formed]:
        return Refusal("not_formed", {"words": ", ".join(foreign)})
    return None


def _check_points(announced: int | None, score: Score) -> Refusal | None:
    if announced is None or announced == score.points:
        return None
    return Refusal("wrong_points", {"points": announced, "right": score.points})


def _lay(noted: Match, turn: Turn, told: _Told, board: Board, filling: Filling) -> Match | Refusal:
    """The word on the board and new tiles on the rack; the points wait to be noted."""
    player = turn.player
    after = replace(_with_turn(noted, turn, told), board=board)
    after = take_tiles(after, player, turn.swapped)
    after = _add_blanks(after, player, len(turn.blanks))
    after = take_tiles(after, player, from_shown(turn.tiles))
    filled = draw_tiles(after, player, min(turn.count, after.bag), filling)
    if isinstance(filled, Refusal):
        return filled
    after = _with_last(filled.state, vowels=filled.vowels, drawn=filled.tiles)
    formed = tuple(dict.fromkeys(word for word, _ in turn.words))
    pending = Pending(noted.board, noted.rack_sizes, noted.rack_vowels, _known(noted, told), formed)
    is_out = after.rack_sizes[player] == 0
    after = replace(after, on_turn=None if is_out else after.on_turn, pending=pending)
    # Who plays alone has nobody to challenge: words are looked up before they are laid.
    return note_points(after) if after.house.solitaire else after


def _add_blanks(state: Match, player: int, count: int) -> Match:
    """Blanks from the board on the rack, where everybody has seen them go."""
    return replace(
        state,
        rack_sizes=put(state.rack_sizes, player, state.rack_sizes[player] + count),
        known=put(state.known, player, BLANK * count + state.known[player]),
    )


def _vowels_given(
    state: Match, player: int, tiles: str | None, count: int, said: int | None
) -> int | Refusal:
    """How many of the tiles given up go into the bag of vowels."""
    if not state.house.two_bags:
        return 0 if said is None else Refusal("one_bag", {})
    vowels = state.rack_vowels[player]
    consonants = state.rack_sizes[player] - vowels
    if tiles is not None:
        followed = count_vowels(tiles)
        is_right = said is None or said == followed
        return followed if is_right else _wrong_vowels(said or 0, vowels, consonants)
    if said is None:
        least, most = max(0, count - consonants), min(count, vowels)
        return least if least == most else Refusal("vowels_given_not_said", {"count": count})
    is_right = said <= vowels and 0 <= count - said <= consonants
    return said if is_right else _wrong_vowels(said, vowels, consonants)


def _wrong_vowels(said: int, vowels: int, consonants: int) -> Refusal:
    return Refusal("wrong_vowels", {"said": said, "vowels": vowels, "consonants": consonants})


def _passed(before: Match, after: Match) -> Match:
    """The state with a pass counted, unless it only passed the opening on."""
    if before.opening_letters is not None:
        return after
    passed = replace(after, passes=before.passes + 1)
    rounds = passed.ruleset.pass_rounds
    if rounds is not None and passed.passes >= rounds * passed.players:
        return finish(passed, Ending(Reason.PASSES))
    return passed


def _read_told(fields: Fields) -> _Told:
    rack = fields.optional_text("rack")
    return _Told(
        fields.number("player"),
        None if rack is None else sort_tiles(read_tiles(rack)),
        fields.optional_number("seconds"),
    )


def _read_words(fields: Fields, name: str) -> tuple[str, ...]:
    words = fields.texts(name) if name in fields else ()
    return tuple(dict.fromkeys(spell(word) for word in words))


def _on_turn(state: Match, kind: Kind, told: _Told) -> tuple[Match, _Told] | Refusal:
    """The state with the points of the last move noted, if the player may now take a turn.

    Where all tiles are open, the rack need not be told: it is there.
    """
    noted = note_points(state)
    if noted.phase is not Phase.PLAYING or noted.on_turn is None:
        return wrong_phase(kind.value, noted.phase)
    if refusal := check_on_turn(noted, told.player):
        return refusal
    if noted.is_paused:
        return Refusal("time_stands", {})
    if noted.house.solitaire:
        right = noted.known[told.player]
        if told.rack is not None and told.rack != right:
            detail: dict[str, str | int] = {"player": told.player, "rack": told.rack}
            return Refusal("racks_differ", {**detail, "right": right})
        told = told._replace(rack=right)
    if told.rack is not None and (refusal := check_rack(noted, told.player, told.rack)):
        return refusal
    return noted, told


def _with_turn(state: Match, turn: Turn, told: _Told) -> Match:
    """The turn on the score sheet, its points counted, and the next player on turn."""
    player = turn.player
    lacks = "" if told.rack is None else missing_tiles(told.rack, state.known[player])
    turn = replace(turn, rack=told.rack, rack_lacks=lacks, seconds=told.seconds)
    return replace(
        state,
        known=_known(state, told),
        points=put(state.points, player, turn.total),
        turns=(*state.turns, turn),
        passes=0,
        overtimes=0,
        on_turn=next_player(state, player),
    )


def _with_last(state: Match, *, vowels: int | None, drawn: str) -> Match:
    last = replace(state.turns[-1], vowels=vowels, drawn=drawn)
    return replace(state, turns=(*state.turns[:-1], last))


def _known(state: Match, told: _Told) -> tuple[str, ...]:
    """The tiles known of every rack, with the one just told."""
    return state.known if told.rack is None else put(state.known, told.player, told.rack)
