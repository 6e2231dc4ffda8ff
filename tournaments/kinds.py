"""What is different by the kind of a tournament, as data; pages choose by it in `page_urls`."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.options import EVENING, Options

Kind = Tournament.Kind


@dataclass(frozen=True)
class KindTraits:
    """What one kind has; the other is free of it."""

    #: How one is run unless somebody says otherwise.
    usual_options: Options
    #: Divisions that are paired round by round; else one field for all who come.
    has_rounds: bool

    @property
    def has_join_code(self) -> bool:
        """One for everybody; where there are rounds, players have codes of their own."""
        return not self.has_rounds


KINDS: Mapping[str, KindTraits] = {
    Kind.ROUNDS: KindTraits(usual_options=Options(), has_rounds=True),
    Kind.EVENING: KindTraits(usual_options=EVENING, has_rounds=False),
}


def has_rounds(tournament: Tournament) -> bool:
    """Whether it is played in rounds, unlike a club evening."""
    return KINDS[tournament.kind].has_rounds
