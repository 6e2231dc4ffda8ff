"""The pages of a game at its table."""
