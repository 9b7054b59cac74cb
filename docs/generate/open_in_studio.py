"""Puts a link below each whole game on a page of the docs, which opens it in the studio.

MkDocs calls `on_page_markdown`. The link holds the game; where the studio lies on the site stands in `.mkdocs.yml`
(`extra: studio`).
"""

from __future__ import annotations

import io
import re
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from stammtisch.base.diagnostics import RulesetError
from stammtisch.reading.load import load_text
from stammtisch.reading.nodes import Scalar

FENCE = re.compile(
    r"(?:<!-- (?P<kind>[a-z ]+): (?P<mark>[^\n]+?) -->\n\n?)?^```(?P<language>yaml|csv)\n(?P<text>.*?)^```$",
    re.M | re.S,
)
# a block with one of these marks is a whole file, if it has `format: 1`
WHOLE = (None, "file", "game")
SHOWN = '\n\n<p class="open-in-studio"><a href="{}">Open this game in the studio</a></p>\n'


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """The text of a page with its links, for MkDocs."""
    del files
    up = "../" * (page.url.rstrip("/").count("/") + 1 if page.url.strip("/") else 0)
    return with_links(markdown, f"{up}{config.extra['studio']}")


def with_links(markdown: str, studio: str) -> str:
    """A page with a link below each whole game; studio: where the studio is, seen from the page."""
    parts, at = [], 0
    for end, title, inside in games(markdown):
        parts += [markdown[at:end], SHOWN.format(f"{studio}#{fragment(title, inside)}")]
        at = end
    return "".join([*parts, markdown[at:]])


def games(markdown: str) -> Iterator[tuple[int, str, dict[str, str]]]:
    """The whole games on a page: where the block of each ends, its title, its files with the sheets before it."""
    sheets: dict[PurePosixPath, str] = {}
    for match in FENCE.finditer(markdown):
        place = PurePosixPath(match["mark"] or "ruleset.yaml")
        if match["language"] == "csv":
            sheets[place] = match["text"]
        elif match["kind"] in WHOLE and (title := _title(match["text"])):
            beside = {path.name: text for path, text in sheets.items() if path.parent == place.parent}
            yield match.end(), title, {"ruleset.yaml": match["text"], **beside}


def _title(text: str) -> str:
    """What a whole game is called; "" for a part of one, and for what is none."""
    try:
        root = load_text(text, "a block")
    except RulesetError:
        return ""
    title, base = root.get("game"), root.get("extends")
    # what goes with files of the reader's own is none by itself
    is_part = "after" in root.entries or (isinstance(base, Scalar) and base.text.endswith(".yaml"))
    is_whole = "format" in root.entries and not is_part
    return title.text if is_whole and isinstance(title, Scalar) else ""


def fragment(title: str, inside: Mapping[str, str]) -> str:
    """What stands behind # in a link that opens files as a game; equal files give equal links."""
    name = re.sub(r"[^\w]+", "-", title.lower()).strip("-")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, text in inside.items():
            archive.writestr(zipfile.ZipInfo(f"{name}/{file}", (2000, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    return f"game={quote(name)}&amp;zip={urlsafe_b64encode(made.getvalue()).decode().rstrip('=')}"
