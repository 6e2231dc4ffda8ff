"""A whole game as our JSON: out, in, and out again."""

import contextlib
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.utils.dateparse import parse_datetime

from duplicate.errors import ImportRefused, SeedMissing
from duplicate.models import Game, Round
from duplicate.options import Declared, Options, Reference
from duplicate.selectors.log import proof_of
from duplicate.selectors.standings import game_standings
from duplicate.services.answers import record_slip
from duplicate.services.games import create_game, end_game, start_game
from duplicate.services.participants import enter_participant
from duplicate.services.rounds import draw_by_hand, draw_round
from engine.digests import digest_of
from engine.lexicon import Lexicon
from referee.chain import hash_of
from referee.errors import FileUnreadable, Invalid, Refused
from referee.events.people import NewPerson
from referee.journals import first_fault
from referee.lexicons import LexiconMissing
from tests.duplicate.factories import NOON, SECOND, make_answer, make_user
from tests.duplicate.sample_games import (
    LATER,
    begun_game,
    director_of,
    exported,
    hand_in,
    opened,
    played_game,
    published,
    rack_by_hand,
    taken_in,
)
from tests.lexicons import lexicon_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


@cache
def _played_once() -> str:
    return json.dumps(exported(played_game()))


def played_data() -> dict[str, Any]:
    """The file of a finished game; the game itself is gone when another test asks again."""
    data: dict[str, Any] = json.loads(_played_once())
    return data


def without_ids(data: dict[str, Any]) -> dict[str, Any]:
    data["game"].pop("id")
    for ruling in data["rulings"]:
        ruling.pop("id")
    return data


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(joker=True, solo_bonus=10, solo_least_players=2, warning_deduction=5),
        Options(reference=Reference.BEST_HANDED_IN, leave_returned=True),
    ],
    ids=["standard", "joker", "best handed in"],
)
def test_a_finished_game_comes_back_as_it_was(options: Options) -> None:
    by = make_user()
    game = played_game(by, options)
    data = exported(game)
    copy = taken_in(data, by)
    assert copy.pk != game.pk
    assert copy.join_code != game.join_code
    again = exported(copy)
    imported = again["log"].pop()
    assert (imported["kind"], imported["data"]["origin"]) == ("imported", str(game.pk))
    assert without_ids(again) == without_ids(data)
    assert first_fault(copy) is None
    assert proof_of(copy)["verification"]["verified"]
    assert game_standings(copy) == game_standings(game)


def test_a_slip_taken_back_counts_no_more_in_the_copy_either() -> None:
    game = begun_game()
    by, anna = director_of(game), game.participants.get(number=1)
    round = opened(game, NOON)
    hand_in(round)
    for seconds, is_late in ((6, False), (7, True)):
        record_slip(
            round,
            anna,
            coordinates="",
            word="",
            points=None,
            at=NOON + seconds * SECOND,
            by=by,
            is_late=is_late,
            is_illegible=True,
        )
    published(round)
    data = exported(end_game(game, LATER, by=by))
    copy = taken_in(data, by)
    assert game_standings(copy) == game_standings(game)
    result = round.results.get(participant=anna)
    assert result.is_top
    online = data["rounds"][0]["results"][0]["answer"]
    assert data["rounds"][0]["answers"][online]["source"] == "online"


def test_slips_come_back_as_they_were_written() -> None:
    game = begun_game()
    by, anna = director_of(game), game.participants.get(number=1)
    round = opened(game, NOON)
    hand_in(round)
    written = [
        ("oben", "?A?", "20?"),
        ("", "", ""),
        ("H9-4", "Gruende", "3"),
        ("HH", "MAGEN", None),
    ]
    for second, (coordinates, word, points) in enumerate(written, start=6):
        record_slip(
            round,
            anna,
            coordinates=coordinates,
            word=word,
            points=points,
            at=NOON + second * SECOND,
            by=by,
        )
    published(round)
    data = exported(end_game(game, LATER, by=by))
    told = [answer for answer in data["rounds"][0]["answers"] if answer["source"] == "slip"]
    assert ("oben", "?A?", None, "20?") in {
        (row["coordinates"], row["word"], row["declared_points"], row.get("written_points"))
        for row in told
    }
    assert round.results.get(participant=anna).play.code == "coordinates_unreadable"  # type: ignore[union-attr]
    copy = taken_in(data, by)
    again = exported(copy)
    assert again["rounds"][0]["answers"] == data["rounds"][0]["answers"]
    assert game_standings(copy) == game_standings(game)
    next(answer for answer in told if "written_points" in answer)["written_points"] = "21?"
    with pytest.raises(ImportRefused):
        taken_in(data, by)


