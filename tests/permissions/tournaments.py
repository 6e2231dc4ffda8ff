"""Who may do what in tournaments."""

from referee.models import User
from referee.tokens import digest
from tests.duplicate.factories import NOON
from tests.permissions.rows import (
    ACCOUNTS,
    ASSISTANT,
    DIRECTOR,
    DIRECTORS,
    EVERYBODY,
    HOME,
    INVOLVED,
    JOIN,
    LOGIN,
    OTHER,
    PLAYING,
    STAFF,
    Row,
)
from tests.permissions.venues import Venue
from tests.tournaments.factories import (
    give_token,
    make_division,
    make_entry,
    make_round,
    make_tournament,
)
from tournaments.entries.codes import code_digest, token_of
from tournaments.events.pages.page_requests import SEATS
from tournaments.models import Staff, Table, Tournament, Webhook
from tournaments.tables.services.tables import open_table

API = "api/v1/tournaments/"
TOURNAMENT = f"{API}<uuid:tournament>/"
DIVISION = f"{TOURNAMENT}divisions/<int:division>/"
ENTRY = f"{TOURNAMENT}entries/<int:number>/"
ROUND = f"{DIVISION}rounds/<int:round>/"
PAIRING = f"{ROUND}pairings/<int:pairing>/"
WEBHOOK = f"{TOURNAMENT}webhooks/<int:webhook>/"
BOARD = f"{API}tables/<uuid:table>/"
PAGE = "tournaments/<uuid:tournament>/"
ME, DESK, JUDGE = (f"{PAGE}{name}/" for name in ("me", "desk", "judge"))
SHOWN_DIVISION = f"{PAGE}<int:division>/"
BOARD_PAGE = "tournaments/tables/<uuid:table>/"
GAME = {"pairing": "<int:pairing>"}
SCORE = {"first_points": 400, "second_points": 380}
RULED = {"word": "XQZ", "is_allowed": True, "reason": "other"}
HOOK = {"url": "https://example.org/hook", "events": ["result"]}
#: Round 1 is published and its game open, so that steps which need another state answer 409 to
#: those who may take them.
TABLE = [
    Row("GET", API, EVERYBODY, 200),
    Row("POST", API, ACCOUNTS, 201, {"name": "Turnier"}),
    Row("GET", f"{API}games/", EVERYBODY, 200),
    Row("POST", f"{API}sign-in/", EVERYBODY, 404, {"code": "FALSCH"}),
    Row("POST", f"{API}join/", EVERYBODY, 404, {"code": "FALSCH", "name": "Eva"}),
    Row("GET", TOURNAMENT, EVERYBODY, 200),
    Row("PATCH", TOURNAMENT, DIRECTORS, 200, {"name": "Turnier"}),
    Row("POST", f"{TOURNAMENT}delete/", DIRECTORS, 400, {"name": "Anders"}),
    Row("POST", f"{TOURNAMENT}finish/", DIRECTORS, 409),
    Row("POST", f"{TOURNAMENT}reopen/", DIRECTORS, 409),
    Row("GET", f"{TOURNAMENT}state/", EVERYBODY, 200),
    Row("GET", f"{TOURNAMENT}staff/", STAFF, 200),
    Row("POST", f"{TOURNAMENT}staff/", DIRECTORS, 201, {"username": "other", "role": "assistant"}),
    Row("DELETE", f"{TOURNAMENT}staff/<str:username>/", DIRECTORS, 204),
    Row("GET", f"{TOURNAMENT}invitations/", DIRECTORS, 200),
    Row("POST", f"{TOURNAMENT}invitations/", DIRECTORS, 201, {"role": "assistant"}),
    Row("DELETE", f"{TOURNAMENT}invitations/<int:invitation>/", DIRECTORS, 404),
    Row("GET", f"{TOURNAMENT}divisions/", EVERYBODY, 200),
    Row("POST", f"{TOURNAMENT}divisions/", DIRECTORS, 201, {"name": "B"}),
    Row("GET", DIVISION, EVERYBODY, 200),
    Row("PATCH", DIVISION, DIRECTORS, 200, {"name": "A"}),
    Row("DELETE", DIVISION, DIRECTORS, 409),
    Row("GET", f"{TOURNAMENT}entries/", EVERYBODY, 200),
    Row("POST", f"{TOURNAMENT}entries/", STAFF, 201, {"name": "Eva"}),
    Row("POST", f"{TOURNAMENT}entries/import/", STAFF, 201, "name\nEva\n"),
    Row("GET", ENTRY, EVERYBODY, 200),
    Row("PATCH", ENTRY, STAFF, 200, {"club": "Köln"}),
    Row("DELETE", ENTRY, DIRECTORS, 409),
    Row("POST", f"{ENTRY}erase/", DIRECTORS, 409),
    Row("POST", f"{ENTRY}withdraw/", STAFF, 200, {}),
    Row("POST", f"{ENTRY}readmit/", STAFF, 409),
    Row("POST", f"{ENTRY}code/", STAFF, 201),
    Row("GET", f"{ENTRY}absences/", EVERYBODY, 200),
    Row("POST", f"{ENTRY}absences/", STAFF, 201, {"round": 7, "kind": "bye"}),
    Row("DELETE", f"{ENTRY}absences/<int:round>/", STAFF, 404),
    Row("GET", f"{TOURNAMENT}me/", PLAYING, 200),
    Row("GET", f"{DIVISION}rounds/", EVERYBODY, 200),
    Row("POST", f"{DIVISION}rounds/", DIRECTORS, 409, {}),
    Row("GET", ROUND, EVERYBODY, 200),
    Row("PUT", ROUND, DIRECTORS, 409, {"pairs": []}),
    Row("DELETE", ROUND, DIRECTORS, 409),
    Row("POST", f"{ROUND}lock/", DIRECTORS, 409),
    Row("POST", f"{ROUND}unlock/", DIRECTORS, 409),
    Row("POST", f"{ROUND}publish/", DIRECTORS, 409),
    Row("POST", f"{ROUND}retract/", DIRECTORS, 409),
    Row("GET", PAIRING, EVERYBODY, 200),
    Row("POST", f"{PAIRING}swap/", DIRECTORS, 409),
    Row("PUT", f"{PAIRING}result/", STAFF, 200, SCORE),
    Row("DELETE", f"{PAIRING}result/", DIRECTORS, 409),
    Row("GET", f"{PAIRING}report/", PLAYING, 200),
    Row("POST", f"{PAIRING}report/", PLAYING, 200, SCORE),
    Row("GET", f"{PAIRING}reports/", STAFF, 200),
    Row("GET", f"{PAIRING}penalties/", EVERYBODY, 200),
    Row("POST", f"{PAIRING}penalties/", DIRECTORS, 201,
        {"player": 1, "reason": "late", "points": 5}),
    Row("POST", f"{PAIRING}penalties/<int:penalty>/revoke/", DIRECTORS, 404),
    Row("GET", f"{TOURNAMENT}tables/", EVERYBODY, 200),
    Row("POST", f"{TOURNAMENT}tables/", INVOLVED, 409, GAME),
    Row("POST", f"{TOURNAMENT}tables/import/", STAFF, 400, b"no game"),
    Row("GET", BOARD, EVERYBODY, 200),
    Row("PATCH", BOARD, STAFF, 200, {"is_public": True}),
    Row("POST", f"{BOARD}actions/", INVOLVED, 400, {"action": {}}),
    Row("POST", f"{BOARD}undo/", INVOLVED, 409, {}),
    Row("POST", f"{BOARD}clock/", INVOLVED, 200, {"is_running": False}),
    Row("GET", f"{BOARD}log/", EVERYBODY, 200),
    Row("GET", f"{BOARD}game.gcg", STAFF, 200, later=True),
    Row("GET", f"{BOARD}analysis/", STAFF, 200, later=True),
    Row("GET", f"{BOARD}proof/", set(), 200, later=True),
    Row("GET", f"{BOARD}hints/", INVOLVED, 409),
    Row("GET", f"{BOARD}words/<str:word>/", INVOLVED, 400),
    Row("GET", f"{BOARD}state/", EVERYBODY, 200),
    Row("GET", f"{TOURNAMENT}challenges/", STAFF, 200),
    Row("POST", f"{TOURNAMENT}challenges/", STAFF, 201, {"words": ["AN"]}),
    Row("GET", f"{TOURNAMENT}words/", EVERYBODY, 200),
    Row("POST", f"{TOURNAMENT}words/", DIRECTORS, 201, RULED),
    Row("POST", f"{TOURNAMENT}words/<int:ruling>/revoke/", DIRECTORS, 404),
    Row("GET", f"{DIVISION}standings/", EVERYBODY, 200),
    Row("GET", f"{DIVISION}standings.csv", EVERYBODY, 200),
    Row("GET", f"{DIVISION}history/", EVERYBODY, 200),
    Row("GET", f"{DIVISION}crosstable/", EVERYBODY, 200),
    Row("GET", f"{DIVISION}bracket/", EVERYBODY, 200),
    Row("GET", f"{DIVISION}ratings/", EVERYBODY, 200),
    Row("GET", f"{DIVISION}ratings.csv", EVERYBODY, 200),
    Row("GET", f"{DIVISION}export.t", EVERYBODY, 200),
    Row("GET", f"{TOURNAMENT}evening/", EVERYBODY, 409),
    Row("GET", f"{TOURNAMENT}evening/history/", EVERYBODY, 409),
    Row("GET", f"{TOURNAMENT}evening.csv", EVERYBODY, 409),
    Row("GET", f"{TOURNAMENT}webhooks/", DIRECTORS, 200),
    Row("POST", f"{TOURNAMENT}webhooks/", DIRECTORS, 201, HOOK),
    Row("PATCH", WEBHOOK, DIRECTORS, 200, {"is_active": False}),
    Row("DELETE", WEBHOOK, DIRECTORS, 204),
    Row("POST", f"{WEBHOOK}test/", DIRECTORS, 202),
    Row("GET", f"{TOURNAMENT}deliveries/", DIRECTORS, 200),
    Row("GET", f"{TOURNAMENT}log/", EVERYBODY, 200),
    Row("GET", f"{TOURNAMENT}log/verification/", EVERYBODY, 200),
    Row("GET", "regeln/", EVERYBODY, 200),
    Row("GET", "regeln/<str:game>/", EVERYBODY, 200),
    Row("GET", "tournaments/new/", ACCOUNTS, 200, led=LOGIN),
    Row("POST", "tournaments/new/", ACCOUNTS, 400, {"name": ""}, led=LOGIN),
    Row("GET", DESK, STAFF, 200, led=LOGIN),
    Row("POST", f"{DESK}<str:action>/", STAFF, 404, {}, led=LOGIN),
    Row("GET", "t/<str:code>/", EVERYBODY, f"/{ME}"),
    Row("GET", "tournaments/join/<str:code>/", EVERYBODY, 404),
    Row("POST", "tournaments/join/<str:code>/", EVERYBODY, 404, {"name": "Eva"}),
    Row("GET", ME, PLAYING, 200, led=JOIN),
    Row("POST", ME, PLAYING, f"/{ME}",
        {**GAME, "own_points": 400, "opponent_points": 380}, led=JOIN),
    Row("POST", f"{ME}table/", PLAYING, f"/{BOARD_PAGE}", GAME, led=JOIN),
    Row("POST", f"{ME}leave/", PLAYING, HOME, {}, led=JOIN),
    Row("GET", JUDGE, STAFF, 200, led=LOGIN),
    Row("POST", JUDGE, STAFF, f"/{JUDGE}", {"words": "AN"}, led=LOGIN),
    Row("GET", BOARD_PAGE, EVERYBODY, 200),
    Row("GET", f"{BOARD_PAGE}game.gcg", STAFF, 200, later=True),
    Row("POST", f"{BOARD_PAGE}<str:action>/", INVOLVED, 404, {}, led=LOGIN),
    Row("GET", f"{PAGE}tables/new/", INVOLVED, 409, led=LOGIN),
    Row("POST", f"{PAGE}tables/new/", INVOLVED, f"/{PAGE}", {}, led=LOGIN),
    Row("GET", PAGE, EVERYBODY, 200),
    Row("GET", SHOWN_DIVISION, EVERYBODY, 200),
    Row("GET", f"{SHOWN_DIVISION}rounds/<int:round>/", EVERYBODY, 200),
    Row("GET", f"{SHOWN_DIVISION}wallchart/", EVERYBODY, 200),
    Row("GET", f"{SHOWN_DIVISION}embed/", EVERYBODY, 200),
    Row("GET", f"{PAGE}players/<int:number>/", EVERYBODY, 200),
    Row("GET", f"{PAGE}scoreboard/", EVERYBODY, 200),
    Row("GET", f"{PAGE}log/", STAFF, 200, later=True),
    Row("GET", f"{PAGE}delete/", DIRECTORS, 200, led=LOGIN),
    Row("POST", f"{PAGE}delete/", DIRECTORS, 400, {"typed_name": "Anders"}, led=LOGIN),
    Row("GET", f"{PAGE}print/<str:what>/", EVERYBODY, 404),
    Row("POST", f"{PAGE}print/<str:what>/", EVERYBODY, f"/{PAGE}", {}),
]  # fmt: skip
#: The desk's actions; what an action lacks to be done is told on the desk.
DIRECTORS_ACTIONS = (
    "change", "options", "archive", "test", "uninvite", "erase",
    "finish", "reopen", "appoint", "dismiss",
    "make_division", "rename_division", "remove_division", "schedule", "preset", "fit",
    "rule", "revoke_ruling",
    "make_webhook", "switch_webhook", "remove_webhook", "test_webhook",
    "draft", "swap_players", "bye", "pair", "swap_starts",
    "lock", "unlock", "publish", "retract", "discard",
    "remove_entry", "remove_result", "penalise", "revoke_penalty",
)  # fmt: skip
ASSISTANTS_ACTIONS = (
    "enter", "import", "correct", "withdraw", "readmit", "absent", "present", "result", "record",
    "open_table", "import_game", "enter_names", "count_table",
)  # fmt: skip
INVITE = {"role": "assistant", "hours": "1", "uses": "1"}
DONE = {**GAME, "confirmed": "1", "division": 1, "round": 1, "player": 1}
ACTION_TABLE = [
    *(Row("POST", f"{DESK}{name}/", DIRECTORS, f"/{DESK}", DONE, led=LOGIN)
      for name in DIRECTORS_ACTIONS),
    *(Row("POST", f"{DESK}{name}/", STAFF, f"/{DESK}", DONE, led=LOGIN)
      for name in ASSISTANTS_ACTIONS),
    Row("POST", f"{DESK}code/", STAFF, 200, DONE, led=LOGIN),
    Row("POST", f"{DESK}invite/", DIRECTORS, 200, INVITE, led=LOGIN),
]  # fmt: skip
#: What is done at a table; what the game refuses is told there.
BOARD_TABLE = [
    *(Row("POST", f"{BOARD_PAGE}{name}/", INVOLVED, f"/{BOARD_PAGE}", {"confirmed": "1"}, led=LOGIN)
      for name in ("draw", "place", "exchange", "pass", "challenge", "note", "clock", "stuck",
                   "left", "end", "fill", "pause", "resume", "overtime", "undo",
                   "start-clock", "stop-clock", "hint", "look-up")),
    Row("POST", f"{BOARD_PAGE}play-on/", INVOLVED, f"/{BOARD_PAGE}", {"game": "ungame"},
        led=LOGIN),
    *(Row("POST", f"{BOARD_PAGE}{name}/", STAFF, f"/{BOARD_PAGE}", {}, led=LOGIN)
      for name in ("show", "hide")),
]  # fmt: skip
PRINT_TABLE = [
    *(Row("GET", f"{PAGE}print/{name}/", EVERYBODY, 200)
      for name in ("pairings-by-table", "pairings-by-name", "standings", "wallchart")),
    *(Row("GET", f"{PAGE}print/{name}/", STAFF, 200, led=LOGIN)
      for name in ("scorecards", "slips", "prizes", "certificates")),
    Row("POST", f"{PAGE}print/scorecards/", STAFF, 200, {}, led=LOGIN),
]  # fmt: skip
CODE = "ABCDEFGH"


