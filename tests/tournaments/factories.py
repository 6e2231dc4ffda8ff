"""Rows for the tests, made without the services, in any state a test wants to start from."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from referee.lexicons import keep_lexicon
from referee.models import User
from referee.tokens import ENTRY, digest, new_token
from tests.duplicate.factories import NOON, make_user
from tournaments.entries.codes import new_join_code
from tournaments.models import Division, Entry, Pairing, Round, Staff, Table, Tournament
from tournaments.options import EVENING, Options

SWISS = {"method": "swiss"}
_names = count(1)


def make_tournament(
    *,
    director: User | None = None,
    state: Tournament.State = Tournament.State.RUNNING,
    options: Options | None = None,
    **columns: Any,
) -> Tournament:
    """A tournament by the default lexicon (take the fixture `lexicon`), with a director."""
    tournament = Tournament.objects.create(
        name="Herbstturnier",
        state=state,
        options_json=(options or Options()).as_json(),
        lexicon_sha256=keep_lexicon().info.sha256,
        seed="5eed",
        created_at=NOON,
        started_at=None if state == Tournament.State.SETUP else NOON,
        **columns,
    )
    tournament.staff.create(user=director or make_user(), role=Staff.Role.DIRECTOR)
    return tournament


def make_division(tournament: Tournament, *, rounds: int = 7, **columns: Any) -> Division:
    number = tournament.divisions.count() + 1
    return tournament.divisions.create(
        **{"number": number, "name": f"Gruppe {number}", "schedule": [SWISS] * rounds} | columns
    )


def make_entry(division: Division, name: str = "", **columns: Any) -> Entry:
    number = division.tournament.entries.count() + 1
    return division.entries.create(
        **{
            "tournament": division.tournament,
            "number": number,
            "name": name or f"Spieler {next(_names)}",
            "rating": 2000 - 10 * number,
            "entered_at": NOON,
        }
        | columns
    )


def make_entries(division: Division, number: int) -> list[Entry]:
    return [make_entry(division) for _ in range(number)]


def give_token(entry: Entry) -> str:
    """The token of a phone that has used the player's code."""
    token = new_token(ENTRY)
    entry.token_digest = digest(token)
    entry.save(update_fields=["token_digest"])
    return token


def make_round(
    division: Division,
    *pairs: tuple[Entry, Entry | None],
    state: Round.State = Round.State.PUBLISHED,
) -> Round:
    """The next round; a pair without a second player is an automatic bye."""
    number = division.rounds.count() + 1
    round = division.rounds.create(
        number=number, state=state, method={"method": "manual"}, drafted_at=NOON
    )
    for table, (first, second) in enumerate(pairs, start=1):
        is_game = second is not None
        round.pairings.create(
            table=table if is_game else None,
            kind=Pairing.Kind.GAME if is_game else Pairing.Kind.BYE,
            first=first,
            second=second,
        )
    return round


def set_result(pairing: Pairing, first_points: int, second_points: int) -> Pairing:
    pairing.outcome = Pairing.Outcome.PLAYED
    pairing.standing = Pairing.ResultState.CONFIRMED
    pairing.first_points, pairing.second_points = first_points, second_points
    pairing.save()
    return pairing


def make_evening(
    *,
    director: User | None = None,
    state: Tournament.State = Tournament.State.RUNNING,
    options: Options | None = None,
    **columns: Any,
) -> Tournament:
    """A club evening with its one field, as `make_tournament` makes tournaments."""
    tournament = make_tournament(
        director=director,
        state=state,
        options=options or EVENING,
        **{"kind": Tournament.Kind.EVENING, "join_code": new_join_code()} | columns,
    )
    make_division(tournament, rounds=0)
    return tournament


def make_table(
    tournament: Tournament, *seats: Sequence[Entry], places: Sequence[int] | None, **columns: Any
) -> Table:
    """A table that is over, unless told otherwise; those of a team share a seat."""
    game = columns.get("game", "match")
    setup = {"players": max(2, len(seats))} | ({"ruleset": "standard"} if game == "match" else {})
    table = tournament.tables.create(
        **{
            "game": game,
            "setup": setup,
            "names": [" & ".join(entry.name for entry in team) for team in seats],
            "seed": "5eed",
            "state": Table.State.OVER,
            "scores": [0] * len(seats),
            "places": places,
            "created_at": NOON,
        }
        | columns
    )
    for number, team in enumerate(seats):
        for entry in team:
            table.seats.create(number=number, entry=entry)
    return table
