"""A whole game through the API, from first draw to last tile, and all of it checked anew."""

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from engine.digests import digest_of
from engine.simultan import Position, can_be_played
from engine.solver import find_tops
from referee.chain import hash_of
from tests.duplicate import independent
from tests.duplicate.checked_game import ANNA, BEN, CEM, DORA, EMIL, Table, set_up
from tests.running_sites import Reply, Site, Visitor, embedded_site, production_site


@pytest.fixture(scope="module", params=[embedded_site, production_site])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    if request.param is production_site and not os.environ["DATABASE_URL"]:
        pytest.skip("this run is for what is built in; PostgreSQL and Redis are left out")
    with request.param(tmp_path_factory.mktemp("site")) as site:
        yield site


def misdraw(table: Table) -> None:
    """Drawn, but somebody saw the tiles: they go back, and others are drawn."""
    table.order("cancel", text="Steine waren zu sehen.")
    table.draw()


def misdraw_while_open(table: Table) -> None:
    """What was handed in for the first rack counts no more."""
    table.everybody_answers()
    table.order("cancel")
    table.draw()
    table.open()
    table.everybody_answers()


def pause(table: Table) -> None:
    table.everybody_answers()
    paused = table.order("pause")
    assert paused["remaining_seconds"] > 0
    table.hand_in(ANNA, table.moves()[-1].move, counts=False)
    resumed = table.order("resume")
    assert resumed["closes_at"]
    table.hand_in(BEN, table.moves()[0].move)


def extension(table: Table) -> None:
    before = datetime.fromisoformat(table.round["closes_at"])
    after = datetime.fromisoformat(table.order("extend", seconds=60)["closes_at"])
    assert after - before == timedelta(seconds=60)
    table.everybody_answers()


def reopening(table: Table) -> None:
    """Closed too early: what came before still counts, and Ben finds something better."""
    table.hand_in(BEN, table.moves()[-1].move, counts=False)
    table.order("reopen", seconds=30)
    table.hand_in(BEN, table.moves()[0].move)
    table.close()


def late_slip_of_an_early_answer(table: Table) -> None:
    """A slip found in the hall after the round was judged."""
    table.slip(EMIL, table.moves()[0].move)
    table.wait_for("judged")


def barred_word(table: Table) -> None:
    """The top's word does not exist after all: another is the top, and Anna loses her points."""
    word = table.round["reference"]["word"].upper()
    lexicon = table.lexicon.ruled(barred=[word])
    if not find_tops(lexicon, table.board, table.rack):
        return  # without it nothing could be laid
    before = table.worth(ANNA)
    table.director.post(
        f"{table.round_path}rulings/",
        {"kind": "word_barred", "word": word, "reason": "not_in_dictionary"},
    )
    table.lexicon = lexicon
    assert table.worth(ANNA) == 0 < before
    table.wait_for("judged")


def allowed_word(table: Table) -> None:
    """Cem's word does exist: he is credited, and it may be the top."""
    if CEM not in table.counting:
        return
    word = table.counting[CEM][1].upper()
    table.director.post(
        f"{table.round_path}rulings/",
        {"kind": "word_allowed", "word": word, "reason": "in_dictionary", "text": "Seite 12"},
    )
    table.lexicon = table.lexicon.ruled(added=[word])
    assert table.worth(CEM) > 0
    table.wait_for("judged")


def retraction(table: Table) -> None:
    """Published and the next rack drawn, when a slip turns up: all of that is taken back."""
    counting = table.counting
    assert table.draw()
    table.take_back()
    table.counting = counting
    table.order("retract")
    table.slip(DORA, table.moves()[0].move)
    table.wait_for("judged")
    table.publish()


#: What happens on the way, by the number of the round.
BEFORE_OPENING = {2: misdraw}
WHILE_OPEN = {3: pause, 4: extension, 9: misdraw_while_open}
BEFORE_PUBLISHING = {
    5: reopening,
    6: late_slip_of_an_early_answer,
    7: barred_word,
    8: allowed_word,
}
AFTER_PUBLISHING = {10: retraction}
BY_THE_CLOCK = 11


def play(table: Table, *, has_time: bool) -> None:
    """Play to the last tile. With time to spare one round is left to the clock."""
    while table.draw():
        number = table.number
        BEFORE_OPENING.get(number, _nothing)(table)
        table.open()
        WHILE_OPEN.get(number, Table.everybody_answers)(table)
        if has_time and number == BY_THE_CLOCK:
            closes_at = table.round["closes_at"]
            table.wait_for("judged", 60)
            assert table.round["closes_at"] == closes_at
            table.hand_in(BEN, table.moves()[0].move, counts=False)
        else:
            table.close()
        BEFORE_PUBLISHING.get(number, _nothing)(table)
        table.publish()
        AFTER_PUBLISHING.get(number, _nothing)(table)


