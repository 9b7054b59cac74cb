"""The tables where a browser has a seat, and the feed of a seat: kept by cookies and by an address nobody can guess."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from helpers.browsers import begun, client_of, seated

from stammtisch.table.pages.links import feed_path, table_path
from stammtisch.table.play.rematch import begin_rematch
from stammtisch.table.play.seats import renew_link
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables

OWN = "/tables/own"
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def opened(client: Any, table: Table, seat: int) -> Any:
    """The page of a seat, as that browser opens it."""
    return client.get(f"/table/{table.id}/{seat + 1}/{table.seats[seat].token}")


def test_a_browser_lists_its_own_seats_and_no_other(tables: Tables) -> None:
    one, two = (begun(tables, name, 2, ["human"] * 2) for name in ("tictactoe", "othello"))
    client, stranger = client_of(tables), client_of(tables)
    assert "There are none yet." in client.get(OWN).text
    waits = 1 - one.state.decision.seat
    kept = opened(client, one, waits).headers["set-cookie"]
    assert f"at-{one.id}-{waits + 1}=" in kept and f"Path={OWN}" in kept and "HttpOnly" in kept and "Secure" not in kept
    opened(client, two, two.state.decision.seat)
    page = client.get(OWN).text
    assert re.findall(r"<a href=\"/table/(\w+)/", page) == [two.id, one.id] and page.count("Your turn") == 1
    assert "There are none yet." in stranger.get(OWN).text
    client.get(table_path(one, "watch"))
    assert client.get(OWN).text == page
    # what leads nowhere any more is forgotten
    renew_link(tables, one, waits)
    answer = client.get(OWN)
    assert one.id not in answer.text and f"at-{one.id}-{waits + 1}=" in answer.headers["set-cookie"]
    assert "set-cookie" not in client.get(OWN).headers
    assert f'href="{OWN}"' in client.get("/").text and f'href="{OWN}"' in opened(client, two, 0).text


def test_games_that_are_over_come_last_and_the_next_one_is_listed_once_it_is_opened(tables: Tables) -> None:
    table, client = begun(tables, "tictactoe", 2, ["human"] * 2), client_of(tables)
    opened(client, table, 0)
    for position in (0, 2, 0, 2, 0):
        table.state.choose(position)
    following = begin_rematch(tables, table)
    page = client.get(OWN).text
    assert "<summary>Over</summary>" in page and following.id not in page
    opened(client, following, 0)
    page = client.get(OWN).text
    assert page.index(following.id) < page.index("<summary>Over</summary>") < page.index(f"/table/{table.id}/")


def test_a_feed_has_an_entry_on_my_turn_and_leads_nobody_to_the_seat(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    asked = table.state.decision.seat
    player, client = seated(tables, table)[asked], client_of(tables, public="https://play.example")
    path = feed_path(table, asked)
    assert f'href="{path}?language=en"' in player.look().text
    tables.last_used.clear()

    def entries(where: str) -> list[tuple[str, str]]:
        answer = client.get(where)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/atom+xml")
        secrets = [seat.token for seat in table.seats] + [table.host, table.lobby, table.watch]
        assert not any(secret in answer.text for secret in secrets)
        feed = ElementTree.fromstring(answer.text)
        assert feed.findtext("a:title", "", ATOM) == "Tic-tac-toe" and feed.find("a:updated", ATOM) is not None
        found = feed.findall("a:entry", ATOM)
        return [(one.findtext("a:id", "", ATOM), one.findtext("a:title", "", ATOM)) for one in found]

    (first,) = entries(path)
    assert first[1] == "Your turn at Tic-tac-toe" and entries(path) == [first]
    assert entries(path + "?language=de")[0][1] != first[1] and entries(feed_path(table, 1 - asked)) == []
    # whoever reads a feed keeps no table from expiring
    assert table.id not in tables.last_used
    for _ in range(2):
        page = seated(tables, table)[table.state.decision.seat].look()
        seated(tables, table)[table.state.decision.seat].choose(0, page.moment)
    assert entries(path)[0][0] != first[0]
    renew_link(tables, table, asked)
    assert client.get(path).status_code == 404 == client.get(f"/table/{table.id}/feed/x").status_code
    assert client.get(f"/table/{table.id}/{asked + 1}/{path.rpartition('/')[2]}").status_code == 404


def test_a_feed_goes_on_in_the_next_game(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    for position in (0, 2, 0, 2, 0):
        table.state.choose(position)
    following = begin_rematch(tables, table)
    client, first = client_of(tables), following.state.decision.seat
    texts = [client.get(feed_path(table, seat)).text for seat in range(2)]
    # everybody has moved one seat to the front
    assert ["<entry>" in text for text in texts] == [(seat - 1) % 2 == first for seat in range(2)]
