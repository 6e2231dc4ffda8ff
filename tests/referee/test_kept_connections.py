"""A connection that a thread keeps is checked at each request, mostly without asking PostgreSQL."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection

from referee.postgresql.base import ASKED_SECONDS, DatabaseWrapper

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no line"),
]


@pytest.fixture
def kept() -> Iterator[DatabaseWrapper]:
    """A connection as a thread of the server has one."""
    settings = {**connection.settings_dict, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    wrapper = DatabaseWrapper(settings, alias="kept")
    wrapper.inc_thread_sharing()
    yield wrapper
    wrapper.close()


def session_after_request(kept: DatabaseWrapper) -> int:
    """Which session of PostgreSQL's answers the first query of a new request."""
    kept.close_if_unusable_or_obsolete()  # as Django does when a request comes
    with kept.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def is_asked(kept: DatabaseWrapper) -> bool:
    """Whether a new request has the database asked if it is there."""
    before = kept._asked_at
    session_after_request(kept)
    return kept._asked_at != before


def test_a_request_does_not_ask_whether_the_database_is_there(kept: DatabaseWrapper) -> None:
    session = session_after_request(kept)
    assert not is_asked(kept)
    assert session_after_request(kept) == session


def test_after_a_while_it_is_asked_again(kept: DatabaseWrapper) -> None:
    session = session_after_request(kept)
    kept._asked_at -= ASKED_SECONDS + 1
    assert is_asked(kept)
    assert not is_asked(kept)
    assert session_after_request(kept) == session


def test_a_session_that_was_ended_is_replaced_before_a_request_uses_it(
    kept: DatabaseWrapper,
) -> None:
    session = session_after_request(kept)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [session])
    assert session_after_request(kept) != session


def test_after_an_error_of_the_line_it_is_asked(kept: DatabaseWrapper) -> None:
    session_after_request(kept)
    with kept.cursor() as cursor, pytest.raises(Exception, match="no_such"):
        cursor.execute("SELECT no_such")
    assert is_asked(kept)


def test_a_connection_closed_on_our_side_is_replaced(kept: DatabaseWrapper) -> None:
    session = session_after_request(kept)
    line = kept.connection
    assert isinstance(line, psycopg.Connection)
    line.close()
    assert session_after_request(kept) != session
