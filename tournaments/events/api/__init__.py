"""Tournaments over HTTP for programs."""
