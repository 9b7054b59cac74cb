"""Libraries that only some uses need: imported where they are used, with a clear message where they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .errors import UsageError


def extra(module: str, packages: str) -> Any:
    """The module, which comes with these packages. Raises UsageError where it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise UsageError(f"this needs {package}, which is not installed: pip install {packages}") from None
