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
LEXICON := $(SPIELLEITER_LEXICON)
# Python compiles what it comes to use.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile --require-hashes
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --upgrade

# Where the templates and style sheets are; the formatter finds the sheets itself.
APPS := referee duplicate tournaments
STYLES := $(APPS:%='%/**/*.css')

# Every file of tests to one process, the longest first; those that took longest are told.
PYTEST := $(BIN)/pytest --quiet -p no:cacheprovider -n auto --dist loadfile --no-loadscope-reorder --durations 20

.PHONY: help run director test check format bench lexicon messages schema screenshots lock dist rehearsal clean
.PHONY: build headers chromium nginx postgresql words
.NOTPARALLEL:
.DELETE_ON_ERROR:

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

run: DEMO_OPTION = $(if $(filter 0,$(DEMO)),--no-demo)$(if $(filter 1,$(DEMO)),--always-demo)
run: build  ## set up what is missing and serve; HOST=0.0.0.0 shows it to the room
	@exec $(BIN)/spielleiter run --host "$(HOST)" --port "$(PORT)" $(DEMO_OPTION)

director: build  ## NAME=anna: an account to run games with; asks for a password, prints a token
	@$(BIN)/spielleiter director "$(NAME)"

# What concerns the database is tested on PostgreSQL and Redis, and once more on the embedded parts.
# No shell stands between make and pytest: asked to end, they end in good order.
test: .venv/dev build chromium nginx postgresql  ## set up what is missing and run every test
	$(PYTEST)
	env SPIELLEITER_TEST_EMBEDDED=1 $(PYTEST) tests/duplicate tests/tournaments tests/referee tests/deploy/test_backup.py

check: .venv/dev build  ## what must be clean before a commit: style, types, migrations, schema, tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/djangofmt --check $(APPS)
	$(BIN)/oxfmt --check $(STYLES)
	SPIELLEITER_DEBUG=1 $(BIN)/mypy
	@if command -v tsc > /dev/null; then tsc -p tests/jsconfig.json; else echo "NOT CHECKED, for want of tsc: types of the scripts"; fi
	SPIELLEITER_DEBUG=1 $(BIN)/python manage.py check
	SPIELLEITER_DEBUG=1 $(BIN)/python manage.py makemigrations --check --dry-run
	@$(MAKE) --no-print-directory test

format: .venv/dev  ## bring Python, templates and style sheets into the form that check asks for
	$(BIN)/ruff format
	$(BIN)/djangofmt $(APPS)
	$(BIN)/oxfmt $(STYLES)

bench: .venv/dev words  ## measure the engine, a Simultan and pairings
	@$(BIN)/python -m tests.bench --lexicon "$(LEXICON)"
	@$(BIN)/python -m tests.bench.simultan --lexicon "$(LEXICON)"
	@$(BIN)/python -m tests.bench.phones --lexicon "$(LEXICON)"
	@$(BIN)/python -m tests.bench.masses --lexicon "$(LEXICON)"
	@$(BIN)/python -m tests.bench.chaos
	@$(BIN)/python -m tests.bench.pairing

lexicon: build  ## compile the word list to var/: the German one, or WORDS=our-words.txt
	@$(BIN)/spielleiter lexicon $(if $(WORDS),--from "$(WORDS)")

rehearsal:  ## do what the papers say on bare Debian systems (root); REHEARSAL="--skip test" is quicker
	@$(PYTHON) -m tests.rehearsal $(REHEARSAL)

messages: .venv/dev  ## bring referee/locale/ up to date with the texts of the sources, and compile it
	@$(BIN)/python -m tests.messages
	@$(MAKE) --no-print-directory build

screenshots: .venv/dev words chromium  ## take the pictures in docs/screenshots anew
	@$(BIN)/python -m tests.e2e.screenshots

schema: .venv/dev build  ## write docs/openapi.yaml, docs/options.md and the scripts' types anew after changing the API
	SPIELLEITER_DEBUG=1 $(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml
	DJANGO_SETTINGS_MODULE=referee.settings SPIELLEITER_DEBUG=1 $(BIN)/python -m tests.script_types
	DJANGO_SETTINGS_MODULE=referee.settings SPIELLEITER_DEBUG=1 $(BIN)/python -m tests.options_chapter

lock: .venv/bin/pip  ## renew the lock files from pyproject.toml
	$(BIN)/pip install --quiet uv==0.13.7
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) --group build pyproject.toml -o requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(LOCK) -c requirements.lock --group dev pyproject.toml -o requirements-dev.lock

dist: .venv/dev build  ## the package to install elsewhere, as source and as wheel, in dist/
	@rm -rf dist && $(BIN)/python -m build --no-isolation

clean:  ## remove what was built and installed here; var/ stays
	rm -rf .venv build dist *.egg-info engine/*.so referee/locale/*/LC_MESSAGES/*.mo .mypy_cache .pytest_cache .ruff_cache .hypothesis

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

# The checkout itself, for the command.
.venv/bin/spielleiter: pyproject.toml setup.py requirements.lock | headers .venv/run
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .

words: build
	@test -e "$(LEXICON)" || $(MAKE) --no-print-directory lexicon

# Always asked: setup.py itself knows what is out of date, and says so when it can't compile. The
# version is written beside the packages, for environments that hold the lock alone.
build: headers .venv/run .venv/bin/spielleiter
	@$(BIN)/python setup.py --quiet egg_info build_ext --inplace

headers: .venv/bin/pip
	@test -e "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" || \
	! command -v "$${CC:-cc}" >/dev/null || .ci/debian python3-dev "compile the engine" || true

chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
	.ci/debian chromium-headless-shell "test the pages" || true

nginx:
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || .ci/debian nginx-light "test the proxy" || true

# Only its programs: the tests start a server of their own.
postgresql:
	@test -d /usr/lib/postgresql || .ci/debian postgresql "test backups on Debian's PostgreSQL" || true