def _nothing(_table: Table) -> None:
    pass


def test_a_game_from_the_first_draw_to_the_last_tile(site: Site) -> None:
    table = set_up(site, "Von A bis Z")
    play(table, has_time=site.name == "production")
    assert table.number > 20

    game = table.public.get(table.path)
    assert game["state"] == "finished"
    assert hashlib.sha256(bytes.fromhex(game["seed"])).hexdigest() == game["commitment"]
    check_draws(table, game["seed"])
    check_ending(table, game["seed"], game["ending"])
    check_log(table)
    table.check_standings()


def check_draws(table: Table, seed: str) -> None:
    """Every rack is the one that the seed brings; those that went back could not be played."""
    for draw in table.draws:
        redrawn = independent.redraw(seed, draw.number, draw.attempt, draw.bag, draw.leave)
        assert redrawn
        if draw.rack is None:
            assert not find_tops(draw.lexicon, draw.board, redrawn.rack)
        else:
            assert redrawn.rack == draw.rack, draw


def check_ending(table: Table, seed: str, ending: str) -> None:
    """The game is over because nothing more could be drawn, or nothing that was drawn be laid."""
    tiles_left = table.bag + table.leave
    if independent.needed(tiles_left, table.number) is None:
        vowels = any(tile in independent.VOWELS for tile in tiles_left)
        expected = "no_tiles" if not tiles_left else "no_consonants" if vowels else "no_vowels"
        assert ending == expected
        return
    assert ending == "no_playable_rack"
    redrawn = independent.redraw(seed, table.number, 1, table.bag, table.leave)
    search = partial(find_tops, table.lexicon)
    assert redrawn
    assert not search(table.board, redrawn.rack)
    position = Position(table.board, table.bag, table.leave, table.number)
    assert not can_be_played(position, search)


def check_log(table: Table) -> None:
    """The chain holds, nothing is withheld any more, and every round closed at its deadline."""
    entries = table.public.get_all(f"{table.path}log/")
    assert independent.first_broken_link(entries) is None
    assert all(entry["data"] is not None for entry in entries)
    assert table.public.get(f"{table.path}log/verification/")["is_intact"] is True
    kinds = {entry["kind"] for entry in entries}
    assert kinds >= {
        "created", "joined", "started", "drawn", "opened", "paused", "resumed", "extended",
        "closed", "reopened", "judged", "ruled", "cancelled", "published", "retracted", "finished",
    }  # fmt: skip
    closed = {datetime.fromisoformat(e["at"]) for e in entries if e["kind"] == "closed"}
    assert closed >= set(table.deadlines)


def test_the_draws_told_a_second_time_agree_with_the_example_in_the_chapter() -> None:
    seed = "101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f"
    redrawn = independent.redraw(seed, 1, 1, independent.ALL_TILES, "")
    assert redrawn
    assert (redrawn.rejected, redrawn.rack) == (["AGRSTVZ"], "IMOSTUW")
    other = independent.redraw(seed, 1, 2, independent.ALL_TILES, "")
    assert other
    assert other.rack != redrawn.rack


def test_the_log_told_a_second_time_shows_what_was_changed() -> None:
    at, data = datetime(2026, 11, 16, 12, tzinfo=UTC), {"rack": "AÄ"}
    entries: list[dict[str, object]] = []
    for number, before in ((1, ""), (2, hash_of("", 1, at, "drawn", "clock", digest_of(data)))):
        digest = digest_of(data)
        link = hash_of(before, number, at, "drawn", "clock", digest)
        entry = {"sequence": number, "at": at.isoformat(), "kind": "drawn", "by": "clock"}
        entries.append(entry | {"data": data, "data_digest": digest, "hash": link})
    assert independent.first_broken_link(entries) is None
    for change in ({"by": "director"}, {"data": {"rack": "AB"}}, {"hash": "0" * 64}):
        assert independent.first_broken_link([entries[0], entries[1] | change]) == 2
    assert independent.first_broken_link(entries[1:]) == 1


@dataclass(frozen=True)
class Mistake:
    """A request that must be refused."""

    who: Callable[[Table], Visitor]
    path: str
    body: object
    status: int
    code: str


def _answer(body: object, code: str, status: int = 400) -> Mistake:
    return Mistake(lambda table: table.players[ANNA], "answer/", body, status, code)


def _director(table: Table) -> Visitor:
    return table.director


