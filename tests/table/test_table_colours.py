"""Colours that people choose: each at one seat alone, seen wherever its person is named, kept with the table."""

from __future__ import annotations

from pathlib import Path

from helpers.browsers import TAKEN, Player, begun, client_of, do, seated

from stammtisch.table.pages.links import table_path
from stammtisch.table.play.rematch import begin_next_game
from stammtisch.table.play.tables import Tables, open_tables


def test_a_colour_marks_its_player_for_all_and_goes_along(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    anna, ben, *_ = seated(tables, table)
    assert '<option value="green">' in anna.look().text

    def change(player: Player, name: str, **more: str) -> int:
        status: int = player.client.post(f"{player.link}/name", data={"name": name} | more).status_code
        return status

    assert change(anna, "Anna", colour="green") == TAKEN and change(ben, "Ben", colour="green") == 409
    assert change(ben, "Ben", colour="mauve") == 409 and change(anna, "Anna B.") == TAKEN
    do(anna, do="say", text="hello")
    for page in (ben.look().text, client_of(tables).get(table_path(table, "watch")).text):
        assert page.count('class="pawn hue-green"') == 2
    assert '<option value="green">' not in ben.look().text and '<option value="green" selected' in anna.look().text
    there = begin_next_game(tables, table, table.header, table.state, 1)
    assert [who.colour for who in there.seats] == ["", "", "", "green"]
    tables.store.close()
    again = open_tables(tmp_path)
    assert again.tables[there.id].seats[3].colour == "green"
    again.store.close()


def test_players_whose_colour_is_in_the_rules_choose_none(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    for name in ("chess", "draughts"):
        table = begun(tables, name, 2, ["human"] * 2)
        assert 'name="colour"' not in seated(tables, table)[0].look().text, name
