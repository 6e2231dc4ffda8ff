"""Tiles are drawn by the server or by hand, and put back."""

import pytest
from pytest_django import Settings

from duplicate.errors import (
    HandDrawGameOver,
    HandDrawLeaveNotKept,
    HandDrawNotInBag,
    HandDrawRefused,
    HandDrawWrongBlanks,
    HandDrawWrongNumber,
)
from duplicate.models import Round
from duplicate.options import Options
from duplicate.selectors.rounds import (
    draw_of,
    draws_by_hand,
    position_before,
)
from duplicate.services.rounds import (
    cancel_round,
    draw_by_hand,
    draw_round,
)
from engine.draws import first_wrong_draw
from engine.rulesets import STANDARD
from engine.tiles import sort_tiles, without
from referee.errors import Invalid, Refused
from tests.duplicate.factories import (
    NOON,
    RACK,
    SEED,
    make_game,
    make_user,
)
from tests.duplicate.logs import kinds_of, told_by
from tests.duplicate.round_states import State, round_in, top_of
from tests.lexicons import lexicon_of as lexicon_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def test_a_draw_is_recorded_so_that_it_can_be_made_again() -> None:
    round = draw_round(make_game(), NOON, by=make_user("irma"))
    assert round is not None
    assert (round.state, round.label, len(round.rack)) == (State.DRAWN, "round 1 draw 1", 7)
    assert sort_tiles(round.bag + round.rack) == STANDARD.tile_set.all_tiles
    assert round.top_points == round.tops[0]["points"]
    (entry,) = round.game.log.all()
    assert entry.by == "irma"
    assert told_by(entry) == {
        "round": 1,
        "attempt": 1,
        "drawn_by": "server",
        "label": "round 1 draw 1",
        "leave": "",
        "rejected": round.rejected,
        "drawn": round.drawn,
        "rack": round.rack,
        "bag": round.bag,
    }


def test_after_a_misdraw_the_next_attempt_draws_from_the_full_bag_again() -> None:
    game = make_game()
    first = draw_round(game, NOON)
    assert first is not None
    cancel_round(first, NOON, by=make_user(), text="Beutel umgefallen")
    second = draw_round(game, NOON)
    assert second is not None
    assert (second.number, second.attempt, second.label) == (1, 2, "round 1 draw 2")
    all_tiles = STANDARD.tile_set.all_tiles
    assert sort_tiles(second.bag + second.rack) == all_tiles
    draws = [draw_of(round) for round in game.rounds.all()]
    assert first_wrong_draw(bytes.fromhex(SEED), all_tiles, draws) is None
    assert told_by(game.log.get(kind="cancelled")) == {
        "round": 1,
        "attempt": 1,
        "reason": "misdraw",
        "text": "Beutel umgefallen",
    }


def test_the_leave_is_kept_but_goes_back_with_a_cancelled_attempt() -> None:
    round = round_in(State.PUBLISHED)
    game = round.game
    position = position_before(game)
    assert (position.round_number, position.total) == (2, round.top_points)
    assert sort_tiles(position.bag + position.leave + position.board.tiles.upper()) == sort_tiles(
        round.bag + round.rack
    )
    leave = position.leave
    second = draw_round(game, NOON)
    assert second is not None
    assert second.leave == leave
    cancel_round(second, NOON, by=make_user())
    again = position_before(game)
    assert (again.leave, again.bag) == ("", sort_tiles(position.bag + leave))


def test_where_the_leave_goes_back_every_round_none_is_kept() -> None:
    round = round_in(State.PUBLISHED, options=Options(leave_returned=True))
    second = draw_round(round.game, NOON)
    assert second is not None
    assert second.leave == ""


