"""Write a merged ruleset as YAML, and as a canonical form whose hash shows whether two rulesets play alike."""

from __future__ import annotations

import hashlib
import json
import re
import textwrap
from collections.abc import Iterator
from typing import Any

import yaml

from ..base.keywords import NO_RULES
from .library import display_path
from .nodes import Entry, Mapping, Node, Scalar, Sequence

WIDTH = 110
LONGEST_KEY = 1000
_NUMBER = re.compile(r"-?[0-9]+")
_IN_LINE = re.compile(r"\w[\w .<>=+*/()-]*(?<! )")
_DOCUMENTATION = ("about", "rule", "was", "show as")
_TOP_DOCUMENTATION = (*NO_RULES, "rule", "rulings")
_STEPS = ("setup", "phases", "actions", "whenever", "always")
_NAMES = ("remember", "with", "gives", "add", "set")


def dump(root: Mapping, where: bool = False, marks: dict[str, str] | None = None) -> str:
    """The ruleset as YAML in block style, keys in order; reading it again gives the same data.

    where adds `# file:line` to each line that begins a key: the place that wrote it. marks (file: mark) adds
    `# mark` to those alone that such a file wrote.
    """
    return "\n".join(_Writer(where, marks or {}).mapping(root, "")) + "\n"


class _Writer:
    """Writes a tree as YAML."""

    def __init__(self, where: bool, marks: dict[str, str]) -> None:
        self.where, self.marks = where, marks

    def mapping(self, node: Mapping, pad: str) -> Iterator[str]:
        for key, entry in node.entries.items():
            name = _quote_if_needed(key)
            start = f"{pad}{name}:" if len(name) <= LONGEST_KEY else f"{pad}? {name}\n{pad}:"
            yield from self.value(start, entry.value, pad + "  ", self.comment(entry))

    def comment(self, entry: Entry) -> str:
        span = entry.key.span
        if self.where:
            return f"  # {display_path(span.file)}:{span.line}"
        wrote = entry.value.span.file if isinstance(entry.value, Scalar) else span.file
        mark = self.marks.get(span.file) or self.marks.get(wrote)
        return f"  # {mark}" if mark and entry.key.text != "format" else ""

    def value(self, start: str, node: Node, pad: str, comment: str) -> Iterator[str]:
        if isinstance(node, Scalar):
            yield from _scalar(start, node, pad, comment)
        elif isinstance(node, Sequence):
            line = _in_line(node)
            if line and len(start) + len(line) < WIDTH:
                yield f"{start} {line}{comment}"
            else:
                yield start + comment
                for item in node.items:
                    yield from self.item(item, pad)
        elif not node.entries:
            yield f"{start} {{}}{comment}"
        else:
            yield start + comment
            yield from self.mapping(node, pad)

    def item(self, node: Node, pad: str) -> Iterator[str]:
        if isinstance(node, Mapping) and node.entries:
            lines = self.mapping(node, pad + "  ")
            yield f"{pad}- {next(lines).lstrip(' ')}"
            yield from lines
        else:
            yield from self.value(f"{pad}-", node, pad + "  ", "")


def _scalar(start: str, node: Scalar, pad: str, comment: str) -> Iterator[str]:
    """The lines of a single value."""
    value = node.value
    if not isinstance(value, str):
        yield f"{start} {'null' if value is None else str(value).lower()}{comment}"
        return
    if len(start) + len(value) <= WIDTH or not all(value.split(" ")) or not value.isprintable():
        yield f"{start} {_quote_if_needed(value)}{comment}"
        return
    yield f"{start} >-{comment}"
    wrapper = textwrap.TextWrapper(WIDTH, pad, pad, break_long_words=False, break_on_hyphens=False)
    yield from wrapper.wrap(value)


def _in_line(node: Sequence) -> str:
    """A list of short plain values as `[a, b]`; "" if it is not one."""
    texts = []
    for item in node.items:
        if not isinstance(item, Scalar):
            return ""
        text = (
            str(item.value)
            if isinstance(item.value, int) and not isinstance(item.value, bool)
            else _quote_if_needed(item.text)
        )
        if not _IN_LINE.fullmatch(text) or item.value is None or isinstance(item.value, bool):
            return ""
        texts.append(text)
    return f"[{', '.join(texts)}]"


def _quote_if_needed(text: str) -> str:
    """The text as YAML on one line, quoted if it would otherwise be read as something else."""
    if _NUMBER.fullmatch(text) or text in ("<<", "="):
        return f"'{text}'"
    for style in (None, '"') if text.isprintable() and text == text.strip() else ('"',):
        written: str = yaml.safe_dump(text, width=float("inf"), allow_unicode=True, default_style=style)
        written = written.removesuffix("\n").removesuffix("\n...")
        if "\n" not in written:
            break
    return written


def canonical(root: Mapping) -> str:
    """The ruleset as JSON on one line, for comparing: layout, quotes, comments and documentation left out.

    Left out are what changes no rule (NO_RULES), rule, rulings, was and `show as`; settings or variables of such a name
    are kept. The order of everything else counts.
    """
    data: dict[str, Any] = {}
    for key, entry in root.entries.items():
        if key in _TOP_DOCUMENTATION:
            continue
        words = key in _STEPS
        data[key] = _bare(entry.value, 0 if words else 2, words)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _bare(node: Node, level: int, words: bool) -> Any:
    """Plain data without documentation: in steps at every level (0), else only at level 1, where names have bodies."""
    if isinstance(node, Scalar):
        if node.value is None or isinstance(node.value, bool):
            return node.value
        return str(node.value) if isinstance(node.value, int) else " ".join(node.text.split())
    if isinstance(node, Sequence):
        return [_bare(item, level, words) for item in node.items]
    out: dict[str, Any] = {}
    for key, entry in node.entries.items():
        documentation = (words and level == 0) or level == 1
        if documentation and key in _DOCUMENTATION:
            continue
        inner = (9 if key in _NAMES else 0) if words else level - 1
        out[" ".join(key.split())] = _bare(entry.value, inner, words)
    return out


def ruleset_hash(root: Mapping) -> str:
    """A hash of sixteen hexadecimal digits that changes whenever the canonical form does."""
    return hashlib.sha256(canonical(root).encode("utf-8")).hexdigest()[:16]
