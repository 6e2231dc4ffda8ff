"""One round of a division, by whatever method it names."""

from collections.abc import Iterable, Iterator, Sequence

from tournaments.pairing import hills, knockout, robin, swiss
from tournaments.pairing.lots import Lots
from tournaments.pairing.methods import (
    Australian,
    KingOfTheHill,
    Knockout,
    Manual,
    Method,
    QuartileFours,
    QueenOfTheHill,
    RoundRobin,
    Swiss,
)
from tournaments.pairing.starts import in_turn, uneven
from tournaments.pairing.values import (
    CantPair,
    Coded,
    Paired,
    Pairing,
    Played,
    Player,
    Seating,
    in_order,
)


def pair(
    method: Method,
    players: Sequence[Player],
    *,
    round_number: int,
    seed: str,
    block_round: int = 1,
    seating: Seating = (),
    games: Sequence[Played] = (),
) -> Pairing:
    """Pair `players`, all who are there in this round and have no bye from the director.

    The same values always give the same pairing, in whatever order the players come. A method
    that spans several rounds needs to know which of them this is (`block_round`, from 1) and,
    from the second on, the `seating` that the round before returned; a knock-out also the `games`
    of the block, in the order they were played. Raises CantPair when the method does not fit.
    """
    field = in_order(players)
    lots = Lots(seed, round_number)
    match method:
        case Manual():
            raise CantPair("by_hand")
        case RoundRobin() | QuartileFours() | Knockout() if block_round > 1 and not seating:
            raise CantPair("no_seating", method=method.name)
        case RoundRobin() | QuartileFours():
            return _by_timetable(method, field, lots, block_round, seating)
        case Knockout():
            return _by_bracket(method, field, lots, round_number, block_round, seating, games)
        case Swiss() | KingOfTheHill() | QueenOfTheHill() | Australian():
            return _by_ranking(method, field, lots, round_number)


def _by_ranking(
    method: Swiss | KingOfTheHill | QueenOfTheHill | Australian,
    players: Sequence[Player],
    lots: Lots,
    round_number: int,
) -> Pairing:
    match method:
        case Swiss():
            matched = swiss.match(method, players, round_number, lots)
        case KingOfTheHill():
            matched = hills.king(players)
        case QueenOfTheHill():
            matched = hills.queen(players)
        case Australian():
            matched = hills.australian(players)
    pairs = [Paired(*in_turn(one, other, lots), reason) for one, other, reason in matched.pairs]
    if matched.bye is not None:
        pairs.append(_bye(matched.bye))
    avoids = isinstance(method, Swiss | Australian)
    code = "repeats_unavoidable" if avoids else "repeats"
    return _pairing_with_notes(_best_first(pairs, players), players, code)


def _by_timetable(
    method: RoundRobin | QuartileFours,
    players: Sequence[Player],
    lots: Lots,
    block_round: int,
    seating: Seating,
) -> Pairing:
    seating = seating or robin.seat(method, players, lots)
    done = robin.schedule(method, players, seating, block_round)
    pairs = [
        Paired(*in_turn(one, other, lots, prefer=prefer, alternate=done.is_return), reason)
        for one, other, prefer, reason in done.pairs
    ]
    pairs += [Paired(player.id, None, reason) for player, reason in done.byes]
    code = "" if done.is_return else "repeats"
    return _pairing_with_notes(_best_first(pairs, players), players, code, done.notes, done.seating)


