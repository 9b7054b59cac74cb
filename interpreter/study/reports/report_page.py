"""A report as one HTML page that works offline: charts with tables, odd games, how it was made."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from ...base.templates import environment, render
from .drawing import WIDTH, Picture

UNUSED = "What is never or hardly ever used"
FAILED = "Games that failed or did not end"
SIGNS = {"met": "✓", "missed": "✗", "cannot tell": "?"}  # of targets
TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class OddReplay:
    """An odd game: why it is odd, its course in lines, and the file with its recording."""

    what: str
    lines: Sequence[str]
    file: str
    recording: bytes


@dataclass(frozen=True, slots=True)
class Failure:
    """A kind of games that failed or do not end: a sentence, the command that shows one, its recording if kept."""

    lines: Sequence[str]
    command: str = ""
    file: str = ""
    recording: bytes = b""


@dataclass(frozen=True, slots=True)
class ReportPart:
    """The part of a page about games of one kind: heading, sentence, charts, what is never used, odd games.

    failures: the kinds of those that failed or do not end, which come first.

    tables: each by its heading, such as what is wanted and what is; its head first.
    """

    heading: str
    about: str
    pictures: Sequence[Picture]
    unused: Sequence[str] = ()
    failures: Sequence[Failure] = ()
    replays: Sequence[OddReplay] = field(default=())
    tables: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)


def page(
    title: str, parts: Sequence[ReportPart], made: Sequence[tuple[str, str]], players: Sequence[tuple[str, str]] = ()
) -> str:
    """Return the whole page. made: how it was made, as names and values; players: who played, likewise."""
    words = {"failed": FAILED, "unused": UNUSED}
    values: dict[str, Any] = {
        "title": title,
        "parts": _page_parts(parts),
        "made": made,
        "players": players,
        "words": words,
        "width": WIDTH,
    }
    return render(TEMPLATES, "report.html", **values) + "\n"


def verdict(text: str) -> tuple[str, str]:
    """Return the verdict with which a text ends, and its sign; both "" where there is none."""
    return next(((word, sign) for word, sign in SIGNS.items() if f" {text}".endswith(f" {word}")), ("", ""))


environment(TEMPLATES).filters["verdict"] = verdict


def _page_parts(parts: Sequence[ReportPart]) -> list[dict[str, Any]]:
    """Return the parts for the template, with charts numbered through the whole page."""
    numbers = count(1)
    return [
        {
            "heading": part.heading,
            "about": part.about,
            "pictures": [(next(numbers), picture) for picture in part.pictures],
            "tables": [*part.tables.items()],
            "unused": part.unused,
            "failures": [(one, _download(one.file, one.recording)) for one in part.failures],
            "replays": [(one, _download(one.file, one.recording)) for one in part.replays],
        }
        for part in parts
    ]


def _download(name: str, recording: bytes) -> dict[str, str] | None:
    """Return a recording as a download of the page, None without one."""
    return {"name": name, "data": base64.b64encode(recording).decode()} if recording else None
