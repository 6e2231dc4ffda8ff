"""Bare Debian systems: made once, copied for every rehearsal, booted in a container by systemd.

`systemd-nspawn` gives each a process, mount and network namespace of its own: whatever runs or is
mounted in it ends with it, and it can't meet a server of this machine on port 80 or 5432.
"""

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL, SIGTERM
from typing import Any

from tests.rehearsal.table import Failed

CHECKOUT = Path(__file__).resolve().parents[2]
# What a newcomer's Debian has: its init, the two programs that README asks for, certificates.
NEWCOMER = "systemd-sysv,dbus,ca-certificates,python3,make,netbase"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
# How this machine reaches names and packages; where it has none of these, Debian's ways are enough.
HOST_WAYS = ("/etc/resolv.conf", "/etc/pip.conf", "/etc/apt/apt.conf.d/99*", CERTIFICATES)
ENVIRONMENT = {
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "DEBIAN_FRONTEND": "noninteractive",
    "SSL_CERT_FILE": CERTIFICATES,
    "PIP_CERT": CERTIFICATES,
}
NSPAWN = [
    # Ends with the rehearsal, even when that is killed.
    "setpriv",
    "--pdeathsig=KILL",
    "systemd-nspawn",
    "--quiet",
    "--register=no",
    "--resolv-conf=off",
    "--timezone=off",
    # Where systemd does not run, nobody could make a scope for the container.
    *([] if Path("/run/systemd/system").exists() else ["--keep-unit"]),
]
BOOT_SECONDS = 120
ASK_SECONDS = 30
END_SECONDS = 20


def make_base(suite: str, cache: Path) -> Path:
    """The bare system of `suite`, made where the cache has none; its package lists are of now."""
    base = cache / "bases" / suite
    if not base.exists():
        making = base.with_name(f"{suite}.making")
        shutil.rmtree(making, ignore_errors=True)
        making.parent.mkdir(parents=True, exist_ok=True)
        bootstrap = ["debootstrap", "--variant=minbase", f"--include={NEWCOMER}"]
        call([*bootstrap, suite, making], seconds=900)
        _adapt_to_host(making, suite)
        making.rename(base)
    call(["chroot", base, "apt-get", "update"], seconds=300, env=ENVIRONMENT)
    return base


def _adapt_to_host(system: Path, suite: str) -> None:
    for pattern in HOST_WAYS:
        for file in Path("/").glob(pattern.lstrip("/")):
            copy = system / file.relative_to("/")
            copy.unlink(missing_ok=True)
            copy.write_bytes(file.read_bytes())
    (system / "etc/hostname").write_text(f"bare-{suite}\n", "ascii")
    # The papers leave it to people to say yes.
    yes = system / "etc/apt/apt.conf.d/90rehearsal"
    yes.write_text('APT::Get::Assume-Yes "true";\n', "ascii")


def copy_of(base: Path, place: Path) -> Path:
    """A fresh copy of a bare system."""
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    call(["cp", "--archive", "--reflink=auto", str(base), str(place)], seconds=300)
    return place


def clone_checkout(folder: Path) -> Path:
    """What is committed here, as people get it."""
    call(["git", "clone", "--quiet", "--no-hardlinks", str(CHECKOUT), str(folder)], seconds=120)
    return folder