def test_whoever_brings_the_game_directs_it_and_stands_for_its_rulings() -> None:
    game, by = played_game(), make_user()
    copy = taken_in(exported(game), by)
    assert director_of(copy) == by
    rulings = [ruling for round in copy.rounds.all() for ruling in round.rulings.all()]
    assert {ruling.by for ruling in rulings} == {by}
    acted = {entry.by for entry in copy.log.all()}
    assert director_of(game).get_username() in acted


def test_nothing_that_opens_doors_is_exported() -> None:
    game = played_game()
    text = json.dumps(exported(game))
    assert game.join_code not in text
    digests = [person.token_digest for person in game.participants.all()]
    assert any(digests)
    assert not any(digest in text for digest in digests if digest)


def test_member_numbers_travel_with_the_staff_only() -> None:
    game, by = played_game(), make_user()
    numbers = [person.member_id for person in game.participants.all()]
    assert any(numbers)
    public = exported(game, to_staff=False)
    assert "member_id" not in json.dumps(public)
    copy = taken_in(public, by)
    assert [person.member_id for person in copy.participants.all()] == [""] * len(numbers)
    copy = taken_in(exported(game), by)
    assert [person.member_id for person in copy.participants.all()] == numbers


def test_seed_and_best_moves_are_not_exported_before_their_time() -> None:
    game = begun_game()
    round = opened(game, NOON)
    assert round.tops
    data = exported(game)
    assert data["game"]["seed"] is None
    assert game.seed not in json.dumps(data)
    assert [(entry["tops"], entry["top_points"]) for entry in data["rounds"]] == [([], 0)]


def test_a_game_that_runs_goes_on_by_hand() -> None:
    by = make_user()
    game = begun_game(by)
    published(opened(game, NOON))
    current = opened(game, NOON + 600 * SECOND)
    hand_in(current)
    copy = taken_in(exported(game), by)
    assert (copy.state, copy.seed) == (Game.State.RUNNING, "")
    carried = copy.rounds.get(number=2)
    assert (carried.state, carried.tops) == (Round.State.OPEN, current.tops)
    published(carried)
    with pytest.raises(SeedMissing):
        draw_round(copy, LATER, by=by)
    third = draw_by_hand(copy, rack_by_hand(copy), LATER, by=by)
    assert third.number == 3
    assert proof_of(copy)["verification"] is None


def test_a_game_in_setup_is_given_a_seed_of_its_own() -> None:
    by = make_user()
    game = create_game(name="Morgen", by=by, at=NOON)
    enter_participant(game, NewPerson("Cem"), NOON, by=by)
    copy = taken_in(exported(game), by)
    assert copy.seed not in ("", game.seed)
    assert copy.commitment != game.commitment
    assert copy.log.get(kind="imported").data["commitment"] == copy.commitment
    assert start_game(copy, LATER, by=by).state == Game.State.RUNNING


def test_an_automatic_game_cannot_move_while_it_runs() -> None:
    game = begun_game(options=Options(automatic=True))
    with pytest.raises(ImportRefused, match="automatisch"):
        taken_in(exported(game))


def test_without_the_lexicon_a_finished_game_is_believed_and_another_refused() -> None:
    finished, running = exported(played_game()), exported(begun_game())
    for data in (finished, running):
        data["game"]["lexicon"] = "0" * 64
        for entry in data["log"]:
            if entry["kind"] == "started":
                entry["data"]["lexicon"] = "0" * 64
        rechain(data)
    assert taken_in(finished).state == Game.State.FINISHED
    with pytest.raises(LexiconMissing):
        taken_in(running)


def rechain(data: dict[str, Any]) -> None:
    """Forge the log so that only what it says is wrong."""
    previous = ""
    for number, entry in enumerate(data["log"], start=1):
        entry["sequence"], entry["data_digest"] = number, digest_of(entry["data"])
        at = parse_datetime(entry["at"])
        assert at is not None
        previous = entry["hash"] = hash_of(
            previous, number, at, entry["kind"], entry["by"], entry["data_digest"]
        )


Change = Callable[[dict[str, Any]], object]
SOON = "2026-11-16T12:00:00.000000Z"


def put(*path: str | int, value: object) -> Change:
    def change(data: dict[str, Any]) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def refused(data: object, kind: type[Refused]) -> str:
    before = Game.objects.count()
    with pytest.raises(kind) as refusal:
        taken_in(data)
    assert Game.objects.count() == before
    return str(refusal.value.detail.get("where", refusal.value.detail.get("field")))


