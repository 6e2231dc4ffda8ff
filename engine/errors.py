"""What the engine raises: input it can't read, and requests nobody can meet."""


class EngineError(ValueError):
    """The caller's mistake, said so that a person can mend it: what, where, what would be right."""


class Unreadable(EngineError):
    """Text that is no word, rack, board, coordinate or line of input at all.

    Where an object was read, `field` names the one that is wrong, `item` which of its list, from 1.
    """

    def __init__(self, message: str, *, field: str = "", item: int | None = None) -> None:
        super().__init__(message)
        self.field, self.item = field, item


class TilesMissing(EngineError):
    """Tiles were asked of a collection that does not hold them."""


class LexiconError(EngineError):
    """A file that is no lexicon of ours, or one of another version."""
