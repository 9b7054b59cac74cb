"""Report names and blanks in a file that are not what they look like."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from ..base import lookalikes
from ..base.diagnostics import Diagnostic, Note
from ..base.english import count_of
from .nodes import Mapping, Node, Scalar, Sequence
from .source import LONGEST_FIX, Source

_NO_BREAK = "\xa0"
_LINES_ABOVE = 50
_COLONS = re.compile("[\uff1a\ufe55\ua789\u2236]")


def odd_key(key: Scalar) -> Diagnostic | None:
    """The mistake of a name with invisible characters, or some that look like others."""
    text = key.text
    if text.isascii():
        return None
    odds = lookalikes.odd(text)
    outer = [at for at in (0, len(text) - 1) if lookalikes.is_blank(text[at])]
    if not odds and not outer:
        return None
    at, sign, plain = odds[0] if odds and not outer else (outer[0], text[outer[0]], " ")
    if outer:
        message = f"a {lookalikes.name_of(sign)} stands here where a space belongs"
    elif plain:
        message = f"this letter is not the {plain} that it looks like, but {lookalikes.name_of(sign)}"
    else:
        message = f"an invisible character stands in this name: {lookalikes.name_of(sign)}"
    hint = "Retype the name with plain letters and spaces."
    return Diagnostic(
        "odd-character", message, key.span_of(at), hint=hint, fix=_plain_line(key, lookalikes.clean(text))
    )


def twins(root: Mapping) -> list[Diagnostic]:
    """The mistakes of names that look like other words of the file but are not the same."""
    scalars = list(_scalars(root))
    if all(one.text.isascii() for one in scalars):
        return []
    plain = {one.text: one for one in reversed(scalars) if one.text == lookalikes.visible(one.text)}
    found = []
    for one in scalars:
        other = None if one.style in ("|", ">") else plain.get(lookalikes.visible(one.text))
        if other is not None and other is not one and one.text not in plain:
            at, sign, _ = lookalikes.unlike(one.text, other.text)[0]
            message = (
                f"'{one.text}' looks like a name elsewhere in this file, but contains a {lookalikes.name_of(sign)}"
            )
            hint = "Retype it like the others."
            note = Note(other.span, "these are the others")
            fix = _plain_line(one, other.text)
            found.append(Diagnostic("odd-character", message, one.span_of(at), hint=hint, fix=fix, notes=(note,)))
    return found


def _scalars(node: Node) -> Iterator[Scalar]:
    """Every key, and every value that is a text."""
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            yield entry.key
            yield from _scalars(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node.value, str):
        yield node


def _plain_line(key: Scalar, plain: str) -> str:
    """The line of a name with plain characters in it; "" if it is not written in one piece."""
    source, span = key.source, key.span
    if source is None or key.style or span.line != span.end_line:
        return ""
    line = source.line(span.line)
    return f"{line[: span.column - 1]}{plain}{line[span.end_column - 1 :]}" if len(line) <= LONGEST_FIX else ""


def odd_blank(source: Source, error: Exception) -> Diagnostic | None:
    """The first blank around a name or colon that YAML takes for a letter, near the place of its error."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return None
    last = source.place(error.problem_mark.index)[0]
    for number in range(max(1, last - _LINES_ABOVE), last + 1):
        line = source.line(number)
        if line.isascii() or not line.strip() or line.lstrip().startswith("#"):
            continue
        begin = next(at for at, sign in enumerate(line) if not (sign.isspace() or lookalikes.is_invisible(sign)))
        colon = line.find(":")
        places = [*range(begin), *range(colon + 1, len(line))[: 1 if colon >= 0 else 0]]
        odd = [at for at in places if lookalikes.is_blank(line[at]) or lookalikes.is_invisible(line[at])]
        if odd:
            start = source.starts[number - 1] + odd[0]
            message = f"a {lookalikes.name_of(line[odd[0]])} stands here where a space belongs"
            signs = [lookalikes.shape(sign) if at in odd else sign for at, sign in enumerate(line)]
            fix = "".join(signs) if len(line) <= LONGEST_FIX else ""
            hint = "Write plain spaces before a name and after its colon."
            if odd[-1] < begin and {line[at] for at in odd} == {_NO_BREAK}:
                word = re.match(r"[^\s:]+", line[begin:])
                message = f"this line starts with {count_of(len(odd), 'no-break space')} (often pasted from a web page)"
                hint = f"Delete everything before `{word[0] if word else line[begin]}`"
                hint += f" and type {count_of(begin, 'ordinary space')}."
            return Diagnostic("odd-character", message, source.span(start, start + 1), hint=hint, fix=fix)
    return None


def odd_colon(source: Source, start: int) -> Diagnostic | None:
    """A character after a place that only looks like a colon, on the same line."""
    line = source.line(source.place(start)[0])
    found = _COLONS.search(source.text, start, source.line_end(start))
    if found is None:
        return None
    at = found.start() - source.offset(source.span(start, start)) + source.place(start)[1] - 1
    fix = f"{line[:at]}: {line[at + 1 :].lstrip()}" if len(line) <= LONGEST_FIX else ""
    message = f"a {lookalikes.name_of(found[0])} stands here where a colon belongs"
    span, hint = source.span(found.start(), found.end()), "Write a plain colon and a space."
    return Diagnostic("odd-character", message, span, hint=hint, fix=fix)
