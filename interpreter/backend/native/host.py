"""What runs native modules: wasmtime, or the browser that Python itself runs in. A module imports nothing."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from .running_module import RunningModule

IN_BROWSER = sys.platform == "emscripten"


def available() -> bool:
    """Whether modules can be run here; checked without importing wasmtime."""
    if IN_BROWSER:
        from .browser_host import missing_feature

        return not missing_feature()
    return find_spec("wasmtime") is not None


def open_module(text: str) -> RunningModule:
    """Compile the text of a module and start it. Raises NoRoom; ImportError where the host itself is broken."""
    if IN_BROWSER:
        from .browser_host import BrowserModule

        return BrowserModule(text)
    from .wasmtime_host import WasmtimeModule

    return WasmtimeModule(text)
