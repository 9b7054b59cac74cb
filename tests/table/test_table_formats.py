"""Files of tables from every earlier version are read: the games go on at the same links, with all that was kept.

`testdata/tables/` has a file for each version, written by the program of its time: a game of tic-tac-toe under way, of
which Anna has taken a name; from version 2 on with a choice taken back and a note, from version 3 on with a message.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from helpers.browsers import TAKEN, client_of, seated
from helpers.paths import DATA

from stammtisch.table.pages.links import table_path
from stammtisch.table.play.tables import open_tables
from stammtisch.table.storage.schema import VERSION
from stammtisch.table.storage.store import FILE

FILES = {int(path.stem.removeprefix("version-")): path for path in (DATA / "tables").glob("version-*.sqlite")}


def test_there_is_a_file_of_every_earlier_version() -> None:
    """Before a version is raised, a file of the one until then is put there."""
    assert {*range(1, VERSION)} <= FILES.keys()


@pytest.mark.parametrize("version", sorted(FILES))
def test_a_game_goes_on_from_a_file_of_each_version(tmp_path: Path, version: int) -> None:
    folder = tmp_path / "tables"
    folder.mkdir(mode=0o700)
    shutil.copy(FILES[version], folder / FILE)
    before = sqlite3.connect(folder / FILE)
    assert before.execute("PRAGMA user_version").fetchone() == (version,)
    links = [row[0] for row in before.execute("SELECT token FROM seats ORDER BY seat")]
    choices = before.execute("SELECT seat, choice FROM choices ORDER BY number").fetchall()
    before.close()
    for again in range(2):
        tables = open_tables(folder)
        (table,) = tables.tables.values()
        assert not tables.unread and table.names[0] == "Anna" and [seat.token for seat in table.seats] == links
        made = [(link.seat, link.number) for link in table.state.choices()]
        assert made[: len(choices)] == choices and len(made) == len(choices) + again >= 3
        assert [note.text for note in table.notes] == (["too long"] if version > 1 else [])
        assert len(table.undone) == (version > 1) and [one.text for one in table.messages] == ["hello"] * (version > 2)
        player = seated(tables, table)[table.state.decision.seat]
        page = player.look()
        assert page.status == 200 and "Anna" in client_of(tables).get(table_path(table, "host")).text
        assert player.choose(0, page.moment).status == TAKEN
        tables.store.close()
    after = sqlite3.connect(folder / FILE)
    assert after.execute("PRAGMA user_version").fetchone() == (VERSION,)
    after.close()