def _by_bracket(
    method: Knockout,
    players: Sequence[Player],
    lots: Lots,
    round_number: int,
    block_round: int,
    seating: Seating,
    games: Sequence[Played],
) -> Pairing:
    seating = seating or knockout.seed_bracket(method, players)
    before = len(seating[-1])
    seating, matches, due = knockout.due(method, seating, games, players)
    # Told once, with the seating that is to be kept, even when nothing is left to play.
    notes: list[Coded] = [
        {"code": "walkover", "player": player} for player in filter(None, seating[1][before:])
    ]
    final = knockout.places(matches)
    if not due and not notes and method.others is None:
        raise CantPair("knockout_over", winner=final.get(1, 0))
    by_id = {player.id: player for player in players}
    pairs = list(_of_matches(due, by_id, lots))
    if block_round == 1:
        pairs += _first_byes(matches, by_id)
    told = _pairing_with_notes(_best_first(pairs, players), players, "", notes, seating)
    free = set(told.idle) - knockout.still_in(method, matches) - set(final.values())
    rest = [player for player in players if player.id in free]
    if method.others is None or len(rest) < 2:
        return told
    others = _by_ranking(method.others, rest, lots, round_number)
    return Pairing(
        told.pairs + others.pairs,
        told.repeats + others.repeats,
        told.notes + others.notes,
        seating,
        tuple(player for player in told.idle if player not in free),
    )


def _of_matches(
    matches: Sequence[knockout.Match], by_id: dict[int, Player], lots: Lots
) -> Iterator[Paired]:
    """The next game of each match of the bracket."""
    for number, match in enumerate(matches, start=1):
        if match.one is None or match.other is None:
            raise AssertionError("a match with a bye is decided")
        reason: Coded = {
            "code": "knockout",
            "place": match.place,
            "size": match.size,
            "match": number,
            "game": match.games + 1,
        }
        # Every second game of a match is begun by the other one.
        alternate = match.games % 2 == 1
        yield Paired(
            *in_turn(by_id[match.one], by_id[match.other], lots, alternate=alternate), reason
        )


def _first_byes(matches: Sequence[knockout.Match], by_id: dict[int, Player]) -> Iterator[Paired]:
    """Those who are through the first stage without a game."""
    for match in matches:
        if match.stage == 1 and match.is_bye and match.winner in by_id:
            yield Paired(match.winner, None, {"code": "seed_bye", "size": match.size})


def _bye(player: Player) -> Paired:
    return Paired(player.id, None, {"code": "bye", "byes": player.byes, "wins2": player.wins2})


def _best_first(pairs: Iterable[Paired], players: Sequence[Player]) -> list[Paired]:
    place = {player.id: place for place, player in enumerate(players)}
    return sorted(
        pairs, key=lambda pair: (pair.second is None, sorted(place[player] for player in pair.ids))
    )


def _pairing_with_notes(
    ordered: Sequence[Paired],
    players: Sequence[Player],
    repeats_code: str,
    notes: Iterable[Coded] = (),
    seating: Seating = (),
) -> Pairing:
    """The pairs with what there is to remark; no code: repeats are no remark."""
    by_id = {player.id: player for player in players}
    repeats = tuple(
        (min(pair.ids), max(pair.ids))
        for pair in ordered
        if pair.second is not None and by_id[pair.first].times_met(by_id[pair.second])
    )
    remarks = list(notes)
    if repeats and repeats_code:
        remarks.append({"code": repeats_code, "count": len(repeats)})
    if apart := uneven(ordered, by_id):
        remarks.append({"code": "starts_uneven", "count": len(apart)})
    busy = {player for pair in ordered for player in pair.ids}
    idle = tuple(player.id for player in players if player.id not in busy)
    return Pairing(tuple(ordered), repeats, tuple(remarks), seating, idle)


def pair_by_hand(pairs: Iterable[tuple[int, int | None]], players: Sequence[Player]) -> Pairing:
    """The round that the director wants, in that order of the tables; who is named first begins.

    Byes come last. It is for `check_by_hand` to say what is wrong with it; raises CantPair for
    somebody who is not in the field.
    """
    field = in_order(players)
    known = {player.id for player in field}
    made = [Paired(first, second, {"code": "manual"}) for first, second in pairs]
    for player in (player for pair in made for player in pair.ids):
        if player not in known:
            raise CantPair("not_in_field", player=player)
    ordered = sorted(made, key=lambda pair: pair.second is None)
    return _pairing_with_notes(ordered, field, "repeats")
