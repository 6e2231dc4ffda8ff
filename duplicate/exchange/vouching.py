"""What the log of a game vouches for: what its entries, heard in order, say has become of it.

Columns that no entry tells of (a member number, whether a new game is listed) are not in it.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from duplicate.errors import ImportRefused
from duplicate.models import Game, LogEntry, Round

Kind, State = LogEntry.Kind, Round.State
#: Which round: its number and attempt.
Place = tuple[int, int]
Data = Mapping[str, Any]

_DRAW = ("drawn_by", "label", "leave", "rejected", "drawn", "rack", "bag")
_PERSON = ("name", "club", "category", "is_online")


@dataclass
class VouchedRound:
    columns: dict[str, Any] = field(
        default_factory=lambda: {
            "state": State.DRAWN,
            "cancelled_because": "",
            "opened_at": None,
            "published_at": None,
            "shut_out_seconds": 0,
        }
    )
    #: When each begins and ends.
    periods: list[list[datetime]] = field(default_factory=list)
    #: How many answers there were when it was published, and their digest.
    answers: dict[str, Any] = field(default_factory=dict)
    #: The digest of everybody's points, as last judged or revised.
    results: str | None = None
    #: The move that a director chose.
    chosen: object = None


@dataclass
class Vouched:
    """What is told so far. Columns by the names that the file gives them."""

    game: dict[str, Any] = field(
        default_factory=lambda: {
            "state": Game.State.SETUP,
            "started_at": None,
            "finished_at": None,
            "ending": "",
            "hall_source": "",
            "hall_part": "",
            "hall_part_at": None,
        }
    )
    people: dict[int, dict[str, Any]] = field(default_factory=dict)
    #: Who is the same as whom, by their numbers.
    merged: dict[int, int] = field(default_factory=dict)
    rounds: defaultdict[Place, VouchedRound] = field(
        default_factory=lambda: defaultdict(VouchedRound)
    )
    #: When rulings of the same words on the same round were given, and when revoked. Their ids say
    #: nothing: they are others on every server.
    given: defaultdict[str, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    revoked: defaultdict[str, list[datetime]] = field(default_factory=lambda: defaultdict(list))

    def hear(self, entry: LogEntry, place: Place | None) -> None:
        """Take in the next entry, and the round that it is about.

        Raises ImportRefused for one that does not say what it must.
        """
        try:
            if entry.sequence == 1 and entry.kind != Kind.CREATED:
                _refuse(entry, _("Das Protokoll beginnt mit einem anderen Spiel."))
            if entry.kind in (Kind.RULED, Kind.RULING_REVOKED) and place:
                heard = self.given if entry.kind == Kind.RULED else self.revoked
                heard[ruling_key(place, entry.data["ruling"])].append(entry.at)
            elif place:
                self._hear_of_round(self.rounds[place], entry)
            elif "participant" in entry.data:
                self._hear_of_person(entry)
            else:
                self._hear_of_game(entry)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            _refuse(entry, _("Dieser Eintrag sagt nicht, was er sagen müsste."))

    def _hear_of_game(self, entry: LogEntry) -> None:
        told = entry.data
        match entry.kind:
            case Kind.CREATED:
                self.game |= {"created_at": entry.at}
            case Kind.STARTED:
                self.game |= {"state": Game.State.RUNNING, "started_at": entry.at}
            case Kind.FINISHED:
                self.game |= {"state": Game.State.FINISHED, "finished_at": entry.at}
            case Kind.HALL_PART:
                self.game |= {"hall_part_at": entry.at}
            case Kind.IMPORTED if self.game["state"] == Game.State.SETUP:
                self.game |= {"hall_part_at": None}
            case Kind.CHANGED | Kind.IMPORTED:
                pass
            case _:
                return
        names = ("name", "is_listed", "options", "commitment", "lexicon", "ending", "seed")
        self.game |= _given(told, *names, "hall_source", "hall_part")
        if "starts_at" in told:
            self.game["starts_at"] = _moment(told["starts_at"])

    def _hear_of_person(self, entry: LogEntry) -> None:
        number = entry.data["participant"]
        match entry.kind:
            case Kind.JOINED:
                is_online = entry.by == f"participant {number}"
                self.people[number] = {"entered_at": entry.at, "withdrawn_at": None}
                self.people[number] |= {"is_online": is_online, **_given(entry.data, *_PERSON)}
            case Kind.PARTICIPANT_CHANGED:
                self.people[number] |= _given(entry.data, *_PERSON)
            case Kind.WITHDRAWN:
                self.people[number]["withdrawn_at"] = entry.at
            case Kind.READMITTED:
                self.people[number]["withdrawn_at"] = None
            case Kind.MERGED:
                self._hear_of_merging(number, entry)

    def _hear_of_merging(self, number: int, entry: LogEntry) -> None:
        into = entry.data["into"]
        if into == number or {into, number} & self.merged.keys():
            raise ValueError(into)
        gone = self.people[number]
        gone["withdrawn_at"] = gone["withdrawn_at"] or entry.at
        self.people[into] |= _given(entry.data, "is_online")
        self.merged[number] = into
        for other, target in self.merged.items():
            if target == number:
                self.merged[other] = into

    def _hear_of_round(self, round: VouchedRound, entry: LogEntry) -> None:
        told, columns = entry.data, round.columns
        if "closes_at" in told:
            columns["closes_at"] = _moment(told["closes_at"])
        match entry.kind:
            case Kind.DRAWN:
                columns |= _given(told, *_DRAW)
            case Kind.CANCELLED:
                columns |= {"state": State.CANCELLED, "cancelled_because": told["reason"]}
            case Kind.OPENED | Kind.RESUMED | Kind.REOPENED:
                if entry.kind == Kind.OPENED:
                    columns["opened_at"] = entry.at
                if entry.kind == Kind.REOPENED:
                    round.chosen = None
                columns["state"] = State.OPEN
                round.periods.append([entry.at, columns["closes_at"]])
            case Kind.PAUSED:
                columns["state"] = State.PAUSED
                round.periods[-1][1] = entry.at
            case Kind.INTERRUPTED:
                since = _moment(told["since"])
                if since is None:
                    raise ValueError
                columns["state"] = State.PAUSED
                columns["shut_out_seconds"] += told["seconds"]
                round.periods[-1][1] = since
            case Kind.EXTENDED if columns["state"] == State.OPEN:
                round.periods[-1][1] = columns["closes_at"]
            case Kind.CLOSING:
                columns["state"] = State.CLOSING
                round.periods[-1][1] = columns["closes_at"]
            case Kind.CLOSED:
                columns["state"] = State.CLOSED
            case _:
                self._hear_of_judging(round, entry)

    def _hear_of_judging(self, round: VouchedRound, entry: LogEntry) -> None:
        told, columns = entry.data, round.columns
        columns |= _given(told, "reference")
        match entry.kind:
            case Kind.JUDGED:
                columns |= {"state": State.JUDGED, **_given(told, "top_points")}
                round.results = told["digest"]
                if round.chosen != _words_of(told["reference"]):
                    round.chosen = None
            case Kind.REFERENCE_CHOSEN:
                round.chosen = _words_of(told["reference"])
            case Kind.PUBLISHED:
                columns |= {"state": State.PUBLISHED, "published_at": entry.at}
                columns |= _given(told, "top_points")
                round.answers = _given(told, "answers", "digest")
            case Kind.RETRACTED:
                columns |= {"state": State.JUDGED, "published_at": None}
            case Kind.REVISED:
                columns["top_points"] = told["top_points"][1]
                round.results = told["digest"]
                if "handed_in" in told:
                    round.answers = _given(told["handed_in"], "answers", "digest")
        columns["reference_chosen"] = round.chosen is not None


def ruling_key(place: Place, told: Data) -> str:
    """By what rulings are the same, as the log tells them."""
    play = told.get("play")
    words = None if play is None else (play["coordinates"], play["word"])
    names = ("kind", "reason", "text", "word", "participant", "points")
    return repr((place, words, *(told.get(name) for name in names)))


def _given(told: Data, *names: str) -> dict[str, Any]:
    """What the entry tells of these; older versions may not have told all."""
    return {name: told[name] for name in names if name in told}


def _moment(text: str | None) -> datetime | None:
    return None if text is None else parse_datetime(text)


def _words_of(move: Data | None) -> tuple[Any, Any] | None:
    return None if move is None else (move["coordinates"], move["word"])


def _refuse(entry: LogEntry, problem: str) -> NoReturn:
    raise ImportRefused(where=f"log {entry.sequence}", problem=problem)
