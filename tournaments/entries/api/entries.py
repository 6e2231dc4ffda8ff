"""Those who play: entering, importing, changing, sitting out, leaving; and their codes."""

from datetime import datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need, needs
from referee.parsers import BoundedCSVParser, BoundedTextParser
from referee.views import Body, Pages, choice_in, versioned, whole_in, writes
from tournaments.entries.new_entries import NewEntry
from tournaments.entries.serializers import (
    AbsenceSerializer,
    CodeIssuedSerializer,
    EntryChangeSerializer,
    EntrySerializer,
    ImportedSerializer,
    NewEntrySerializer,
    StaffEntrySerializer,
    WithdrawalSerializer,
)
from tournaments.entries.services import entries
from tournaments.entries.services.erasure import erase_entry
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.finding import find_division
from tournaments.models import Absence, Division, Entry
from tournaments.rounds.services.imports import Format, import_entries

DIVISION = OpenApiParameter("division", int, description="Only those of this one.")
INTO = OpenApiParameter("division", int, description="Left out: division 1.")
FORMAT = OpenApiParameter(
    "format", str, enum=[*Format], description="Left out: `csv` for text/csv, else `tsh`."
)
ROUNDS = OpenApiParameter(
    "rounds", bool, description="`false`: only the players of a tsh file, without its rounds."
)
FIRST_DIVISION = 1


class EntryListViews(TournamentView):
    noun = "entries"
    pagination_class = Pages

    @versioned(EntrySerializer(many=True), DIVISION)
    def list(self, request: Request, **_where: Any) -> Response:
        """Who plays, by number; the staff are told member numbers and fixed tables too."""
        found = self.tournament.entries.select_related("division")
        if request.query_params.get("division"):
            found = found.filter(division=_division(self))
        return self.page_of(found, self.shown_as(EntrySerializer, StaffEntrySerializer))

    @writes(Need.STAFF, NewEntrySerializer, {201: StaffEntrySerializer})
    def enter(self, body: Body, **_where: Any) -> Entry:
        """Enter somebody; during the tournament they play from the next round on."""
        division = find_division(self.tournament, body.pop("division", FIRST_DIVISION))
        return entries.enter(division, NewEntry(**body), self.at, by=self.by)


class EntryImportViews(TournamentView):
    noun = "entries"

    def get_parsers(self) -> list[BaseParser]:
        return [BoundedCSVParser(), BoundedTextParser()]

    @extend_schema(
        request={"text/csv": OpenApiTypes.BINARY, "text/plain": OpenApiTypes.BINARY},
        parameters=[INTO, FORMAT, ROUNDS],
        responses={201: ImportedSerializer},
    )
    @needs(Need.STAFF)
    def import_entries(self, request: Request, **_where: Any) -> Response:
        """Enter everybody of a file, or nobody if anything in it is wrong.

        A CSV file names its columns in the first line, in German or English: number, name, club,
        category, team, member_id, rating, fixed_table, first_round; all but the name may be
        missing. The `.t` file of a tsh division brings along the rounds that were played, if this
        division is empty; the tournament runs then.
        """
        data = request.data if isinstance(request.data, bytes) else b""
        imported = import_entries(
            _division(self),
            data,
            self.at,
            by=self.by,
            file_format=_format(request),
            with_rounds=choice_in(request, "rounds", ("true", "false"), "true") == "true",
        )
        return Response(ImportedSerializer(imported).data, status=201)


class EntryViews(TournamentView):
    noun = "entries"

    @versioned(EntrySerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """One of those who play."""
        return Response(self.shown_as(EntrySerializer, StaffEntrySerializer)(self.entry).data)

    @writes(Need.STAFF, EntryChangeSerializer, StaffEntrySerializer)
    def change(self, body: Body, **_where: Any) -> Entry:
        """Correct what is given."""
        if "division" in body:
            body["division"] = find_division(self.tournament, body["division"])
        return entries.change_entry(self.entry, self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, None)
    def remove(self, **_where: Any) -> None:
        """Remove somebody entered by mistake, who has never been paired."""
        entries.remove_entry(self.entry, self.at, by=self.by)

    @writes(Need.STAFF, WithdrawalSerializer, StaffEntrySerializer)
    def withdraw(self, body: Body, **_where: Any) -> Entry:
        """They are paired no more; what they achieved stays."""
        return entries.withdraw(self.entry, self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, None, StaffEntrySerializer)
    def erase(self, **_where: Any) -> Entry:
        """Erase name, club, category, team and member number, from logs too; results stay."""
        return erase_entry(self.entry, self.at, by=self.by)

    @writes(Need.STAFF, None, StaffEntrySerializer)
    def readmit(self, **_where: Any) -> Entry:
        """Let somebody who had withdrawn play again."""
        return entries.readmit(self.entry, self.at, by=self.by)


class EntryCodeViews(TournamentView):
    noun = "entries"

    @writes(Need.STAFF, None, {201: CodeIssuedSerializer})
    def issue_code(self, **_where: Any) -> Body:
        """A new code by which a player signs in on a phone; the earlier one is worth nothing.

        Repeated with its key, the first code is replaced by a fresh one.
        """
        code = entries.issue_code(self.entry, self.at, by=self.by)
        self.entry.refresh_from_db()
        return {"code": code, "entry": self.entry}

    def to_remember(self, body: Any) -> Any:
        return {**body, "code": None}

    def to_repeat(self, body: Any, at: datetime) -> Any:
        return {**body, "code": entries.issue_code(self.entry, at, by=self.by)}


class AbsenceViews(TournamentView):
    noun = "absences"

    @versioned(AbsenceSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """The rounds that a player sits out, and what they count as."""
        return Response(AbsenceSerializer(self.entry.absences.all(), many=True).data)

    @writes(Need.STAFF, AbsenceSerializer, {201: AbsenceSerializer})
    def set_absence(self, body: Body, **_where: Any) -> Absence:
        """Let a player sit out a round: with a bye, or absent."""
        return entries.set_absence(
            self.entry, body["round_number"], Absence.Kind(body["kind"]), self.at, by=self.by
        )

    @writes(Need.STAFF, None)
    def remove(self, **_where: Any) -> None:
        """Let a player take part in that round after all."""
        entries.remove_absence(self.entry, self.kwargs["round"], self.at, by=self.by)


def _division(view: TournamentView) -> Division:
    """The division that the query names, or the first. Raises Invalid, DivisionMissing."""
    number = whole_in(view.request, "division", 5)
    return find_division(view.tournament, FIRST_DIVISION if number is None else number)


def _format(request: Request) -> Format:
    is_csv = (request.content_type or "").startswith(BoundedCSVParser.media_type)
    usual = Format.CSV if is_csv else Format.TSH
    return Format(choice_in(request, "format", tuple(Format), usual))
