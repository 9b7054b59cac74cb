"""Read files of our own formats, and write files completely or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from .errors import UsageError

MOST_BYTES = 64_000_000


def read_json(path: Path, form: str, what: str, hint: str = "") -> dict[str, Any]:
    """The JSON data of a file with that `format`.

    `what`: the kind of file in messages; `hint`: what to do if it is another file.

    Raises UsageError where it cannot be read, or holds something else.
    """
    refuse_device(path, what)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UsageError(f"{path} is too large to be {what}")
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{path} is not {what}, or it is damaged: it is not complete JSON text") from None
    if not isinstance(data, dict) or data.get("format") != form:
        raise UsageError(f"{path} is not {what}{hint}")
    return data


def refuse_device(path: Path, what: str) -> None:
    """Raise UsageError for a pipe or the like, which could block forever."""
    # os.path, which treats a name that is too long as missing
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        raise UsageError(f"{path} is a device, not {what}")


def make_folder(path: Path) -> None:
    """Make a folder unless it is there. Raises UsageError if that fails, or if nothing can be written to it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path} cannot be made: {(error.strerror or str(error)).lower()}") from None
    if not os.access(path, os.W_OK):
        raise UsageError(f"nothing can be written to {path}: permission denied")


def write(path: Path, content: bytes) -> None:
    """Write a file, atomically replacing an old one; a link stays a link, permissions stay.

    Raises UsageError if that fails; the old content is then still there, as it is after a power cut.
    """
    write_all([(path, content)])


def write_all(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write files that belong together, each as by `write`; none takes its place before all are on the disk.

    Raises UsageError if that fails.
    """
    targets, parts, at = [path.resolve() for path, _ in files], [""] * len(files), 0
    try:
        for at, (target, (_, content)) in enumerate(zip(targets, files, strict=True)):
            # beside the file: a file can only be replaced at once by one on the same disk
            handle, parts[at] = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, parts[at])
                if not os.access(target, os.W_OK):
                    raise PermissionError(None, "permission denied")
        for at, target in enumerate(targets):
            os.replace(parts[at], target)
    except (OSError, ValueError) as error:
        words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UsageError(f"{files[at][0]} cannot be written: {words.lower()}") from None
    finally:
        # exists only if it has not replaced the file
        for part in filter(None, parts):
            with contextlib.suppress(OSError):
                os.unlink(part)


def lock(file: IO[bytes]) -> bool:
    """Lock an open file for this process until it is closed; False if another process has it.

    Where files cannot be locked, that is all there is to know: True.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
