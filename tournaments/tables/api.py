"""The table referee: games recorded action by action, in files, and analysed."""

from functools import cached_property
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.shapes import to_json
from engine.views import Hint
from referee.access import AccountsOnly, Need, needs
from referee.parsers import BoundedTextParser
from referee.shapes import shaped
from referee.views import (
    ApiView,
    Body,
    Pages,
    choice_in,
    has_etag,
    reads,
    versioned,
    whole_in,
    writes,
)
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.finding import find_pairing_of, find_table
from tournaments.models import Table, Tournament
from tournaments.permissions import demand_involved, demand_over, demand_watchable
from tournaments.tables import answers
from tournaments.tables.messages import tell_difference, tell_right
from tournaments.tables.selectors.records import analysis_of, gcg_of, hints_at, look_up, proof_of
from tournaments.tables.selectors.tables import (
    answered_games,
    answered_table,
    log_of,
    public_state,
    seat_of,
    shown_table,
    watchable_tables,
)
from tournaments.tables.serializers import (
    ActionSerializer,
    AnalysisSerializer,
    ClockChangeSerializer,
    NewTableSerializer,
    TableChangeSerializer,
    TableEntrySerializer,
    UndoSerializer,
)
from tournaments.tables.services import game_files, tables
from tournaments.words.services import read_word

STATE = OpenApiParameter("state", str, enum=Table.State.values, description="Only those.")
PAIRING = OpenApiParameter("pairing", int, description="The game whose record it is.")


class GameListViews(ApiView):
    noun = "tables"
    permission_classes = [AccountsOnly]

    @extend_schema(operation_id="table_games_list", responses=shaped(answers.TableGame)(many=True))
    def list(self, _request: Request) -> Response:
        """Every game that can be played at a table, and what its set-up asks."""
        return Response(to_json(answered_games()))


class BaseTableView(TournamentView):
    def shown(self, table: Table) -> answers.ShownTable:
        """The table as whoever asks may see it."""
        seat = seat_of(table, self.player)
        return shown_table(table, sees_all=self.role.is_staff, seat=seat)


class TableListViews(BaseTableView):
    noun = "tables"
    pagination_class = Pages

    @extend_schema(parameters=[STATE], responses=shaped(answers.Table)(many=True))
    def list(self, request: Request, **_where: Any) -> Response:
        """The games that are recorded, as far as you may watch them."""
        found = watchable_tables(self.tournament, self.role, self.player)
        if state := choice_in(request, "state", Table.State.values):
            found = found.filter(state=state)
        return self.page_shown(found, lambda page: to_json([*map(answered_table, page)]))

    @writes(Need.INVOLVED, NewTableSerializer, {201: shaped(answers.ShownTable)})
    def create(self, body: Body, **_where: Any) -> answers.ShownTable:
        """Begin a game: a pairing's, also by its players, or at a free table.

        At an evening players open free tables too, where they sit themselves. Settings that do not
        go together are answered by `setup_refused`, with the engine's code as `reason`.
        """
        if "pairing" in body:
            body["pairing"] = find_pairing_of(self.tournament, body["pairing"])
        return self.shown(tables.open_table(self.tournament, self.at, by=self.actor, **body))


class TableImportViews(BaseTableView):
    noun = "tables"
    parser_classes = [BoundedTextParser]

    @extend_schema(
        request={"text/plain": OpenApiTypes.BINARY},
        parameters=[PAIRING],
        responses={201: shaped(answers.ImportedTable)},
    )
    @needs(Need.STAFF)
    def import_gcg(self, request: Request, **_where: Any) -> Response:
        """Take up a game in GCG, UTF-8 or Latin-1, by the tournament's ruleset; all or nothing.

        Points are worked out anew, and what the file has wrong is told.
        """
        data = request.data if isinstance(request.data, bytes) else b""
        pairing = whole_in(request, "pairing", 9)
        imported = game_files.import_gcg(
            self.tournament,
            data,
            self.at,
            by=self.by,
            pairing=None if pairing is None else find_pairing_of(self.tournament, pairing),
        )
        differences = tuple(
            answers.Difference(
                line=difference.line,
                code=difference.code,
                says=difference.says,
                right=tell_right(difference, imported.table.names),
                message=tell_difference(difference, imported.table.names),
            )
            for difference in imported.differences
        )
        body = answers.ImportedTable(table=self.shown(imported.table), differences=differences)
        return Response(to_json(body), status=201)


