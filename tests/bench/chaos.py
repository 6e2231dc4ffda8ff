"""A game in which something breaks in every round, and everybody gets what was acknowledged.

`python -m tests.bench.chaos` plays 15 rounds with 300 players; `--players` and `--rounds` say
otherwise. PostgreSQL with fsync, Redis, web, worker and beat are killed and frozen in turn.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import django

#: In which the director ends each round.
CLOSE_AFTER = 8


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.chaos", description=__doc__)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seed", type=int, default=13)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="spielleiter-chaos-") as name:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "referee.settings",
            "SPIELLEITER_DEBUG": "1",
            "SPIELLEITER_VAR": name,
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        django.setup()
        # The tests' sites read the settings.
        from tests.running_sites import startable_site

        with startable_site(Path(name)) as site:
            ended = site.processes.run(
                "simulate",
                *("django", "simulate", "--url", site.url, "--token", site.token, "--no-files"),
                *("--players", str(chosen.players), "--rounds", str(chosen.rounds)),
                *("--seed", str(chosen.seed), "--close-after", str(CLOSE_AFTER)),
                *("--faults", str(site.procfile)),
            )
            status = ended.process.wait(900)
            told = ended.said.splitlines()
    left_out = ("  rack", "  end", "  speed", "Round")
    print("\n".join(line for line in told if not line.startswith(left_out)))
    return status


if __name__ == "__main__":
    sys.exit(main())
