"""How an argument says that it was not given, where None means something."""

import enum
from typing import Final


class Unset(enum.Enum):
    UNSET = enum.auto()


UNSET: Final = Unset.UNSET
