"""Explanations of message codes: the source of `stammtisch explain` and of docs/errors.md."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

WIDTH = 100
SOURCE = Path(__file__).with_name("messages.yaml")


@dataclass(frozen=True, slots=True)
class MessageKind:
    """A kind of message: its meaning, and parts of a file that lead to it (wrong) and do not (right), "" for none.

    play: only random games show it.
    """

    code: str
    about: str
    wrong: str = ""
    right: str = ""
    play: bool = False


@cache
def kinds() -> dict[str, MessageKind]:
    """Every kind of message by its code, in alphabetical order."""
    with SOURCE.open(encoding="utf-8") as handle:
        written = yaml.load(handle, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {code: MessageKind(code, **written[code]) for code in sorted(written)}


def explain(kind: MessageKind) -> str:
    """A kind of message as text for a terminal."""
    lines = [kind.code, "", *textwrap.wrap(kind.about, WIDTH)]
    for title, example in (("Wrong:", kind.wrong), ("Right:", kind.right)):
        if example:
            lines += ["", title, "", *(f"    {line}".rstrip() for line in printable(example).splitlines())]
    return "\n".join(lines)


def printable(text: str) -> str:
    """The text with a visible sign for each character that cannot be shown."""
    return "".join(c if c.isprintable() or c == "\n" else "→" if c == "\t" else "\ufffd" for c in text)
