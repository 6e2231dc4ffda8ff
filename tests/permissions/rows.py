"""What a permission table is made of: roles, and rows that say what each of them is answered."""

from dataclasses import dataclass, field
from typing import Any

#: Roles in the game or tournament that the address names.
PUBLIC, PARTICIPANT, STRANGER = "public", "participant", "participant of another game"
#: Holds a token of Simultan where the address is a tournament's, and the other way round.
ELSEWHERE = "participant of the other app"
ASSISTANT, DIRECTOR, OTHER, ADMIN = "assistant", "director", "director of another game", "admin"
ROLES = (PUBLIC, PARTICIPANT, STRANGER, ELSEWHERE, ASSISTANT, DIRECTOR, OTHER, ADMIN)

EVERYBODY = set(ROLES)
ACCOUNTS = {ASSISTANT, DIRECTOR, OTHER, ADMIN}
VISITORS = EVERYBODY - ACCOUNTS
PLAYING = {PARTICIPANT}
STAFF = {ASSISTANT, DIRECTOR, ADMIN}
INVOLVED = PLAYING | STAFF
DIRECTORS = {DIRECTOR, ADMIN}

HOME, LOGIN, JOIN = "/", "/login/", "/join/"


@dataclass(frozen=True)
class Row:
    method: str
    address: str
    who: set[str]
    #: What those are answered: the status, or where they are redirected.
    answer: int | str
    #: A form or JSON, whose placeholders are filled in as those of the address are; or a file:
    #: text is a spreadsheet, bytes are any other.
    body: Any = field(default=None, hash=False)
    #: Where a page leads all others. Without it, and accounts instead of to log in, they are told
    #: 401 or 403.
    led: str = ""
    #: Told 403 even without a token: it is a matter of time, not of who asks.
    later: bool = False

    def answer_to(self, role: str) -> int | str:
        if role in self.who:
            return self.answer
        if self.led and not (self.led == LOGIN and role in ACCOUNTS):
            return self.led
        return 401 if role == PUBLIC and not self.later else 403

    def __str__(self) -> str:
        return f"{self.method} {self.address}"
