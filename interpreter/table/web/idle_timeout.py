"""Idle timeout: close connections without a complete request, to make room for others."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

SECONDS = 15.0


class IdleTimeoutProtocol(H11Protocol):
    """HTTP on one connection, closed if no request is under way and none has come for a while."""

    last: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(SECONDS, self._close_if_idle)

    def _close_if_idle(self) -> None:
        """Close the connection if nothing has come since the last check."""
        # one that has become a connection of an open page, or has gone, is no business of this one
        if self not in self.connections or self.transport.is_closing():
            return
        busy = self.cycle is not None and not self.cycle.response_complete
        if not busy and self.cycle is self.last:
            self.transport.close()
            return
        self.last = self.cycle
        self.loop.call_later(SECONDS, self._close_if_idle)
