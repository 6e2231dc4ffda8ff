"""The club evening: three games are over, a fourth is still played."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, cast

from django.db import transaction

from engine.lexicon import Lexicon
from engine.party.notation import party_coordinates, party_square
from engine.party.values import Owed, Party, Phase
from engine.shapes import to_json
from engine.solver import search_all
from engine.tiles import without
from referee.lexicons import kept_lexicon
from referee.models import User
from referee.services import demo_director
from tournaments.demo.tournament import ENTRIES, record_game
from tournaments.entries.services.entries import enter_all
from tournaments.events.services import create_tournament
from tournaments.models import Table, Tournament
from tournaments.tables.selectors.records import hints_at
from tournaments.tables.selectors.tables import state_of
from tournaments.tables.services.tables import act, open_table

NAME = "Beispiel: ein Vereinsabend"
PLAYERS = 8
#: So long ago the evening began.
AGO = timedelta(hours=3)
TURN = timedelta(seconds=75)
#: Words that the teams lay before they find no more room.
WORDS = 9
#: Tiles among which a team looks for a word, and how many of the words it can choose from.
SEEN, MOVES = 7, 300
#: The first turns of the card game, as the booklet has them.
CARDS = (("M20", "MAMBA"), ("24L", "DATIV"))


@transaction.atomic
def play_evening(now: datetime) -> Tournament:
    """The example evening, played now if there is none. Raises LexiconMissing."""
    by = demo_director()
    if found := Tournament.objects.filter(staff__user=by, name=NAME).first():
        return found
    at, kind = now - AGO, Tournament.Kind.EVENING
    evening = create_tournament(name=NAME, by=by, at=at, place="Kiel", kind=kind)
    enter_all(evening.divisions.get(), ENTRIES[:PLAYERS], at, by=by)
    # A crowd's whims, no secret.
    rng = Random(4)  # noqa: S311

    board = open_table(evening, at, by=by, seats=[[1], [2]], setup={"begins": 0})
    record_game(board, at, rng, by=by)
    later = at + AGO / 2
    left = {"board_of": str(board.pk)}
    ungame = open_table(evening, later, by=by, game="ungame", seats=[[2], [1]], setup=left)
    _take_apart(ungame, later, by)

    with_dice = {"begins": 0, "dice": "server", "timer": "none"}
    party = open_table(evening, at, by=by, game="party", seats=[[3, 5], [4, 6]], setup=with_dice)
    _play_party(party, at, rng, by)

    with_actions = {"variant": "action", "begins": 0}
    cards = open_table(evening, later, by=by, game="cards", seats=[[7], [8]], setup=with_actions)
    for player, (coordinates, word) in enumerate(CARDS):
        later += TURN
        laid = {"kind": "place", "player": player, "coordinates": coordinates, "word": word}
        act(cards, laid, later, by=by)
    evening.refresh_from_db()
    return evening


def _take_apart(table: Table, at: datetime, by: User) -> None:
    """Take tiles off the board, always those that bring most."""
    while not state_of(table).is_over:
        at += TURN
        table = act(table, to_json(hints_at(table, by)[0]), at, by=by)


def _play_party(table: Table, at: datetime, rng: Random, by: User) -> None:
    lexicon = kept_lexicon(table.tournament.lexicon_sha256)
    while not (state := cast(Party, state_of(table))).is_over:
        at += TURN
        table = act(table, _next_action(state, lexicon, rng), at, by=by)


def _next_action(state: Party, lexicon: Lexicon, rng: Random) -> dict[str, Any]:
    if state.pending is not None:
        player = {"player": state.turns[-1].player}
        if state.pending.owed is Owed.ROLL:
            return {"kind": "bonus", **player}
        if state.pending.owed is Owed.CHOICE:
            squares = [party_square(rng.choice(state.turns[-1].squares))]
            return {"kind": "choose", **player, "squares": squares}
        return {"kind": "note"}
    team = {"player": state.on_turn}
    if sum(bool(turn.word) for turn in state.turns) == WORDS:
        return {"kind": "stuck"}
    if state.phase is Phase.ROLLING or state.current is None:
        return {"kind": "roll", **team}
    letter = state.current.letter
    others = rng.sample(without(state.tray, letter), k=SEEN - len(letter))
    found = search_all(lexicon, state.board, letter + "".join(others)).moves(MOVES)
    laid = [one for one in found if _lays(state, one.move.word, one.move.squares, letter)]
    if not laid:
        return {"kind": "pass", **team}
    move = rng.choice(laid[: len(laid) // 3 + 1]).move
    return {
        "kind": "place",
        **team,
        "coordinates": party_coordinates(move),
        "word": move.word,
    }


def _lays(state: Party, word: str, squares: Sequence[Any], letter: str) -> bool:
    """Whether the letter rolled is among the tiles laid, and no blank stands for it."""
    placed = "".join(
        tile for tile, square in zip(word, squares, strict=True) if not state.board.at(square)
    )
    return letter in placed and letter.lower() not in placed if letter else True
