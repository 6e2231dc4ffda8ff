"""The games asked for last, kept in memory: nobody has to play them again."""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from tournaments.models import Table
from tournaments.tables.replay import Record


class KeptRecords:
    """The games asked for last, in this process. The hash of a table's log names all of it, so
    that even what was rolled back can't be mistaken for what came in its place."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._records: OrderedDict[tuple[UUID, str], Record] = OrderedDict()
        self._lock = Lock()

    def get(self, table: Table) -> Record | None:
        with self._lock:
            key = table.pk, table.log_hash
            if key in self._records:
                self._records.move_to_end(key)
            return self._records.get(key)

    def put(self, table: Table, record: Record) -> None:
        with self._lock:
            self._records[table.pk, table.log_hash] = record
            if len(self._records) > self._most:
                self._records.popitem(last=False)


KEPT = KeptRecords(most=500)