def _written(coordinates: object, word: object, points: object = 1) -> dict[str, object]:
    return {"coordinates": coordinates, "word": word, "points": points}


WRONG_ANSWERS = {
    "no coordinates at all": _answer(_written("quer", "ODE"), "coordinates_unreadable"),
    "two directions in one": _answer(_written("H4-9H", "ODE"), "coordinates_unreadable"),
    "letters of another script": _answer(_written("H8-H10", "ОДЕ"), "word_unreadable"),
    "a digit among the letters": _answer(_written("H8-H10", "0DE"), "word_unreadable"),
    "an empty word": _answer(_written("H8", ""), "word_unreadable"),
    "off the board": _answer(_written("H14-H16", "ODE"), "misplaced"),
    "askew": _answer(_written("H8-J10", "ODE"), "misplaced"),
    "another length": _answer(_written("H8-H11", "ODE"), "misplaced"),
    "a number for a word": _answer(_written("H8", 8), "invalid"),
    "points below nothing": _answer(_written("H8", "ODE", -1), "invalid"),
    "points in words": _answer(_written("H8", "ODE", "drei"), "invalid"),
    "no object": _answer(["H8", "ODE"], "invalid"),
    "a director's answer": Mistake(_director, "answer/", _written("H8", "ODE"), 403, "forbidden"),
    "a stranger's answer": Mistake(
        lambda table: table.public, "answer/", _written("H8", "ODE"), 401, "not_authenticated"
    ),
    "a slip of nobody": Mistake(
        lambda table: table.assistant,
        "slips/",
        {"number": 99, **_written("H8", "ODE")},
        404,
        "participant_missing",
    ),
    "a slip by a player": Mistake(
        lambda table: table.players[ANNA],
        "slips/",
        {"number": 1, **_written("H8", "ODE")},
        403,
        "forbidden",
    ),
    "a second opening": Mistake(_director, "open/", {}, 409, "wrong_round_state"),
    "published before its end": Mistake(_director, "publish/", {}, 409, "wrong_round_state"),
    "extended by nothing": Mistake(_director, "extend/", {"seconds": 0}, 400, "invalid"),
}
WRONG_RACKS = {
    "": "invalid",
    "ABC!EFG": "invalid",
    "ЖABCDEF": "invalid",
    "ABCDEF": "hand_draw_wrong_number",
    "ABCDEFGH": "hand_draw_wrong_number",
    "QQABEIN": "hand_draw_not_in_bag",
    "???ABEI": "hand_draw_not_in_bag",
}


def version_of(table: Table) -> str:
    """The ETag of the game; every change that anybody could see gives it another."""
    etag: str = table.public.ask("GET", table.path).headers["ETag"]
    return etag


def refusal(table: Table, ask: Callable[[], Reply]) -> tuple[int, str]:
    """Status and code of what must be refused; the game must be the same afterwards."""
    before = version_of(table)
    reply = ask()
    assert version_of(table) == before
    return reply.status, reply.code


def test_bad_answers_are_refused_with_a_code_and_change_nothing(site: Site) -> None:
    table = set_up(site, "Fehler")
    table.draw()
    table.open()
    for name, mistake in WRONG_ANSWERS.items():
        path = table.round_path + mistake.path
        ask = partial(mistake.who(table).ask, "POST", path, mistake.body)
        assert refusal(table, ask) == (mistake.status, mistake.code), name
    assert table.round["answered"] == 0
    ask = partial(table.players[ANNA].ask, "GET", f"{table.round_path}answer/")
    assert refusal(table, ask) == (404, "answer_missing")


def test_a_rack_that_nobody_can_have_drawn_is_refused(site: Site) -> None:
    table = set_up(site, "Von Hand")
    for rack, code in WRONG_RACKS.items():
        ask = partial(table.director.ask, "POST", f"{table.path}rounds/", {"rack": rack})
        assert refusal(table, ask)[1] == code, rack
    drawn = table.director.post(f"{table.path}rounds/", {"rack": "aegmnrs"})
    assert (drawn["rack"], drawn["drawn_by"], drawn["number"]) == ("AEGMNRS", "hand", 1)


def test_answers_for_another_game_are_refused_and_counted_nowhere(site: Site) -> None:
    ours, theirs = set_up(site, "Unser Spiel"), set_up(site, "Ihr Spiel")
    for table in (ours, theirs):
        table.draw()
        table.open()
    for player in theirs.players.values():
        ask = partial(player.ask, "POST", f"{ours.round_path}answer/", _written("H8", "ODE"))
        assert refusal(ours, ask) == (403, "not_your_game")
    ours.close()
    ours.publish()
    assert ours.public.get_all(f"{ours.path}rounds/1/results/") == []
