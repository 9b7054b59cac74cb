"""Read single values of a merged tree: expressions, texts and names, collecting mistakes."""

from __future__ import annotations

import re
from typing import Any

from ..base import lookalikes
from ..base.diagnostics import Diagnostic, Note, RulesetError, Span
from ..reading.nodes import Mapping, Node, Scalar, Sequence
from . import syntax as s
from .parse import WORDS, misread, parse

TAKEN = WORDS | {"player", "players", "box", "all", "int", "bool", "text"}

# what was parsed before, by its place in the grammar and the identity of the text, each time it was asked for
Trees = dict[tuple[str, int], list[tuple[Node, Any]]]


class Reader:
    """Reads the values of a tree with the right shape. `problems` is every mistake found so far."""

    def __init__(self, trees: Trees | None = None) -> None:
        self.problems: list[Diagnostic] = []
        self.blank_names: list[str] = []
        self.misread: list[tuple[Diagnostic, Scalar]] = []
        self.trees: Trees = {} if trees is None else trees
        self.asked: dict[tuple[str, int], int] = {}

    def error(
        self, code: str, message: str, span: Span, hint: str = "", notes: tuple[Note, ...] = (), instead: str = ""
    ) -> None:
        self.problems.append(Diagnostic(code, message, span, hint=hint, notes=notes, instead=instead))

    def parse(self, start: str, node: Node | None) -> Any:
        """The parsed text of a scalar; None if it is missing or wrong (then reported)."""
        if node is None:
            return None
        key = start, id(node)
        known = self.trees.setdefault(key, [])
        number = self.asked[key] = self.asked.get(key, -1) + 1
        try:
            if number == len(known):
                assert isinstance(node, Scalar)
                known.append((node, parse(start, node)))  # with the node, so that its identity stays its own
            return known[number][1]
        except RulesetError as error:
            self.asked[key] = number - 1
            self.problems += error.diagnostics
            if isinstance(node, Scalar):
                self.misread += [(wrong, node) for wrong in error.diagnostics if wrong.code == "expression-syntax"]
            return None

    def each_once(self) -> list[Diagnostic]:
        """The problems, without those of expressions that only use a name with a blank, which is reported itself."""
        same = {id(wrong) for wrong, node in self.misread if self.is_in_name(wrong.span, node)}
        return [problem for problem in self.problems if id(problem) not in same]

    def is_in_name(self, span: Span, node: Scalar) -> bool:
        """Whether a place in a text is in a name with a blank."""
        found = (match for name in self.blank_names for match in re.finditer(rf"\b{re.escape(name)}\b", node.text))
        return any(node.span_of(match.start(), len(match[0])).holds(span) for match in found)

    def value(self, node: Node) -> Any:
        """An expression, or a YAML list [a, b] of texts as the expression [a, b]."""
        if not isinstance(node, Sequence):
            return self.parse("expr", node)
        items = self.several("expr", node)
        if len(items) < len(node.items):
            return None
        text = f"[{', '.join(texts(node))}]"
        return s.ListOf(s.Pos(Scalar(node.span, text, text), 0, len(text)), items)

    def several(self, start: str, node: Node | None) -> list[Any]:
        """The parsed text, or texts of a list, as far as they can be read."""
        nodes = node.items if isinstance(node, Sequence) else [node]
        return [found for n in nodes if (found := self.parse(start, n)) is not None]

    def identifier(self, name: str, span: Span, taken: frozenset[str] = TAKEN) -> bool:
        """Whether a text is valid as a name; if not, that is reported."""
        if name in taken:
            message = f"'{name}' cannot be a name: it is a word of the language"
            self.error("reserved-word", message, span, f"write for example the_{name}")
        elif not name.isidentifier() and lookalikes.odd(name) and (wrong := misread(name, span)):
            self.problems.append(wrong)
        elif not name.isidentifier():
            message = f"'{name}' cannot be a name: a name has no spaces or signs"
            joined = "_".join(name.split())
            blank = joined != name and joined.isidentifier()
            self.blank_names += [name] * blank
            where = f", here and wherever it is used: {joined}; people read the blank" if blank else ""
            self.error("bad-name", message, span, f"join its words with _{where}")
        elif wrong := misread(name, span):
            self.problems.append(wrong)
        else:
            return True
        return False

    def refuse_twins(self, named: list[tuple[str, Span]], what: str) -> None:
        """Report words that appear twice in one list, as they would name two things."""
        seen: dict[str, Span] = {}
        for words, span in named:
            if words in seen:
                note = Note(seen[words], "first written here")
                self.error("defined-twice", f"the {what} '{words}' stands twice in this list", span, notes=(note,))
            seen.setdefault(words, span)


def entries(node: Node | None) -> list[tuple[Scalar, Node]]:
    """The keys of a mapping with their values; [] if it is missing or empty."""
    return [(entry.key, entry.value) for entry in node.entries.values()] if isinstance(node, Mapping) else []


def texts(node: Node | None) -> list[str]:
    """The texts of a list, or of a single text."""
    nodes = node.items if isinstance(node, Sequence) else [node]
    return [n.text for n in nodes if isinstance(n, Scalar)]


def text(node: Node | None) -> str:
    """The text of a scalar, "" if it is missing."""
    return " ".join(texts(node))


def rule_and_about(node: Node) -> tuple[list[str], str]:
    """The values of `rule` and `about`."""
    return (texts(node.get("rule")), text(node.get("about"))) if isinstance(node, Mapping) else ([], "")
