"""What a bench of a Simultan has around it: PostgreSQL with fsync, Redis, Django, a folder."""

import logging
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command

from tests import servers


@contextmanager
def set_up(lexicon: Path) -> Iterator[Path]:
    """Servers and a migrated database, as long as this lasts; the folder in which data is kept."""
    with tempfile.TemporaryDirectory(prefix="spielleiter-bench-") as name:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "referee.settings",
            # As in production, but for the certificate.
            "SPIELLEITER_SECRET_KEY": secrets.token_urlsafe(50),
            "SPIELLEITER_HTTPS": "0",
            # Playwright keeps an event loop in its thread, where Django would refuse its database.
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
            "SPIELLEITER_VAR": name,
            "SPIELLEITER_LEXICON": str(lexicon.resolve()),
        }
        servers.database_url()
        servers.redis_url()
        try:
            django.setup()
            call_command("migrate", verbosity=0)
            call_command("collectstatic", interactive=False, verbosity=0)
            yield Path(name)
        finally:
            logging.disable()  # the servers would tell of their end
            servers.stop()
