"""Participants need no account: the token they got on joining says who they are."""

from duplicate.errors import TokenUnknown
from duplicate.models import Participant
from referee.authentication import PersonTokenAuthentication
from referee.tokens import PARTICIPANT


class ParticipantTokenAuthentication(PersonTokenAuthentication):
    people, prefix, unknown = Participant, PARTICIPANT, TokenUnknown
    scheme = "participant_token"
    description = "The token of a participant, `slp_…`, got on joining a game."
