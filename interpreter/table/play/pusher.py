"""Sends messages to browsers whose page is closed (Web Push, RFC 8030, 8291 and 8292).

Only where the server has https and the extra `push` is installed. A message is encrypted for the browser, so that the
service that passes it on cannot read it.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..storage.permissions import create_private
from ..storage.store import FILE
from ..storage.table_record import Subscription
from .outgoing import TIMEOUT, is_public

KEY_FILE = f"{FILE}.push.pem"
# how long a service may keep a message for a browser that is off
SECONDS_TO_LIVE = 86_400


def is_installed() -> bool:
    """Whether the extra `push` is installed."""
    return find_spec("pywebpush") is not None


class Pusher:
    """Sends messages in the name of one server. contact: its address, which a service may look up.

    is_allowed: which addresses messages are sent to. Raises OSError if its key cannot be kept in the folder.
    """

    def __init__(self, folder: Path, contact: str, is_allowed: Callable[[str], bool] = is_public) -> None:
        from py_vapid import Vapid02

        path = folder / KEY_FILE
        self.contact, self.is_allowed, self.vapid = contact, is_allowed, Vapid02()
        if path.exists() and path.stat().st_size:
            self.vapid = Vapid02.from_pem(path.read_bytes())
        else:
            self.vapid.generate_keys()
            create_private(path)
            path.write_bytes(self.vapid.private_pem())

    @property
    def public_key(self) -> str:
        """The key by which browsers know this server."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self.vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def send(self, to: Subscription, content: dict[str, Any]) -> bool:
        """Send a message; return False if the browser does not want any more. Raises OSError where that fails."""
        import requests
        from pywebpush import WebPushException, webpush

        if not self.is_allowed(to.endpoint):
            return False
        keys = {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}}
        with requests.Session() as session:
            session.max_redirects = 0
            session.trust_env = False
            try:
                webpush(
                    keys,
                    json.dumps(content),
                    vapid_private_key=self.vapid,
                    vapid_claims={"sub": self.contact},
                    timeout=TIMEOUT,
                    ttl=SECONDS_TO_LIVE,
                    requests_session=session,
                )
            except WebPushException as error:
                if error.response is not None and error.response.status_code in (404, 410):
                    return False
                raise OSError(str(error)) from None
            except ValueError:
                return False
        return True


def make_pusher(folder: Path, public: str) -> Pusher | None:
    """What sends messages for a server with https, None where there is none or the extra is not installed."""
    return Pusher(folder, public) if public.startswith("https://") and is_installed() else None
