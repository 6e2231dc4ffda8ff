import json
import re
from collections import defaultdict
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest

from duplicate.exchange.records import record_of
from duplicate.models import Game, LogEntry, Round, Staff
from duplicate.options import Options
from duplicate.selectors.log import proof_of, public_log
from duplicate.services.erasure import erase_participant
from duplicate.services.games import change_game, create_game, end_game, give_hall_part
from duplicate.services.hall import freeze_hall, release_hall
from duplicate.services.judging import judge_round
from duplicate.services.merging import Choices, merge_participants
from duplicate.services.notices import (
    begin_break,
    end_break,
    take_back_notice,
    write_notice,
)
from duplicate.services.pace import hold_game, release_game
from duplicate.services.participants import (
    change_participant,
    enter_participant,
    issue_token,
    readmit_participant,
    withdraw_participant,
)
from duplicate.services.records import import_record
from duplicate.services.rounds import (
    begin_closing,
    cancel_round,
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
from duplicate.services.rulings import revise_round, revoke_ruling, rule_on_word
from duplicate.services.seats import renew_cards, vacate_seat
from engine.__main__ import main
from engine.digests import digest_of
from referee.chain import Link, first_broken
from referee.events.account_erasure import erase_account
from referee.events.invitations import accept_invitation, invite_staff, revoke_invitation
from referee.events.people import NewPerson
from referee.events.staff import remove_staff, set_staff
from referee.journals import first_fault
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_game,
    make_receiver,
    make_round,
    make_user,
)
from tests.duplicate.round_states import top_of
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
from tests.processes import ROOT
from tests.rehearsal import papers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def kinds_hidden(game: Game) -> list[str]:
    return [entry["kind"] for entry in public_log(game) if entry["data"] is None]


def test_what_the_log_tells_of_a_round_is_public_once_it_is_published() -> None:
    game = begun_game()
    assert kinds_hidden(game) == []
    round = opened(game, NOON)
    hand_in(round)
    assert kinds_hidden(game) == ["drawn", "opened"]
    assert all(entry["data"] is not None for entry in public_log(game, sees_all=True))
    published(round)
    assert kinds_hidden(game) == []
    retract_publication(round, NOON + timedelta(hours=1), by=director_of(game))
    assert "judged" in kinds_hidden(game)


def test_nobody_finds_a_hidden_rack_by_trying_all_against_its_digest() -> None:
    game = begun_game()
    round = draw_round(game, NOON, by=director_of(game))
    assert round is not None
    hidden = public_log(game)[-1]
    guess = {"drawn_by": "server", "label": round.label, "leave": "", "rejected": round.rejected}
    guess |= {"drawn": round.drawn, "rack": round.rack, "bag": round.bag}
    guess |= {"round": 1, "attempt": 1}
    assert (hidden["kind"], hidden["data"]) == ("drawn", None)
    assert hidden["data_digest"] != digest_of(guess)


def test_what_happened_to_a_misdraw_is_public() -> None:
    game = begun_game()
    round = opened(game, NOON)
    cancel_round(round, NOON + SECOND, by=director_of(game))
    assert kinds_hidden(game) == []


def test_the_log_can_be_checked_by_those_who_do_not_see_all() -> None:
    game = begun_game()
    opened(game, NOON)
    entries = public_log(Game.objects.get(pk=game.pk))
    links = [
        Link(
            entry["sequence"],
            LogEntry.objects.get(game=game, sequence=entry["sequence"]).at,
            entry["kind"],
            entry["by"],
            entry["data_digest"],
            entry["hash"],
            entry["data"],
        )
        for entry in entries
    ]
    assert first_broken(links) is None


def test_the_log_of_a_played_game_is_whole() -> None:
    assert first_fault(played_game()) is None


@pytest.mark.parametrize(
    "change", [{"by": "somebody"}, {"data": {}}, {"at": NOON}, {"kind": "finished"}]
)
def test_a_changed_entry_is_found(change: dict[str, Any]) -> None:
    game = played_game()
    LogEntry.objects.filter(game=game, sequence=6).update(**change)
    assert first_fault(game) == 6


def test_entries_left_out_are_missed() -> None:
    game = played_game()
    last = game.log_length
    LogEntry.objects.filter(game=game, sequence=last).delete()
    assert first_fault(game) == last
    LogEntry.objects.filter(game=game, sequence=3).delete()
    assert first_fault(game) == 3


# The proof of the draws


def test_before_the_end_the_proof_has_neither_the_seed_nor_a_rack_not_opened() -> None:
    game = begun_game()
    published(opened(game, NOON))
    draw_round(game, NOON + timedelta(hours=1), by=director_of(game))
    proof = proof_of(game)
    assert (proof["seed"], proof["verification"]) == (None, None)
    assert [drawn["round"] for drawn in proof["draws"]] == [1]
    assert game.seed not in json.dumps(proof)
    assert proof["commitment"] == game.commitment


@pytest.mark.parametrize(
    "options",
    [Options(), Options(joker=True), Options(leave_returned=True)],
    ids=["standard", "joker", "leave returned"],
)
def test_the_proof_of_a_finished_game_holds_here_and_on_the_command_line(options: Options) -> None:
    proof = proof_of(played_game(options=options))
    assert proof["verification"] == {
        "verified": True,
        "fault": None,
        "round": None,
        "label": None,
        "typed_rounds": [3],
    }
    reasons = [drawn["because"] for drawn in proof["draws"]]
    assert "misdraw" in reasons
    assert reasons[-1] == "withdrawn"
    answer = BytesIO()
    assert main(["verify"], BytesIO(json.dumps(proof).encode()), answer) == 0
    found = json.loads(answer.getvalue())
    assert (found["verified"], found["draws"]) == (True, len(reasons))
    assert (found["drawn"], found["typed"]) == (len(reasons) - 1, 1)


