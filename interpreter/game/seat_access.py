"""The hook for State's answers about seats and names, which rooms above this one provide."""

from __future__ import annotations

# `typing` takes a while to load, and the whole package loads this
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class SeatAccess(Protocol):
        """The functions behind `State.view`, `seen` and `seen_by`."""

        def view(self, state: Any, seat: int) -> dict[str, Any]: ...
        def seen(self, state: Any, seat: int, since: int) -> list[dict[str, Any]]: ...
        def by_name(self, state: Any, seat: int | None) -> Any: ...


_providers: list[Callable[[], SeatAccess]] = []


def provide_seat_access(provider: Callable[[], SeatAccess]) -> None:
    """Set the provider of the answers; nothing is loaded before a State is asked."""
    _providers[:] = [provider]


def seat_access() -> SeatAccess:
    """Return the functions that answer for seats."""
    return _providers[0]()
