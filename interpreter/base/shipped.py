"""Where the files that come with Stammtisch lie."""

from __future__ import annotations

from pathlib import Path


def shipped(folder: str) -> Path:
    """The folder `rulesets` or `schemas`: inside an installed package, beside `interpreter/` in a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder
