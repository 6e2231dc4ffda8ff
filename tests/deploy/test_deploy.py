"""A round played through deploy/: its processes, its proxy, PostgreSQL and Redis."""

import http.client
import json
import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.board import Board
from engine.rulesets import STANDARD
from engine.solver import find_tops
from tests.deploy.installation import (
    SECRETS,
    Installation,
    Response,
    ask,
    find_nginx,
    installed,
    wait_for,
)
from tests.duplicate.factories import RACK
from tests.lexicons import lexicon_of
from tests.processes import heard_lines, wait_until
from tests.production import Production
from tests.servers import (
    debian_programs,
    new_database,
    newest_programs,
    redis_place,
    start_postgresql,
)

GAMES = "/api/v1/duplicate/games/"
JOIN = "/api/v1/duplicate/join/"
SECOND = timedelta(seconds=1)
#: A stamp of receipt has no more digits.
MILLISECOND = timedelta(milliseconds=1)


@pytest.fixture(scope="module", params=["debian", "newest"])
def site(
    request: pytest.FixtureRequest,
    production: Production,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Installation]:
    """On Debian's PostgreSQL with its own programs, and on the newest with those."""
    find_nginx()
    if not os.environ["DATABASE_URL"]:
        pytest.skip("this run is for what is built in; PostgreSQL and Redis are left out")
    programs = debian_programs() if request.param == "debian" else newest_programs()
    if programs is None:
        pytest.skip(
            "DEBIAN'S POSTGRESQL NOT TESTED: it is not installed (apt-get install postgresql)"
        )
    path = production.path
    if request.param == "newest":
        path = f"{programs}{os.pathsep}{path}"
    with ExitStack() as stack:
        server = start_postgresql(programs)
        stack.callback(server.stop)
        url = stack.enter_context(new_database(server.url))
        folder = tmp_path_factory.mktemp("installation")
        yield stack.enter_context(
            installed(folder, production, PATH=path, DATABASE_URL=url, REDIS_URL=redis_place(2))
        )


def body_of(response: Response) -> Any:
    assert response.status < 300, (response.status, response.content)
    return response.json


@dataclass(frozen=True)
class Table:
    """A game whose first round is drawn, and the tokens of those who are there."""

    site: Installation
    address: str
    director: str
    anna: str
    ben: str

    def direct(self, path: str) -> Any:
        return body_of(ask(self.site.proxy(), self.address + path, {}, token=self.director))

    def look(self, path: str) -> Any:
        return body_of(ask(self.site.proxy(), self.address + path, token=self.director))

    def answer(
        self,
        through: http.client.HTTPConnection,
        token: str,
        stamp: datetime,
        number: int = 1,
    ) -> Any:
        """The receipt for Anna's or Ben's top, sent with a stamp as the proxy would write it."""
        return body_of(
            ask(
                through,
                f"{self.address}rounds/{number}/answer/",
                {"coordinates": top().move.coordinates, "word": top().move.word},
                token=token,
                X_Request_Start=f"t={stamp.timestamp():.3f}",
            )
        )


@pytest.fixture
def table(site: Installation) -> Table:
    def post(path: str, body: object, token: str = "") -> Any:
        return body_of(ask(site.proxy(), path, body, token=token))

    made = site.manage("create_director", "director", "--token-only")
    assert made.returncode == 0, made.stderr
    director = made.stdout.strip()
    game = post(GAMES, {"name": "Donnerstagsrunde"}, director)
    address = f"{GAMES}{game['id']}/"
    anna, ben = (
        post(JOIN, {"code": game["join_code"], "name": name})["token"] for name in ("Anna", "Ben")
    )
    post(f"{address}start/", {}, director)
    post(f"{address}rounds/", {"rack": RACK}, director)
    return Table(site, address, director, anna, ben)


def top() -> Any:
    return find_tops(lexicon_of(), Board(), RACK, STANDARD)[0]


