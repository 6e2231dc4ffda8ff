"""The word judge, and what the director rules on words."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need, needs
from referee.api import read
from referee.views import Pages, versioned
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.finding import find_pairing_of, find_ruling, find_table_of
from tournaments.words import services as words
from tournaments.words.serializers import (
    ChallengeSerializer,
    NewChallengeSerializer,
    NewWordRulingSerializer,
    WordRulingSerializer,
)


class ChallengeViews(TournamentView):
    noun = "challenges"
    pagination_class = Pages

    @extend_schema(responses=ChallengeSerializer(many=True))
    @needs(Need.STAFF)
    def list(self, _request: Request, **_where: Any) -> Response:
        """What was asked of the word judge, the latest first; that at the tables too."""
        return self.page_of(self.tournament.challenges.all(), ChallengeSerializer)

    @extend_schema(request=NewChallengeSerializer, responses={201: ChallengeSerializer})
    @needs(Need.STAFF)
    def judge(self, request: Request, **_where: Any) -> Response:
        """Ask whether all of these words are admissible. Every question is on record."""
        body = read(NewChallengeSerializer, request)
        pairing, table = body.get("pairing"), body.get("table")
        challenge = words.judge(
            self.tournament,
            body["words"],
            self.at,
            by=self.by,
            pairing=pairing and find_pairing_of(self.tournament, pairing),
            table=table and find_table_of(self.tournament, table),
        )
        return Response(ChallengeSerializer(challenge).data, status=201)


class WordRulingListViews(TournamentView):
    noun = "words"
    pagination_class = Pages

    @versioned(WordRulingSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """What the director ruled on words, revoked rulings too."""
        return self.page_of(self.tournament.word_rulings.all(), WordRulingSerializer)

    @extend_schema(request=NewWordRulingSerializer, responses={201: WordRulingSerializer})
    @needs(Need.DIRECTOR)
    def rule(self, request: Request, **_where: Any) -> Response:
        """Allow or bar a word in this tournament from now on, whatever the list says."""
        body = read(NewWordRulingSerializer, request)
        ruling = words.rule_word(self.tournament, body.pop("word"), self.at, by=self.by, **body)
        return Response(WordRulingSerializer(ruling).data, status=201)


class WordRulingViews(TournamentView):
    noun = "words"

    @extend_schema(request=None, responses=WordRulingSerializer)
    @needs(Need.DIRECTOR)
    def revoke(self, _request: Request, ruling: int, **_where: Any) -> Response:
        """Take a ruling back; it stays on record."""
        found = find_ruling(self.tournament, ruling)
        return Response(WordRulingSerializer(words.revoke_ruling(found, self.at, by=self.by)).data)
