"""Tournaments and their logs, as the API reads and writes them."""
