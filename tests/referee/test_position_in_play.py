"""What is being played for points is not analysed for those who play, by page or by API."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from duplicate.models import Game, Round
from engine.board import Board
from engine.rulesets import STANDARD
from engine.solver import find_tops
from referee.position.in_play import InPlay
from referee.position.positions import write_board
from tests.api_client import Caller, as_user
from tests.duplicate.factories import RACK, make_game, make_participant, make_round, make_user
from tests.lexicons import lexicon_of
from tests.tournaments.factories import give_token
from tests.tournaments.free_tables import make_free_table, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
EMPTY = Board()
#: RUCKEN on H4-H9, as it lies and turned over.
BOARD = Board("." * 108 + "RUCKEN" + "." * 111)
DOWN = Board("".join(BOARD.cells[column::15] for column in range(15)))
IN_PLAY = InPlay(BOARD, "ADENRTZ")


def with_tiles(board: Board, tiles: dict[int, str]) -> Board:
    cells = [tiles.get(cell, tile) for cell, tile in enumerate(board.cells)]
    return Board("".join(cells))


@pytest.mark.parametrize(
    ("board", "rack"),
    [
        pytest.param(BOARD, "ADENRTZ", id="the position itself"),
        pytest.param(BOARD, "ZTRNEDA", id="its tiles in another order"),
        pytest.param(DOWN, "ADENRTZ", id="turned over"),
        pytest.param(EMPTY, "ADENRTZ", id="its tiles on no board"),
        pytest.param(with_tiles(EMPTY, {112: "X"}), "ADENRTZ", id="its tiles on another board"),
        pytest.param(BOARD, "", id="its board without tiles"),
        pytest.param(BOARD, "ADENR", id="its board with some of its tiles"),
        pytest.param(BOARD, "QXYVWJK", id="its board with other tiles"),
        pytest.param(DOWN, "ADENR", id="its board turned over with some of its tiles"),
        pytest.param(Board(BOARD.cells.replace("K", "k")), "ADENR", id="a blank for a letter"),
        pytest.param(with_tiles(BOARD, {0: "Q"}), "ADENRT", id="a tile more there, one less here"),
        pytest.param(with_tiles(BOARD, {0: "Q"}), "ADENRTX", id="a tile more there, another here"),
        pytest.param(with_tiles(DOWN, {0: "Q"}), "ADENRTZX", id="an eighth tile"),
    ],
)
def test_what_would_help_those_who_play_is_in_play(board: Board, rack: str) -> None:
    assert IN_PLAY.is_given_away_by(board, rack)


@pytest.mark.parametrize(
    ("board", "rack"),
    [
        pytest.param(EMPTY, "", id="a new game"),
        pytest.param(EMPTY, "ADENRTX", id="almost its tiles on another board"),
        pytest.param(EMPTY, "ADENRT", id="some of its tiles on another board"),
        pytest.param(with_tiles(BOARD, {0: "Q"}), "ADENR", id="almost its board, two tiles less"),
        pytest.param(with_tiles(BOARD, {0: "Q"}), "EINSTMU", id="almost its board, other tiles"),
        pytest.param(with_tiles(EMPTY, {112: "X"}), "EINSTMU", id="another position"),
    ],
)
def test_what_is_only_alike_is_not(board: Board, rack: str) -> None:
    assert not IN_PLAY.is_given_away_by(board, rack)


def test_a_short_rack_is_known_by_its_board_alone() -> None:
    ending = InPlay(BOARD, "EN")
    assert ending.is_given_away_by(BOARD, "EN")
    assert not ending.is_given_away_by(EMPTY, "EN")


def test_the_first_round_is_known_by_its_tiles() -> None:
    first = InPlay(EMPTY, "ADENRTZ")
    assert first.is_given_away_by(EMPTY, "ADENRTZ")
    assert first.is_given_away_by(EMPTY, "ADENRT")
    assert not first.is_given_away_by(EMPTY, "ADENR")
    assert not first.is_given_away_by(EMPTY, "")
    assert not first.is_given_away_by(EMPTY, "EINSTMU")


# The page


@pytest.fixture
def game() -> Game:
    return make_game(state=Game.State.RUNNING)


def round_of(game: Game, state: Round.State = Round.State.OPEN, **columns: Any) -> Round:
    return make_round(game, state=state, opened_at=timezone.now(), **columns)


def ask(client: Client, **query: str) -> int:
    response = client.get("/position/", query)
    top = find_tops(lexicon_of(), EMPTY, RACK, STANDARD)[0]
    assert (top.move.word in response.content.decode()) == (response.status_code == 200)
    return response.status_code


def test_before_a_round_its_tiles_can_be_tried(client: Client) -> None:
    assert ask(client, rack=RACK) == 200


@pytest.mark.parametrize("state", ["open", "paused", "closing", "closed", "judged"])
def test_the_open_rack_is_not_solved_for_anybody_who_plays(
    client: Client, game: Game, state: str
) -> None:
    round_of(game, Round.State(state))
    _anna, token = make_participant(game)
    assert ask(client, rack=RACK) == 403
    client.cookies[f"seat_{game.pk.hex}"] = token
    assert ask(client, rack=RACK) == 403
    assert ask(client, rack=RACK[::-1], rules="reise") == 403
    page = client.get("/position/", {"rack": RACK}).content.decode()
    assert "Diese Stellung wird gerade gespielt." in page
    client.force_login(make_user())
    assert ask(client, rack=RACK) == 403


def test_a_move_tried_in_an_open_round_is_not_judged(client: Client, game: Game) -> None:
    round_of(game, cells=BOARD.cells)
    tried = {"board": write_board(BOARD), "at": "9H", "word": "NASE"}
    response = client.get("/position/", tried)
    assert response.status_code == 403
    assert "gültig" not in response.content.decode()


def test_other_positions_can_be_tried_meanwhile(client: Client, game: Game) -> None:
    round_of(game, cells=BOARD.cells, rack="QXYVWJK")
    assert ask(client, rack=RACK) == 200


def test_the_staff_of_the_game_may_look(client: Client, game: Game) -> None:
    round_of(game)
    client.force_login(game.staff.get().user)
    assert ask(client, rack=RACK) == 200
    client.force_login(make_user(is_admin=True))
    assert ask(client, rack=RACK) == 200


@pytest.mark.parametrize("state", ["published", "cancelled"])
def test_a_round_that_is_over_can_be_looked_at(client: Client, game: Game, state: str) -> None:
    round_of(game, Round.State(state))
    assert ask(client, rack=RACK) == 200


def test_a_game_that_nobody_goes_on_with_hinders_nobody(client: Client) -> None:
    round_of(make_game(state=Game.State.FINISHED))
    assert ask(client, rack=RACK) == 200


def test_nobody_finds_out_by_trying_which_tiles_were_drawn(client: Client, game: Game) -> None:
    round_of(game, Round.State.DRAWN)
    assert ask(client, rack=RACK) == 200
    other = make_game(state=Game.State.RUNNING)
    round_of(other, Round.State.DRAWN, cells=BOARD.cells, rack="ADENRTZ")
    board = write_board(BOARD)
    refused = [
        client.get("/position/", {"board": board, "rack": rack}) for rack in (RACK, "ADENRTZ")
    ]
    assert [response.status_code for response in refused] == [403, 403]
    assert client.get("/position/", {"rack": "ADENRTZ"}).status_code == 200


# The API


def test_no_table_is_played_to_have_the_open_rack_analysed(game: Game) -> None:
    top = find_tops(lexicon_of(), EMPTY, RACK, STANDARD)[0].move
    table = play(
        make_free_table(begins=0),
        {
            "kind": "place",
            "player": 0,
            "rack": RACK,
            "coordinates": top.coordinates,
            "word": top.word,
        },
        {"kind": "end", "because": "director", "winner": 0},
    )
    analysis = f"/tournaments/tables/{table.pk}/analysis/"
    assert Caller().get(analysis).status_code == 200
    round = round_of(game)
    refused = Caller().get(analysis)
    assert (refused.status_code, refused.json()["code"]) == (403, "position_in_play")
    page = Client().get(f"/tournaments/tables/{table.pk}/").content.decode()
    assert "Diese Stellung wird gerade gespielt." in page
    director = as_user(game.staff.get().user)
    assert director.get(analysis).status_code == 200
    Round.objects.filter(pk=round.pk).update(state=Round.State.PUBLISHED)
    assert Caller().get(analysis).status_code == 200


def test_who_plays_alone_gets_no_hints_for_an_open_round(game: Game) -> None:
    """At such a table one chooses the tiles oneself."""
    table = make_free_table(players=1, solitaire="chosen")
    table = play(table, {"kind": "fill", "player": 0, "new_tiles": RACK})
    phone = Caller(give_token(table.seats.get(number=0).entry))
    hints = f"/tournaments/tables/{table.pk}/hints/"
    assert phone.get(hints).json()[0]["points"] > 0
    round_of(game)
    refused = phone.get(hints)
    assert (refused.status_code, refused.json()["code"]) == (403, "position_in_play")
