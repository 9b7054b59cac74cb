"""A designer sets a position up: from a scenario, or by what lies where; it is marked, kept, and played like any game."""

from __future__ import annotations

import re
import threading
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.browsers import TAKEN, begun, client_of, do, seated
from helpers.tiers import full

from stammtisch.base.errors import UsageError
from stammtisch.cli.commands.replay import command as replay
from stammtisch.front.api import load_ruleset
from stammtisch.records.recording_reader import read_game
from stammtisch.table.pages import designer_page
from stammtisch.table.play.moves import let_bots_play
from stammtisch.table.play.position_parts import card_in_list, position_parts
from stammtisch.table.play.positions import placement_lines
from stammtisch.table.play.seats import toggle_designer
from stammtisch.table.play.setup import find_same_game
from stammtisch.table.play.table import Table, moment
from stammtisch.table.play.tables import Tables, open_tables

MARK = "This game did not start from the beginning: its designer set up the position."


def designed(tables: Tables, table: Table) -> str:
    toggle_designer(tables, table)
    return f"/table/{table.id}/designer/{table.designer}"


@full
def test_a_game_begins_where_a_scenario_does_and_all_are_told(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "kuhn", 2, ["human", "random"])
    link, client, players = designed(tables, table), client_of(tables), seated(tables, table)
    page = client.get(f"{link}/position").text
    words = [unescape(word) for word in re.findall(r"<option>(.+?)</option>", page)]
    assert len(words) > 3 and "Seat1</span>: player 1" in page
    for one in words[:3]:
        answer = client.post(link, data={"do": "scenario", "words": one})
        assert answer.status_code == TAKEN, unescape(answer.text)
        new = tables.tables[table.next]
        assert new.header["position"]["of"] == f"scenario '{one}'"
        assert client.get(answer.headers["location"]).text.count(MARK) == 1
        assert MARK not in players[0].client.get(f"/table/{table.id}/host/{table.host}").text
        # everybody is led there, and told; which scenario it is would tell too much
        for seat, player in enumerate(seated(tables, new)[:1]):
            assert players[seat].client.get(players[seat].link).headers["location"] == player.link
            assert MARK in player.look().text and one not in player.look().text
        table, link, players = new, answer.headers["location"], seated(tables, new)
    assert client.post(link, data={"do": "scenario", "words": "none of them"}).status_code == 409
    table.allowed = -1
    let_bots_play(tables, table)
    kept = client.get(f"{link}/recording").content
    tables.store.close()
    again = open_tables(tmp_path)
    assert again.tables[table.id].state == table.state
    # the next `serve` begins another one
    ruleset = load_ruleset("kuhn")
    assert find_same_game(again, ruleset, ruleset.game(2).start(7), ["human", "random"], None) is None
    again.store.close()
    file = tmp_path / "so-far.jsonl"
    file.write_bytes(kept)
    assert read_game(file).played() == table.state
    told = CliRunner().invoke(replay, [str(file)], standalone_mode=False).output
    assert f"It did not begin at its start, but was set up: scenario '{words[2]}'." in told
    with pytest.raises(UsageError, match="has no trace from its start"):
        read_game(file).write_trace(tmp_path / "trace.jsonl")


@full
def test_what_lies_where_is_told_as_it_is_written(tables: Tables) -> None:
    table = begun(tables, "balvin", 3, ["human"] * 3)
    lines = placement_lines(table)
    assert "Seat1.coins: 20" in lines and "Pilsner.till: 0" in lines
    # tokens in the box are those that lie nowhere else
    assert not any("box" in line for line in lines)


