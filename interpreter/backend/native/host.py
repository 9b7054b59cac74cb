"""What runs native modules: wasmtime, or the browser that Python itself runs in. A module imports nothing."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from .running_module import RunningModule

IN_BROWSER = sys.platform == "emscripten"


def available() -> bool:
    """Whether modules can be run here."""
    return not what_is_missing()


def what_is_missing() -> str:
    """What is missing here to run modules, as a sentence without its end, "" for nothing; wasmtime is not imported."""
    if IN_BROWSER:
        from .browser_host import missing_feature

        feature = missing_feature()
        return f"This browser's WebAssembly lacks {feature}" if feature else ""
    return "" if find_spec("wasmtime") else "wasmtime is not installed"


def open_module(text: str) -> RunningModule:
    """Compile the text of a module and start it. Raises NoRoom; ImportError where the host itself is broken."""
    if IN_BROWSER:
        from .browser_host import BrowserModule

        return BrowserModule(text)
    from .wasmtime_host import WasmtimeModule

    return WasmtimeModule(text)
