"""Club evenings: free tables of any game, one code to join, one table of standings."""
