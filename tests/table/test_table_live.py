"""Pages that stay open: each is sent what has changed of it, nothing else, and nothing where nothing has."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from unittest import mock

import pytest
from helpers.browsers import AT_HOME, begun, client_of, seated
from helpers.tiers import full
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.bots.by_name import HUMAN
from stammtisch.editor.new_rules import NewRules
from stammtisch.front.api import load_ruleset
from stammtisch.table.pages.render import seat_pieces
from stammtisch.table.pages.sidebar import sidebar_data
from stammtisch.table.play.rematch import restart
from stammtisch.table.play.seats import rename_seat, renew_link, toggle_designer
from stammtisch.table.play.table import Table, moment
from stammtisch.table.play.tables import Tables
from stammtisch.table.web import live, page_updates

PIECE = re.compile(r'<\w+ id="([\w-]+)" hx-swap-oob="morph"')


def link_of(table: Table, seat: int) -> str:
    return f"/table/{table.id}/{seat + 1}/{table.seats[seat].token}"


@contextmanager
def connected(client: TestClient, link: str, page: str = "", **headers: str) -> Iterator[WebSocketTestSession]:
    """An open page; `page` is what it showed when it was loaded, to which the server then has held it."""
    found, looked, told = re.search(r'ws-connect="([^"]*)"', page), threading.Event(), page_updates.piece_hashes

    def looking(pieces: Mapping[str, str]) -> dict[str, int]:
        looked.set()
        return told(pieces)

    where = found[1] if found else link + "/live"
    with (
        mock.patch.object(page_updates, "piece_hashes", looking),
        client.websocket_connect(where, headers=AT_HOME | headers) as socket,
    ):
        assert not page or looked.wait(10)
        yield socket


def pieces_of(table: Table, seat: int) -> dict[str, str]:
    return seat_pieces(table.state, seat, table.names, table.bots, link_of(table, seat), sidebar_data(table, seat, ""))[
        1
    ]


def pieces_sent(text: str) -> str:
    """The pieces of a message with the picture of the page as it stands, and no other."""
    found = re.fullmatch(
        r'<template data-mark="[0-9.]+" data-hold="[0-9]+"(?: data-way="[^"]*")?>(.*)</template>', text, re.DOTALL
    )
    assert found is not None and "<template" not in found[1]
    return found[1]


def test_an_open_page_is_sent_the_pieces_that_have_changed(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    players, client = seated(tables, table), client_of(tables)
    with client:
        seat = table.state.decision.seat
        other = (seat + 1) % 3
        before, page = pieces_of(table, other), players[other].look()
        assert PIECE.findall(page.text) and all(piece in page.text for piece in before.values())
        with connected(client, link_of(table, other), page.text) as socket:
            players[seat].choose(0, players[seat].look().moment)
            now, sent = pieces_of(table, other), socket.receive_text()
            changed = [name for name in now if now[name] != before[name]]
            assert PIECE.findall(sent) == changed and pieces_sent(sent) == "".join(now[name] for name in changed)
            assert 0 < len(changed) < len(now) and "ask" in changed
        with connected(client, link_of(table, other), page.text) as again:
            assert pieces_sent(again.receive_text()) == "".join(now.values())
    assert not table.listeners


@full
def test_what_is_chosen_in_secret_moves_nothing_on_other_pages(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, [HUMAN] * 4)
    players, client = seated(tables, table), client_of(tables)
    with client:
        pages = [player.look().text for player in players]
        with (
            connected(client, link_of(table, 0), pages[0]) as one,
            connected(client, link_of(table, 3), pages[3]) as own,
        ):
            for _ in range(3):
                assert players[3].choose(0, players[3].look().moment).status == 303
                assert "ask" in PIECE.findall(own.receive_text())
            rename_seat(tables, table, 2, "Clara")
            assert PIECE.findall(one.receive_text()) == ["area-3", "scores", "log"]


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"sec-fetch-site": "cross-site"}]
)
def test_connections_from_elsewhere_are_refused(tables: Tables, headers: dict[str, str]) -> None:
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    with (
        client_of(tables) as client,
        pytest.raises(WebSocketDisconnect),
        connected(client, link_of(table, 0), **headers),
    ):
        pass
    assert not table.listeners


def test_a_link_that_leads_nowhere_is_not_followed_and_one_that_is_taken_back_no_longer(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    link = link_of(table, 0)
    with client_of(tables) as client:
        for wrong in (link[:-1], link.replace("/1/", "/2/"), "/table/x/1/y", link + "/more"):
            with pytest.raises(WebSocketDisconnect), connected(client, wrong):
                pass
        with connected(client, link) as socket:
            assert PIECE.findall(socket.receive_text()) == [*pieces_of(table, 0)]
            renew_link(tables, table, 0)
            with pytest.raises(WebSocketDisconnect) as ended:
                socket.receive_text()
            assert ended.value.code == live.NO_SUCH_LINK


def test_who_speaks_or_comes_too_often_is_cut_off(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.table.web.seat_routes.MOST_AT_A_SEAT", 1)
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    with client_of(tables) as client, connected(client, link_of(table, 0)) as socket:
        with pytest.raises(WebSocketDisconnect), connected(client, link_of(table, 0)):
            pass
        with connected(client, link_of(table, 1)) as other:
            socket.receive_text()
            socket.send_text("option=0")
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()
            other.receive_text()
            rename_seat(tables, table, 2, "Clara")
            assert "Clara" in other.receive_text()
    assert not table.listeners and table.state.decisions == 0


def test_a_page_that_takes_nothing_is_dropped_and_the_others_are_told(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "SECONDS_TO_TAKE", 0.1)
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    send_text = WebSocket.send_text

    async def slow(self: WebSocket, text: str) -> None:
        if self.path_params["who"] == "1":
            await asyncio.sleep(60)
        await send_text(self, text)

    monkeypatch.setattr(WebSocket, "send_text", slow)
    with (
        client_of(tables) as client,
        connected(client, link_of(table, 0)) as stuck,
        connected(client, link_of(table, 1)) as other,
    ):
        other.receive_text()
        rename_seat(tables, table, 2, "Clara")
        assert "Clara" in other.receive_text()
        with pytest.raises(WebSocketDisconnect):
            stuck.receive_text()
        rename_seat(tables, table, 2, "Carla")
        assert "Carla" in other.receive_text() and len(table.listeners) == 1


def test_a_silent_page_is_told_that_the_server_is_there(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SECONDS_OF_SILENCE", 0.05)
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    page = seated(tables, table)[0].look().text
    with client_of(tables) as client, connected(client, link_of(table, 0), page) as socket:
        assert [socket.receive_text(), socket.receive_text()] == ["", ""]


@full
def test_what_is_not_shown_does_not_put_off_what_a_silent_page_is_told(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "SECONDS_OF_SILENCE", 0.5)
    table = begun(tables, "hearts", 4, [HUMAN] * 4)
    page = seated(tables, table)[0].look().text

    def chosen_in_secret() -> None:
        for _ in range(60):
            with table.lock:
                table.notify()
            time.sleep(0.05)

    others = threading.Thread(target=chosen_in_secret)
    with client_of(tables) as client, connected(client, link_of(table, 0), page) as socket:
        others.start()
        assert socket.receive_text() == "" and others.is_alive()
        others.join()


def host_of(table: Table) -> str:
    return f"/table/{table.id}/host/{table.host}"


def test_the_page_of_a_host_is_kept_up_to_date(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    players, client = seated(tables, table), client_of(tables)
    seat = table.state.decision.seat
    with client:
        page = client.get(host_of(table)).text
        with connected(client, host_of(table), page) as socket:
            assert players[seat].look().status == 200
            # what those who watch see cannot be changed any more
            assert PIECE.findall(socket.receive_text()) == ["seats", "hands-form"]
            players[seat].choose(0, players[seat].look().moment)
            sent = PIECE.findall(socket.receive_text())
            assert {"top", "log"} <= {*sent} and "seats" not in sent
            assert client.post(players[0].link + "/do", data={"do": "note", "text": "too long"}).status_code == 303
            assert PIECE.findall(told := socket.receive_text()) == ["notes"] and "too long" in told
        for wrong in (host_of(table)[:-1], f"/table/{table.id}/host/{table.watch}"):
            with pytest.raises(WebSocketDisconnect), connected(client, wrong):
                pass
    assert not table.listeners


def test_the_page_of_a_designer_is_kept_up_to_date(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    toggle_designer(tables, table)
    players, client, link = seated(tables, table), client_of(tables), f"/table/{table.id}/designer/{table.designer}"
    seat = table.state.decision.seat
    with client:
        page = client.get(link).text
        with connected(client, link, page) as socket:
            players[seat].choose(0, players[seat].look().moment)
            sent = set()
            while "made" not in sent:
                sent |= {*PIECE.findall(socket.receive_text())}
            assert {"top", "choose", "made", "log"} <= sent and "notes" not in sent
            # what the designer does is answered shortly, and comes as everything else
            at = moment(table.state, table.state.decision.seat)
            fields = {"do": "choose", "to": table.state.decision.seat, "option": 0, "moment": at}
            answer = client.post(link, data=fields, headers={"hx-request": "true"})
            assert (answer.status_code, answer.text) == (204, "")
            assert {"choose", "made", "notes"} <= {*PIECE.findall(socket.receive_text())}
            again = client.post(link, data=fields, headers={"hx-request": "true"})
            assert again.status_code == 409 and "<html" not in again.text and "moved on" in again.text
            toggle_designer(tables, table)
            with pytest.raises(WebSocketDisconnect) as ended:
                while True:
                    socket.receive_text()
            assert ended.value.code == live.NO_SUCH_LINK
        with pytest.raises(WebSocketDisconnect), connected(client, link):
            pass
    assert not table.listeners


def test_an_open_page_of_a_host_goes_to_the_next_game(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    with client_of(tables) as client, connected(client, host_of(table), client.get(host_of(table)).text) as socket:
        ruleset = load_ruleset("munchhausen")
        table.rules = NewRules(ruleset, ruleset.game(3))
        restarted = restart(tables, table)
        assert client.get(host_of(table)).headers["location"] == host_of(restarted)
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_text()
        assert ended.value.code == live.NO_SUCH_LINK


@full
def test_what_hosts_and_people_do_leaves_open_pages_as_they_are(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    players, client, live_page = seated(tables, table), client_of(tables), {"hx-request": "true"}
    link = players[0].link
    for path, sent, status in (
        (host_of(table), {"seat": 1, "do": "kind", "kind": "greedy"}, 204),
        (host_of(table), {"seat": 1, "do": "kind", "kind": "chess"}, 409),
        (link + "/name", {"name": "Anna"}, 204),
        (link + "/name", {"name": " "}, 409),
        (link + "/do", {"do": "vote-away", "to": 2}, 204),
        (link + "/do", {"do": "back", "at": "0.0.0"}, 409),
    ):
        answer = client.post(path, data=sent, headers=live_page)
        assert answer.status_code == status and ("<html" not in answer.text), (path, sent)
        assert (status == 204) == (answer.text == "")
    assert table.names[0] == "Anna" and table.seats[1].kind == "greedy"


def test_a_move_of_an_open_page_is_answered_shortly(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, [HUMAN] * 3)
    seat = table.state.decision.seat
    player = seated(tables, table)[seat]
    sent = {"option": 0, "moment": player.look().moment}
    answers = [player.client.post(player.link, data=sent, headers={"hx-request": "true"}) for _ in range(2)]
    assert [(answer.status_code, answer.text[:17]) for answer in answers] == [(204, ""), (409, '<p class="notice ')]
    assert "The game has moved on" in answers[1].text and len(answers[1].text) < 200
    assert table.state.decisions == 1
