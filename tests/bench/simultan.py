"""What a Simultan costs, on real PostgreSQL (fsync on), Redis, uvicorn and Celery.

`python -m tests.bench.simultan --lexicon …`, or as part of `make bench`.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from tests.bench.surroundings import set_up

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
    with set_up(parser.parse_args().lexicon) as folder:
        for line in report(folder):
            print(line, flush=True)


if __name__ == "__main__":
    main()
