"""What deploy/ describes, installed for a test: the very commands behind the very proxy."""

import http.client
import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGTERM
from typing import Any

import pytest

from tests.lexicons import lexicon_of
from tests.processes import ROOT, START_SECONDS, Running, free_port, wait_until
from tests.production import Production

DEPLOY = ROOT / "deploy"
SECRETS = {
    "SPIELLEITER_SECRET_KEY": "k3-Zq9x_Wm7Lr2vT8bN4cYp6HsJdFgAeUiOo1Xq5RtMzKwVyBn",
    "SPIELLEITER_METRICS_TOKEN": "nur-fuer-den-monitor",
}


def procfile() -> dict[str, str]:
    """The commands by the name of their process."""
    lines = (DEPLOY / "Procfile").read_text("utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


def example_environment() -> dict[str, str]:
    """The variables that deploy/example.env sets; those to be filled in are empty."""
    text = (DEPLOY / "example.env").read_text("utf-8")
    return dict(re.findall(r"(?m)^([A-Z_]+)=(.*)$", text))


def production_environment(folder: Path, **own: str) -> dict[str, str]:
    """What processes of deploy/ see: example.env filled in, and nothing of the tests' own."""
    login = {name: os.environ[name] for name in ("HOME", "LANG", "PATH") if name in os.environ}
    return (
        login
        | example_environment()
        | SECRETS
        | {"SPIELLEITER_VAR": str(folder), "SPIELLEITER_LEXICON": str(lexicon_of().path)}
        | own
    )


def find_nginx() -> str:
    """nginx's program, or the test is skipped, which nobody should overlook."""
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if nginx is None:
        pytest.skip("DEPLOY/ NOT TESTED: nginx is not installed (apt-get install nginx-light)")
    return nginx


def place_proxy(folder: Path, *, http_port: int, https_port: int, web_port: int) -> Path:
    """deploy/nginx.conf with other ports and folders, and a certificate of its own beside it."""
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in kinds)
    for old, new in {
        "listen 80 ": f"listen 127.0.0.1:{http_port} ",
        "listen 443 ": f"listen 127.0.0.1:{https_port} ",
        "listen [::]:80 ": f"listen [::1]:{http_port} ",
        "listen [::]:443 ": f"listen [::1]:{https_port} ",
        "server web:8000;": f"server 127.0.0.1:{web_port};",
        "http {": f"http {{ {folders}",
        "/run/spielleiter-states": f"{folder}/states",
    }.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    conf = folder / "nginx.conf"
    conf.write_text(text, "utf-8")
    # The README's own line for an nginx before 1.25.
    (older,) = re.findall(r"(?m)^if nginx -v .*$", (DEPLOY / "README.md").read_text("utf-8"))
    path = f"{Path(find_nginx()).parent}{os.pathsep}{os.environ['PATH']}"
    adapt = ["sh", "-c", older.replace("/etc/nginx/nginx.conf", shlex.quote(str(conf)))]
    subprocess.run(adapt, env={"PATH": path}, check=True)
    (folder / "tls").mkdir()
    subprocess.run(
        shlex.split(
            "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
            " -addext subjectAltName=DNS:localhost"
            " -keyout tls/privkey.pem -out tls/fullchain.pem"
        ),
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return conf


def nginx_command(conf: Path) -> list[str]:
    user = "user root; " if os.getuid() == 0 else ""
    return [find_nginx(), "-c", str(conf), "-g", f"{user}pid {conf.parent}/nginx.pid; daemon off;"]


@dataclass(frozen=True)
class Response:
    status: int
    headers: http.client.HTTPMessage
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)


@dataclass(frozen=True)
class Installation:
    """A running one; its proxy speaks HTTP and HTTPS, its web processes on a port of their own."""

    folder: Path
    workplace: Path
    environment: dict[str, str]
    http_port: int
    https_port: int
    web_port: int
    processes: dict[str, Running] = field(default_factory=dict)

    def proxy(self) -> http.client.HTTPSConnection:
        trust = ssl.create_default_context(cafile=self.folder / "tls" / "fullchain.pem")
        return http.client.HTTPSConnection("localhost", self.https_port, timeout=20, context=trust)

    def web(self) -> http.client.HTTPConnection:
        """Past the proxy, as only processes on the same machine can."""
        return http.client.HTTPConnection("127.0.0.1", self.web_port, timeout=20)

    def plain(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("localhost", self.http_port, timeout=20)

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a command as an operator does."""
        return self._run("python", "manage.py", *arguments)

    def release(self) -> None:
        done = self._run("sh", "-c", procfile()["release"])
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Web, worker and beat, by the commands of the Procfile."""
        for name, command in procfile().items():
            if name != "release":
                self.start_process(name, ["sh", "-c", f"exec {command}"])
        wait_for(self.web(), "/health/")

    def start_process(self, name: str, command: list[str]) -> None:
        self.processes[name] = Running.start(
            command, self.folder / f"{name}.log", cwd=self.workplace, env=self.environment
        )

    def stop(self, *names: str) -> None:
        """End these in good order."""
        stopping = {name: self.processes.pop(name) for name in names}
        for running in stopping.values():
            running.process.send_signal(SIGTERM)
        for name, running in stopping.items():
            assert running.process.wait(START_SECONDS) == 0, f"{name}: {running.said}"

    def kill(self) -> None:
        for name, running in self.processes.items():
            running.kill()
            print(f"--- {name}\n{running.said[-3000:]}")

    def _run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command,
            cwd=self.workplace,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )


def ask(
    connection: http.client.HTTPConnection,
    path: str,
    body: object = None,
    *,
    token: str = "",
    **headers: str,
) -> Response:
    """GET, or POST where there is a body, on a fresh connection, which is closed again."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if token:
        sent["Authorization"] = f"Bearer {token}"
    if body is not None:
        sent["Content-Type"] = "application/json"
    try:
        text = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", path, text, sent)
        response = connection.getresponse()
        return Response(response.status, response.headers, response.read())
    finally:
        connection.close()


@contextmanager
def installed(folder: Path, production: Production, **own: str) -> Iterator[Installation]:
    """Release, then start web, worker, beat and proxy; end them all in good order."""
    http_port, https_port, web_port = free_port(), free_port(), free_port()
    own = {"PATH": production.path, "UVICORN_PORT": str(web_port)} | own
    environment = production_environment(folder, **own)
    site = Installation(folder, production.workplace, environment, http_port, https_port, web_port)
    conf = place_proxy(folder, http_port=http_port, https_port=https_port, web_port=web_port)
    try:
        site.release()
        site.start()
        site.start_process("proxy", nginx_command(conf))
        wait_for(site.proxy(), "/health/")
        yield site
        site.stop(*site.processes)
    finally:
        site.kill()


def wait_for(connection: http.client.HTTPConnection, path: str) -> None:
    """Come back once the address answers 200."""

    def answers() -> bool:
        try:
            return ask(connection, path).status == 200
        except OSError:
            return False

    wait_until(answers, START_SECONDS)
