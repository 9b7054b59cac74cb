"""Who connects and says nothing is dropped, and others do not notice."""

from __future__ import annotations

import asyncio
import inspect
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import httpx2 as httpx
import pytest
import uvicorn
from helpers.browsers import begun
from helpers.tiers import full
from uvicorn.protocols.http.h11_impl import RequestResponseCycle
from uvicorn.server import ServerState

from stammtisch.table.play.tables import open_tables
from stammtisch.table.web import idle_timeout, process
from stammtisch.table.web.server import application


def closed(connection: socket.socket) -> bool:
    """Whether the other side closes within a while."""
    connection.settimeout(5)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False


def test_what_is_used_of_uvicorn_is_still_there() -> None:
    """The protocol is no public part of uvicorn: this fails where a newer one has other names for what is used."""
    later: list[Callable[[], None]] = []
    loop = SimpleNamespace(call_later=lambda seconds, do: later.append(do))
    config = uvicorn.Config(lambda: None, ws="none", lifespan="off")
    made = [idle_timeout.IdleTimeoutProtocol(config, ServerState(), {}, _loop=loop) for _ in range(3)]  # type: ignore[arg-type]
    transports = [mock.Mock(spec=asyncio.Transport, **{"is_closing.return_value": False}) for _ in made]
    for protocol, transport in zip(made, transports, strict=True):
        transport.get_extra_info.return_value = None
        protocol.connection_made(transport)
    idle, busy, gone = made
    busy.cycle = mock.Mock(spec=["response_complete"], response_complete=False)
    gone.connections.discard(gone)
    for look in later[:3]:
        look()
    assert [transport.close.called for transport in transports] == [True, False, False]
    assert len(later) == 4 and idle.cycle is None and "response_complete" in vars(cycle_of(config))


def cycle_of(config: uvicorn.Config) -> RequestResponseCycle:
    """A request of uvicorn's own, as its protocol makes them."""
    names = inspect.signature(RequestResponseCycle).parameters
    return RequestResponseCycle(**{name: mock.MagicMock() for name in names})


@full
def test_silent_connections_are_closed_and_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_timeout, "SECONDS", 0.4)
    servers: list[uvicorn.Server] = []
    make = uvicorn.Server

    def server(config: uvicorn.Config) -> uvicorn.Server:
        servers.append(make(config))
        return servers[0]

    monkeypatch.setattr(uvicorn, "Server", server)
    tables = open_tables(tmp_path)
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    with process.listen("127.0.0.1", 0) as found:
        thread = threading.Thread(target=process.serve, args=(tables, application(tables), found, lambda: None))
        thread.start()
        address = found.getsockname()
        link = f"/table/{table.id}/watch/{table.watch}"
        try:
            quiet, half, after = (socket.create_connection(address) for _ in range(3))
            half.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")
            after.sendall(f"GET {link} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            with httpx.Client(base_url=f"http://127.0.0.1:{address[1]}") as client:
                for _ in range(8):
                    assert client.get(link).status_code == 200
                    time.sleep(0.1)
            assert after.recv(15) == b"HTTP/1.1 200 OK"
            while after.recv(65536):
                pass
            assert closed(quiet) and closed(half)
        finally:
            servers[0].should_exit = True
            thread.join(10)
    tables.store.close()
