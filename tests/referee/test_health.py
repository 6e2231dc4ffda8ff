"""The address that a monitor asks."""

from pathlib import Path

from django.test import Client, override_settings

from engine import COMPILED
from tests.lexicons import lexicon_of


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


@override_settings(SECURE_SSL_REDIRECT=True)
def test_health_answers_without_https_where_everything_else_redirects(client: Client) -> None:
    assert client.get("/health/").status_code == 200
    assert client.get("/language/").status_code == 301
