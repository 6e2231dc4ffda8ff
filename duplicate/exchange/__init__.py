"""Games, master lines, players and standings in the formats of other programs (docs/exchange.md).

The modules here turn values into text and back; only `records` and `game` read the database.
"""
