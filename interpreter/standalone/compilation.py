"""Python's modules compiled for a page: a browser then starts in less than half of the time.

What is compiled has to fit the Python within Pyodide, so that compiles it itself, run by Node.js once. Without Node.js
the page gets sources, and starts all the same.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from ..base.errors import UsageError
from .archives import tar_of, zip_of
from .npm_packages import VERSION, cache_folder

SCRIPT = Path(__file__).parent / "compile.mjs"
SECONDS = 600
STANDARD_LIBRARY = "python_stdlib.zip"
# reads its own source while it is imported
AS_SOURCE = ("anyio/__init__.py",)
# of Python's own modules: what serves programmers, other systems, servers and old formats of mail, and codecs
NOT_IN_PAGES = (
    *("_aix_support", "_android_support", "_apple_support", "_ios_support", "_osx_support", "_pyio", "_pyrepl"),
    *("antigravity", "bdb", "cProfile", "cmd", "code", "colorsys", "compileall", "configparser", "ctypes", "curses"),
    *("dbm", "doctest", "ensurepip", "filecmp", "fileinput", "ftplib", "http/cookiejar", "http/server", "idlelib"),
    *("imaplib", "lib2to3", "mailbox", "modulefinder", "multiprocessing", "netrc", "nturl2path", "optparse", "pdb"),
    *("pickletools", "plistlib", "poplib", "profile", "profiling", "pstats", "pty", "py_compile", "pyclbr", "pydoc"),
    *("pydoc_data", "rlcompleter", "sched", "smtplib", "socketserver", "symtable", "tabnanny", "this", "tkinter"),
    *("trace", "tty", "turtle", "turtledemo", "unittest", "venv", "wave", "webbrowser", "wsgiref", "xml/dom"),
    *("xml/sax", "xmlrpc", "zipapp"),
)
CODECS = (
    *("__init__", "aliases", "ascii", "charmap", "cp1252", "cp437", "idna", "iso8859_1", "latin_1", "punycode"),
    *("raw_unicode_escape", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_8", "utf_8_sig"),
)


def standard_library(pyodide: Mapping[str, Path]) -> bytes:
    """Python's own modules as a page needs them: a zip, compiled where there is Node.js."""
    source = pyodide[STANDARD_LIBRARY].read_bytes()
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if _is_in_pages(name)}
    return _remember("python", files, pyodide, zip_of)


def program_archive(name: str, files: Mapping[str, bytes], pyodide: Mapping[str, Path]) -> bytes:
    """A program's files as a tar.xz, its modules compiled where there is Node.js; name: by which it is remembered."""
    return _remember(name, files, pyodide, tar_of)


def can_compile() -> bool:
    """Whether there is Node.js."""
    return shutil.which("node") is not None


def _is_in_pages(name: str) -> bool:
    """Whether a file of Python's own is something that a page needs."""
    module = name.removesuffix(".py")
    if name.endswith("/") or any(module == one or name.startswith(f"{one}/") for one in NOT_IN_PAGES):
        return False
    return not name.startswith("encodings/") or module.removeprefix("encodings/") in CODECS


def _remember(
    name: str, files: Mapping[str, bytes], pyodide: Mapping[str, Path], pack: Callable[[Mapping[str, bytes]], bytes]
) -> bytes:
    """The archive of files, compiled if that is possible; from the cache if it was made of the same before."""
    key = hashlib.sha256(f"{VERSION} {can_compile()} {SCRIPT.read_text()}".encode())
    for path, content in sorted(files.items()):
        key.update(f"\0{path}\0{len(content)}\0".encode() + content)
    place = cache_folder(f"pyodide-{VERSION}") / f"{name}-{key.hexdigest()[:24]}"
    with suppress(OSError):
        return place.read_bytes()
    made = pack(compile_modules(files, pyodide) if can_compile() else files)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        for old in place.parent.glob(f"{name}-*"):
            old.unlink()
        part = place.with_suffix(f".{os.getpid()}")
        part.write_bytes(made)
        part.replace(place)
    return made


def compile_modules(files: Mapping[str, bytes], pyodide: Mapping[str, Path]) -> dict[str, bytes]:
    """The files with compiled modules in place of their sources. Raises UsageError if Node.js cannot do it."""
    sources = {name: content for name, content in files.items() if name.endswith(".py") and name not in AS_SOURCE}
    with tempfile.TemporaryDirectory() as place:
        given, made = Path(place) / "sources.zip", Path(place) / "compiled.zip"
        given.write_bytes(zip_of(sources))
        command = ["node", str(SCRIPT), str(pyodide["pyodide.mjs"].parent), str(given), str(made)]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)
        except (subprocess.SubprocessError, OSError) as error:
            words = getattr(error, "stderr", None) or b""
            raise UsageError(
                "Node.js could not compile Python's modules for the page. Use Node.js 20 or later; it wrote: "
                + words.decode(errors="replace")[-300:]
            ) from None
        with zipfile.ZipFile(made) as archive:
            compiled = {name: archive.read(name) for name in archive.namelist()}
    return {name: content for name, content in files.items() if name not in sources} | compiled
