"""Tables at which nothing goes on are let go of and read again when asked for; what was under way goes on by itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.browsers import TAKEN, begun, client_of, do, seated, settled
from helpers.tiers import full

from stammtisch.bots.by_name import HUMAN
from stammtisch.table.play.moves import let_bots_play
from stammtisch.table.play.seats import hand_over, set_field
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.play.votes import AWAY, propose
from stammtisch.table.storage.table_record import Vote
from stammtisch.table.web import process
from stammtisch.table.web.server import application


def finished(tables: Tables, people: int = 0) -> Table:
    """A game that bots have played to its end; after that so many seats are people's."""
    table = begun(tables, "tictactoe", 2, ["random"] * 2)
    let_bots_play(tables, table)
    settled(table)
    assert table.state.over
    for seat in range(people):
        hand_over(tables, table, seat, HUMAN)
    return table


def soon(so: Callable[[], object], seconds: float = 5.0) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not so() and time.monotonic() < end:
        time.sleep(0.01)
    return bool(so())


@full
def test_a_table_that_rests_is_in_the_file_alone_and_is_the_same_when_it_is_asked_for(tables: Tables) -> None:
    over = finished(tables, 2)
    people, bots = (begun(tables, "munchhausen", 3, [kind] * 3) for kind in ("human", "random"))
    player, client = seated(tables, over)[0], client_of(tables, ["munchhausen"])
    page = player.look().text
    tables.rest()
    assert [*tables.tables] == [over.id, people.id, bots.id] and not tables.resting
    tables.rest(0, 600)
    assert [*tables.tables] == [people.id, bots.id] and [*tables.resting] == [over.id]
    # where bots have to choose, or have failed, the table stays
    tables.rest(0, 0)
    assert [*tables.tables] == [bots.id]
    listed = client.get(f"/tables/{tables.setup_token}").text
    order = [listed.index(f"/table/{table.id}/host/{table.host}") for table in (bots, people, over)]
    assert order == sorted(order) and listed.count("<small>over</small>") == 1
    assert player.look().text == page
    woken = tables.tables[over.id]
    assert (
        woken is not over and (woken.state, woken.seats) == (over.state, over.seats) and not tables.resting.get(over.id)
    )
    guest = seated(tables, people)[people.state.decision.seat]
    seen = guest.look()
    assert guest.choose(0, seen.moment).status == TAKEN
    assert tables.tables[people.id].state.decisions == 1 and tables.find("no such table") is None
    assert do(player, do="again") == TAKEN
    tables.rest(0, 0)
    assert {over.id, people.id} < tables.resting.keys() and "begun. <a" in player.look().text


def test_a_table_stays_while_its_page_is_open_or_something_waits(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    wait: list[Callable[[], object]] = [
        lambda: table.listeners.add(print),
        lambda: setattr(table, "trouble", "the rules fail"),
        lambda: setattr(table, "allowed", 0),
        lambda: propose(tables, table, 0, AWAY, 1),
        lambda: table.lock.acquire(),
    ]

    def end_vote() -> None:
        set_field(tables, table, "vote", "")
        table.due = 0.0

    undo: list[Callable[[], object]] = [
        lambda: table.listeners.clear(),
        lambda: setattr(table, "trouble", ""),
        lambda: setattr(table, "allowed", -1),
        end_vote,
        lambda: table.lock.release(),
    ]
    for hold, let_go in zip(wait, undo, strict=True):
        hold()
        resting = threading.Thread(target=tables.rest, args=(0, 0))
        resting.start()
        resting.join()
        assert table.id in tables.tables
        let_go()
    tables.rest(0, 0)
    assert table.id in tables.resting


def test_games_that_are_over_are_not_played_again_when_the_server_starts(tables: Tables, tmp_path: Path) -> None:
    first, second = finished(tables), finished(tables)
    tables.store.recording_path(second.header, second.id).unlink()
    tables.store.close()
    again = open_tables(tmp_path)
    # what has no recording gets one
    assert [*again.tables] == [second.id] and [*again.resting] == [first.id]
    assert again.store.recording_path(second.header, second.id).exists()
    found = again.find(first.id)
    assert found is not None and found.state == first.state
    again.store.close()
    damaged = open_tables(tmp_path)
    damaged.store.database.execute("DELETE FROM choices WHERE id = ? AND number = 2", (first.id,))
    assert damaged.find(first.id) is None
    damaged.store.close()
    assert any(first.id in line for line in open_tables(tmp_path).unread)


@full
def test_bots_that_had_to_choose_and_votes_go_on_when_the_server_comes_again(
    tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = begun(tables, "tictactoe", 2, ["random", "random"])
    away = begun(tables, "munchhausen", 3, ["human"] * 3)
    back = begun(tables, "munchhausen", 3, ["human"] * 3)
    for table, vote in ((away, Vote(AWAY, 1, 0, [0], wait=0.5)), (back, Vote("back", 0, 0, [0]))):
        set_field(tables, table, "vote", vote.to_json())
    # killed after the last had agreed, before the game went back
    seat = back.state.decision.seat
    assert (player := seated(tables, back)[seat]).choose(0, player.look().moment).status == TAKEN
    set_field(tables, back, "vote", Vote("back", 0, seat, [0, 1, 2]).to_json())
    tables.store.close()
    again = open_tables(tmp_path)
    served: list[Any] = []
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: served.append(sockets))
    monkeypatch.setattr(process, "collect_seldom", lambda: None)
    with process.listen("127.0.0.1", 0) as address:
        process.serve(again, application(again), address, lambda: None)
    assert len(served) == 1
    settled(again.tables[bots.id])
    assert bots.state.decisions == 0 and again.tables[bots.id].state.over
    assert again.tables[away.id].seats[1].kind == HUMAN
    assert soon(lambda: again.tables[away.id].seats[1].kind == "greedy")
    assert soon(lambda: again.tables[back.id].state.decisions == 0 and not again.tables[back.id].vote)
    again.store.close()
