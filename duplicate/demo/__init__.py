"""What a newcomer sees after `make run` (see docs/demo.de.md): an evening that is over, and a game
that goes on, against a crowd that does not exist.

`crowd` is who plays, `example` the evening, `running` the game to join.
"""

from duplicate.demo import running
from duplicate.demo.crowd import there_are_real_ones
from duplicate.demo.example import play_example

__all__ = ["play_example", "running", "there_are_real_ones"]
