"""The page itself."""

from collections.abc import Mapping
from dataclasses import replace
from secrets import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.formats import number_format
from django.views.decorators.http import require_safe

from engine import COMPILED
from engine.alphabet import LETTERS
from engine.lexicon import Lexicon
from engine.rulesets import REISE, STANDARD
from engine.tiles import from_shown
from referee.boards import COLUMNS, PREMIUMS, Tile, view_board, view_tile
from referee.lexicons import default_lexicon
from referee.messages import tell_fault, tell_ruleset, tell_verdict
from referee.page_requests import refused
from referee.position.analysis import Analysis, analyse, judge_tried, preview
from referee.position.examples import EXAMPLES
from referee.position.in_play import PositionInPlay, demand_not_in_play
from referee.position.positions import (
    FIELDS,
    MOST_SHOWN,
    Position,
    draw,
    lay,
    pick,
    put,
    set_up,
    undo,
)
from referee.position.reading import Fault, Problem, clip, read_board, read_position, read_square

#: What of an address is read.
READ = {*FIELDS, "set", "pick", "do"}
ACTIONS = ("lay", "put", "undo", "draw")
#: The others are to this page as Standard is.
RULESETS = (STANDARD, REISE)
#: 'mehr zeigen' lists so many moves more.
MORE = 20


@require_safe
def position_page(request: HttpRequest) -> HttpResponse:
    """Show the position that the address tells, or say with status 400 what of it can't be read.

    What is played for points just now is refused (see `in_play`).

    ?do=… (one of ACTIONS), ?pick=H8 and ?set=BOARD change it first. However a position came about,
    the answer leads to its one shortest address, which can be shared.
    """
    query = request.GET.dict()
    lexicon = default_lexicon()
    position, faults = read_position(query)
    if not faults:
        changed = _changed(position, query, lexicon)
        if isinstance(changed, Fault):
            faults = [changed]
        elif changed.query() != {name: query[name] for name in query if name in READ}:
            return HttpResponseRedirect(request.path + changed.address)
    try:
        demand_not_in_play([(position.board, position.rack)], request.user)
    except PositionInPlay as refusal:
        return refused(request, refusal)
    context = _context(position, faults, query, lexicon)
    return render(request, "referee/position.html", context, status=400 if faults else 200)


def _changed(
    position: Position, query: Mapping[str, str], lexicon: Lexicon | None
) -> Position | Fault:
    """The position after what the address asks to be done with it."""
    if "set" in query:
        board = read_board(query["set"])
        if isinstance(board, Fault):
            return replace(board, field="set")
        if board != position.board:
            position = set_up(position, board)
    if "pick" in query:
        square = read_square(query["pick"])
        if isinstance(square, Fault):
            return square
        position = pick(position, square)
    match query.get("do", ""):
        case "lay" if verdict := judge_tried(position, lexicon):
            return lay(position, verdict)
        case "put" if position.written:
            return put(position, position.written.move)
        case "undo":
            return undo(position)
        case "draw":
            return draw(position, SystemRandom().sample)
        case "" | "lay" | "put":
            return position
        case other:
            detail = {"text": clip(other), "names": ", ".join(ACTIONS)}
            return Fault("do", Problem.ACTION_UNKNOWN, detail)


def _context(
    position: Position, faults: list[Fault], query: Mapping[str, str], lexicon: Lexicon | None
) -> dict[str, Any]:
    analysis = analyse(position, lexicon)
    verdict, written = analysis.verdict, position.written
    tile_set = position.ruleset.tile_set
    return {
        "position": position,
        # What can't be read stays as it is, to be mended or read by other rules.
        "typed": {**query, "show": ""} if faults else position.query(),
        "set": query.get("set", "") if faults else "",
        "faults": {fault.field: tell_fault(fault) for fault in faults},
        "rows": view_board(
            position.board,
            tile_set,
            shown=preview(position.board, written.move) if written else (),
            is_wrong=verdict is not None and not verdict.is_valid,
            cursor=position.at,
        ),
        "columns": COLUMNS,
        "premiums": PREMIUMS.values(),
        "rack": _rack(position, analysis),
        "tiles_left": position.tiles_left,
        "rulesets": {
            ruleset.name: tell_ruleset(ruleset) for ruleset in (*RULESETS, position.ruleset)
        },
        "letters": LETTERS,
        "analysis": analysis,
        "message": tell_verdict(verdict) if verdict else "",
        "can_put": written is not None and put(position, written.move) is not position,
        "tops": _tops(position, analysis),
        "counts": _counts(analysis),
        "meant": analysis.meant and position.trying(analysis.meant.move).address,
        "more": _more(position, analysis),
        "new_game": Position(position.ruleset).address,
        "is_new": position == Position(position.ruleset) and not faults,
        "examples": EXAMPLES,
        "lexicon": lexicon and lexicon.info,
        "lexicon_words": lexicon and _grouped(lexicon.info.words),
        "compiled": COMPILED,
    }


def _rack(position: Position, analysis: Analysis) -> list[tuple[Tile, bool]]:
    """The tiles on the rack, each with whether the move tried lays it."""
    tiles = analysis.verdict.tiles if analysis.verdict else ""
    laid = from_shown(tiles)
    rack = []
    for tile in position.rack:
        rack.append((view_tile(tile, position.ruleset.tile_set), tile in laid))
        laid = laid.replace(tile, "", 1)
    return rack


def _tops(position: Position, analysis: Analysis) -> list[dict[str, Any]]:
    """The best moves with the address that tries each."""
    tried = analysis.verdict.move if analysis.verdict else None
    moves = analysis.ranking.moves if analysis.ranking else ()
    addresses = position.addresses(ranked.move for ranked in moves)
    return [
        {"ranked": ranked, "address": address, "is_tried": ranked.move == tried}
        for ranked, address in zip(moves, addresses, strict=True)
    ]


def _counts(analysis: Analysis) -> dict[str, str]:
    """The large numbers as people write them."""
    ranking, rank = analysis.ranking, analysis.rank
    return {
        "tops": _grouped(ranking.tops) if ranking else "",
        "total": _grouped(ranking.total) if ranking and ranking.total else "",
        "rank": _grouped(rank.rank) if rank else "",
    }


def _grouped(number: int) -> str:
    return number_format(number, force_grouping=True)


def _more(position: Position, analysis: Analysis) -> str:
    """The address that lists more moves; '' where all are listed."""
    if not analysis.ranking or analysis.ranking.more <= 0:
        return ""
    return replace(position, show=min(position.show + MORE, MOST_SHOWN)).address
