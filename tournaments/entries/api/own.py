"""What a player's phone asks for: to be let in, and what is one's own."""

from datetime import datetime
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need
from referee.throttles import Purpose
from referee.views import Body, EntranceView, read, reads, writes
from tournaments.entries.serializers import (
    OwnEntrySerializer,
    SignedInSerializer,
    SignInSerializer,
)
from tournaments.entries.services.entries import use_code
from tournaments.errors import NotYourGame
from tournaments.events.api.base import TournamentView
from tournaments.models import Entry
from tournaments.rounds.selectors.own import current_game, own_games


class SignInViews(EntranceView):
    noun = "entries"
    purpose = Purpose.SIGN_IN

    @writes(Need.EVERYBODY, SignInSerializer, {201: SignedInSerializer})
    def sign_in(self, body: Body) -> Body:
        """Exchange the code on the scorecard for a token, which tells who you are from then on.

        A code can be used on several phones.
        """
        with self.entering(body["code"]):
            entry, token = use_code(body["code"])
        return {"token": token, "entry": entry, "tournament": entry.tournament}

    def renew(self, _held: str, _at: datetime) -> str:
        code = read(SignInSerializer, self.request)["code"]
        with self.entering(code):
            _entry, token = use_code(code)
        return token


class OwnEntryViews(TournamentView):
    noun = "entries"

    @reads(Need.PARTICIPANT, OwnEntrySerializer)
    def me(self, _request: Request, **_where: Any) -> Response:
        """Your entry, your game in the round that is on, and all your published rounds."""
        if self.player is None:
            raise NotYourGame
        entry = Entry.objects.select_related("division__tournament").get(pk=self.player.pk)
        games = own_games(entry)
        own = {"entry": entry, "current": current_game(entry, games), "games": games}
        return Response(OwnEntrySerializer(own).data)
