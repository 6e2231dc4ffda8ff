"""Rounds, results and standings, as the API reads and writes them."""
