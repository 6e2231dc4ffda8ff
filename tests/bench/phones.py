"""What thousands of phones see, and when: the bounds of a Simultan, as `make bench` prints them.

`python -m tests.bench.phones --lexicon … --phones 500` is the quick form. Two web processes as
deploy/Procfile starts them, a worker, beat, PostgreSQL with fsync and Redis share the machine with
the crowd, which is `simulate` in a process of its own; one phone of the crowd is our page in
Chromium. Beside the times stands who used the
processors meanwhile.
"""

import argparse
import json
import os
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from duplicate.simulator.outages import read_procfile
from tests.bench.control import ControlPhone
from tests.bench.surroundings import set_up
from tests.processes import CELERY, ROOT, START_SECONDS, Processes, Running, free_port, wait_until

#: Faults told one by one; the others are only counted.
FAULTS_TOLD = 3
#: Between two looks at what the processes have used.
LOOK_SECONDS = 0.1
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Bounds:
    """In seconds; None where nothing is promised."""

    rack_p99: float | None = None
    rack_last: float | None = None
    own_last: float | None = None
    joining: float | None = None


BOUNDS = {
    1000: Bounds(rack_p99=0.2),
    8000: Bounds(rack_p99=0.5, rack_last=1, own_last=3, joining=60),
}


class Shares:
    """Who uses the processors: looks at groups of processes all the time."""

    def __init__(self, groups: Mapping[str, int]) -> None:
        self._groups = groups
        self._looks: list[tuple[float, dict[str, float]]] = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> "Shares":
        self._thread.start()
        return self

    def __exit__(self, *_fault: object) -> None:
        self._is_over.set()
        self._thread.join()

    def between(self, start: float, end: float) -> str:
        """What each group used of one processor, in percent."""
        first = min(self._looks, key=lambda look: abs(look[0] - start))
        last = min(self._looks, key=lambda look: abs(look[0] - end))
        seconds = max(last[0] - first[0], LOOK_SECONDS)
        used = {name: (last[1][name] - first[1][name]) / seconds for name in self._groups}
        return ", ".join(f"{name} {share:.0%}" for name, share in used.items())

    def _look(self) -> None:
        while not self._is_over.wait(LOOK_SECONDS):
            self._looks.append((time.time(), _used(self._groups)))


def _used(groups: Mapping[str, int]) -> dict[str, float]:
    """Processor seconds of each process and all that it has started."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # ended meanwhile
        pid = int(stat.parent.name)
        parents[pid] = int(fields[1])
        # Those of children that have ended count too.
        seconds[pid] = sum(map(int, fields[11:15])) / TICKS
    used = dict.fromkeys(groups, 0.0)
    group_of = {pid: name for name, pid in groups.items()}
    for pid, own in seconds.items():
        ancestor = pid
        while ancestor in parents and ancestor not in group_of:
            ancestor = parents[ancestor]
        if ancestor in group_of:
            used[group_of[ancestor]] += own
    return used


def database_pid() -> int:
    """Of the PostgreSQL server that this bench has started."""
    (folder,) = parse_qs(urlsplit(os.environ["DATABASE_URL"]).query)["host"]
    return int(Path(folder, "data", "postmaster.pid").read_text().split()[0])


def report(folder: Path, counts: Sequence[int], rounds: int = 2) -> Iterator[str]:
    """Play with so many phones, each in turn."""
    with Processes(folder) as processes:
        processes.run("worker", *CELERY, "worker", "-c", "3", "-l", "INFO")
        processes.beat()
        port = free_port()
        web = processes.run("web", *as_deployed("web"), "--port", str(port))
        token = processes.run("token", "django", "create_director", "bench", "--token-only")
        assert token.process.wait(60) == 0, token.said
        wait_until(lambda: is_listening(port), START_SECONDS)
        for count in counts:
            yield from play(
                processes, web, f"http://127.0.0.1:{port}", token.said.split()[-1], count, rounds
            )


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def as_deployed(name: str) -> list[str]:
    """The command of a process, as deploy/Procfile has it."""
    return read_procfile((ROOT / "deploy/Procfile").read_text("utf-8"))[name]


def play(
    processes: Processes, web: Running, url: str, token: str, count: int, rounds: int
) -> Iterator[str]:
    orders = ("--url", url, "--token", token, "--players", str(count), "--rounds", str(rounds))
    crowd = processes.run(
        f"crowd-{count}", "django", "simulate", *orders, "--pace", "rush", "--no-files", "--json"
    )
    control = ControlPhone(url)
    groups = {"web": web.process.pid, "database": database_pid(), "crowd": crowd.process.pid}
    with Shares(groups) as shares:
        crowd.process.wait(900)
        control.leave()
    assert crowd.said.startswith("{"), crowd.said[-3000:]
    told, _ = json.JSONDecoder().raw_decode(crowd.said)
    bounds = BOUNDS.get(count, Bounds())
    joining = told["joining_seconds"]
    opened = datetime.fromisoformat(told["rounds"][0]["times"]["opened_at"]).timestamp()
    yield (
        f"{count:,} phones     joined in {joining:.1f} s{_most(bounds.joining)}, "
        f"{count / joining:.0f} a second; {shares.between(opened - joining, opened)}"
    )
    for round in told["rounds"]:
        yield from told_round(round, bounds, shares, control)
    for fault in told["faults"][:FAULTS_TOLD]:
        yield f"  FAULT: {fault}"
    yield f"  {told['checked']:,} acknowledgements checked, {len(told['faults'])} faults"


def told_round(round: Any, bounds: Bounds, shares: Shares, control: ControlPhone) -> Iterator[str]:
    number = round["number"]
    sights = {sight["what"]: sight for sight in round["sights"]}
    rack, end, own = sights["rack"], sights["end"], sights["own"]
    opened, closes, published = (
        datetime.fromisoformat(round["times"][name]).timestamp()
        for name in ("opened_at", "closes_at", "published_at")
    )
    yield (
        f"  round {number} rack   99 % {_s(rack['p99'])}{_most(bounds.rack_p99)}, "
        f"last {_s(rack['last'])}{_most(bounds.rack_last)}; {shares.between(opened, opened + 1)}"
    )
    yield (
        f"          answers {round['sent']:,}, {round['refused_in_time']} refused though in time, "
        f"99 % {_s(round['p99'])}; {shares.between(closes - 5, closes)}"
    )
    yield f"          end    99 % {_s(end['p99'])}, last {_s(end['last'])}"
    yield (
        f"          own    99 % {_s(own['p99'])}, last {_s(own['last'])}{_most(bounds.own_last)}; "
        f"{shares.between(published, published + 2)}"
    )
    yield (
        f"          in Chromium, beside them: rack {control.seconds('rack', number, opened)}, "
        f"own {control.seconds('own', number, published)}"
    )


def _s(seconds: float) -> str:
    return f"{seconds:.2f} s"


def _most(seconds: float | None) -> str:
    return "" if seconds is None else f" (at most {seconds})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.phones", description=__doc__)
    parser.add_argument("--lexicon", type=Path, required=True)
    parser.add_argument("--phones", type=int, nargs="+", default=list(BOUNDS))
    options = parser.parse_args()
    with set_up(options.lexicon) as folder:
        for line in report(folder, options.phones):
            print(line, flush=True)


if __name__ == "__main__":
    main()
