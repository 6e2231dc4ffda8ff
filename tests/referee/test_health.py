"""The addresses that a monitor asks."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as environment
from django.core.cache import cache
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings
from django.utils import timezone
from pytest_django import Settings

from engine import COMPILED
from referee.health import SWEEP_KEY, SWEEP_PATIENCE, note_sweep
from tests.lexicons import lexicon_of

#: An address where nobody listens.
NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def _no_sweep_yet() -> None:
    cache.delete(SWEEP_KEY)


def test_health_tells_which_engine_and_whether_there_are_words(
    client: Client, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.lexicon"
    damaged.touch()
    for lexicon, usable in (
        (tmp_path / "none.lexicon", False),
        (damaged, False),
        (lexicon_of().path, True),
    ):
        with override_settings(LEXICON=lexicon):
            assert client.get("/health/").json() == {"compiled": COMPILED, "lexicon": usable}


@pytest.mark.django_db
@override_settings(SECURE_SSL_REDIRECT=True)
def test_monitors_are_answered_without_https_where_everything_else_redirects(
    client: Client,
) -> None:
    assert client.get("/health/").status_code == 200
    assert client.get("/ready/").status_code == 503
    assert client.get("/metrics").status_code == 200
    assert client.get("/language/").status_code == 301


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
def test_a_server_with_all_its_parts_is_ready(client: Client) -> None:
    note_sweep(timezone.now())
    response = client.get("/ready/")
    assert response.json() == {
        "database": True,
        "migrations": True,
        "redis": True,
        "lexicon": True,
        "worker": True,
        "clock": True,
    }
    assert response.status_code == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
def test_a_worker_that_stopped_sweeping_makes_the_server_unready(client: Client) -> None:
    assert missing(client) == {"worker"}
    note_sweep(timezone.now() - SWEEP_PATIENCE - timedelta(seconds=1))
    assert missing(client) == {"worker"}


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
def test_a_migration_still_to_apply_makes_the_server_unready(client: Client) -> None:
    note_sweep(timezone.now())
    (last,) = MigrationLoader(connection).graph.leaf_nodes("duplicate")
    MigrationRecorder(connection).record_unapplied(*last)
    assert missing(client) == {"migrations"}


@pytest.mark.django_db
def test_a_missing_lexicon_makes_the_server_unready(client: Client, settings: Settings) -> None:
    settings.LEXICON = Path(environment.VAR, "none.lexicon")
    note_sweep(timezone.now())
    assert missing(client) == {"lexicon"}


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
def test_a_redis_that_does_not_answer_makes_the_server_unready(
    client: Client, settings: Settings
) -> None:
    note_sweep(timezone.now())
    settings.REDIS_URL = NOBODY
    assert missing(client) == {"redis"}


def test_a_sweep_whose_mark_can_not_be_left_goes_on(settings: Settings) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": NOBODY}
    }
    note_sweep(timezone.now())


def missing(client: Client) -> set[str]:
    response = client.get("/ready/")
    assert response.status_code == 503
    return {part for part, is_there in response.json().items() if not is_there}
