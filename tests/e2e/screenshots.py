"""Take the pictures in docs/screenshots anew: `make screenshots`."""

import os
import sys
import tempfile
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="spielleiter-screenshots-") as var:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="referee.settings",
            SPIELLEITER_DEBUG="1",
            SPIELLEITER_LEXICON=os.environ.get("SPIELLEITER_LEXICON")
            or str(ROOT / "var" / "german.lexicon"),
            SPIELLEITER_VAR=var,
            SPIELLEITER_HOSTS="simultan.example",
            DATABASE_URL="",
            REDIS_URL="",
            # Playwright keeps an event loop in this thread, where Django would refuse its database.
            DJANGO_ALLOW_ASYNC_UNSAFE="1",
        )
        django.setup()
        from tests.e2e.pictures import take_pictures

        if faults := take_pictures(Path(var)):
            sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
