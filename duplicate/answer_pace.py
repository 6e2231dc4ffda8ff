"""How often one participant may hand in a move for one round.

Generous to whoever changes their mind, and a bound to a program that would fill the disk.
"""

from uuid import UUID

from duplicate.errors import TooManyAnswers
from referee.rates import Counts, Rate

PACE = Rate(burst=30, a_minute=60)
_ANSWERS = Counts()


def demand_pace(token_digest: str, game: UUID, number: int) -> None:
    """Count one more answer. Raises TooManyAnswers, and then nothing of it is kept."""
    if wait := _ANSWERS.take((token_digest, game, number), PACE):
        raise TooManyAnswers(wait)