class TableView(BaseTableView):
    """A view under one table. Its id alone is the address, as the live stream has it; the
    tournament is the one it belongs to."""

    def find_event(self) -> Tournament:
        """Raises TableMissing."""
        return self.table.tournament

    @cached_property
    def table(self) -> Table:
        """Raises TableMissing."""
        return find_table(self.kwargs["table"])

    @property
    def version(self) -> int:
        return self.table.log_length


class TableViews(TableView):
    noun = "tables"

    @versioned(shaped(answers.ShownTable))
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """A game as it stands. Of what is secret, players see their own."""
        demand_watchable(self.table, self.role, self.player)
        return Response(to_json(self.shown(self.table)))

    @writes(Need.STAFF, TableChangeSerializer, shaped(answers.ShownTable))
    def change(self, body: Body, **_where: Any) -> answers.ShownTable:
        """Say whether everybody may watch while the game is played, and whether it counts."""
        return self.shown(tables.change_table(self.table, self.at, by=self.by, **body))

    @writes(Need.INVOLVED, ActionSerializer, {201: shaped(answers.ShownTable)})
    def act(self, body: Body, **_where: Any) -> answers.ShownTable:
        """Let something happen, for the staff and those who play.

        Where each plays on a phone of their own, players act for themselves only.
        What the rules refuse is answered by `action_refused`, with the engine's code as `reason`.
        The end of a pairing's game is reported as its result.
        """
        table = tables.act(self.table, body.pop("action"), self.at, by=self.actor, **body)
        return self.shown(table)

    @writes(Need.INVOLVED, UndoSerializer, shaped(answers.ShownTable))
    def undo(self, body: Body, **_where: Any) -> answers.ShownTable:
        """Take back the last action; again for the one before."""
        return self.shown(tables.undo(self.table, self.at, by=self.actor, **body))

    @writes(Need.INVOLVED, ClockChangeSerializer, shaped(answers.ShownTable))
    def clock(self, body: Body, **_where: Any) -> answers.ShownTable:
        """Start or stop the clock. While it runs, time counts for whoever is on turn."""
        table = tables.set_clock_running(self.table, at=self.at, by=self.actor, **body)
        return self.shown(table)

    @has_etag(shaped(answers.TableState))
    def state(self, _request: Request, **_where: Any) -> HttpResponse:
        """What everybody may see of a game at a glance; poll it, or follow the stream.

        `…/events/` sends the same as server-sent events after every action, as that of a game of
        Simultan does.
        """
        return self.glance(lambda: to_json(public_state(self.table)))


class TableLogViews(TableView):
    noun = "tables"
    pagination_class = Pages

    @versioned(TableEntrySerializer(many=True), operation_id="tables_log")
    def list(self, _request: Request, **_where: Any) -> Response:
        """Everything that happened at the table, each entry chained to the one before."""
        demand_watchable(self.table, self.role, self.player)
        return self.page_shown(log_of(self.table, sees_all=self.role.is_staff))


class TableHelpViews(TableView):
    """What helps those who play, where the game lets it: for them and the staff."""

    noun = "tables"

    @reads(Need.INVOLVED, shaped(Hint)(many=True))
    def hints(self, request: Request, **_where: Any) -> Response:
        """Good actions, the best first, where the game gives any; else `no_hints`."""
        demand_involved(self.table, self.role, self.player)
        return Response(to_json(hints_at(self.table, request.user)))

    @reads(Need.INVOLVED, shaped(answers.LookedUp), operation_id="tables_look_up")
    def look_up(self, _request: Request, word: str, **_where: Any) -> Response:
        """Whether a word is admissible; for players where the dictionary is open."""
        demand_involved(self.table, self.role, self.player)
        ruling = look_up(self.table, read_word("word", word), is_staff=self.role.is_staff)
        return Response(to_json(ruling))


class TableRecordViews(TableView):
    """What tells secrets: for the staff; for everybody once the game is over."""

    noun = "tables"

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def gcg(self, _request: Request, **_where: Any) -> HttpResponse:
        """The game as GCG, if it was one on the board."""
        demand_over(self.table, self.role)
        return HttpResponse(gcg_of(self.table), content_type="text/plain; charset=utf-8")

    @extend_schema(responses=AnalysisSerializer)
    def analysis(self, request: Request, **_where: Any) -> Response:
        """The game against the best moves there were, where the racks are known."""
        demand_over(self.table, self.role)
        return Response(AnalysisSerializer(analysis_of(self.table, request.user)).data)

    @extend_schema(responses=shaped(answers.TableProof))
    def proof(self, _request: Request, **_where: Any) -> Response:
        """All that came by chance, with the seed that brings it: once the game is over."""
        return Response(to_json(proof_of(self.table)))
