"""Tables are deleted by their hosts, in two steps; nothing of them stays in the file, and open pages lead nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.browsers import AT_HOME, TAKEN, begun, client_of, seated, settled
from starlette.websockets import WebSocketDisconnect

from stammtisch.table.pages.links import table_path
from stammtisch.table.play.moves import let_bots_play
from stammtisch.table.play.notes import leave_note
from stammtisch.table.play.rematch import begin_rematch
from stammtisch.table.play.table import Refused
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.storage.schema import COLUMNS
from stammtisch.table.storage.store import FILE

SURE = {"do": "delete", "seat": 0, "sure": "1"}


def test_a_table_is_deleted_in_two_steps_and_others_stay(tables: Tables, tmp_path: Path) -> None:
    table, other = (begun(tables, "tictactoe", 2, ["human"] * 2) for _ in range(2))
    client, host = client_of(tables, ["tictactoe"]), table_path(table, "host")
    players = seated(tables, table)
    players[table.state.decision.seat].choose(0, players[table.state.decision.seat].look().moment)
    leave_note(tables, table, 0, "a remark of Anna's")
    paths = [player.link for player in players] + [table_path(table, word) for word in ("host", "watch", "lobby")]
    form = re.search(r'<details class="delete">.*?</details>', client.get(host).text, re.S)
    assert form and 'name="sure" value="1" required' in form[0] and "hx-post" not in form[0]
    # the button alone is not enough
    assert (
        client.post(host, data={"do": "delete", "seat": 0}).status_code == 400 and client.get(host).status_code == 200
    )
    answer = client.post(host, data=SURE)
    assert (answer.status_code, answer.headers["location"]) == (TAKEN, f"/tables/{tables.setup_token}")
    assert [client.get(path).status_code for path in paths] == [404] * len(paths)
    assert client.post(host, data=SURE).status_code == 404
    assert client.get(table_path(other, "host")).status_code == 200
    # nothing more is saved of it, by whoever still holds it
    with pytest.raises(Refused):
        leave_note(tables, table, 0, "too late")
    for part, columns in COLUMNS.items():
        if "id" in columns:
            ids = {row[0] for row in tables.store.database.execute(f"SELECT id FROM {part}")}
            assert table.id not in ids, part
    tables.store.close()
    assert all(b"remark of Anna" not in file.read_bytes() for file in tmp_path.glob(f"{FILE}*"))
    again = open_tables(tmp_path)
    assert [*again.tables] == [other.id] and not again.unread
    # the order of those that come later is theirs alone
    third, fourth = (begun(again, "tictactoe", 2, ["human"] * 2) for _ in range(2))
    assert again.store.ids() == [other.id, third.id, fourth.id]
    again.store.close()


def test_open_pages_of_a_deleted_table_lead_nowhere(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    client = client_of(tables)
    for path in (table_path(table, "host"), seated(tables, table)[0].link):
        client.get(path)
    with (
        client.websocket_connect(f"{table_path(table, 'host')}/live", headers=AT_HOME) as host,
        client.websocket_connect(f"{seated(tables, table)[0].link}/live", headers=AT_HOME) as seat,
    ):
        for page in (host, seat):
            page.receive_text()
        assert client.post(table_path(table, "host"), data=SURE).status_code == TAKEN
        for page in (host, seat):
            with pytest.raises(WebSocketDisconnect) as closed:
                while True:
                    page.receive_text()
            assert closed.value.code == 1008


def test_bots_of_a_deleted_table_end_and_a_table_before_it_is_free_for_another_game(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["random"] * 2)
    client = client_of(tables)
    for _ in range(2):
        let_bots_play(tables, table)
        settled(table)
        assert table.state.over
        new = begin_rematch(tables, table)
        settled(new)
        assert table.next == new.id and client.post(table_path(new, "host"), data=SURE).status_code == TAKEN
        assert not table.next and new.thinking is None
    assert len(tables.summaries()) == 1
