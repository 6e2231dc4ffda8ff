"""Compile the engine's search where Cython, a C compiler and Python's headers are.

Everything else about the project is in pyproject.toml. A missing tool is no error: the same source
runs uncompiled, and one line says so (SPIELLEITER_REQUIRE_COMPILED=1 makes it an error). Source
that the tools refuse always is one.
"""

import os
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("engine/search.py")
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

        search = Extension("engine.search", [str(SOURCE)], extra_compile_args=["-O3"])
        return list(cythonize(search, build_dir="build", quiet=True))  # type: ignore[no-untyped-call]
    if os.environ.get("SPIELLEITER_REQUIRE_COMPILED") == "1":
        sys.exit(f"The engine must be compiled here, but can't be: {missing}")
    print(
        f"!!! ENGINE NOT COMPILED, searches are about 70 times slower: {missing}", file=sys.stderr
    )
    return []


setup(ext_modules=extensions())
