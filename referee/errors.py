"""What a user may be refused, and the one shape in which every refusal is told."""

import re
from collections.abc import Mapping
from math import ceil
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """A request that the rules don't allow now. It changed nothing.

    `code` is for programs and stable: the class's name, unless that was changed when clients knew
    it. `message` is for people; `detail` fills its braces and goes along with the response.
    """

    code: ClassVar[str]
    status: ClassVar[int] = 409
    message: ClassVar[str | Promise]

    def __init_subclass__(cls) -> None:
        if "code" not in vars(cls):
            cls.code = "_".join(re.findall("[A-Z][a-z]*", cls.__name__)).lower()

    def __init__(self, **detail: object) -> None:
        super().__init__()
        self.detail = detail

    def __str__(self) -> str:
        return str(self.message).format_map(self.detail)


class Invalid(Refused):
    """Input that can't be read or is out of bounds: `field` says where, `problem` what is right."""

    status = 400
    message = _("{field}: {problem}")


class NotFound(Refused):
    status = 404
    message = _("Das gibt es hier nicht.")


class JoinCodeWrong(NotFound):
    message = _("Zu diesem Code gibt es kein Spiel.")


class SeatCodeWrong(JoinCodeWrong):
    """A code that gives a seat back: never issued, used, too old, or replaced by another."""

    message = _("Dieser Code gilt nicht oder nicht mehr. Lass dir einen neuen geben.")


class AlreadyEntered(Refused):
    """Who joins is called like those in `candidates`, each with `number`, `name`, `is_taken`.

    They say whether they are one of them, or somebody else.
    """

    message = _("So heißt schon jemand: {names}. Bist du das?")


class TokenUnknown(Refused):
    status = 401
    message = _("Dieser Zugang gilt nicht.")


class Forbidden(Refused):
    status = 403
    message = _("Das darfst du hier nicht.")


class TooOften(Refused):
    """Within bounds it will be taken again: after `wait_seconds`, which the header tells too."""

    code = "throttled"
    status = 429
    message = _("Das war zu oft. Warte {wait_seconds} Sekunden.")

    def __init__(self, wait_seconds: float) -> None:
        super().__init__(wait_seconds=max(1, ceil(wait_seconds)))


class FileUnreadable(Refused):
    """A file of another program or of ours: `where` in it, and what the `problem` is."""

    status = 400
    message = _("Die Datei lässt sich nicht lesen ({where}): {problem}")


class TableUnreadable(FileUnreadable):
    """A table of people: the `line` counted from 1, the `column` as its head calls it."""

    message = _("Zeile {line}, Spalte „{column}“: {problem}")


# Of events: games and tournaments, which tell some of these in words of their own


class WrongState(Refused):
    """`state` is what something is in, `needed` what the action wants."""

    #: How a state is told, where the message tells it.
    words: ClassVar[Mapping[str, str | Promise]] = {}

    def __str__(self) -> str:
        state = str(self.detail["state"])
        told = {"state": self.words.get(state, state)}
        return str(self.message).format_map(self.detail | told)


class NotPublished(Forbidden):
    """Only the staff may see this before the round is published."""

    message = _("Das ist erst zu sehen, wenn die Runde veröffentlicht ist.")


class NumberTaken(Refused):
    message = _("Die Nummer {number} ist schon vergeben.")


class AlreadyWithdrawn(Refused):
    message = _("{name} ist schon ausgeschieden.")


class NotWithdrawn(Refused):
    message = _("{name} ist gar nicht ausgeschieden.")


class StaffMissing(NotFound):
    """`username` is not one of those who run the event."""


class LastDirector(Refused):
    """Nobody else directs the event."""
