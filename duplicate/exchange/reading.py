"""Our JSON of a whole game, read into rows that are not saved yet.

Here only the shape is looked at; whether the game can have been played so, says `checking`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from duplicate.exchange import game as columns
from duplicate.exchange.rows import read, refuse, require_storable, rows
from duplicate.models import (
    Answer,
    Game,
    LogEntry,
    Participant,
    Period,
    Play,
    Result,
    Round,
    Ruling,
)
from duplicate.options import Options
from engine.board import SIZE, Board
from engine.errors import Unreadable
from engine.notation import read_move
from engine.randomness import read_seed
from engine.tiles import sort_tiles
from referee.models import User

MOST_PARTICIPANTS = 20_000
MOST_ROUNDS = 1_000
MOST_ANSWERS = 200_000
MOST_ENTRIES = 500_000
_DIGEST = re.compile("[0-9a-f]{64}")


@dataclass
class ReadRound:
    round: Round
    periods: list[Period] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    plays: dict[tuple[str, str], Play] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)


@dataclass
class ReadGame:
    game: Game
    #: The id it had where it comes from, for the log.
    origin: str
    participants: dict[int, Participant] = field(default_factory=dict)
    rounds: dict[tuple[int, int], ReadRound] = field(default_factory=dict)
    rulings: list[Ruling] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)


def read_game(data: object, *, by: User) -> ReadGame:
    """The game in `data`; whoever acted in it elsewhere is `by`, who vouches for it here.

    Raises FileUnreadable, saying where, and Invalid for options.
    """
    if not isinstance(data, dict) or data.get("format") != columns.FORMAT:
        refuse("format", _("Das ist kein Spiel in unserem Format."))
    if data.get("version") != columns.VERSION:
        refuse("version", _("Diese Fassung des Formats kennt der Server nicht."))
    require_storable(data)
    head = data.get("game")
    document = _read_head(head if isinstance(head, dict) else {})
    for number, entry in enumerate(rows(data, "participants", MOST_PARTICIPANTS)):
        where = f"participants[{number}]"
        known = columns.MEMBER if isinstance(entry, dict) and "member_id" in entry else {}
        values = read(Participant, entry, columns.PARTICIPANT | known, where)
        for column in ("name", "club", "category", "member_id"):
            _require(values.get(column, "").isprintable(), f"{where}.{column}")
        document.participants[values["number"]] = Participant(game=document.game, **values)
    for number, entry in enumerate(rows(data, "rounds", MOST_ROUNDS)):
        _read_round(document, entry, f"rounds[{number}]", by)
    for number, entry in enumerate(rows(data, "rulings", MOST_ENTRIES)):
        document.rulings.append(_read_ruling(document, entry, f"rulings[{number}]", by))
    for number, entry in enumerate(rows(data, "log", MOST_ENTRIES)):
        where = f"log[{number}]"
        values = read(LogEntry, entry, columns.LOG, where)
        _require(isinstance(values["data"], dict), f"{where}.data")
        about = None
        if entry.get("round") is not None:
            about = _round_of(document, entry, where).round
        document.log.append(LogEntry(game=document.game, round=about, **values))
    return document


def _read_head(data: dict[str, Any]) -> ReadGame:
    values = read(Game, data, columns.GAME, "game")
    _require(values["name"].isprintable(), "game.name")
    _require(isinstance(values["options_json"], dict), "game.options")
    values["options_json"] = Options().changed(values["options_json"]).as_json()
    for key, column in (("lexicon", "lexicon_sha256"), ("commitment", "commitment")):
        _require(bool(_DIGEST.fullmatch(values[column])), f"game.{key}")
    seed = data.get("seed") or ""
    try:
        values["seed"] = read_seed(seed).hex() if seed else ""
    except (Unreadable, AttributeError):
        _require(False, "game.seed")
    return ReadGame(Game(**values), origin=str(data.get("id", ""))[:100])


def _read_round(document: ReadGame, data: Any, where: str, by: User) -> None:
    values = read(Round, data, columns.ROUND, where)
    for column, shape in _SHAPES.items():
        _require(_fits(shape, values[column]), f"{where}.{column}")
    round = Round(game=document.game, **values)
    _require((round.number, round.attempt) not in document.rounds, f"{where}.number")
    found = document.rounds[round.number, round.attempt] = ReadRound(round)
    for number, entry in enumerate(rows(data, "periods", MOST_ENTRIES, f"{where}.")):
        period = read(Period, entry, columns.PERIOD, f"{where}.periods[{number}]")
        found.periods.append(Period(round=round, **period))
    for number, entry in enumerate(rows(data, "answers", MOST_ANSWERS, f"{where}.")):
        at = f"{where}.answers[{number}]"
        answer = read(Answer, entry, columns.ANSWER, at)
        is_illegible = not answer["coordinates"] and not answer["word"]
        _require(is_illegible or _fits(_writing, answer), at)
        found.answers.append(
            Answer(
                round=round,
                participant=_participant(document, entry, at),
                entered_by=None if entry.get("entered_by") is None else by,
                **answer,
            )
        )
    for number, entry in enumerate(rows(data, "plays", MOST_ANSWERS, f"{where}.")):
        play = Play(round=round, **_read_play(entry, f"{where}.plays[{number}]"))
        found.plays[play.coordinates, play.word] = play
    for number, entry in enumerate(rows(data, "results", MOST_PARTICIPANTS, f"{where}.")):
        at = f"{where}.results[{number}]"
        result = read(Result, entry, columns.RESULT, at)
        _require(_fits(_texts, result["warnings"]), f"{at}.warnings")
        place = entry.get("answer")
        fits = place is None or (type(place) is int and 0 <= place < len(found.answers))
        _require(fits, f"{at}.answer")
        found.results.append(
            Result(
                round=round,
                participant=_participant(document, entry, at),
                answer=None if place is None else found.answers[place],
                play=_play(found, entry, at),
                **result,
            )
        )


def _read_play(data: Any, where: str) -> dict[str, Any]:
    values = read(Play, data, columns.PLAY, where)
    shapes = {"detail": _detail, "words": _scored_words, "inadmissible": _texts}
    for column, shape in shapes.items():
        _require(_fits(shape, values[column]), f"{where}.{column}")
    return values


def _read_ruling(document: ReadGame, data: Any, where: str, by: User) -> Ruling:
    values = read(Ruling, data, columns.RULING, where)
    found = _round_of(document, data, where)
    has_participant = data.get("participant") is not None
    return Ruling(
        round=found.round,
        play=_play(found, data, where),
        participant=_participant(document, data, where) if has_participant else None,
        by=by,
        revoked_by=None if data.get("revoked_by") is None else by,
        **values,
    )


def _participant(document: ReadGame, data: dict[str, Any], where: str) -> Participant:
    number = data.get("participant")
    _require(type(number) is int and number in document.participants, f"{where}.participant")
    return document.participants[number]  # type: ignore[index]


def _round_of(document: ReadGame, data: dict[str, Any], where: str) -> ReadRound:
    place = data.get("round"), data.get("attempt")
    _require(all(type(part) is int for part in place) and place in document.rounds, where)
    return document.rounds[place]  # type: ignore[index]


def _play(found: ReadRound, data: dict[str, Any], where: str) -> Play | None:
    key = data.get("play")
    if key is None:
        return None
    is_known = isinstance(key, list) and _fits(_texts, key) and tuple(key) in found.plays
    _require(is_known, f"{where}.play")
    return found.plays[tuple(key)]


# What columns of JSON hold


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _racks(value: Any) -> bool:
    return _texts(value) and all(sort_tiles(rack) == rack for rack in value)


def _writing(value: Any) -> bool:
    read_move(value["coordinates"], value["word"])
    return True


def _move(value: Any) -> bool:
    return (
        _writing(value)
        and value.keys() == {"coordinates", "word", "points"}
        and type(value["points"]) is int
    )


def _moves(value: Any) -> bool:
    return isinstance(value, list) and all(map(_move, value))


def _scored_words(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and list(map(type, pair)) == [str, int] for pair in value
    )


def _detail(value: Any) -> bool:
    return isinstance(value, dict) and all(type(part) in (str, int) for part in value.values())


def _tiles(value: Any) -> bool:
    return len(sort_tiles(value)) == len(value)


def _cells(value: Any) -> bool:
    Board.from_rows([value[start : start + SIZE] for start in range(0, len(value), SIZE)])
    return True


_SHAPES: dict[str, Callable[[Any], bool]] = {
    "leave": _tiles,
    "drawn": _tiles,
    "rack": _tiles,
    "bag": _tiles,
    "cells": _cells,
    "rejected": _racks,
    "tops": _moves,
    "reference": lambda value: value is None or _move(value),
}


def _fits(shape: Callable[[Any], bool], value: object) -> bool:
    try:
        return shape(value)
    except (Unreadable, KeyError, TypeError, AttributeError):
        return False


def _require(fits: bool, where: str) -> None:
    if not fits:
        refuse(where, _("Dieser Wert ist nicht von der richtigen Art."))
