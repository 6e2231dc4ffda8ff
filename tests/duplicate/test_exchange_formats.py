"""Eliot's XML and GCG: what is written, what is read, what is refused."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duplicate.exchange.eliot import read_eliot, write_eliot
from duplicate.exchange.gcg import write_gcg
from duplicate.exchange.records import (
    GameRecord,
    MoveKind,
    PlayedMove,
    PlayerRecord,
    RoundRecord,
    record_of,
)
from duplicate.options import Options
from engine.gcg import read_gcg
from engine.notation import read_move
from engine.scoring import ScoredMove
from referee.errors import FileUnreadable
from tests.duplicate.sample_games import played_game

GRUENDE = ScoredMove(read_move("H4-H9", "GRÜNDE").move, 32)
EDEL = ScoredMove(read_move("9H-9K", "EDeL").move, 5)
ANNA = PlayerRecord(1, "Anna & <Söhne>")
BEN = PlayerRecord(7, "Ben")
RECORD = GameRecord(
    players=(ANNA, BEN),
    rounds=(
        RoundRecord(
            leave="",
            drawn="DEGNRÜX",
            reference=GRUENDE,
            moves=(
                PlayedMove(1, MoveKind.VALID, 32, "H4", "GRÜNDE"),
                PlayedMove(7, MoveKind.INVALID, 0, "8H", "RÜGX"),
            ),
            warnings=(7, 7),
            penalties=((7, 5),),
            solos=((1, 10),),
        ),
        RoundRecord(
            leave="X",
            drawn="?DLAAAA",
            reference=EDEL,
            moves=(PlayedMove(1), PlayedMove(7, MoveKind.VALID, 5, "9H", "EDeL")),
        ),
        RoundRecord(leave="", drawn="EERRSST", reference=GRUENDE, is_redrawn=True),
    ),
    is_joker=True,
    is_seven_of_eight=True,
    lexicon_name="Liste „A“",
    lexicon_words=2600,
)

# Eliot


def test_a_game_is_written_with_eliots_elements_and_attributes() -> None:
    text = "".join(write_eliot(RECORD))
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<EliotGame format="2">\n')
    root = ElementTree.fromstring(text)  # noqa: S314
    assert [child.tag for child in root] == ["Dictionary", "Game", "History"]
    assert [child.tag for child in root[0]] == ["Name", "Type", "Letters", "WordNb"]
    game = [(child.tag, child.text) for child in root[1] if child.tag != "Player"]
    assert game == [
        ("Mode", "arbitration"),
        ("Variant", "bingo"),
        ("Variant", "7among8"),
        ("Turns", "3"),
    ]
    player = root[1].findall("Player")[1]
    assert (player.attrib, player.findtext("Name"), player.findtext("TableNb")) == (
        {"id": "7"},
        "Ben",
        "7",
    )
    first, second, third = root[2]
    assert [(child.tag, child.attrib, child.text) for child in first] == [
        ("GameRack", {}, "DEGNRÜX"),
        ("PlayerRack", {"playerId": "1"}, "DEGNRÜX"),
        ("PlayerRack", {"playerId": "7"}, "DEGNRÜX"),
        (
            "MasterMove",
            {"points": "32", "type": "valid", "word": "GRÜNDE", "coord": "H4"},
            None,
        ),
        (
            "PlayerMove",
            {"playerId": "1", "points": "32", "type": "valid", "word": "GRÜNDE", "coord": "H4"},
            None,
        ),
        (
            "PlayerMove",
            {"playerId": "7", "points": "0", "type": "invalid", "word": "RÜGX", "coord": "8H"},
            None,
        ),
        ("Warning", {"playerId": "7"}, None),
        ("Warning", {"playerId": "7"}, None),
        ("Penalty", {"playerId": "7", "points": "-5"}, None),
        ("Solo", {"playerId": "1", "points": "10"}, None),
        ("GameMove", {"points": "32", "type": "valid", "word": "GRÜNDE", "coord": "H4"}, None),
    ]
    assert second.findtext("GameRack") == "X+?DLAAAA"
    assert second.findall("PlayerMove")[0].attrib == {
        "playerId": "1",
        "points": "0",
        "type": "none",
    }
    assert third.findtext("GameRack") == "-EERRSST"


def test_what_was_written_is_read() -> None:
    assert read_eliot("".join(write_eliot(RECORD)).encode()) == RECORD


@given(st.text(), st.text())
def test_any_name_can_be_written_but_for_what_xml_has_no_characters_for(
    name: str, lexicon: str
) -> None:
    record = GameRecord((PlayerRecord(1, name),), (), lexicon_name=lexicon)
    [player] = read_eliot("".join(write_eliot(record)).encode()).players
    if name.isprintable():
        assert player.name == name


def test_a_game_saved_by_an_older_eliot_is_read() -> None:
    text = """<?xml version="1.0" encoding="UTF-8"?>
