"""The server as a process: an address to listen at, and the links that are told when it does."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from ..base.errors import UsageError
from .server import application
from .tables import Table, Tables

MOST_CONNECTIONS = 1000
MOST_HEADER = 16_384
SECONDS_BETWEEN = 30


def listening(host: str, port: int) -> socket.socket:
    """A socket at this address. Raises UsageError where that cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # with its protocol, else asyncio does not know it for TCP and answers wait 40 ms for more to be sent with them
        found = socket.socket(family, kind, protocol)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(address)
            found.listen(256)
        except OSError:
            found.close()
            raise
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise UsageError(f"cannot listen at {host}, port {port}: {why}; choose another --port or --host") from None
    return found


def address(host: str, port: int) -> str:
    """How links begin: http://127.0.0.1:8017. Where the server listens at all addresses, with that of this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def links(table: Table) -> list[tuple[int, str]]:
    """The path of each seat's page, by seat; -1 is the host's."""
    seats = [(number, f"/table/{table.id}/{number + 1}/{seat.token}") for number, seat in enumerate(table.seats)]
    return [*seats, (-1, f"/table/{table.id}/host/{table.host}")]


def serve(tables: Tables, host: str, open_at: socket.socket, begun: Callable[[], None]) -> None:
    """Serves until it is told to end. `begun` is called when the first request can be answered."""
    for table in [*tables.tables.values()]:
        tables.go_on(table)
    config = uvicorn.Config(
        application(tables, host),
        access_log=False,
        log_level="critical",
        server_header=False,
        date_header=True,
        lifespan="off",
        ws="none",
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        h11_max_incomplete_event_size=MOST_HEADER,
        timeout_keep_alive=SECONDS_BETWEEN,
        timeout_graceful_shutdown=2,
    )
    begun()
    uvicorn.Server(config).run(sockets=[open_at])
