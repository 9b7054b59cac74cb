"""Modules compiled for a page, and what of Python's own comes with it."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from stammtisch.base.errors import UsageError
from stammtisch.standalone import compilation
from stammtisch.standalone.archives import tar_of, zip_of
from stammtisch.standalone.compilation import (
    AS_SOURCE,
    CODECS,
    NOT_IN_PAGES,
    can_compile,
    compile_modules,
    program_archive,
    standard_library,
)
from stammtisch.standalone.export import program_files
from stammtisch.standalone.npm_packages import pyodide_files

pytestmark = pytest.mark.full
FILES = {"one.py": b'"""Words."""\nx = 1\n', "two/__init__.py": b"from ..one import x\n", "two/page.html": b"<p>"}
# never compared with a source
UNCHECKED = b"\x01\x00\x00\x00"
# an import of it fails
BLOCK = "import sys\nfor name in {names!r}: sys.modules[name.replace('/', '.')] = None\n"


@pytest.fixture(scope="module")
def pyodide() -> dict[str, Path]:
    try:
        return pyodide_files(None)
    except UsageError as error:
        pytest.skip(str(error))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compilation, "cache_folder", lambda _: tmp_path / "cache")
    return tmp_path / "cache"


@pytest.mark.skipif(not can_compile(), reason="Node.js is not installed")
def test_modules_are_compiled_for_the_python_of_pyodide_the_same_each_time(pyodide: dict[str, Path]) -> None:
    given = FILES | dict.fromkeys(AS_SOURCE, b"x = 2\n")
    made = compile_modules(given, pyodide)
    assert {*made} == {"one.pyc", "two/__init__.pyc", "two/page.html", *AS_SOURCE}
    assert made["two/page.html"] == b"<p>" and made[AS_SOURCE[0]] == b"x = 2\n"
    assert made["one.pyc"][2:8] == b"\r\n" + UNCHECKED and b"Words." in made["one.pyc"]
    assert compile_modules(given, pyodide) == made
    with pytest.raises(UsageError, match=r"(?s)Node\.js could not compile .*SyntaxError"):
        compile_modules({"bad.py": b"x =\n"}, pyodide)


@pytest.mark.skipif(not can_compile(), reason="Node.js is not installed")
def test_what_was_compiled_once_is_kept_and_what_it_was_made_of_before_is_not(
    pyodide: dict[str, Path], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = program_archive("one", FILES, pyodide)
    assert [file.read_bytes() for file in cache.iterdir()] == [first]
    monkeypatch.setattr(compilation, "compile_modules", lambda *_: pytest.fail("it is compiled again"))
    assert program_archive("one", FILES, pyodide) == first
    monkeypatch.setattr(compilation, "compile_modules", lambda files, _: dict(files))
    other = program_archive("one", FILES | {"one.py": b"x = 3\n"}, pyodide)
    assert [file.read_bytes() for file in cache.iterdir()] == [other] and other != first


def test_without_node_a_page_gets_sources(
    pyodide: dict[str, Path], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert program_archive("one", FILES, pyodide) == tar_of(FILES)
    with zipfile.ZipFile(io.BytesIO(standard_library(pyodide))) as archive:
        names = {*archive.namelist()}
    assert {"typing.py", "encodings/utf_8.py", "asyncio/__init__.py"} <= names
    assert not names & {"pydoc.py", "unittest/__init__.py", "encodings/big5.py", "xml/dom/minidom.py"}


def test_a_page_needs_nothing_of_python_that_does_not_come_with_it(pyodide: dict[str, Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(pyodide["python_stdlib.zip"]) as archive:
        there = {name.split(".")[0].removesuffix("/__init__") for name in archive.namelist()}
    # a name that is spelled wrongly leaves nothing out
    known = {name for name in NOT_IN_PAGES if name in there}
    assert len(known) > 30 and {f"encodings/{name}" for name in CODECS if name != "__init__"} <= there
    (tmp_path / "program.zip").write_bytes(zip_of(program_files()))
    zipfile.ZipFile(tmp_path / "program.zip").extractall(tmp_path / "program")
    # what CPython itself needs here to begin with
    needed = known - {"ctypes", "optparse", "pickletools"}
    code = BLOCK.format(names=sorted(needed)) + f"sys.path.insert(0, {str(tmp_path / 'program')!r})\n"
    subprocess.run([sys.executable, "-I", "-S", "-c", code + "import stammtisch.standalone.page_table"], check=True)
