"""Before a game begins its page says how long it may take: an estimate, from games here or from bots."""

from __future__ import annotations

import pytest
from helpers.browsers import begun, client_of

from stammtisch.table.pages.links import table_path
from stammtisch.table.play.durations import Duration, estimate_duration
from stammtisch.table.play.recordings import write_recording
from stammtisch.table.play.tables import Tables


def test_an_estimate_comes_from_games_of_bots_until_people_have_finished_some(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    found = estimate_duration(tables, table)
    # nine squares, of which the last is no choice
    assert found is not None and 4 <= found.choices <= 8 and (found.minutes, found.by_people) == (1, False)
    for seed in range(2):
        done = begun(tables, "tictactoe", 2, ["human"] * 2, seed)
        for position in (0, 2, 0, 2, 0):  # the first row, for the first player
            done.state.choose(position)
        assert done.state.over
        write_recording(tables.store, done)
    assert estimate_duration(tables, table) == Duration(1, 5, 2, True)
    # each recording is read once
    monkeypatch.setattr("stammtisch.table.play.durations.read_game", None)
    assert estimate_duration(tables, table) == Duration(1, 5, 2, True)
    page = client_of(tables).get(table_path(table, "lobby")).text
    assert "About 1 min, as an estimate: 2 games that people finished here had about 5 choices" in page


def test_bots_choose_fast_a_set_is_one_choice_and_nothing_is_said_of_a_game_without_an_end(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    people = estimate_duration(tables, table)
    for seat in table.seats[1:]:
        seat.kind = "random"
    alone = estimate_duration(tables, table)
    assert people is not None and alone is not None and people.minutes > 2 * alone.minutes
    # three cards passed at the same time are one of 53 choices of a hand, most of those without another card are none
    assert people.choices < 53 * 16
    tables.lengths.clear()
    monkeypatch.setattr("stammtisch.table.play.durations.LONGEST", 20)
    assert estimate_duration(tables, table) is None
    assert "as an estimate" not in client_of(tables).get(table_path(table, "lobby")).text
