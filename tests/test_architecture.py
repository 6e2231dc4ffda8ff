"""The shape of the repository: who may import whom, and what no file may say."""

import ast
import os
import re
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from engine import COMPILED
from engine.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
OURS = {"engine", "referee", "duplicate", "tournaments", "tests"}
#: The packages of ours that each may import from, itself apart.
MAY_IMPORT: dict[str, set[str]] = {
    "engine": set(),
    "referee": {"engine"},
    "duplicate": {"engine", "referee"},
    "tournaments": {"engine", "referee"},
}
#: The layers inside an app, from the bottom: a module imports from its own and those below. Which
#: one it is in the first of these names in its path says; any other is of values, and imports
#: from none of them but models.
LAYERS = (
    {"models"},
    {"selectors", "exchange"},
    {"services", "locking", "journal", "hosts", "hosting", "timers"},
    {"permissions", "serializers"},
    {"api", "pages", "forms", "tasks", "management", "demo", "simulator", "intake", "writer"}
    | {"urls", "api_urls", "page_urls", "rounds_api_urls", "standings_api_urls"}
    | {"apps", "integrity", "file_kinds", "live_topics", "metrics"}
    | {"start_page", "own_lists", "admin"},
)
#: The rooms of tournaments/ that a room may not know.
NOT_KNOWN = {
    "tables": {"rounds", "evenings"},
    "words": {"tables", "rounds", "evenings"},
    "webhooks": {"tables", "rounds", "evenings", "words"},
}
#: Who reads the clock beside views, tasks and commands; docs/architecture.md says why.
CLOCK_READERS = {
    "duplicate/intake.py",
    "duplicate/timers.py",
    "duplicate/writer.py",
    "referee/edge.py",
    "referee/health.py",
    "referee/metrics.py",
    "referee/receipt_time.py",
    "referee/stream.py",
    "referee/timekeeper.py",
}
LOCKS = ("requirements.lock", "requirements-dev.lock")


def imported_packages(file: Path) -> set[str]:
    """The top-level packages that a module imports, wherever in it the import stands."""
    packages = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            packages |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            own = file.relative_to(ROOT).parts[0]
            packages.add(own if node.level else (node.module or "").partition(".")[0])
    return packages


def modules_of(app: str) -> dict[str, Path]:
    """The modules of an app by their full names; migrations stay as they were written."""
    files = (file for file in (ROOT / app).rglob("*.py") if "migrations" not in file.parts)
    names = (".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files)
    return {
        name.removesuffix(".__init__"): ROOT / (name.replace(".", "/") + ".py") for name in names
    }


def imports_within(app: str) -> set[tuple[str, str]]:
    """Which module of an app imports which."""
    modules, found = modules_of(app), set()
    for module, file in modules.items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == app:
                for name in (f"{node.module}.{alias.name}" for alias in node.names):
                    found.add((module, name if name in modules else str(node.module)))
    return found


def layer_of(module: str) -> int | None:
    """How high a module stands; None for one of values."""
    for name in module.split(".")[1:]:
        for height, names in enumerate(LAYERS):
            if name in names:
                return height
    return None


def repository_texts() -> dict[str, str]:
    """Every text file of the repository by name; what tools leave behind is passed over."""
    made = {".git", ".venv", "build", "dist", "var", "__pycache__", ".hypothesis"}
    texts = {}
    for folder, inner, files in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in made and not name.endswith("_cache")]
        for file in (Path(folder, name) for name in files if name not in made):
            if b"\0" not in (content := file.read_bytes()):
                texts[str(file.relative_to(ROOT))] = content.decode("utf-8")
    return texts


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_those_of_ours_that_it_may(package: str) -> None:
    allowed = MAY_IMPORT[package] | {package}
    for file in (ROOT / package).rglob("*.py"):
        assert imported_packages(file) & OURS <= allowed, file


@pytest.mark.parametrize("app", ["duplicate", "tournaments"])
def test_imports_inside_an_app_lead_downwards(app: str) -> None:
    breaches = [
        f"{module} imports {other}"
        for module, other in imports_within(app)
        if (layer_of(other) or 0) > (layer_of(module) or 0)
    ]
    assert sorted(breaches) == []


