"""Who connects and says nothing is dropped, and others do not notice."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

import httpx2 as httpx
import pytest
import uvicorn
from helpers.browsers import begun

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
