"""Compile the translations, and the engine's search where Cython, a C compiler and headers are.

Everything else about the project is in pyproject.toml. A missing tool is no error: the same source
runs uncompiled, and one line says so (SPIELLEITER_REQUIRE_COMPILED=1 makes it an error). Source
that the tools refuse always is one.
"""

import ast
import os
import re
import struct
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("engine/search.py")
CATALOGUES = "referee/locale/*/LC_MESSAGES/django.po"
TEXT = r'((?:"(?:[^"\\\n]|\\.)*"\s*)+)'
TRANSLATION = re.compile(
    rf"(?m)^(?:msgctxt {TEXT})?^msgid {TEXT}(?:msgid_plural {TEXT})?"
    rf"msgstr(?:\[0\])? {TEXT}(?:msgstr\[1\] {TEXT})?"
)
TRIAL = "#include <Python.h>\nPyMODINIT_FUNC PyInit_trial(void) { return NULL; }\n"


def missing_tool() -> str:
    """What keeps this machine from compiling, or '' when a trial extension builds."""
    try:
        import Cython.Build  # noqa: F401
    except ImportError:
        return "Cython is not installed"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text(TRIAL, encoding="ascii")
        trial = build_ext(Distribution({"ext_modules": [Extension("trial", [str(source)])]}))
        trial.build_lib = trial.build_temp = folder
        try:
            trial.ensure_finalized()
            trial.run()
        except Exception as error:  # what a missing compiler raises differs between setuptools
            return f"no working C compiler with Python's headers ({error})"
    return ""


def remove_binaries(*, only_stale: bool) -> None:
    """Remove what an earlier build left: a binary hides its source, even one edited since."""
    for binary in SOURCE.parent.glob(f"{SOURCE.stem}.*.so"):
        if not only_stale or binary.stat().st_mtime < SOURCE.stat().st_mtime:
            binary.unlink()


def extensions() -> list[Extension]:
    """The module to compile, or none and a line that can't be overlooked."""
    missing = missing_tool()
    remove_binaries(only_stale=not missing)
    if not missing:
        from Cython.Build import cythonize

        search = Extension("engine.search", [str(SOURCE)], extra_compile_args=["-O3", "-g0"])
        return list(cythonize(search, build_dir="build", quiet=True))  # type: ignore[no-untyped-call]
    if os.environ.get("SPIELLEITER_REQUIRE_COMPILED") == "1":
        sys.exit(f"The engine must be compiled here, but can't be: {missing}")
    print(
        f"!!! ENGINE NOT COMPILED, searches are about 70 times slower: {missing}", file=sys.stderr
    )
    return []


def compile_translations() -> None:
    """Write what Django reads beside each catalogue, unless it is there already.

    Done here in a few lines, so that production needs no translators' tools.
    """
    for source in Path().glob(CATALOGUES):
        compiled, binary = compiled_catalogue(source.read_text("utf-8")), source.with_suffix(".mo")
        if not binary.exists() or binary.read_bytes() != compiled:
            binary.write_bytes(compiled)


def compiled_catalogue(source: str) -> bytes:
    """A catalogue in gettext's binary form: what is not translated is left out."""
    pairs = []
    for found in TRANSLATION.findall(source):
        # Strings one below the other are one to Python as well.
        context, *texts = (ast.literal_eval(f"({text})") if text else "" for text in found)
        german, translated = ("\0".join(filter(None, half)) for half in (texts[:2], texts[2:]))
        if translated:
            german = f"{context}\4{german}" if context else german
            pairs.append((german.encode(), translated.encode()))
    pairs.sort()
    table, strings = bytearray(), bytearray()
    for string in (*(german for german, _ in pairs), *(translated for _, translated in pairs)):
        table += struct.pack("<2I", len(string), 28 + 16 * len(pairs) + len(strings))
        strings += string + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + table + strings


compile_translations()
setup(ext_modules=extensions())
