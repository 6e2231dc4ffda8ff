"""The rules of the game as a plain library: no Django, no clock, no network, no hidden randomness.

lexicon = Lexicon(Path("var/german.lexicon"))
find_tops(lexicon, Board(), "ADENRTZ")
judge(Board(), read_move("H4-H9", "GRÜNDE"), rack="DEGNRÜR", lexicon=lexicon)
"""

from engine.search import COMPILED

__all__ = ["COMPILED"]
