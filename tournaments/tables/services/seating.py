"""Who plays at a table, in the order of the game's numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.errors import Invalid
from referee.texts import read_text
from tournaments.errors import NotYourGame
from tournaments.models import Entry, Table
from tournaments.tables.hosts import Host
from tournaments.tables.messages import AND

NAME_LENGTH = 100


@dataclass(frozen=True)
class Seating:
    """Who plays, in the order of the game's numbers."""

    names: Sequence[str]
    #: Those of the tournament among them; none at a place where a guest plays.
    entries: Sequence[Sequence[Entry]]

    @property
    def people(self) -> int:
        """How many they are; a guest, or guests together, count as one."""
        return sum(max(1, len(together)) for together in self.entries)

    @property
    def numbers(self) -> list[list[int]]:
        return [[entry.number for entry in together] for together in self.entries]

    def place_of(self, entry: Entry) -> int | None:
        """The player's number in the game; None for who does not sit there."""
        places = (place for place, together in enumerate(self.entries) if entry in together)
        return next(places, None)


def seating_of(players: Sequence[Entry]) -> Seating:
    """Players of the tournament, each for themselves."""
    return Seating([entry.name for entry in players], [[entry] for entry in players])


def guests(names: Iterable[str]) -> Seating:
    """Those who are nothing but names. Raises Invalid for names of no use."""
    read = [read_text("names", name, NAME_LENGTH, least=1) for name in names]
    return Seating(read, [()] * len(read))


def read_seating(
    host: Host, names: Sequence[str] | None, seats: Sequence[Sequence[int]] | None
) -> Seating:
    """Who plays at a free table: names, numbers of the tournament's players, or both.

    Whoever has no name given is called by the names of those who sit there. Raises Invalid for
    names of no use, and seats of nobody, of somebody twice, or of whom the host does not let.
    """
    if not seats:
        return guests(names or ())
    if names and len(names) != len(seats):
        problem = _("Für {players} Spieler sind {names} Namen da.")
        raise Invalid(field="names", problem=problem.format(players=len(seats), names=len(names)))
    found = _seatable(host, [number for together in seats for number in together])
    entries = [[found[number] for number in together] for together in seats]
    all_names = [
        read_text("names", name, NAME_LENGTH) or called([entry.name for entry in together])
        for name, together in zip(names or [""] * len(seats), entries, strict=True)
    ]
    if not all(all_names):
        raise Invalid(field="names", problem=_("Wer keine Nummer hat, braucht einen Namen."))
    return Seating(all_names, entries)


def _seatable(host: Host, wanted: Sequence[int]) -> dict[int, Entry]:
    """Those who are to sit at the table, by their numbers. Raises as `read_seating` does."""
    found = {entry.number: entry for entry in host.tournament.entries.filter(number__in=wanted)}
    for number in wanted:
        if number not in found:
            problem = _("Die Nummer {number} gibt es in dem Turnier nicht.").format(number=number)
            raise Invalid(field="seats", problem=problem)
        host.demand_seatable(found[number])
        if wanted.count(number) > 1:
            problem = _("Die Nummer {number} sitzt zweimal am Tisch.").format(number=number)
            raise Invalid(field="seats", problem=problem)
    return found


def called(people: Sequence[str]) -> str:
    """What a team without a name is called: by its people, or by the first where they are many."""
    for most in range(len(people), 0, -1):
        name = AND.join([*people[:most], *(["…"] if most < len(people) else [])])
        if len(name) <= NAME_LENGTH:
            return name
    return people[0][:NAME_LENGTH] if people else ""


def demand_seated(table: Table, entry: Entry | None) -> None:
    """Let those pass who play at `table`. Raises NotYourGame."""
    if entry is None or not table.seats.filter(entry=entry).exists():
        raise NotYourGame
