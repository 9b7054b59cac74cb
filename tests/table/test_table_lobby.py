"""Sitting down by one link, setting up tables in the browser, and what the server tells of its links."""

from __future__ import annotations

import re
import sqlite3
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.browsers import TAKEN, begun, client_of, seated
from helpers.paths import RULESETS
from helpers.tiers import full, tiered

from stammtisch.base.errors import UsageError
from stammtisch.cli.commands.serve import command
from stammtisch.reading import library
from stammtisch.table.play.seats import hand_over, mark_taken
from stammtisch.table.play.setup import offer_title
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.storage.schema import commands_from
from stammtisch.table.storage.store import FILE
from stammtisch.table.web import process


def test_who_opens_the_one_link_takes_a_seat_and_gets_a_page_of_their_own(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human", "human", "random"])
    client, lobby, old = client_of(tables), f"/table/{table.id}/join/{table.lobby}", table.seats[1].token
    assert [*map(int, re.findall(r'name="seat" value="(\d)"', client.get(lobby).text))] == [0, 1]
    assert "The game in five lines" in client.get(lobby).text
    assert "<dd>Get rid of your cards by honest offers" in client.get(lobby).text
    answer = client.post(lobby, data={"seat": 1, "name": "Anna"})
    assert answer.status_code == TAKEN and answer.headers["location"] == f"/table/{table.id}/2/{table.seats[1].token}"
    assert "Anna" in client.get(answer.headers["location"]).text and table.seats[1].token != old
    # whoever comes second, with another browser, gets another seat, or none; nothing tells them the first one's link
    client.cookies.clear()
    for seat, name, status in ((1, "Ben", 409), (2, "Ben", 409), (0, "anna", 409), (0, "Ben", TAKEN), (7, "Cleo", 409)):
        answer = client.post(lobby, data={"seat": seat, "name": name})
        assert answer.status_code == status and table.seats[1].token not in answer.text + str(answer.headers)
    client.cookies.clear()
    assert "All seats are taken" in client.get(lobby).text and table.names == ["Anna", "Ben"][::-1] + ["player 3"]
    host = f"/table/{table.id}/host/{table.host}"
    assert client.post(host, data={"seat": 0, "do": "link"}).status_code == TAKEN
    assert re.findall(r'name="seat" value="(\d)"', client.get(lobby).text) == ["0"]
    for wrong in (lobby[:-1], f"/table/{table.id}/join/{table.watch}", "/table/x/join/y"):
        assert client.get(wrong).status_code == client.post(wrong, data={"seat": 0, "name": "D"}).status_code == 404


def test_a_seat_is_taken_once_its_own_link_was_opened_and_stays_so(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    seated(tables, table)[2].look()
    tables.store.close()
    again = open_tables(tmp_path)
    assert [seat.taken for seat in again.tables[table.id].seats] == [False, False, True]
    lobby = f"/table/{table.id}/join/{table.lobby}"
    assert client_of(again).post(lobby, data={"seat": 2, "name": "Anna"}).status_code == 409
    again.store.close()


def test_who_sits_down_reads_how_strong_a_bot_is_in_words(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human", "search:10", "search:7"])
    page = client_of(tables).get(f"/table/{table.id}/join/{table.lobby}").text
    assert re.findall(r"<small>(.*?)</small>", page) == ["a beginner bot", "search:7, a bot"]


def test_only_where_a_person_may_sit_the_host_makes_links_and_shares_a_device(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human", "random", "human", "human"])
    hand_over(tables, table, 2, "random")
    client, host = client_of(tables), f"/table/{table.id}/host/{table.host}"

    def offers() -> list[tuple[bool, bool]]:
        seats = re.findall(r"<li>\n<h3>.*?</li>", client.get(host).text, re.DOTALL)
        return [('value="link"' in seat, 'value="share"' in seat) for seat in seats]

    # the bot of somebody who has a link already may give way to them
    assert offers() == [(True, True), (False, False), (True, False), (True, True)]
    mark_taken(tables, table, 2)
    hand_over(tables, table, 1, "human")
    assert offers() == [(True, True)] * 4


def test_games_are_offered_by_their_titles_and_what_is_none_by_its_name() -> None:
    assert offer_title(str(RULESETS / "nine-mens-morris" / "ruleset.yaml")) == "Nine men's morris"
    assert offer_title("munchhausen+two-players") == "Munchhausen + two-players"
    assert offer_title("no-such-game") == "no-such-game"


def test_who_sits_at_a_seat_is_not_sent_away_by_one_tap(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    seated(tables, table)[2].look()
    page = client_of(tables).get(f"/table/{table.id}/host/{table.host}").text
    # of the seats one is taken: its form is folded, and asks
    forms = re.findall(r"<form.*?</form>", page[page.index('id="seats"') :], re.DOTALL)
    changes = [form for form in forms if 'value="kind"' in form]
    assert ["required" in form for form in changes] == [False, False, True]
    assert f"{table.state.game.looks.wording.player(2)} no longer plays" in changes[2]


@full
def test_a_table_is_set_up_in_the_browser_with_all_that_the_command_offers(tables: Tables) -> None:
    offers = ["hearts", "munchhausen"]
    client, link = client_of(tables, offers), f"/tables/{tables.setup_token}"
    assert '<option value="1">Munchhausen</option>' in client.get(link).text
    page = client.get(link, params={"game": 1}).text
    assert 'name="variant" value="two-players"' in page and 'name="set-highest_offer"' in page
    form = {"game": 1, "players": 3, "seat-2": "search:50", "seat-3": "random", "seed": "5", "set-highest_offer": "7"}
    answer = client.post(link, data=form)
    assert answer.status_code == TAKEN
    table = next(iter(tables.tables.values()))
    assert [seat.kind for seat in table.seats] == ["human", "search:50", "random"] and table.seats[0].token == ""
    assert table.state.seed == 5 and table.state.game.program.options["highest_offer"] == 7
    host = client.get(answer.headers["location"])
    assert host.status_code == 200 and f"http://localhost/table/{table.id}/join/{table.lobby}" in host.text
    two = client.post(link, data={"game": 1, "variants": "two-players", "players": 2})
    assert two.status_code == TAKEN and [*tables.tables.values()][-1].state.game.players == 2
    assert client.get(link).text.count("/host/") == 2


def test_variants_that_do_not_do_together_are_said_and_can_be_chosen_again(tables: Tables, tmp_path: Path) -> None:
    (tmp_path / "game" / "variants").mkdir(parents=True)
    file = tmp_path / "game" / "ruleset.yaml"
    file.write_text(library.find("ofertu").read_text(encoding="utf-8"), encoding="utf-8")
    for name, bids in (("few", 2), ("many", 4)):
        text = f"format: 1\nextends: ofertu\nsettings: {{bids_per_round: {bids}}}\n"
        (tmp_path / "game" / "variants" / f"{name}.yaml").write_text(text.replace("ofertu", "../ruleset.yaml"))
    client, link = client_of(tables, [str(file)]), f"/tables/{tables.setup_token}"
    form = client.get(link, params={"game": 0, "variant": ["few"]}).text
    assert 'name="players"' in form
    # the host plays with bots, unless something else is chosen
    chosen = re.findall(r'<option value="(\w+)" selected>', form.partition("seat-1")[2].partition("</fieldset>")[0])
    assert chosen == ["human", "casual"]
    answer = client.get(link, params={"game": 0, "variant": ["few", "many"]})
    text = unescape(answer.text)
    assert answer.status_code == 409 and "two variants change `bids_per_round` in different ways" in text
    assert "many.yaml, line 3" in text and "(the other one changes it here: few.yaml, line 3)" in text
    assert "Use only one of the two." in text
    assert text.count(" checked") == 2 and 'name="players"' not in text


@full
def test_what_cannot_be_set_up_is_said_and_nothing_begins(tables: Tables, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("format: 1\ngame: X\n")
    client, link = client_of(tables, ["munchhausen", str(broken)]), f"/tables/{tables.setup_token}"
    for form, status, words in (
        ({"game": 0, "players": 9}, 409, "players, not 9"),
        ({"game": 0, "players": 3, "seat-1": "clever"}, 409, "clever"),
        ({"game": 0, "players": 3, "seed": "x"}, 409, "a seed is"),
        ({"game": 0, "players": 3, "set-highest_offer": "many"}, 409, "highest_offer"),
        ({"game": 0, "players": "3.5"}, 400, ""),
        ({"game": 0, "variants": "../../etc", "players": 3}, 400, ""),
        ({"game": 2, "players": 3}, 400, ""),
        ({"game": 1, "players": 3}, 409, "broken.yaml, line"),
    ):
        answer = client.post(link, data=form)
        assert answer.status_code == status and words in answer.text, form
    assert client.get(link, params={"game": 1}).status_code == 409
    assert client.get(link[:-1]).status_code == client.post(link[:-1], data={"game": 0}).status_code == 404
    assert client_of(tables).get(link).status_code == 404
    assert not tables.tables


@full
def test_a_file_of_the_first_version_is_taken_over_and_damaged_tables_are_named(tmp_path: Path) -> None:
    tables = open_tables(tmp_path)
    ids = [begun(tables, "munchhausen", 3, ["human"] * 3).id for _ in range(6)]
    database = tables.store.database
    database.execute("UPDATE tables SET header = '{\"seed\": 1}' WHERE id = ?", (ids[0],))
    database.execute("UPDATE seats SET token = x'00ff' WHERE id = ? AND seat = 1", (ids[1],))
    database.execute("INSERT INTO choices VALUES (?, 2, 0, 0, 1, 0)", (ids[2],))
    database.execute("UPDATE tables SET vote = '{}' WHERE id = ?", (ids[3],))
    database.execute("INSERT INTO undone VALUES (?, 0, '{\"seat\": 9}')", (ids[4],))
    tables.store.close()
    again = open_tables(tmp_path)
    assert [*again.tables] == ids[5:] and [line.split()[1] for line in again.unread] == ids[:5]
    begun(again, "munchhausen", 3, ["human"] * 3)
    rows = again.store.database.execute("SELECT id, begun, host, watch, header FROM tables").fetchall()
    seats = again.store.database.execute("SELECT id, seat, token, name, kind FROM seats").fetchall()
    again.store.close()
    old = tmp_path / "old"
    old.mkdir(mode=0o700)
    first = sqlite3.connect(old / FILE)
    first.executescript(commands_from(0, 1))
    first.executemany("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", rows[5:])
    first.executemany(
        "INSERT INTO seats VALUES (?, ?, ?, ?, ?)", [row for row in seats if row[0] in {r[0] for r in rows[5:]}]
    )
    first.commit()
    first.close()
    taken = open_tables(old)
    assert len(taken.tables) == 2 and taken.store.token and not taken.unread
    link = f"/table/{ids[5]}/join/"
    assert client_of(taken).get(link + "x").status_code == client_of(taken).get(link).status_code == 404
    taken.store.close()


@full
@pytest.mark.parametrize("part", tiered([0.35, 0.6, 0.85], lambda part: part == 0.6))
def test_of_a_damaged_file_all_that_can_be_read_is_saved(tmp_path: Path, part: float) -> None:
    tables = open_tables(tmp_path)
    ids = [begun(tables, name, 4, ["human"] * 4).id for name in ("hearts", "munchhausen") * 4]
    tables.store.close()
    path = tmp_path / FILE
    content = bytearray(path.read_bytes())
    at = int(len(content) * part) // 4096 * 4096
    content[at : at + 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    again = open_tables(tmp_path)
    assert len(again.tables) >= len(ids) - 2 and set(again.tables) <= set(ids)
    saved = f"{len(again.tables)} of {len(ids)}" if len(again.tables) < len(ids) else f"all {len(ids)}"
    assert f"was damaged: {saved} tables were saved" in again.unread[0]
    assert (tmp_path / f"{FILE}.damaged-1").read_bytes() == bytes(content)
    table = next(iter(again.tables.values()))
    player = seated(again, table)[table.state.decision.seat]
    assert player.choose(0, player.look().moment).status in (TAKEN, 409)
    again.store.close()
    third = open_tables(tmp_path)
    assert not third.unread and [*third.tables] == [*again.tables]
    third.store.close()


@full
def test_the_command_tells_links_and_a_square_where_others_can_reach_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "serve", lambda tables, app, at, begun: begun())

    def said(*more: str) -> str:
        words = ["munchhausen", "hearts", "--port", "0", "--save", str(tmp_path / "t"), "--seat", "2=random", *more]
        return CliRunner().invoke(command, words, catch_exceptions=False, standalone_mode=False).output

    here, there = said(), said("--host", "127.0.0.2")
    assert "▄" not in here and "▄" in there and re.search(r"sit down  http://127.0.0.2:\d+/table/\w+/join/", there)
    assert re.search(r"seat 2 +random\n", here) and re.search(r"tables +http://127.0.0.1:\d+/tables/", here)
    monkeypatch.setattr(process, "own_address", lambda: "127.0.0.3")
    assert "http://127.0.0.3:" in said("--lan")
    assert "sit down  https://play.example.org/table/" in said("--public", "https://play.example.org/")
    assert re.search(r"/table/b-\w{8}/join/.*/tables/b-", said("--id-prefix", "b", "--new"), re.DOTALL)
    for wrong in (("--id-prefix", "B/"), ("--lan", "--host", "127.0.0.2"), ("--public", "play.example.org")):
        with pytest.raises(UsageError):
            said(*wrong)
