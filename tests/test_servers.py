"""The servers of a test run: they end with it, however it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from tests.processes import ROOT, ending_with_us, wait_until

#: A test that writes down where the servers are, and waits.
WAITING = """
import os, threading

def test_waiting():
    with open({file!r}, "w") as told:
        told.write(os.environ["DATABASE_URL"] + " " + os.environ["REDIS_URL"])
    os.rename({file!r}, {file!r} + ".whole")
    threading.Event().wait()
"""


@pytest.fixture
def run(tmp_path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A parallel run, in the midst of the test above."""
    test = tmp_path / "test_waiting.py"
    test.write_text(WAITING.format(file=str(tmp_path / "told")), "utf-8")
    own = {"DATABASE_URL": "", "REDIS_URL": "", "SPIELLEITER_TEST_EMBEDDED": ""}
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    pytest_of_ours = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml")]
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-n", "1"]
    process = subprocess.Popen(
        ending_with_us([*pytest_of_ours, *options, str(test)]),
        cwd=ROOT,
        env=environment | own,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with process:
        wait_until((tmp_path / "told.whole").exists, 60)
        yield process
        process.kill()


def is_away(database_url: str, redis_url: str) -> bool:
    try:
        psycopg.connect(database_url).close()
    except psycopg.OperationalError:
        pass
    else:
        return False
    try:
        redis.Redis.from_url(redis_url).ping()
    except redis.ConnectionError:
        return True
    return False


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_no_server_behind(
    run: "subprocess.Popen[bytes]", tmp_path: Path, by: signal.Signals
) -> None:
    database_url, redis_url = (tmp_path / "told.whole").read_text("utf-8").split()
    assert not is_away(database_url, redis_url)
    run.send_signal(by)
    assert run.wait(60) != 0
    wait_until(lambda: is_away(database_url, redis_url))
    folder = Path(database_url.partition("host=")[2])
    assert by == signal.SIGKILL or not folder.exists()
