"""A chat hears whose turn it is: only where the server allows it, on the internet by https, and without a secret."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.browsers import begun, client_of
from helpers.listener import Listener

from stammtisch.table.pages.links import table_path
from stammtisch.table.play.outgoing import post_json, public_address
from stammtisch.table.play.table import Refused, Table
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.watches import push
from stammtisch.table.watches.webhooks import HookWatch, allow_webhooks, set_webhook


class Chat(Listener):
    """A chat on this machine."""

    def __init__(self) -> None:
        super().__init__(204)

    def read(self) -> list[tuple[str, dict[str, str]]]:
        """What it has heard: where, and what."""
        return [(path, json.loads(body)) for path, _, body in self.heard]


@pytest.fixture
def chat() -> Iterator[Chat]:
    found = Chat()
    yield found
    found.close()


@pytest.fixture
def tables(tmp_path: Path):
    found = open_tables(tmp_path)
    allow_webhooks(found, lambda _: "127.0.0.1")
    yield found
    found.store.close()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which tests move; what is sent later is sent at once."""
    found = [time.monotonic()]
    monkeypatch.setattr("stammtisch.table.watches.webhooks.time.monotonic", lambda: found[0])
    monkeypatch.setattr("stammtisch.table.watches.webhooks.call_later", lambda _, do, *arguments: do(*arguments))
    return found


def with_chat(tables: Tables, chat: Chat, name: str, players: int) -> Table:
    table = begun(tables, name, players, ["human"] * players)
    set_webhook(tables, table, f"{chat.address}/room?key=k", "en")
    assert tables.store.read_table(table.id).host_settings.hook == f"{chat.address}/room?key=k"
    return table


def wait(watch: HookWatch, now: list[float]) -> None:
    watch.look()
    now[0] += push.PATIENCE
    watch.look()
    watch.look()


def test_a_chat_hears_once_who_has_to_choose_and_nothing_else(tables: Tables, chat: Chat, now: list[float]) -> None:
    watch = HookWatch(tables)
    table = with_chat(tables, chat, "tictactoe", 2)
    asked = table.state.decision.seat
    table.seats[asked] = replace(table.seats[asked], name="<!all> @Anna")
    wait(watch, now)
    assert chat.read() == [("/room?key=k", {"text": "Tic-tac-toe: !all Anna to choose"})]
    table.state.choose(0)
    table.seats[1 - asked] = replace(table.seats[1 - asked], kind="random")
    wait(watch, now)
    assert len(chat.heard) == 1
    # what was asked before the server was started again has been told
    wait(HookWatch(tables), now)
    assert len(chat.heard) == 1


def test_a_chat_does_not_hear_who_of_several_has_chosen(tables: Tables, chat: Chat, now: list[float]) -> None:
    watch = HookWatch(tables)
    table = with_chat(tables, chat, "goofspiel", 2)
    wait(watch, now)
    (first,) = chat.read()
    assert first[1]["text"].count("player") == 2
    table.state.choose(0, table.state.sites()[0][0])
    wait(watch, now)
    assert chat.read() == [first]


def test_only_the_host_sets_it_where_the_server_allows_it(tmp_path: Path, chat: Chat) -> None:
    tables = open_tables(tmp_path)
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    client, host = client_of(tables), table_path(table, "host")
    sent = {"seat": 0, "do": "hook", "hook": "https://1.1.1.1/hook"}
    assert 'name="hook"' not in client.get(host).text and client.post(host, data=sent).status_code == 409
    allow_webhooks(tables)
    assert client.post(host, data=sent).status_code == 303 and "https://1.1.1.1/hook" in client.get(host).text
    assert "1.1.1.1" not in client.get(f"/table/{table.id}/1/{table.seats[0].token}").text
    for address in ("http://1.1.1.1/", chat.address, "https://10.0.0.1/", "https://" + "x" * 700, "https://[::1]/"):
        assert client.post(host, data=sent | {"hook": address}).status_code == 409
        with pytest.raises(Refused):
            set_webhook(tables, table, address, "en")
    assert table.host_settings.hook == "https://1.1.1.1/hook"
    assert client.post(host, data=sent | {"hook": ""}).status_code == 303 and not table.host_settings.hook
    tables.store.close()


def test_no_redirect_is_followed_and_nothing_is_sent_into_a_private_network(chat: Chat) -> None:
    assert not post_json(f"{chat.address}/moved", {}, lambda _: "127.0.0.1")
    assert [path for path, _ in chat.read()] == ["/moved"]
    assert not post_json(f"{chat.address}/x", {}) and len(chat.heard) == 1
    wrong = ("https://user@1.1.1.1/", "https://1.1.1.1:8443/", "https:///x", "https://1.1.1.1:x/", "https://localhost/")
    assert [public_address(address) for address in wrong] == [""] * len(wrong)
    assert public_address("https://1.1.1.1/x") == "1.1.1.1"
    with pytest.raises(OSError):
        post_json("http://127.0.0.1:9/x", {}, lambda _: "127.0.0.1")
