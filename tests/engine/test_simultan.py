from collections import Counter
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import CENTRE, SIZE, Board, Square
from engine.draws import Draw, DrawRule, GameOver, admissible_racks, first_wrong_draw, lacking
from engine.errors import TilesMissing
from engine.notation import Direction, Move
from engine.scoring import ScoredMove, score_move, tiles_laid
from engine.simultan import (
    Ending,
    Position,
    Round,
    can_be_played,
    choose_reference,
    draw_rack,
    lay_reference,
    play,
    play_round,
    start,
    with_leave_in_bag,
)
from engine.tiles import STANDARD, TileSet, missing_tiles, sort_tiles

SEED = bytes(range(32))
SMALL = TileSet.parse("small", "A3×1 E5×1 N4×1 S3×1 T3×1 R3×1 ?1×0")
TWO_BLANKS = TileSet.parse("two blanks", "A3×1 E5×1 N4×1 S3×1 T3×1 R3×1 ?2×0")
JOKER = DrawRule(joker=True)
WORDS = frozenset(
    ["AN", "AS", "EN", "ER", "ES", "NA", "TAT", "RAT", "REN", "NEST", "RASTE", "ERNTE", "TRANSE"]
)

seeds = st.binary(min_size=32, max_size=32)


@cache
def places(board: Board) -> list[Move]:
    """Every word of WORDS wherever it may lie, found by trying it on every square."""
    everywhere = (
        Move(Square(*divmod(index, SIZE)), direction, word)
        for word, index, direction in product(sorted(WORDS), range(SIZE * SIZE), Direction)
    )
    return [move for move in everywhere if move.end.on_board and is_legal(board, move)]


def is_legal(board: Board, move: Move) -> bool:
    lying = [board.at(square) for square in move.squares]
    if all(lying) or any(
        there and there.upper() != own for there, own in zip(lying, move.word, strict=True)
    ):
        return False
    beside = (
        move.direction.other.step(square, count) for square in move.squares for count in (-1, 1)
    )
    if board.is_empty:
        touches = CENTRE in move.squares
    else:
        touches = any(lying) or any(board.at(square) for square in beside)
    words = [word for word, _ in score_move(board, move).words] if touches else []
    return touches and words[0] == move.word and WORDS.issuperset(words)


def slow_tops(board: Board, rack: str) -> list[ScoredMove]:
    """The best moves with WORDS. A rack has one blank at most, for a letter that it lacks."""
    found = []
    for move in places(board):
        laid = tiles_laid(board, move)
        lacks = missing_tiles(rack, "".join(tile for _, tile in laid))
        if lacks and (len(lacks) > 1 or "?" not in rack):
            continue
        if lacks:
            square = next(square for square, tile in laid if tile == lacks)
            place = move.squares.index(square)
            word = move.word[:place] + lacks.lower() + move.word[place + 1 :]
            move = Move(move.start, move.direction, word)
        found.append(ScoredMove(move, score_move(board, move).points))
    best = max((scored.points for scored in found), default=0)
    return [scored for scored in found if scored.points == best]


def lay_rows(board: Board, rack: str) -> list[ScoredMove]:
    """Accept anything: lay the whole rack in the next empty row."""
    row = next(row for row, cells in enumerate(board.rows) if cells == "." * SIZE)
    word = rack.replace("?", "e")
    return [ScoredMove(Move(Square(row, 0), Direction.ACROSS, word), len(word))]


def lay_first_tile(board: Board, rack: str) -> list[ScoredMove]:
    """Lay only the first tile of the rack, on the next empty square."""
    square = Square(*divmod(board.cells.index("."), SIZE))
    return [ScoredMove(Move(square, Direction.ACROSS, rack[0].replace("?", "e")), 1)]


def ending_of(game: list[Round | Ending]) -> Ending:
    last = game[-1]
    assert isinstance(last, Ending)
    return last


def rounds_of(game: list[Round | Ending]) -> list[Round]:
    rounds = [played for played in game if isinstance(played, Round)]
    assert len(rounds) == len(game) - 1
    return rounds


# Whole games


