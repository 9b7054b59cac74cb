"""Texts read in place of files: what stands in an editor and is not saved yet."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_TEXTS: ContextVar[Mapping[str, str] | None] = ContextVar("unsaved texts", default=None)


@contextmanager
def texts_in_place(texts: Mapping[str, str]) -> Iterator[None]:
    """Read these texts in place of their files, whose names are absolute paths as from `key_of`."""
    token = _TEXTS.set(texts or None)
    try:
        yield
    finally:
        _TEXTS.reset(token)


def key_of(path: str | Path) -> str:
    """The name under which the text for a file is found."""
    return os.path.realpath(path)


def unsaved_text(path: str | Path) -> str | None:
    """The text that is read in place of a file; None if the file itself is read."""
    texts = _TEXTS.get()
    if texts is None:
        return None
    try:
        return texts.get(key_of(path))
    except (OSError, ValueError):
        return None


def is_file(path: str | Path) -> bool:
    """Whether there is a file of that name, or a text in its place."""
    return os.path.isfile(path) or unsaved_text(path) is not None
