"""A server of our own that hears what the program sends out."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class Listener:
    """Hears every message posted to it: path, headers (small letters) and body, in order.

    It answers with `status`, and sends on to its own `/inside` if that is 307 or a path has the word "moved".
    """

    def __init__(self, status: int) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.status = status
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                listener.heard.append((self.path, headers, body))
                self.send_response(307 if "moved" in self.path else listener.status)
                self.send_header("location", f"{listener.address}/inside")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Hear no more."""
        self.server.shutdown()
        self.server.server_close()