@settings(max_examples=5)
@given(seeds)
def test_a_whole_game_keeps_the_rules_round_by_round(seed: bytes) -> None:
    game = list(play(SMALL, seed, slow_tops))
    rounds, ending = rounds_of(game), ending_of(game)
    board, total = Board(), 0
    for number, played in enumerate(rounds, start=1):
        assert played.number == number
        assert played.reference in played.tops
        assert {top.points for top in played.tops} == {played.points}
        assert score_move(board, played.reference.move).points == played.points
        assert lacking(played.rack, 1) is None
        board = board.lay(tiles_laid(board, played.reference.move))
        total += played.points
        assert played.total == total
        assert sort_tiles(board.tiles + played.leave + played.draws[-1].bag) == SMALL.all_tiles
    assert ending.total == total
    assert ending.position.board == board
    assert sort_tiles(board.tiles + ending.position.tiles_left) == SMALL.all_tiles
    draws = [drawn for played in rounds for drawn in played.draws]
    assert first_wrong_draw(seed, SMALL.all_tiles, [*draws, *ending.draws]) is None


@settings(max_examples=5)
@given(seeds)
def test_every_rack_of_a_joker_game_holds_one_blank_as_long_as_there_is_one(seed: bytes) -> None:
    game = list(play(TWO_BLANKS, seed, slow_tops, JOKER))
    rounds, ending = rounds_of(game), ending_of(game)
    position = start(TWO_BLANKS)
    for played in rounds:
        assert played.rack.count("?") == ("?" in position.tiles_left)
        position = lay_reference(position, played.draws[-1], played.reference, JOKER)
        assert sort_tiles(position.board.tiles + position.tiles_left) == TWO_BLANKS.all_tiles
        on_board = position.board.cells.replace(".", "")
        assert all(tile.upper() not in played.draws[-1].bag for tile in on_board if tile.islower())
        assert played.leave == position.leave
    assert ending.position == position
    draws = [drawn for played in rounds for drawn in played.draws]
    assert first_wrong_draw(seed, TWO_BLANKS.all_tiles, [*draws, *ending.draws], JOKER) is None


@settings(max_examples=20)
@given(seeds)
def test_a_joker_game_with_a_full_bag_can_be_checked(seed: bytes) -> None:
    game = list(play(STANDARD, seed, lay_rows, JOKER))
    rounds, ending = rounds_of(game), ending_of(game)
    draws = [drawn for played in rounds for drawn in played.draws]
    assert first_wrong_draw(seed, STANDARD.all_tiles, draws, JOKER) is None
    position = ending.position
    assert sort_tiles(position.board.tiles + position.tiles_left) == STANDARD.all_tiles


def test_the_same_seed_brings_the_same_game() -> None:
    game = list(play(SMALL, SEED, slow_tops))
    assert game == list(play(SMALL, SEED, slow_tops))
    assert game != list(play(SMALL, bytes(32), slow_tops))


def test_a_known_game() -> None:
    game = list(play(SMALL, SEED, slow_tops))
    lines = [f"{played.rack} {played.reference.move} {played.total}" for played in rounds_of(game)]
    assert lines == [
        "AEEENRR H6-H8 REN 6",
        "AAAEERT I7-I9 RAT 16",
        "AAEERST G2-G6 RASTE 24",
        "AEEENST F2-F3 EN 34",
        "?AEENST 5D-5G NEST 42",
        "?AENST D2-D7 TrANSE 52",
    ]
    ending = ending_of(game)
    assert (ending.reason, ending.position.tiles_left) == (GameOver.NO_VOWELS, "N")


@given(seeds)
def test_a_game_with_a_full_bag_ends_when_its_tiles_can_no_longer_be_drawn(seed: bytes) -> None:
    game = list(play(STANDARD, seed, lay_rows))
    ending = ending_of(game)
    assert all(len(played.rack) == 7 for played in rounds_of(game)[:13])
    match ending.reason:
        case GameOver.NO_TILES:
            assert (ending.total, ending.position.tiles_left) == (102, "")
        case GameOver.NO_VOWELS:
            assert not set(ending.position.tiles_left) & set("AEIOUÄÖÜ")
        case GameOver.NO_CONSONANTS:
            assert not set(ending.position.tiles_left) - set("AEIOUÄÖÜ?")
        case GameOver.NO_PLAYABLE_RACK:
            pytest.fail("lay_rows can play every rack")


def test_the_leave_is_filled_up_every_round() -> None:
    rounds = rounds_of(list(play(STANDARD, SEED, lay_first_tile)))
    for before, after in pairwise(rounds):
        assert before.leave == before.rack[1:]
        assert after.draws[0].leave == before.leave
        if not after.rejected:
            assert len(after.draws[0].drawn) <= 1


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("A2×1 B2×1 C2×1 E1×1", GameOver.NO_TILES),
        ("A2×1 E5×1 N1×1", GameOver.NO_CONSONANTS),
        ("A1×1 S5×1 N2×1", GameOver.NO_VOWELS),
        ("A5×1", GameOver.NO_CONSONANTS),
        ("?1×0", GameOver.NO_VOWELS),
    ],
)
def test_a_game_ends_for_the_reason_given(table: str, reason: GameOver) -> None:
    game = list(play(TileSet.parse("tiny", table), SEED, lay_rows))
    assert ending_of(game).reason is reason


