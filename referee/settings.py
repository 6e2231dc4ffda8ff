"""Settings of the Django project; whatever differs between machines comes from the environment.

The variables are listed in deploy/README.md. Outside debug nothing secret has a default, and a
value that can't be read stops the start with a sentence that says which and why.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


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


def postgresql(url: str) -> dict[str, Any]:
    """Django's database entry for postgresql://user:password@host:port/name?option=value.

    Without a host the server's socket is used, or the folder given as ?host=/…; other options go to
    the driver. Raises ImproperlyConfigured without repeating the address, which holds a password.
    """
    wanted = "DATABASE_URL must read postgresql://user:password@host:port/name"
    try:
        parts = urlsplit(url)
        port = parts.port
        options = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
    except ValueError as error:
        raise ImproperlyConfigured(f"{wanted}: host, port or options can't be read") from error
    if parts.scheme not in {"postgresql", "postgres"}:
        raise ImproperlyConfigured(f"{wanted}: only PostgreSQL is served, not {parts.scheme!r}")
    name = unquote(parts.path.removeprefix("/"))
    if not name or "/" in name:
        raise ImproperlyConfigured(f"{wanted}: it names no database")
    if parts.fragment:
        raise ImproperlyConfigured(f"{wanted}: write '#' in a password as %23")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or "") or options.pop("user", ""),
        "PASSWORD": unquote(parts.password or "") or options.pop("password", ""),
        "HOST": unquote(parts.hostname or "") or options.pop("host", ""),
        "PORT": str(port or options.pop("port", "")),
        "OPTIONS": options,
        # Every thread of the server keeps its connection: a new one costs 5 ms a request.
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }


def sqlite(file: Path) -> dict[str, Any]:
    """Django's database entry for one file: readers never wait, writers queue. Makes its folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
        },
        "CONN_MAX_AGE": 600,
    }


BASE = Path(__file__).resolve().parent.parent
#: Whatever the program makes and a checkout does not hold: database, lexicon, collected files.
VAR = Path(env_str("SPIELLEITER_VAR", str(BASE / "var")))
LEXICON = Path(env_str("SPIELLEITER_LEXICON", str(VAR / "german.lexicon")))

DEBUG = env_bool("SPIELLEITER_DEBUG")
SECRET_KEY = env_str("SPIELLEITER_SECRET_KEY", "only-for-debugging" if DEBUG else "")
if not SECRET_KEY:
    raise ImproperlyConfigured(
        "SPIELLEITER_SECRET_KEY is not set. Give the server a long random text of its own "
        "(python3 -c 'import secrets; print(secrets.token_urlsafe(50))'), start it by `make run`, "
        "or set SPIELLEITER_DEBUG=1 on a machine that nobody else reaches."
    )

# The machine itself may always ask, monitors do.
ALLOWED_HOSTS = [*env_list("SPIELLEITER_HOSTS", []), "localhost", "127.0.0.1", "[::1]"]

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "referee",
    "duplicate",
    "tournaments",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "referee.middleware.content_security_policy",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "referee.urls"
WSGI_APPLICATION = "referee.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

DATABASE_URL = env_str("DATABASE_URL")
DATABASES = {"default": postgresql(DATABASE_URL) if DATABASE_URL else sqlite(VAR / "db.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# German is the language of the source; referee/locale holds the others.
LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [BASE / "referee" / "locale"]
TIME_ZONE = "Europe/Berlin"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
WHITENOISE_USE_FINDERS = DEBUG
if not DEBUG:
    STORAGES = {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }

# Off only where the page is shown in a room without a certificate, as by `make run`.
HTTPS = env_bool("SPIELLEITER_HTTPS", default=not DEBUG)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
SECURE_HSTS_SECONDS = env_int("SPIELLEITER_HSTS_SECONDS", 30 * 24 * 3600) if HTTPS else 0
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
# Whether sub-domains speak HTTPS too is for their owner to promise.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    # Scanners ask under foreign names all day; the answer 400 says enough.
    "loggers": {"django.security.DisallowedHost": {"level": "CRITICAL"}},
}
