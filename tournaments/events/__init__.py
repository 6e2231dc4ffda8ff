"""A tournament itself, whatever is played in it: its staff, state, log, desk, live view."""
