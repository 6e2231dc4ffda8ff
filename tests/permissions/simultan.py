"""Who may do what in Simultan."""

from uuid import uuid4

from django.utils import timezone

from duplicate.models import Game, Round, Series, Staff
from duplicate.pages.page_requests import SEATS
from referee.models import User
from tests.duplicate.factories import NOON, make_answer, make_game, make_participant, make_round
from tests.permissions.rows import (
    ACCOUNTS,
    ASSISTANT,
    DIRECTOR,
    DIRECTORS,
    EVERYBODY,
    HOME,
    JOIN,
    LOGIN,
    OTHER,
    PLAYING,
    STAFF,
    Row,
)
from tests.permissions.venues import Venue

GAME = "api/v1/duplicate/games/<uuid:game>/"
PERSON = f"{GAME}participants/<int:participant>/"
ROUND = f"{GAME}rounds/<int:number>/"
REQUEST = f"{GAME}seat-requests/<int:seat_request>/"
SERIES = "api/v1/duplicate/series/<uuid:series>/"
PAGE = "games/<uuid:game>/"
SEAT = "games/join/<str:code>/"
SLIP = {"round": "<round>", "number": 1, "is_illegible": "on"}
ERNA = {"number": 1, "name": "Erna"}
DESK, HALL, PLAY, SLIPS = (f"{PAGE}{name}/" for name in ("desk", "hall", "play", "slips"))
#: Round 1 is open, so that steps which need another state answer 409 to those who may take them.
TABLE = [
    Row("GET", "j/<str:code>/", EVERYBODY - PLAYING, 200, led=f"/{PLAY}"),
    Row("GET", SEAT, EVERYBODY - PLAYING, 200, led=f"/{PLAY}"),
    Row("POST", SEAT, EVERYBODY, f"/{PLAY}", {"name": "Eva"}),
    Row("GET", "games/seat/<str:code>/", EVERYBODY, 404),
    Row("POST", "games/seat/<str:code>/", EVERYBODY, 404, {}),
    Row("GET", f"{PAGE}seat/", PLAYING, f"/{PLAY}", led=JOIN),
    Row("GET", "games/new/", ACCOUNTS, 200, led=LOGIN),
    Row("POST", "games/new/", ACCOUNTS, 400, {"name": ""}, led=LOGIN),
    Row("GET", PAGE, EVERYBODY, 200),
    Row("GET", f"{PAGE}rounds/<int:number>/", EVERYBODY, 403, later=True),
    Row("GET", f"{PAGE}players/<int:number>/", EVERYBODY, 200),
    Row("GET", f"{PAGE}standings/", EVERYBODY, 200),
    Row("GET", f"{PAGE}proof/", EVERYBODY, 200),
    Row("GET", f"{PAGE}log/", STAFF, 200, later=True),
    Row("GET", f"{PAGE}print/<str:what>/", EVERYBODY, 404),
    Row("GET", HALL, EVERYBODY, 200),
    Row("POST", f"{HALL}freeze/", DIRECTORS, f"/{HALL}", {}, led=LOGIN),
    Row("GET", f"{PAGE}seat/<str:token>/", EVERYBODY, f"/{PLAY}"),
    Row("GET", PLAY, PLAYING, 200, led=JOIN),
    Row(
        "POST", PLAY, PLAYING, f"/{PLAY}", {"round": 1, "coordinates": "H8", "word": "AN"}, led=JOIN
    ),
    Row("POST", f"{PLAY}leave/", PLAYING, HOME, {}, led=JOIN),
    Row("GET", DESK, STAFF, 200, led=LOGIN),
    Row("POST", f"{DESK}<str:action>/", STAFF, 404, {}, led=LOGIN),
    Row("GET", SLIPS, STAFF, 200, led=LOGIN),
    Row("POST", SLIPS, STAFF, f"/{SLIPS}", SLIP, led=LOGIN),
    Row("GET", f"{PAGE}delete/", DIRECTORS, 200, led=LOGIN),
    Row("POST", f"{PAGE}delete/", DIRECTORS, 400, {"typed_name": "Anders"}, led=LOGIN),
    Row("GET", "series/<uuid:series>/", EVERYBODY, 200),
    Row("GET", "series/new/", ACCOUNTS, 200, led=LOGIN),
    Row("POST", "series/new/", ACCOUNTS, 400, {"name": ""}, led=LOGIN),
    Row("GET", "series/<uuid:series>/edit/", DIRECTORS, 200, led=LOGIN),
    Row("POST", "series/<uuid:series>/edit/", DIRECTORS, 404, {}, led=LOGIN),
    Row("POST", "api/v1/duplicate/join/", EVERYBODY, 404, {"code": "FALSCH", "name": "Eva"}),
    Row("POST", "api/v1/duplicate/join/request/", EVERYBODY, 404, {"code": "FALSCH", **ERNA}),
    Row("POST", "api/v1/duplicate/join/seat/", EVERYBODY, 404, {"code": "FALSCH"}),
    Row("GET", "api/v1/duplicate/games/", EVERYBODY, 200),
    Row("POST", "api/v1/duplicate/games/", ACCOUNTS, 201, {"name": "Abend"}),
    Row("POST", "api/v1/duplicate/games/import/", ACCOUNTS, 400, {}),
    Row("GET", GAME, EVERYBODY, 200),
    Row("PATCH", GAME, DIRECTORS, 200, {"name": "Abend"}),
    Row("POST", f"{GAME}delete/", DIRECTORS, 400, {"name": "Anders"}),
    Row("POST", f"{GAME}hall-part/", DIRECTORS, 409, {"hall_part": "482913"}),
    Row("POST", f"{GAME}start/", DIRECTORS, 409),
    Row("POST", f"{GAME}end/", DIRECTORS, 409),
    Row("POST", f"{GAME}hold/", DIRECTORS, 409),
    Row("POST", f"{GAME}release/", DIRECTORS, 409),
    Row("POST", f"{GAME}notice/", DIRECTORS, 200, {"text": "Kaffee ist fertig."}),
    Row("DELETE", f"{GAME}notice/", DIRECTORS, 200),
    Row("POST", f"{GAME}break/", DIRECTORS, 200, {"seconds": 600}),
    Row("DELETE", f"{GAME}break/", DIRECTORS, 200),
    Row("GET", f"{GAME}state/", EVERYBODY, 200),
    Row("GET", f"{GAME}staff/", STAFF, 200),
    Row("POST", f"{GAME}staff/", DIRECTORS, 201, {"username": "other", "role": "assistant"}),
    Row("DELETE", f"{GAME}staff/<str:username>/", DIRECTORS, 204),
    Row("GET", f"{GAME}invitations/", DIRECTORS, 200),
    Row("POST", f"{GAME}invitations/", DIRECTORS, 201, {"role": "assistant"}),
    Row("DELETE", f"{GAME}invitations/<int:invitation>/", DIRECTORS, 404),
    Row("GET", f"{GAME}participants/", EVERYBODY, 200),
    Row("POST", f"{GAME}participants/", STAFF, 201, {"name": "Eva"}),
    Row("POST", f"{GAME}participants/import/", STAFF, 201, "name\nEva\n"),
    Row("GET", PERSON, EVERYBODY, 200),
    Row("PATCH", PERSON, STAFF, 200, {"club": "Köln"}),
    Row("POST", f"{PERSON}erase/", DIRECTORS, 409),
    Row("POST", f"{PERSON}withdraw/", STAFF, 200),
    Row("POST", f"{PERSON}readmit/", STAFF, 409),
    Row("POST", f"{PERSON}token/", STAFF, 201),
    Row("POST", f"{GAME}participants/cards/", DIRECTORS, 204),
    Row("POST", f"{PERSON}code/", STAFF, 201),
    Row("GET", f"{PERSON}card/", STAFF, 200),
    Row("POST", f"{PERSON}vacate/", STAFF, 200),
    Row("POST", f"{PERSON}distinct/", STAFF, 200),
    Row("POST", f"{PERSON}merge/", DIRECTORS, 409, {"into": 1}),
    Row("GET", f"{GAME}duplicates/", STAFF, 200),
    Row("GET", f"{GAME}seat-requests/", STAFF, 200),
    Row("POST", f"{REQUEST}grant/", STAFF, 404),
    Row("POST", f"{REQUEST}refuse/", STAFF, 404),
    Row("GET", f"{GAME}me/", PLAYING, 200),
    Row("GET", f"{GAME}own/", PLAYING, 200),
    Row("GET", f"{GAME}rounds/", EVERYBODY, 200),
    Row("POST", f"{GAME}rounds/", DIRECTORS, 409, {}),
    Row("GET", ROUND, EVERYBODY, 200),
    Row("POST", f"{ROUND}open/", DIRECTORS, 409, {}),
    Row("POST", f"{ROUND}pause/", DIRECTORS, 200),
    Row("POST", f"{ROUND}resume/", DIRECTORS, 409),
    Row("POST", f"{ROUND}extend/", DIRECTORS, 200, {"seconds": 30}),
    Row("POST", f"{ROUND}close/", DIRECTORS, 200),
    Row("POST", f"{ROUND}reopen/", DIRECTORS, 409, {"seconds": 30}),
    Row("POST", f"{ROUND}cancel/", DIRECTORS, 200, {}),
    Row("POST", f"{ROUND}reference/", DIRECTORS, 409, {"coordinates": "H8", "word": "AN"}),
    Row("POST", f"{ROUND}publish/", DIRECTORS, 409),
    Row("POST", f"{ROUND}retract/", DIRECTORS, 409),
    Row("POST", f"{ROUND}revise/", DIRECTORS, 409),
    Row("GET", f"{ROUND}missing/", STAFF, 200),
    Row("GET", f"{ROUND}answer/", PLAYING, 200),
    Row("POST", f"{ROUND}answer/", PLAYING, 201, {"coordinates": "H8-H9", "word": "AN"}),
    Row("GET", f"{ROUND}slips/", STAFF, 200),
    Row("POST", f"{ROUND}slips/", STAFF, 201, {"number": 1, "is_illegible": True}),
    Row("GET", f"{ROUND}slips/check/", STAFF, 200),
    Row("POST", f"{ROUND}slips/settle/", DIRECTORS, 404, {"slip": 1}),
    Row("GET", f"{ROUND}plays/", STAFF, 409, later=True),
    Row("GET", f"{ROUND}results/", STAFF, 409, later=True),
    Row("GET", f"{ROUND}rulings/", STAFF, 200, later=True),
    Row("POST", f"{ROUND}rulings/", DIRECTORS, 400, {"kind": "warning", "reason": "unfair"}),
    Row("POST", f"{ROUND}rulings/<int:ruling>/revoke/", DIRECTORS, 404),
    Row("GET", f"{GAME}revisions/", STAFF, 200),
    Row("GET", f"{GAME}standings/", EVERYBODY, 200),
    Row("GET", f"{GAME}standings.csv", EVERYBODY, 200),
    Row("GET", f"{GAME}log/", EVERYBODY, 200),
    Row("GET", f"{GAME}log/verification/", EVERYBODY, 200),
    Row("GET", f"{GAME}proof/", EVERYBODY, 200),
    Row("GET", "api/v1/duplicate/games/imports/<uuid:game_import>/", ACCOUNTS, 404),
    Row("GET", f"{GAME}export.json", DIRECTORS, 409, later=True),
    Row("GET", f"{GAME}export.xml", DIRECTORS, 200, later=True),
    Row("GET", f"{GAME}export.gcg", DIRECTORS, 200, later=True),
    Row("GET", "api/v1/duplicate/series/", EVERYBODY, 200),
    Row("POST", "api/v1/duplicate/series/", ACCOUNTS, 201, {"name": "Sommer"}),
    Row("GET", SERIES, EVERYBODY, 200),
    Row("PATCH", SERIES, DIRECTORS, 200, {"name": "Winter"}),
    Row("GET", f"{SERIES}standings/", EVERYBODY, 200),
    Row("GET", f"{SERIES}standings.csv", EVERYBODY, 200),
]
#: The desk's actions; what an action lacks to be done is told on the desk.
DIRECTORS_ACTIONS = (
    "change", "options", "archive", "test", "uninvite", "erase", "hall_part",
    "start", "end", "appoint", "dismiss",
    "draw", "draw_by_hand", "open", "pause", "resume", "extend", "close", "reopen", "cancel",
    "reference", "publish", "retract",
    "rule", "points", "sanction", "revoke", "revise", "merge", "renew_cards",
    "tell", "take_back", "break", "end_break", "hold", "release",
)  # fmt: skip
ASSISTANTS_ACTIONS = (
    "enter", "import", "correct", "withdraw", "readmit",
    "vacate", "grant_seat", "refuse_seat", "distinct",
)  # fmt: skip
INVITE = {"role": "assistant", "hours": "1", "uses": "1"}
DONE = {"round": "<round>", "confirmed": "1", "person": "1", "name": "Eva"}
ACTION_TABLE = [
    *(Row("POST", f"{DESK}{name}/", DIRECTORS, f"/{DESK}", DONE, led=LOGIN)
      for name in DIRECTORS_ACTIONS),
    *(Row("POST", f"{DESK}{name}/", STAFF, f"/{DESK}", DONE, led=LOGIN)
      for name in ASSISTANTS_ACTIONS),
    Row("POST", f"{DESK}token/", STAFF, 200, DONE, led=LOGIN),
    Row("POST", f"{DESK}invite/", DIRECTORS, 200, INVITE, led=LOGIN),
    Row("POST", f"{DESK}seat_code/", STAFF, 200, DONE, led=LOGIN),
]  # fmt: skip
PRINT_TABLE = [
    Row("GET", f"{PAGE}print/standings/", EVERYBODY, 200),
    Row("GET", f"{PAGE}print/slips/", STAFF, 200, led=LOGIN),
    Row("GET", f"{PAGE}print/sheets/", STAFF, 200, led=LOGIN),
    Row("GET", f"{PAGE}print/code/", STAFF, 200, led=LOGIN),
    Row("GET", f"{PAGE}print/cards/", STAFF, 200, led=LOGIN),
    Row("GET", f"{PAGE}print/arbitration/", STAFF, 409, led=LOGIN),
]


