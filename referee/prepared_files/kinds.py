"""What can be asked for: the kinds of files that the apps list in their `file_kinds`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from referee.app_modules import app_modules
from referee.events.models import Event

AnEvent = TypeVar("AnEvent", bound=Event)
#: What the file is asked for with, by name: `{"by": "club"}`.
Arguments = Mapping[str, str]


class Part(NamedTuple):
    """A piece of a file, some kilobytes long."""

    text: str
    #: How many of the file's rows it tells of, for the progress.
    rows: int = 0


@dataclass(frozen=True)
class FileKind(Generic[AnEvent]):
    """A kind of file of an event. Whether somebody may have it, its view has to ask."""

    model: type[AnEvent]
    #: What it is called when it is saved; in its app there is but one of that name.
    name: str
    content_type: str
    #: How many rows it has at most; what is large is not written in the request.
    rows: Callable[[AnEvent, Arguments], int]
    #: Reads as it writes, so that never the whole file is in memory.
    write: Callable[[AnEvent, Arguments], Iterator[Part]]
    #: Whether it is written in the language of who asks.
    is_worded: bool = False
    #: Whether browsers save it; else they show it.
    is_saved: bool = True
    #: Whether it must be of one moment: made anew if the event changes meanwhile.
    is_exact: bool = False

    @property
    def key(self) -> str:
        """By what a worker finds it again."""
        return f"{self.model._meta.app_label} {self.name}"

    def find(self, pk: object) -> AnEvent:
        """The event as it is now. Raises DoesNotExist."""
        return self.model._default_manager.get(pk=pk)


@cache
def file_kinds() -> dict[str, FileKind[Event]]:
    """Those of all apps by their keys."""
    kinds = [kind for module in app_modules("file_kinds") for kind in module.FILE_KINDS]
    return {kind.key: kind for kind in kinds}