def test_a_rack_changed_in_the_database_is_found_out() -> None:
    game = played_game()
    round = game.rounds.filter(number=4).latest("attempt")
    rack, bag = round.bag[: len(round.rack)], round.bag[len(round.rack) :] + round.rack
    Round.objects.filter(pk=round.pk).update(rack=rack, bag=bag)
    verification = proof_of(game)["verification"]
    assert (verification["fault"], verification["round"]) == ("draw_differs", 4)


def test_the_proof_holds_though_a_published_round_was_drawn_again() -> None:
    """The second round drawn meanwhile went back before the first was drawn again."""
    game = begun_game()
    by = director_of(game)
    first = opened(game, NOON)
    hand_in(first)
    published(first)
    assert draw_round(game, NOON + 400 * SECOND, by=by)
    retract_publication(first, NOON + 410 * SECOND, by=by)
    cancel_round(first, NOON + 420 * SECOND, by=by)
    for number in (1, 2):
        round = opened(game, NOON + (500 + 400 * number) * SECOND)
        assert (round.number, round.attempt) == (number, 2)
        hand_in(round)
        published(round)
    game = end_game(game, NOON + 3600 * SECOND, by=by)
    proof = proof_of(game)
    assert proof["verification"]["fault"] is None
    assert [drawn["label"] for drawn in proof["draws"]] == [
        "round 1 draw 1",
        "round 2 draw 1",
        "round 1 draw 2",
        "round 2 draw 2",
    ]
    copy = taken_in(exported(game), by, NOON + 3700 * SECOND)
    assert proof_of(copy)["draws"] == proof["draws"]


# What the chapter says of it


def test_the_chapter_on_rounds_tells_every_entry_and_its_data() -> None:
    tables = papers.section(
        (ROOT / "docs" / "rounds.md").read_text("utf-8"), "## What the log holds"
    )
    told = {
        kind: set(re.findall(r"`(\w+)`", data))
        for kinds, data in re.findall(r"(?m)^\| (`.+?`) \| (.*) \|$", tables)
        for kind in re.findall(r"`(\w+)`", kinds)
    }
    assert set(told) == set(LogEntry.Kind)
    play_everything()
    recorded: dict[str, set[str]] = defaultdict(set)
    for entry in LogEntry.objects.all():
        named = {"round", "attempt", "salt"} if entry.round else set()
        assert named <= set(entry.data)
        named |= {"salt"} if entry.kind in {"joined", "participant_changed"} else set()
        recorded[entry.kind] |= set(entry.data) - named
    assert recorded == told


def play_everything() -> None:
    """Whatever the log of a game can tell of: once at least."""
    game = played_game()
    by, other, at = director_of(game), make_user(), NOON + timedelta(days=1)
    taken_in(exported(game), by, at)
    import_record(record_of(game), "Kopie", at, by=by)
    freeze_hall(game, at, by=by)
    release_hall(game, at, by=by)
    write_notice(game, "Danke!", at, by=by)
    take_back_notice(game, at, by=by)
    automatic = make_game(options=Options(automatic=True))
    release_game(hold_game(automatic, at, by=by), at, by=by)
    end_break(begin_break(automatic, at, by=by, seconds=600), at, by=by)

    game = begun_game(by)
    planned = create_game(name="Morgen", by=by, at=at)
    changes: dict[str, Any] = {"options": Options(), "starts_at": None, "hall_source": "Lotto"}
    change_game(planned, at, by=by, name="Heute", **changes)
    give_hall_part(planned, "482913", at, by=by)
    change_game(game, at, by=by, is_listed=False)
    set_staff(game, other, Staff.Role.ASSISTANT, at, by=by)
    remove_staff(game, other, at, by=by)
    ben = game.participants.get(number=2)
    change_participant(ben, at, by=by, name="Ben", club="SC", category="B", member_id="18")
    issue_token(ben, at, by=by)
    readmit_participant(withdraw_participant(ben, at, by=by), at, by=by)
    change_game(planned, at, by=by, is_archived=True, is_test=True)
    invited, code = invite_staff(game, Staff.Role.ASSISTANT, at, by=by)
    helper = make_user("helfer")
    accept_invitation(code, helper, at)
    revoke_invitation(game, invited.pk, at, by=by)
    cleo = enter_participant(planned, NewPerson("Cleo"), at, by=by)
    erase_participant(withdraw_participant(cleo, at, by=by), at, by=by)
    erase_account(helper, "helfer", at)

    round = opened(game, NOON)
    hand_in(round)
    pause_round(round, NOON + 10 * SECOND, by=by)
    resume_round(round, NOON + 20 * SECOND, by=by)
    extend_round(round, 60, NOON + 30 * SECOND, by=by)
    at = NOON + 3600 * SECOND
    round = judge_round(finish_closing(begin_closing(round, at), at), at)
    round = published(reopen_round(round, 60, at, by=by))
    retract_publication(round, at, by=by)
    choose_reference(round, *top_of(round), at, by=by)
    publish_round(round, at, by=by)
    ruling = rule_on_word(round, top_of(round)[1], at, by=by, is_admissible=False, reason="other")
    revise_round(round, at, by=by)
    revoke_ruling(ruling, at, by=by)

    make_receiver("killed", NOON + SECOND)
    make_receiver("next", at, since=at)
    begin_closing(make_round(automatic), at)
    vacate_seat(game.participants.get(number=1), at, by=by)
    renew_cards(game, at, by=by)
    choices = Choices(answers={1: 2})
    merge_participants(ben, game.participants.get(number=1), at, by=by, choices=choices)
