"""Texts with grammatical forms: a sentence of a catalogue asks for them in a hole, as {card:akk} or {card:der.dat}."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

Form = Callable[[str], str]
CASES = ("nom", "gen", "dat", "akk")


class Phrase(str):
    """A text that has other forms besides; as a text it is in its plain form."""

    __slots__ = ("form",)
    form: Form


def with_forms(text: str, form: Form) -> Phrase:
    """Return a text with its forms; form: makes the one of a name, such as `dat` or `der.dat`."""
    made = Phrase(text)
    made.form = form
    return made


def phrase_of(pattern: str, holes: Mapping[str, Any]) -> Phrase:
    """Return a filled sentence as part of another: a case asked of it is that of the holes which name none."""
    return with_forms(fill_holes(pattern, holes), lambda form: fill_holes(pattern, holes, case_in(form)))


def fill_holes(pattern: str, holes: Mapping[str, Any], case: str = "") -> str:
    """Fill a sentence; case: of the phrases in it that are asked for no other."""
    return "".join(
        [text if name is None else text + _filled(holes[name], form, case) for text, name, form in _parts(pattern)]
    )


@lru_cache(20_000)
def _parts(pattern: str) -> tuple[tuple[str, str | None, str], ...]:
    """The texts of a sentence, each with the name and form of the hole after it."""
    return tuple((text, name, form or "") for text, name, form, _ in Formatter().parse(pattern))


def holes_in(pattern: str) -> list[tuple[str, str]] | None:
    """Return the names and forms of a sentence's holes; None if its braces do not fit together."""
    try:
        return [(name, form) for _, name, form in _parts(pattern) if name is not None]
    except ValueError:
        return None


def _filled(value: Any, form: str, case: str) -> str:
    """What stands in a hole."""
    if isinstance(value, Phrase):
        wanted = form if case_in(form) or not case else f"{form}.{case}".lstrip(".")
        return value.form(wanted) if wanted else str(value)
    return str(value) if isinstance(value, str) else format(value, form)


def case_in(form: str) -> str:
    """Return the case that a form names, "" if none."""
    return next((part for part in form.split(".") if part in CASES), "")