def test_the_single_steps_make_the_same_game_as_the_whole() -> None:
    game = list(play(SMALL, SEED, slow_tops))
    position = start(SMALL)
    for played in rounds_of(game):
        drawn = draw_rack(position, SEED)
        assert isinstance(drawn, Draw)
        reference = choose_reference(position.board, slow_tops(position.board, drawn.rack))
        assert (drawn.rack, reference) == (played.rack, played.reference)
        position = lay_reference(position, drawn, reference)
    assert position == ending_of(game).position


# Racks without a legal move


def only_with_x(board: Board, rack: str) -> list[ScoredMove]:
    return lay_rows(board, rack) if "X" in rack else []


def test_an_unplayable_rack_is_recorded_and_everything_drawn_anew() -> None:
    position = Position(Board(), "AABBCCDDEEFFGGHHX", leave="EER")
    result = play_round(position, SEED, only_with_x)
    assert not isinstance(result, Ending)
    played, after = result
    assert played.number == 1
    assert played.unplayable
    assert not any("X" in rack for rack in played.unplayable)
    assert "X" in played.rack
    assert played.unplayable == tuple(drawn.rack for drawn in played.draws[:-1])
    labels = [f"round 1 draw {attempt}" for attempt in range(1, len(played.draws) + 1)]
    assert [drawn.label for drawn in played.draws] == labels
    assert [drawn.leave for drawn in played.draws[:2]] == ["EER", ""]
    assert {drawn.tiles_left for drawn in played.draws} == {position.tiles_left}
    assert sort_tiles(after.board.tiles + after.tiles_left) == position.tiles_left


def test_racks_rejected_in_every_draw_of_the_round_are_listed() -> None:
    position = Position(Board(), "AAEBBCCDDFFGGHHX", round_number=3)
    result = play_round(position, bytes(32), only_with_x)
    assert not isinstance(result, Ending)
    played, _ = result
    assert len(played.draws) > 1
    assert played.rejected == tuple(rack for drawn in played.draws for rack in drawn.rejected)
    assert all(lacking(rack, 2) for rack in played.rejected)
    assert not any(lacking(rack, 2) for rack in played.unplayable)


def test_a_game_in_which_no_rack_can_be_played_ends_after_trying_each_once() -> None:
    tried: Counter[str] = Counter()

    def never(_board: Board, rack: str) -> list[ScoredMove]:
        tried[rack] += 1
        return []

    position = Position(Board(), "AABBCCDDEE", leave="XY", round_number=5, total=70)
    ending = play_round(position, SEED, never)
    assert isinstance(ending, Ending)
    assert (ending.reason, ending.total) == (GameOver.NO_PLAYABLE_RACK, 70)
    assert ending.position == position
    [drawn] = ending.draws
    expected = Counter(admissible_racks("AABBCCDDEEXY", 5)) + Counter([drawn.rack])
    assert tried == expected


def test_the_last_seven_tiles_without_a_move_end_the_game() -> None:
    ending = play_round(Position(Board(), "AB", leave="CDEFG"), SEED, only_with_x)
    assert isinstance(ending, Ending)
    assert ending.reason is GameOver.NO_PLAYABLE_RACK
    assert [drawn.rack for drawn in ending.draws] == ["ABCDEFG"]


def test_one_playable_rack_among_all_is_enough_to_go_on() -> None:
    searched: list[str] = []

    def only_one(board: Board, rack: str) -> list[ScoredMove]:
        searched.append(rack)
        return lay_rows(board, rack) if rack == "BCDE" else []

    rule = DrawRule(rack_size=4, strict_minimum=1)
    assert not can_be_played(Position(Board(), "AABBCDD"), only_one, rule)

    searched.clear()
    result = play_round(Position(Board(), "AABBCCDDEE"), SEED, only_one, rule)
    assert not isinstance(result, Ending)
    played, _ = result
    assert played.rack == "BCDE"
    # Looked for only once, after the first rack without a move.
    looked_through = list(admissible_racks("AABBCCDDEE", 1, rule)).index("BCDE") + 1
    assert len(played.draws) > 2
    assert len(searched) == len(played.draws) + looked_through


def test_a_leave_put_into_the_bag_is_no_leave_any_more() -> None:
    position = Position(Board(), "BC", leave="A", round_number=4, total=9)
    assert with_leave_in_bag(position) == Position(Board(), "ABC", "", 4, 9)


