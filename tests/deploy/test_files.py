"""The files of deploy/: each can be read by what it is for, and all say the same."""

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.installation import (
    DEPLOY,
    example_environment,
    nginx_command,
    place_proxy,
    procfile,
    production_environment,
)
from tests.processes import ROOT, free_port

UNITS = sorted((DEPLOY / "systemd").iterdir())
PROCESSES = ["release", "web", "worker", "beat"]


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return content


def unit(name: str) -> configparser.ConfigParser:
    # systemd allows a key several times; the last is enough here.
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment, method-assign]
    parsed.read(DEPLOY / "systemd" / name, "utf-8")
    return parsed


def words(command: str, process: str) -> list[str]:
    """A command of the Procfile as a program gets it; what needs a shell is given to one."""
    return ["sh", "-c", command] if process == "release" else shlex.split(command)


def test_the_procfile_names_every_process() -> None:
    assert list(procfile()) == PROCESSES


@pytest.mark.parametrize("process", PROCESSES)
def test_compose_and_systemd_run_the_commands_of_the_procfile(process: str) -> None:
    wanted = words(procfile()[process], process)
    command = compose()["services"][process]["command"]
    assert (command if isinstance(command, list) else shlex.split(command)) == wanted
    started = unit(f"spielleiter-{process}.service")["Service"]["ExecStart"]
    assert shlex.split(started) == ["/usr/bin/env", *wanted]


def test_both_ways_make_the_same_backup_every_night(tmp_path: Path) -> None:
    folder, script = "/var/backups/spielleiter", compose()["services"]["backup"]["command"][2]
    command = unit("spielleiter-backup.service")["Service"]["ExecStart"]
    made = f"python manage.py backup --folder {folder} --keep 14 --verify"
    assert command == f"/usr/bin/env {made}"
    assert made.replace(folder, "/backups") in script
    # The shell's own words, with programs that only say what they were asked for.
    for name, said in {"sleep": "echo sleep $1", "python": "echo $*; exit 1"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{said}\ntest ! -e stop && touch stop\n")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", "-c", script.replace("$$", "$")],
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    slept, backed_up, slept_again = done.stdout.splitlines()
    assert backed_up == "manage.py backup --folder /backups --keep 14 --verify"
    for sleep in (slept, slept_again):
        assert 0 < int(sleep.removeprefix("sleep ")) <= 24 * 3600


def test_the_timer_makes_up_for_a_night_that_was_missed() -> None:
    timer = unit("spielleiter-backup.timer")
    assert timer["Timer"]["Persistent"] == "true"
    assert timer["Install"]["WantedBy"] == "timers.target"


def test_compose_has_every_part_and_waits_for_what_each_needs() -> None:
    services = compose()["services"]
    assert set(services) == {*PROCESSES, "backup", "postgresql", "redis", "proxy"}
    for name in ("web", "postgresql", "redis", "proxy"):
        assert "healthcheck" in services[name], name
    for name in ("web", "worker", "beat", "backup"):
        waits = services[name]["depends_on"]
        assert waits["release"]["condition"] == "service_completed_successfully"
        assert waits["postgresql"]["condition"] == waits["redis"]["condition"] == "service_healthy"
    assert services["proxy"]["depends_on"]["web"]["condition"] == "service_healthy"
    published = {name for name, service in services.items() if "ports" in service}
    assert published == {"proxy"}


