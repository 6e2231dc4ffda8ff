"""Many people at once, made without the services."""

from collections.abc import Iterable
from itertools import islice, permutations

from duplicate.models import Answer, Game, Participant, Round
from duplicate.services.judging import judge_round
from tests.duplicate.factories import NOON, RACK, SECOND, make_round


def crowd_in(game: Game, count: int, **columns: str) -> list[Participant]:
    """So many more who play on paper, all with the same `columns`."""
    first = game.participants.count() + 1
    return Participant.objects.bulk_create(
        Participant(
            game=game,
            number=number,
            name=f"Spieler {number}",
            is_online=False,
            entered_at=NOON,
            **columns,
        )
        for number in range(first, first + count)
    )


def words_of_the_rack(count: int) -> list[str]:
    """So many that are in no list, of all letters of the tests' rack."""
    return ["".join(letters) for letters in islice(permutations(RACK), count)]


def judged_crowd(
    game: Game, writings: Iterable[tuple[str, str]], *, number: int = 1
) -> tuple[Round, list[Participant]]:
    """A judged round in which everybody of a new crowd hands in another of these."""
    written = list(writings)
    people = crowd_in(game, len(written))
    round = make_round(game, state=Round.State.CLOSED, number=number)
    Answer.objects.bulk_create(
        Answer(
            round=round,
            participant=person,
            source=Answer.Source.ONLINE,
            received_at=NOON + SECOND,
            coordinates=coordinates,
            word=word,
            is_late=False,
        )
        for person, (coordinates, word) in zip(people, written, strict=True)
    )
    return judge_round(round, NOON + 200 * SECOND), people
