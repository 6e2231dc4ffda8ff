"""Every write of a tournament: lock, check, change, record, announce on commit."""
