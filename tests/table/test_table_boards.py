"""What a page of a board game says of choices: how many taps they take, and why a place cannot be chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.seats.offers import refusal_at_place, refusals_by_reason
from stammtisch.table.pages.render import seat_pieces
from stammtisch.table.pages.seat_pages import replay_page
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.tables import open_tables

# every man is placed, nobody has closed a mill
PLACED = ["a1", "d7", "d2", "a4", "g1", "g7", "b2", "b4", "f4", "e4", "e5", "c5", "d5", "c3", "c4", "f6", "b6", "d3"]


def played(*points: str) -> State:
    """Nine men's morris after these choices."""
    state = load_ruleset("nine-mens-morris").game().start(1)
    for point in points:
        options: list[dict[str, Any]] = state.view(state.sites()[0][0])["decision"]["options"]
        state.choose(next(option["index"] for option in options if option["value"] == point))
    return state


def test_the_only_place_takes_as_many_taps_as_one_of_several_and_is_asked_for_likewise() -> None:
    for picked, places in (("a1", 1), ("d2", 2)):
        page, _ = seat_pieces(played(*PLACED, picked), 0, ["", ""], [False, True], "/x")
        assert len(page["asked"]["options"]) == len(page["asked"]["twice"]) == places
        # so that nothing on the rail moves from one to the other
        assert page["asked"]["rows"] == []


def test_a_place_says_which_rule_forbids_it_and_what_all_see_comes_last() -> None:
    state = played("a1", "a4", "d1", "b4", "f6", "c4", "f6", "g7", "d5", "g1")
    wording = state.game.looks.wording
    safe = "a man in a mill is safe while there are others"
    assert [refusal_at_place(state, 0, place, wording) for place in ("a4", "a1", "d5", "x")] == [safe, "", "", ""]
    far = played(*PLACED, "d2")
    assert (
        refusal_at_place(far, 0, "a7", wording) == "a man moves along a line to the next point, unless only 3 are left"
    )
    assert [*refusals_by_reason(far, 0)] == [
        "a man moves along a line to the next point, unless only 3 are left",
        "it is not among the things to choose from",
    ]


def test_who_looks_back_reads_what_was_done_and_sees_it_marked(tmp_path: Path) -> None:
    state = played("a1", "a4", "d1")
    tables = open_tables(tmp_path)
    table = begin_table(tables, load_ruleset("nine-mens-morris"), state, ["human", "human"])
    pages = [replay_page(table, 0, "/x", at).decode() for at in range(4)]
    assert "Step 0 of 3</title>" in pages[0] or "Step 0 of 3 –" in pages[0]
    assert "Step 1 of 3: player 1: Place a man a1" in pages[1] and "The end: player 1: Place a man d1" in pages[3]
    # the ring is around what the line says, also of my own; each step has as many places for ways on
    assert [page.count('r="46"') for page in pages] == [0, 1, 1, 1]
    assert {page.count('class="nowhere"') + page.count('<a href="?at=') for page in pages[:3]} == {4}
    tables.store.close()
