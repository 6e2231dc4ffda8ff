"""Positions to begin with, as addresses of the position page."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.position.reading import read_position

_OPENING_GAME = (
    "H4.RUCKEN.ERCBNUK,5E.RHEUMAS.MAERSÄH,H1.ABDRUCKEN.BWASDDF,4A.GRÄTE.ÄGDETAR,"
    "10F.WAS.WSDFUAS,4J.DAMIT.MITTDAN,7D.STUCK.DSFCUTS"
)


@dataclass(frozen=True)
class Example:
    title: str | Promise
    query: Mapping[str, str]

    @property
    def address(self) -> str:
        return read_position(self.query)[0].address


EXAMPLES = (
    Example(_("Erster Zug: alle sieben Steine?"), {"rack": "ADENRTZ"}),
    Example(_("Mitten in der Partie: 128 Punkte"), {"moves": _OPENING_GAME, "rack": "ZEIGTÖN"}),
    Example(
        _("Gleichauf: Joker auf dem Bänkchen"),
        {"board": "///////3GRÜNDE", "rack": "EIN?STR"},
    ),
    Example(
        _("Querwörter: vier auf einmal"),
        {"board": "///////5HUND", "rack": "MAUSETI", "at": "I7", "word": "MAUS"},
    ),
    Example(
        _("Reise: acht Steine auf dem Bänkchen"),
        {"rules": "reise", "board": "///////5HORN", "rack": "BEIRSTAU"},
    ),
)
