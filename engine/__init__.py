"""The rules of the game as a plain library: no Django, no clock, no network, no hidden randomness.

Start with `engine.verdicts.judge` for a move, `engine.solver.find_tops` for the best ones and
`engine.simultan` for a whole game.
"""

from engine.search import COMPILED

__all__ = ["COMPILED"]
