"""A table as an app: icons, manifest, service worker, the page without network, and what messengers show of a link."""

from __future__ import annotations

import json
import re
import struct

from helpers.browsers import begun, client_of

from stammtisch.table.pages.links import seat_path, table_path
from stammtisch.table.play.seats import rename_seat
from stammtisch.table.play.tables import Tables

META = re.compile(r'<meta [^>]*(?:property="og:|name="description")[^>]*>')


def test_the_worker_keeps_only_what_is_the_same_for_everybody(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    client = client_of(tables)
    answer = client.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    kept = json.loads(answer.text.partition("var KEPT = ")[2].partition(";\n")[0])
    files = [f"/{name}" for name in kept["files"]]
    for path in [*files, *(f"/{page}" for page in kept["pages"].values())]:
        assert re.fullmatch(r"/[a-z]+-[0-9a-f]{12}\.[a-z]+|/offline/[a-z]+", path)
        assert client.get(path).status_code == 200
    page = client.get(seat_path(table, 0)).text
    named = re.findall(r'(?:href|src|data-plain|data-turn)="(/[a-z]+-[0-9a-f]{12}\.\w+)"', page)
    assert len({*named}) == 5 and {*named} <= {*files}
    assert "Verbindung" in client.get(f"/{kept['pages']['de']}").text


def test_an_installed_page_opens_at_its_own_seat(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    client, link = client_of(tables), seat_path(table, 1)
    assert f'rel="manifest" href="{link}/manifest"' in client.get(link).text
    answer = client.get(f"{link}/manifest")
    found = json.loads(answer.text)
    assert (
        answer.headers["content-type"] == "application/manifest+json" and answer.headers["cache-control"] == "no-store"
    )
    assert found["start_url"] == link and found["short_name"] == "Hearts"
    for icon in found["icons"]:
        width, height = struct.unpack(">II", client.get(icon["src"]).content[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert client.get(f"{link[:-1]}/manifest").status_code == 404
    # the device that goes from hand to hand is nobody's seat
    table.seats[2].shared = True
    assert 'rel="manifest"' not in client.get(f"{table_path(table, 'device')}/3").text


def test_what_messengers_show_of_a_link_has_no_secret(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    for seat, name in enumerate(("Anna", "Ben", "Cleo", "Dora")):
        rename_seat(tables, table, seat, name)
    client = client_of(tables)
    seen = [META.findall(client.get(seat_path(table, seat)).text) for seat in range(4)]
    assert len(seen[0]) == 4 and seen == [seen[0]] * 4
    lobby = META.findall(client.get(table_path(table, "lobby")).text)
    assert any('og:title" content="Hearts"' in one for one in lobby)
    assert not re.search("Anna|Ben|Cleo|Dora|[A-Za-z0-9_-]{32}", " ".join([*lobby, *seen[0]]))


def test_the_icon_of_the_tab_says_whose_turn_it_is(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    client, asked = client_of(tables), {seat for seat, _ in table.state.sites()}
    icons = {
        seat: re.search(r'id="icon"[^>]* href="/(\w+)-', client.get(seat_path(table, seat)).text) for seat in range(3)
    }
    assert {seat for seat, icon in icons.items() if icon and icon[1] == "turn"} == asked != {0, 1, 2}
