"""What a State answers of seats and by name: worked out in rooms above this one, and provided from there."""

from __future__ import annotations

# `typing` takes a while to load, and the whole package loads this
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class SeatAccess(Protocol):
        """What `State.view`, `seen` and `seen_by` give."""

        def view(self, state: Any, seat: int) -> dict[str, Any]: ...
        def seen(self, state: Any, seat: int, since: int) -> list[dict[str, Any]]: ...
        def by_name(self, state: Any, seat: int | None) -> Any: ...


_providers: list[Callable[[], SeatAccess]] = []


def provide_seat_access(provider: Callable[[], SeatAccess]) -> None:
    """Say where the answers come from; nothing is loaded before a State is asked."""
    _providers[:] = [provider]


def seat_access() -> SeatAccess:
    """Return what answers for seats."""
    return _providers[0]()
