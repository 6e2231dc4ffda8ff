"""How long a process waits for PostgreSQL: nobody's page hangs on somebody else's lock for ever.

What is given up is refused as a database that is away; nothing of it is written. Commands that an
operator calls (migrate, backup, restore) wait as long as it takes.
"""

from collections.abc import Mapping
from typing import Any

from django.db.backends.signals import connection_created

Limits = Mapping[str, str]
#: A page or an answer: more is no use to whoever waits for it.
WEB: Limits = {
    "statement_timeout": "30s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "60s",
}
#: The making of large files and taking in of large games.
WORKER: Limits = {
    "statement_timeout": "15min",
    "lock_timeout": "60s",
    "idle_in_transaction_session_timeout": "15min",
}


def limit_waiting(limits: Limits) -> None:
    """Have every connection that this process makes from now on give up after these times."""

    def set_limits(connection: Any, **_signal: object) -> None:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                for name, time in limits.items():
                    cursor.execute("SELECT set_config(%s, %s, false)", [name, time])

    connection_created.connect(set_limits, weak=False, dispatch_uid=__name__)
