"""Files that are large for a large event: made beside the round, kept, and fetched when done.

docs/exchange.md tells how. `kinds` says what such a file is, `services` asks for one and makes it,
`responses` answers a request for it.
"""
