"""The final result of a division with everybody's rating, as the federation takes it in."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from referee.spreadsheets import write_table

HEAD = (
    "Platz",
    "Nummer",
    "Name",
    "Verein",
    "Kategorie",
    "Wertung vorher",
    "Siege",
    "Niederlagen",
    "Differenz",
    "Leistung",
    "Änderung",
    "Wertung nachher",
)


@dataclass(frozen=True)
class FederationRow:
    """One player. Wins and losses are counted twice, so that a draw is one of each."""

    rank: int
    number: int
    name: str
    club: str
    category: str
    wins2: int
    losses2: int
    spread: int
    #: None for somebody without a rating, or with no game that counts for one.
    rating_before: int | None = None
    performance: int | None = None
    change: int | None = None
    rating_after: int | None = None


def federation_csv(rows: Iterable[FederationRow]) -> str:
    """The table, in the order of `rows`; what is not known stays empty."""
    return write_table(
        HEAD,
        (
            [
                row.rank,
                row.number,
                row.name,
                row.club,
                row.category,
                row.rating_before,
                _halves(row.wins2),
                _halves(row.losses2),
                row.spread,
                row.performance,
                row.change,
                row.rating_after,
            ]
            for row in rows
        ),
    )


def _halves(twice: int) -> int | Decimal:
    return twice // 2 if twice % 2 == 0 else Decimal(twice) / 2
