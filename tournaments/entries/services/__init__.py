"""Every write on who plays."""
