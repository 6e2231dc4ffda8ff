"""The secret that signs what the server hands out: of the environment, or kept in a file."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from referee.environment import env_str, make_folder

#: Shorter ones could be guessed.
SHORTEST = 32


def secret_file(folder: Path) -> Path:
    return folder / "secret_key"


def find_secret(folder: Path) -> str:
    """SPIELLEITER_SECRET_KEY, else what the file in `folder` holds; empty if there is neither.

    Raises ImproperlyConfigured for a file that can't be read and for a secret that is none.
    """
    if given := env_str("SPIELLEITER_SECRET_KEY"):
        return _checked(given, "SPIELLEITER_SECRET_KEY")
    file = secret_file(folder)
    try:
        return _checked(file.read_text("utf-8").strip(), f"The secret in {file}")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as fault:
        raise ImproperlyConfigured(f"The secret in {file} can't be read: {fault}.") from fault


def keep_secret(folder: Path) -> None:
    """Make the file in `folder` unless it is there. Two who do so at once agree on one secret.

    Raises ImproperlyConfigured if the folder can't be written.
    """
    make_folder(folder)
    file = secret_file(folder)
    if file.exists():
        return
    try:
        with tempfile.NamedTemporaryFile("w", dir=folder, prefix=".secret") as whole:
            whole.write(secrets.token_urlsafe(50) + "\n")
            whole.flush()
            os.fsync(whole.fileno())
            with suppress(FileExistsError):
                file.hardlink_to(whole.name)  # whole and for one alone, or not at all
    except OSError as fault:
        raise ImproperlyConfigured(f"No secret can be kept in {file}: {fault}.") from fault


def _checked(secret: str, what: str) -> str:
    if len(secret) < SHORTEST:
        raise ImproperlyConfigured(
            f"{what} has {len(secret)} characters, which could be guessed: give the server "
            f"{SHORTEST} or more of its own "
            "(python3 -c 'import secrets; print(secrets.token_urlsafe(50))')."
        )
    return secret
