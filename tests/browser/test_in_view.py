"""What a phone has in view when its seat has to choose; `cd tests; python -m helpers.in_view` plays whole games."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chromium import CHROMIUM, chromium
from helpers.in_view import GAMES, LOOK, Seen, listening, look_at, open_phone, table_of, watch

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

# the most of a phone's height that the rail takes
MOST = 0.4


def test_question_options_and_object_are_in_view_together_on_a_phone(tmp_path: Path) -> None:
    with listening(tmp_path) as (tables, address), chromium() as browser:
        for game in GAMES:
            seen = look_at(browser, tables, address, game, most=5, every=3)
            assert seen.decisions == 5 and not seen.faults, (str(seen), seen.faults)
            assert max(seen.rails) <= MOST and not seen.scrolled, str(seen)


def test_a_hand_of_two_rows_and_a_button_leave_three_fifths_to_the_table(tmp_path: Path) -> None:
    with listening(tmp_path) as (tables, address), chromium() as browser:
        seen = look_at(browser, tables, address, "warrender", most=1, every=32)
        assert seen.decisions == 1 and max(seen.rails) <= MOST and not seen.faults, (str(seen), seen.rails, seen.faults)


@pytest.mark.parametrize("game", ["balvin", "gin-rummy"])
def test_whoever_has_read_below_the_table_is_brought_back_to_it(tmp_path: Path, game: str) -> None:
    with listening(tmp_path) as (tables, address), chromium() as browser:
        table, seen = table_of(tables, game, 5), Seen(game)
        page = open_phone(browser, f"{address}/table/{table.id}/1/{table.seats[0].token}")
        for words in watch(page, tables, table, game, most=6):
            seen.add(words, page.evaluate(LOOK))
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert seen.decisions == 6 and not seen.faults, seen.faults
