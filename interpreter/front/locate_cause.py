"""Find the variant's line that causes a mistake in its base, and show the mistake there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ..base.diagnostics import Diagnostic, Note, Span
from ..base.keywords import NO_RULES
from ..reading.nodes import Entry, Mapping
from ..reading.variants.mentions import texts

# what no mistake in the base comes from
HARMLESS = ("format", "extends", "after", *NO_RULES)
MOST_TRIES = 10
WORD = re.compile(r"[^\W_]{2,}")

Keys = tuple[str, ...]
Attempt = Callable[[Keys], list[Diagnostic]]
Sign = tuple[str, str, Span]


def locate_causes(
    found: list[Diagnostic],
    own: Mapping,
    attempt: Attempt,
    earlier: Callable[[list[Diagnostic]], list[Diagnostic]],
) -> list[Diagnostic]:
    """Return the mistakes of a ruleset, each at the line of the user's own file that causes it.

    own is the file that the user writes: a variant, or a game that uses libraries. attempt gives what is found without
    one entry of that file, or, for (), without the whole file. What is there without it is left to `earlier`, which
    knows the file before. A mistake that the file causes elsewhere is left out where the file has mistakes itself,
    since it may well follow from them; warnings are only looked into where there is no mistake.
    """
    home = own.span.file
    worst = "error" if any(d.severity == "error" for d in found) else "warning"
    away = [d for d in found if elsewhere(d, own) and d.severity == worst]
    if not away:
        return found
    if "extends" not in own.entries:
        return [replace(d, fix="", instead="") if d in away else d for d in found]
    before = {_sign(d) for d in attempt(())}
    about = {sign[:2] for sign in before}
    away = [d for d in away if d.span.file != home or _sign(d)[:2] not in about]
    caused = [d for d in away if _sign(d) not in before]
    inherited = [d for d in away if d not in caused]
    rest = [d for d in found if d not in away] + (earlier(inherited) if inherited else [])
    if not caused or any(d.severity == "error" and d.span.file == home for d in rest):
        return rest
    search = _Search(own, attempt, _mistakes(found))
    groups: dict[tuple[Span, str, str], list[Diagnostic]] = {}
    for diagnostic in caused:
        span = search.cause(diagnostic)
        groups.setdefault((span, diagnostic.code, diagnostic.message), []).append(diagnostic)
    return rest + [_join_mistakes(span, same) for (span, _, _), same in groups.items()]


def elsewhere(found: Diagnostic, own: Mapping) -> bool:
    """Whether a mistake is in another file, or in the whole game, so that any line may cause it."""
    game = own.entries.get("game") if "extends" in own.entries else None
    return found.span.file != own.span.file or (game is not None and found.span == game.key.span)


def _mistakes(found: list[Diagnostic]) -> set[Sign]:
    """The signs of diagnostics that are mistakes."""
    return {_sign(d) for d in found if d.severity == "error"}


def _join_mistakes(span: Span, same: list[Diagnostic]) -> Diagnostic:
    """One message at the variant's line for the same mistake in several places of the base."""
    first = same[0]
    if first.code == "unknown-name" and first.message.startswith("nothing is called "):
        name = first.message.removeprefix("nothing is called ")
        message = f"this line removes {name}, which the game still uses"
        hint = f"Keep the name {name}, or change what uses it as well."
        return Diagnostic(first.code, message, span, hint=hint, notes=tuple(Note(d.span, "used here") for d in same))
    hint = "" if "id you mean" in first.hint else first.hint
    places = dict.fromkeys(d.span for d in same if d.span.file != span.file)
    shown = [Note(at, "the change shows here") for at in places]
    notes = (*shown, *(note for note in first.notes if note.span not in [one.span for one in shown]))
    return Diagnostic(first.code, first.message, span, first.severity, hint, notes)


def _sign(diagnostic: Diagnostic) -> Sign:
    """The sign by which a diagnostic is recognized."""
    return diagnostic.code, diagnostic.message, diagnostic.span


class _Search:
    """Finds the smallest part of a file without which a mistake disappears and no new one appears."""

    def __init__(self, own: Mapping, attempt: Attempt, mistakes: set[Sign]) -> None:
        self.own, self.attempt, self.mistakes = own, attempt, mistakes
        self.tried: dict[Keys, list[Diagnostic]] = {}

    def cause(self, diagnostic: Diagnostic) -> Span:
        """The key of that part; the line `extends` if only several parts together cause it."""
        span, part = self.own.entries["extends"].key.span, self.own
        keys: Keys = ()
        while True:
            entries = self.entries(part, keys, diagnostic)
            alone = len(entries) == 1
            chosen = next((e for e in entries if alone or self.vanishes(diagnostic, (*keys, e.key.text))), None)
            if chosen is None:
                return span
            span, keys = chosen.key.span, (*keys, chosen.key.text)
            if not isinstance(chosen.value, Mapping):
                return span
            part = chosen.value

    def entries(self, part: Mapping, keys: Keys, diagnostic: Diagnostic) -> list[Entry]:
        """The entries of a part, those with most words in common with the mistake first."""
        found = [entry for key, entry in part.entries.items() if keys or key not in HARMLESS]
        told = set(WORD.findall(f"{diagnostic.message} {diagnostic.hint}"))
        words = {entry.key.text: " ".join([entry.key.text, *texts(entry.value)]) for entry in found}
        return sorted(found, key=lambda entry: -len(told.intersection(WORD.findall(words[entry.key.text]))))

    def vanishes(self, diagnostic: Diagnostic, keys: Keys) -> bool:
        """Whether a mistake disappears without a part, and no new one appears."""
        if keys not in self.tried:
            if len(self.tried) >= MOST_TRIES:
                return False
            self.tried[keys] = self.attempt(keys)
        left = self.tried[keys]
        return _sign(diagnostic) not in {_sign(d) for d in left} and _mistakes(left) <= self.mistakes
