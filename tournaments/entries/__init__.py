"""Who plays: entries, divisions, and the codes by which players get in."""
