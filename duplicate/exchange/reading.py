"""Our JSON of a whole game, read into rows that are not saved yet.

The file is read twice: first its outline, then what was handed in, a round at a time. Here only the
shape is looked at; whether the game can have been played so, says `checking`.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from duplicate.exchange import game as columns
from duplicate.exchange.rows import read, refuse, refuse_list, rows
from duplicate.exchange.vouching import Vouched
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
from duplicate.written_answer import seen
from engine.board import SIZE, Board
from engine.errors import Unreadable
from engine.notation import read_move
from engine.randomness import read_hall_part, read_seed
from engine.tiles import sort_tiles
from referee.chain import Check
from referee.journals import link_of
from referee.json_stream import EmptyList, Member
from referee.models import User
from referee.texts import name_key

MOST_PARTICIPANTS = 100_000
MOST_ROUNDS = 1_000
MOST_ANSWERS = 1_000_000
MOST_ENTRIES = 1_000_000
_DIGEST = re.compile("[0-9a-f]{64}")

#: Which round: its number and attempt.
Place = tuple[int, int]


@dataclass
class ReadRound:
    """A round with all that was handed in."""

    round: Round
    answers: list[Answer] = field(default_factory=list)
    plays: dict[tuple[str, str], Play] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    #: Those on plays of this round.
    rulings: list[Ruling] = field(default_factory=list)


@dataclass
class ReadRuling:
    ruling: Ruling
    place: Place
    #: The play that it is about, its coordinates and word; where that stands.
    play: tuple[str, str] | None
    where: str


@dataclass
class Outline:
    """A game but for what was handed in, which is read round by round: it may be large."""

    game: Game
    #: The id it had where it comes from, for the log.
    origin: str
    participants: dict[int, Participant] = field(default_factory=dict)
    #: In the order in which they were drawn.
    rounds: dict[Place, Round] = field(default_factory=dict)
    periods: dict[Place, list[Period]] = field(default_factory=dict)
    rulings: list[ReadRuling] = field(default_factory=list)
    log: Check = field(default_factory=Check)
    vouched: Vouched = field(default_factory=Vouched)

    @cached_property
    def ruled_plays(self) -> Mapping[Place, list[ReadRuling]]:
        """The rulings on plays, by their rounds."""
        found: defaultdict[Place, list[ReadRuling]] = defaultdict(list)
        for ruling in self.rulings:
            if ruling.play is not None:
                found[ruling.place].append(ruling)
        return found

    @cached_property
    def ruled_words(self) -> set[str]:
        return {read.ruling.word for read in self.rulings if read.ruling.word}


def read_outline(members: Iterable[Member], *, by: User) -> Outline:
    """The game in a file; whoever acted in it elsewhere is `by`, who vouches for it here.

    Raises FileUnreadable, saying where, and Invalid for options.
    """
    outline = Outline(Game(), "")
    reader = _OutlineReader(outline, by)
    for key, place, value in members:
        reader.take(key, place, value)
    reader.finish()
    return outline


#: The lists of the file, and how long they may be.
_LISTS = {
    "participants": MOST_PARTICIPANTS,
    "rounds": MOST_ROUNDS,
    "rulings": MOST_ENTRIES,
    "log": MOST_ENTRIES,
}


@dataclass
class _OutlineReader:
    outline: Outline
    by: User
    seen: set[str] = field(default_factory=set)
    #: Rulings can be read when everybody and all rounds are known.
    rulings: list[Any] = field(default_factory=list)
    #: The rounds that the log tells of, and the entry that does so first.
    told: dict[object, int] = field(default_factory=dict)

    def take(self, key: str, place: int | None, value: Any) -> None:
        self.seen.add(key)
        if key in _LISTS:
            if place is None and value is EmptyList:
                return
            if place is None or place >= _LISTS[key]:
                refuse_list(key, _LISTS[key])
        match key:
            case "format":
                self._require_format(value)
            case "version" if value != columns.VERSION:
                refuse("version", _("Diese Fassung des Formats kennt der Server nicht."))
            case "game":
                _read_head(self.outline, value if isinstance(value, dict) else {})
            case "participants":
                self._participant(value, f"participants[{place}]")
            case "rounds":
                self._round(value, f"rounds[{place}]")
            case "rulings":
                self.rulings.append(value)
            case "log":
                self._log_entry(value, f"log[{place}]")

    def finish(self) -> None:
        """Raises FileUnreadable if anything is missing."""
        if "format" not in self.seen:
            self._require_format(None)
        for key in ("version", "game"):
            if key not in self.seen:
                refuse(key, _("Diese Angabe fehlt."))
        for key, most in _LISTS.items():
            if key not in self.seen:
                refuse_list(key, most)
        for number, data in enumerate(self.rulings):
            where = f"rulings[{number}]"
            self.outline.rulings.append(_read_ruling(self.outline, data, where, self.by))
        for place, number in self.told.items():
            _require(place in self.outline.rounds, f"log[{number}]")

    def _require_format(self, value: object) -> None:
        if value != columns.FORMAT:
            refuse("format", _("Das ist kein Spiel in unserem Format."))

    def _participant(self, data: Any, where: str) -> None:
        known = columns.MEMBER if isinstance(data, dict) and "member_id" in data else {}
        values = read(Participant, data, columns.PARTICIPANT | known, where)
        for column in ("name", "club", "category", "member_id"):
            _require(values.get(column, "").isprintable(), f"{where}.{column}")
        outline = self.outline
        _require(values["number"] not in outline.participants, f"{where}.number")
        values["name_key"] = name_key(values["name"])
        outline.participants[values["number"]] = Participant(game=outline.game, **values)

    def _round(self, data: Any, where: str) -> None:
        later = columns.LATER_OF_ROUND
        known = later if isinstance(data, dict) and later.keys() <= data.keys() else {}
        values = read(Round, data, columns.ROUND | known, where)
        for column, shape in _SHAPES.items():
            _require(_fits(shape, values[column]), f"{where}.{column}")
        outline = self.outline
        round = Round(game=outline.game, **values)
        place = round.number, round.attempt
        _require(place not in outline.rounds, f"{where}.number")
        outline.rounds[place] = round
        outline.periods[place] = [
            Period(round=round, **read(Period, entry, columns.PERIOD, f"{where}.periods[{n}]"))
            for n, entry in enumerate(rows(data, "periods", MOST_ENTRIES, f"{where}."))
        ]

    def _log_entry(self, data: Any, where: str) -> None:
        entry, place = read_log_entry(self.outline, data, where)
        outline = self.outline
        if place is not None and place not in self.told:
            self.told[place] = outline.log.length
        if outline.log.hear(link_of(entry)):
            outline.vouched.hear(entry, place)


def read_log_entry(outline: Outline, data: Any, where: str) -> tuple[LogEntry, Place | None]:
    """An entry, and the round that it is about. Raises FileUnreadable."""
    values = {"amended_digest": ""} | read(LogEntry, data, columns.LOG, where)
    if "amended_digest" in data:
        values |= read(LogEntry, data, columns.AMENDED, where)
    _require(isinstance(values["data"], dict), f"{where}.data")
    entry = LogEntry(game=outline.game, **values)
    if data.get("round") is None:
        return entry, None
    place = data["round"], data.get("attempt")
    _require(all(type(part) is int for part in place), where)
    return entry, place


def _read_head(outline: Outline, data: dict[str, Any]) -> None:
    known = {key: column for key, column in columns.HALL.items() if key in data}
    values = read(Game, data, columns.GAME | known, "game")
    for column in ("name", "hall_source"):
        _require(values.get(column, "").isprintable(), f"game.{column}")
    _require(_fits(_hall_part, values.get("hall_part", "")), "game.hall_part")
    _require(isinstance(values["options_json"], dict), "game.options")
    values["options_json"] = Options().changed(values["options_json"]).as_json()
    for key, column in (("lexicon", "lexicon_sha256"), ("commitment", "commitment")):
        _require(bool(_DIGEST.fullmatch(values[column])), f"game.{key}")
    seed = data.get("seed") or ""
    try:
        values["seed"] = read_seed(seed).hex() if seed else ""
    except (Unreadable, AttributeError):
        _require(False, "game.seed")
    for column, value in values.items():
        setattr(outline.game, column, value)
    outline.origin = str(data.get("id", ""))[:100]


def read_round(outline: Outline, data: Any, where: str, *, by: User) -> tuple[Place, ReadRound]:
    """A round of the outline with what was handed in. Raises FileUnreadable, saying where."""
    place = data["number"], data["attempt"]
    found = _read_round(outline, outline.rounds[place], data, where, by)
    for ruling in outline.ruled_plays[place]:
        ruling.ruling.play = _play(found, ruling.play, ruling.where)
        found.rulings.append(ruling.ruling)
    return place, found


def _read_round(outline: Outline, round: Round, data: Any, where: str, by: User) -> ReadRound:
    found = ReadRound(round)
    readable: set[tuple[str, str]] = set()
    for number, entry in enumerate(rows(data, "answers", MOST_ANSWERS, f"{where}.")):
        at = f"{where}.answers[{number}]"
        # Written only where points are no number.
        whole = {"written_points": "", **entry} if isinstance(entry, dict) else entry
        answer = read(Answer, whole, columns.ANSWER, at)
        written = answer["coordinates"], answer["word"]
        if answer["source"] == Answer.Source.SLIP:
            texts = *written, answer["written_points"]
            _require(all(text == seen("", text) for text in texts), at)
        elif any(written) and written not in readable:
            _require(_fits(_writing, answer), at)
            readable.add(written)
        found.answers.append(
            Answer(
                round=round,
                participant=_participant(outline, entry, at),
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
        is_there = place is None or (type(place) is int and 0 <= place < len(found.answers))
        _require(is_there, f"{at}.answer")
        found.results.append(
            Result(
                round=round,
                participant=_participant(outline, entry, at),
                answer=None if place is None else found.answers[place],
                play=_play(found, entry.get("play"), at),
                **result,
            )
        )
    return found


def _read_play(data: Any, where: str) -> dict[str, Any]:
    values = read(Play, data, columns.PLAY, where)
    shapes = {"detail": _detail, "words": _scored_words, "inadmissible": _texts}
    for column, shape in shapes.items():
        _require(_fits(shape, values[column]), f"{where}.{column}")
    return values


def _read_ruling(outline: Outline, data: Any, where: str, by: User) -> ReadRuling:
    values = read(Ruling, data, columns.RULING, where)
    place = data.get("round"), data.get("attempt")
    _require(all(type(part) is int for part in place) and place in outline.rounds, where)
    has_participant = data.get("participant") is not None
    ruling = Ruling(
        round=outline.rounds[place],
        participant=_participant(outline, data, where) if has_participant else None,
        by=by,
        revoked_by=None if data.get("revoked_by") is None else by,
        **values,
    )
    key = data.get("play")
    _require(key is None or (_fits(_texts, key) and len(key) == 2), f"{where}.play")
    return ReadRuling(ruling, place, key and tuple(key), where)


def _participant(outline: Outline, data: dict[str, Any], where: str) -> Participant:
    number = data.get("participant")
    _require(type(number) is int and number in outline.participants, f"{where}.participant")
    return outline.participants[number]  # type: ignore[index]


def _play(found: ReadRound, key: Any, where: str) -> Play | None:
    if key is None:
        return None
    is_known = isinstance(key, list | tuple) and _fits(_texts, [*key]) and tuple(key) in found.plays
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


def _hall_part(value: Any) -> bool:
    return not value or read_hall_part(value) == value


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
