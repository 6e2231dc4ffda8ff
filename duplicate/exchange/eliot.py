"""Eliot's XML format for saved games, version 2, as its xml_writer and xml_reader have it.

Written is an arbitrated game: racks, everybody's moves, warnings, penalties, solos, the move laid.
Coordinates and blanks are written there as here.
"""

import re
from collections.abc import Iterator
from typing import NoReturn
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from django.utils.translation import gettext as _

from duplicate.exchange.records import (
    GameRecord,
    MoveKind,
    PlayedMove,
    PlayerRecord,
    RoundRecord,
)
from engine.alphabet import BLANK, LETTERS
from engine.errors import EngineError
from engine.notation import name_square, read_move
from engine.scoring import ScoredMove
from engine.tiles import read_tiles
from referee.errors import FileUnreadable

FORMAT = "2"
MOST_BYTES = 10_000_000
MOST_POINTS = 100_000
INDENT = "    "
#: XML knows no others, not even written as references.
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_eliot(record: GameRecord) -> Iterator[str]:
    """The file, a turn at a time."""
    root = Element("EliotGame", format=FORMAT)
    dictionary = SubElement(root, "Dictionary")
    _text(dictionary, "Name", record.lexicon_name)
    _text(dictionary, "Type", "dawg")
    _text(dictionary, "Letters", " ".join(LETTERS + BLANK))
    _text(dictionary, "WordNb", record.lexicon_words)
    game = SubElement(root, "Game")
    _text(game, "Mode", "arbitration")
    if record.is_joker:
        _text(game, "Variant", "bingo")
    if record.is_seven_of_eight:
        _text(game, "Variant", "7among8")
    for player in record.players:
        entry = SubElement(game, "Player", id=str(player.number))
        _text(entry, "Name", player.name)
        _text(entry, "Type", "human")
        _text(entry, "TableNb", player.number)
    _text(game, "Turns", len(record.rounds))
    SubElement(root, "History")
    ElementTree.indent(root, INDENT)
    head, history, tail = ElementTree.tostring(root, "unicode").rpartition("<History />")
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n{head}'
    if not record.rounds:
        yield history
    else:
        yield "<History>"
        for played in record.rounds:
            turn = Element("Turn")
            _write_turn(turn, played)
            ElementTree.indent(turn, INDENT, level=2)
            yield f"\n{2 * INDENT}{ElementTree.tostring(turn, 'unicode')}"
        yield f"\n{INDENT}</History>"
    yield f"{tail}\n"


def _write_turn(turn: Element, played: RoundRecord) -> None:
    rack = _write_rack(played)
    _text(turn, "GameRack", rack)
    for move in played.moves:
        SubElement(turn, "PlayerRack", playerId=str(move.player)).text = rack
    reference = {"points": str(played.reference.points), "type": "valid", **_place(played)}
    SubElement(turn, "MasterMove", reference)
    for move in played.moves:
        told = {"playerId": str(move.player), "points": str(move.points), "type": move.kind.value}
        if move.kind is not MoveKind.NONE:
            told |= {"word": move.word, "coord": move.coordinates}
        SubElement(turn, "PlayerMove", told)
    for number in played.warnings:
        SubElement(turn, "Warning", playerId=str(number))
    for number, points in played.penalties:
        SubElement(turn, "Penalty", playerId=str(number), points=str(-points))
    for number, points in played.solos:
        SubElement(turn, "Solo", playerId=str(number), points=str(points))
    SubElement(turn, "GameMove", reference)


def _write_rack(played: RoundRecord) -> str:
    parts = [part for part in (played.leave, played.drawn) if part]
    return ("-" if played.is_redrawn else "") + "+".join(parts)


def _place(played: RoundRecord) -> dict[str, str]:
    move = played.reference.move
    return {"word": move.word, "coord": name_square(move.start, move.direction)}


def _text(parent: Element, tag: str, value: str | int) -> None:
    SubElement(parent, tag).text = _FORBIDDEN.sub("", str(value))


