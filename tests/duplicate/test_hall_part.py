"""What the hall calls out once the fingerprint is known, so that nobody chose the racks.

The operator here is malicious: looks through seeds, reads and writes the database.
"""

import json
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest

from duplicate.errors import HallPartGiven, HallPartMissing, ImportRefused, WrongGameState
from duplicate.models import Game
from duplicate.options import Options
from duplicate.selectors.log import proof_of
from duplicate.services.games import change_game, create_game, give_hall_part, start_game
from duplicate.services.rounds import draw_round
from engine.__main__ import main
from engine.draws import Draw
from engine.randomness import commitment, draw_key
from engine.simultan import draw_rack, start
from engine.tiles import STANDARD
from referee.errors import Invalid, Refused
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON, SECOND, SEED, make_game, make_user
from tests.duplicate.logs import kinds_of
from tests.duplicate.sample_games import LATER, director_of, exported, played_game, taken_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

PART = "482913"


def in_setup(**columns: Any) -> Game:
    return make_game(state=Game.State.SETUP, **columns)


def verified(proof: object) -> dict[str, Any]:
    answer = BytesIO()
    assert main(["verify"], BytesIO(json.dumps(proof).encode()), answer) == 0
    found: dict[str, Any] = json.loads(answer.getvalue())
    return found


def test_the_part_is_kept_in_one_way_of_writing_and_told_in_the_log() -> None:
    game = give_hall_part(in_setup(), " 48-29 13 ", NOON, by=make_user("irma"))
    game.refresh_from_db()
    assert (game.hall_part, game.hall_part_at) == (PART, NOON)
    (entry,) = game.log.all()
    assert (entry.kind, entry.by) == ("hall_part", "irma")
    assert entry.data == {"hall_part": PART, "commitment": game.commitment}


def test_it_is_given_with_the_start_in_one_tap() -> None:
    game = start_game(in_setup(), NOON, by=make_user(), hall_part=PART)
    assert (game.state, game.hall_part) == (Game.State.RUNNING, PART)
    assert kinds_of(game) == ["hall_part", "started"]
    assert game.log.latest("sequence").data["hall_part"] == PART


def test_without_a_part_one_tap_starts_too_and_the_seed_alone_draws() -> None:
    game = start_game(in_setup(), NOON, by=make_user())
    assert (game.hall_part, game.draw_key.hex()) == ("", SEED)
    assert game.log.latest("sequence").data["hall_part"] == ""


@pytest.mark.parametrize("part", ["12345", "", "?!?!", "x" * 101, "٣٣٣٣٣٣٣"])
def test_what_cannot_have_been_called_out_is_refused_and_changes_nothing(part: str) -> None:
    game = in_setup()
    with pytest.raises(Invalid):
        give_hall_part(game, part, NOON, by=make_user())
    game.refresh_from_db()
    assert (game.hall_part, game.log_length) == ("", 0)


def test_a_start_with_an_unreadable_part_is_none() -> None:
    game = in_setup()
    with pytest.raises(Invalid):
        start_game(game, NOON, by=make_user(), hall_part="12")
    game.refresh_from_db()
    assert game.state == Game.State.SETUP


# What nobody may do


@pytest.mark.parametrize(
    "attempt",
    [
        lambda game, by: give_hall_part(game, "999999", NOON, by=by),
        lambda game, by: start_game(game, NOON, by=by, hall_part="999999"),
        lambda game, by: change_game(game, NOON, by=by, hall_source="etwas anderes"),
    ],
    ids=["given again", "given with the start", "another source"],
)
def test_what_was_called_out_stands(attempt: Callable[..., object]) -> None:
    game, by = in_setup(), make_user()
    give_hall_part(game, PART, NOON, by=by)
    with pytest.raises(HallPartGiven, match=PART):
        attempt(game, by)
    game.refresh_from_db()
    assert (game.hall_part, game.state, game.hall_source) == (PART, Game.State.SETUP, "")


@pytest.mark.parametrize("hall_part", ["", PART])
def test_once_the_game_has_begun_there_is_no_part_to_give(hall_part: str) -> None:
    game = start_game(in_setup(), NOON, by=make_user(), hall_part=hall_part)
    with pytest.raises(WrongGameState):
        give_hall_part(game, "999999", NOON, by=make_user())
    game.refresh_from_db()
    assert game.hall_part == hall_part


def first_rack(seed: bytes, part: str) -> str:
    drawn = draw_rack(start(STANDARD), draw_key(seed, part))
    assert isinstance(drawn, Draw)
    return drawn.rack


def test_an_operator_who_picked_a_seed_has_no_say_once_the_hall_has() -> None:
    """The seed brings both blanks on the first rack; the hall's part brings something else."""
    seeds = (sha256(number.to_bytes(4)).digest() for number in range(100_000))
    picked = next(seed for seed in seeds if first_rack(seed, "").startswith("??"))
    columns = {"seed": picked.hex(), "commitment": commitment(picked)}
    racks = {}
    for part in ("", PART, "482914"):
        game = in_setup()
        Game.objects.filter(pk=game.pk).update(**columns)
        start_game(game, NOON, by=make_user(), hall_part=part)
        round = draw_round(game, NOON, by=director_of(game))
        assert round is not None
        racks[part] = round.rack
    assert racks[""].startswith("??")
    assert racks[PART] == first_rack(picked, PART)
    assert len(set(racks.values())) == 3
    with_blanks = [first_rack(picked, f"{n:06}").startswith("??") for n in range(300)]
    assert sum(with_blanks) < 10  # one rack in 245 has both, whatever the seed


