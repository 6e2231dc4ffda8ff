"""Settings of the Django project; whatever differs between machines comes from the environment.

The variables are listed in deploy/README.md. Outside debug nothing secret has a default, and a
value that can't be read stops the start with a sentence that says which and why.
"""

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from referee.environment import (
    BASE,
    data_folder,
    env_bool,
    env_int,
    env_list,
    env_str,
    lexicon_file,
    make_folder,
)
from referee.secret import find_secret


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
        "ENGINE": "referee.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or "") or options.pop("user", ""),
        "PASSWORD": unquote(parts.password or "") or options.pop("password", ""),
        "HOST": unquote(parts.hostname or "") or options.pop("host", ""),
        "PORT": str(port or options.pop("port", "")),
        # By this name an administrator, and `restore`, know whose sessions they see.
        "OPTIONS": {"fallback_application_name": "spielleiter"} | options,
        # Every thread of the server keeps its connection: a new one costs 5 ms a request.
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }


def sqlite(file: Path) -> dict[str, Any]:
    """Django's database entry for one file: readers never wait, writers queue. Makes its folder."""
    make_folder(file.parent)
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


try:
    VERSION = version("spielleiter")
except PackageNotFoundError as fault:
    raise ImproperlyConfigured("Spielleiter is not installed here: make build") from fault
#: Whatever the program makes and a checkout does not hold: database, lexicon, collected files.
VAR = data_folder()
LEXICON = lexicon_file()
#: Every lexicon that a game was ever played by, named by its hash.
LEXICON_STORE = VAR / "lexicons"

DEBUG = env_bool("SPIELLEITER_DEBUG")
FOR_DEBUGGING = "only-for-debugging-and-known-to-everybody"
SECRET_KEY = env_str("SPIELLEITER_SECRET_KEY", FOR_DEBUGGING) if DEBUG else find_secret(VAR)
if not SECRET_KEY:
    raise ImproperlyConfigured(
        "SPIELLEITER_SECRET_KEY is not set. Give the server a long random text of its own "
        "(python3 -c 'import secrets; print(secrets.token_urlsafe(50))'), start it by "
        f"`spielleiter run` or `make run`, which keep one in {VAR}, or set SPIELLEITER_DEBUG=1 on "
        "a machine that nobody else reaches."
    )

# The machine itself may always ask, monitors do.
ALLOWED_HOSTS = [*env_list("SPIELLEITER_HOSTS", []), "localhost", "127.0.0.1", "[::1]"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "referee",
    "duplicate",
    "tournaments",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "referee.middleware.content_security_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "referee.urls"
WSGI_APPLICATION = "referee.wsgi.application"
#: What answers in the event loop, before Django's pages (see referee/edge.py).
EDGE_PARTS = [
    "duplicate.intake.Intake",
    "referee.stream.Stream",
    "referee.static_files.StaticFiles",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASE_URL = env_str("DATABASE_URL")
DATABASES = {"default": postgresql(DATABASE_URL) if DATABASE_URL else sqlite(VAR / "db.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "referee.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"

#: Joins several processes: queue, live events. Without it one process does it all.
REDIS_URL = env_str("REDIS_URL")
#: How long anybody waits for it: one that is frozen takes connections and never answers.
REDIS_SECONDS = 2
#: Whether requests come through our own proxy, whose stamp of receipt is then believed.
PROXY_STAMP = env_bool("SPIELLEITER_PROXY_STAMP")
#: What lets Prometheus read /metrics from another machine; empty for only from this one.
METRICS_TOKEN = env_str("SPIELLEITER_METRICS_TOKEN")
#: Whether webhooks may lead to machines of our own network, as in a club's closed one.
WEBHOOK_PRIVATE = env_bool("SPIELLEITER_WEBHOOK_PRIVATE")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "referee.authentication.UserTokenAuthentication",
        "duplicate.authentication.ParticipantTokenAuthentication",
        "tournaments.authentication.EntryTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["referee.parsers.BoundedJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "referee.parsers.OneFormat",
    "DEFAULT_SCHEMA_CLASS": "referee.schema.ApiSchema",
    "EXCEPTION_HANDLER": "referee.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
    # Without a proxy of our own the header X-Forwarded-For may say anything.
    "NUM_PROXIES": 1 if PROXY_STAMP else 0,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Spielleiter",
    "DESCRIPTION": "Referees a German word-board game: Simultan and tournaments. See docs/api.md.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "GameState": "duplicate.models.Game.State",
        "RoundState": "duplicate.models.Round.State",
        "Cancelled": "duplicate.models.Round.Cancelled",
        "RulingKind": "duplicate.models.Ruling.Kind",
        "LogKind": "duplicate.models.LogEntry.Kind",
        "AbsenceKind": "tournaments.models.Absence.Kind",
        "PairingKind": "tournaments.models.Pairing.Kind",
        "TournamentKind": "tournaments.models.Tournament.Kind",
        "TournamentRoundState": "tournaments.models.Round.State",
        "TableStateName": "tournaments.models.Table.State",
        "RulingReason": "duplicate.models.Ruling.Reason",
        "PenaltyReason": "tournaments.models.Penalty.Reason",
        "WordRulingReason": "tournaments.models.WordRuling.Reason",
    },
}
#: A file with more rows is made by a worker (see referee/prepared_files/), and this much is kept.
LARGE_ROWS = env_int("SPIELLEITER_LARGE_ROWS", 5_000)
#: A file with a game is taken in by a worker if it is larger, and refused if it is larger still.
LARGE_IMPORT_BYTES = env_int("SPIELLEITER_LARGE_IMPORT_BYTES", 1024 * 1024)
LARGEST_IMPORT_BYTES = env_int("SPIELLEITER_LARGEST_IMPORT_BYTES", 512 * 1024 * 1024)
PREPARED_BYTES = env_int("SPIELLEITER_PREPARED_BYTES", 512 * 1024 * 1024)
#: How often within a minute one address may try codes that are wrong, how often somebody a wrong
#: password for one name, and how often anybody at one address may join or log in rightly.
WRONG_CODES_A_MINUTE = env_int("SPIELLEITER_WRONG_CODES_A_MINUTE", 1200)
WRONG_PASSWORDS_A_MINUTE = env_int("SPIELLEITER_WRONG_PASSWORDS_A_MINUTE", 10)
ENTRIES_A_MINUTE = env_int("SPIELLEITER_ENTRIES_A_MINUTE", 10_000)

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    # An hour without acknowledgement brings a task again: longer than any timer that is queued.
    # A killed worker's tasks are looked for every second. Whoever queues a task does not wait for a
    # server that is away: the sweep will do.
    {
        "visibility_timeout": 3600,
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        "socket_timeout": REDIS_SECONDS,
        "socket_connect_timeout": REDIS_SECONDS,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
    }
    if REDIS_URL
    else {"polling_interval": 0.05}
)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "celerybeat-schedule")

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
# Monitors ask on the machine itself, past the proxy.
SECURE_REDIRECT_EXEMPT = [r"^health/$", r"^ready/$", r"^metrics$"]
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
    "loggers": {
        # Scanners ask under foreign names all day; the answer 400 says enough.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # A sweep every second is no news.
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
    },
}
