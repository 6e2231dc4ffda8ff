"""Every write on rounds: lock, check, change, record, announce on commit."""
