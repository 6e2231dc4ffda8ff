"""The position page: a board and a rack, moves tried on it and the best ones there are.

All of it is told by the address: `positions` is the value, `reading` what the address says.
"""
