"""Which library actions and definitions a ruleset uses; the others do not become part of the game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ...base.keywords import NO_RULES
from ..handles import bare, tidy
from ..nodes import Mapping, Node, Scalar, Sequence, entries_in
from .edits import PROSE

Part = tuple[str, str]
"""A section and a key in it, such as ("actions", "open auction")."""

_SLOT = re.compile(r"<(\w+)>")
_NAME = re.compile(r"\w+")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")


def unused_parts(root: Mapping, parts: Collection[Part]) -> list[Part]:
    """The library parts of a ruleset that nothing else in it mentions, in their order."""
    waiting: list[Node] = []
    left = {part: entry.value for part in parts if (entry := root.entries_under(part[0]).get(part[1]))}
    for section, entry in root.entries.items():
        if section in ("rulings", *NO_RULES):
            continue
        if section in ("actions", "define") and isinstance(entry.value, Mapping):
            waiting += [inner.value for key, inner in entry.value.entries.items() if (section, key) not in left]
        else:
            waiting.append(entry.value)
    while waiting and left:
        words: set[str] = set()
        names: set[str] = set()
        for text in texts(waiting.pop()):
            words |= {tidy(text), *(tidy(one or other) for one, other in _QUOTED.findall(text))}
            names |= set(_NAME.findall(text))
        for part in list(left):
            section, key = part
            if (tidy(key) in words) if section == "actions" else (bare(key) in names):
                waiting.append(left.pop(part))
    return list(left)


def is_mentioned(root: Mapping, section: str, name: str) -> bool:
    """Whether a declared name (of things and components also the plural) is used anywhere else."""
    names = (name, f"{name}s") if section in ("things", "components") else (name,)
    for key, entry in root.entries.items():
        waiting = [entry.value]
        if key in ("rulings", *NO_RULES, *PROSE):
            continue
        if key == section and isinstance(entry.value, Mapping):
            waiting = [inner.value for own, inner in entry.value.entries.items() if bare(own) != name]
        if any(word in names for node in waiting for text in _expressions_in(node) for word in _NAME.findall(text)):
            return True
    return any(name in key.removeprefix("each ").split() for key in root.entries if key != section)


def _expressions_in(node: Node) -> Iterator[str]:
    """The expressions of a part, and the slots of its words."""
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _expressions_in(item)
    else:
        for key, entry in node.entries.items():
            yield from _SLOT.findall(key) if " " in key and "(" not in key else [key]
            if key not in PROSE:
                yield from _expressions_in(entry.value)


def runs(node: Node) -> Iterator[str]:
    """The words of the actions that steps run."""
    for entry in entries_in(node):
        if entry.key.text == "run" and isinstance(entry.value, Scalar):
            yield tidy(entry.value.text)


def texts(node: Node) -> Iterator[str]:
    """All texts written in a part, the keys included: those of `set` and `add` are expressions."""
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from texts(item)
    else:
        for entry in node.entries.values():
            yield entry.key.text
            yield from texts(entry.value)
