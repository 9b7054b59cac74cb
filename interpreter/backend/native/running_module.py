"""A native module while it runs, whatever runs it (host.py)."""

from __future__ import annotations

from typing import Any, Protocol

DECISIONS_AT_ONCE = 200_000  # in one call, so that Ctrl-C answers at once


class Trap(Exception):
    """A module has stopped in the middle of a call. deep: because calls within it went too deep."""

    def __init__(self, message: str, deep: bool = False) -> None:
        super().__init__(message)
        self.deep = deep


class NoRoom(Exception):
    """A module is too large for its host, or there is no memory for it."""


class RunningModule(Protocol):
    """A running module, with its own memory of pages of 64 KiB."""

    def call(self, name: str, *arguments: float) -> Any:
        """Call an exported function and return its result; numbers of 64 bits are signed. Raises Trap."""

    def value(self, name: str) -> int:
        """An exported global number."""

    def set_value(self, name: str, value: float) -> None:
        """Set an exported global number."""

    def read(self, start: int, end: int) -> bytes | bytearray:
        """The bytes of memory from one address up to another."""

    def write(self, data: bytes, start: int) -> None:
        """Write bytes to memory."""

    def size(self) -> int:
        """The size of the memory in bytes."""

    def grow(self, pages: int) -> None:
        """Make the memory larger by so many pages. Raises NoRoom."""


def to_signed(number: int) -> int:
    """The lower 64 bits as a signed number."""
    return ((number & 0xFFFFFFFFFFFFFFFF) ^ 1 << 63) - (1 << 63)


def key_of(random: int) -> int:
    """The key of a random stream, as a signed number of 64 bits."""
    return to_signed(random ^ random >> 64)
