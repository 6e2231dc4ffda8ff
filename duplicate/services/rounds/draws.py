"""Tiles are drawn for a round, by the server or by hand, and put back."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from duplicate.errors import (
    HandDrawGameOver,
    HandDrawLeaveNotKept,
    HandDrawNotInBag,
    HandDrawRefused,
    HandDrawWrongBlanks,
    HandDrawWrongNumber,
    SeedMissing,
    TooMany,
)
from duplicate.models import Game, LogEntry, Round
from duplicate.moves import move_json
from duplicate.selectors.rounds import current_round, lexicon_of, position_before
from duplicate.services.games import end_game
from duplicate.services.pace import draw_again, pause_of
from duplicate.services.rounds.clock import open_round
from duplicate.services.transitions import (
    lock_running_round,
    put_back,
    record_round,
    require_round_state,
)
from engine.alphabet import BLANK
from engine.draws import Draw, GameOver, HandDraw, HandDrawCode, check_hand_draw, hand_size
from engine.errors import Unreadable
from engine.scoring import ScoredMove
from engine.simultan import FindTops, Position, can_be_played, draw_rack
from engine.solver import find_tops
from engine.tiles import TileSet, without
from referee.errors import Invalid
from referee.events.locking import lock_event, require_state
from referee.events.log import Actor
from referee.models import User
from referee.texts import read_text

HAND_DRAW_REFUSALS: dict[HandDrawCode, type[HandDrawRefused]] = {
    HandDrawCode.GAME_OVER: HandDrawGameOver,
    HandDrawCode.WRONG_NUMBER: HandDrawWrongNumber,
    HandDrawCode.LEAVE_NOT_KEPT: HandDrawLeaveNotKept,
    HandDrawCode.NOT_IN_BAG: HandDrawNotInBag,
    HandDrawCode.WRONG_BLANKS: HandDrawWrongBlanks,
}
MOST_TYPED = 100


@transaction.atomic
def draw_round(game: Game, at: datetime, *, by: Actor = None) -> Round | None:
    """Draw the next rack that can be played; None where there is none, and the game has ended.

    A rack without a legal move is kept as a cancelled round. Raises WrongGameState unless the
    game is running, WrongRoundState unless the round before is published, SeedMissing for a game
    that came from another server while it ran.
    """
    game = _lock_for_draw(game)
    if not game.seed:
        raise SeedMissing
    search = _search_for(game)
    key, rule = game.draw_key, game.options.draw_rule
    is_known_playable = False
    while True:
        position = position_before(game)
        attempt = _next_attempt(game, position)
        drawn = draw_rack(position, key, attempt, rule)
        if isinstance(drawn, GameOver):
            end_game(game, at, by=by, ending=Game.Ending(drawn.value))
            return None
        tops = search(position.board, drawn.rack)
        round = _keep(game, position, attempt, drawn, Round.DrawnBy.SERVER, tops, at, by)
        if tops:
            return round
        put_back(round, Round.Cancelled.UNPLAYABLE, at, by=by)
        # Board and tiles stay the same until a rack can be played, so that one answer is enough.
        is_known_playable = is_known_playable or can_be_played(position, search, rule)
        if not is_known_playable:
            end_game(game, at, by=by, ending=Game.Ending.NO_PLAYABLE_RACK)
            return None


@transaction.atomic
def draw_by_hand(game: Game, rack: str, at: datetime, *, by: User) -> Round:
    """Take the full rack, leave included, that somebody drew from a real bag.

    One with too few vowels or consonants, or without a legal move, comes back as a cancelled
    round: all its tiles go back into the bag. If no rack can be played the game has ended.
    Raises HandDrawRefused for a rack that can't have been drawn, Invalid for one that can't be
    read, and as `draw_round` does.
    """
    game = _lock_for_draw(game)
    search = _search_for(game)
    rule = game.options.draw_rule
    position = position_before(game)
    checked = check_rack(game, rack)
    drawn = Draw(
        label="",
        round_number=position.round_number,
        leave=position.leave,
        rejected=(),
        drawn=without(checked.rack, position.leave),
        rack=checked.rack,
        bag=without(position.tiles_left, checked.rack),
    )
    tops = [] if checked.goes_back else search(position.board, drawn.rack)
    attempt = _next_attempt(game, position)
    round = _keep(game, position, attempt, drawn, Round.DrawnBy.HAND, tops, at, by)
    if checked.goes_back:
        put_back(round, Round.Cancelled(checked.code.value), at, by=by)
    elif not tops:
        put_back(round, Round.Cancelled.UNPLAYABLE, at, by=by)
        if not can_be_played(position, search, rule):
            end_game(game, at, by=by, ending=Game.Ending.NO_PLAYABLE_RACK)
    return round


@transaction.atomic
def cancel_round(round: Round, at: datetime, *, by: User, text: str = "") -> Round:
    """A misdraw: all tiles go back, whatever was handed in stays on record.

    An automatic game goes on by itself. Raises WrongRoundState once published or cancelled.
    """
    round = lock_running_round(round, *Round.UNFINISHED)
    put_back(round, Round.Cancelled.MISDRAW, at, by=by, text=read_text("text", text, 500))
    draw_again(round.game, at + pause_of(round.game))
    return round


@transaction.atomic
def next_round(game: Game, at: datetime) -> Round | None:
    """The clock draws and opens what is due at `at`; None if nothing is, or the game has ended.

    It opens at `at`, not when it was due: everybody has the whole time to think.
    """
    game = lock_event(game)
    if game.next_round_at is None or at < game.next_round_at:
        return None
    round = draw_round(game, at)
    return round and open_round(round, at)


def _lock_for_draw(game: Game) -> Game:
    """The game, locked; whoever draws does what the clock was to do."""
    game = lock_event(game)
    require_state(game, Game.State.RUNNING)
    if (last := current_round(game)) is not None:
        require_round_state(last, Round.State.PUBLISHED)
    if game.next_round_at is not None:
        game.next_round_at = None
        game.save(update_fields=["next_round_at"])
    return game


def _search_for(game: Game) -> FindTops:
    number = position_before(game).round_number
    return partial(find_tops, lexicon_of(game, number), ruleset=game.options.rules)


def _next_attempt(game: Game, position: Position) -> int:
    return game.rounds.filter(number=position.round_number).count() + 1


def check_rack(game: Game, rack: str) -> HandDraw:
    """What the rules say to the full rack, leave included, if it is drawn now; nothing is written.

    Raises Invalid for one that can't be read, HandDrawRefused for one that can't have been drawn.
    """
    position, rule = position_before(game), game.options.draw_rule
    bag, leave, number = position.bag, position.leave, position.round_number
    try:
        checked = check_hand_draw(bag, leave, number, read_text("rack", rack, MOST_TYPED), rule)
    except Unreadable:
        problem = _("Steine sind A bis Z, Ä, Ö, Ü und ? für den Joker.")
        raise Invalid(field="rack", problem=problem) from None
    if checked.is_valid or checked.goes_back:
        return checked
    told: dict[str, Any] = {"rack": checked.rack, "leave": leave, "problem": checked.message}
    match checked.code:
        case HandDrawCode.WRONG_NUMBER:
            size = hand_size(position.tiles_left, rule)
            told |= {"count": len(checked.rack), "size": size, "new": size - len(leave)}
        case HandDrawCode.LEAVE_NOT_KEPT:
            told["missing"] = checked.tiles
        case HandDrawCode.NOT_IN_BAG:
            told["too_many"] = _too_many(position, game.options.rules.tile_set, checked)
    raise HAND_DRAW_REFUSALS[checked.code](**told)


def _too_many(position: Position, tile_set: TileSet, checked: HandDraw) -> list[TooMany]:
    lying = Counter(BLANK if cell.islower() else cell for cell in position.board.cells)
    return [
        TooMany(
            tile,
            typed=checked.rack.count(tile),
            in_all=tile_set.all_tiles.count(tile),
            on_board=lying[tile],
            on_rack=position.leave.count(tile),
        )
        for tile in sorted(set(checked.tiles))
    ]


def _keep(
    game: Game,
    position: Position,
    attempt: int,
    drawn: Draw,
    drawn_by: Round.DrawnBy,
    tops: Sequence[ScoredMove],
    at: datetime,
    by: Actor,
) -> Round:
    told = {
        "drawn_by": drawn_by,
        "label": drawn.label,
        "leave": drawn.leave,
        "rejected": list(drawn.rejected),
        "drawn": drawn.drawn,
        "rack": drawn.rack,
        "bag": drawn.bag,
    }
    round = Round.objects.create(
        game=game,
        number=drawn.round_number,
        attempt=attempt,
        cells=position.board.cells,
        tops=[move_json(top) for top in tops],
        top_points=tops[0].points if tops else 0,
        **told,
    )
    record_round(round, LogEntry.Kind.DRAWN, at, by=by, **told)
    return round
