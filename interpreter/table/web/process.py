"""The server process: sockets, signals, limits, and the start of uvicorn."""

from __future__ import annotations

import gc
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from ...base.errors import UsageError
from ..play.tables import Tables
from ..play.votes import resume
from ..watches.clock_watch import ClockWatch
from ..watches.push import PushWatch
from ..watches.webhooks import HookWatch
from .idle_timeout import IdleTimeoutProtocol

# Windows has no SIGHUP
ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
MOST_CONNECTIONS = 8000
# files and connections that the program has open besides
MOST_OTHERS = 100
MOST_HEADER = 16_384
SECONDS_BETWEEN = 30
SECONDS_BETWEEN_SEARCHES = 300.0
# pages send nothing over their connections
MOST_SAID = 64


def listen(host: str, port: int) -> socket.socket:
    """Open a socket at this address. Raises UsageError if that fails."""
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


def own_address() -> str:
    """This machine's address in its network. Raises UsageError if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # nothing is sent: the system only says from which of its addresses it would be
            asking.connect(("192.0.2.1", 9))
            found: str = asking.getsockname()[0]
        except OSError:
            found = "127.0.0.1"
    if found.startswith("127."):
        raise UsageError("this machine has no network address: connect it, or name one with --host ADDRESS")
    return found


def most_connections() -> int:
    """The number of connections possible, after raising the system's limit."""
    try:
        import resource
    except ImportError:
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + MOST_OTHERS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, soft - MOST_OTHERS)
    return MOST_CONNECTIONS


def collect_seldom(seconds: float = SECONDS_BETWEEN_SEARCHES) -> None:
    """Let Python's garbage collector search everything only once in so many seconds from now on.

    It stops everything for that, the longer the more tables there are; by itself it does so every few seconds. Only
    what is quite new is searched now and then: with 300 tables a search of what is somewhat older took 0.3 seconds.
    """
    gc.freeze()
    gc.set_threshold(20_000, 1 << 30, 1 << 30)

    def search() -> None:
        while True:
            time.sleep(seconds)
            gc.collect()

    threading.Thread(target=search, daemon=True).start()


@contextmanager
def _ending_by_signal(server: uvicorn.Server) -> Iterator[None]:
    """End the server regularly on Ctrl-C, a closed terminal or a shutdown."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDING}

    def end(number: int, _: FrameType | None) -> None:
        server.should_exit = True

    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve(tables: Tables, app: ASGIApp, open_at: socket.socket, begun: Callable[[], None]) -> None:
    """Serve until a signal. `begun` is called when the first request can be answered."""
    for table in [*tables.tables.values()]:
        resume(tables, table)
    config = uvicorn.Config(
        app,
        access_log=False,
        log_level="critical",
        server_header=False,
        date_header=True,
        lifespan="off",
        http=IdleTimeoutProtocol,
        ws="websockets-sansio",
        ws_max_size=MOST_SAID,
        ws_ping_interval=SECONDS_BETWEEN,
        ws_ping_timeout=SECONDS_BETWEEN,
        ws_per_message_deflate=False,
        proxy_headers=False,
        limit_concurrency=most_connections(),
        h11_max_incomplete_event_size=MOST_HEADER,
        timeout_keep_alive=SECONDS_BETWEEN,
        timeout_graceful_shutdown=2,
    )
    collect_seldom()
    # pages are made in this thread: what answers beside it would wait five times as long at each step
    sys.setswitchinterval(0.001)
    server = uvicorn.Server(config)
    with _ending_by_signal(server), ClockWatch(tables), PushWatch(tables), HookWatch(tables):
        begun()
        server.run(sockets=[open_at])