@full
def test_other_things_are_put_at_some_places_and_the_game_is_played_from_there(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    link, client = designed(tables, table), client_of(tables)
    assert seated(tables, table)[0].choose(4, seated(tables, table)[0].look().moment).status == TAKEN
    shown = re.sub("<pre[^>]*>", "", unescape(client.get(f"{link}/position").text))
    stands = re.findall(r"^(\S+: .*)$", shown, re.M)
    marked = next(line for line in stands if line.endswith("Seat1"))
    empty = [line.partition(": ")[0] for line in stands if line.endswith("none")]
    assert len(empty) == 8
    before = table.state
    for wrong, why in (
        ("nowhere: Seat1", "nowhere"),
        (f"{empty[0]}: 7", "line 1"),
        ("a: [", "line"),
        ("", "Write what lies where"),
    ):
        answer = client.post(link, data={"do": "put", "text": wrong})
        assert answer.status_code == 409 and why in unescape(answer.text) and not table.next
        # what was written is not lost
        assert f"required>\n{wrong}</textarea>" in answer.text
    text = f"{marked.partition(': ')[0]}: none\n{empty[0]}: Seat1\n{empty[1]}: Seat1\n{empty[7]}: Seat2\n"
    answer = client.post(link, data={"do": "put", "text": text})
    assert answer.status_code == TAKEN, unescape(answer.text)
    new = tables.tables[table.next]
    players, seat = seated(tables, new), new.state.decision.seat
    assert table.state is before and new.state.decisions == 0 and seat == 1 == before.decision.seat
    assert len(players[seat].look().options) == 6
    for option in (3, 2):
        seat = new.state.decision.seat
        page = players[seat].look()
        assert players[seat].choose(sorted(page.options.values())[option], page.moment).status == TAKEN
        # back and again: it is played from the position, not from the start
        assert do(players[seat], do="back", at=moment(new.state, seat, new.seats[seat].epoch)) == TAKEN
        page = players[seat].look()
        assert players[seat].choose(sorted(page.options.values())[option], page.moment).status == TAKEN
    assert new.state.decisions == 2
    while not new.state.over:
        seat = new.state.decision.seat
        assert players[seat].choose(0, players[seat].look().moment).status == TAKEN
    kept = read_game(tables.store.recording_path(new.header, new.id))
    assert kept.played() == new.state and kept.header["play"]["by"] == "people" and kept.position_source
    assert "Step 1 of" in players[0].client.get(players[0].link + "/replay?at=1").text
    # the next game begins at its start
    assert do(players[0], do="again") == TAKEN
    assert "position" not in tables.tables[new.next].header
    # a position that cannot be is none
    new.header["position"]["v"] = [1]
    with pytest.raises(UsageError, match="cannot start from this position"):
        read_game(tables.store.recording_path(new.header, new.id)).starting_state(load_ruleset("hearts").game())


@full
def test_several_positions_are_set_up_from_one_table_and_found_again(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    link, client = designed(tables, table), client_of(tables)
    texts = [f"cell_1_{column}.mark: Seat{player}" for column, player in ((1, 1), (2, 2), (3, 1))]
    assert "Set up before" not in client.get(f"{link}/position").text
    links = []
    for text in texts:
        # always from the first table, which stays as it is
        answer = client.post(link, data={"do": "put", "text": text})
        assert answer.status_code == TAKEN, unescape(answer.text)
        links.append(answer.headers["location"])
    assert len(set(links)) == 3 and len(tables.tables) == 4 and not table.state.decisions
    last = tables.tables[links[-1].split("/")[2]]
    marks = [line for line in placement_lines(last) if "Seat" in line and line.startswith("cell")]
    assert marks == [texts[-1]]
    # everybody is at the last of them
    assert client.get(links[0]).headers["location"] in links and not last.next
    page = unescape(client.get(f"{links[-1]}/position").text)
    assert "Set up before" in page and [page.index(text) for text in texts[::-1]] == sorted(
        page.index(text) for text in texts
    )
    first = links[0].split("/")[2]
    answer = client.post(links[-1], data={"do": "earlier", "table": first})
    assert answer.status_code == TAKEN
    again = tables.tables[last.next]
    assert again.state.v == tables.tables[first].state.v and again.header["position"]["of"] == texts[0]
    # what was set up twice stands there once
    assert unescape(client.get(f"{answer.headers['location']}/position").text).count('name="table"') == 3
    assert client.post(link, data={"do": "earlier", "table": "none"}).status_code == 409


def test_a_position_is_in_parts_that_can_be_changed(tables: Tables) -> None:
    chess = position_parts(begun(tables, "chess", 2, ["human"] * 2))
    assert not chess.places and [len(row) for row in chess.grids["square"]] == [8] * 8
    man, kind, unmoved = chess.things["square"]["e1"]
    assert (man.now, man.words, kind.now, unmoved.now) == ("Seat1", ["none", "Seat1", "Seat2"], "king", "true")
    table = begun(tables, "gin-rummy", 2, ["human"] * 2)
    parts = position_parts(table)
    hand = next(place for place in parts.places if place.label == "Seat1.hand")
    assert len(hand.cards) == 10 and not hand.ordered and {place.ordered for place in parts.places} == {True, False}
    points = next(value for value in parts.values["Seat1"] if value.name == "points")
    assert (points.label, points.now, points.low, points.high, points.words) == ("Seat1.points", "0", 0, 150, [])
    # marks on cards are no grid
    assert position_parts(begun(tables, "bierfest", 3, ["human"] * 3)).grids == {}
    # all that is shown is also written
    shown = {place.label for place in parts.places} | {one.label for some in parts.values.values() for one in some}
    shown |= {one.label for kind in parts.things.values() for some in kind.values() for one in some}
    assert shown == {line.partition(": ")[0] for line in placement_lines(table)}
    assert [card_in_list(text) for text in ("red 5", "Captain's soup", "a, b", "5", "- x", "[x]")] == [
        "red 5", "Captain's soup", "'a, b'", "5", "'- x'", "'[x]'"
    ]  # fmt: skip


def test_other_pages_answer_while_the_page_for_positions_is_made(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    link, players = designed(tables, table), seated(tables, table)
    going, answered = threading.Event(), threading.Event()

    def slow(table: Table) -> list[str]:
        going.set()
        assert answered.wait(10), "another page waited"
        return placement_lines(table)

    monkeypatch.setattr(designer_page, "placement_lines", slow)
    found: list[str] = []
    client = client_of(tables)
    thread = threading.Thread(target=lambda: found.append(client.get(f"{link}/position").text))
    thread.start()
    assert going.wait(10)
    page = players[0].look()
    assert players[0].choose(4, page.moment).status == TAKEN
    answered.set()
    thread.join(10)
    # it shows what stood when it was asked for
    assert found and found[0].count(": none") == 9 and table.state.decisions == 1
