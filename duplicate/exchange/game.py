"""A whole game as JSON: everything but what opens doors (tokens, join code, ids).

docs/exchange.md describes the format. The seed is part of it once the game is finished, the best
moves of a round once its time is over.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from duplicate.exchange.rows import written, written_rows
from duplicate.models import Game, Round, Ruling
from referee.prepared_files.kinds import Part

FORMAT = "spielleiter-simultan"
VERSION = 1


def _columns(*names: str, **renamed: str) -> dict[str, str]:
    return {name: name for name in names} | renamed


GAME = _columns(
    *("name", "state", "is_listed", "commitment", "created_at", "starts_at", "started_at"),
    *("finished_at", "ending", "next_round_at"),
    options="options_json",
    lexicon="lexicon_sha256",
)
#: What games of older versions have not.
HALL = _columns("hall_source", "hall_part", "hall_part_at")
PARTICIPANT = _columns(
    *("number", "name", "club", "category", "is_online", "entered_at", "withdrawn_at")
)
#: What only the staff know of a participant.
MEMBER = _columns("member_id")
ROUND = _columns(
    *("number", "attempt", "state", "cancelled_because", "drawn_by", "label", "leave", "rejected"),
    *("drawn", "rack", "bag", "cells", "opened_at", "closes_at", "publish_at", "published_at"),
    *("tops", "top_points", "reference", "reference_chosen"),
)
#: What older files do not have; it is as by default then.
LATER_OF_ROUND = _columns("shut_out_seconds")
PERIOD = _columns("starts_at", "ends_at")
ANSWER = _columns(
    *("source", "received_at", "coordinates", "word", "declared_points", "written_points"),
    *("is_late", "key"),
)
PLAY = _columns(
    *("coordinates", "word", "code", "detail", "points", "face_points", "words", "inadmissible")
)
RESULT = _columns(*("points", "move_points", "bonus", "warnings", "deduction", "is_top", "is_solo"))
RULING = _columns("kind", "word", "points", "reason", "text", "at", "revoked_at")
LOG = _columns("sequence", "at", "kind", "by", "data", "data_digest", "hash")
#: What older files do not have.
AMENDED = _columns("amended_digest")

#: The states in which nobody may know the best moves.
RUNNING = {Round.State.DRAWN, Round.State.OPEN, Round.State.PAUSED, Round.State.CLOSING}


#: So many rows are written into one part of the file.
ROWS_A_PART = 1_000
_encode = json.JSONEncoder(ensure_ascii=False).encode


def rows_of(game: Game) -> int:
    """How many rows the file has at most, all participants handing in once in each round."""
    people, rounds = game.participants.count(), game.rounds.count()
    return people * (2 * rounds + 1) + game.log_length


def write_game(game: Game, *, to_staff: bool = True) -> Iterator[Part]:
    """All of the game, a line for each row, read as it is written; member numbers only for its
    staff.

    Whoever may not see everything else of it must not be given this.
    """
    rounds = list(game.rounds.order_by("pk"))  # as they were drawn
    places = {round.pk: {"round": round.number, "attempt": round.attempt} for round in rounds}
    numbers = dict(game.participants.values_list("pk", "number"))
    head = {
        "id": str(game.pk),
        **written(game, GAME | HALL),
        "seed": (game.seed or None) if game.state == Game.State.FINISHED else None,
    }
    yield Part(f'{{"format": "{FORMAT}",\n"version": {VERSION},\n"game": {_encode(head)}')
    staff = game.staff.order_by("user__username").values("user__username", "role")
    yield from _list(
        "staff", ({"username": one["user__username"], "role": one["role"]} for one in staff)
    )
    columns = PARTICIPANT | (MEMBER if to_staff else {})
    yield from _list("participants", _only_columns(game.participants.all(), columns))
    yield Part(',\n"rounds": [')
    for place, round in enumerate(rounds):
        yield Part(",\n" if place else "\n")
        yield from _round(round, numbers)
    yield Part("\n]")
    yield from _list("rulings", _rulings(game, numbers, places))
    yield from _list("log", _log(game, places))
    yield Part("\n}\n")


def _list(name: str, rows: Iterable[dict[str, Any]]) -> Iterator[Part]:
    """A further key of an object, whose value is a list with a line for each row."""
    yield Part(f',\n"{name}": [')
    separator, encoded = "\n", map(_encode, rows)
    while part := list(islice(encoded, ROWS_A_PART)):
        yield Part(separator + ",\n".join(part), len(part))
        separator = ",\n"
    yield Part("\n]" if separator != "\n" else "]")


def _round(round: Round, numbers: Mapping[int, int]) -> Iterator[Part]:
    columns = written(round, ROUND | LATER_OF_ROUND)
    if round.state in RUNNING:
        columns |= {"tops": [], "top_points": 0}
    yield Part(_encode(columns).removesuffix("}"))
    yield from _list("periods", _only_columns(round.periods.order_by("starts_at"), PERIOD))
    #: Where each answer stands in the list, by its key.
    places: dict[int, int] = {}
    yield from _list("answers", _answers(round, numbers, places))
    plays = round.plays.order_by("coordinates", "word")
    keys = {
        pk: [coordinates, word]
        for pk, coordinates, word in plays.values_list("pk", "coordinates", "word")
    }
    yield from _list("plays", _only_columns(plays, PLAY))
    yield from _list("results", _results(round, numbers, places, keys))
    yield Part("}")


def _only_columns(rows: "QuerySet[Any]", columns: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    return (row for row, _others in written_rows(rows, columns))


def _answers(
    round: Round, numbers: Mapping[int, int], places: dict[int, int]
) -> Iterator[dict[str, Any]]:
    in_order = round.answers.order_by("received_at", "id")
    others = "pk", "participant_id", "entered_by__username"
    for row, (pk, participant, entered_by) in written_rows(in_order, ANSWER, *others):
        places[pk] = len(places)
        if not row["written_points"]:
            del row["written_points"]
        yield {"participant": numbers[participant], **row, "entered_by": entered_by}


def _results(
    round: Round,
    numbers: Mapping[int, int],
    places: Mapping[int, int],
    keys: Mapping[int, list[str]],
) -> Iterator[dict[str, Any]]:
    in_order = round.results.order_by("participant__number")
    others = "participant_id", "answer_id", "play_id"
    for row, (participant, answer, play) in written_rows(in_order, RESULT, *others):
        yield {
            "participant": numbers[participant],
            **row,
            "answer": None if answer is None else places[answer],
            # A play is named by what was written.
            "play": None if play is None else keys[play],
        }


def _rulings(
    game: Game, numbers: Mapping[int, int], places: Mapping[int, Mapping[str, int]]
) -> Iterator[dict[str, Any]]:
    given = Ruling.objects.filter(round__game=game).order_by("pk")
    others = (
        *("pk", "round_id", "play_id", "play__coordinates", "play__word", "participant_id"),
        *("by__username", "revoked_by__username"),
    )
    for row, values in written_rows(given, RULING, *others):
        pk, round, play, coordinates, word, participant, by, revoked_by = values
        yield {
            "id": pk,
            **places[round],
            **row,
            "play": play and [coordinates, word],
            "participant": participant and numbers[participant],
            "by": by,
            "revoked_by": revoked_by,
        }


def _log(game: Game, places: Mapping[int, Mapping[str, int]]) -> Iterator[dict[str, Any]]:
    nowhere = {"round": None, "attempt": None}
    in_order = game.log.order_by("sequence")
    for row, (round,) in written_rows(in_order, LOG | AMENDED, "round_id"):
        yield {**row, **(nowhere if round is None else places[round])}
