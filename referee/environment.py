"""What the environment says, and where data is kept: known before Django's settings are.

The variables are listed in deploy/README.md. A value that can't be read is refused by a sentence
that says which and why.
"""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

BASE = Path(__file__).resolve().parent.parent


def env_str(name: str, default: str = "") -> str:
    """The variable's text without surrounding space; unset and empty both mean `default`."""
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, *, default: bool = False) -> bool:
    """1, true, yes, on or 0, false, no, off in any case. Raises ImproperlyConfigured otherwise."""
    text = env_str(name).lower()
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"0", "false", "no", "off"}:
        return False
    if text:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}")
    return default


def env_int(name: str, default: int) -> int:
    """A whole number, zero or more. Raises ImproperlyConfigured otherwise."""
    text = env_str(name)
    if text and not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}")
    return int(text) if text else default


def env_list(name: str, default: list[str]) -> list[str]:
    """Entries separated by commas or spaces."""
    return env_str(name).replace(",", " ").split() or default


def data_folder() -> Path:
    """For whatever the program makes: SPIELLEITER_VAR, var/ in a checkout, else the user's own."""
    if given := env_str("SPIELLEITER_VAR"):
        return Path(given)
    if (BASE / "manage.py").is_file():
        return BASE / "var"
    users = Path(env_str("XDG_DATA_HOME"))
    return (users if users.is_absolute() else Path.home() / ".local" / "share") / "spielleiter"


def lexicon_file() -> Path:
    """The compiled word list that new games take: SPIELLEITER_LEXICON, else in the data folder."""
    return Path(env_str("SPIELLEITER_LEXICON", str(data_folder() / "german.lexicon")))


def make_folder(folder: Path) -> None:
    """See to it that `folder` is there and can be written. Raises ImproperlyConfigured."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError("permission denied")
    except OSError as fault:
        raise ImproperlyConfigured(
            f"The data folder {folder} can't be written: {fault.strerror or fault}. "
            "Set SPIELLEITER_VAR to one that can."
        ) from fault
