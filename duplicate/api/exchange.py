"""Games and participants in files: ours and those of other programs."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.base import GameView
from duplicate.errors import WrongRoundState
from duplicate.exchange.gcg import write_gcg
from duplicate.exchange.people import read_participants
from duplicate.exchange.records import record_of
from duplicate.file_kinds import EXPORT_JSON, EXPORT_XML
from duplicate.models import Game, GameImport, Round
from duplicate.permissions import demand_finished, demand_named
from duplicate.selectors.finding import numbers_in
from duplicate.selectors.rounds import current_round
from duplicate.serializers.games import StaffGameSerializer
from duplicate.serializers.participants import StaffParticipantSerializer
from duplicate.services.imports import bring_game
from duplicate.services.participants import enter_participants
from referee.access import AccountsOnly, Need, needs
from referee.errors import FileUnreadable, NotFound
from referee.parsers import BoundedCSVParser
from referee.prepared_files.kinds import Arguments, FileKind
from referee.prepared_files.responses import (
    ASKED_FOR,
    BEING_MADE,
    WAIT_SECONDS,
    respond_with_file,
)
from referee.problems import ProblemSerializer
from referee.uploads import (
    Upload,
    UploadedJSONParser,
    UploadedTextXMLParser,
    UploadedXMLParser,
    UploadView,
)
from referee.views import ApiView

#: While one of these is played nobody may know what others have handed in.
PLAYED = {Round.State.OPEN, Round.State.PAUSED, Round.State.CLOSING, Round.State.CLOSED}


class GameImportSerializer(serializers.Serializer[GameImport]):
    """A large file with a game, on its way to become one."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=GameImport.State.choices)
    percent = serializers.IntegerField(min_value=0, max_value=100)
    game = serializers.SerializerMethodField(help_text="The game, when it is done.")
    problem = ProblemSerializer(allow_null=True, help_text="Why not, when it has failed.")

    def get_game(self, found: GameImport) -> UUID | None:
        return found.game_id if found.state == GameImport.State.DONE else None


class GameImportViews(UploadView, ApiView):
    noun = "exchange"
    permission_classes = [AccountsOnly]
    parser_classes = [UploadedJSONParser, UploadedXMLParser, UploadedTextXMLParser]

    @property
    def largest_body(self) -> int:
        return settings.LARGEST_IMPORT_BYTES

    @extend_schema(
        request={
            "application/json": OpenApiTypes.OBJECT,
            "application/xml": OpenApiTypes.BINARY,
            "text/xml": OpenApiTypes.BINARY,
        },
        parameters=[OpenApiParameter("name", str, description="What a game from XML is called.")],
        responses={201: StaffGameSerializer, 202: GameImportSerializer},
    )
    @needs(Need.ACCOUNT)
    def import_game(self, request: Request) -> Response:
        """Take up a game from `export.json`; you direct it then.

        As XML: a game in Eliot's format, version 2, which is played again and over at once.
        A large file is taken in by a worker: `Location` says where to see what becomes of it.
        """
        upload = request.data
        if not isinstance(upload, Upload):  # an empty body never reaches the parser
            raise FileUnreadable(where="", problem=_("Die Datei ist leer."))
        name = request.query_params.get("name", _("Spiel aus Eliot"))
        brought = bring_game(upload, name, self.at, by=self.by)
        if isinstance(brought, Game):
            return Response(StaffGameSerializer(brought).data, status=201)
        location = f"{request.path.removesuffix('import/')}imports/{brought.pk}/"
        headers = {"Location": location, "Retry-After": str(WAIT_SECONDS)}
        return Response(GameImportSerializer(brought).data, status=202, headers=headers)

    @extend_schema(responses=GameImportSerializer)
    @needs(Need.ACCOUNT)
    def imported(self, _request: Request, game_import: UUID) -> Response:
        """What has become of a large file that you brought."""
        found = GameImport.objects.filter(pk=game_import, by=self.by).first()
        if found is None:
            raise NotFound
        is_over = found.state in (GameImport.State.DONE, GameImport.State.FAILED)
        headers = {} if is_over else {"Retry-After": str(WAIT_SECONDS)}
        return Response(GameImportSerializer(found).data, headers=headers)


class ExportViews(GameView):
    """For a director; for everybody once the game is over. What is large is made by a worker."""

    noun = "exchange"

    @extend_schema(responses={200: OpenApiTypes.OBJECT, **BEING_MADE}, parameters=[ASKED_FOR])
    def json(self, _request: Request, **_where: Any) -> HttpResponseBase:
        """The whole game: answers, rulings, log. Not while a round is being played or judged.

        Member numbers are in it for the staff only.
        """
        demand_finished(self.game, self.role)
        demand_no_round_played(self.game)
        arguments = {"to_staff": "yes"} if self.role.is_staff else {}
        return self._file(EXPORT_JSON, arguments)

    @extend_schema(
        responses={(200, "application/xml"): OpenApiTypes.STR, **BEING_MADE},
        parameters=[ASKED_FOR],
    )
    def xml(self, _request: Request, **_where: Any) -> HttpResponseBase:
        """The published rounds in Eliot's format, version 2."""
        demand_finished(self.game, self.role)
        return self._file(EXPORT_XML)

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def gcg(self, _request: Request, **_where: Any) -> HttpResponse:
        """The moves laid in the published rounds, as GCG."""
        demand_finished(self.game, self.role)
        text = write_gcg(record_of(self.game, with_moves=False), name=self.game.name)
        response = HttpResponse(text, content_type="text/plain; charset=utf-8")
        response.headers["Content-Disposition"] = 'attachment; filename="export.gcg"'
        return response

    def _file(self, kind: FileKind[Game], arguments: Arguments | None = None) -> HttpResponseBase:
        is_public = not self.role.is_staff
        return respond_with_file(
            self.request, kind, self.game, self.at, is_public=is_public, arguments=arguments
        )


class ParticipantImportViews(GameView):
    noun = "exchange"

    def get_parsers(self) -> list[BaseParser]:
        return [BoundedCSVParser()]

    @extend_schema(
        request={"text/csv": OpenApiTypes.BINARY},
        responses={201: StaffParticipantSerializer(many=True)},
    )
    @needs(Need.STAFF)
    def import_participants(self, request: Request, **_where: Any) -> Response:
        """Enter everybody of a CSV file, or nobody if one line of it is wrong.

        The first line names the columns, in German or English: number, name, club, category,
        member_id; all but the name may be missing.
        """
        data = request.data if isinstance(request.data, bytes) else b""
        people = read_participants(data, numbers_in(self.game))
        entered = enter_participants(self.game, people, self.at, by=self.by)
        return Response(StaffParticipantSerializer(entered, many=True).data, status=201)


def demand_no_round_played(game: Game) -> None:
    """Raises WrongRoundState while a round takes answers, PlaysUndecided while it is judged."""
    round = current_round(game)
    if round and round.state in PLAYED:
        needed = [state for state in Round.State if state not in PLAYED]
        raise WrongRoundState(number=round.number, state=round.state, needed=needed)
    if round and round.state == Round.State.JUDGED:
        demand_named(round)
