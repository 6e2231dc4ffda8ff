"""The command `spielleiter`, all that a machine needs to referee an evening.

`run` and `director` keep a secret of this server's own in the data folder, where every later
command finds it. What can't be done is told in a sentence, with exit status 1.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from importlib.metadata import version

import django
import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility, call_command
from django.db import DatabaseError, OperationalError, connections

from referee import wordlist
from referee.environment import data_folder, env_str, lexicon_file
from referee.secret import keep_secret

COMMANDS = """\
commands:
  run        set up what is missing and serve (spielleiter run --help: address, port, demo)
  director   NAME: an account to run games with; asks for a password, prints a token
  lexicon    compile the German word list, or a club's own: --from words.txt
  simulate   play a game on a running server with a crowd, and check everything
  manage     Django's commands: manage backup FILE, manage createsuperuser, …

Database, word list and secret are kept in {folder}
(SPIELLEITER_VAR names another folder).
"""
#: The addresses that mean: all that this machine has.
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


class Impossible(Exception):
    """What was asked for can't be done here; says why."""


def main(arguments: list[str] | None = None) -> int:
    """The command's exit status; `arguments` are those behind its name."""
    parser = argparse.ArgumentParser(
        prog="spielleiter",
        usage="%(prog)s [-h] [--version] command …",
        description="Referee German word-board games.",
        epilog=COMMANDS.format(folder=data_folder()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version("spielleiter"))
    parser.add_argument("command", choices=_COMMANDS, metavar="command", help=argparse.SUPPRESS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="…", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    try:
        return _COMMANDS[chosen.command](chosen.arguments)
    except (Impossible, ImproperlyConfigured) as fault:
        print(f"spielleiter {chosen.command}: {fault}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def manage(arguments: list[str], program: str = "spielleiter manage") -> int:
    """Django's own command line; what must be there for any command is told in a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    try:
        ManagementUtility([program, *arguments]).execute()
    except ImproperlyConfigured as fault:
        if settings.configured:
            raise
        print(fault, file=sys.stderr)
        return 1
    except OperationalError as fault:
        print(_unusable(fault), file=sys.stderr)
        return 1
    return 0


def run(arguments: list[str]) -> int:
    """Serve everything from one process, until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="spielleiter run",
        description="Set up what is missing and serve, all in one process.",
        epilog=f"Data is kept in {data_folder()} (SPIELLEITER_VAR names another folder).",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="%(default)s; 0.0.0.0 shows it to the room"
    )
    parser.add_argument("--port", type=int, default=8000, help="%(default)s")
    players = parser.add_mutually_exclusive_group()
    players.add_argument("--no-demo", action="store_true", help="without simulated players")
    players.add_argument(
        "--always-demo", action="store_true", help="with them beside real games too"
    )
    chosen = parser.parse_args(arguments)
    addresses = _own_addresses()
    if not env_str("SPIELLEITER_HOSTS"):
        name = socket.gethostname()
        os.environ["SPIELLEITER_HOSTS"] = " ".join([name, f"{name}.local", *addresses])
    # Shown in a room, without a certificate.
    os.environ["SPIELLEITER_HTTPS"] = env_str("SPIELLEITER_HTTPS", "0")

    with _listening(chosen.host, chosen.port) as listener:
        _set_up()
        if not lexicon_file().exists() and wordlist.main([]) != 0:
            _say("!!! Serving without a word list.")
        _migrate()
        call_command("collectstatic", interactive=False, verbosity=0)
        host = addresses[0] if chosen.host in ANYWHERE and addresses else _in_url(chosen.host)
        _say(f"Spielleiter: http://{host}:{chosen.port}/ (Ctrl-C ends it)")
        _say(f"Data: {settings.VAR}")
        here = _in_url(ANYWHERE.get(chosen.host, chosen.host))
        demo = _demo(f"http://{here}:{chosen.port}", always=chosen.always_demo)
        with nullcontext() if chosen.no_demo else demo:
            return _serve(listener)


def director(arguments: list[str]) -> int:
    """An account and a token, also where nothing has run before."""
    _set_up()
    _migrate()
    return _django_command("create_director", "director", arguments)


def simulate(arguments: list[str]) -> int:
    _set_up()
    return _django_command("simulate", "simulate", arguments)


def _set_up() -> None:
    """Have Django ready, with a secret. Raises ImproperlyConfigured."""
    if not env_str("SPIELLEITER_SECRET_KEY"):
        keep_secret(data_folder())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    django.setup()


def _migrate() -> None:
    """Bring the database up to date. Raises Impossible."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as fault:
        raise Impossible(_unusable(fault)) from fault
    finally:
        connections.close_all()


def _unusable(fault: DatabaseError) -> str:
    return f"the database can't be used: {' '.join(str(fault).split())}"


def _django_command(name: str, shown: str, arguments: list[str]) -> int:
    """Run a command of Django's kind under the name that our own has."""
    found = ManagementUtility().fetch_command(name)
    found.run_from_argv(["spielleiter", shown, *arguments])
    return 0


def _own_addresses() -> list[str]:
    """Those under which others reach this machine, as they stand in an address."""
    if shutil.which("hostname") is None:
        return []
    said = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False).stdout
    return [_in_url(address) for address in said.split()]


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listening(host: str, port: int) -> socket.socket:
    """A socket that holds the port from now on; who comes early waits. Raises Impossible."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except (OSError, OverflowError) as fault:
        listener.close()
        reason = fault.strerror if isinstance(fault, OSError) else "ports end at 65535"
        raise Impossible(
            f"can't serve at {_in_url(host)}:{port}: {reason}. Choose another with --host or --port"
        ) from fault
    return listener


@contextmanager
def _demo(url: str, *, always: bool) -> Iterator[None]:
    """Simulated players in a process beside the server, which ends with this one."""
    command = ["demo", "--play", "--url", url, *(["--always"] if always else [])]
    with subprocess.Popen([sys.executable, "-P", "-m", "django", *command]) as process:
        try:
            yield
        finally:
            process.terminate()


def _serve(listener: socket.socket) -> int:
    config = uvicorn.Config(
        "referee.asgi:application",
        timeout_graceful_shutdown=5,
        access_log=False,
        log_level="warning",
    )
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    return 0 if server.started else 1


def _say(line: str) -> None:
    print(line, flush=True)


_COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": run,
    "director": director,
    "lexicon": wordlist.main,
    "simulate": simulate,
    "manage": manage,
}

if __name__ == "__main__":
    sys.exit(main())
