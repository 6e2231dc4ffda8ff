"""Match play: entries, pairings, results, game records, standings."""
