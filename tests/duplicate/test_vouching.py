"""An import is held to everything that the log of the game tells."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from duplicate.errors import ImportRefused
from duplicate.models import Game
from duplicate.selectors.standings import game_standings
from duplicate.services.games import change_game, create_game, end_game
from duplicate.services.judging import judge_round
from duplicate.services.participants import (
    change_participant,
    enter_participant,
    issue_token,
    join_game,
    readmit_participant,
    withdraw_participant,
)
from duplicate.services.rounds import (
    begin_closing,
    choose_reference,
    draw_round,
    extend_round,
    finish_closing,
    pause_round,
    publish_round,
    reopen_round,
    resume_round,
    retract_publication,
)
from duplicate.services.rulings import (
    penalise_participant,
    revise_round,
    revoke_ruling,
    rule_on_play,
    rule_on_word,
    warn_participant,
)
from engine.lexicon import Lexicon
from referee.events.people import NewPerson
from referee.lexicons import kept_lexicon
from tests.duplicate.factories import NOON, SECOND, make_user
from tests.duplicate.sample_games import (
    begun_game,
    director_of,
    exported,
    hand_in,
    opened,
    played_game,
    published,
    taken_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
STORED = Path(__file__).parent.parent / "data" / "exported" / "simultan.json"
LONG_AGO = "2020-01-01T12:00:00.000000Z"

Change = Callable[[dict[str, Any]], object]


def stored() -> dict[str, Any]:
    """A game that an earlier version exported: four rounds, with a bit of everything."""
    data: dict[str, Any] = json.loads(STORED.read_text("utf-8"))
    return data


def put(*path: str | int, value: object) -> Change:
    def change(data: dict[str, Any]) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        assert place[path[-1]] != value
        place[path[-1]] = value

    return change


def add_warning(data: dict[str, Any]) -> None:
    data["rulings"].append({**data["rulings"][0], "participant": 1})


def test_what_an_earlier_version_exported_is_taken_in() -> None:
    before = stored()
    director = before["staff"][0]["username"]
    copy = taken_in(before, make_user(director))
    again = exported(copy)
    later = {"shut_out_seconds": 0}
    assert again["rounds"] == [round | later for round in before["rounds"]]
    assert again["participants"] == before["participants"]
    assert copy.state == Game.State.FINISHED


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (put("game", "name", value="Pokal"), "game.name"),
        (put("game", "created_at", value=LONG_AGO), "game.created_at"),
        (put("game", "starts_at", value=LONG_AGO), "game.starts_at"),
        (put("game", "started_at", value=LONG_AGO), "game.started_at"),
        (put("game", "finished_at", value=LONG_AGO), "game.finished_at"),
        (put("game", "ending", value="no_tiles"), "game.ending"),
        (put("game", "lexicon", value="0" * 64), "game.lexicon"),
        (put("game", "options", "solo_bonus", value=10), "game.options"),
        (put("participants", 0, "name", value="Anne"), "participant 1.name"),
        (put("participants", 0, "club", value="SC Süd"), "participant 1.club"),
        (put("participants", 0, "category", value="B"), "participant 1.category"),
        (put("participants", 0, "is_online", value=False), "participant 1.is_online"),
        (put("participants", 1, "is_online", value=True), "participant 2.is_online"),
        (put("participants", 0, "entered_at", value=LONG_AGO), "participant 1.entered_at"),
        (put("participants", 1, "withdrawn_at", value=LONG_AGO), "participant 2.withdrawn_at"),
        (
            lambda data: data["participants"].append({**data["participants"][1], "number": 3}),
            "participant 3",
        ),
        (put("rounds", 0, "opened_at", value=LONG_AGO), "1.1.opened_at"),
        (put("rounds", 0, "closes_at", value=LONG_AGO), "1.1.closes_at"),
        (put("rounds", 0, "published_at", value=LONG_AGO), "1.1.published_at"),
        (put("rounds", 0, "periods", 0, "starts_at", value=LONG_AGO), "1.1.periods"),
        (put("rounds", 0, "reference_chosen", value=True), "1.1.reference_chosen"),
        (put("rounds", 0, "reference", "points", value=1), "1.1.reference"),
        (put("rounds", 1, "cancelled_because", value="unplayable"), "2.1.cancelled_because"),
        (lambda data: data["rounds"][0]["results"].pop(), "1.1.results"),
        (lambda data: data["rounds"][0]["answers"].pop(0), "1.1.answers"),
        (put("rounds", 0, "answers", 0, "received_at", value=LONG_AGO), "1.1.answers"),
        (put("rulings", 0, "reason", value="other"), "rulings"),
        (put("rulings", 1, "points", value=30), "rulings"),
        (put("rulings", 0, "at", value=LONG_AGO), "rulings"),
        (put("rulings", 0, "revoked_at", value=LONG_AGO), "rulings"),
        (lambda data: data["rulings"].pop(), "rulings"),
        (add_warning, "rulings"),
    ],
)
def test_what_the_log_tells_otherwise_is_refused_with_its_place(change: Change, where: str) -> None:
    data = stored()
    change(data)
    with pytest.raises(ImportRefused) as refusal:
        taken_in(data)
    assert refusal.value.detail["where"] == where
    assert not Game.objects.exists()


def test_everything_that_can_happen_to_people_and_names_is_followed() -> None:
    game = begun_game()
    by, (anna, ben) = director_of(game), game.participants.all()
    change_game(game, NOON, by=by, name="Anders", is_listed=False)
    change_participant(ben, NOON, by=by, name="Benno", club="SC Ost", member_id="4")
    issue_token(ben, NOON, by=by)
    withdraw_participant(anna, NOON, by=by)
    readmit_participant(anna, NOON + SECOND, by=by)
    withdraw_participant(ben, NOON + 2 * SECOND, by=by)
    game.refresh_from_db()
    copy = taken_in(exported(end_game(game, NOON + 3 * SECOND, by=by)))
    assert [person.name for person in copy.participants.all()] == ["Anna <3", "Benno"]


def test_everything_that_can_happen_to_a_round_is_followed() -> None:
    game = begun_game()
    by, (_anna, ben) = director_of(game), game.participants.all()
    round = opened(game, NOON)
    hand_in(round)
    round = pause_round(round, NOON + 10 * SECOND, by=by)
    extend_round(round, 5, NOON + 11 * SECOND, by=by)
    round = resume_round(round, NOON + 20 * SECOND, by=by)
    extend_round(round, 5, NOON + 21 * SECOND, by=by)
    round = begin_closing(round, NOON + 30 * SECOND, by=by)
    round = judge_round(finish_closing(round, NOON + 60 * SECOND), NOON + 60 * SECOND)
    round = reopen_round(round, 30, NOON + 90 * SECOND, by=by)
    round = begin_closing(round, NOON + 120 * SECOND)
    round = judge_round(finish_closing(round, NOON + 150 * SECOND), NOON + 150 * SECOND)
    top = round.tops[-1]
    choose_reference(round, top["coordinates"], top["word"], NOON + 151 * SECOND, by=by)
    for seconds in (152, 153):
        at = NOON + seconds * SECOND
        warning = warn_participant(round, ben, at, by=by, reason="other")
    revoke_ruling(warning, NOON + 154 * SECOND, by=by)
    round = publish_round(round, NOON + 160 * SECOND, by=by)
    round = retract_publication(round, NOON + 170 * SECOND, by=by)
    penalise_participant(round, ben, 4, NOON + 171 * SECOND, by=by, reason="unfair", text="Laut")
    round = publish_round(round, NOON + 180 * SECOND, by=by)
    play = round.plays.order_by("points")[0]
    rule_on_play(play, 7, NOON + 181 * SECOND, by=by, reason="misread")
    rule_on_word(round, "ABER", NOON, by=by, is_admissible=False, reason="other")
    revise_round(round, NOON + 182 * SECOND, by=by)
    draw_round(game, NOON + 190 * SECOND, by=by)
    game.refresh_from_db()
    game = end_game(game, NOON + 200 * SECOND, by=by)
    copy = taken_in(exported(game))
    assert game_standings(copy) == game_standings(game)
    # Out and in once more: rulings have other ids now than the log says.
    again = taken_in(exported(copy))
    first = again.rounds.get(number=1, state="published")
    rulings = [(ruling.kind, ruling.revoked_at is None) for ruling in first.rulings.all()]
    assert rulings == [
        ("warning", True),
        ("warning", False),
        ("penalty", True),
        ("play_points", True),
        ("word_barred", True),
    ]
    revoke_ruling(first.rulings.all()[0], NOON + timedelta(days=2), by=director_of(again))
    assert taken_in(exported(Game.objects.get(pk=again.pk))).state == Game.State.FINISHED


def test_a_game_that_runs_and_one_in_setup_are_held_to_their_logs_too() -> None:
    game = begun_game()
    round = opened(game, NOON)
    hand_in(round)
    published(round)
    by = director_of(game)
    draw_round(game, NOON + 600 * SECOND, by=by)
    assert taken_in(exported(game)).rounds.count() == 2
    setup = create_game(name="Morgen", by=by, at=NOON, starts_at=NOON + timedelta(days=3))
    join_game(setup.join_code, name="Anna", at=NOON)
    enter_participant(setup, NewPerson("Cem"), NOON, by=by)
    setup.refresh_from_db()
    copy = taken_in(exported(setup))
    assert copy.starts_at == NOON + timedelta(days=3)
    again = taken_in(exported(copy))  # whose seed is another one than the log began with
    assert again.participants.count() == 2


def test_a_fresh_server_judges_anew_by_its_own_list(
    lexicon: Lexicon, settings: Settings, tmp_path: Path
) -> None:
    data = exported(played_game())
    settings.LEXICON_STORE = tmp_path / "nothing was played here"
    kept_lexicon.cache_clear()
    play = next(play for play in data["rounds"][0]["plays"] if play["code"] == "valid")
    assert lexicon.info.sha256 == data["game"]["lexicon"]
    word = play["words"][0][0]
    play |= {"code": "word_not_admissible", "points": 0, "inadmissible": [word]}
    with pytest.raises(ImportRefused, match=f"{word}: Die Wörterliste sagt es anders"):
        taken_in(data)
