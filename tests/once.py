"""What is made once for a run of the tests, whichever of its processes comes first."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """The folder `name` of this run, filled by the first who asks; others wait meanwhile."""
    folder = Path(os.environ["SPIELLEITER_TEST_RUN"], name)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            folder.mkdir()
            try:
                make(folder)
            except BaseException:
                shutil.rmtree(folder)
                raise
    return folder
