"""Requests that the server makes itself: by https to the internet alone, at the address that was looked at."""

from __future__ import annotations

import ipaddress
import json
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

if TYPE_CHECKING:
    from http.client import HTTPConnection

TIMEOUT = 10.0
HTTPS = 443


def public_address(endpoint: str) -> str:
    """The internet address behind an https address; "" for any other, or if it leads into a private network."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme != "https" or not parts.hostname or parts.username or port not in (None, HTTPS):
        return ""
    try:
        found = socket.getaddrinfo(parts.hostname, HTTPS, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ""
    addresses = [str(address[4][0]).partition("%")[0] for address in found]
    return addresses[0] if all(ipaddress.ip_address(address).is_global for address in addresses) else ""


def is_public(endpoint: str) -> bool:
    """Whether an address is a service on the internet by https: else a message could reach into a private network."""
    return bool(public_address(endpoint))


def post_json(endpoint: str, content: dict[str, Any], find_address: Callable[[str], str] = public_address) -> bool:
    """Post JSON to an address; return whether it was accepted. No redirect is followed.

    find_address: where a connection is made, "" if nowhere, so that the name cannot mean something else meanwhile.
    Raises OSError where it cannot be sent.
    """
    from http.client import HTTPException

    address = find_address(endpoint)
    if not address:
        return False
    parts = urlsplit(endpoint)
    connection = _connect(parts, address)
    try:
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        connection.request("POST", path, json.dumps(content).encode(), {"content-type": "application/json"})
        return 200 <= connection.getresponse().status < 300
    except HTTPException as error:
        raise OSError(str(error)) from None
    finally:
        connection.close()


def _connect(parts: SplitResult, address: str) -> HTTPConnection:
    """An open connection to this address, encrypted for the host's name unless the scheme is http."""
    import ssl
    from http.client import HTTPConnection, HTTPSConnection

    secure, host = parts.scheme == "https", str(parts.hostname)
    found = socket.create_connection((address, parts.port or (HTTPS if secure else 80)), TIMEOUT)
    try:
        if secure:
            found = ssl.create_default_context().wrap_socket(found, server_hostname=host)
    except BaseException:
        found.close()
        raise
    connection = (HTTPSConnection if secure else HTTPConnection)(host, parts.port, timeout=TIMEOUT)
    connection.sock = found
    return connection