<EliotGame format="2">
    <Dictionary><Name>ods</Name><Type>dawg</Type></Dictionary>
    <Game>
        <Mode>duplicate</Mode>
        <Player id="1"><Name>Eliot</Name><Type>computer</Type><Level>100</Level></Player>
        <Turns>2</Turns>
    </Game>
    <History>
        <Turn>
            <GameRack>AEGMNRS</GameRack>
            <PlayerRack playerid="1">AEGMNRS</PlayerRack>
            <PlayerMove playerid="1" points="70" type="valid" word="GRAmENS" coord="H4" />
            <GameMove playerid="1" points="70" type="valid" word="GRAmENS" coord="H4" />
        </Turn>
        <Turn><GameRack>+ABC</GameRack></Turn>
    </History>
</EliotGame>"""
    record = read_eliot(text.encode())
    assert record.players == (PlayerRecord(1, "Eliot"),)
    [played] = record.rounds
    assert (played.rack, str(played.reference.move)) == ("AEGMNRS", "H4-H10 GRAmENS")
    assert played.moves == (PlayedMove(1, MoveKind.VALID, 70, "H4", "GRAmENS"),)


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<EliotGame format="2"><Game><Mode>&b;</Mode></Game></EliotGame>"""


def changed(old: str, new: str) -> bytes:
    text = "".join(write_eliot(RECORD))
    assert old in text
    return text.replace(old, new).encode()


@pytest.mark.parametrize(
    ("data", "where"),
    [
        pytest.param(BOMB.encode(), "DOCTYPE", id="a bomb"),
        pytest.param(BOMB.lower().encode(), "DOCTYPE", id="a bomb in small letters"),
        pytest.param(BOMB.encode("utf-16"), "", id="a bomb in disguise"),
        pytest.param(b"\xff\xfe", "", id="no text"),
        pytest.param(b"", "1:1", id="nothing"),
        pytest.param(b"<EliotGame format='2'>", "1:23", id="cut off"),
        pytest.param(b"x" * 10_000_001, "", id="too much"),
        pytest.param(b"<Game/>", "EliotGame", id="another file"),
        pytest.param(changed('format="2"', 'format="1"'), "EliotGame", id="another version"),
        pytest.param(changed("arbitration", "freegame"), "Game/Mode", id="another game"),
        pytest.param(changed("bingo", "explosive"), "Game/Variant", id="another variant"),
        pytest.param(changed('id="7"', 'id="x"'), "Player/@id", id="no number"),
        pytest.param(changed('points="-5"', ""), "Penalty/@points", id="no points"),
        pytest.param(changed("X+?DL", "X+1DL"), "Turn 2", id="no rack"),
        pytest.param(changed('coord="9H"', 'coord="HH"'), "Turn 2", id="no coordinates"),
    ],
)
def test_what_is_no_game_of_eliot_is_refused_with_its_place(data: bytes, where: str) -> None:
    with pytest.raises(FileUnreadable) as refusal:
        read_eliot(data)
    assert refusal.value.detail["where"] == where


# GCG


def test_the_master_line_as_gcg() -> None:
    record = GameRecord((), RECORD.rounds[:2], lexicon_name="Liste A")
    assert write_gcg(record, name="Donnerstags-\nrunde") == (
        "#character-encoding UTF-8\n"
        "#title Donnerstags- runde\n"
        "#player1 Master Donnerstags- runde\n"
        "#lexicon Liste A\n"
        ">Master: DEGNRÜX 8D GRÜNDE +32 32\n"
        ">Master: X?DLAAAA I8 .DeL +5 37\n"
    )


def test_the_master_line_is_read_back_move_by_move() -> None:
    record = GameRecord((), RECORD.rounds[:2])
    read = read_gcg(write_gcg(record, name="Runde").encode())
    assert [(event.rack, event.points, event.total) for event in read.events] == [
        (RECORD.rounds[0].rack, 32, 32),
        (RECORD.rounds[1].rack, 5, 37),
    ]


# From the database


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
def test_a_played_game_is_recorded_with_everything_credited() -> None:
    options = Options(solo_bonus=10, solo_least_players=2, warning_deduction=5, free_warnings=0)
    game = played_game(options=options)
    record = record_of(game)
    assert [player.name for player in record.players] == ["Anna <3", "=Ben"]
    assert len(record.rounds) == 4
    assert (record.lexicon_name, record.lexicon_words > 2000) == ("tests", True)
    rounds = game.rounds.filter(state="published").order_by("number")
    for played, round in zip(record.rounds, rounds, strict=True):
        assert sorted(played.rack) == sorted(round.rack)
        assert [move.player for move in played.moves] == [1, 2]
        assert played.moves[0].kind is MoveKind.VALID
        assert played.moves[0].points == round.top_points == played.reference.points
        assert played.solos == ((1, 10),)
    assert record.rounds[1].is_redrawn
    assert record.rounds[3].warnings == (2,)
    assert record.rounds[3].penalties == ((2, 8),)
    read = read_eliot("".join(write_eliot(record)).encode())
    assert [played.reference for played in read.rounds] == [
        played.reference for played in record.rounds
    ]
    assert write_gcg(record, name=game.name).count("\n>Master: ") == 4
