"""Output of `validate` for other programs: GitHub annotations, SARIF and JUnit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from xml.etree import ElementTree

from ..base.diagnostics import Diagnostic, Span, render, sort_diagnostics, to_json
from ..base.excerpt import shown_path
from ..base.version import __version__
from ..reading.sheets.files import path_of

if TYPE_CHECKING:
    from ..front.guessed_layout import GuessedLayout

SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
_NOT_XML = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_report(
    form: str,
    found: list[Diagnostic],
    files: Iterable[Path],
    abouts: Mapping[str, str],
    colour: bool,
    width: int | None = None,
) -> str:
    """The diagnostics in one form; files: all that were checked; abouts: what each code means; width: of a terminal."""
    found = sort_diagnostics(found)
    if form == "json":
        return json.dumps(to_json(found), indent=2, ensure_ascii=False)
    if form == "github":
        return "\n".join(_annotation(diagnostic) for diagnostic in found)
    if form == "sarif":
        return json.dumps(sarif(found, abouts), indent=2, ensure_ascii=False)
    if form == "junit":
        return junit(found, files)
    return render(found, colour=colour, width=width)


def layout_report(found: list[Diagnostic], guessed: Sequence[GuessedLayout]) -> str:
    """The diagnostics and what is guessed for the layout of rulesets, as JSON."""
    layouts = [asdict(one) for one in guessed]
    return json.dumps({"messages": to_json(found), "layouts": layouts}, indent=2, ensure_ascii=False)


def _annotation(diagnostic: Diagnostic) -> str:
    """A GitHub workflow command, shown beside the line."""
    span = diagnostic.span
    values = {"file": shown_path(path_of(span.file)), "line": span.line, "endLine": span.end_line}
    if span.line == span.end_line:
        values |= {"col": span.column, "endColumn": max(span.column, span.end_column - 1)}
    values["title"] = diagnostic.code
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in values.items())
    return f"::{diagnostic.severity} {listed}::{_escape(_sentence(diagnostic))}"


def _escape(text: str) -> str:
    """A text escaped for a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property escaped for a workflow command."""
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


def _sentence(diagnostic: Diagnostic) -> str:
    """The message, after the name of the sheet of a workbook, as places there cannot name it."""
    sheet = diagnostic.span.file.removeprefix(path_of(diagnostic.span.file)).strip(" /")
    message = f"{sheet}: {diagnostic.message}" if sheet else diagnostic.message
    return f"{message}\n{diagnostic.hint}" if diagnostic.hint else message


def sarif(found: list[Diagnostic], abouts: Mapping[str, str]) -> dict[str, Any]:
    """A SARIF 2.1.0 log with one run, as code scanning reads it; columns count characters."""
    codes = sorted({diagnostic.code for diagnostic in found})
    rules = [
        {
            "id": code,
            "name": code,
            "shortDescription": {"text": _first_sentence(abouts.get(code) or code)},
            "fullDescription": {"text": abouts.get(code) or code},
            "help": {"text": f"{abouts.get(code) or code}\n\nstammtisch explain {code}"},
            "defaultConfiguration": {"level": next(d.severity for d in found if d.code == code)},
        }
        for code in codes
    ]
    driver = {"name": "stammtisch", "version": __version__, "semanticVersion": __version__, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in found],
    }
    return {"$schema": SARIF, "version": "2.1.0", "runs": [run]}


def _first_sentence(text: str) -> str:
    """The first sentence of a text."""
    return text.split(". ")[0].rstrip(".") + "."


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    """A diagnostic as a SARIF result."""
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": _sentence(diagnostic)},
        "locations": [{"physicalLocation": _location(diagnostic.span)}],
    }
    if diagnostic.notes:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _location(note.span), "message": {"text": note.message}}
            for number, note in enumerate(diagnostic.notes, 1)
        ]
    if diagnostic.instead or diagnostic.fix:
        whole = {"startLine": diagnostic.span.line, "startColumn": 1, "endLine": diagnostic.span.line}
        region = whole if diagnostic.fix else _region(diagnostic.span)
        change = {"deletedRegion": region, "insertedContent": {"text": diagnostic.fix or diagnostic.instead}}
        changes = [{"artifactLocation": _location(diagnostic.span)["artifactLocation"], "replacements": [change]}]
        result["fixes"] = [{"description": {"text": "the corrected line"}, "artifactChanges": changes}]
    return result


def _location(span: Span) -> dict[str, Any]:
    """A place for code scanning; a file below the working folder is named relative to it."""
    path = Path(shown_path(path_of(span.file)))
    uri = path.absolute().as_uri() if path.is_absolute() else quote(path.as_posix())
    return {"artifactLocation": {"uri": uri}, "region": _region(span)}


def _region(span: Span) -> dict[str, int]:
    """The lines and columns of a span."""
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": max(span.end_column, span.column + 1) if span.line == span.end_line else span.end_column,
    }


def junit(found: list[Diagnostic], files: Iterable[Path]) -> str:
    """A JUnit file: a test case for each file, which fails with its mistakes; warnings are its output."""
    cases: dict[str, list[Diagnostic]] = {shown_path(str(file)): [] for file in files}
    for diagnostic in found:
        cases.setdefault(shown_path(diagnostic.span.file), []).append(diagnostic)
    failed = sum(any(d.severity == "error" for d in about) for about in cases.values())
    counts = {"tests": str(len(cases)), "failures": str(failed), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": "stammtisch validate", **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": "stammtisch validate", **counts})
    for file, about in cases.items():
        case = ElementTree.SubElement(
            suite, "testcase", {"name": _xml(file), "classname": "validate", "file": _xml(file)}
        )
        mistakes = [d for d in about if d.severity == "error"]
        if mistakes:
            first = mistakes[0]
            failure = ElementTree.SubElement(case, "failure", {"type": first.code, "message": _xml(first.message)})
            failure.text = _xml(render(mistakes))
        if len(mistakes) < len(about):
            output = ElementTree.SubElement(case, "system-out")
            output.text = _xml(render(d for d in about if d.severity != "error"))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _xml(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
