"""Rounds, results and standings over HTTP for programs."""
