"""`python3 -m tests.rehearsal`: what the papers tell, on bare Debian systems.

Prints a table; the exit status is 1 if a step failed. docs/rehearsal.md has more.
"""

import argparse
import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.rehearsal import steps
from tests.rehearsal.machine import CHECKOUT, call, make_base
from tests.rehearsal.table import Abandoned, Failed, Row, Table

SUITES = ("bookworm", "trixie")
PARTS = ("run", "test", "package", "production", "image")
# Debian's packages by a program of theirs.
NEEDED = {
    "debootstrap": "debootstrap",
    "systemd-nspawn": "systemd-container",
    "git": "git",
}


def main() -> int:
    wishes = read_wishes()
    if os.getuid() != 0:
        sys.exit("The rehearsal makes whole systems: it needs root, on Debian.")
    for program, name in NEEDED.items():
        if shutil.which(program) is None:
            install = [str(CHECKOUT / ".ci/debian"), name, "make a bare Debian"]
            if subprocess.run(install, check=False).returncode:
                return 1
    try:
        if call(["git", "-C", CHECKOUT, "status", "--porcelain"], seconds=60):
            print("!!! Not everything here is committed: only what is (HEAD) is rehearsed.")
    except Failed as fault:
        sys.exit(str(fault))
    # Ended by Ctrl-C or a signal, it ends all that it started.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda by, _: sys.exit(128 + by))
    cache: Path = wishes.keep
    cache.mkdir(parents=True, exist_ok=True)
    table = Table()
    with (cache / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"Another rehearsal runs in {cache}.")
        try:
            for suite in wishes.suite:
                rehearse(suite, wishes.parts, cache, table)
        finally:
            shutil.rmtree(cache / "systems", ignore_errors=True)
    print(f"\n{table.told()}")
    return 0 if table.is_clean else 1


def read_wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tests.rehearsal", description=__doc__)
    parser.add_argument(
        "--suite", action="append", choices=SUITES, help="only this Debian; may be repeated"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        default=CHECKOUT / "var/rehearsal",
        help="where the bare systems are kept between rehearsals (var/rehearsal)",
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART")
    parser.add_argument("--skip", nargs="+", choices=PARTS, default=[], metavar="PART")
    wishes = parser.parse_args()
    wishes.suite = wishes.suite or list(SUITES)
    wishes.parts = [part for part in PARTS if part in wishes.only and part not in wishes.skip]
    if "image" in wishes.parts and "production" not in wishes.parts:
        parser.error("image runs on production's PostgreSQL and Redis: --only production image")
    return wishes


def rehearse(suite: str, parts: list[str], cache: Path, table: Table) -> None:
    """All parts on one Debian. One that fails is abandoned; the others are done all the same."""
    try:
        with table.step(suite, "a bare Debian by debootstrap"):
            base = make_base(suite, cache.resolve())
    except Abandoned:
        return
    stage = steps.Stage(suite, base, cache.resolve() / "systems", table)
    ways: dict[str, Callable[[steps.Stage], None]] = {
        "run": steps.run,
        "test": steps.test,
        "package": steps.package,
        "production": partial(steps.production, with_image="image" in parts),
    }
    for part, way in ways.items():
        if part in parts:
            try:
                way(stage)
            except Abandoned:
                pass
            except Failed as fault:
                table.add(Row(suite, part, "FAILED", 0, str(fault)))


if __name__ == "__main__":
    sys.exit(main())
