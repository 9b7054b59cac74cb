"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

from .errors import UsageError


def write(path: Path, content: bytes) -> None:
    """Puts content in the place of a file that exists; a link to it stays a link, permissions stay as they are.

    Raises UsageError if that fails; the old content is then still there.
    """
    target = path.resolve()
    name = ""
    try:
        # beside the file: a file can only be replaced at once by one on the same disk
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        shutil.copymode(target, name)
        if not os.access(target, os.W_OK):
            raise PermissionError(None, "permission denied")
        os.replace(name, target)
    except (OSError, ValueError) as error:
        if name:
            with contextlib.suppress(OSError):
                os.unlink(name)
        words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UsageError(f"{path} cannot be written: {words.lower()}") from None
