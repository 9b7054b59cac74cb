"""The icons of tabs and of installed tables, under names that change with their content."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

ICONS = Path(__file__).parent / "static" / "icons"
SIZES = (192, 512)


def name_file(name: str, kind: str, content: bytes) -> tuple[str, bytes]:
    """A file's name with a digest of its content, and the content."""
    return f"{name}-{hashlib.sha256(content).hexdigest()[:12]}.{kind}", content


@cache
def icons() -> dict[str, tuple[str, bytes]]:
    """The icons by what they are: `icon`, `turn` (it is my turn), and the sizes as `192`; each its name and content."""
    found = {word: name_file(word, "svg", (ICONS / f"{word}.svg").read_bytes()) for word in ("icon", "turn")}
    return found | {str(size): name_file("icon", "png", (ICONS / f"icon-{size}.png").read_bytes()) for size in SIZES}


def icon_names() -> dict[str, str]:
    """The names of the icons."""
    return {what: name for what, (name, _) in icons().items()}