def received_at(receipt: Any) -> datetime:
    return datetime.fromisoformat(receipt["received_at"])


def events(response: http.client.HTTPResponse) -> Iterator[str]:
    """The kinds of the events of a live stream, each as soon as it is here."""
    for line in heard_lines(response):
        if line.startswith("event: "):
            yield line.split()[1]


def test_a_round_is_played_through_the_proxy(table: Table) -> None:
    with closing(table.site.proxy()) as line:
        line.request("GET", f"{table.address}events/")
        heard = events(line.getresponse())
        assert next(heard) == "state"
        table.direct("rounds/1/open/")
        assert next(heard) == "opened"

        before = datetime.now(UTC) - MILLISECOND
        receipt = table.answer(table.site.proxy(), table.anna, stamp=before - 20 * SECOND)
        assert before <= received_at(receipt) <= datetime.now(UTC)
        assert receipt["is_late"] is False

        before = datetime.now(UTC)
        table.direct("rounds/1/close/")
        receipt = table.answer(table.site.proxy(), table.ben, stamp=before)
        assert received_at(receipt) > before
        assert receipt["is_late"] is True
        # Who looks a moment later is told of the judging only.
        assert any(kind in {"closed", "judged"} for kind in heard)

    wait_until(lambda: table.look("rounds/1/")["state"] == "judged", seconds=30)
    table.direct("rounds/1/publish/")
    rows = table.look("standings/")["rows"]
    assert {row["name"]: row["points"] for row in rows} == {"Anna": top().points, "Ben": 0}


def test_those_who_poll_are_answered_by_the_proxy_whoever_they_are(table: Table) -> None:
    def poll(**headers: str) -> Response:
        return ask(table.site.proxy(), f"{table.address}state/", **headers)

    def is_kept(response: Response) -> bool:
        return response.headers["Cache-Status"] == "nginx; HIT"

    def find_kept() -> bool:
        poll(Cookie="seat_1=anna")
        asked_at = int(datetime.now(UTC).timestamp() * 1000) - 1
        kept.append(poll(Cookie="seat_1=ben", Accept_Language="en"))
        assert asked_at <= int(kept[-1].headers["Server-Time"])
        return is_kept(kept[-1])

    kept: list[Response] = []
    wait_until(find_kept)
    assert kept[-1].json["round"]["state"] == "drawn"
    known = kept[-1].headers["ETag"]
    assert (poll(If_None_Match=known).status, poll(If_None_Match='W/"0"').status) == (304, 200)
    table.direct("rounds/1/open/")
    wait_until(lambda: poll(If_None_Match=known).status == 200)
    assert poll().json["round"]["state"] == "open"
    own = ask(table.site.proxy(), f"{table.address}own/", token=table.anna)
    assert (own.json["number"], own.headers["Cache-Status"]) == (1, None)


def test_phones_on_which_the_site_is_installed_are_answered_by_the_proxy(
    site: Installation,
) -> None:
    def worker() -> Response:
        return ask(site.proxy(), "/service-worker.js")

    wait_until(lambda: worker().headers["Cache-Status"] == "nginx; HIT")
    assert worker().headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "max-age=0" in worker().headers["Cache-Control"]
    assert b"/static/referee/style." in worker().content


def test_what_was_backed_up_comes_back_the_same(table: Table, tmp_path: Path) -> None:
    def play(number: int) -> Any:
        table.direct(f"rounds/{number}/open/")
        table.answer(table.site.proxy(), table.anna, stamp=datetime.now(UTC), number=number)
        table.direct(f"rounds/{number}/close/")
        wait_until(lambda: table.look(f"rounds/{number}/")["state"] == "judged", seconds=30)
        table.direct(f"rounds/{number}/publish/")
        return table.look("standings/")

    site, file = table.site, str(tmp_path / "backup.tar")
    standings = play(1)
    made = site.manage("backup", file, "--verify")
    assert made.stdout.endswith(", verified\n"), made.stderr

    table.direct("rounds/")
    assert play(2) != standings
    refused = site.manage("restore", file, "--replace")
    assert refused.returncode == 1
    assert "stop web, worker and beat first" in refused.stderr
    assert table.look("standings/") != standings

    site.stop("web", "worker", "beat")
    restored = site.manage("restore", file, "--replace")
    assert restored.returncode == 0, restored.stderr
    site.start()
    assert table.look("standings/") == standings


