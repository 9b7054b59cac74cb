"""Run native modules by the WebAssembly of the browser that Python itself runs in (Pyodide).

A browser has no assembler for the text of modules: `PREPARED` has them as they were assembled elsewhere, or
`ASSEMBLERS` has one that came with the page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from .running_module import NoRoom, Trap

# modules by `module_key` of their texts
PREPARED: dict[str, bytes] = {}
# at most one: from the text of a module to its binary
ASSEMBLERS: list[Callable[[str], bytes]] = []
# what every module needs of a browser, each as a module that has it
FEATURES = {
    "tail calls": "0061736d01000000010401600000030201000a0601040012000b",
    "SIMD": "0061736d01000000010401600000030201000a19011700fd0c00000000000000000000000000000000fd621a0b",
}
TYPES, FUNCTIONS, EXPORTS = 1, 3, 7
FUNCTION, I64 = 0, 0x7E


def module_key(text: str) -> str:
    """The key of a module's text."""
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def missing_feature() -> str:
    """What this browser lacks to run modules, "" for nothing."""
    import js

    lacks = (name for name, code in FEATURES.items() if not js.WebAssembly.validate(_as_array(bytes.fromhex(code))))
    return next(lacks, "")


class BrowserModule:
    """A module of a text, run by the browser; see `RunningModule`. Raises NoRoom if it was not prepared."""

    def __init__(self, text: str) -> None:
        import js
        from pyodide.ffi import JsException

        key = module_key(text)
        if key not in PREPARED and not ASSEMBLERS:
            raise NoRoom("no module was prepared for this kind of play")
        binary = PREPARED.get(key) or ASSEMBLERS[0](text)
        try:
            module = js.WebAssembly.Module.new(_as_array(binary))
            self.exports: Any = js.WebAssembly.Instance.new(module, js.Object.new()).exports
        except JsException as error:
            # a module that the browser does not understand is no matter of room
            if error.name != "RangeError":
                raise
            raise NoRoom(str(error)) from None
        self.memory: Any = self.exports.memory
        self.functions = {name: (getattr(self.exports, name), wide) for name, wide in wide_parameters(binary).items()}

    def call(self, name: str, *arguments: float) -> Any:
        from pyodide.ffi import JsBigInt, JsException

        function, wide = self.functions[name]
        sent = [JsBigInt(a) if long else a for a, long in zip(arguments, wide, strict=True)]
        try:
            return function(*sent)
        except RecursionError as error:
            raise Trap(str(error), True) from None
        except JsException as error:
            # all else, such as a number of the wrong type, is no trap but a mistake
            if error.name not in ("RuntimeError", "RangeError"):
                raise
            raise Trap(str(error), error.name == "RangeError") from None

    def value(self, name: str) -> int:
        found: int = getattr(self.exports, name).value
        return found

    def set_value(self, name: str, value: float) -> None:
        getattr(self.exports, name).value = value

    def read(self, start: int, end: int) -> bytes:
        import js

        found: bytes = js.Uint8Array.new(self.memory.buffer, start, end - start).to_bytes()
        return found

    def write(self, data: bytes, start: int) -> None:
        import js

        js.Uint8Array.new(self.memory.buffer, start, len(data)).assign(data)

    def size(self) -> int:
        found: int = self.memory.buffer.byteLength
        return found

    def grow(self, pages: int) -> None:
        from pyodide.ffi import JsException

        try:
            self.memory.grow(pages)
        except JsException as error:
            raise NoRoom(str(error)) from None


def _as_array(data: bytes) -> Any:
    """Bytes as an array of JavaScript."""
    from pyodide.ffi import to_js

    return to_js(data)


def wide_parameters(binary: bytes) -> dict[str, list[bool]]:
    """For each exported function of a module without imports, which of its parameters have 64 bits.

    JavaScript takes these as BigInt, and all others as numbers.
    """
    parts = dict(_sections(binary))
    types = [[kind == I64 for kind in kinds] for kinds in _types(_Reader(parts[TYPES]))]
    reader = _Reader(parts[FUNCTIONS])
    of_function = [types[reader.number()] for _ in range(reader.number())]
    reader = _Reader(parts[EXPORTS])
    found = {}
    for _ in range(reader.number()):
        name = reader.take(reader.number()).decode()
        kind, index = reader.take(1)[0], reader.number()
        if kind == FUNCTION:
            found[name] = of_function[index]
    return found


def _sections(binary: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections of a module, by their numbers."""
    reader = _Reader(binary, 8)
    while reader.at < len(binary):
        kind = reader.take(1)[0]
        yield kind, reader.take(reader.number())


def _types(reader: _Reader) -> Iterator[bytes]:
    """The types of the parameters of each type of function."""
    for _ in range(reader.number()):
        reader.take(1)
        yield reader.take(reader.number())
        reader.take(reader.number())


class _Reader:
    """Reads the binary format of WebAssembly."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def take(self, size: int) -> bytes:
        """The next bytes."""
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self) -> int:
        """The next number without a sign (LEB128)."""
        found = shift = 0
        while True:
            byte = self.take(1)[0]
            found |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return found