def read_eliot(data: bytes) -> GameRecord:
    """Read a duplicate or arbitrated game; nobody judges its moves.

    The moves laid can be read as such, those handed in are kept as they are written. A turn in
    which none was laid, as the last one of a game may be, is left out. Raises FileUnreadable for
    other files, among them all with a document type: entities could blow up.
    """
    root = _parse(data)
    if root.tag != "EliotGame" or root.get("format") != FORMAT:
        _refuse("EliotGame", _("Erwartet ist ein Spiel in Eliots Format {n}.").format(n=FORMAT))
    game = root.find("Game")
    if game is None or game.findtext("Mode") not in ("duplicate", "arbitration"):
        _refuse("Game/Mode", _("Nur Duplicate-Spiele lassen sich lesen."))
    variants = {variant.text for variant in game.findall("Variant")}
    if variants - {"bingo", "7among8"}:
        _refuse("Game/Variant", _("Diese Variante gibt es hier nicht."))
    players = tuple(
        PlayerRecord(_number(player, "id"), player.findtext("Name") or "")
        for player in game.findall("Player")
    )
    turns = root.findall("History/Turn")
    rounds = (_read_turn(turn, f"Turn {n}") for n, turn in enumerate(turns, start=1))
    return GameRecord(
        players=players,
        rounds=tuple(played for played in rounds if played),
        is_joker="bingo" in variants,
        is_seven_of_eight="7among8" in variants,
        lexicon_name=root.findtext("Dictionary/Name") or "",
        lexicon_words=_words(root.findtext("Dictionary/WordNb")),
    )


def _parse(data: bytes) -> Element:
    if len(data) > MOST_BYTES:
        _refuse("", _("Die Datei ist zu groß."))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        _refuse("", _("Die Datei ist nicht in UTF-8 geschrieben."))
    if "<!DOCTYPE" in text.upper():
        _refuse("DOCTYPE", _("Ein Dokumenttyp ist nicht erlaubt."))
    try:
        # Without a document type there are no entities that could blow up or reach out.
        return ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))  # noqa: S314
    except ElementTree.ParseError as fault:
        line, column = fault.position
        _refuse(f"{line}:{column + 1}", _("Das ist kein gültiges XML."))


def _read_turn(turn: Element, where: str) -> RoundRecord | None:
    rack, laid = turn.findtext("GameRack"), turn.find("GameMove")
    if rack is None or laid is None or laid.get("type") != "valid":
        return None
    try:
        old, plus, new = rack.strip().lstrip("-").partition("+")
        leave, drawn = (old, new) if plus else ("", old)
        reference = read_move(laid.get("coord", ""), laid.get("word", "")).move
        return RoundRecord(
            leave=read_tiles(leave),
            drawn=read_tiles(drawn),
            reference=ScoredMove(reference, _number(laid, "points")),
            is_redrawn=rack.strip().startswith("-"),
            moves=tuple(map(_read_played, turn.findall("PlayerMove"))),
            warnings=tuple(map(_player, turn.findall("Warning"))),
            penalties=tuple(
                (_player(event), -_number(event, "points")) for event in turn.findall("Penalty")
            ),
            solos=tuple(
                (_player(event), _number(event, "points")) for event in turn.findall("Solo")
            ),
        )
    except EngineError as fault:
        _refuse(where, str(fault))


def _read_played(element: Element) -> PlayedMove:
    kinds = {"valid": MoveKind.VALID, "invalid": MoveKind.INVALID}
    kind = kinds.get(element.get("type", ""), MoveKind.NONE)
    player, points = _player(element), _number(element, "points")
    if kind is MoveKind.NONE:
        return PlayedMove(player, points=points)
    word, coordinates = element.get("word", ""), element.get("coord", "")
    return PlayedMove(player, kind, points, coordinates, word)


def _player(element: Element) -> int:
    return _number(element, "playerId" if "playerId" in element.attrib else "playerid")


def _number(element: Element, attribute: str) -> int:
    text = element.get(attribute, "")
    if not re.fullmatch("-?[0-9]{1,6}", text) or abs(int(text)) > MOST_POINTS:
        _refuse(f"{element.tag}/@{attribute}", _("Hier fehlt eine Zahl."))
    return int(text)


def _words(text: str | None) -> int:
    return int(text) if text and re.fullmatch("[0-9]{1,9}", text) else 0


def _refuse(where: str, problem: str) -> NoReturn:
    raise FileUnreadable(where=where, problem=problem)
