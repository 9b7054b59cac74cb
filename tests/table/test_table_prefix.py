"""A table that another application mounts below a path of its own: every link stays below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.browsers import AT_HOME, MOMENT
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from stammtisch.bots.by_name import HUMAN
from stammtisch.front.api import load_ruleset
from stammtisch.table.pages.links import seat_path, served_below, table_path
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import open_tables
from stammtisch.table.web.server import application

ADDRESS = re.compile(r'(?:href|src|action|hx-post|hx-get|ws-connect|data-plain|data-turn|content)="(/[^"]*)"')
HOME = "/in my/studio"
BELOW = "/in%20my/studio"


@pytest.fixture
def browser(tmp_path: Path):
    tables = open_tables(tmp_path)
    game = load_ruleset("tictactoe").game(2)
    table = begin_table(tables, load_ruleset("tictactoe"), game.start(1), [HUMAN, HUMAN])
    app = Starlette(routes=[Mount(HOME, app=application(tables))])
    yield TestClient(app, "http://localhost", follow_redirects=False), table
    tables.store.close()


def paths_of(table: Table) -> list[str]:
    """The paths of pages of all kinds."""
    with served_below(HOME):
        seat, host, lobby = seat_path(table, 0), table_path(table, "host"), table_path(table, "lobby")
    assert all(path.startswith(f"{BELOW}/table/") for path in (seat, host, lobby))
    return [seat, f"{seat}/more", f"{seat}/rules", f"{seat}?log", host, lobby, f"{BELOW}/"]


def test_pages_and_all_that_they_ask_for_are_below_the_path(browser: tuple[TestClient, Table]) -> None:
    client, table = browser
    asked = set()
    for path in paths_of(table):
        answer = client.get(path)
        assert answer.status_code == 200, path
        found = {address.partition("?")[0] for address in ADDRESS.findall(answer.text)}
        assert found and all(address.startswith(f"{BELOW}/") for address in found), (path, found)
        assert f'data-root="{BELOW}"' in answer.text
        asked |= {address for address in found if re.search(r"\.(css|js|svg|png)$|/manifest$", address)}
    assert len(asked) > 5
    for address in asked:
        assert client.get(address).status_code == 200, address
    manifest = client.get(f"{paths_of(table)[0]}/manifest").json()
    assert manifest["scope"] == f"{BELOW}/" and manifest["start_url"].startswith(f"{BELOW}/table/")
    assert all(icon["src"].startswith(f"{BELOW}/") for icon in manifest["icons"])
    # what the service worker keeps is named from where it lies itself
    assert '"/' not in client.get(f"{BELOW}/worker.js").text.partition("\n")[0]
    # without the path, the table is nowhere
    assert client.get(paths_of(table)[0].removeprefix(BELOW)).status_code == 404


def test_moves_lead_back_below_the_path(browser: tuple[TestClient, Table]) -> None:
    client, table = browser
    seat = paths_of(table)[0]
    moment = MOMENT.search(client.get(seat).text)
    assert moment is not None
    moved = client.post(seat, data={"moment": moment[1], "option": 0})
    assert moved.status_code == 303 and moved.headers["location"] == seat
    assert table.state.decisions == 1
    with client.websocket_connect(f"{seat}/live?at=x&language=en", headers=AT_HOME) as page:
        assert BELOW in page.receive_text()


def test_the_same_pages_at_the_root_name_no_path(browser: tuple[TestClient, Table]) -> None:
    _, table = browser
    assert seat_path(table, 0).startswith("/table/")
