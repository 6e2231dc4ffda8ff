"""Annotated games as GCG, the notation of game records that most viewers read (docs/gcg.md)."""

from engine.gcg.reading import read_gcg
from engine.gcg.replaying import Difference, Replayed, to_actions
from engine.gcg.values import Event, EventKind, Person, Record, gcg_coordinates, through
from engine.gcg.writing import nicknames, record_of, write_gcg, write_record

__all__ = [
    "Difference",
    "Event",
    "EventKind",
    "Person",
    "Record",
    "Replayed",
    "gcg_coordinates",
    "nicknames",
    "read_gcg",
    "record_of",
    "through",
    "to_actions",
    "write_gcg",
    "write_record",
]