def make_simultan(users: dict[str, User]) -> Venue:
    """A game whose round 1 is open and answered, and a series."""
    game = make_game(director=users[DIRECTOR])
    game.staff.create(user=users[ASSISTANT], role=Staff.Role.ASSISTANT)
    participant, token = make_participant(game)
    stranger, other_token = make_participant(make_game(director=users[OTHER]))
    now = timezone.now()
    round = make_round(game, opened_at=now)
    make_answer(round, participant, "H8-H9", "AN", received_at=now)
    series = Series.objects.create(name="Sommer", owner=users[DIRECTOR], created_at=NOON)
    return Venue(
        pk=game.pk,
        seats=SEATS,
        token=token,
        other=stranger.game_id,
        other_token=other_token,
        names={
            "<uuid:game>": str(game.pk),
            "<uuid:series>": str(series.pk),
            "<uuid:game_import>": str(uuid4()),
            "<round>": str(round.pk),
            "<int:participant>": "1",
            "<int:number>": "1",
            "<int:ruling>": "1",
            "<int:invitation>": "999999",
            "<int:seat_request>": "1",
            "<int:token>": "999999",
            "<str:username>": "assistant",
            "<str:code>": game.join_code,
            "<str:token>": token,
            "<str:action>": "nothing",
            "<str:what>": "nothing",
        },
    )


def end_simultan(venue: Venue) -> None:
    """Publish the round and end the game."""
    round = Round.objects.get(game=venue.pk)
    round.state, round.published_at, round.reference = (
        Round.State.PUBLISHED,
        NOON,
        round.tops[0],
    )
    round.save()
    Game.objects.filter(pk=venue.pk).update(state=Game.State.FINISHED, finished_at=NOON)