def test_compose_names_only_volumes_networks_and_files_that_are_there() -> None:
    content = compose()
    for name, service in content["services"].items():
        assert set(service["networks"]) <= set(content["networks"]), name
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            # What the operator brings along is told in the README.
            assert (
                source in content["volumes"]
                or source in {"./tls", "./acme", "./backups"}
                or (DEPLOY / source).is_file()
            ), volume
    build = content["services"]["web"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_the_image_is_built_from_files_that_are_there_and_not_left_out() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    copied = {
        source
        for line in re.findall(r"(?m)^COPY (?!--)(.+)$", text)
        for source in line.split()[:-1]
    }
    let_in = (DEPLOY / "Containerfile.dockerignore").read_text("utf-8").splitlines()
    assert copied == {line.removeprefix("!") for line in let_in if line.startswith("!")}
    assert all((ROOT / source).exists() for source in copied)
    assert re.search(r"(?m)^USER (?!root)", text)


def test_what_is_let_into_the_image_is_enough_to_build_it(tmp_path: Path) -> None:
    lines = (DEPLOY / "Containerfile.dockerignore").read_text("utf-8").splitlines()
    for name in (line.removeprefix("!") for line in lines if line.startswith("!")):
        if (ROOT / name).is_dir():
            built = shutil.ignore_patterns("*.so", "*.mo", "__pycache__")
            shutil.copytree(ROOT / name, tmp_path / name, ignore=built)
        else:
            shutil.copy(ROOT / name, tmp_path)
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    (collect,) = re.findall(r"(?m)^RUN .*/venv/bin/python (manage\.py collectstatic .*)$", text)
    for command in (collect, "manage.py check"):
        done = subprocess.run(
            [sys.executable, *command.split()],
            cwd=tmp_path,
            env=production_environment(tmp_path / "var"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert list((tmp_path / "var" / "static").glob("**/*.css.gz"))


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_systemd_units_name_each_other_and_are_whole(file: Path) -> None:
    content = unit(file.name)
    named = re.findall(
        r"spielleiter[a-z-]*\.(?:service|target|timer)", " ".join(content["Unit"].values())
    )
    assert set(named) <= {other.name for other in UNITS}
    if file.suffix == ".service":
        assert content["Service"]["User"] == "spielleiter"
        assert content["Service"]["EnvironmentFile"] == "/etc/spielleiter.env"


@pytest.mark.parametrize("process", PROCESSES)
def test_the_journal_hears_every_line_at_once(process: str) -> None:
    text = (DEPLOY / "systemd" / f"spielleiter-{process}.service").read_text("utf-8")
    assert re.search(r"(?m)^Environment=.*\bPYTHONUNBUFFERED=1$", text)


def test_every_service_gives_up_what_it_does_not_need() -> None:
    """All of them the same, so that none is forgotten."""
    names = re.compile(r"(?m)^(?:Protect|Private|Restrict|NoNew|Lock|Capability|SystemCall)\w+=.*$")
    services = [file.read_text("utf-8") for file in UNITS if file.suffix == ".service"]
    (same,) = {tuple(names.findall(text)) for text in services}
    assert {"NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="} <= set(same)


def test_systemd_finds_nothing_amiss_in_the_units() -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    done = subprocess.run([program, "verify", *UNITS], capture_output=True, text=True, check=False)
    if "Failed to" in done.stderr and "manager" in done.stderr:
        pytest.skip(f"systemd-analyze does not run here: {done.stderr}")
    assert (done.returncode, done.stderr) == (0, "")


def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    conf = place_proxy(
        tmp_path, http_port=free_port(), https_port=free_port(), web_port=free_port()
    )
    done = subprocess.run([*nginx_command(conf), "-t"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


def test_no_location_sets_headers_of_its_own() -> None:
    """nginx would then leave out all those set above, the stamp of receipt among them."""
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert "proxy_set_header" not in text.partition("server {")[2]
    assert 'proxy_set_header X-Request-Start "t=${msec}";' in text


def test_the_example_holds_no_secret() -> None:
    filled = {name for name, value in example_environment().items() if value}
    assert filled == {"SPIELLEITER_HOSTS", "SPIELLEITER_PROXY_STAMP"}


def test_the_readme_explains_every_variable_that_is_read() -> None:
    read = set(
        re.findall(r'env_\w+\(\s*"(\w+)"', (ROOT / "referee/settings.py").read_text("utf-8"))
    )
    explained = set(re.findall(r"(?m)^\| `(\w+)` \|", (DEPLOY / "README.md").read_text("utf-8")))
    set_here = set(example_environment()) | set(compose()["services"]["web"]["environment"])
    assert len(read) > 8
    assert read | set_here <= explained


def test_django_finds_nothing_amiss_in_the_example(tmp_path: Path) -> None:
    environment = production_environment(
        tmp_path,
        DATABASE_URL="postgresql://spielleiter:x@127.0.0.1/spielleiter",
        REDIS_URL="redis://127.0.0.1:6379/0",
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
