"""A whole game as JSON: everything but what opens doors (tokens, join code, ids).

docs/exchange.md describes the format. The seed is part of it once the game is finished, the best
moves of a round once its time is over.
"""

from typing import Any

from duplicate.exchange.rows import written
from duplicate.models import Answer, Game, Play, Round
from duplicate.selectors.log import entry_json

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
PERIOD = _columns("starts_at", "ends_at")
ANSWER = _columns(
    *("source", "received_at", "coordinates", "word", "declared_points", "is_late", "key")
)
PLAY = _columns(
    *("coordinates", "word", "code", "detail", "points", "face_points", "words", "inadmissible")
)
RESULT = _columns(*("points", "move_points", "bonus", "warnings", "deduction", "is_top", "is_solo"))
RULING = _columns("kind", "word", "points", "reason", "text", "at", "revoked_at")
LOG = _columns("sequence", "at", "kind", "by", "data", "data_digest", "hash")

#: The states in which nobody may know the best moves.
RUNNING = {Round.State.DRAWN, Round.State.OPEN, Round.State.PAUSED, Round.State.CLOSING}


def export_game(game: Game, *, to_staff: bool = True) -> dict[str, Any]:
    """All of the game, member numbers only for its staff.

    Whoever may not see everything else of it must not be given this.
    """
    rounds = list(game.rounds.order_by("pk"))  # as they were drawn
    rulings = [
        ruling
        for round in rounds
        for ruling in round.rulings.select_related("play", "participant", "by", "revoked_by")
    ]
    places = {round.pk: (round.number, round.attempt) for round in rounds}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": {
            "id": str(game.pk),
            **written(game, GAME),
            "seed": (game.seed or None) if game.state == Game.State.FINISHED else None,
        },
        "staff": [
            {"username": staff.user.get_username(), "role": staff.role}
            for staff in game.staff.select_related("user").order_by("user__username")
        ],
        "participants": [
            written(person, PARTICIPANT | (MEMBER if to_staff else {}))
            for person in game.participants.all()
        ],
        "rounds": [_round(round) for round in rounds],
        "rulings": [
            {
                "id": ruling.pk,
                "round": places[ruling.round_id][0],
                "attempt": places[ruling.round_id][1],
                **written(ruling, RULING),
                "play": ruling.play and _key(ruling.play),
                "participant": ruling.participant and ruling.participant.number,
                "by": ruling.by.get_username(),
                "revoked_by": ruling.revoked_by and ruling.revoked_by.get_username(),
            }
            for ruling in sorted(rulings, key=lambda ruling: ruling.pk)
        ],
        "log": [
            entry_json(entry) for entry in game.log.select_related("round").order_by("sequence")
        ],
    }


def _round(round: Round) -> dict[str, Any]:
    answers = list(
        round.answers.select_related("participant", "entered_by").order_by("received_at", "id")
    )
    places = {answer.pk: place for place, answer in enumerate(answers)}
    results = round.results.select_related("participant", "play").order_by("participant__number")
    columns = written(round, ROUND)
    if round.state in RUNNING:
        columns |= {"tops": [], "top_points": 0}
    return {
        **columns,
        "periods": [written(period, PERIOD) for period in round.periods.order_by("starts_at")],
        "answers": list(map(_answer, answers)),
        "plays": [written(play, PLAY) for play in round.plays.order_by("coordinates", "word")],
        "results": [
            {
                "participant": result.participant.number,
                **written(result, RESULT),
                "answer": None if result.answer_id is None else places[result.answer_id],
                "play": result.play and _key(result.play),
            }
            for result in results
        ],
    }


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "participant": answer.participant.number,
        **written(answer, ANSWER),
        "entered_by": answer.entered_by and answer.entered_by.get_username(),
    }


def _key(play: Play) -> list[str]:
    """A play is named by what was written."""
    return [play.coordinates, play.word]
