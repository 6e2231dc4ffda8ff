"""The tournament in its last round, played by the services as if it had been yesterday."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, cast

from django.db import transaction
from django.utils import timezone

from engine.lexicon import Lexicon
from engine.match.values import Kind, Match, Phase
from engine.solver import search_all
from engine.tiles import from_shown, without
from referee.lexicons import kept_lexicon
from referee.models import User
from referee.services import demo_director
from tournaments.entries.new_entries import NewEntry
from tournaments.entries.services.divisions import SWISS, NewDivision
from tournaments.entries.services.entries import enter_all
from tournaments.events.services import create_tournament
from tournaments.models import Entry, Report, Table, Tournament
from tournaments.rounds.services.results import enter_result
from tournaments.rounds.services.rounds import draft_round, publish_round
from tournaments.tables.selectors.tables import state_of
from tournaments.tables.services.tables import act, open_table

NAME = "Beispiel: ein Turnier"
ROUNDS, PLAYED = 3, 2
#: At this table of the last round played the game was recorded move by move.
RECORDED_TABLE = 1
HOUR = 10
#: From one round to the next.
BEAT = timedelta(minutes=75)
TURN = timedelta(seconds=90)
#: The recorded players find one of so many best moves.
MOVES = 8

_KOELN, _LEIPZIG, _KIEL = "Buchstabensuppe Köln", "Wortschatz Leipzig", "Steinreich Kiel"
ENTRIES = (
    NewEntry("Almut Reiser", _KOELN, "A", rating=1684),
    NewEntry("Bernd Okafor", _LEIPZIG, "A", rating=1641),
    NewEntry("Celia Marquardt", _KIEL, "A", rating=1598),
    NewEntry("Detlef Sörensen", _KIEL, "A", rating=1566),
    NewEntry("Elif Yıldız", _KOELN, "A", rating=1530),
    NewEntry("Frieder Haug", _LEIPZIG, "A", rating=1497),
    NewEntry("Gudrun Pelz", _KIEL, "B", rating=1442),
    NewEntry("Hannes Wolter", _KOELN, "B", rating=1405),
    NewEntry("Ines Karlsson", _LEIPZIG, "B", rating=1371),
    NewEntry("Jürgen Mahnke", _KIEL, "B", rating=1330),
    NewEntry("Katrin Bäcker", _KOELN, "B", rating=1288),
    NewEntry("Leo Strasser", _LEIPZIG, "B"),
)


@transaction.atomic
def play_tournament(now: datetime) -> Tournament:
    """The example tournament, played now if there is none. Raises LexiconMissing."""
    by = demo_director()
    if found := Tournament.objects.filter(staff__user=by, name=NAME).first():
        return found
    day = timezone.localtime(now) - timedelta(days=1)
    at = day.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    tournament = create_tournament(
        name=NAME,
        by=by,
        at=at - BEAT,
        place="Leipzig",
        starts_on=at.date(),
        divisions=[NewDivision("Hauptgruppe", [SWISS] * ROUNDS)],
    )
    division = tournament.divisions.get()
    enter_all(division, ENTRIES, at - BEAT / 2, by=by)
    # A crowd's whims, no secret.
    rng = Random(3)  # noqa: S311
    for number in range(1, ROUNDS + 1):
        round = publish_round(draft_round(division, at, by=by), at, by=by)
        if number > PLAYED:
            break
        for game in round.pairings.select_related("first", "second"):
            if number == PLAYED and game.table == RECORDED_TABLE:
                record_game(open_table(tournament, at, by=by, pairing=game), at, rng, by=by)
            else:
                first, second = _points(game.first, game.second, rng)
                enter_result(
                    game,
                    at + BEAT / 2 + rng.random() * BEAT / 4,
                    by=by,
                    source=Report.Source.SLIP,
                    first_points=first,
                    second_points=second,
                )
        at += BEAT
    tournament.refresh_from_db()
    return tournament


def _points(one: Entry, other: Entry | None, rng: Random) -> tuple[int, int]:
    """What a game might come out as; the higher rating helps."""
    usual = ENTRIES[-2].rating or 0
    better = ((one.rating or usual) - ((other and other.rating) or usual)) // 10
    first, second = (rng.randint(-45, 45) + 385 + sign * better for sign in (1, -1))
    return first, second


def record_game(
    table: Table, at: datetime, rng: Random, *, by: User, most_turns: int | None = None
) -> None:
    """Play the game of `table` with real tiles, to its end or for so many turns."""
    lexicon = kept_lexicon(table.tournament.lexicon_sha256)
    rules = table.tournament.options.rules
    bag = list(rules.tile_set.all_tiles)
    rng.shuffle(bag)
    racks = [_drawn(bag, rules.rack_size) for _ in table.names]
    while not (state := cast(Match, state_of(table))).is_over:
        if len(state.turns) == most_turns:
            break
        at += TURN
        table = act(table, _next_action(state, racks, lexicon, rng), at, by=by)
        turns = cast(Match, state_of(table)).turns
        if len(turns) > len(state.turns) and turns[-1].kind is Kind.PLACE:
            player = turns[-1].player
            kept = without(racks[player], from_shown(turns[-1].tiles))
            racks[player] = kept + _drawn(bag, rules.rack_size - len(kept))


def _next_action(
    state: Match, racks: Sequence[str], lexicon: Lexicon, rng: Random
) -> dict[str, Any]:
    player = state.on_turn
    if state.phase is Phase.SETTLING:
        return {"kind": "left", "racks": list(racks)}
    if player is None:
        return {"kind": "note"}
    moves = search_all(lexicon, state.board, racks[player], state.ruleset).moves(MOVES)
    if not moves:
        return {"kind": "pass", "player": player, "rack": racks[player]}
    chosen = rng.choice(moves)
    return {
        "kind": "place",
        "player": player,
        "rack": racks[player],
        "coordinates": chosen.move.coordinates,
        "word": chosen.move.word,
        "points": chosen.points,
    }


def _drawn(bag: list[str], count: int) -> str:
    """So many tiles taken out of the bag, or all that are left."""
    drawn, bag[:] = bag[:count], bag[count:]
    return "".join(drawn)
