"""Players need no account: the token they got for their printed code says who they are."""

from referee.authentication import PersonTokenAuthentication
from referee.tokens import ENTRY
from tournaments.errors import TokenUnknown
from tournaments.models import Entry


class EntryTokenAuthentication(PersonTokenAuthentication):
    people, prefix, unknown = Entry, ENTRY, TokenUnknown
    scheme = "entry_token"
    description = "The token of a tournament's player, `sle_…`, got for a code."
