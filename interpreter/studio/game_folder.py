"""The folder that the studio shows: names for its files, their content, and writing that overwrites nothing unseen."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..base.errors import UsageError
from ..base.files import make_folder, write_all
from ..base.limits import FILE_CHARACTERS
from ..reading import library
from .refusals import CHANGED_OUTSIDE, NO_FILE, Refusal, bad_request, impossible

SHIPPED = "shipped:"
OUTSIDE = "outside:"
MOST_FILES = 2000
MOST_BYTES = 20_000_000
LONGEST_NAME = 300
# seconds after a change in which another one may leave the same time behind
RACY_SECONDS = 2.0
_FORBIDDEN = set('\\:*?"<>|')


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of the folder: its name, its size in bytes, and the digest of its content."""

    name: str
    size: int
    digest: str


def digest_of(content: bytes) -> str:
    """The digest by which a page and the folder know a content."""
    return hashlib.sha256(content).hexdigest()[:32]


class GameFolder:
    """A folder on disk. Names use `/` and lead to files in it; those with `shipped:` come with Stammtisch."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.shipped = library.root().resolve()
        self.digests: dict[Path, tuple[tuple[int, int, int], str]] = {}

    # -- names

    def path(self, name: str) -> Path:
        """The file of a name, which may not be there yet. Raises Refusal for a name that leads elsewhere."""
        base, inside = (self.shipped, name[len(SHIPPED) :]) if name.startswith(SHIPPED) else (self.root, name)
        _check_name(inside, name)
        try:
            found = (base / inside).resolve()
        except (OSError, RuntimeError):
            raise bad_request(f"{name} is not the name of a file here") from None
        if not found.is_relative_to(base):
            raise bad_request(f"{name} leads out of the folder")
        return found

    def own_path(self, name: str) -> Path:
        """The same for a file that is to be changed. Raises Refusal."""
        if name.startswith((SHIPPED, OUTSIDE)):
            raise impossible(f"{name.partition(':')[2]} cannot be changed here: begin a copy or a variant of it")
        return self.path(name)

    def name(self, path: Path) -> str:
        """The name of a file."""
        path = path if path.is_absolute() else Path(os.path.abspath(path))
        for base, start in ((self.root, ""), (self.shipped, SHIPPED)):
            if path.is_relative_to(base):
                return start + path.relative_to(base).as_posix()
        return OUTSIDE + path.name

    def without_root(self, text: str) -> str:
        """A text for people, in which files are named as here."""
        return text.replace(f"{self.shipped}{os.sep}", "").replace(f"{self.root}{os.sep}", "")

    # -- content

    def entries(self) -> list[FileEntry]:
        """All files by name, but for hidden ones. Raises Refusal where they are too many to be a game."""
        found = []
        for path in self._walk():
            try:
                size = path.stat().st_size
                found.append(FileEntry(self.name(path), size, self.digest(path)))
            except OSError:
                continue  # it is gone by now, or may not be read
            if len(found) > MOST_FILES:
                raise impossible(
                    f"The folder {self.root} has more than {MOST_FILES:,} files. Open the folder of your games alone."
                )
        return sorted(found, key=lambda entry: entry.name)

    def _walk(self) -> Iterator[Path]:
        for folder, folders, files in os.walk(self.root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in files:
                path = Path(folder, name)
                if name.startswith(".") or not path.is_file():
                    continue
                if not path.is_symlink() or path.resolve().is_relative_to(self.root):
                    yield path

    def digest(self, path: Path) -> str:
        """The digest of a file, which is read only if it has changed. Raises OSError."""
        there = path.stat()
        stamp = there.st_mtime_ns, there.st_size, there.st_ino
        known = self.digests.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        found = digest_of(path.read_bytes())
        if time.time() - there.st_mtime > RACY_SECONDS:
            self.digests[path] = stamp, found
        return found

    def content(self, name: str) -> bytes:
        """The content of a file. Raises Refusal where there is none."""
        if name.startswith(OUTSIDE):
            raise impossible(f"{name[len(OUTSIDE) :]} lies outside of this folder")
        path = self.path(name)
        if not path.is_file():
            raise Refusal(NO_FILE, f"there is no file {name}", file=name)
        if path.stat().st_size > MOST_BYTES:
            raise impossible(f"{name} is larger than {MOST_BYTES // 1_000_000} MB")
        return path.read_bytes()

    # -- changes

    def check_unchanged(self, name: str, digest: str) -> None:
        """Raise Refusal if a file is not as a page knows it; digest: "" for a file that must not be there."""
        path = self.own_path(name)
        if path.is_dir():
            raise impossible(f"{name} is a folder")
        there = self.content(name) if path.is_file() else None
        now = digest_of(there) if there is not None else ""
        if now == digest:
            return
        text = None if there is None else there.decode("utf-8", "replace")
        message = f"{name} was changed by another program" if digest and now else f"{name} was deleted"
        message = message if digest else f"there is already a file {name}"
        raise Refusal(CHANGED_OUTSIDE, message, file=name, text=text, digest=now)

    def write(self, contents: dict[str, bytes]) -> dict[str, str]:
        """Write files, all or none; return their digests. Raises Refusal."""
        files = [(self.own_path(name), content) for name, content in contents.items()]
        for path, content in files:
            if len(content) > max(MOST_BYTES, FILE_CHARACTERS):
                raise impossible(f"{self.name(path)} would be larger than {MOST_BYTES // 1_000_000} MB")
        try:
            for path, _ in files:
                make_folder(path.parent)
            write_all(files)
        except UsageError as error:
            raise impossible(str(error)) from None
        return {name: digest_of(content) for name, content in contents.items()}

    def rename(self, name: str, to: str, digest: str) -> str:
        """Give a file another name that nothing has yet; return its digest. Raises Refusal."""
        self.check_unchanged(name, digest)
        source, target = self.own_path(name), self.own_path(to)
        if not source.is_file():
            raise Refusal(NO_FILE, f"there is no file {name}", file=name)
        if os.path.lexists(target):
            raise impossible(f"there is already something called {to}")
        try:
            make_folder(target.parent)
            source.rename(target)
        except (OSError, UsageError) as error:
            raise impossible(f"{name} cannot be renamed: {error}") from None
        return digest

    def delete(self, name: str, digest: str) -> None:
        """Delete a file. Raises Refusal."""
        self.check_unchanged(name, digest)
        path = self.own_path(name)
        if not path.is_file():
            raise Refusal(NO_FILE, f"there is no file {name}", file=name)
        try:
            path.unlink()
        except OSError as error:
            raise impossible(f"{name} cannot be deleted: {(error.strerror or str(error)).lower()}") from None


def _check_name(inside: str, name: str) -> None:
    """Raise Refusal for a name that is none of a file below a folder."""
    parts = inside.split("/")
    if not inside or len(inside) > LONGEST_NAME or any(part in ("", ".", "..") for part in parts):
        raise bad_request(f"'{name[:LONGEST_NAME]}' is not the name of a file in the folder")
    if any(not sign.isprintable() or sign in _FORBIDDEN for sign in inside):
        raise bad_request(f"'{name}' cannot be the name of a file: write letters, digits, - and _")
    if any(part.startswith(".") for part in parts):
        raise bad_request(f"{name} is hidden: names that begin with a point are left alone")
