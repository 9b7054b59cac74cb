"""Clocks of the people at a table: counted without the wall clock, saved with it, unknown to its game."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from helpers.browsers import AT_HOME, TAKEN, Player, begun, client_of, do, seated

from stammtisch.table.pages.links import table_path
from stammtisch.table.play import clocks
from stammtisch.table.play.recordings import recording_content
from stammtisch.table.play.rematch import begin_next_game
from stammtisch.table.play.table import Refused, Table
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.watches.clock_watch import ClockWatch, set_clock

PIECE = re.compile(r'<\w+ id="([\w-]+)" hx-swap-oob="morph"')
UNTIL = re.compile(r'data-until="(\d+)"')


class Now:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.time = time.monotonic()

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    found = Now()
    monkeypatch.setattr(time, "monotonic", found)
    return found


def timed(tables: Tables, game: str, players: int, rule: str, at_zero: str = "vote") -> tuple[Table, list[Player]]:
    """A table with a clock, at which all sit."""
    table = begun(tables, game, players, ["human"] * players)
    set_clock(tables, table, rule, at_zero)
    people = seated(tables, table)
    for player in people:
        player.look()
    return table, people


def left(table: Table) -> list[float]:
    """The time of each seat."""
    assert table.timer is not None
    found: list[float] = json.loads(table.timer.to_json(time.monotonic()))["left"]
    return found


def choose(player: Player) -> int:
    return player.choose(0, player.look().moment).status


def test_a_bank_runs_for_whoever_decides_and_grows_with_each_choice(tables: Tables, now: Now) -> None:
    table, players = timed(tables, "tictactoe", 2, "quick")
    first = table.state.decision.seat
    now.time += 100
    assert left(table)[first] == 200 and left(table)[1 - first] == 300
    assert choose(players[first]) == TAKEN
    assert left(table)[first] == 205
    now.time += 10
    assert left(table)[first] == 205 and left(table)[1 - first] == 290
    assert f"{3}:25" in players[first].look().text


def test_time_for_each_choice_begins_anew(tables: Tables, now: Now) -> None:
    table, players = timed(tables, "tictactoe", 2, "minute")
    first = table.state.decision.seat
    for seat in (first, 1 - first, first):
        now.time += 40
        assert left(table)[seat] == 20
        assert choose(players[seat]) == TAKEN


def test_no_clock_runs_before_all_sit_there_or_when_the_game_is_over(tables: Tables, now: Now) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    set_clock(tables, table, "minute", "bot")
    one, other = seated(tables, table)
    one.look()
    now.time += 500
    watch = ClockWatch(tables)
    watch.look()
    assert not table.state.decisions and table.timer is not None and not table.timer.runs
    other.look()
    assert table.timer.runs
    for _ in range(9):
        now.time += 61
        watch.look()
    assert table.state.over and not table.timer.runs


def test_a_restart_costs_nobody_time(tables: Tables, tmp_path: Path, now: Now) -> None:
    table, players = timed(tables, "tictactoe", 2, "quick")
    first = table.state.decision.seat
    now.time += 100
    with ClockWatch(tables, 1000):
        pass
    tables.store.close()
    now.time += 5000
    again = open_tables(tmp_path)
    found = again.tables[table.id]
    ClockWatch(again).look()
    assert left(found)[first] == 200
    now.time += 20
    assert left(found)[first] == 180
    again.store.close()


@pytest.mark.parametrize("rule", ["minute", "quick"])
def test_a_bot_takes_the_choice_of_whose_time_is_up(tables: Tables, now: Now, rule: str) -> None:
    table, players = timed(tables, "tictactoe", 2, rule, "bot")
    first, watch = table.state.decision.seat, ClockWatch(tables)
    watch.look()
    now.time += 59 if rule == "minute" else 299
    watch.look()
    assert table.state.decisions == 0
    now.time += 2
    watch.look()
    assert table.state.decisions == 1 and table.seats[first].kind == "human"
    assert "a bot has chosen for you" in players[first].look().text
    assert "a bot has chosen for you" not in players[1 - first].look().text


def test_a_whole_set_is_chosen_by_the_bot(tables: Tables, now: Now) -> None:
    table, players = timed(tables, "hearts", 4, "minute", "bot")
    assert players[1].choose_all([0, 1, 2], players[1].look().moment).status == TAKEN
    now.time += 61
    ClockWatch(tables).look()
    assert all("everybody passes" not in player.look().text.split("<main")[0] for player in players)
    assert len(table.state.choices()) >= 12


def test_the_others_may_vote_to_let_a_bot_choose(tables: Tables, now: Now) -> None:
    table, players = timed(tables, "munchhausen", 3, "minute")
    (late, _), *_ = table.state.sites()
    one, other = (seat for seat in range(3) if seat != late)
    assert do(players[one], do="vote-skip", to=late) == 409
    now.time += 61
    ClockWatch(tables).look()
    assert (
        "Let a bot choose for" in players[one].look().text and "Let a bot choose for" not in players[late].look().text
    )
    assert do(players[late], do="vote-skip", to=late) == 409
    assert do(players[one], do="vote-skip", to=late) == TAKEN
    assert do(players[late], do="no") == 409 and table.state.decisions == 0
    assert do(players[other], do="yes") == TAKEN
    assert table.state.decisions == 1 and table.seats[late].kind == "human" and not table.vote


def test_whoever_chooses_late_ends_the_vote(tables: Tables, now: Now) -> None:
    table, players = timed(tables, "munchhausen", 3, "minute")
    (late, _), *_ = table.state.sites()
    one, other = (seat for seat in range(3) if seat != late)
    now.time += 61
    ClockWatch(tables).look()
    assert do(players[one], do="vote-skip", to=late) == TAKEN
    assert choose(players[late]) == TAKEN
    assert do(players[other], do="yes") == 409 and table.state.decisions == 1


def test_a_secret_choice_changes_no_clock_that_others_see(tables: Tables, now: Now) -> None:
    table, players = timed(tables, "hearts", 4, "quick")
    ClockWatch(tables).look()
    before = UNTIL.findall(players[0].look().text)
    with client_of(tables) as client, client.websocket_connect(players[0].link + "/live", headers=AT_HOME) as page:
        page.receive_text()
        now.time += 10
        assert players[1].choose_all([0, 1, 2], players[1].look().moment).status == TAKEN
        assert do(players[2], do="say", text="hm") == TAKEN
        assert PIECE.findall(page.receive_text()) == ["chat"]
    assert before == UNTIL.findall(players[0].look().text) and len(before) == 4
    assert len(UNTIL.findall(players[1].look().text)) == 3
    for seat in (0, 2, 3):
        assert players[seat].choose_all([0, 1, 2], players[seat].look().moment).status == TAKEN
    assert left(table)[1] == 295 and before != UNTIL.findall(players[0].look().text)


def test_the_game_knows_nothing_of_clocks(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    before = recording_content(table)
    set_clock(tables, table, "quick", "bot")
    assert recording_content(table) == before and table.host_settings.clock == "quick"
    there = begin_next_game(tables, table, table.header, table.state, 1)
    assert there.timer is not None and there.host_settings == table.host_settings


def test_the_host_sets_a_clock_before_the_game_and_in_the_form(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    client, host = client_of(tables, ["tictactoe"]), table_path(table, "host")
    send = {"seat": 0, "do": "clock", "clock": "days", "zero": "bot"}
    assert client.post(host, data=send).status_code == TAKEN
    assert "3 days for each choice" in client.get(table_path(table, "watch")).text
    assert client.post(host, data=send | {"clock": "sundial"}).status_code == 409
    players = seated(tables, table)
    assert choose(players[table.state.decision.seat]) == TAKEN
    assert client.post(host, data=send).status_code == 409
    setup = {"game": 0, "players": 2, "clock": "minute", "zero": "vote"}
    link = f"/tables/{tables.setup_token}"
    assert client.post(link, data=setup).status_code == TAKEN
    assert [*tables.tables.values()][-1].host_settings.clock == "minute"
    assert client.post(link, data=setup | {"clock": "sundial"}).status_code == 400
    with pytest.raises(Refused):
        set_clock(tables, table, "", "vote")


def test_a_running_clock_keeps_its_table_in_memory(tables: Tables, now: Now) -> None:
    table, _ = timed(tables, "tictactoe", 2, "week")
    now.time += 5000
    tables.rest()
    assert table.id in tables.tables


def test_what_was_saved_of_a_clock_has_to_be_right() -> None:
    assert clocks.make_clock("", 2) is None
    for saved in ('{"left": [1.0], "runs": []}', "{}", "x"):
        with pytest.raises((ValueError, KeyError, TypeError)):
            clocks.make_clock("quick", 2, saved)
