"""What a trial of the table found: one page a seat, nobody looks into another's hand unnoticed, bots do not stand still."""

from __future__ import annotations

from html import unescape
from pathlib import Path

from helpers.browsers import TAKEN, begun, client_of, seated, settled

from stammtisch.table.pages.links import seat_path, table_path
from stammtisch.table.play.return_codes import make_return_code, return_code
from stammtisch.table.play.seats import toggle_designer
from stammtisch.table.play.tables import Tables, open_tables

STOPPED = "The designer has stopped the bots: they wait."


def test_a_seat_has_one_page(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    client, path = client_of(tables), f"/table/{table.id}/{{}}/{table.seats[0].token}"
    assert client.get(path.format("1")).status_code == 200
    for other in ("01", "001", "+1", "1.0", "\u0661", "0", "2"):
        assert client.get(path.format(other)).status_code == 404, other
    table.seats[0].shared = True
    device = table_path(table, "device")
    assert client.get(f"{device}/1").status_code == 200 and client.get(f"{device}/01").status_code == 404


def test_the_host_sees_no_link_of_a_taken_seat(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    client, host = client_of(tables), table_path(table, "host")
    assert all(seat_path(table, seat) in client.get(host).text for seat in range(3))
    client.post(table_path(table, "lobby"), data={"seat": 0, "name": "Anna"})
    client_of(tables).get(seat_path(table, 1))
    page = client.get(host).text
    assert [seat_path(table, seat) in page for seat in range(3)] == [False, False, True]
    # a new link is for whoever comes next, and ends the old one
    old = seat_path(table, 0)
    assert client.post(host, data={"seat": 0, "do": "link"}).status_code == TAKEN
    assert seat_path(table, 0) in client.get(host).text and client.get(old).status_code == 404


def test_who_sits_at_a_seat_is_told_who_else_can_open_it(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    client, lobby = client_of(tables), table_path(table, "lobby")
    client.post(lobby, data={"seat": 0, "name": "Anna"})
    link = seat_path(table, 0)
    assert "by a code of the host" not in client.get(link).text
    for times in ("1 time by", "2 times by"):
        make_return_code(table, 0)
        assert client_of(tables).post(lobby, data={"code": return_code(table, 0)}).status_code == TAKEN
        assert f"This seat was opened {times} a code of the host." in client.get(link).text
    assert "shared device" not in client.get(link).text
    client.post(table_path(table, "host"), data={"seat": 0, "do": "share"})
    assert "This seat can also be opened on the shared device." in client.get(link).text
    tables.store.close()
    again = open_tables(tmp_path)
    assert "opened 2 times by a code" in client_of(again).get(link).text
    again.store.close()


def test_bots_play_on_from_a_position_unless_they_are_stopped_and_that_is_said(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["human", "random"])
    toggle_designer(tables, table)
    client, link = client_of(tables), table_path(table, "designer")
    where = {"do": "put", "text": "cell_1.mark: Seat1"}
    first = seated(tables, table)[0]
    before = first.look()
    if table.state.decision.seat == 0:
        assert first.choose(0, before.moment).status == TAKEN
    settled(table)
    assert STOPPED not in first.look().text
    answer = client.post(link, data=where | {"text": _one_line(client.get(f"{link}/position").text)})
    assert answer.status_code == TAKEN, unescape(answer.text)
    new = tables.tables[table.next]
    settled(new)
    player = seated(tables, new)[0]
    assert new.allowed == -1 and new.state.decision.seat == 0 and STOPPED not in player.look().text
    # stopped bots stay stopped at the next table, and everybody who waits for them knows why
    link = table_path(new, "designer")
    assert client.post(link, data={"do": "stop"}).status_code == TAKEN and STOPPED in player.look().text
    text = _one_line(client.get(f"{link}/position").text)
    assert client.post(link, data={"do": "put", "text": text}).status_code == TAKEN
    last = tables.tables[new.next]
    assert STOPPED in seated(tables, last)[0].look().text
    assert client.post(table_path(last, "designer"), data={"do": "go"}).status_code == TAKEN
    assert STOPPED not in seated(tables, last)[0].look().text


def _one_line(page: str) -> str:
    """A line of the position, to be set up as it stands."""
    return next(line for line in unescape(page).splitlines() if line.endswith(": none"))
