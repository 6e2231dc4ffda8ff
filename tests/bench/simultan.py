"""What a Simultan costs, on real PostgreSQL (fsync on), Redis, uvicorn and Celery.

`python -m tests.bench.simultan --lexicon …`, or as part of `make bench`.
"""

import argparse
import logging
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django
from django.core.management import call_command

from referee.garbage import leave_what_is_loaded
from tests import servers

LISTENERS = [1000, 4000]


def report(folder: Path) -> Iterator[str]:
    # Django's models can't be imported before it is set up.
    from tests.bench import answers, fanout, judging

    yield from answers.report(folder)
    yield from judging.report()
    yield from map(str, fanout.fan_out(LISTENERS))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.simultan", description=__doc__)
    parser.add_argument("--lexicon", type=Path, required=True)
    lexicon = parser.parse_args().lexicon.resolve()
    with tempfile.TemporaryDirectory(prefix="spielleiter-bench-") as name:
        folder = Path(name)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "referee.settings",
            "SPIELLEITER_DEBUG": "1",
            "SPIELLEITER_VAR": name,
            "SPIELLEITER_LEXICON": str(lexicon),
        }
        servers.database_url()
        servers.redis_url()
        try:
            django.setup()
            leave_what_is_loaded()  # as servers and workers do
            call_command("migrate", verbosity=0)
            for line in report(folder):
                print(line, flush=True)
        finally:
            logging.disable()  # the servers would tell of their end
            servers.stop()


if __name__ == "__main__":
    main()
