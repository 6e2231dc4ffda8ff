"""Rounds of paired games: pairings, results, penalties, standings."""