def test_a_rack_without_a_move_goes_back_and_the_next_attempt_follows(settings: Settings) -> None:
    settings.LEXICON = lexicon_with(["DU"]).path
    game = make_game()
    round = draw_round(game, NOON)
    assert round is not None
    *unplayable, last = game.rounds.all()
    assert unplayable
    assert {(cancelled.state, cancelled.cancelled_because) for cancelled in unplayable} == {
        ("cancelled", "unplayable")
    }
    assert (last, last.label) == (round, f"round 1 draw {len(unplayable) + 1}")
    assert kinds_of(game) == ["drawn", "cancelled"] * len(unplayable) + ["drawn"]
    draws = [draw_of(round) for round in game.rounds.all()]
    all_tiles = STANDARD.tile_set.all_tiles
    assert first_wrong_draw(bytes.fromhex(SEED), all_tiles, draws) is None


def test_so_does_a_rack_drawn_by_hand(settings: Settings) -> None:
    settings.LEXICON = lexicon_with(["DU"]).path
    round = draw_by_hand(make_game(), RACK, NOON, by=make_user())
    assert (round.state, round.cancelled_because) == (State.CANCELLED, "unplayable")
    assert kinds_of(round.game) == ["drawn", "cancelled"]


def test_a_game_whose_tiles_are_gone_ends_by_the_draw() -> None:
    game = make_game()
    round = round_in(State.PUBLISHED, game=game)
    round.bag, round.rack = "", top_of(round)[1]
    round.save()
    assert draw_round(game, NOON) is None
    game.refresh_from_db()
    assert (game.state, game.ending, game.next_round_at) == ("finished", "no_tiles", None)
    assert kinds_of(game) == ["finished"]


@pytest.mark.parametrize("is_by_hand", [False, True])
def test_a_game_ends_when_no_rack_can_be_played(is_by_hand: bool) -> None:
    game = make_game()
    round = round_in(State.PUBLISHED, game=game)
    round.bag, round.rack = "QÜ", top_of(round)[1]
    round.save()
    if is_by_hand:
        draw_by_hand(game, "QÜ", NOON, by=make_user())
    else:
        assert draw_round(game, NOON) is None
    game.refresh_from_db()
    assert (game.state, game.ending) == ("finished", "no_playable_rack")
    last = game.rounds.get(number=2)
    assert (last.state, last.cancelled_because) == (State.CANCELLED, "unplayable")
    assert kinds_of(game) == ["drawn", "cancelled", "finished"]


def test_by_hand_nothing_is_drawn_when_the_tiles_are_gone() -> None:
    round = round_in(State.PUBLISHED)
    round.bag, round.rack = "", top_of(round)[1]
    round.save()
    with pytest.raises(HandDrawGameOver):
        draw_by_hand(round.game, "", NOON, by=make_user())


def test_a_rack_drawn_by_hand_is_taken_with_its_tops() -> None:
    game = make_game()
    round = draw_by_hand(game, " srn mgea ", NOON, by=make_user())
    assert (round.state, round.rack, round.label, round.drawn_by) == ("drawn", RACK, "", "hand")
    assert round.top_points > 0
    assert sort_tiles(round.bag + round.rack) == STANDARD.tile_set.all_tiles


HAND_DRAWS: dict[str, tuple[str, type[Refused], str]] = {
    "too few tiles": ("AEGMNR", HandDrawWrongNumber, "hand_draw_wrong_number"),
    "too many tiles": ("AEGMNRSS", HandDrawWrongNumber, "hand_draw_wrong_number"),
    "a tile that is not in the bag": ("AEGMNQQ", HandDrawNotInBag, "hand_draw_not_in_bag"),
    "a foreign letter": ("AEGMNRß", Invalid, "invalid"),
    "no tile at all": ("AEGMNR7", Invalid, "invalid"),
    "unprintable text": ("AEG\0NRS", Invalid, "invalid"),
    "a flood of text": ("E" * 101, Invalid, "invalid"),
}