def test_a_room_of_tournaments_knows_only_those_it_may() -> None:
    breaches = [
        f"{module} imports {other}"
        for module, other in imports_within("tournaments")
        if other.split(".")[1] in NOT_KNOWN.get(module.split(".")[1], ())
    ]
    assert sorted(breaches) == []


def test_the_engine_needs_nothing_but_python_and_cython() -> None:
    allowed = sys.stdlib_module_names | {"engine", "cython"}
    for file in (ROOT / "engine").rglob("*.py"):
        assert imported_packages(file) <= allowed, file


def test_only_what_puts_the_apps_together_names_them() -> None:
    naming = {
        file.name
        for file in (ROOT / "referee").rglob("*.py")
        if re.search(r"\b(duplicate|tournaments)\.\w", file.read_text(encoding="utf-8"))
    }
    assert naming == {"celery.py", "settings.py", "urls.py"}


def test_tournaments_knows_no_game_by_name_but_the_match() -> None:
    found = {
        (str(file.relative_to(ROOT / "tournaments")), game)
        for file in (ROOT / "tournaments").rglob("*.py")
        for game in re.findall(r"(?m)^from engine\.(\w+)", file.read_text(encoding="utf-8"))
        if game in set(GAMES) - {"match"} and "demo" not in file.parts
    }
    assert found <= {("tables/messages.py", "cards")}


def test_services_and_what_they_call_are_told_the_time() -> None:
    readers = {
        str(file.relative_to(ROOT))
        for package in MAY_IMPORT
        for file in (ROOT / package).rglob("*.py")
        if re.search(r"\b(timezone|datetime)\.now\(|\btime\.time\(", file.read_text("utf-8"))
        and not {"api", "pages", "commands", "simulator"} & set(file.relative_to(ROOT).parts)
        and file.name not in {"api.py", "pages.py", "tasks.py", "views.py"}
    }
    assert readers == CLOCK_READERS


def test_the_engine_is_compiled_where_it_must_be_or_was() -> None:
    required = os.environ.get("SPIELLEITER_REQUIRE_COMPILED") == "1"
    built = any((ROOT / "engine" / f"search{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
    assert (required or built) == COMPILED


def test_the_top_level_holds_what_it_should() -> None:
    folders = {"engine", "referee", "duplicate", "tournaments", "tests", "deploy", "docs", ".ci"}
    files = {"manage.py", "pyproject.toml", "Makefile", "README.md", "CONTRIBUTING.md", "LICENSE"}
    assert {name for name in folders if (ROOT / name).is_dir()} == folders
    assert {name for name in files if (ROOT / name).is_file()} == files


def test_continuous_integration_runs_make_test() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_one_version_and_hashes_but_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
    entries = re.split(r"\n(?=\S)", re.sub(r"(?m)^ *#.*\n", "", text))
    for entry in entries:
        assert re.match(r"[a-z0-9._-]+==[^ ]+ .*\\\n +--hash=sha256:[0-9a-f]{64}", entry), entry


def test_both_locks_agree_on_what_runs() -> None:
    run, dev = (
        set(re.findall(r"(?m)^[a-z0-9._-]+==\S+", (ROOT / lock).read_text(encoding="utf-8")))
        for lock in LOCKS
    )
    assert run <= dev


def test_no_file_names_a_package_index_or_a_machine() -> None:
    # Written in parts, so that this file may be among those looked at.
    hosts = ["py" + "pi.org", "python" + "hosted", "npm" + "js.", "extra-" + "index-url"]
    folders = ["/ro" + "ot/", "/wo" + "rk/", "/ho" + "me/"]
    found = [
        (name, word)
        for name, text in repository_texts().items()
        for word in hosts + folders
        if word in text
    ]
    assert found == []


def test_no_file_calls_the_game_by_its_trademark() -> None:
    trademark = "scra" + "bble"
    package = f"{trademark}-dictionary"  # a word list's name in its registry
    found = [
        name
        for name, text in repository_texts().items()
        if trademark in text.lower().replace(package, "")
    ]
    assert found == []
