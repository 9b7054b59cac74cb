"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

from .errors import UsageError


def write(path: Path, content: bytes) -> None:
    """Writes a file, or puts content in the place of one; a link stays a link, permissions stay as they are.

    Raises UsageError if that fails; the old content is then still there, as it is after a power cut.
    """
    target = path.resolve()
    name = ""
    try:
        # beside the file: a file can only be replaced at once by one on the same disk
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, name)
            if not os.access(target, os.W_OK):
                raise PermissionError(None, "permission denied")
        os.replace(name, target)
    except (OSError, ValueError) as error:
        words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UsageError(f"{path} cannot be written: {words.lower()}") from None
    finally:
        # still there only if it has not taken the place of the file
        if name:
            with contextlib.suppress(OSError):
                os.unlink(name)
