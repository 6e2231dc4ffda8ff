"""What the proxy itself refuses and lets pass: a real nginx with deploy/'s configuration."""

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.deploy.installation import Response, ask, find_nginx, nginx_command, place_proxy
from tests.processes import Running, free_port, wait_until

#: All ways in by a code, and by a password.
CODES = (
    "/join/?code=FALSCH",
    "/j/FALSCH/",
    "/t/FALSCH23/",
    "/games/join/FALSCH/",
    "/tournaments/join/FALSCH2/",
    "/api/v1/duplicate/join/",
    "/api/v1/tournaments/join/",
    "/api/v1/tournaments/sign-in/",
)
PASSWORDS = ("/login/", "/admin/login/", "/api/v1/tokens/")
#: How many at once each of them takes.
AT_ONCE = {"codes": 2000, "passwords": 100, "analysis": 50}


class Web(BaseHTTPRequestHandler):
    """In the place of the web processes: refuses what it is asked to, in its own words."""

    protocol_version = "HTTP/1.1"

    #: Until it is set, who asks to be held waits.
    release = threading.Event()

    def do_GET(self) -> None:
        if "Hold" in self.headers:
            self.release.wait(30)
        status = int(self.headers.get("Wanted", "200"))
        self.send_response(status)
        self.send_header("Retry-After", "77")
        self.send_header("Content-Length", "3")
        self.end_headers()
        self.wfile.write(b"own")

    def log_message(self, *_: object) -> None:
        pass


@dataclass(frozen=True)
class Proxy:
    folder: Path
    port: int

    def line(self, host: str = "localhost") -> http.client.HTTPSConnection:
        trust = ssl.create_default_context(cafile=self.folder / "tls" / "fullchain.pem")
        trust.check_hostname = host == "localhost"
        return http.client.HTTPSConnection(host, self.port, timeout=20, context=trust)

    def ask(self, path: str, body: object = None, **headers: str) -> Response:
        return ask(self.line(), path, body, **headers)

    def ask_often(self, path: str, times: int) -> list[int]:
        """The statuses of so many requests, one after the other on one connection."""
        line = self.line()
        statuses = []
        for _ in range(times):
            line.request("GET", path)
            response = line.getresponse()
            response.read()
            statuses.append(response.status)
        line.close()
        return statuses


@pytest.fixture(scope="module")
def web() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def running_proxy(
    folder: Path, web_port: int, other: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Proxy]:
    """As deploy/ has it, but for what is written in an `other` way."""
    find_nginx()
    port = free_port()
    conf = place_proxy(folder, http_port=free_port(), https_port=port, web_port=web_port)
    text = conf.read_text("utf-8")
    for old, new in other.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    conf.write_text(text, "utf-8")
    running = Running.start(nginx_command(conf), folder / "proxy.log")

    def listens() -> bool:
        assert running.process.poll() is None, running.said
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_until(listens)
        yield Proxy(folder, port)
    finally:
        running.end()


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory, web: ThreadingHTTPServer) -> Iterator[Proxy]:
    yield from running_proxy(tmp_path_factory.mktemp("proxy"), web.server_port)


