"""The parts of a rehearsal: each follows a paper line by line on a bare system."""

import json
import re
import secrets
import socket
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.rehearsal import papers
from tests.rehearsal.image import Builder, Image
from tests.rehearsal.machine import Background, Machine, booted, clone_checkout, copy_of
from tests.rehearsal.table import Abandoned, Failed, Table

PASSWORD = "bitte-nicht-verraten"
TWICE = f"{PASSWORD}\n{PASSWORD}\n"
# These fetch packages or word lists; all else is done in the system's own network.
FETCHES = re.compile(r"\b(apt-get|make|pip)\b")
LINE_SECONDS = 900
TEST_SECONDS = 3600
READY_SECONDS = 60
SITE = "https://localhost"
HOME = "/srv/spielleiter"
OPT = "/opt/spielleiter"


@dataclass(frozen=True)
class Stage:
    """Where a rehearsal takes place: the suite, its bare system, a folder for copies, the table."""

    suite: str
    base: Path
    folder: Path
    table: Table

    def new_system(self, name: str) -> Path:
        return copy_of(self.base, self.folder / f"{self.suite}-{name}")

    def line(
        self, machine: Machine, paper: str, command: str, *, folder: str, given: str | None = None
    ) -> str:
        """Do a line of a paper as a step of its own; what it said."""
        with self.table.step(self.suite, f"{paper}: {papers.without_remark(command)}"):
            said = machine.run(
                command,
                folder=folder,
                seconds=LINE_SECONDS,
                given=given,
                online=bool(FETCHES.search(command)),
            )
        return said  # noqa: RET504 (mypy does not see that a failed step raises)


def run(stage: Stage) -> None:
    """README.md: `make run`, the demo, the first director; docs/api.md; the engine."""
    suite, step = stage.suite, stage.table.step
    root = stage.new_system("run")
    readme = paper(clone_checkout(root / HOME[1:]), "README.md")
    api = paper(root / HOME[1:], "docs/api.md")
    serve, _test = papers.commands(papers.blocks(readme, "## Two commands")[0])
    _in_the_room, director = papers.commands(papers.blocks(readme, "## Your first evening")[0])
    (token,) = re.findall(r"(?m)^D=.*$", papers.blocks(api, "## A round with curl")[0])
    (engine,) = papers.blocks(readme, "## The engine on the command line")
    port = free_port()
    with booted(root) as machine, ExitStack() as stack:
        with step(suite, f"README: {papers.without_remark(serve)}, until the page answers"):
            serving = machine.running(serve, folder=HOME, online=True, PORT=str(port))
            wait_for_demo(machine, stack.enter_context(serving), port)
        with step(suite, f"README: {papers.without_remark(director)}, and log in"):
            machine.run(director, folder=HOME, given=TWICE, online=True)
            login = {"username": "anna", "password": PASSWORD, "name": "rehearsal"}
            machine.ask(f"http://127.0.0.1:{port}/api/v1/tokens/", body=login, online=True)
        with step(suite, f"docs/api.md: {token}"):
            require("Bearer slu_", machine.run(f'{token}; echo "$D"', folder=HOME))
        with step(suite, "README: the engine on the command line"):
            machine.run(f"set -e; {engine}", folder=HOME, seconds=LINE_SECONDS)


def test(stage: Stage) -> None:
    """README.md: `make test`."""
    root = stage.new_system("test")
    readme = paper(clone_checkout(root / HOME[1:]), "README.md")
    _serve, command = papers.commands(papers.blocks(readme, "## Two commands")[0])
    with (
        booted(root) as machine,
        stage.table.step(stage.suite, f"README: {papers.without_remark(command)}"),
    ):
        machine.run(command, folder=HOME, seconds=TEST_SECONDS, online=True)


def package(stage: Stage) -> None:
    """README.md: the installed command. The package is that of `make dist`, not a released one."""
    root = stage.new_system("package")
    readme = paper(clone_checkout(root / HOME[1:]), "README.md")
    lines = papers.commands(papers.block_with(readme, "spielleiter run"))
    until = next(i for i, line in enumerate(lines) if line.startswith("spielleiter run"))
    port = free_port()
    install = "\n".join(lines[:until])
    serve = papers.without_remark(lines[until])
    with booted(root) as machine:
        stage.line(machine, "Makefile", "make dist", folder=HOME)
        with stage.table.step(stage.suite, f"README: {serve}, until the page answers"):
            script = f"set -e; {install}\n{serve} --port {port}"
            found = {"PIP_FIND_LINKS": f"{HOME}/dist"}
            with machine.running(script, folder="/mnt", online=True, **found) as running:
                wait_for_demo(machine, running, port)


