"""Report entries under a variant's `change` that belong to a section of their own: settings, places, ..."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Listing

from ...base.diagnostics import Diagnostic, Note
from ...base.keywords import NAMED, NO_RULES, SECTIONS
from ..handles import bare, old_words, tidy
from ..nodes import Entry, Mapping, Node, entries_in
from ..slips import in_braces

BY_NAME = (*NAMED, "always", "rulings", "targets")
WHOLE = (*SECTIONS, *NO_RULES, "players", "winner")
FLOW = ("setup", "phases", "actions", "whenever", "change")
LONGEST_VALUE = 60


def explain_misplaced(
    problems: list[Diagnostic], files: Listing[Mapping], libraries: Listing[Mapping] = ()
) -> list[Diagnostic]:
    """The problems of files laid over each other, with entries under `change` that belong elsewhere explained.

    For each such part one problem tells where it belongs, in place of all that was found in it.
    """
    for number, root in enumerate(files):
        changes = root.entries_under("change")
        words = _words([*libraries, *files[:number]], root) if changes else set()
        for change in changes.values():
            told = None if tidy(change.key.text) in words else _report_change(change, root, files[:number])
            if told is not None:
                inside = [change, *entries_in(change.value)]
                spans = [node.span for entry in inside for node in (entry.key, entry.value)]
                problems = [p for p in problems if not any(span.holds(p.span) for span in spans)]
                problems.append(told)
    return problems


def _words(below: Listing[Mapping], variant: Mapping) -> set[str]:
    """All possible words of steps, actions, options, events and conditions, former words included."""
    flows: list[Node] = [entry.value for root in below for key, entry in root.entries.items() if key in FLOW]
    for key, entry in variant.entries.items():
        if key in FLOW:
            flows += (
                [change.value for change in variant.entries_under(key).values()] if key == "change" else [entry.value]
            )
    words: set[str] = set()
    for entry in [entry for flow in flows for entry in entries_in(flow)]:
        words |= {tidy(entry.key.text), *old_words(entry.value)}
    return words


def _report_change(change: Entry, variant: Mapping, below: Listing[Mapping]) -> Diagnostic | None:
    """The mistake of an entry under `change` that belongs to a section; None if it does not."""
    words = tidy(change.key.text)
    if old_words(change.value):
        return None
    found = next(_homes(words, below), None)
    if found is None:
        return _section(change, variant, below)
    section, there = found
    name = bare(there.key.text) if section == "define" else tidy(there.key.text)
    line = f"{name}: {_write_short(change.value)}"
    message = f"`{name}` stands under `{section}`: `change` alters steps, actions, options, events and conditions"
    hint = f"Write it as `{section}: {{{line}}}`, outside of `change`."
    if section in variant.entries:
        hint = f"Write `{line}` under `{section}`."
    note = Note(there.key.span, "it stands here")
    return Diagnostic("change-not-found", message, change.key.span, hint=hint, notes=(note,))


def _section(change: Entry, variant: Mapping, below: Listing[Mapping]) -> Diagnostic | None:
    """The mistake of a whole section under `change`."""
    name = tidy(change.key.text)
    if name not in WHOLE and not name.startswith("each "):
        return None
    if name.startswith("each ") and not any(name in root.entries for root in below):
        return None
    message = f"`{name}` is a section of its own: `change` alters steps, actions, options, events and conditions"
    hint = f"Write it outside of `change`, with `{name}:` in column 1."
    if name in variant.entries:
        hint = f"Write what it says under the `{name}` that stands outside of `change`."
    return Diagnostic("change-not-found", message, change.key.span, hint=hint)


def _homes(words: str, below: Listing[Mapping]) -> Iterator[tuple[str, Entry]]:
    """The sections that have an entry of this name, and the entry: exact spelling first."""
    for same in (str, str.casefold):
        for root in reversed(below):
            for section in root.entries:
                if section in BY_NAME or section.startswith("each "):
                    for key, entry in root.entries_under(section).items():
                        if same(bare(key)) == same(bare(words)):
                            yield section, entry


def _write_short(node: Node) -> str:
    """A value for { }, or three dots if it is long or has signs of its own."""
    text = in_braces(node)
    return text if text and len(text) <= LONGEST_VALUE else "..."
