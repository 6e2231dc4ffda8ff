"""Who meets whom, as plain functions of values (docs/pairing.md)."""

from tournaments.pairing.by_hand import Finding, assign_tables, check_by_hand, table_conflicts
from tournaments.pairing.knockout import Match, bracket, places, reached
from tournaments.pairing.methods import (
    IDLE,
    KEPT,
    METHODS,
    SEATING,
    Method,
    block_start,
    method_json,
    read_method,
)
from tournaments.pairing.pairs import pair, pair_by_hand
from tournaments.pairing.values import (
    BYE,
    CantPair,
    Paired,
    Pairing,
    Played,
    Player,
    Seating,
    read_seating,
)

__all__ = [
    "BYE",
    "IDLE",
    "KEPT",
    "METHODS",
    "SEATING",
    "CantPair",
    "Finding",
    "Match",
    "Method",
    "Paired",
    "Pairing",
    "Played",
    "Player",
    "Seating",
    "assign_tables",
    "block_start",
    "bracket",
    "check_by_hand",
    "method_json",
    "pair",
    "pair_by_hand",
    "places",
    "reached",
    "read_method",
    "read_seating",
    "table_conflicts",
]
