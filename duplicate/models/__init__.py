"""What a Simultan is made of: columns and constraints. Every write is in `duplicate.services`.

A deadline is a column: a round's `closes_at` and `publish_at`, a game's `starts_at` and
`next_round_at`. Workers only act on what these say.
"""

from duplicate.models.answers import Answer, Play, Result
from duplicate.models.games import Game, Invitation, Participant, SeatRequest, Staff
from duplicate.models.imports import GameImport, ImportPiece
from duplicate.models.log import LogEntry
from duplicate.models.rounds import Period, Receiver, Round
from duplicate.models.rulings import Ruling
from duplicate.models.series import Series, SeriesGame

__all__ = [
    "Answer",
    "Game",
    "GameImport",
    "ImportPiece",
    "Invitation",
    "LogEntry",
    "Participant",
    "Period",
    "Play",
    "Receiver",
    "Result",
    "Round",
    "Ruling",
    "SeatRequest",
    "Series",
    "SeriesGame",
    "Staff",
]
