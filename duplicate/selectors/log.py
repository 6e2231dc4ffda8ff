"""The log as it may be read, and what proves that log and draws are what they were."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from duplicate.models import Game, LogEntry, Participant, Round
from duplicate.selectors.rounds import draw_of
from engine.proofs import (
    VERSION,
    Proof,
    ProvenDraw,
    check_proof,
    draw_json,
    proof_digest,
    rules_json,
)
from engine.randomness import read_seed
from referee import journals
from referee.events.log_lines import EVERYTHING, LogFilter, about_person

#: Where the data of an entry have the number of somebody who plays.
PERSON_KEYS = ("participant", "into", "ruling__participant")
PROOF_FORMAT = {"format": "spielleiter-proof", "version": VERSION}


def public_log(game: Game, *, sees_all: bool = False) -> list[dict[str, Any]]:
    """The entries in order; their data are None where they tell of a round not yet published.

    Whoever `sees_all` of the game sees the data of all entries. Digests and hashes are always
    there, so that the chain can be checked without the data.
    """
    return public_entries(log_of(game), sees_all=sees_all)


def log_of(
    game: Game, only: LogFilter = EVERYTHING, *, sees_all: bool = False
) -> QuerySet[LogEntry]:
    """The entries in order, with the rounds that they are about; `only` those looked for.

    Whom hidden data name nobody finds out by looking for them.
    """
    found = game.log.select_related("round").order_by("sequence")
    if only.kind:
        found = found.filter(kind=only.kind)
    if only.round is not None:
        found = found.filter(round__number=only.round)
    if only.person is not None:
        told = about_person(only.person, PERSON_KEYS)
        if not sees_all:
            told &= Q(round=None) | Q(round__state__in=Round.OVER)
        found = found.filter(told | Q(by=f"{Participant.noun} {only.person}"))
    return found


def public_entries(entries: Iterable[LogEntry], *, sees_all: bool) -> list[dict[str, Any]]:
    """These entries, as `public_log` has them."""
    return [entry_json(entry, is_shown=is_shown(entry, sees_all=sees_all)) for entry in entries]


def is_shown(entry: LogEntry, *, sees_all: bool) -> bool:
    """Whether the data of the entry are for those who see all of the game, or for everybody."""
    return sees_all or entry.round is None or entry.round.state in Round.OVER


def entry_json(entry: LogEntry, *, is_shown: bool = True) -> dict[str, Any]:
    """The entry with the round that it is about."""
    return {
        **journals.entry_json(entry, is_shown=is_shown),
        "round": entry.round and entry.round.number,
        "attempt": entry.round and entry.round.attempt,
    }


def proof_of(game: Game) -> dict[str, Any]:
    """What everybody may know of the draws; when the game is over, enough to make them again.

    `python -m engine verify` reads it. A round drawn but not opened is left out. `verification`
    is null before the end, and where the seed is not known here (see docs/exchange.md).
    """
    options = game.options
    tiles, rule = options.rules.tile_set.all_tiles, options.draw_rule
    rounds = list(game.rounds.exclude(state=Round.State.DRAWN).order_by("pk"))
    draws = tuple(map(_proven, rounds))
    seed = game.seed if game.state == Game.State.FINISHED else ""
    verification = None
    if seed:
        proof = Proof(game.commitment, read_seed(seed), tiles, rule, draws, game.hall_part)
        found = check_proof(proof)
        verification = {
            "verified": found.fault is None,
            "fault": found.fault,
            "round": found.round_number,
            "label": found.label,
            "typed_rounds": proof.typed_rounds,
        }
    told = {
        **PROOF_FORMAT,
        "game": str(game.pk),
        "commitment": game.commitment,
        "seed": seed or None,
        "hall_part": game.hall_part or None,
        "rules": rules_json(tiles, rule),
        "draws": [
            {**draw_json(proven), "because": round.cancelled_because or None}
            for proven, round in zip(draws, rounds, strict=True)
        ],
        "verification": verification,
    }
    return told | {"digest": proof_digest(told)}


def _proven(round: Round) -> ProvenDraw:
    went_back = round.state == Round.State.CANCELLED
    return ProvenDraw(draw_of(round), round.board, went_back)
