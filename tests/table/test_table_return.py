"""Coming back: the link for everybody leads back to one's own seat, by a cookie or by a code that the host says."""

from __future__ import annotations

import re
import time
from html import unescape

import pytest
from helpers.browsers import TAKEN, begun, client_of

from stammtisch.game.game import starting_game
from stammtisch.table.pages.links import seat_path, table_path
from stammtisch.table.play import return_codes
from stammtisch.table.play.rematch import begin_next_game
from stammtisch.table.play.seats import renew_link
from stammtisch.table.play.table import Refused, Table
from stammtisch.table.play.tables import Tables


def table_of_three(tables: Tables) -> Table:
    return begun(tables, "munchhausen", 3, ["human", "human", "random"])


def host_code(client, table: Table) -> str:
    """The code on the host's page."""
    found = re.search(r"come back: (\d{3} \d{3})", unescape(client.get(table_path(table, "host")).text))
    return found[1] if found else ""


def test_the_link_for_everybody_leads_back_to_the_own_seat_in_the_same_browser(tables: Tables) -> None:
    table = table_of_three(tables)
    anna, lobby = client_of(tables), table_path(table, "lobby")
    said = anna.post(lobby, data={"seat": 0, "name": "Anna"}).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", f"Path={lobby}"} <= {*said.split("; ")} and "Secure" not in said
    assert f"seat-1={table.seats[0].token}" in said
    back = anna.get(lobby)
    assert (back.status_code, back.headers["location"]) == (TAKEN, seat_path(table, 0))
    # nobody else is led there, and no page but this one is sent the cookie
    assert client_of(tables).get(lobby).status_code == 200
    assert anna.get(table_path(table, "watch")).request.headers.get("cookie") is None
    # where nobody sits, nothing is set
    for path in (lobby, table_path(table, "host"), table_path(table, "watch")):
        assert "set-cookie" not in client_of(tables).get(path).headers, path
    # two who share a browser choose who they are
    ben = anna.post(lobby, data={"seat": 1, "name": "Ben"})
    assert ben.status_code == TAKEN
    page = anna.get(lobby).text
    assert "Back to the seat of Anna" in page and f'href="{seat_path(table, 1)}"' in page


def test_a_new_link_ends_the_way_back(tables: Tables) -> None:
    table = table_of_three(tables)
    anna, lobby = client_of(tables), table_path(table, "lobby")
    anna.post(lobby, data={"seat": 0, "name": "Anna"})
    return_codes.make_return_code(table, 0)
    code = return_codes.return_code(table, 0)
    renew_link(tables, table, 0)
    assert anna.get(lobby).status_code == 200 and "Back to the seat" not in anna.get(lobby).text
    client_of(tables).post(lobby, data={"seat": 0, "name": "Mallory"})
    with pytest.raises(Refused):
        return_codes.use_return_code(tables, table, code)


def test_the_way_back_leads_to_the_game_that_goes_on(tables: Tables) -> None:
    table = table_of_three(tables)
    anna, lobby = client_of(tables), table_path(table, "lobby")
    anna.post(lobby, data={"seat": 1, "name": "Anna"})
    there = begin_next_game(tables, table, table.header, starting_game(table.state).start(5), 1)
    assert there.names[0] == "Anna"
    assert anna.get(lobby).headers["location"] == seat_path(there, 0)


def test_https_has_secure_cookies(tables: Tables) -> None:
    table = table_of_three(tables)
    client = client_of(tables, public="https://play.example")
    said = client.post(table_path(table, "lobby"), data={"seat": 0, "name": "Anna"}).headers["set-cookie"]
    assert "Secure" in said


def test_a_code_of_the_host_leads_back_once_from_another_device(tables: Tables) -> None:
    table = table_of_three(tables)
    host, lobby = client_of(tables), table_path(table, "lobby")
    link = table_path(table, "host")
    assert host.post(link, data={"seat": 0, "do": "code"}).status_code == 409  # nobody sits there
    client_of(tables).post(lobby, data={"seat": 0, "name": "Anna"})
    assert host.post(link, data={"seat": 0, "do": "code"}).status_code == TAKEN
    code = host_code(host, table)
    assert len(code) == 7
    for page in (lobby, seat_path(table, 1), table_path(table, "watch")):
        assert code not in host.get(page).text and code.replace(" ", "") not in host.get(page).text
    phone = client_of(tables)
    wrong = f"{(int(code.replace(' ', '')) + 1) % 1_000_000:06}"
    assert phone.post(lobby, data={"code": wrong}).status_code == 409
    answer = phone.post(lobby, data={"code": f" {code} "})
    assert (answer.status_code, answer.headers["location"]) == (TAKEN, seat_path(table, 0))
    assert phone.get(lobby).headers["location"] == seat_path(table, 0)
    assert host_code(host, table) == "" and client_of(tables).post(lobby, data={"code": code}).status_code == 409


def test_a_code_ends_after_ten_minutes(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of_three(tables)
    client_of(tables).post(table_path(table, "lobby"), data={"seat": 0, "name": "Anna"})
    return_codes.make_return_code(table, 0)
    code, now = return_codes.return_code(table, 0), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 601)
    with pytest.raises(Refused):
        return_codes.use_return_code(tables, table, code)


def test_codes_cannot_be_guessed_in_a_row(tables: Tables) -> None:
    table = table_of_three(tables)
    client, lobby = client_of(tables), table_path(table, "lobby")
    statuses = [client.post(lobby, data={"code": f"{n:06}"}).status_code for n in range(8)]
    assert statuses == [409] * 5 + [429] * 3
    # who sits down is not held up
    assert client.post(lobby, data={"seat": 0, "name": "Anna"}).status_code == TAKEN
