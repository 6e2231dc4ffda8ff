"""The word judge, and what the director rules on words."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need
from referee.views import Body, Pages, reads, versioned, writes
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.finding import find_pairing_of, find_ruling, find_table_of
from tournaments.models import Challenge, WordRuling
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

    @reads(Need.STAFF, ChallengeSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """What was asked of the word judge, the latest first; that at the tables too."""
        return self.page_of(self.tournament.challenges.all(), ChallengeSerializer)

    @writes(Need.STAFF, NewChallengeSerializer, {201: ChallengeSerializer})
    def judge(self, body: Body, **_where: Any) -> Challenge:
        """Ask whether all of these words are admissible. Every question is on record."""
        pairing, table = body.get("pairing"), body.get("table")
        return words.judge(
            self.tournament,
            body["words"],
            self.at,
            by=self.by,
            pairing=pairing and find_pairing_of(self.tournament, pairing),
            table=table and find_table_of(self.tournament, table),
        )


class WordRulingListViews(TournamentView):
    noun = "words"
    pagination_class = Pages

    @versioned(WordRulingSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """What the director ruled on words, revoked rulings too."""
        return self.page_of(self.tournament.word_rulings.all(), WordRulingSerializer)

    @writes(Need.DIRECTOR, NewWordRulingSerializer, {201: WordRulingSerializer})
    def rule(self, body: Body, **_where: Any) -> WordRuling:
        """Allow or bar a word in this tournament from now on, whatever the list says."""
        return words.rule_word(self.tournament, body.pop("word"), self.at, by=self.by, **body)


class WordRulingViews(TournamentView):
    noun = "words"

    @writes(Need.DIRECTOR, None, WordRulingSerializer)
    def revoke(self, ruling: int, **_where: Any) -> WordRuling:
        """Take a ruling back; it stays on record."""
        found = find_ruling(self.tournament, ruling)
        return words.revoke_ruling(found, self.at, by=self.by)
