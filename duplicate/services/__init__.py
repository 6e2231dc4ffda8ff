"""Every write of a Simultan, one verb each: lock, check, change, record, announce on commit.

Who locks, locks the game first and then the round; answers lock the round only, for sharing.
"""
