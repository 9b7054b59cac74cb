"""Packages of npm that pages need, Pyodide (Python for browsers) above all: fetched once, and kept on this computer."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..base.errors import UsageError

VERSION = "314.0.7"
SECONDS = 600


@dataclass(frozen=True)
class NpmPackage:
    """One version of a package. sha256: of its archive, as what else comes under this name is not taken; files: those
    that are needed; option: with which a folder that has them is named.
    """

    name: str
    version: str
    sha256: str
    files: tuple[str, ...]

    @property
    def full_name(self) -> str:
        """As npm writes it."""
        return f"{self.name}@{self.version}"

    @property
    def option(self) -> str:
        """The option that names a folder with it."""
        return f"--{self.name}"

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return cache_folder(f"{self.name}-{self.version}")


PYODIDE = NpmPackage(
    "pyodide",
    VERSION,
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
)
# assembles the native modules of games in browsers
WABT = NpmPackage(
    "wabt", "1.0.39", "a10d4f4b15b91de8ab2ccb4700ef12185736f0bc96ee809e53ab17f7ea743fd2", ("index.js", "LICENSE")
)


def cache_folder(name: str) -> Path:
    """A folder of this user for what can be had again."""
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "stammtisch" / name


def pyodide_files(folder: Path | None) -> dict[str, Path]:
    """The files of Pyodide by name: see `package_files`."""
    return package_files(PYODIDE, folder)


def package_files(package: NpmPackage, folder: Path | None) -> dict[str, Path]:
    """The files of a package by name: from a folder, else from the cache, into which they are fetched first.

    Raises UsageError where they cannot be had.
    """
    if folder is None:
        folder = package.folder
        if not all((folder / name).is_file() for name in package.files):
            _fetch(package)
    found = {name: place for name in package.files if (place := _find(folder, name)) is not None}
    if missing := [name for name in package.files if name not in found]:
        raise UsageError(
            f"{package.option} {folder}: there is no {missing[0]} in it; unpack npm's package {package.full_name} there"
        )
    return found


def _find(folder: Path, name: str) -> Path | None:
    """A file in the folder, or in the `package` that npm's archives have in them."""
    return next((place for place in (folder / name, folder / "package" / name) if place.is_file()), None)


def _fetch(package: NpmPackage) -> None:
    """Fetch a package with npm, and keep the files that are needed. Raises UsageError."""
    npm, known = shutil.which("npm"), package.full_name
    if npm is None:
        raise UsageError(
            f"the page needs {package.name.capitalize()}, and there is no npm to fetch it: install Node.js, or name a "
            f"folder with npm's package {known} by {package.option} FOLDER"
        )
    with tempfile.TemporaryDirectory() as place:
        try:
            subprocess.run(
                [npm, "pack", "--fetch-retries=1", known], cwd=place, check=True, capture_output=True, timeout=SECONDS
            )
            archive = next(Path(place).glob(f"{package.name}-*.tgz"))
        except (subprocess.SubprocessError, OSError, StopIteration):
            raise UsageError(
                f"npm could not fetch {known}: try again with a network, or use {package.option}"
            ) from None
        if hashlib.sha256(archive.read_bytes()).hexdigest() != package.sha256:
            raise UsageError(f"npm's {known} is not the package that Stammtisch was tested with: nothing was kept")
        with tarfile.open(archive) as packed:
            parts = {name: packed.extractfile(f"package/{name}") for name in package.files}
            contents = {name: file.read() for name, file in parts.items() if file is not None}
    package.folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        part = package.folder / f"{name}.part"
        part.write_bytes(content)
        part.replace(package.folder / name)
