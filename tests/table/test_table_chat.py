"""The chat of a table: short lines of those who play, seen by all, kept with the table and never with its game."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from helpers.browsers import AT_HOME, TAKEN, begun, client_of, do, seated

from stammtisch.base.lookalikes import tidy
from stammtisch.seats.perception.events import perception_of
from stammtisch.table.pages.links import table_path
from stammtisch.table.play.chat import LONGEST, MOST, post_message, toggle_chat
from stammtisch.table.play.recordings import recording_content
from stammtisch.table.play.rematch import begin_next_game
from stammtisch.table.play.table import Refused
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.storage.schema import VERSION, commands_from
from stammtisch.table.storage.store import FILE
from stammtisch.table.web import seat_actions

PIECE = re.compile(r'<\w+ id="([\w-]+)" hx-swap-oob="morph"')


def test_what_somebody_says_is_seen_by_all_and_outlives_the_server(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    anna, ben, cleo = seated(tables, table)
    assert do(anna, do="say", text=" <b>Hello</b>\n  there ") == TAKEN and do(ben, do="say", text="👏") == TAKEN
    pages = [player.look().text for player in (anna, ben, cleo)]
    pages += [client_of(tables).get(table_path(table, link)).text for link in ("watch", "host")]
    for page in pages:
        assert "&lt;b&gt;Hello&lt;/b&gt; there" in page and "<b>Hello" not in page and 'title="Well played"' in page
    assert ['id="say"' in page for page in pages] == [True] * 3 + [False] * 2
    tables.store.close()
    again = open_tables(tmp_path)
    assert [(one.seat, one.text) for one in again.tables[table.id].messages] == [(0, "<b>Hello</b> there"), (1, "👏")]
    again.store.close()


def test_nobody_says_anything_for_another_seat(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    anna, _, cleo = seated(tables, table)
    assert do(anna, do="say", text="mine", seat=2, to=2) == TAKEN and table.messages[0].seat == 0
    watch, sent = table_path(table, "watch"), {"do": "say", "text": "spam"}
    assert anna.client.post(f"{watch}/do", data=sent).status_code == 405
    assert anna.client.post(f"/table/{table.id}/3/{table.seats[0].token}/do", data=sent).status_code == 404
    assert anna.client.post(table_path(table, "host"), data=sent | {"seat": 0}).status_code == 400
    elsewhere = {"origin": "http://evil.example"}
    assert anna.client.post(f"{cleo.link}/do", data=sent, headers=elsewhere).status_code == 403
    assert len(table.messages) == 1


def test_lines_are_short_and_not_too_many(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    anna, ben, _ = seated(tables, table)
    for text in ("", " \u200b\u202e ", "x" * (LONGEST + 1)):
        assert do(anna, do="say", text=text) == 409
    assert [do(ben, do="say", text="spam") for _ in range(7)] == [TAKEN] * 5 + [409] * 2
    for number in range(MOST):
        post_message(tables, table, 2, f"line {number}")
    assert len(table.messages) == MOST and table.messages[-1].number == MOST + 5
    rows = tables.store.database.execute("SELECT number FROM messages ORDER BY number").fetchall()
    assert [number for (number,) in rows] == [one.number for one in table.messages]
    assert seat_actions.MOST_MESSAGES == (5, 0.25)


def test_the_host_turns_the_chat_off_and_the_next_game_keeps_that(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    anna, *_ = seated(tables, table)
    do(anna, do="say", text="a word")
    host = table_path(table, "host")
    assert anna.client.post(host, data={"seat": 0, "do": "chat"}).status_code == TAKEN
    assert do(anna, do="say", text="another") == 409 and len(table.messages) == 1
    page = anna.look().text
    assert re.search(r'<section id="chat"[^>]* hidden', page) and "turned the chat off" in unescape(
        anna.client.post(f"{anna.link}/do", data={"do": "say", "text": "x"}).text
    )
    assert "a word" not in anna.client.get(host).text
    there = begin_next_game(tables, table, table.header, table.state, 1)
    with pytest.raises(Refused):
        post_message(tables, there, 0, "x")
    tables.store.close()
    again = open_tables(tmp_path)
    found = again.find(there.id)
    assert found is not None
    with pytest.raises(Refused):
        post_message(again, found, 0, "x")
    toggle_chat(again, found)
    post_message(again, found, 0, "x")
    again.store.close()


def test_the_game_knows_nothing_of_it(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    before = recording_content(table), [repr(perception_of(table.state, seat)) for seat in range(-1, 3)], table.state
    post_message(tables, table, 1, "nothing of this")
    after = recording_content(table), [repr(perception_of(table.state, seat)) for seat in range(-1, 3)], table.state
    assert before[:2] == after[:2] and before[2] is after[2] and b"nothing of this" not in after[0]


def test_a_message_sends_the_chat_alone_whatever_was_chosen_in_secret(tables: Tables) -> None:
    sent = []
    for secret in (False, True):
        table = begun(tables, "hearts", 4, ["human"] * 4)
        players = seated(tables, table)
        with client_of(tables) as client, client.websocket_connect(players[0].link + "/live", headers=AT_HOME) as page:
            page.receive_text()
            if secret:
                look = players[1].look()
                assert players[1].choose_all([0, 1, 2], look.moment).status == TAKEN
            assert do(players[2], do="say", text="well") == TAKEN
            text = page.receive_text()
            assert PIECE.findall(text) == ["chat"]
            sent.append(text)
    assert sent[0] == sent[1]


def test_a_file_without_a_chat_is_read_and_gets_one(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "new")
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    rows = {
        part: tables.store.database.execute(f"SELECT * FROM {part}").fetchall()
        for part in ("tables", "seats", "server")
    }
    tables.store.close()
    (tmp_path / "old").mkdir(mode=0o700)
    with closing(sqlite3.connect(tmp_path / "old" / FILE)) as old:
        old.executescript(commands_from(0, 2))
        old.execute("DELETE FROM server")
        for part, found in rows.items():
            width = len(old.execute(f"PRAGMA table_info({part})").fetchall())
            old.executemany(f"INSERT INTO {part} VALUES ({', '.join('?' * width)})", [row[:width] for row in found])
        old.commit()
    again = open_tables(tmp_path / "old")
    assert not again.unread and again.tables[table.id].seats == table.seats
    post_message(again, again.tables[table.id], 0, "hello")
    assert again.store.token == rows["server"][0][0]
    assert again.store.database.execute("PRAGMA user_version").fetchone()[0] == VERSION
    again.store.close()


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("  Anna\t B. ", "Anna B."),
        ("An\u200bna\u202e\u2066", "Anna"),
        ("\u200fAnna\u061c", "Anna"),
        ("a" + "\u0301" * 30, "\u00e1" + "\u0301" * 2),
        ("👩\u200d💻 ❤\ufe0f", "👩\u200d💻 ❤\ufe0f"),
        ("דנה", "דנה"),
        ("Zoë\u0000\u0007", "Zoë"),
    ],
)
def test_hidden_characters_are_taken_out_of_what_people_write(written: str, seen: str) -> None:
    assert tidy(written) == seen


def test_a_name_has_no_hidden_marks(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    anna, ben, _ = seated(tables, table)
    assert anna.client.post(f"{anna.link}/name", data={"name": "\u202eAnna\u200b"}).status_code == TAKEN
    assert table.seats[0].name == "Anna"
    for name in ("\u202e\u200b", "An\u200dna"):
        assert ben.client.post(f"{ben.link}/name", data={"name": name}).status_code == 409
