"""Simultan: games, rounds, answers, rulings, standings."""
