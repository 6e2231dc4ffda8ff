"""Who plays in the demo, and whether this is a place for one."""

from typing import NamedTuple

from duplicate.models import Game
from duplicate.simulator.planning import Habits, Player
from referee.events.people import NewPerson
from referee.services import DEMO_DIRECTOR

#: Everybody answers in time and readably; there are wrong words all the same.
HABITS = Habits(absent=0, late=0, unreadable=0, wrong=0.12)


class Guest(NamedTuple):
    name: str
    club: str
    category: str
    strength: float


_KOELN, _LEIPZIG, _KIEL = "Buchstabensuppe Köln", "Wortschatz Leipzig", "Steinreich Kiel"
CROWD = (
    Guest("Annegret Vollmer", _KOELN, "A", 0.86),
    Guest("Jonas Kettler", _LEIPZIG, "A", 0.83),
    Guest("Mirjam Tadesse", _KIEL, "A", 0.8),
    Guest("Hartmut Lindauer", _KOELN, "A", 0.76),
    Guest("Selin Aydemir", _KIEL, "A", 0.72),
    Guest("Gesine Petersen", _KIEL, "A", 0.68),
    Guest("Ruprecht Hölzl", _LEIPZIG, "A", 0.63),
    Guest("Dörte Claußen", _KIEL, "B", 0.6),
    Guest("Timo Brückner", _KOELN, "B", 0.55),
    Guest("Ludmilla Sauer", _LEIPZIG, "B", 0.5),
    Guest("Kurt Egger", _KOELN, "B", 0.44),
    Guest("Nele Osterkamp", _KIEL, "B", 0.37),
    Guest("Friedhelm Jung", _LEIPZIG, "B", 0.3),
    Guest("Paula Wirth", _KOELN, "B", 0.2),
)
PLAYERS = tuple(Player(guest.name, guest.strength) for guest in CROWD)
ENTRIES = tuple(NewPerson(guest.name, guest.club, guest.category) for guest in CROWD)


def there_are_real_ones() -> bool:
    """Whether somebody uses this server already, who would be in the way of a demo."""
    return Game.objects.exclude(staff__user__username=DEMO_DIRECTOR).exists()