@pytest.mark.parametrize("data", [None, [], {}, "x", {"format": "x"}, {"version": 2}])
def test_what_is_no_game_of_ours_is_refused(data: object) -> None:
    refused(data, FileUnreadable)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (put("version", value=99), "version"),
        (put("game", value=None), "game.name"),
        (put("game", "name", value=5), "game.name"),
        (put("game", "name", value="x" * 201), "game.name"),
        (put("game", "name", value="\0"), ""),
        (put("game", "name", value="\ud800"), ""),
        (put("game", "state", value="strange"), "game.state"),
        (put("game", "seed", value=7), "game.seed"),
        (put("game", "seed", value="zz"), "game.seed"),
        (put("game", "lexicon", value="../../x"), "game.lexicon"),
        (put("game", "created_at", value="gestern"), "game.created_at"),
        (put("game", "created_at", value="2026-02-30T12:00:00Z"), "game.created_at"),
        (put("game", "created_at", value="2026-02-20T12:00:00"), "game.created_at"),
        (put("game", "created_at", value="0001-01-01T00:00:00+14:00"), "game.created_at"),
        (put("game", "name", value="a\u202eb"), "game.name"),
        (put("participants", 0, "club", value="a\nb"), "participants[0].club"),
        (put("participants", value={}), "participants"),
        (put("participants", 0, value=[]), "participants[0]"),
        (put("participants", 0, "number", value=-1), "participants[0].number"),
        (put("participants", 0, "number", value=True), "participants[0].number"),
        (put("participants", 0, "name", value=None), "participants[0].name"),
        (put("rounds", 0, "rack", value="ß"), "rounds[0].rack"),
        (put("rounds", 0, "bag", value="A" * 121), "rounds[0].bag"),
        (put("rounds", 0, "cells", value="."), "rounds[0].cells"),
        (put("rounds", 0, "rejected", value=[1]), "rounds[0].rejected"),
        (put("rounds", 0, "tops", value=[{}]), "rounds[0].tops"),
        (put("rounds", 0, "reference", value={"word": "X"}), "rounds[0].reference"),
        (put("rounds", 0, "reference", "points", value="7"), "rounds[0].reference"),
        (put("rounds", 1, "number", value=1), "rounds[1].number"),
        (
            put("rounds", 0, "answers", 0, "participant", value=9),
            "rounds[0].answers[0].participant",
        ),
        (put("rounds", 0, "answers", 0, "source", value="x"), "rounds[0].answers[0].source"),
        (put("rounds", 0, "answers", 0, "coordinates", value="x"), "rounds[0].answers[0]"),
        (put("rounds", 0, "answers", 0, "word", value=""), "rounds[0].answers[0]"),
        (put("rounds", 0, "results", 0, "answer", value=99), "rounds[0].results[0].answer"),
        (put("rounds", 0, "results", 0, "play", value=["A", "B"]), "rounds[0].results[0].play"),
        (put("rounds", 0, "results", 0, "play", value=[{}, []]), "rounds[0].results[0].play"),
        (put("rounds", 0, "plays", 0, "words", value=[["A"]]), "rounds[0].plays[0].words"),
        (put("rounds", 0, "plays", 0, "points", value=10**12), "rounds[0].plays[0].points"),
        (put("rulings", 0, "round", value=77), "rulings[0]"),
        (put("rulings", 0, "round", value=[]), "rulings[0]"),
        (put("rulings", 0, "kind", value="x"), "rulings[0].kind"),
        (put("log", 0, "data", value=[]), "log[0].data"),
        (put("log", 0, "data", value=float("nan")), ""),
        (put("log", value=None), "log"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_place(change: Change, where: str) -> None:
    data = played_data()
    change(data)
    assert refused(data, FileUnreadable) == where


def test_options_that_do_not_exist_are_refused() -> None:
    data = played_data()
    data["game"]["options"]["limit_seconds"] = 1
    assert refused(data, Invalid) == "options.limit_seconds"


def swap_rack(data: dict[str, Any]) -> None:
    round = data["rounds"][0]
    round["rack"], round["bag"] = round["bag"][:7], round["bag"][7:] + round["rack"]


def lose_a_round(data: dict[str, Any]) -> None:
    gone = data["rounds"].pop(0)
    data["rulings"] = []
    kept = [entry for entry in data["log"] if entry["round"] != gone["number"]]
    data["log"] = kept


@pytest.mark.parametrize(
    ("change", "where"),
    [
        pytest.param(put("log", 4, "by", value="x"), "log 5", id="a log changed"),
        pytest.param(lambda data: data["log"].pop(3), "log 4", id="an entry lost"),
        pytest.param(put("log", value=[]), "log 1", id="no log"),
        pytest.param(put("game", "state", value="setup"), "game.state", id="no setup"),
        pytest.param(
            put("game", "state", value="running"), "game.state", id="a seed told too early"
        ),
        pytest.param(
            put("game", "finished_at", value=None), "game.finished_at", id="never finished"
        ),
        pytest.param(
            put("game", "commitment", value="0" * 64), "game.commitment", id="another promise"
        ),
        pytest.param(put("rounds", 0, "state", value="judged"), "1.1.state", id="not published"),
        pytest.param(
            put("rounds", 0, "published_at", value=None), "1.1.published_at", id="when published"
        ),
        pytest.param(put("rounds", 0, "label", value=""), "1.1.label", id="by hand, it seems"),
        pytest.param(put("rounds", 0, "periods", value=[]), "1.1.periods", id="never open"),
        pytest.param(put("rounds", 0, "publish_at", value=SOON), "1.1", id="a timer of a round"),
        pytest.param(put("game", "next_round_at", value=SOON), "game", id="a timer of the game"),
        pytest.param(swap_rack, "1.1.rack", id="another rack"),
        pytest.param(put("rounds", 0, "bag", value="A"), "1.1.bag", id="another bag"),
        pytest.param(put("rounds", 0, "top_points", value=999), "1.1.top_points", id="another top"),
        pytest.param(put("rounds", 0, "plays", 0, "code", value="gap"), "1.1", id="verdict"),
        pytest.param(put("rounds", 0, "plays", 0, "word", value="??"), "", id="no play"),
        pytest.param(
            put("rounds", 0, "results", 0, "points", value=999), "1.1.results", id="points"
        ),
        pytest.param(put("rounds", 0, "results", 0, "move_points", value=1), "1.1", id="sum"),
        pytest.param(put("rounds", 0, "results", 0, "is_top", value=False), "1.1", id="top"),
        pytest.param(
            put("rounds", 0, "answers", 0, "word", value="AB"), "1.1.answers", id="answer"
        ),
        pytest.param(
            put("rounds", 0, "answers", 0, "is_late", value=True), "1.1.answers", id="late"
        ),
        pytest.param(put("rounds", 0, "results", 0, "answer", value=0), "1.1", id="not the last"),
        pytest.param(put("participants", 0, "number", value=2), "", id="one number twice"),
    ],
)
def test_a_game_that_cannot_have_been_played_so_is_refused(change: Change, where: str) -> None:
    data = played_data()
    change(data)
    kind = ImportRefused if where else Refused
    found = refused(data, kind)
    assert not where or found == where


def test_a_forged_log_does_not_save_a_forged_rack() -> None:
    data = played_data()
    swap_rack(data)
    for entry in data["log"]:
        if entry["kind"] == "drawn" and entry["round"] == 1:
            entry["data"] |= {key: data["rounds"][0][key] for key in ("rack", "bag")}
    rechain(data)
    refused(data, ImportRefused)


def test_points_are_judged_again_by_the_lexicon(lexicon: Lexicon) -> None:
    data = played_data()
    other = lexicon_of(frozenset({"ER", "ES"}))
    assert other.info.sha256 != lexicon.info.sha256
    play = next(play for play in data["rounds"][0]["plays"] if play["code"] == "valid")
    play |= {"code": "word_not_admissible", "points": 0, "inadmissible": [play["words"][0][0]]}
    assert refused(data, ImportRefused) == "1.1"


def test_points_left_out_that_an_earlier_version_let_count_are_taken_in() -> None:
    game = begun_game()
    round = opened(game, NOON)
    top, anna = round.tops[0], game.participants.get(number=1)
    make_answer(round, anna, top["coordinates"], top["word"])
    published(round)
    text = json.dumps(exported(end_game(game, LATER, by=director_of(game))))
    data = json.loads(text.replace('"declared": "correct"', '"declared": "lower"'))
    rechain(data)
    copy = taken_in(data)
    assert copy.options.declared == Declared.LOWER
    assert game_standings(copy) == game_standings(game)


def test_a_round_that_is_missing_is_missed() -> None:
    data = played_data()
    lose_a_round(data)
    rechain(data)
    refused(data, ImportRefused)


def paths(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The place of everything in a JSON value."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from paths(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from paths(part, (*path, number))


#: What nobody would write there.
STRANGE: tuple[Any, ...] = (
    *(None, True, 0, -1, 7, 10**30, 1.5, "", "x", "?", "ß", "A1", "H8-H9", "\n", "9" * 300),
    *([], [[]], [None], {}, {"x": 1}, "2026-11-16T12:00:00Z", "published", "cancelled"),
)
STRANGE_CASES = 60


def test_whatever_is_strange_in_a_file_is_refused_with_a_code_or_harmless() -> None:
    by, places = make_user(), list(paths(played_data()))
    chance = random.Random(7)
    for _case in range(STRANGE_CASES):
        data = played_data()
        put(*chance.choice(places), value=chance.choice(STRANGE))(data)
        with contextlib.suppress(Refused), transaction.atomic():
            first_fault(taken_in(data, by))