def production(stage: Stage, *, with_image: bool) -> None:
    """deploy/README.md without containers; an evening, a backup and a restore; the image."""
    root = stage.new_system("production")
    checkout = clone_checkout(root / OPT[1:])
    with booted(root) as machine:
        token = install(stage, machine, paper(checkout, "deploy/README.md"))
        # The image does not need what an evening leaves.
        with suppress(Abandoned):
            game = play_evening(stage, machine, token)
            keep_and_restore(stage, machine, paper(checkout, "docs/operations.md"), token, game)
        if with_image:
            build_image(stage, machine, checkout)


def install(stage: Stage, machine: Machine, deploy: str) -> str:
    """Every line of the paper; what it leaves to a person is filled in. A director's token."""
    heading, name = "## Without containers", "deploy/README"
    stage.line(machine, name, papers.quoted(deploy, heading, "apt-get install"), folder="/")
    server, proxy = papers.blocks(deploy, heading)
    (certificate,) = papers.blocks(deploy, "## The certificate")
    said = ""
    for command in papers.commands(server):
        said += stage.line(machine, name, command, folder=OPT, given=TWICE)
        if "example.env" in command:
            fill_in(machine.root / "etc/spielleiter.env")
    with stage.table.step(stage.suite, f"{name}: the certificate, to try it"):
        machine.run(f"set -e; {certificate}", folder=OPT)
    for command in papers.commands(proxy):
        stage.line(machine, name, command, folder=OPT)
    with stage.table.step(stage.suite, "deploy/README: /ready/ is all true through the proxy"):
        wait_until_ready(machine)
        (token,) = re.findall(r"slu_\S+", said)
    return str(token)


def fill_in(file: Path) -> None:
    values = {
        "SPIELLEITER_SECRET_KEY": secrets.token_urlsafe(50),
        "DATABASE_URL": f"postgresql://spielleiter:{PASSWORD}@127.0.0.1/spielleiter",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
    }
    file.write_text(papers.filled_in(file.read_text("utf-8"), values), "utf-8")


def play_evening(stage: Stage, machine: Machine, token: str) -> str:
    """Fifty players, two rounds, through the proxy; the game."""
    suite, step = stage.suite, stage.table.step
    clone_checkout(machine.root / "srv/simulator")
    with step(suite, "docs/simulator.md: an environment of its own for the simulator"):
        pip = "venv/bin/pip install --quiet --disable-pip-version-check"
        command = f"python3 -m venv venv && {pip} ."
        machine.run(command, folder="/srv/simulator", seconds=LINE_SECONDS, online=True)
    with step(suite, "docs/simulator.md: 50 players, 2 rounds"):
        said = machine.run(
            f"venv/bin/python manage.py simulate --url {SITE} --token {token}"
            " --players 50 --rounds 2 --keep --json",
            folder="/srv/simulator",
            seconds=300,
            SPIELLEITER_SECRET_KEY=secrets.token_urlsafe(50),
            SPIELLEITER_LEXICON="/var/lib/spielleiter/german.lexicon",
            SSL_CERT_FILE="/etc/nginx/tls/fullchain.pem",
        )
        game = json.loads(said)["game"]
    return str(game)


def keep_and_restore(
    stage: Stage, machine: Machine, operations: str, token: str, game: str
) -> None:
    """docs/operations.md, Backup and Restore: what was saved is there again, the rest is not."""
    suite, step, name = stage.suite, stage.table.step, "docs/operations.md"
    games = f"{SITE}/api/v1/duplicate/games/"
    with step(suite, "the standings before"):
        before = machine.ask(f"{games}{game}/standings/")
    # What a timer would do at night.
    for timer in sorted((machine.root / OPT[1:] / "deploy/systemd").glob("*.timer")):
        stage.line(machine, name, f"systemctl start {timer.stem}.service", folder=OPT)
    follow(stage, machine, operations, "## Backup")
    with step(suite, "a game that is not in the backup"):
        later = machine.ask(games, body={"name": "Nach der Sicherung"}, token=token)["id"]
    follow(stage, machine, operations, "## Restore")
    with step(suite, "the same standings after the restore, and not the later game"):
        wait_until_ready(machine)
        after = machine.ask(f"{games}{game}/standings/")
        if after != before:
            raise Failed(f"{before}\nbecame\n{after}")
        found = [one["id"] for one in listed(machine.ask(games, token=token))]
        if game not in found or later in found:
            raise Failed(f"{game} should be there, {later} not: {found}")


