"""What everybody who plays is told of themselves: once it is published, and nobody else."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils.translation import override

from duplicate.models import Game, Participant, Ruling
from duplicate.options import Declared, Options
from duplicate.pages.page_requests import SEATS
from duplicate.selectors.own import own_message, own_messages
from duplicate.selectors.state import poll_seconds, public_state
from duplicate.services.judging import judge_round
from duplicate.services.participants import (
    issue_token,
    readmit_participant,
    withdraw_participant,
)
from duplicate.services.rounds import publish_round, retract_publication
from duplicate.services.rulings import (
    credit_average,
    penalise_participant,
    revise_round,
    revoke_ruling,
    warn_participant,
)
from referee.tokens import digest
from tests.api_client import Caller, path_of
from tests.duplicate.factories import make_answer, make_game, make_participant, make_user
from tests.duplicate.round_states import LATE, State, round_in, top_of
from tests.processes import Processes, Web, asking, heard_lines

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
UNFAIR = Ruling.Reason.UNFAIR


class Room:
    """A game with a closed round: Eva handed in the top, Max a word that is none, Ida nothing."""

    def __init__(self, options: Options | None = None) -> None:
        self.game = make_game(options=options)
        (self.eva, self.evas), (self.max, self.maxs), (self.ida, self.idas) = (
            make_participant(self.game, name) for name in ("Eva", "Max", "Ida")
        )
        self.round = round_in(State.CLOSED, game=self.game)
        coordinates, word = top_of(self.round)
        make_answer(self.round, self.eva, coordinates, word, declared_points=7)
        make_answer(self.round, self.max, "H4-H9", "MMMMMM")

    def publish(self) -> None:
        self.round = publish_round(judge_round(self.round, LATE), LATE, by=make_user())

    def told(self, participant: Participant) -> dict[str, Any]:
        """What they are told, by the state of now."""
        participant.refresh_from_db()
        return own_message(Participant.objects.get(pk=participant.pk))

    @property
    def results(self) -> int:
        results: int = public_state(Game.objects.get(pk=self.game.pk))["results"]
        return results


@pytest.fixture
def room() -> Room:
    return Room()


def test_before_the_first_publication_there_is_nothing_to_tell(room: Room) -> None:
    judge_round(room.round, LATE)
    assert room.results == 0
    for participant in (room.eva, room.max):
        assert room.told(participant) == {
            "results": 0,
            "number": participant.number,
            "withdrawn": False,
            "total": 0,
            "percent": 0,
            "rank": None,
            "players": 0,
            "round": None,
        }


def test_after_it_everybody_is_told_points_verdict_total_and_rank(room: Room) -> None:
    room.publish()
    top = room.round.top_points
    coordinates, word = top_of(room.round)
    assert room.results == Game.objects.get(pk=room.game.pk).log_length
    assert room.told(room.eva) == {
        "results": room.results,
        "number": 1,
        "withdrawn": False,
        "total": top,
        "percent": 100.0,
        "rank": 1,
        "players": 3,
        "round": {
            "number": 1,
            "attempt": 1,
            "points": top,
            "bonus": 0,
            "deduction": 0,
            "is_top": True,
            "is_solo": False,
            "warnings": 0,
            "notes": [],
            "code": "valid",
            "verdict": f"{word} auf {coordinates} ist ein gültiger Zug.",
            "coordinates": coordinates,
            "word": word,
            "declared": 7,
            "worth": top,
            "play": {"coordinates": coordinates, "word": word},
        },
    }
    told = room.told(room.max)
    assert (told["total"], told["rank"], told["round"]["points"]) == (0, 2, 0)
    assert (told["round"]["code"], told["round"]["declared"]) == ("not_on_rack", None)
    nothing = room.told(room.ida)
    assert (nothing["round"], nothing["total"], nothing["rank"]) == (None, 0, 2)


def test_the_verdict_is_in_the_readers_language(room: Room) -> None:
    room.publish()
    messages = own_messages(room.game)
    with override("en"):
        told = messages.of(digest(room.evas))
    assert told is not None
    assert "is a legal move" in told["round"]["verdict"]


def test_a_message_is_a_few_hundred_bytes(room: Room) -> None:
    room.publish()
    text = json.dumps(room.told(room.max), ensure_ascii=False, separators=(",", ":"))
    assert len(text.encode()) < 500


def test_who_is_warned_fined_or_credited_is_told_why_and_nobody_else(room: Room) -> None:
    director = make_user()
    warn_participant(room.round, room.eva, LATE, by=director, reason=Ruling.Reason.ILLEGIBLE)
    fined = {"reason": UNFAIR, "text": "Handy am Ohr"}
    penalise_participant(room.round, room.eva, 1, LATE, by=director, **fined)
    revoked = penalise_participant(room.round, room.eva, 9, LATE, by=director, reason=UNFAIR)
    revoke_ruling(revoked, LATE, by=director)
    technical = Ruling.Reason.TECHNICAL
    credit_average(room.round, room.ida, LATE, by=director, points=4, reason=technical)
    room.publish()
    assert room.told(room.eva)["round"]["notes"] == [
        "Verwarnung: unleserlich.",
        "1 Strafpunkt: unfaires Verhalten (Handy am Ohr).",
    ]
    assert room.told(room.ida)["round"]["notes"] == ["Gutgeschrieben: technischer Fehler."]
    assert room.told(room.max)["round"]["notes"] == []


def test_a_warning_of_form_is_told_beside_one_that_a_director_gave() -> None:
    room = Room(Options(declared=Declared.WARN))
    reason = Ruling.Reason.DISTURBANCE
    warn_participant(room.round, room.eva, LATE, by=make_user(), reason=reason)
    room.publish()
    assert room.told(room.eva)["round"]["notes"] == [
        "Verwarnung: Punkte falsch oder nicht angegeben.",
        "Verwarnung: Störung.",
    ]


def test_a_penalty_given_after_the_publication_is_told_when_the_round_is_revised(
    room: Room,
) -> None:
    room.publish()
    penalise_participant(room.round, room.eva, 5, LATE, by=make_user(), reason=UNFAIR)
    assert room.told(room.eva)["round"]["notes"] == []
    revise_round(room.round, LATE, by=make_user())
    assert room.told(room.eva)["round"]["notes"] == ["5 Strafpunkte: unfaires Verhalten."]


def revise(room: Room) -> None:
    penalise_participant(room.round, room.eva, 5, LATE, by=make_user(), reason=UNFAIR)
    revise_round(room.round, LATE, by=make_user())


def retract(room: Room) -> None:
    retract_publication(room.round, LATE, by=make_user())


def withdraw(room: Room) -> None:
    withdraw_participant(room.eva, LATE, by=make_user())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (revise, (False, 1, 5)),
        (retract, (False, None, None)),
        (withdraw, (True, 1, 0)),
    ],
)
def test_revision_retraction_and_withdrawal_make_another_message(
    room: Room, change: Callable[[Room], None], told: tuple[bool, int | None, int | None]
) -> None:
    room.publish()
    before = room.results
    change(room)
    after = room.told(room.eva)
    assert after["results"] == room.results > before
    deduction = after["round"] and after["round"]["deduction"]
    assert (after["withdrawn"], after["rank"], deduction) == told


def test_who_is_readmitted_is_told(room: Room) -> None:
    withdraw(room)
    assert room.told(room.eva)["withdrawn"] is True
    readmit_participant(room.eva, LATE, by=make_user())
    assert (room.told(room.eva)["withdrawn"], room.results) == (False, 2)


def test_what_changes_nobodys_result_makes_no_other_message(room: Room) -> None:
    room.publish()
    before = room.results
    issue_token(room.eva, LATE, by=make_user())
    assert room.results == before


def test_a_token_that_was_replaced_is_nobodys(room: Room) -> None:
    room.publish()
    fresh = issue_token(room.eva, LATE, by=make_user())
    messages = own_messages(Game.objects.get(pk=room.game.pk))
    assert messages.of(digest(room.evas)) is None
    told = messages.of(digest(fresh))
    assert told is not None
    assert told["number"] == room.eva.number


def test_who_joins_after_a_publication_has_no_place_yet(room: Room) -> None:
    room.publish()
    assert room.told(room.eva)["players"] == 3
    newcomer, token = make_participant(room.game, "Uwe")
    told = own_messages(Game.objects.get(pk=room.game.pk)).of(digest(token))
    assert told is not None
    assert (told["number"], told["rank"], told["round"]) == (newcomer.number, None, None)


def test_the_api_tells_it_with_an_etag_for_each_person(room: Room) -> None:
    room.publish()
    caller = Caller(room.evas)
    answer = caller.get(path_of(room.game, "own/"))
    assert answer.json() == room.told(room.eva)
    etag = answer.headers["ETag"]
    assert caller.get(path_of(room.game, "own/"), if_none_match=etag).status_code == 304
    assert Caller(room.maxs).get(path_of(room.game, "own/"), if_none_match=etag).status_code == 200


@pytest.mark.parametrize(
    ("people", "seconds"), [(0, 2), (6_800, 2), (8_000, 3), (20_000, 6), (99_999, 30)]
)
def test_the_more_there_are_the_less_often_each_should_ask(people: int, seconds: int) -> None:
    assert poll_seconds(people) == seconds


separate = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="separate processes need PostgreSQL and Redis"
)


class Phone:
    """Follows a game and hands out the events, each with what it says."""

    def __init__(self, stream: HTTPResponse) -> None:
        self._lines = heard_lines(stream)

    def next(self, *kinds: str) -> tuple[str, dict[str, Any]]:
        """The next event of one of these kinds; the others are passed over."""
        kind = ""
        for line in self._lines:
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: ") and kind in kinds:
                return kind, json.loads(line.removeprefix("data: "))
        raise AssertionError("the stream has ended")


@contextmanager
def phone(web: Web, game: Game, **headers: str) -> Iterator[Phone]:
    with asking(web, f"/api/v1/duplicate/games/{game.pk}/events/", **headers) as stream:
        yield Phone(stream)


def own_by(web: Web, game: Game, **headers: str) -> tuple[int, Any]:
    with asking(web, f"/api/v1/duplicate/games/{game.pk}/own/", **headers) as answer:
        return answer.status, json.loads(answer.read() or b"null")


def seat_of(game: Game, token: str) -> str:
    return f"{SEATS.cookie(game.pk)}={token}"


def check_two_processes(room: Room, here: Web, there: Web) -> None:
    game, evas, maxs = room.game, room.evas, room.maxs
    with (
        phone(here, game, Cookie=seat_of(game, evas)) as eva,
        phone(there, game, Authorization=f"Bearer {maxs}") as maximilian,
        phone(there, game) as anybody,
        phone(here, make_game(), Cookie=seat_of(game, evas)) as elsewhere,
    ):
        for listener in (eva, maximilian, anybody, elsewhere):
            listener.next("state")
        room.publish()
        # A process that looked before it was told what has happened calls it a state.
        wanted = ("own", "published", "state")
        assert "own" not in {eva.next(*wanted)[0], maximilian.next(*wanted)[0]}
        (_own, evas_own), (_own, maxs_own) = eva.next("own"), maximilian.next("own")
        assert (evas_own, maxs_own) == (room.told(room.eva), room.told(room.max))
        assert own_by(there, game, Cookie=seat_of(game, evas)) == (200, evas_own)
        with phone(there, game, Cookie=seat_of(game, evas)) as again:
            assert again.next("own") == ("own", evas_own)
        retract(room)
        assert eva.next("own")[1]["rank"] is None
        assert maximilian.next("own")[1]["results"] == room.results
        assert anybody.next(*wanted)[0] != "own"
        assert anybody.next("own", "retracted", "judged", "state")[0] != "own"
    strangers = make_participant(make_game())[1]
    for status, headers in [
        (401, {}),
        (401, {"Cookie": seat_of(game, "slp_falsch")}),
        (401, {"Authorization": "Bearer slp_falsch"}),
        (403, {"Authorization": f"Bearer {strangers}"}),
        (403, {"Authorization": "Bearer slu_konto"}),
    ]:
        assert own_by(here, game, **headers)[0] == status


@separate
@pytest.mark.django_db(transaction=True)
def test_everybody_is_pushed_their_own_result_by_every_process_and_nobody_elses(
    tmp_path: Path,
) -> None:
    with Processes(tmp_path) as processes:
        check_two_processes(Room(), processes.web(), processes.web())
