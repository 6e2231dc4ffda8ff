"""Django's PostgreSQL, whose kept connections are checked without asking the database each time."""

import select
import time
from typing import Any

from django.db.backends.postgresql import base

#: So long a connection that has asked the database goes on without doing so.
ASKED_SECONDS = 15.0


class DatabaseWrapper(base.DatabaseWrapper):
    """Django asks `SELECT 1` at each request, which is a tenth of a short one.

    A server that goes away or ends a session says so on the line, so where nothing has come and
    the database answered a moment ago the connection is good.
    """

    health_check_done: bool
    _asked_at = 0.0

    def close_if_health_check_failed(self) -> None:
        if self.connection is not None and not self.health_check_done and self._is_quiet():
            self.health_check_done = True
        super().close_if_health_check_failed()

    def is_usable(self) -> bool:
        is_usable = bool(super().is_usable())
        self._asked_at = time.monotonic() if is_usable else 0.0
        return is_usable

    def get_new_connection(self, conn_params: Any) -> Any:
        connection = super().get_new_connection(conn_params)
        self._asked_at = time.monotonic()
        return connection

    def _is_quiet(self) -> bool:
        """Whether the database answered lately, and has said nothing that nobody asked for."""
        if time.monotonic() - self._asked_at > ASKED_SECONDS or self.connection.closed:
            return False
        line = select.poll()
        line.register(self.connection.fileno(), select.POLLIN)
        return not line.poll(0)
