"""Print the changes from one ruleset to another as lines for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..base.diagnostics import Span
    from ..reading.nodes import Entry, Mapping, Node
    from ..reading.variants.differences import Change

SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">", "reordered": "~"}
WIDTH = 100


def change_lines(
    old: Mapping,
    new: Mapping,
    title: str,
    markdown: bool = False,
    cause: Callable[[Change], Span | None] = lambda change: None,
) -> list[str]:
    """The changes in the rules from one merged ruleset to another, as lines under a title.

    cause tells where a variant makes a change; where several do, each change names its own.
    """
    from ..reading.library import identity
    from ..reading.variants.differences import differences

    changes = differences(old, new)
    by = {change: identity(Path(span.file)).split("+")[-1] for change in changes if (span := cause(change)) is not None}
    lines = ChangeWriter([old, new], markdown, by if len({*by.values()}) > 1 else {}).lines(title, changes)
    return [line for line, following in zip(lines, [*lines[1:], "."], strict=True) if line or following]


class ChangeWriter:
    """Writes changes as text or Markdown; parts are named by the fewest enclosing words that identify them."""

    def __init__(self, roots: list[Mapping], markdown: bool, by: dict[Change, str]) -> None:
        from ..reading.handles import handles, repeat_word

        self.markdown, self.by = markdown, by
        self.paths = [[place.path[1:] for place in handles(root)] for root in roots]
        self.passes = {
            p.path[-1]: name for root in roots for p in handles(root) if (name := repeat_word(p.entry.value))
        }

    def lines(self, title: str, changes: list[Change]) -> list[str]:
        """All changes, under the section of each; those of descriptions last."""
        rules = [change for change in changes if not change.description]
        described = [change for change in changes if change.description]
        lines = [f"{'# ' if self.markdown else ''}{title}", ""]
        if not changes:
            return [*lines, "The two say the same."]
        if not rules:
            lines += ["The rules are the same; only descriptions differ.", ""]
        groups = {change.section: [c for c in rules if c.section == change.section] for change in rules}
        for section, group in groups.items():
            lines += [f"## {section}\n" if self.markdown else section]
            lines += [*(line for change in group for line in self.entry(change, "")), ""]
        if described:
            lines += ["## descriptions\n" if self.markdown else "descriptions"]
            lines += [*(line for c in described for line in self.entry(c, f"{c.section}: " if c.kind else "")), ""]
        counts = [f"{n} {name}" for name in SIGNS if (n := sum(change.change == name for change in rules))]
        return [*lines, f"{', '.join(counts)}."] if counts else lines[:-1]

    def entry(self, change: Change, before: str) -> list[str]:
        """The lines of one change."""
        said = before + self.subject(change)
        glue = ": " if ", " in said or _is_words(change) else " "
        block: list[str] = []
        values = [flow_text(entry.value) or "none" for entry in (change.old, change.new) if entry is not None]
        if change.change == "reordered":
            glue, values = ": ", [value[1:-1] for value in values]
        if change.change in ("changed", "reordered"):
            if sum(map(len, (said, *values))) < WIDTH:
                said += glue + " → ".join(map(self.code, values))
            else:
                block = [f"{sign} {value}" for sign, value in zip("-+", values, strict=True)]
        elif change.change != "moved" and not (change.change == "removed" and _is_words(change) and not change.slot):
            entry = change.new or change.old
            if len(said) + len(values[0]) < WIDTH and not (entry and _is_long(entry.value)):
                said += glue + self.code(values[0])
            else:
                block = _block(entry) if entry and change.change == "added" else []
        said += f" ({self.by[change]})" if change in self.by else ""
        if not self.markdown:
            return [f"  {SIGNS[change.change]} {said}", *(f"      {line}" for line in block)]
        language = "yaml" if change.change == "added" else "diff"
        fence = ["", f"  ```{language}", *(f"  {line}" for line in block), "  ```", ""] if block else []
        return [f"- `{SIGNS[change.change]}` {said}", *fence]

    def subject(self, change: Change) -> str:
        """The part that a change is about, with the words or names around it."""
        if not change.kind:
            return change.section
        if change.change == "reordered":
            if not change.slot:
                return f"order of {change.kind}s" + (f" in {self.place(change.path)}" if change.path else "")
            where = self.place(change.path) if _is_words(change) else ", ".join(change.path)
            return f"{where}, {change.slot}, order"
        if not _is_words(change):
            return ", ".join(part for part in (*change.path, change.slot if change.slot != "words" else "") if part)
        *around, own = change.path or ("",)
        place = self.place(around)
        if change.slot == "words":
            return f"the words of the {change.kind}" + (f" in {place}" if place else "")
        if change.slot:
            return f"{self.place(change.path)}, {change.slot}"
        said = f'{change.kind} "{own}"' if own else f"a {change.kind}"
        source = change.source[:-1]
        if change.change == "moved" and source != change.path[:-1]:
            said += f" moved from {self.place(source)}" if source else " moved"
            said += f" to {place}" if place else ""
        elif place:
            said += f" {'in' if change.kind == 'step' else 'of'} {place}"
        if change.change in ("added", "moved") and change.beside is not None:
            last = self.passes.get(change.beside)
            before = f"the last {last} of " if last else ""
            said += f', after {before}"{change.beside}"' if change.beside else ", first"
        return said + (self.repetition(change.new) if change.kind == "event" and change.change == "added" else "")

    def repetition(self, event: Entry | None) -> str:
        """The words for an event of every pass of a repeated step; "" for others."""
        from ..reading.nodes import Mapping, Scalar

        if event is None or not isinstance(event.value, Mapping):
            return ""
        for side in ("before", "after"):
            target = event.value.get(side)
            words = " ".join(target.text.split()) if isinstance(target, Scalar) else ""
            if words in self.passes:
                return f', {side} each {self.passes[words]} of "{words}"'
        return ""

    def place(self, path: Sequence[str]) -> str:
        """The words at the end of a path, with as many around them as needed to identify the part."""
        for count in range(1, len(path) + 1):
            last = tuple(path[-count:])
            if all(sum(one[-count:] == last for one in paths) <= 1 for paths in self.paths):
                return f'"{" / ".join(last)}"'
        return f'"{" / ".join(path)}"' if path else ""

    def code(self, text: str) -> str:
        return f"`{text}`" if self.markdown else text


def _is_words(change: Change) -> bool:
    """Whether a change is about words."""
    from ..reading.variants.differences import WORDED

    return change.kind in WORDED


def _is_long(node: Node) -> bool:
    """Whether a part is shown as lines of its own."""
    from ..reading.nodes import Mapping

    return isinstance(node, Mapping) and len(node.entries) > 1


def _block(entry: Entry) -> list[str]:
    """The lines of an entry."""
    from ..reading.dump import dump
    from ..reading.nodes import Mapping

    value = entry.value
    return dump(value).rstrip("\n").split("\n") if isinstance(value, Mapping) else [flow_text(value)]


def flow_text(node: Node) -> str:
    """A value on one line."""
    from ..reading.nodes import Mapping, Scalar

    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{key}: {flow_text(entry.value)}" for key, entry in node.entries.items()) + "}"
    return "[" + ", ".join(flow_text(item) for item in node.items) + "]"