def follow(stage: Stage, machine: Machine, operations: str, heading: str) -> None:
    """The lines of a chapter about a server under systemd; what is restored is the last backup."""
    for block in papers.blocks(operations, heading):
        for line in papers.commands(block):
            command = re.sub(r"^manage\.py ", "deploy/manage ", papers.without_remark(line))
            if restored := re.fullmatch(r"deploy/manage restore (/\S+)/\S+", command):
                folder = machine.root / restored[1][1:]
                last = max(folder.glob("*.tar*"), key=lambda file: file.stat().st_mtime)
                # The database is in use by then, and the paper says what takes its place.
                command = f"deploy/manage restore --replace {restored[1]}/{last.name}"
            stage.line(machine, "docs/operations.md", command, folder=OPT)


def build_image(stage: Stage, machine: Machine, checkout: Path) -> None:
    """The Containerfile, instruction by instruction, then its processes on the same servers."""
    suite, step = stage.suite, stage.table.step
    builder = Builder(checkout, stage.new_system)
    for instruction in papers.instructions(paper(checkout, "deploy/Containerfile")):
        shown = f"Containerfile: {instruction.verb} {instruction.text}"
        is_from = instruction.verb == "FROM"
        with step(suite, f"{shown} (stand-in: Debian's python3)" if is_from else shown):
            builder.follow(instruction)
    image = builder.image
    containers = papers.blocks(paper(checkout, "deploy/README.md"), "## In containers")[0]
    (words,) = re.findall(r"--user root release \\\n\s*(.*wordlist.*)", containers)
    with step(suite, f"deploy/README: {words}"):
        Image(image.root, image.folder, "root", image.environment).run(words)
    with step(suite, "Procfile: release, worker, beat and web in the image; /ready/"):
        machine.run("systemctl stop spielleiter.target spielleiter-web spielleiter-worker")
        serve_image(image, machine, papers.processes(paper(checkout, "deploy/Procfile")))


def serve_image(image: Image, machine: Machine, processes: dict[str, str]) -> None:
    """The image's processes instead of the system's own, behind the same proxy."""
    with (image.root / "etc/hosts").open("a", encoding="ascii") as hosts:
        hosts.write("127.0.0.1 postgresql redis\n")
    environment = (machine.root / "etc/spielleiter.env").read_text("utf-8")
    image.environment |= dict(re.findall(r"(?m)^([A-Z_]+)=(.*)$", environment)) | {
        "DATABASE_URL": f"postgresql://spielleiter:{PASSWORD}@postgresql/spielleiter",
        "REDIS_URL": "redis://redis:6379/0",
    }
    together = "{release} && {{ {worker} & {beat} & exec {web}; }}".format_map(processes)
    with image.running(together, network_of=machine.leader) as running:
        running.wait_for(lambda: machine.ask("http://127.0.0.1:8000/health/"), READY_SECONDS)
        running.wait_for(lambda: all_true(machine.ask(f"{SITE}/ready/")), READY_SECONDS)


def wait_for_demo(machine: Machine, running: Background, port: int) -> None:
    """The page answers, and the demo's round can be joined by its code."""
    server = f"http://127.0.0.1:{port}"
    running.wait_for(lambda: machine.ask(f"{server}/", online=True), LINE_SECONDS)
    join = {"code": "DEMO", "name": "Neuling"}
    address = f"{server}/api/v1/duplicate/join/"
    running.wait_for(lambda: machine.ask(address, body=join, online=True), READY_SECONDS)


def wait_until_ready(machine: Machine) -> None:
    journal = "journalctl --unit 'spielleiter*' --follow --lines 50 --no-pager"
    with machine.running(journal) as running:
        running.wait_for(lambda: all_true(machine.ask(f"{SITE}/ready/")), READY_SECONDS)


def all_true(answer: Any) -> None:
    if not all(answer.values()):
        raise Failed(f"not ready: {answer}")


def listed(answer: Any) -> Any:
    return answer["results"] if isinstance(answer, dict) else answer


def require(wanted: str, said: str) -> None:
    if wanted not in said:
        raise Failed(f"{said}\n'{wanted}' is missing")


def paper(checkout: Path, name: str) -> str:
    return (checkout / name).read_text("utf-8")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