def test_past_the_proxy_the_same_stamp_would_be_believed(table: Table) -> None:
    # Whole milliseconds, as the proxy stamps: those of now might be rounded into the close.
    earlier = datetime.fromisoformat(table.direct("rounds/1/open/")["opened_at"])
    table.direct("rounds/1/close/")
    receipt = table.answer(table.site.web(), table.ben, stamp=earlier)
    assert receipt["is_late"] is False
    assert abs(received_at(receipt) - earlier) <= MILLISECOND


def test_the_site_is_ready_once_worker_and_beat_have_swept(site: Installation) -> None:
    wait_for(site.proxy(), "/ready/")
    assert all(ask(site.proxy(), "/ready/").json.values())


def test_who_guesses_in_a_hall_holds_up_nobody_else_there(table: Table) -> None:
    """A thousand wrong codes from the hall's one address, while others do it right."""
    site = table.site
    password = "richtig-langes-wort"
    made = f"User.objects.create_user('irma', password={password!r})"
    assert site.manage("shell", "-c", f"from referee.models import User; {made}").returncode == 0
    code = table.look("")["join_code"]

    def guess(count: int) -> list[int]:
        statuses = []
        with closing(site.proxy()) as line:
            for _ in range(count):
                body = json.dumps({"code": "FALSCH", "name": "Otto"})
                line.request("POST", JOIN, body, {"Content-Type": "application/json"})
                response = line.getresponse()
                response.read()
                statuses.append(response.status)
        return statuses

    def join(number: int) -> int:
        return ask(site.proxy(), JOIN, {"code": code, "name": f"Gast {number}"}).status

    def log_in() -> int:
        login = {"username": "irma", "password": password, "name": "Hall"}
        return ask(site.proxy(), "/api/v1/tokens/", login).status

    with ThreadPoolExecutor() as crowd:
        guessing = [crowd.submit(guess, 250) for _ in range(4)]
        joining = [crowd.submit(join, number) for number in range(20)]
        logging_in = crowd.submit(log_in)
        assert {status for done in guessing for status in done.result()} == {404}
        assert {done.result() for done in joining} == {201}
        assert logging_in.result() == 201
    assert [join(20), log_in()] == [201, 201]


def test_figures_are_for_those_inside(site: Installation) -> None:
    token = SECRETS["SPIELLEITER_METRICS_TOKEN"]
    for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics", "/x/../metrics"):
        assert ask(site.proxy(), path, token=token).status == 404, path
    assert b"spielleiter_build_info" in ask(site.web(), "/metrics").content
    elsewhere = "192.0.2.7"
    assert ask(site.web(), "/metrics", X_Forwarded_For=elsewhere).status == 404
    assert ask(site.web(), "/metrics", token=token, X_Forwarded_For=elsewhere).status == 200


def test_who_comes_without_https_is_sent_there(site: Installation) -> None:
    response = ask(site.plain(), f"{GAMES}?state=running")
    assert response.status == 308
    assert response.headers["Location"] == f"https://localhost{GAMES}?state=running"


def test_pages_come_with_their_files(site: Installation) -> None:
    page = ask(site.proxy(), "/")
    assert page.status == 200
    assert "max-age" in page.headers["Strict-Transport-Security"]
    (style, *_) = re.findall(r'href="(/static/[^"]+\.css)"', page.content.decode())
    file = ask(site.proxy(), style, Accept_Encoding="gzip")
    assert file.status == 200
    assert "immutable" in file.headers["Cache-Control"]
    assert file.headers["Content-Encoding"] == "gzip"
