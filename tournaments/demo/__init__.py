"""What a newcomer sees after `make run` (see docs/demo.de.md): a tournament and a club evening."""

from datetime import datetime

from referee.services import DEMO_DIRECTOR
from tournaments.demo.evening import play_evening
from tournaments.demo.tournament import play_tournament
from tournaments.models import Tournament


def there_are_real_ones() -> bool:
    """Whether somebody uses this server already, who would be in the way of a demo."""
    return Tournament.objects.exclude(staff__user__username=DEMO_DIRECTOR).exists()


def play_example(now: datetime) -> None:
    """The examples, played now where there are none. Raises LexiconMissing."""
    play_tournament(now)
    play_evening(now)
