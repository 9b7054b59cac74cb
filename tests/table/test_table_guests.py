"""A server for strangers: anybody sets up tables, so many from one address; those that nobody opens expire."""

from __future__ import annotations

import time
from html import unescape
from pathlib import Path

import pytest
from helpers.browsers import TAKEN, begun
from starlette.testclient import TestClient

from stammtisch.table.pages.links import table_path
from stammtisch.table.play.rematch import begin_next_game
from stammtisch.table.play.table import Refused
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.watches.guests import DAY, FILE, Guests
from stammtisch.table.web.server import application

FORM = {"game": 0, "variants": "", "players": 2}


def visitor(tables: Tables, address: str, public: str = "http://localhost") -> TestClient:
    """A browser that comes by a proxy, which says its address."""
    app = application(tables, offers=["tictactoe"], public=public)
    headers = {"x-forwarded-for": f"203.0.113.99, {address}"}
    return TestClient(app, "http://localhost", headers=headers, follow_redirects=False, client=("127.0.0.1", 5000))


def test_nobody_sets_up_tables_unless_that_is_wanted(tables: Tables) -> None:
    client = visitor(tables, "198.51.100.7")
    assert "Open the link" in client.get("/").text and client.post("/", data=FORM).status_code == 405


def test_guests_set_up_so_many_tables_from_one_address(tables: Tables) -> None:
    begun(tables, "tictactoe", 2, ["human"] * 2)
    Guests(tables, 2, 0)
    anna, ben = visitor(tables, "198.51.100.7"), visitor(tables, "198.51.100.8")
    page = anna.get("/", params={"game": 0}).text
    # nobody's tables, no seed, and no way to the host's page of tables
    assert "/host/" not in page and 'name="seed"' not in page and tables.setup_token not in page
    made = [anna.post("/", data=FORM | {"seed": "5"}) for _ in range(2)]
    assert [answer.status_code for answer in made] == [TAKEN] * 2
    assert all(table.state.seed != 5 for table in tables.tables.values())
    host = made[0].headers["location"]
    assert tables.setup_token not in anna.get(host).text and 'href="/"' in anna.get(host).text
    refused = anna.post("/", data=FORM)
    assert refused.status_code == 409 and "2 tables were set up from your address already" in unescape(refused.text)
    # next games count as well, and others are not concerned
    table = tables.tables[host.split("/")[2]]
    with table.lock, pytest.raises(Refused, match="2 tables were set up"):
        begin_next_game(tables, table, table.header, table.state, 0)
    assert ben.post("/", data=FORM).status_code == TAKEN
    assert anna.post(host, data={"do": "delete", "seat": 0, "sure": "1"}).headers["location"] == "/"
    assert anna.post("/", data=FORM).status_code == TAKEN
    # the host's own page of tables has no limit
    for _ in range(3):
        assert anna.post(f"/tables/{tables.setup_token}", data=FORM).status_code == TAKEN


def test_a_household_is_one_address_and_without_a_proxy_nobody_says_another(tables: Tables) -> None:
    Guests(tables, 1, 0)
    for address, status in (("2001:db8::1", TAKEN), ("2001:db8::2", 409), ("2001:db8:0:1::1", TAKEN)):
        assert visitor(tables, address).post("/", data=FORM).status_code == status, address
    for address, status in (("198.51.100.1", TAKEN), ("198.51.100.2", 409)):
        assert visitor(tables, address, "").post("/", data=FORM).status_code == status, address


def test_bots_of_guests_think_for_a_short_time_only(tables: Tables) -> None:
    Guests(tables, 5, 0)
    client = visitor(tables, "198.51.100.7")
    assert client.post("/", data=FORM | {"seat-2": "search:900000"}).status_code == 400 and not tables.tables
    host = client.post("/", data=FORM | {"seat-2": "advanced"}).headers["location"]
    fields = {"do": "kind", "seat": 0}
    assert client.post(host, data=fields | {"kind": "search:900000"}).status_code == 400
    assert client.post(host, data=fields | {"kind": "beginner"}).status_code == TAKEN


def test_guests_that_ask_too_often_wait_and_others_do_not(tables: Tables) -> None:
    Guests(tables, 5, 0)
    app = application(tables, offers=["tictactoe"], public="http://localhost")
    anna, ben = (
        TestClient(app, "http://localhost", headers={"x-forwarded-for": address}, client=("127.0.0.1", 5000))
        for address in ("198.51.100.7", "198.51.100.8")
    )
    assert {anna.get("/").status_code for _ in range(30)} == {200}
    assert anna.get("/").status_code == anna.post("/", data=FORM).status_code == 429
    assert ben.get("/").status_code == 200


def test_tables_that_nobody_opens_expire_also_after_a_restart(tables: Tables, tmp_path: Path) -> None:
    old, new = (begun(tables, "tictactoe", 2, ["human"] * 2) for _ in range(2))
    limits, now = Guests(tables, 1, 30), time.time()
    visitor(tables, "198.51.100.7").post("/", data=FORM)
    limits.expire(now)
    tables.rest(0, 0)
    assert old.id in tables.resting
    limits.save()
    tables.store.close()
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0 and "198.51.100" not in (tmp_path / FILE).read_text()
    again = open_tables(tmp_path)
    limits = Guests(again, 1, 30)
    assert visitor(again, "198.51.100.7").post("/", data=FORM).status_code == 409
    limits.expire(now + 29 * DAY)
    assert len(again.summaries()) == 3
    again.last_used[new.id] = now + 29 * DAY
    limits.expire(now + 31 * DAY)
    assert [one.id for one in again.summaries()] == [new.id] == again.store.ids()
    assert visitor(again, "198.51.100.7").get(table_path(old, "host")).status_code == 404
    # without days they stay
    Guests(again, 1, 0).expire(now + 900 * DAY)
    assert again.store.ids() == [new.id]
    again.store.close()