@pytest.mark.parametrize("name", HAND_DRAWS)
def test_a_rack_that_nobody_can_have_drawn_is_refused_and_changes_nothing(name: str) -> None:
    rack, refusal, code = HAND_DRAWS[name]
    game = make_game()
    with pytest.raises(refusal) as refused:
        draw_by_hand(game, rack, NOON, by=make_user())
    assert refused.value.code == code
    assert str(refused.value)
    assert (game.rounds.count(), kinds_of(game)) == (0, [])


def test_a_hand_must_keep_the_leave() -> None:
    round = round_in(State.PUBLISHED)
    leave = position_before(round.game).leave
    assert leave
    with pytest.raises(HandDrawLeaveNotKept) as refused:
        draw_by_hand(round.game, "EEIDTTU", NOON, by=make_user())
    assert refused.value.detail["leave"] == leave


def test_a_refusal_names_the_tiles_that_are_too_many_or_missing_and_where_they_are() -> None:
    game = make_game()
    board = "." * 105 + "....YREGeN....." + "." * 105
    round = round_in(State.PUBLISHED, game=game, rack="AEQMNRS", cells=board)
    round.bag = without(round.bag, "YRE?EN")
    round.save()
    leave = position_before(game).leave
    assert "Q" in leave

    def refused(rack: str) -> tuple[str, dict[str, object]]:
        with pytest.raises(HandDrawRefused) as refusal:
            draw_by_hand(game, rack, NOON, by=make_user())
        return str(refusal.value), refusal.value.detail

    new = 7 - len(leave)
    assert refused(leave)[0] == (
        f"{sort_tiles(leave)} hat {len(leave)} Steine, es müssen 7 sein: "
        f"der Rest {leave} und {new} neue."
    )
    others = "IIUDTTHL"
    assert f"fehlt davon: {leave}." in refused(others[:7])[0]
    told, detail = refused(leave + "Y" + others[: new - 1])
    assert told == "Y: nur 1 Stein, liegt schon auf dem Brett."
    assert detail["too_many"] == [
        {"tile": "Y", "typed": 1, "in_all": 1, "on_board": 1, "on_rack": 0}
    ]
    assert refused(leave + "Q" + others[: new - 1])[0] == (
        "Q: nur 1 Stein, schon auf dem Bänkchen."
    )
    assert refused(leave + "XX" + others[: new - 2])[0] == "X: nur 1 Stein."
    two = refused(leave + "??" + others[: new - 2])[0]
    assert two == "?: nur 2 Steine, 1 liegt schon auf dem Brett."
    assert round.game.rounds.count() == 1


def test_a_game_by_hand_stays_so_until_somebody_has_the_server_draw() -> None:
    game = make_game(options=Options(real_bag=True))
    assert draws_by_hand(game)
    round = round_in(State.PUBLISHED, game=game)  # drawn by the server
    assert not draws_by_hand(game)
    round.drawn_by = Round.DrawnBy.HAND
    round.save()
    assert draws_by_hand(game)
    assert not draws_by_hand(make_game())
    game.seed = ""
    round.delete()
    assert draws_by_hand(game)


def test_in_a_joker_game_the_joker_must_be_on_the_rack() -> None:
    game = make_game(options=Options(joker=True))
    with pytest.raises(HandDrawWrongBlanks):
        draw_by_hand(game, RACK, NOON, by=make_user())
    assert draw_by_hand(game, "?EGMNRS", NOON, by=make_user()).state == State.DRAWN


def test_a_hand_draw_that_goes_back_frees_the_leave_for_the_next() -> None:
    game = round_in(State.PUBLISHED).game
    leave = position_before(game).leave
    consonants = (leave + "DTTHHLB")[:7]
    round = draw_by_hand(game, consonants, NOON, by=make_user())
    assert (round.state, round.cancelled_because) == (State.CANCELLED, "too_few_vowels")
    again = draw_by_hand(game, "EEIDTTU", NOON, by=make_user())
    assert (again.number, again.attempt, again.leave) == (2, 2, "")
