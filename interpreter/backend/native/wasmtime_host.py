"""Run native modules by wasmtime."""

from __future__ import annotations

import atexit
import weakref
from functools import cache
from typing import Any

import wasmtime

from .running_module import NoRoom, Trap


@cache
def engine() -> wasmtime.Engine:
    """The wasmtime engine that compiles modules, shared by all."""
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    made = wasmtime.Engine(config)
    atexit.register(made.close)  # at Python's exit its library is gone
    return made


def assemble(text: str) -> bytes:
    """The binary of a module's text."""
    return bytes(wasmtime.wat2wasm(text))


class WasmtimeModule:
    """A module of a text, run by wasmtime; see `RunningModule`."""

    def __init__(self, text: str) -> None:
        self.store = wasmtime.Store(engine())
        weakref.finalize(self, self.store.close)  # also at Python's exit, as the engine
        try:
            module = wasmtime.Module(engine(), assemble(text))
            exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        except wasmtime.WasmtimeError as error:
            raise NoRoom(str(error)) from None
        self.exports: dict[str, Any] = dict(exports.items())
        self.memory = self.exports["memory"]

    def call(self, name: str, *arguments: float) -> Any:
        try:
            return self.exports[name](self.store, *arguments)
        except wasmtime.Trap as trap:
            raise Trap(str(trap), trap.trap_code == wasmtime.TrapCode.STACK_OVERFLOW) from None

    def value(self, name: str) -> int:
        found: int = self.exports[name].value(self.store)
        return found

    def set_value(self, name: str, value: float) -> None:
        self.exports[name].set_value(self.store, value)

    def read(self, start: int, end: int) -> bytearray:
        found: bytearray = self.memory.read(self.store, start, end)
        return found

    def write(self, data: bytes, start: int) -> None:
        self.memory.write(self.store, data, start)

    def size(self) -> int:
        found: int = self.memory.data_len(self.store)
        return found

    def grow(self, pages: int) -> None:
        try:
            self.memory.grow(self.store, pages)
        except (wasmtime.WasmtimeError, OverflowError) as error:
            raise NoRoom(str(error)) from None