@pytest.mark.parametrize(
    "tampering",
    [{"hall_part": "482914"}, {"hall_part": ""}, {"seed": "5f" * 32}],
    ids=["another part", "no part", "another seed"],
)
def test_who_writes_into_the_database_is_found_out_by_the_proof(tampering: dict[str, str]) -> None:
    game = played_game(hall_part=PART)
    assert verified(proof_of(game))["verified"]
    Game.objects.filter(pk=game.pk).update(**tampering)
    game.refresh_from_db()
    assert not verified(proof_of(game))["verified"]


@pytest.mark.parametrize("value", ["482914", "", "48 29 13", None])
def test_a_file_with_another_part_is_not_taken_in(value: str | None) -> None:
    data = exported(played_game(hall_part=PART))
    data["game"]["hall_part"] = value
    with pytest.raises(Refused):
        taken_in(data, make_user())
    assert Game.objects.count() == 1


# What becomes of it elsewhere


def test_a_finished_game_takes_its_part_along() -> None:
    game = played_game(hall_part=PART)
    copy = taken_in(exported(game), make_user())
    assert (copy.hall_part, copy.hall_part_at) == (PART, NOON)
    assert proof_of(copy)["verification"]["verified"]
    again = taken_in(exported(copy), make_user())
    assert again.hall_part == PART


def test_a_file_of_before_there_was_such_a_part_is_taken_in() -> None:
    data = exported(played_game())
    for key in ("hall_part", "hall_part_at", "hall_source"):
        del data["game"][key]
    assert taken_in(data, make_user()).hall_part == ""


def test_a_game_in_setup_forgets_its_part_with_its_seed() -> None:
    """The part was known before the seed that it gets there."""
    by = make_user()
    game = create_game(name="Abend", by=by, at=NOON, hall_source="Lotto am Samstag")
    game = give_hall_part(game, PART, NOON + SECOND, by=by)
    copy = taken_in(exported(game), by)
    assert copy.commitment != game.commitment
    assert (copy.hall_part, copy.hall_part_at) == ("", None)
    assert copy.hall_source == "Lotto am Samstag"
    copy = give_hall_part(copy, "111222", LATER, by=by)
    assert taken_in(exported(copy), by).hall_part == ""


def test_a_part_dropped_from_a_file_in_setup_is_missed() -> None:
    by = make_user()
    game = give_hall_part(create_game(name="Abend", by=by, at=NOON), PART, NOON, by=by)
    data = exported(game)
    data["game"]["hall_part_at"] = None
    with pytest.raises(ImportRefused):
        taken_in(data, by)


# Games that need it, and that begin by themselves


def test_a_game_that_needs_its_part_does_not_begin_without() -> None:
    game = in_setup(options=Options(needs_hall_part=True))
    with pytest.raises(HallPartMissing):
        start_game(game, NOON, by=make_user())
    assert start_game(game, NOON, by=make_user(), hall_part=PART).state == Game.State.RUNNING


def test_the_clock_waits_for_the_part_and_begins_when_it_is_there() -> None:
    game = in_setup(options=Options(needs_hall_part=True), starts_at=NOON)
    assert start_game(game, NOON + SECOND).state == Game.State.SETUP
    assert game.log.count() == 0
    give_hall_part(game, PART, NOON + 2 * SECOND, by=make_user())
    game = start_game(game, NOON + 3 * SECOND)
    assert (game.state, game.started_at) == (Game.State.RUNNING, NOON + 2 * SECOND)


def test_a_part_given_beforehand_does_not_delay_the_start() -> None:
    game = in_setup(starts_at=NOON)
    give_hall_part(game, PART, NOON - 60 * SECOND, by=make_user())
    assert start_game(game, NOON + SECOND).started_at == NOON


def test_where_the_part_comes_from_is_told_before_it_is_known() -> None:
    by = make_user()
    game = create_game(name="Leserrunde", by=by, at=NOON, hall_source="Lotto am 21. 11.")
    assert game.log.get().data["hall_source"] == "Lotto am 21. 11."
    change_game(game, NOON + SECOND, by=by, hall_source="Lotto am 28. 11.")
    assert game.log.latest("sequence").data == {"hall_source": "Lotto am 28. 11."}
    with pytest.raises(Invalid):
        change_game(game, NOON, by=by, hall_source="x" * 201)


# The same through the API


def test_the_api_tells_takes_and_keeps_it() -> None:
    director = as_user(make_user())
    made = director.post("/duplicate/games/", {"name": "Abend", "hall_source": "Würfel"}).json()
    game = f"/duplicate/games/{made['id']}/"
    assert (made["hall_source"], made["hall_part"]) == ("Würfel", "")
    short = director.post(f"{game}hall-part/", {"hall_part": "12"})
    assert (short.status_code, short.json()["code"]) == (400, "invalid")
    assert director.post(f"{game}hall-part/", {"hall_part": "48 29 13"}).status_code == 200
    again = director.post(f"{game}start/", {"hall_part": "999999"})
    assert (again.status_code, again.json()["code"]) == (409, "hall_part_given")
    assert director.post(f"{game}start/").json()["hall_part"] == PART
    assert Caller().get(f"{game}proof/").json()["hall_part"] == PART
    assert Caller().get(f"{game}state/").json()["hall_part"] == PART
