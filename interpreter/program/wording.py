"""Fill the values of settings into the words of a program."""

from __future__ import annotations

import re

from ..base.captions import NAME, SENTENCE, STEP, Caption
from ..base.display_names import PLAIN, Wording
from . import ir

_SLOT = re.compile(r"<([^<>]+)>")


def fill(program: ir.Program, words: str, wording: Wording = PLAIN) -> str:
    """Replace each <setting> in words by its value, in the words of its reader; other slots stay."""

    def value(found: re.Match[str]) -> str:
        name = found[1].strip()
        return _setting_text(program.options[name], wording) if name in program.options else found[0]

    return _SLOT.sub(value, words) if "<" in words else words


def fill_caption(program: ir.Program, words: str) -> str:
    """Replace each <setting> as `fill` does, so that the words can still be said in other languages."""
    filled = fill(program, words)
    if filled == words:
        return words
    holes = {
        name: _setting_caption(program.options[name.strip()])
        for name in _SLOT.findall(words)
        if name.strip() in program.options
    }
    return Caption(filled, STEP, words, holes)


def _setting_caption(value: object) -> str:
    """The value of a setting, to be said in other languages."""
    text = _setting_text(value, PLAIN)
    if isinstance(value, bool):
        return Caption(text, SENTENCE, text)
    return Caption(text, NAME, value) if isinstance(value, str) else text


def _setting_text(value: object, wording: Wording) -> str:
    """The words for a setting's value: yes, no, a number or a choice."""
    if isinstance(value, bool):
        return wording.say("yes") if value else wording.say("no")
    return wording.name(value).strip() if isinstance(value, str) else str(value)
