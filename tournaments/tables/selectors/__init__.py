"""A game at its table, worked out from its log."""
