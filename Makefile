# `make run` and `make test` need only Python 3.11+ and make; a C compiler makes the engine fast.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
# Set but empty means the same as not set, as it does to the settings.
ifeq ($(strip $(SPIELLEITER_VAR)),)
export SPIELLEITER_VAR := $(CURDIR)/var
endif
ifeq ($(strip $(SPIELLEITER_LEXICON)),)
export SPIELLEITER_LEXICON := $(SPIELLEITER_VAR)/german.lexicon
endif

BIN := .venv/bin
SECRET := $(SPIELLEITER_VAR)/secret_key
LEXICON := $(SPIELLEITER_LEXICON)
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --upgrade

.PHONY: help run director test check bench lexicon messages schema screenshots lock clean
.PHONY: build headers chromium nginx secret words
.NOTPARALLEL:
.DELETE_ON_ERROR:

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

# Shown in a room, without a certificate, under the machine's own name and addresses.
run: ADDRESSES = $(shell hostname -I 2>/dev/null | tr ' ' '\n' | sed 's/.*:.*/[&]/')
run: NAME = $(shell hostname 2>/dev/null)
run: export SPIELLEITER_HOSTS ?= $(NAME) $(NAME:%=%.local) $(ADDRESSES)
run: export SPIELLEITER_HTTPS ?= 0
# Beside the server as long as it has no real games (DEMO=1 even then, DEMO=0 never): simulated
# players, who end with the process that this shell becomes.
run: DEMO_URL = http://$(if $(filter 0.0.0.0,$(HOST)),127.0.0.1,$(HOST)):$(PORT)
run: DEMO_PLAY = $(BIN)/python manage.py demo --play --url $(DEMO_URL) $(if $(filter 1,$(DEMO)),--always)
run: build secret  ## set up what is missing and serve; HOST=0.0.0.0 shows it to the room
	@$(MAKE) --no-print-directory words || echo "!!! Serving without a word list."
	@export SPIELLEITER_SECRET_KEY="$${SPIELLEITER_SECRET_KEY:-$$(cat "$(SECRET)")}" && \
	$(BIN)/python manage.py migrate --verbosity 0 && \
	$(BIN)/python manage.py collectstatic --no-input --verbosity 0 && \
	echo "Spielleiter: http://$(or $(if $(filter 0.0.0.0,$(HOST)),$(firstword $(ADDRESSES))),$(HOST)):$(PORT)/ (Ctrl-C ends it)" && \
	{ $(if $(filter 0,$(DEMO)),,$(DEMO_PLAY) &) true; } && \
	exec $(BIN)/uvicorn referee.asgi:application --host $(HOST) --port $(PORT) --timeout-graceful-shutdown 5 --no-access-log --log-level warning

director: build secret  ## NAME=anna: an account to run games with; asks for a password, prints a token
	@export SPIELLEITER_SECRET_KEY="$${SPIELLEITER_SECRET_KEY:-$$(cat "$(SECRET)")}" && \
	$(BIN)/python manage.py migrate --verbosity 0 && \
	$(BIN)/python manage.py create_director "$(NAME)"

test: .venv/dev build chromium nginx  ## set up what is missing and run every test
	@.ci/test $(BIN)/pytest

check: .venv/dev build  ## what must be clean before a commit: style, types, migrations, schema, tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	SPIELLEITER_DEBUG=1 $(BIN)/mypy
	SPIELLEITER_DEBUG=1 $(BIN)/python manage.py check
	SPIELLEITER_DEBUG=1 $(BIN)/python manage.py makemigrations --check --dry-run
	@$(MAKE) --no-print-directory test

bench: .venv/dev words  ## measure the engine, a Simultan and pairings
	@$(BIN)/python -m tests.bench --lexicon "$(LEXICON)"
	@$(BIN)/python -m tests.bench.simultan --lexicon "$(LEXICON)"
	@$(BIN)/python -m tests.bench.pairing

lexicon: build  ## compile the word list to var/: the German one, or WORDS=our-words.txt
	@$(BIN)/python -m referee.wordlist --out "$(LEXICON)" $(if $(WORDS),--from "$(WORDS)")

messages: .venv/dev  ## compile the translations after editing referee/locale/*/LC_MESSAGES/*.po
	$(BIN)/pybabel compile --domain django --directory referee/locale

screenshots: .venv/dev words chromium  ## take the pictures in docs/screenshots anew
	@$(BIN)/python -m tests.e2e.screenshots

schema: .venv/dev build  ## write docs/openapi.yaml anew after changing the API
	SPIELLEITER_DEBUG=1 $(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml

lock: .venv/bin/pip  ## renew the lock files from pyproject.toml
	$(BIN)/pip install --quiet uv==0.13.7
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) --group build pyproject.toml -o requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) -c requirements.lock --group dev pyproject.toml -o requirements-dev.lock

clean:  ## remove what was built and installed here; var/ stays
	rm -rf .venv build *.egg-info engine/*.so .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Set-up. Each step leaves a file behind and runs again only when its lock file has changed.

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Needs Python 3.11 or newer: make PYTHON=…")'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || .ci/debian python3-venv "set up a virtual environment"
	$(PYTHON) -m venv --clear .venv

.venv/run: requirements.lock | .venv/bin/pip
	$(INSTALL) -r $<
	@touch $@

.venv/dev: requirements-dev.lock | .venv/bin/pip
	$(INSTALL) -r $<
	@touch $@ .venv/run

words: build
	@test -e "$(LEXICON)" || $(MAKE) --no-print-directory lexicon

secret:
	@test -s "$(SECRET)" || { umask 077 && mkdir -p "$(SPIELLEITER_VAR)" && \
	$(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(50))' >"$(SECRET)"; }

# Always asked: setup.py itself knows what is out of date, and says so when it can't compile.
build: headers .venv/run
	@$(BIN)/python setup.py --quiet build_ext --inplace

headers: .venv/bin/pip
	@test -e "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" || \
	! command -v "$${CC:-cc}" >/dev/null || .ci/debian python3-dev "compile the engine" || true

chromium:
	@command -v chromium >/dev/null || .ci/debian chromium "test the pages" || true

nginx:
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || .ci/debian nginx-light "test the proxy" || true