# The reference move


def scored(place: str, direction: Direction, word: str, points: int = 20) -> ScoredMove:
    """`place` as the square is called on a board: the row's letter, the column's number."""
    return ScoredMove(Move(Square(ord(place[0]) - 65, int(place[1:]) - 1), direction, word), points)


ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
#: ER lies on H8-H9.
LYING = Board().lay([(Square(7, 7), "E"), (Square(7, 8), "R")])


@pytest.mark.parametrize(
    ("chosen", "other"),
    [
        # More points come before everything, so that moves handed in can be chosen from too.
        (scored("H8", ACROSS, "ERNtE", 21), scored("A1", ACROSS, "AN", 20)),
        # Fewest blanks: ERNTE lays three tiles, AN only two.
        (scored("H8", ACROSS, "ERNTE"), scored("A1", ACROSS, "aN")),
        # Fewest tiles: ERNTE lays three of its five, NEST all four.
        (scored("H8", ACROSS, "ERNTE"), scored("A1", ACROSS, "NEST")),
        # Tiles lying there are not used: ERS lays one, AN two.
        (scored("H8", ACROSS, "ERS"), scored("A1", ACROSS, "AN")),
        # Alphabetical, the umlaut right after its base letter and before the next.
        (scored("O1", DOWN, "AZ"), scored("A1", ACROSS, "ÄB")),
        (scored("B1", DOWN, "ÄB"), scored("A1", ACROSS, "BA")),
        # A blank's letter counts like the letter.
        (scored("B1", DOWN, "aN"), scored("A1", ACROSS, "aS")),
        (scored("A1", DOWN, "An"), scored("A1", ACROSS, "aS")),
        # The shorter word first where one begins like the other; each lays two tiles.
        (scored("H8", DOWN, "ERN"), scored("H8", ACROSS, "ERNE")),
        # Across before down, even from further down the board.
        (scored("N1", ACROSS, "AN"), scored("A1", DOWN, "AN")),
        # Top before left.
        (scored("A9", ACROSS, "AN"), scored("B1", ACROSS, "AN")),
        (scored("C2", DOWN, "AN"), scored("C10", DOWN, "AN")),
        # At last the later of two like letters is the blank.
        (scored("A1", ACROSS, "TAt"), scored("A1", ACROSS, "tAT")),
    ],
)
def test_the_reference_among_equals(chosen: ScoredMove, other: ScoredMove) -> None:
    assert choose_reference(LYING, [chosen, other]) == chosen
    assert choose_reference(LYING, [other, chosen]) == chosen


def test_a_lying_blank_is_not_a_blank_used() -> None:
    board = Board().lay([(Square(7, 7), "e")])
    with_lying_blank = scored("H8", ACROSS, "eR")
    assert choose_reference(board, [scored("A1", ACROSS, "AN"), with_lying_blank]) == (
        with_lying_blank
    )


def test_without_a_move_there_is_no_reference() -> None:
    with pytest.raises(ValueError, match="empty"):
        choose_reference(Board(), [])


def test_a_blank_laid_leaves_the_rack_as_a_blank() -> None:
    drawn = Draw("by hand", 1, "", (), "", rack="?AEENST", bag="XYZ")
    position = Position(Board(), "?AEENSTXYZ")
    after = lay_reference(position, drawn, scored("H8", ACROSS, "NErT", 12))
    assert (after.leave, after.bag, after.total, after.round_number) == ("AES", "XYZ", 12, 2)
    assert after.board.rows[7] == ".......NErT...."


def test_a_reference_with_tiles_not_on_the_rack_is_refused() -> None:
    drawn = Draw("by hand", 1, "", (), "", rack="AEENST?", bag="XYZ")
    with pytest.raises(TilesMissing, match="X"):
        lay_reference(Position(Board(), ""), drawn, scored("H8", ACROSS, "AXT"))


@pytest.mark.parametrize(
    ("bag", "row", "leave", "bag_after"),
    [
        ("?RXYZ", ".......NERT....", "?AES", "?XYZ"),
        ("?XYZ", ".......NErT....", "AES", "?XYZ"),
    ],
)
def test_the_joker_is_free_again_if_the_bag_has_its_tile(
    bag: str, row: str, leave: str, bag_after: str
) -> None:
    drawn = Draw("", 1, "", (), "", rack="?AEENST", bag=bag)
    after = lay_reference(Position(Board(), ""), drawn, scored("H8", ACROSS, "NErT", 12), JOKER)
    assert after.board.rows[7] == row
    assert (after.leave, after.bag, after.total) == (leave, bag_after, 12)
