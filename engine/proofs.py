"""The proof of a finished game: its draws with all that is needed to make them again, as JSON.

docs/exchange.md describes the format; `python -m engine verify` checks it without any server.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from engine.board import Board
from engine.digests import digest_of
from engine.draws import Draw, DrawRule, first_wrong_draw
from engine.errors import EngineError, Unreadable
from engine.randomness import draw_key, matches, read_hall_part, read_seed
from engine.tiles import sort_tiles

#: The first version knew no part of the hall and had no digest.
VERSIONS = FIRST_VERSION, VERSION = 1, 2


class Origin(StrEnum):
    """What a rack follows from, and so who may have chosen or known it: see docs/draws.md."""

    #: The seed, and what the hall called out when its fingerprint was known.
    SHARED = "seed_and_hall_part"
    #: The seed alone, which the server made.
    SERVER = "seed"
    #: Nothing that anyone could work out again: it was typed.
    TYPED = "typed"


@dataclass(frozen=True)
class ProvenDraw:
    draw: Draw
    #: The board before the round.
    board: Board
    #: Whether all of the rack went back, so that nobody's move was laid from it.
    went_back: bool = False


@dataclass(frozen=True)
class Proof:
    commitment: str
    seed: bytes
    #: A full bag.
    tiles: str
    rule: DrawRule
    draws: tuple[ProvenDraw, ...]
    #: What the hall called out, or nothing: then the draws follow from the seed alone.
    hall_part: str = ""
    #: Whether what was read is, byte for byte, what somebody wrote down.
    is_intact: bool = True

    def origin_of(self, drawn: Draw) -> Origin:
        if not drawn.label:
            return Origin.TYPED
        return Origin.SHARED if self.hall_part else Origin.SERVER

    @property
    def typed_rounds(self) -> list[int]:
        """The rounds with a rack that was typed, played or not."""
        return sorted({each.draw.round_number for each in self.draws if not each.draw.label})


class Fault(StrEnum):
    DIGEST_DIFFERS = "digest_differs"
    SEED_DIFFERS = "seed_differs"
    TILES_NOT_CONSERVED = "tiles_not_conserved"
    DRAW_DIFFERS = "draw_differs"


@dataclass(frozen=True)
class Finding:
    """What is wrong with a proof, and in which draw of which round; no fault if it holds."""

    fault: Fault | None = None
    round_number: int | None = None
    label: str | None = None


def check_proof(proof: Proof) -> Finding:
    """Whether the seed is the promised one, brings every draw, and no tile came or went.

    What was typed is only held to the rules: `Proof.origin_of` tells which that is.
    """
    if not proof.is_intact:
        return Finding(Fault.DIGEST_DIFFERS)
    if not matches(proof.seed, proof.commitment):
        return Finding(Fault.SEED_DIFFERS)
    if lost := first_loss(proof.tiles, proof.draws):
        return Finding(Fault.TILES_NOT_CONSERVED, lost.round_number, lost.label)
    draws, key = without_last_returned(proof.draws), draw_key(proof.seed, proof.hall_part)
    if wrong := first_wrong_draw(key, proof.tiles, draws, proof.rule):
        return Finding(Fault.DRAW_DIFFERS, wrong.round_number, wrong.label)
    return Finding()


def first_loss(tiles: str, draws: Sequence[ProvenDraw]) -> Draw | None:
    """The first draw in which board, rack and bag together are not all the tiles."""
    for proven in draws:
        if sort_tiles(proven.board.tiles + proven.draw.tiles_left) != sort_tiles(tiles):
            return proven.draw
    return None


def without_last_returned(draws: Sequence[ProvenDraw]) -> list[Draw]:
    """The draws, but for those by hand that went back as the game ended: none follows them."""
    count = len(draws)
    while count and draws[count - 1].went_back and not draws[count - 1].draw.label:
        count -= 1
    return [proven.draw for proven in draws[:count]]


def rules_json(tiles: str, rule: DrawRule) -> dict[str, Any]:
    """What the key 'rules' of a proof holds."""
    return {"tiles": tiles, **asdict(rule)}


def draw_json(proven: ProvenDraw) -> dict[str, Any]:
    """What one entry of the key 'draws' of a proof holds."""
    drawn = proven.draw
    return {
        "round": drawn.round_number,
        "label": drawn.label,
        "leave": drawn.leave,
        "rejected": list(drawn.rejected),
        "drawn": drawn.drawn,
        "rack": drawn.rack,
        "bag": drawn.bag,
        "board": list(proven.board.rows),
        "went_back": proven.went_back,
    }


def proof_digest(data: Mapping[str, Any]) -> str:
    """What the key 'digest' of a proof holds: of all other keys whose value is not null."""
    return digest_of({key: data[key] for key in data.keys() - {"digest"} if data[key] is not None})


def read_proof(data: Mapping[str, Any]) -> Proof:
    """Read a proof of either version; keys of no concern are passed over. Raises Unreadable."""
    version = read_value(data, "version", int) if "version" in data else FIRST_VERSION
    if version not in VERSIONS or (version == FIRST_VERSION and "digest" in data):
        raise Unreadable(f"a proof of the version {version} can't be read here")
    is_first = version == FIRST_VERSION
    rules = dict(read_value(data, "rules", dict))
    tiles = read_value(rules, "tiles", str)
    chosen = {
        name: read_value(rules, name, type(default)) for name, default in asdict(DrawRule()).items()
    }
    try:
        rule = DrawRule(**chosen)
    except EngineError as fault:
        raise Unreadable(f"rules: {fault}") from fault
    return Proof(
        commitment=read_value(data, "commitment", str),
        seed=read_seed(read_value(data, "seed", str)),
        tiles=sort_tiles(tiles),
        rule=rule,
        draws=tuple(map(_read_draw, read_value(data, "draws", list))),
        hall_part="" if is_first else _read_hall_part(data),
        is_intact=is_first or read_value(data, "digest", str) == proof_digest(data),
    )


def _read_hall_part(data: Mapping[str, Any]) -> str:
    """What was called out, in the one way of writing it; nothing where nothing was."""
    if data.get("hall_part") is None:
        return ""
    part: str = read_value(data, "hall_part", str)
    if part != read_hall_part(part):
        raise Unreadable("key 'hall_part' of a proof must be written in capitals, without spaces")
    return part


def _read_draw(data: object) -> ProvenDraw:
    if not isinstance(data, dict):
        raise Unreadable("a draw must be an object")
    rejected = read_value(data, "rejected", list)
    if not all(isinstance(rack, str) for rack in rejected):
        raise Unreadable("key 'rejected' of a proof must list racks")
    texts = {key: read_value(data, key, str) for key in ("label", "leave", "drawn", "rack", "bag")}
    # Sorting also tells that all of them are tiles.
    for tiles in (texts["leave"], texts["drawn"], texts["rack"], texts["bag"], *rejected):
        sort_tiles(tiles)
    drawn = Draw(round_number=read_value(data, "round", int), rejected=tuple(rejected), **texts)
    board = Board.from_rows(read_value(data, "board", list))
    return ProvenDraw(drawn, board, read_value(data, "went_back", bool))


def read_value(data: Mapping[str, Any], key: str, kind: type) -> Any:
    """Raises Unreadable for what is not of this very kind."""
    value = data.get(key)
    if type(value) is not kind:
        raise Unreadable(f"key {key!r} of a proof must be of the kind {kind.__name__}")
    return value
