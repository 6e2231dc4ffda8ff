"""Decisions of directors, and what they would change in rounds that are published."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.base import GameView
from duplicate.errors import PlayMissing, RulingMissing
from duplicate.models import Play, Ruling
from duplicate.permissions import demand_published
from duplicate.selectors.finding import find_participant
from duplicate.selectors.revisions import pending_revisions
from duplicate.serializers.rounds import NewRulingSerializer, RevisionSerializer, RulingSerializer
from duplicate.services import rulings
from referee.access import Need
from referee.errors import Invalid
from referee.views import Body, reads, versioned, writes

Kind = Ruling.Kind


class RulingViews(GameView):
    noun = "rulings"

    @versioned(RulingSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """The rulings of a round, revoked ones too; for everybody once it is published."""
        demand_published(self.round, self.role)
        found = self.round.rulings.select_related("round", "participant", "by", "revoked_by")
        return Response(RulingSerializer(found, many=True).data)

    @writes(Need.DIRECTOR, NewRulingSerializer, {201: RulingSerializer})
    def rule(self, body: Body, **_where: Any) -> Ruling:
        """Rule on a word, a play or a participant. The round is judged anew by it.

        What it would change in published rounds is shown under `revisions/`, and done by
        `revise/`.
        """
        kind, points = body["kind"], body.get("points")
        why = {"by": self.by, "reason": body["reason"], "text": body.get("text", "")}
        if kind in (Kind.WORD_ALLOWED, Kind.WORD_BARRED):
            word, is_admissible = _given(body, "word"), kind == Kind.WORD_ALLOWED
            return rulings.rule_on_word(
                self.round, word, self.at, is_admissible=is_admissible, **why
            )
        if kind == Kind.PLAY_POINTS:
            play = self._play(_given(body, "play"))
            return rulings.rule_on_play(play, _given(body, "points"), self.at, **why)
        participant = find_participant(self.game, _given(body, "participant"))
        if kind == Kind.WARNING:
            return rulings.warn_participant(self.round, participant, self.at, **why)
        if kind == Kind.PENALTY:
            points = _given(body, "points")
            return rulings.penalise_participant(self.round, participant, points, self.at, **why)
        return rulings.credit_average(self.round, participant, self.at, points=points, **why)

    @writes(Need.DIRECTOR, None, RulingSerializer)
    def revoke(self, ruling: int, **_where: Any) -> Ruling:
        """Take a ruling back; it stays on record."""
        found = self.round.rulings.filter(pk=ruling).first()
        if found is None:
            raise RulingMissing
        return rulings.revoke_ruling(found, self.at, by=self.by)

    def _play(self, pk: int) -> Play:
        play = self.round.plays.filter(pk=pk).first()
        if play is None:
            raise PlayMissing
        return play


class RevisionViews(GameView):
    noun = "rulings"

    @reads(Need.STAFF, RevisionSerializer(many=True))
    def revisions(self, _request: Request, **_where: Any) -> Response:
        """What the rulings in force would change in published rounds, if they were revised."""
        return Response(RevisionSerializer(pending_revisions(self.game), many=True).data)


def _given(body: dict[str, Any], name: str) -> Any:
    """Raises Invalid if this kind of ruling needs what was not given."""
    if body.get(name) is None:
        raise Invalid(field=name, problem=_("Das fehlt für eine solche Entscheidung."))
    return body[name]
