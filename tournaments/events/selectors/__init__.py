"""What every tournament tells: what an address names, its state, its log."""
