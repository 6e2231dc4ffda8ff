"""What nobody but the staff may learn: all that can be read of a tournament is read and searched.

Drafts, results that are not confirmed, racks and games not for everybody, codes, the numbers by
which the federation knows people, and webhooks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import pytest
from django.http import HttpResponse
from django.test import Client

from engine.digests import digest_of
from referee.services import issue_api_token
from tests.duplicate.factories import NOON, make_user
from tests.permissions import tournaments as matches
from tests.permissions.venues import new_client
from tests.tournaments.factories import (
    give_token,
    make_division,
    make_entry,
    make_round,
    make_tournament,
)
from tournaments.entries.services.entries import issue_code
from tournaments.events.pages.page_requests import SEATS
from tournaments.models import Entry, LogEntry, Pairing, Report, Tournament
from tournaments.rounds.services.results import enter_result, report_result
from tournaments.rounds.services.rounds import draft_round
from tournaments.tables.services.tables import act, open_table
from tournaments.webhooks.services import make_webhook
from tournaments.words.services import judge

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

#: What an address may be asked besides.
QUESTIONS = ("", "?after=1", "?by=club", "?unconfirmed=1", "?round=2", "?state=running")
ASKED_MORE = {
    f"{matches.TOURNAMENT}tables/",
    matches.SHOWN_DIVISION,
    *(row.address for row in matches.PRINT_TABLE),
}
PLACEHOLDER = re.compile(r"<\w+:\w+>")
#: Points no key or place can be mistaken for.
REPORTED, DISPUTED = -431, -457
MEMBER, SEED, ASKED = "M-GEHEIM", "geheime_saat", "QUARKEN"
LAID, RACK, OTHER_RACK = "LACHEN", "RUCKENQ", "LACHENY"


@dataclass(frozen=True)
class Secrets:
    """A tournament full of them, and what they look like."""

    tournament: Tournament
    #: What the placeholders of addresses stand for, one after the other.
    names: dict[str, list[str]]
    #: By what they are.
    patterns: dict[str, str]
    bystander: Entry
    player: Entry

    def addresses(self) -> Iterator[str]:
        """Everything that can be asked for, with all there is put in."""
        rows = [*matches.TABLE, *matches.PRINT_TABLE]
        for address in {row.address for row in rows if row.method == "GET"}:
            if address == "t/<str:code>/":  # the code itself is the secret here
                continue
            found = PLACEHOLDER.findall(address)
            is_asked = "standings" in address or address in ASKED_MORE
            for values in product(*(self.names[name] for name in found)):
                filled = address
                for name, value in zip(found, values, strict=True):
                    filled = filled.replace(name, value, 1)
                questions = QUESTIONS if is_asked else ("",)
                yield from (f"/{filled}{question}" for question in questions)

    def told_to(self, client: Client) -> dict[str, str]:
        """By their addresses, all pages and answers that are there for somebody."""
        told = {}
        for address in self.addresses():
            response = client.get(address)
            assert response.status_code < 500, address
            told[address] = f"{response.headers} {response.content.decode(errors='replace')}"
        return told

    def found_in(self, told: dict[str, str]) -> set[tuple[str, str]]:
        return {
            (name, address)
            for name, pattern in self.patterns.items()
            for address, text in told.items()
            if re.search(pattern, text)
        }


@pytest.fixture
def secrets() -> Secrets:
    director = make_user()
    tournament = make_tournament(director=director)
    division = make_division(tournament)
    players = [make_entry(division, member_id=MEMBER) for _ in range(8)]
    pairs = zip(players[::2], players[1::2], strict=True)
    one, two, three, four = make_round(division, *pairs).pairings.order_by("table")
    _say(one, players[0], REPORTED)
    _say(two, players[2], DISPUTED)
    _say(two, players[3], DISPUTED + 1)
    enter_result(
        three,
        NOON,
        by=director,
        source=Report.Source.DIRECTOR,
        first_points=400,
        second_points=380,
    )
    closed = open_table(tournament, NOON, by=director, pairing=one, is_public=False)
    act(closed, {**_place(LAID), "rack": OTHER_RACK}, NOON, by=director)
    watched = open_table(tournament, NOON, by=director, pairing=four)
    act(watched, {**_place("RUCKEN"), "rack": RACK}, NOON, by=director)
    judge(tournament, [ASKED], NOON, by=director)
    code = issue_code(players[0], NOON, by=director)
    webhook = make_webhook(
        tournament, NOON, by=director, url="https://geheim.example/hook", events=["result"]
    )
    draft = draft_round(division, NOON, by=director, seed=SEED, with_open_games=True)
    for pairing in draft.pairings.all():
        pairing.reason |= {"seed": SEED}
        pairing.save()
    players[0].refresh_from_db()
    return Secrets(
        tournament,
        names={
            "<uuid:tournament>": [str(tournament.pk)],
            "<int:division>": ["1"],
            "<int:round>": ["1", "2"],
            "<int:number>": ["1", "3"],
            "<int:pairing>": [
                str(pairing.pk) for pairing in (one, two, four, draft.pairings.all()[0])
            ],
            "<uuid:table>": [str(closed.pk), str(watched.pk)],
            "<str:what>": ["nothing"],
            "<str:word>": ["AN"],
            "<str:code>": ["FALSCH"],
            "<str:game>": ["match"],
        },
        patterns={
            "a reported result": _points(REPORTED),
            "a disputed result": f"{_points(DISPUTED)}|{_points(DISPUTED + 1)}",
            "a dispute": '"standing": ?"(disputed|reported)"|disputed_games',
            "a draft": f"{SEED}|drafted_at",
            "a member's number": MEMBER,
            "a game not for everybody": f"{LAID}|{OTHER_RACK}",
            "a rack": RACK,
            "a challenge": ASKED,
            "a code": f"{code}|{players[0].code_digest}|has_code|is_signed_in",
            "a webhook": f"geheim.example|{webhook.secret}",
        },
        bystander=players[4],
        player=players[7],
    )


def test_the_public_learns_none_of_it(secrets: Secrets) -> None:
    assert secrets.found_in(secrets.told_to(new_client({}))) == set()


def test_a_player_learns_only_their_own_number(secrets: Secrets) -> None:
    told = secrets.told_to(_phone(secrets.bystander))
    own = {address for address in told if address.partition("?")[0].endswith("/me/")}
    assert secrets.found_in(told) <= {
        (name, address) for name in ("a member's number", "a code") for address in own
    }


def test_who_plays_at_a_table_does_not_learn_the_opponents_rack(secrets: Secrets) -> None:
    found = secrets.found_in(secrets.told_to(_phone(secrets.player)))
    assert {name for name, _address in found} <= {"a member's number", "a code"}


def test_the_director_learns_all_of_it(secrets: Secrets) -> None:
    """Or the tests above would look for what is nowhere."""
    director = secrets.tournament.staff.get().user
    client = new_client({"Authorization": f"Bearer {issue_api_token(director, 'test', NOON)[1]}"})
    client.force_login(director)
    told = secrets.told_to(client)
    assert {name for name, _address in secrets.found_in(told)} == set(secrets.patterns)
    # But what chance will bring at a table, nobody learns while the game is played.
    seeds = secrets.tournament.tables.values_list("seed", flat=True)
    assert not {seed for seed in seeds for text in told.values() if seed in text}


def test_secret_entries_of_the_logs_cant_be_guessed_by_their_digests(secrets: Secrets) -> None:
    """Few pairings, points and racks are possible: without salt one would try them all."""
    internal = secrets.tournament.log.filter(is_internal=True)
    kinds = {entry.kind for entry in internal}
    assert kinds >= {
        LogEntry.Kind.PAIRED,
        LogEntry.Kind.REPORTED,
        LogEntry.Kind.DISPUTED,
        LogEntry.Kind.CHALLENGED,
        LogEntry.Kind.WEBHOOK_CHANGED,
    }
    racks = [
        entry
        for table in secrets.tournament.tables.all()
        for entry in table.log.all()
        if "rack" in entry.data
    ]
    assert len(racks) == 2
    for entry in (*internal, *racks):
        guessed = {key: value for key, value in entry.data.items() if key != "salt"}
        assert digest_of(entry.data) == entry.data_digest != digest_of(guessed)


def _say(pairing: Pairing, player: Entry, points: int) -> None:
    report_result(
        pairing,
        player,
        NOON,
        first_points=points,
        second_points=points,
        confirm_implausible=True,
    )


def _place(word: str) -> dict[str, str | int]:
    return {"kind": "place", "player": 0, "coordinates": "H4", "word": word}


def _points(points: int) -> str:
    """With any kind of minus sign."""
    return rf"[-−–]{-points}\b"


def _phone(player: Entry) -> Client:
    """Shows the player's token to the API, and has the seat that pages know."""
    token = give_token(player)
    client = new_client({"Authorization": f"Bearer {token}"})
    response = HttpResponse()
    SEATS.take(response, player.tournament_id, token)
    client.cookies.update(response.cookies)
    return client