def make_tournament_venue(users: dict[str, User]) -> Venue:
    """A tournament whose round 1 is published: an open game, recorded for everybody to watch."""
    tournament = make_tournament(director=users[DIRECTOR])
    tournament.staff.create(user=users[ASSISTANT], role=Staff.Role.ASSISTANT)
    division = make_division(tournament)
    token = token_of(CODE)
    player = make_entry(division, code_digest=code_digest(CODE), token_digest=digest(token))
    players = player, make_entry(division)
    round = make_round(division, players, (make_entry(division), None))
    round.published_at = NOON
    round.save()
    pairing = round.pairings.get(table=1)
    table = open_table(tournament, NOON, by=users[DIRECTOR], pairing=pairing)
    webhook = Webhook.objects.create(
        tournament=tournament, secret="5ec4e7", created_at=NOON, **HOOK
    )
    stranger = make_entry(make_division(make_tournament(director=users[OTHER])))
    return Venue(
        pk=tournament.pk,
        seats=SEATS,
        token=token,
        other=stranger.tournament_id,
        other_token=give_token(stranger),
        names={
            "<uuid:tournament>": str(tournament.pk),
            "<uuid:table>": str(table.pk),
            "<int:division>": "1",
            "<int:round>": "1",
            "<int:number>": "1",
            "<int:pairing>": str(pairing.pk),
            "<int:webhook>": str(webhook.pk),
            "<int:penalty>": "999999",
            "<int:ruling>": "999999",
            "<int:invitation>": "999999",
            "<str:word>": "1",
            "<str:username>": "assistant",
            "<str:code>": CODE,
            "<str:action>": "nothing",
            "<str:game>": "match",
            "<str:what>": "nothing",
        },
    )


def end_tournament(venue: Venue) -> None:
    """Let the recorded game be over, and the tournament."""
    Table.objects.filter(tournament=venue.pk).update(state=Table.State.OVER)
    Tournament.objects.filter(pk=venue.pk).update(state=Tournament.State.FINISHED)