@pytest.fixture(scope="module")
def lonely(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A proxy whose web processes are away."""
    yield from running_proxy(tmp_path_factory.mktemp("lonely"), free_port())


def assert_is_problem(response: Response, status: int, code: str) -> None:
    assert response.status == status
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = response.json
    assert set(problem) == {"type", "title", "status", "detail", "code", "params"}
    assert (problem["status"], problem["code"]) == (status, code)
    assert str(problem["params"].get("wait_seconds", "")) == response.headers.get("Retry-After", "")


def assert_is_page(response: Response, status: int, said: str) -> None:
    assert response.status == status
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    page = response.content.decode()
    assert f"<h1>{said}</h1>" in page
    assert "<p lang=en>" in page


def test_a_server_that_is_away_is_told_as_the_api_tells_everything(lonely: Proxy) -> None:
    response = lonely.ask("/api/v1/duplicate/games/")
    assert_is_problem(response, 502, "try_again")
    assert response.headers["Retry-After"] == "2"
    written = lonely.ask("/api/v1/duplicate/games/", {"name": "Abend"})
    assert_is_problem(written, 502, "try_again")


def test_people_are_told_in_their_language_that_the_server_is_away(lonely: Proxy) -> None:
    response = lonely.ask("/games/new/?from=start")
    assert_is_page(response, 502, "Der Server ist gerade nicht da")
    assert response.headers["Retry-After"] == "2"


def test_what_is_too_large_is_told_so(proxy: Proxy) -> None:
    line = proxy.line()
    for path in ("/api/v1/duplicate/games/", "/games/new/"):
        # Its size is known before it is sent, which it need not be.
        line.putrequest("POST", path)
        line.putheader("Content-Length", str(1024**3))
        line.endheaders()
        answer = line.getresponse()
        response = Response(answer.status, answer.headers, answer.read())
        line.close()
        if path.startswith("/api/"):
            assert_is_problem(response, 413, "too_large")
        else:
            assert_is_page(response, 413, "Das ist zu groß")
        assert "Retry-After" not in response.headers


@pytest.mark.parametrize("status", [413, 429, 502, 503, 504])
def test_what_the_server_itself_refuses_stays_in_its_own_words(proxy: Proxy, status: int) -> None:
    response = proxy.ask("/api/v1/duplicate/games/", Wanted=str(status))
    assert (response.status, response.content) == (status, b"own")
    assert response.headers["Retry-After"] == "77"


def test_nobody_reaches_the_proxys_own_pages(proxy: Proxy) -> None:
    for audience in ("people", "programs"):
        assert proxy.ask(f"/_fault/{audience}").status == 404


# Limits


def test_a_flood_of_passwords_is_held_up_whichever_way_it_comes(lonely: Proxy) -> None:
    statuses = lonely.ask_often("/login/", AT_ONCE["passwords"] + 30)
    assert statuses[: AT_ONCE["passwords"]] == [502] * AT_ONCE["passwords"]
    assert 429 in statuses
    ways = [lonely.ask_often(path, 20) for path in PASSWORDS]
    assert all(429 in statuses for statuses in ways)
    told = lonely.ask("/api/v1/tokens/", {})
    assert_is_problem(told, 429, "throttled")
    assert told.headers["Retry-After"] == "1"


def test_a_flood_of_codes_is_held_up_whichever_way_it_comes(lonely: Proxy) -> None:
    statuses = lonely.ask_often("/j/FALSCH/", 3 * AT_ONCE["codes"])
    assert statuses[: AT_ONCE["codes"]] == [502] * AT_ONCE["codes"]
    assert 429 in statuses
    ways = {path: lonely.ask_often(path, 200) for path in CODES}
    assert [path for path, statuses in ways.items() if 429 not in statuses] == []


def test_a_flood_of_positions_is_held_up(lonely: Proxy) -> None:
    statuses = lonely.ask_often("/position/?rack=ADENRTZ", 3 * AT_ONCE["analysis"])
    assert statuses[: AT_ONCE["analysis"]] == [502] * AT_ONCE["analysis"]
    assert 429 in statuses


def test_what_is_held_up_is_told_to_people_as_a_page(lonely: Proxy) -> None:
    lonely.ask_often("/login/", AT_ONCE["passwords"] + 30)
    response = lonely.ask("/login/")
    assert_is_page(response, 429, "Das war zu oft")
    assert response.headers["Retry-After"] == "1"


def test_nobody_takes_all_connections(tmp_path: Path, web: ThreadingHTTPServer) -> None:
    few = {"limit_conn lines 10000;": "limit_conn lines 3;"}
    with contextmanager(running_proxy)(tmp_path, web.server_port, few) as proxy:
        held = [proxy.line() for _ in range(3)]
        for line in held:
            line.request("GET", "/", headers={"Hold": "1"})
        wait_until(lambda: proxy.ask("/api/v1/schema/").status == 429)
        assert_is_problem(proxy.ask("/api/v1/schema/"), 429, "throttled")
        Web.release.set()
        assert [line.getresponse().status for line in held] == [200] * 3
        for line in held:
            line.close()


def test_who_has_only_ipv6_gets_in(proxy: Proxy) -> None:
    try:
        socket.create_connection(("::1", proxy.port), timeout=5).close()
    except OSError as fault:
        pytest.skip(f"IPV6 NOT TESTED: {fault}")
    assert ask(proxy.line("::1"), "/").status == 200
