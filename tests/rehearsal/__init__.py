"""A rehearsal on bare Debian systems: what our papers tell, done to the letter."""
