"""What a newcomer sees after `make run` (see docs/demo.de.md): an evening that is over, and a game
that goes on, against a crowd that does not exist.

`crowd` is who plays, `example` the evening, `running` the game to join.
"""
