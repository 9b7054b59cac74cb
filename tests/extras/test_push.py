"""Messages about turns, sent to an endpoint of our own: encrypted, without a secret, only to the internet otherwise."""

from __future__ import annotations

import base64
import json
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from helpers.browsers import begun, client_of, seated
from helpers.listener import Listener

from stammtisch.table.play.outgoing import is_public
from stammtisch.table.play.pusher import KEY_FILE, Pusher, make_pusher
from stammtisch.table.play.table import Refused, Table
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.storage.table_record import Subscription
from stammtisch.table.watches import push
from stammtisch.table.watches.push import PushWatch, subscribe


def words(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Service(Listener):
    """A service that passes messages on to one browser, here to itself."""

    def __init__(self) -> None:
        super().__init__(201)
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"

    def keys(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.address}/one", "p256dh": words(point), "auth": words(self.auth)}

    def read(self) -> dict[str, Any]:
        """The last message, as the browser reads it."""
        text = http_ece.decrypt(self.heard[-1][2], private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        found: dict[str, Any] = json.loads(text)
        return found


@pytest.fixture
def service() -> Iterator[Service]:
    found = Service()
    yield found
    found.close()


@pytest.fixture
def tables(tmp_path: Path):
    found = open_tables(tmp_path)
    found.push = Pusher(tmp_path, "https://play.example", lambda _: True)
    yield found
    found.store.close()


def wanted(tables: Tables, service: Service) -> tuple[Table, int]:
    """A table at which the seat that has to choose wants messages."""
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    seat = table.state.decision.seat
    player = seated(tables, table)[seat]
    answer = player.client.post(
        f"{player.link}/do", data={"do": "push"} | service.keys(), headers={"hx-request": "true"}
    )
    assert answer.status_code == 204
    return table, seat


def wait_for_turn(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> PushWatch:
    watch = PushWatch(tables)
    watch.asked.clear()
    watch.look()
    later = time.monotonic() + push.PATIENCE
    monkeypatch.setattr(time, "monotonic", lambda: later)
    watch.look()
    return watch


def test_whoever_is_asked_for_a_while_gets_one_encrypted_message_without_a_secret(
    tables: Tables, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat = wanted(tables, service)
    # who was asked before the server was started again is not told once more
    again = PushWatch(tables)
    watch = wait_for_turn(tables, monkeypatch)
    for each in (watch, again):
        each.look()
    assert len(service.heard) == 1
    _, heads, body = service.heard[0]
    assert service.read() == {"title": "Your turn at Tic-tac-toe", "table": table.id}
    tokens = [one.token for one in table.seats] + [table.host, table.watch, table.lobby]
    assert b"Tic-tac-toe" not in body and not any(token in str(heads) for token in tokens)
    assert (
        tables.push is not None
        and heads["authorization"].startswith("vapid t=")
        and f"k={tables.push.public_key}" in heads["authorization"]
    )
    assert heads["content-encoding"] == "aes128gcm" and int(heads["ttl"]) > 0


def test_a_message_leads_to_the_seat_by_a_cookie(tables: Tables, service: Service) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    player = seated(tables, table)[0]
    said = player.client.post(f"{player.link}/do", data={"do": "push"} | service.keys()).headers["set-cookie"]
    assert f"Path=/table/{table.id}/back" in said and "HttpOnly" in said and "Secure" in said
    value = re.match(r"([^=]+=[^;]+)", said)
    assert value is not None
    back = client_of(tables).get(f"/table/{table.id}/back", headers={"cookie": value[1]})
    assert back.headers["location"] == player.link
    assert client_of(tables).get(f"/table/{table.id}/back").status_code == 404


def test_a_browser_that_is_gone_is_forgotten_and_no_redirect_is_followed(
    tables: Tables, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = wanted(tables, service)
    assert tables.store.read_table(table.id).subscriptions == table.subscriptions != []
    service.status = 307
    watch = wait_for_turn(tables, monkeypatch)
    assert len(service.heard) == 1 and table.subscriptions
    service.status = 410
    watch.asked = dict.fromkeys(watch.asked, 0.0)
    watch.look()
    assert len(service.heard) == 2 and table.subscriptions == [] == tables.store.read_table(table.id).subscriptions


def test_who_wants_none_any_more_gets_none(tables: Tables, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    table, seat = wanted(tables, service)
    player = seated(tables, table)[seat]
    endpoint = service.keys()["endpoint"]
    assert player.client.post(f"{player.link}/do", data={"do": "push", "endpoint": endpoint}).status_code == 204
    wait_for_turn(tables, monkeypatch)
    assert service.heard == []


def test_nonsense_is_refused_and_few_browsers_are_kept(tables: Tables, service: Service) -> None:
    table, seat = wanted(tables, service)
    right = service.keys()
    for wrong in (
        {"auth": "x"},
        {"p256dh": "%%"},
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": "https://" + "x" * 700},
    ):
        with pytest.raises(Refused):
            subscribe(tables, table, seat, Subscription(seat, **(right | wrong), language="en"))
    for number in range(9):
        one = right | {"endpoint": f"https://push.example/{number}"}
        subscribe(tables, table, seat, Subscription(seat, **one, language="en"))
    assert len(table.subscriptions) == push.MOST_AT_A_SEAT


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1/x", "https://127.0.0.1/x", "https://10.0.0.1/", "https://[::1]/", "https://localhost/x",
     "https://169.254.169.254/latest", "https://user@1.1.1.1/", "https://1.1.1.1:8443/", "https:///x"],
)  # fmt: skip
def test_no_message_is_sent_into_a_private_network(address: str) -> None:
    assert not is_public(address)


def test_the_key_is_kept_for_its_owner_alone_and_only_https_has_messages(tmp_path: Path) -> None:
    tables = open_tables(tmp_path)
    assert make_pusher(tmp_path, "") is make_pusher(tmp_path, "http://play.example") is None
    client = client_of(tables, public="https://play.example")
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    assert tables.push is not None
    assert f'data-key="{tables.push.public_key}"' in client.get(f"/table/{table.id}/1/{table.seats[0].token}").text
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert Pusher(tmp_path, "").public_key == tables.push.public_key
    tables.store.close()
    again = open_tables(tmp_path)
    assert not again.unread
    again.store.close()
