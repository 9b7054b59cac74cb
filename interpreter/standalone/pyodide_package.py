"""Pyodide, which is Python for browsers: taken from npm's package once, and kept on this computer."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from ..base.errors import UsageError

VERSION = "314.0.7"
PACKAGE = f"pyodide@{VERSION}"
# of the package's archive: what else would come under this name is not taken
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
SECONDS = 600


def cache_folder() -> Path:
    """The folder of this user in which Pyodide is kept."""
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "stammtisch" / f"pyodide-{VERSION}"


def pyodide_files(folder: Path | None) -> dict[str, Path]:
    """The files of Pyodide by name: from a folder, else from the cache, into which they are fetched first.

    Raises UsageError where they cannot be had.
    """
    if folder is None:
        folder = cache_folder()
        if not _is_whole(folder):
            _fetch(folder)
    found = {name: place for name in FILES if (place := _find(folder, name)) is not None}
    if missing := [name for name in FILES if name not in found]:
        raise UsageError(f"--pyodide {folder}: there is no {missing[0]} in it; unpack npm's package {PACKAGE} there")
    return found


def _find(folder: Path, name: str) -> Path | None:
    """A file in the folder, or in the `package` that npm's archives have in them."""
    return next((place for place in (folder / name, folder / "package" / name) if place.is_file()), None)


def _is_whole(folder: Path) -> bool:
    return all((folder / name).is_file() for name in FILES)


def _fetch(folder: Path) -> None:
    """Fetch the package with npm, and keep the files that are needed. Raises UsageError."""
    npm = shutil.which("npm")
    if npm is None:
        raise UsageError(
            f"the page needs Pyodide, and there is no npm to fetch it: install Node.js, or name a folder with npm's "
            f"package {PACKAGE} by --pyodide FOLDER"
        )
    with tempfile.TemporaryDirectory() as place:
        try:
            subprocess.run(
                [npm, "pack", "--fetch-retries=1", PACKAGE], cwd=place, check=True, capture_output=True, timeout=SECONDS
            )
            archive = next(Path(place).glob("pyodide-*.tgz"))
        except (subprocess.SubprocessError, OSError, StopIteration):
            raise UsageError(f"npm could not fetch {PACKAGE}: try again with a network, or use --pyodide") from None
        if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
            raise UsageError(f"npm's {PACKAGE} is not the package that Stammtisch was tested with: nothing was kept")
        with tarfile.open(archive) as packed:
            parts = {name: packed.extractfile(f"package/{name}") for name in FILES}
            contents = {name: file.read() for name, file in parts.items() if file is not None}
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        part = folder / f"{name}.part"
        part.write_bytes(content)
        part.replace(folder / name)
