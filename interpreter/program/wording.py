"""The words of a program with the values of its settings put in."""

from __future__ import annotations

import re

from . import ir

_SLOT = re.compile(r"<([^<>]+)>")


def fill(program: ir.Program, words: str) -> str:
    """Words with the value of each <setting> put in; other slots stay as they are."""

    def value(found: re.Match[str]) -> str:
        name = found[1].strip()
        return _setting_text(program.options[name]) if name in program.options else found[0]

    return _SLOT.sub(value, words) if "<" in words else words


def _setting_text(value: object) -> str:
    """yes, no, a number or the words of a choice."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ").strip()
