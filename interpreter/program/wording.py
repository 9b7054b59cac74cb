"""Fill the values of settings into the words of a program."""

from __future__ import annotations

import re

from ..base.display_names import PLAIN, Wording
from . import ir

_SLOT = re.compile(r"<([^<>]+)>")


def fill(program: ir.Program, words: str, wording: Wording = PLAIN) -> str:
    """Replace each <setting> in words by its value, in the words of its reader; other slots stay."""

    def value(found: re.Match[str]) -> str:
        name = found[1].strip()
        return _setting_text(program.options[name], wording) if name in program.options else found[0]

    return _SLOT.sub(value, words) if "<" in words else words


def _setting_text(value: object, wording: Wording) -> str:
    """The words for a setting's value: yes, no, a number or a choice."""
    if isinstance(value, bool):
        return wording.say("yes") if value else wording.say("no")
    return wording.name(value).strip() if isinstance(value, str) else str(value)
