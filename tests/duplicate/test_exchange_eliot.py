"""A game in Eliot's format is played again here, or refused with the place."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from duplicate.errors import ImportRefused
from duplicate.exchange.eliot import read_eliot, write_eliot
from duplicate.exchange.records import (
    GameRecord,
    MoveKind,
    PlayedMove,
    PlayerRecord,
    RoundRecord,
    record_of,
)
from duplicate.models import Game, Participant, Round, Ruling
from duplicate.options import Options, Reference, Variant
from duplicate.selectors.rounds import position_before
from duplicate.selectors.standings import game_standings
from duplicate.services.records import MOST_EVENTS, import_record
from engine.board import Board
from engine.lexicon import Lexicon
from engine.notation import name_square, read_move
from engine.rulesets import STANDARD
from engine.scoring import ScoredMove
from engine.solver import search_all
from engine.verdicts import judge
from referee.errors import FileUnreadable, Invalid
from referee.journals import first_fault
from referee.models import User
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON, RACK, make_user
from tests.duplicate.sample_games import exported, played_game, taken_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def brought(record: GameRecord, by: User | None = None) -> Game:
    """The record as it arrives elsewhere: written, read, played again."""
    read = read_eliot("".join(write_eliot(record)).encode())
    return import_record(read, "Abend", NOON, by=by or make_user())


def totals(game: Game) -> list[tuple[int, str, int]]:
    rows = game_standings(game).rows
    return sorted((row.player.number, row.player.name, row.total) for row in rows)


def tiles(record: GameRecord) -> list[tuple[list[str], bool, ScoredMove]]:
    return [(sorted(r.rack), r.is_redrawn, r.reference) for r in record.rounds]


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(reference=Reference.BEST_HANDED_IN),
        Options(joker=True),
        Options(leave_returned=True),
        Options(variant=Variant.SEVEN_OF_EIGHT),
        Options(variant=Variant.SEVEN_AND_EIGHT),
        Options(solo_bonus=10, solo_least_players=2),
    ],
    ids=lambda options: str(
        [value for name, value in options.as_json().items() if value != Options().as_json()[name]]
    ),
)
def test_a_game_played_here_comes_back_from_eliots_format(options: Options) -> None:
    game = played_game(options=options)
    record = record_of(game)
    assert len(record.rounds) == 4
    copy = brought(record)
    assert copy.state == Game.State.FINISHED
    assert position_before(copy).board == position_before(game).board
    assert position_before(copy).total == position_before(game).total
    again = record_of(copy)
    assert tiles(again) == tiles(record)
    assert [r.moves for r in again.rounds] == [r.moves for r in record.rounds]
    assert [(r.warnings, r.penalties, r.solos) for r in again.rounds] == [
        (r.warnings, r.penalties, r.solos) for r in record.rounds
    ]
    assert totals(copy) == totals(game)


def test_a_game_brought_in_has_a_whole_log_and_goes_out_and_in_as_json() -> None:
    copy = brought(record_of(played_game()))
    assert first_fault(copy) is None
    assert copy.log.last().data == {"origin": "Eliot", "turns": 4}  # type: ignore[union-attr]
    drawn = copy.rounds.filter(state=Round.State.PUBLISHED)
    assert set(drawn.values_list("drawn_by", "label")) == {(Round.DrawnBy.HAND, "")}
    assert taken_in(exported(copy)).state == Game.State.FINISHED


def one_turn(rack: str, reference: ScoredMove, *moves: PlayedMove) -> GameRecord:
    """Anna, number 3, plays alone."""
    turn = RoundRecord("", rack, reference, moves=moves)
    return GameRecord(players=(PlayerRecord(3, "Anna"),), rounds=(turn,))


def test_words_that_only_the_record_knows_are_allowed_by_rulings() -> None:
    written = read_move("H8", "XSTÄREN")
    score = judge(Board(), written).score
    assert score is not None
    move = PlayedMove(3, MoveKind.VALID, score.points, "H8", "XSTÄREN")
    reference = ScoredMove(written.move, score.points)
    game = brought(one_turn("ENRSTÄX", reference, move))
    ruling = Ruling.objects.get(round__game=game)
    assert (ruling.word, ruling.reason, ruling.text) == ("XSTÄREN", "lexicon_error", "Eliot")
    assert totals(game) == [(3, "Anna", score.points)]


def test_a_move_that_is_not_the_top_is_laid_only_as_the_best_handed_in(lexicon: Lexicon) -> None:
    poorest = search_all(lexicon, Board(), RACK, STANDARD).moves()[-1]
    start = name_square(poorest.move.start, poorest.move.direction)
    move = PlayedMove(3, MoveKind.VALID, poorest.points, start, poorest.move.word)
    game = brought(one_turn(RACK, poorest, move))
    assert game.options.reference is Reference.BEST_HANDED_IN
    assert record_of(game).rounds[0].reference == poorest
    Game.objects.all().delete()
    with pytest.raises(ImportRefused) as refusal:
        brought(one_turn(RACK, poorest))
    assert refusal.value.detail["where"] == "Turn 1"
    assert not Game.objects.exists()


def first(record: GameRecord, **changes: object) -> GameRecord:
    rounds = (replace(record.rounds[0], **changes), *record.rounds[1:])  # type: ignore[arg-type]
    return replace(record, rounds=rounds)


def moved(record: GameRecord, **changes: object) -> GameRecord:
    """The first move of the first turn, changed."""
    move, *others = record.rounds[0].moves
    return first(record, moves=(replace(move, **changes), *others))  # type: ignore[arg-type]


BROKEN: dict[str, tuple[str, Callable[[GameRecord], GameRecord]]] = {
    "a rack that is not in the bag": ("Turn 1", lambda r: first(r, drawn="QQQAAEE")),
    "too few tiles": ("Turn 1", lambda r: first(r, drawn="AEN")),
    "a rack that goes back": ("Turn 1", lambda r: first(r, drawn="BCDFGHK")),
    "a leave that was not kept": (
        "Turn 3",
        lambda r: replace(
            r, rounds=(*r.rounds[:2], replace(r.rounds[2], leave="", drawn="AEINRST"))
        ),
    ),
    "a move that can't be laid": (
        "Turn 1",
        lambda r: first(r, reference=ScoredMove(read_move("A1", "QUIZ").move, 9)),
    ),
    "other points of the move laid": (
        "Turn 1",
        lambda r: first(r, reference=r.rounds[0].reference._replace(points=1)),
    ),
    "other points of a player": ("Turn 1", lambda r: moved(r, points=3)),
    "points for nothing": ("Turn 1", lambda r: moved(r, kind=MoveKind.NONE)),
    "points for an invalid move": (
        "Turn 1",
        lambda r: moved(r, word="XXXX", kind=MoveKind.INVALID),
    ),
    "a valid move that nobody can read": ("Turn 1", lambda r: moved(r, coordinates="Z99")),
    "a stranger": ("Turn 1", lambda r: moved(r, player=99)),
    "two moves of one": (
        "Turn 1",
        lambda r: first(r, moves=(r.rounds[0].moves[0],) * 2),
    ),
    "a warned stranger": ("Turn 1", lambda r: first(r, warnings=(99,))),
    "a penalty that gives": ("Turn 1", lambda r: first(r, penalties=((1, -5),))),
    "a solo that is none": ("Turn 1", lambda r: first(r, solos=((2, 10),))),
    "solos of different worth": ("Solo", lambda r: first(r, solos=((1, 10), (2, 5)))),
    "too many warnings": ("Warning", lambda r: first(r, warnings=(1,) * (MOST_EVENTS + 1))),
    "a number out of bounds": (
        "Player",
        lambda r: replace(r, players=(*r.players, PlayerRecord(0, "Null"))),
    ),
    "a number taken": ("Player", lambda r: replace(r, players=(*r.players, r.players[0]))),
    "nobody's name": ("Player", lambda r: replace(r, players=(*r.players, PlayerRecord(5, " ")))),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_what_can_not_have_been_played_is_refused_with_the_place(fault: str) -> None:
    where, broken = BROKEN[fault]
    record = record_of(played_game())
    record = replace(record, rounds=tuple(record.rounds))  # read, before the game is gone
    Game.objects.all().delete()
    with pytest.raises(ImportRefused) as refusal:
        brought(broken(record))
    assert refusal.value.detail["where"] == where
    assert refusal.value.code == "import_refused"
    assert not Game.objects.exists()
    assert not Participant.objects.exists()


def test_a_game_needs_a_name() -> None:
    with pytest.raises(Invalid):
        import_record(GameRecord((), ()), " ", NOON, by=make_user())
    assert not Game.objects.exists()


# the API


def post(caller: Caller, body: bytes, kind: str = "application/xml", query: str = "") -> Any:
    path = f"/api/v1/duplicate/games/import/{query}"
    return caller.client.generic("POST", path, data=body, content_type=kind)


@pytest.mark.parametrize("kind", ["application/xml", "text/xml; charset=utf-8"])
def test_whoever_has_an_account_may_bring_a_game(kind: str) -> None:
    game = played_game()
    xml = "".join(write_eliot(record_of(game))).encode()
    user = make_user()
    response = post(as_user(user), xml, kind, "?name=Turnier")
    assert response.status_code == 201, response.content
    made = response.json()
    assert (made["name"], made["state"]) == ("Turnier", "finished")
    copy = Game.objects.get(pk=made["id"])
    assert copy.staff.get().user == user
    assert "".join(write_eliot(record_of(copy))).encode() == xml
    assert post(Caller(), xml).status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<",
        b"\xff\xfe",
        b"<EliotGame/>",
        b'<!DOCTYPE x [<!ENTITY a "b">]><EliotGame format="2">&a;</EliotGame>',
        b'<EliotGame format="2"><Game><Mode>training</Mode></Game></EliotGame>',
        b"<a>" * 100_000 + b"</a>" * 100_000,
    ],
    ids=["empty", "broken", "bytes", "no format", "entities", "mode", "deep"],
)
def test_hostile_files_are_refused_and_change_nothing(body: bytes) -> None:
    response = post(as_user(make_user()), body)
    assert response.status_code == 400
    assert response.json()["code"] in {FileUnreadable.code, "invalid"}
    assert not Game.objects.exists()
