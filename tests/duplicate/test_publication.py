"""The reference is chosen, the result published and taken back."""

import pytest

from duplicate.errors import (
    NotAmongTheBest,
    NotYetDue,
    WrongRoundState,
)
from duplicate.models import Round
from duplicate.options import Options, Reference
from duplicate.selectors.rounds import (
    position_before,
)
from duplicate.services.rounds import (
    choose_reference,
    draw_round,
    publish_round,
    retract_publication,
)
from engine.tiles import sort_tiles
from referee.errors import Invalid
from tests.duplicate.factories import (
    SECOND,
    make_participant,
    make_user,
)
from tests.duplicate.logs import kinds_of
from tests.duplicate.round_states import INSTANT, LATE, State, round_in, top_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def judged_with_tops(options: Options | None = None) -> Round:
    round = round_in(State.JUDGED, options=options)
    assert len(round.tops) > 1
    return round


def test_a_director_may_choose_among_equal_tops() -> None:
    round = judged_with_tops()
    other = round.tops[-1]
    round = choose_reference(round, other["coordinates"], other["word"], LATE, by=make_user())
    assert (round.reference, round.reference_chosen) == (other, True)
    (entry,) = round.game.log.all()
    assert entry.data["reference"] == other


@pytest.mark.parametrize(
    ("coordinates", "word", "refusal"),
    [
        ("H4-H8", "REGEN", NotAmongTheBest),
        ("H99", "REGEN", NotAmongTheBest),
        ("irgendwo", "REGEN", Invalid),
        ("H4-H8", "R3GEN", Invalid),
    ],
)
def test_no_other_move_can_be_chosen(coordinates: str, word: str, refusal: type[Exception]) -> None:
    round = judged_with_tops()
    before = round.reference
    with pytest.raises(refusal):
        choose_reference(round, coordinates, word, LATE, by=make_user())
    round.refresh_from_db()
    assert (round.reference, kinds_of(round.game)) == (before, [])


def test_where_the_best_handed_in_is_laid_only_such_can_be_chosen() -> None:
    round = judged_with_tops(Options(reference=Reference.BEST_HANDED_IN))
    top = round.tops[0]
    moves = [("H4-H8", "REGEN", "valid", 20), ("H5-H9", "REGEN", "valid", 20)]
    moves += [("H8-H9", "NA", "valid", 4), ("A1-A5", "REGEN", "not_connected", 20)]
    for coordinates, word, code, points in moves:
        play = round.plays.create(coordinates=coordinates, word=word, code=code, points=points)
        participant, _token = make_participant(round.game)
        play.results.create(round=round, participant=participant, points=20, move_points=20)
    round.plays.create(coordinates="8D-8H", word="REGEN", code="valid", points=20)
    round.reference = {"coordinates": "H4-H8", "word": "REGEN", "points": 20}
    round.save()
    nobodys = (top["coordinates"], top["word"]), ("8D", "REGEN")
    for coordinates, word in [*nobodys, ("H8-H9", "NA"), ("A1", "REGEN")]:
        with pytest.raises(NotAmongTheBest):
            choose_reference(round, coordinates, word, LATE, by=make_user())
    round = choose_reference(round, "H5", "REGEN", LATE, by=make_user())
    assert round.reference == {"coordinates": "H5-H9", "word": "REGEN", "points": 20}


def test_publication_tells_the_reference_and_lays_it() -> None:
    round = publish_round(round_in(State.JUDGED), LATE, by=make_user())
    assert round.published_at == LATE
    (entry,) = round.game.log.all()
    assert entry.data["reference"] == round.reference
    assert entry.data["top_points"] == round.top_points
    assert (entry.data["answers"], len(entry.data["digest"])) == (0, 64)
    board = position_before(round.game).board
    assert sort_tiles(board.tiles) == sort_tiles(top_of(round)[1])


def test_the_clock_publishes_at_its_time_and_only_if_it_has_one() -> None:
    round = round_in(State.JUDGED)
    with pytest.raises(NotYetDue):
        publish_round(round, LATE)
    round.publish_at = LATE
    round.save()
    with pytest.raises(NotYetDue):
        publish_round(round, LATE - INSTANT)
    assert publish_round(round, LATE + 4 * SECOND).published_at == LATE
    publish_round(round, LATE + 61 * SECOND)
    assert [(entry.kind, entry.at) for entry in round.game.log.all()] == [("published", LATE)]


def test_a_retracted_round_comes_back_and_the_next_draw_goes_back() -> None:
    round = round_in(State.PUBLISHED, published_at=LATE)
    drawn = draw_round(round.game, LATE)
    assert drawn is not None
    round = retract_publication(round, LATE, by=make_user())
    drawn.refresh_from_db()
    assert (drawn.state, drawn.cancelled_because) == (State.CANCELLED, "withdrawn")
    assert (round.state, round.published_at, round.publish_at) == (State.JUDGED, None, None)
    assert kinds_of(round.game) == ["drawn", "cancelled", "retracted", "judged"]
    publish_round(round, LATE, by=make_user())
    again = draw_round(round.game, LATE)
    assert again is not None
    assert (again.number, again.attempt, again.leave) == (2, 2, "")


def test_only_the_last_publication_can_be_taken_back() -> None:
    first = round_in(State.PUBLISHED)
    second = round_in(State.OPEN, game=first.game, number=2)
    for state in set(State) - {State.DRAWN, State.CANCELLED}:
        second.state = state
        second.save()
        with pytest.raises(WrongRoundState):
            retract_publication(first, LATE, by=make_user())
    assert kinds_of(first.game) == []
