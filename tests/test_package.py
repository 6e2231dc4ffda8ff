"""The package: what `make dist` builds, installed where nothing else is, plays a round."""

import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest

from engine import COMPILED
from engine.board import Board
from engine.rulesets import STANDARD
from engine.solver import search_all
from tests.lexicons import lexicon_of
from tests.processes import ROOT, START_SECONDS, Running, free_port, wait_until
from tests.production import PACKAGES, Production, build
from tests.running_sites import Visitor

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def dist(production: Production) -> Path:
    return production.dist


@pytest.fixture(scope="module")
def wheel(production: Production) -> Path:
    return production.wheel


class Home:
    """A user who has nothing yet but a home, in which the command is run."""

    def __init__(self, command: Path, folder: Path) -> None:
        self.command, self.folder = command, folder
        self.port = free_port()
        self.environment = {
            "HOME": str(folder),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "SPIELLEITER_LEXICON": str(lexicon_of().path),
        }

    @property
    def data(self) -> Path:
        return self.folder / ".local" / "share" / "spielleiter"

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the command to its end."""
        return subprocess.run(
            [self.command, *arguments],
            cwd=self.folder,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def serve(self) -> Running:
        return Running.start(
            [str(self.command), "run", "--port", str(self.port)],
            self.folder / "said",
            cwd=self.folder,
            env=self.environment,
        )


@pytest.fixture(scope="module")
def home(production: Production, tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(production.bin / "spielleiter", tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def server(home: Home) -> Iterator[Running]:
    """`spielleiter run`, with the demo, which is only for those who have no games of their own."""
    server = home.serve()
    try:
        wait_until(lambda: server.is_saying("(Ctrl-C ends it)"), START_SECONDS)
        wait_until(lambda: server.is_saying("/j/DEMO/"), START_SECONDS)
        yield server
    finally:
        server.kill()


def test_the_wheel_holds_every_file_of_the_packages_and_no_test(wheel: Path) -> None:
    ours = {
        str(file.relative_to(ROOT))
        for name in PACKAGES
        for file in (ROOT / name).rglob("*")
        if file.is_file() and file.suffix not in {".pyc", ".so"}
    }
    packed = set(ZipFile(wheel).namelist())
    assert ours - packed == set()
    folders = {name.partition("/")[0] for name in packed}
    assert folders == {*PACKAGES, f"spielleiter-{PROJECT['version']}.dist-info"}


def test_the_source_holds_nothing_that_was_built(dist: Path) -> None:
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        folders = {name.split("/")[1] for name in archive.getnames() if "/" in name}
        assert [name for name in archive.getnames() if name.endswith((".so", ".mo"))] == []
    assert folders >= {*PACKAGES, "setup.py", "pyproject.toml", "README.md", "LICENSE"}
    assert not folders & {"build", "dist", "tests"}


def test_a_wheel_built_without_a_compiler_is_for_every_machine(
    production: Production, tmp_path: Path
) -> None:
    checkout = tmp_path / "checkout"
    shutil.copytree(production.checkout, checkout, ignore=shutil.ignore_patterns("build", "dist"))
    build(checkout, tmp_path, "--wheel", CC="/nonexistent/cc")
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    shutil.unpack_archive(wheel, tmp_path, "zip")
    done = subprocess.run(
        [sys.executable, "-P", "-c", "import engine; print(engine.__file__, engine.COMPILED)"],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{tmp_path}/engine/__init__.py False\n"


@pytest.mark.skipif(not COMPILED, reason="there is no compiler here")
def test_a_wheel_built_with_a_compiler_is_for_machines_of_this_kind(wheel: Path) -> None:
    assert "none-any" not in wheel.name
    assert [name for name in ZipFile(wheel).namelist() if name.endswith(".so")]


def test_the_command_knows_its_version_and_what_it_can_do(home: Home) -> None:
    assert home.run("--version").stdout == f"{PROJECT['version']}\n"
    told = home.run("--help").stdout
    assert all(name in told for name in ("run", "director", "lexicon", "simulate", "manage"))
    assert f"kept in {home.data}\n" in told
    assert "kept in /srv/club/spielleiter\n" in home.run("--help", XDG_DATA_HOME="/srv/club").stdout
    assert "kept in /srv/here\n" in home.run("--help", SPIELLEITER_VAR="/srv/here").stdout


def test_an_unknown_command_is_refused(home: Home) -> None:
    done = home.run("referee")
    assert done.returncode == 2
    assert "invalid choice: 'referee'" in done.stderr


def test_the_simulator_needs_nothing_else(home: Home) -> None:
    done = home.run("simulate", "--token", "slu_wrong", "--url", "http://127.0.0.1:9")
    assert done.returncode == 1
    assert "CommandError: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_round_is_played_on_what_was_installed(home: Home, server: Running) -> None:
    assert f"Data: {home.data}\n" in server.said
    assert (home.data / "secret_key").stat().st_mode & 0o777 == 0o600
    url = f"http://127.0.0.1:{home.port}"
    made = home.run("director", "anna", "--token-only")
    assert made.returncode == 0, made.stderr
    director = Visitor(url, made.stdout.strip())

    game = director.post("duplicate/games/", {"name": "Abend", "options": {"limit_seconds": 600}})
    path = f"duplicate/games/{game['id']}/"
    code = {"code": game["join_code"], "name": "Berta"}
    player = Visitor(url, Visitor(url).post("duplicate/join/", code)["token"])
    director.post(path + "start/")
    drawn = director.post(path + "rounds/")
    (top,) = search_all(lexicon_of(), Board(), drawn["rack"], STANDARD).moves(1)
    director.post(path + "rounds/1/open/")
    answer = {"coordinates": top.move.coordinates, "word": top.move.word, "points": top.points}
    assert player.post(path + "rounds/1/answer/", answer)["is_late"] is False
    director.post(path + "rounds/1/close/")
    wait_until(lambda: director.get(path + "rounds/1/")["state"] == "judged")
    director.post(path + "rounds/1/publish/")
    (row,) = Visitor(url).get(path + "standings/")["rows"]
    assert (row["name"], row["points"]) == ("Berta", top.points)


@pytest.mark.usefixtures("server")
def test_pages_are_german_or_english(home: Home) -> None:
    for language, said in {"de": "Startseite", "en": "Start page"}.items():
        request = Request(f"http://127.0.0.1:{home.port}/", headers={"Accept-Language": language})
        with urlopen(request, timeout=30) as response:  # noqa: S310
            assert said in response.read().decode(), language


@pytest.mark.usefixtures("server")
def test_the_demo_plays_beside_it(home: Home) -> None:
    games = Visitor(f"http://127.0.0.1:{home.port}").get("duplicate/games/?state=finished")
    assert [game["name"] for game in games["results"]] == ["Beispiel: ein Simultan-Abend"]


@pytest.mark.usefixtures("server")
def test_a_port_that_is_taken_and_data_that_is_in_use_are_refused_in_a_sentence(
    home: Home,
) -> None:
    taken = home.run("run", "--port", str(home.port))
    assert taken.returncode == 1
    assert taken.stderr.startswith(
        f"spielleiter run: can't serve at 127.0.0.1:{home.port}: Address already in use."
    )
    in_use = home.run("run", "--no-demo", "--port", str(free_port()))
    assert in_use.returncode != 0
    assert f"another server process works with {home.data}" in in_use.stderr
    assert "Traceback" not in taken.stderr + in_use.stderr


@pytest.mark.usefixtures("server")
def test_a_backup_is_made_and_proves_itself(home: Home) -> None:
    done = home.run("manage", "backup", "evening.tar", "--verify")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("verified\n")


@pytest.mark.usefixtures("server")
def test_django_commands_find_the_secret_and_the_database(home: Home) -> None:
    assert home.run("manage", "migrate", "--check").returncode == 0
    assert "spielleiter manage" in home.run("manage", "migrate", "--help").stdout