def call(
    command: Sequence[str | Path],
    *,
    seconds: float,
    given: str | None = None,
    env: dict[str, str] | None = None,
) -> str:
    """Run a command to its end; what it printed. Failed if it fails or takes too long."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=env,
        text=True,
        errors="replace",
        # Without a terminal: whoever asks for a password reads what is `given`.
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(given, timeout=seconds)
    except subprocess.TimeoutExpired:
        end(process)
        said, _ = process.communicate()
        raise Failed(f"{said}\nnot done after {seconds:.0f} seconds") from None
    except BaseException:
        end(process)
        raise
    if process.returncode:
        raise Failed(f"{said}\nexit status {process.returncode}")
    return said


def end(process: subprocess.Popen[Any]) -> None:
    """Ask it and all of its group to end, and kill what has not after some seconds."""
    for by in (SIGTERM, SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, by)
            with suppress(subprocess.TimeoutExpired):
                process.wait(END_SECONDS)


@dataclass(frozen=True)
class Machine:
    """A booted system. Commands run in a clean environment, each line in a shell of its own."""

    root: Path
    leader: int

    def run(
        self,
        command: str,
        *,
        folder: str = "/",
        seconds: float = 60,
        given: str | None = None,
        online: bool = False,
        **environment: str,
    ) -> str:
        """Run a shell command to its end; what it printed. Failed if it fails or takes too long.

        `online`, it uses this machine's network, for packages; otherwise it is alone with the
        system's own servers.
        """
        entering = self._entering(command, folder, online=online, environment=environment)
        return call(entering, seconds=seconds, given=given)

    @contextmanager
    def running(
        self, command: str, *, folder: str = "/", online: bool = False, **environment: str
    ) -> Iterator["Background"]:
        """A shell command that goes on beside what is done inside."""
        entering = self._entering(command, folder, online=online, environment=environment)
        with background(entering) as process:
            yield process

    def ask(
        self,
        url: str,
        *,
        body: object = None,
        token: str = "",
        online: bool = False,
    ) -> Any:
        """What the system's server answers to a GET, or to a POST where there is a body."""
        command = [sys.executable, "-m", "tests.rehearsal.ask", url]
        if body is not None:
            command += ["--body", json.dumps(body)]
        if token:
            command += ["--token", token]
        trust = self.root / "etc/nginx/tls/fullchain.pem"
        network = [] if online else ["nsenter", f"--net=/proc/{self.leader}/ns/net"]
        environment = {**os.environ, "SSL_CERT_FILE": str(trust), "PYTHONPATH": str(CHECKOUT)}
        return read_json(call([*network, *command], seconds=ASK_SECONDS, env=environment))

    def _entering(
        self, command: str, folder: str, *, online: bool, environment: dict[str, str]
    ) -> list[str]:
        network = [] if online else ["--net"]
        variables = [f"{name}={value}" for name, value in (ENVIRONMENT | environment).items()]
        script = f"cd {shlex.quote(folder)} && {command}"
        return [
            *("nsenter", f"--target={self.leader}", "--mount", "--pid", "--uts", "--ipc", *network),
            *("env", "--ignore-environment", *variables, "sh", "-c", script),
        ]


def read_json(text: str) -> Any:
    return json.loads(text) if text.strip().startswith(("{", "[")) else text


@dataclass(frozen=True)
class Background:
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def said(self) -> str:
        return self.log.read_text("utf-8", errors="replace")

    def wait_for(self, answer: Callable[[], Any], seconds: float) -> Any:
        """What `answer` returns as soon as it does not fail. Failed if the process ends first."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return answer()
            except Failed as fault:
                if self.process.poll() is not None:
                    raise Failed(f"{self.said}\nended with {self.process.returncode}") from fault
                if time.monotonic() > deadline:
                    late = f"not there after {seconds:.0f} seconds: {fault}"
                    raise Failed(f"{self.said}\n{late}") from fault
                time.sleep(0.5)


@contextmanager
def background(command: Sequence[str]) -> Iterator[Background]:
    """A process that is killed at the end, with what it said in a file."""
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        log = Path(folder, "log")
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            yield Background(process, log)
        finally:
            end(process)


@contextmanager
def booted(root: Path) -> Iterator[Machine]:
    """Boot the system in `root` and wait until it is up; it is switched off at the end."""
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ready.bind(f"{folder}/notify")
        ready.settimeout(1)
        boot = ["--boot", "--private-network", "--notify-ready=yes", f"--directory={root}"]
        command = ["env", f"NOTIFY_SOCKET={folder}/notify", *NSPAWN, *boot]
        with background(command) as container:
            # Closed as soon as it has been heard: unread, it would fill and stop the system's init.
            with ready:
                leader = _leader(ready, container)
            yield Machine(root, leader)


def _leader(ready: socket.socket, container: Background) -> int:
    """The process number of the system's init, once it says that the system is up."""
    told: dict[str, str] = {}

    def hear() -> int:
        try:
            message = ready.recv(4096).decode()
        except TimeoutError:
            raise Failed("the system does not say that it is up") from None
        for line in message.splitlines():
            name, _, value = line.partition("=")
            told[name] = value
        if told.get("READY") != "1":
            raise Failed("the system is booting")
        return int(told["X_NSPAWN_LEADER_PID"])

    return int(container.wait_for(hear, BOOT_SECONDS))
