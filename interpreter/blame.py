"""Mistakes that a variant causes in what it builds on: told at the variant's own line, never as an edit of the base."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from .diagnostics import Diagnostic, Note, Span
from .load import Entry, Mapping

# what no mistake in the base comes from
HARMLESS = ("format", "extends", "game", "about", "notes")
MOST_TRIES = 60

Keys = tuple[str, ...]
Attempt = Callable[[Keys], list[Diagnostic]]


def at_home(found: list[Diagnostic], own: Mapping, attempt: Attempt) -> list[Diagnostic]:
    """The mistakes found in a ruleset, each at the line of the user's own file that causes it.

    own is the file that the user writes: a variant, or a game that uses libraries. attempt gives the mistakes without
    one entry of that file, or, for (), without the whole file. A mistake that is there without it stays as it is; one
    that the file causes elsewhere is left out where the file has mistakes itself, since it may well follow from them.
    """
    home = own.span.file
    away = [d for d in found if d.severity == "error" and d.span.file != home]
    if not away:
        return found
    if "extends" not in own.entries:
        return [replace(d, fix="", instead="") if d in away else d for d in found]
    before = {_sign(d) for d in attempt(())}
    caused = [d for d in away if _sign(d) not in before]
    rest = [d for d in found if d not in caused]
    if not caused or any(d.severity == "error" and d.span.file == home for d in rest):
        return rest
    search = _Search(own, attempt, {_sign(d) for d in found})
    groups: dict[tuple[Span, str, str], list[Diagnostic]] = {}
    for diagnostic in caused:
        span = search.cause(_sign(diagnostic))
        groups.setdefault((span, diagnostic.code, diagnostic.message), []).append(diagnostic)
    return rest + [_told(span, same) for (span, _, _), same in groups.items()]


def _told(span: Span, same: list[Diagnostic]) -> Diagnostic:
    """One message at the own line for the same mistake in several places of the base."""
    first = same[0]
    if first.code == "unknown-name" and first.message.startswith("nothing is called "):
        name = first.message.removeprefix("nothing is called ")
        message = f"this line takes away {name}, which the game still uses"
        hint = f"Keep the name {name}, or change what uses it as well."
        return Diagnostic(first.code, message, span, hint=hint, notes=tuple(Note(d.span, "used here") for d in same))
    hint = "" if "id you mean" in first.hint else first.hint
    notes = tuple(Note(d.span, "what this line changes shows here") for d in same)
    return Diagnostic(first.code, first.message, span, hint=hint, notes=notes)


def _sign(diagnostic: Diagnostic) -> tuple[str, str, Span]:
    return diagnostic.code, diagnostic.message, diagnostic.span


class _Search:
    """Finds the smallest part of a file without which a mistake is gone, and nothing new is wrong."""

    def __init__(self, own: Mapping, attempt: Attempt, found: set[tuple[str, str, Span]]) -> None:
        self.own, self.attempt, self.found = own, attempt, found
        self.tried: dict[Keys, set[tuple[str, str, Span]]] = {}

    def cause(self, sign: tuple[str, str, Span]) -> Span:
        """The key of that part; the line `extends` if it takes several parts together."""
        span, part = self.own.entries["extends"].key.span, self.own
        keys: Keys = ()
        while True:
            entries = list(self.entries(part, keys))
            chosen = entries if len(entries) == 1 else [e for e in entries if self.gone(sign, (*keys, e.key.text))][:1]
            if not chosen:
                return span
            span, keys = chosen[0].key.span, (*keys, chosen[0].key.text)
            if not isinstance(chosen[0].value, Mapping):
                return span
            part = chosen[0].value

    def entries(self, part: Mapping, keys: Keys) -> Iterator[Entry]:
        for key, entry in part.entries.items():
            if keys or key not in HARMLESS:
                yield entry

    def gone(self, sign: tuple[str, str, Span], keys: Keys) -> bool:
        if keys not in self.tried:
            if len(self.tried) >= MOST_TRIES:
                return False
            self.tried[keys] = {_sign(d) for d in self.attempt(keys)}
        left = self.tried[keys]
        return sign not in left and left <= self.found
