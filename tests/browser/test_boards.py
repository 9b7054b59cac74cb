"""A board game on a phone: what others did to my pieces is seen, and a tap means what lies under it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, chromium
from helpers.in_view import PHONE, listening, table_of

from stammtisch.front.api import load_ruleset
from stammtisch.seats.perception.scenes import information_of
from stammtisch.table.play.moves import commit_choices
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

READY = "() => document.querySelector('#move') && !document.body.matches('.happening, .settling')"
CHANGES = """() => [...document.querySelectorAll('.own dd')].map(each => (each.dataset.gain || '') + (each.dataset.loss || ''))"""


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Tables, str]]:
    with listening(tmp_path_factory.mktemp("tables")) as (tables, address), chromium() as browser:
        yield browser, tables, address


def sit_down(scene: tuple[Any, Tables, str], *before: str) -> tuple[Any, Table]:
    """A phone with the page of the first seat of nine men's morris, after these choices."""
    browser, tables, address = scene
    table = table_of(tables, "nine-mens-morris", 5)
    choose(tables, table, *before)
    page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    page.add_init_script("localStorage.setItem('stammtisch guide', '{\"off\": true}')")
    page.goto(f"{address}/table/{table.id}/1/{table.seats[0].token}")
    page.wait_for_function(READY)
    return page, table


def choose(tables: Tables, table: Table, *points: str) -> None:
    """Choose points, whoever is asked for one."""
    for point in points:
        with table.lock:
            seat, site = table.state.sites()[0]
            asked, names = information_of(table.state, seat).scene.asked, table.state.game.program.names["point"]
            assert asked is not None
            at = [offer.value for offer in asked.offers].index(names.index(point))
            commit_choices(tables, table, seat, [table.state.option_numbers(seat, site)[at]])


def test_a_man_that_was_taken_is_told_and_its_loss_is_no_less_for_a_gain(scene: tuple[Any, Tables, str]) -> None:
    page, table = sit_down(scene, "a1", "d7", "d2", "a4", "b2", "g7")
    page.locator(".cell[aria-label=g1]").tap()
    page.wait_for_function("() => !document.querySelector('#move')")
    choose(scene[1], table, "a7", "g1")
    page.wait_for_function(READY)
    # beside them stands what was lost
    assert page.evaluate(CHANGES) == ["−1", "+1 −1", ""]
    assert page.inner_text("#losses").split("\n")[0].startswith("You have lost: man g1")
    assert "Take a man: g1 (a mill is closed)" in page.inner_text("#losses")
    page.reload()
    assert page.locator("#losses").is_visible()
    page.locator(".cell[aria-label=g1]").tap()
    page.wait_for_function("() => !document.querySelector('#move')")
    assert page.locator("#losses").is_hidden()
    page.context.close()


# every man is placed, nobody has closed a mill
PLACED = ["a1", "d7", "d2", "a4", "g1", "g7", "b2", "b4", "f4", "e4", "e5", "c5", "d5", "c3", "c4", "f6", "b6", "d3"]


def test_another_piece_is_picked_in_place_of_the_first_and_others_say_why_not(scene: tuple[Any, Tables, str]) -> None:
    page, table = sit_down(scene, *PLACED)
    page.locator(".cell[data-at=d2]").tap()
    page.wait_for_selector(".release[aria-label^=d2]")
    page.wait_for_function(READY)
    # what is free, but not beside it
    page.locator(".spot[data-at=a7]").tap()
    page.wait_for_function("() => document.querySelector('#what')?.innerText.includes('along a line')")
    page.locator(".spot.instead[data-at=a1]").tap()
    page.wait_for_selector(".release[aria-label^=a1]")
    page.wait_for_function(READY)
    assert page.locator(".cell.tap").evaluate_all("all => all.map(each => each.dataset.at)") == ["d1"]
    page.context.close()


def test_who_plays_with_bots_alone_goes_back_at_the_board_when_asked_once(scene: tuple[Any, Tables, str]) -> None:
    browser, tables, address = scene
    ruleset = load_ruleset("nine-mens-morris")
    table = begin_table(tables, ruleset, ruleset.game(2, {}).start(5), ["human", "random"])
    page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    page.add_init_script("localStorage.setItem('stammtisch guide', '{\"off\": true}')")
    page.goto(f"{address}/table/{table.id}/1/{table.seats[0].token}")
    assert not page.locator("[popovertarget=rewind]").count()
    page.locator(".cell[data-at=a1]").tap()
    page.wait_for_timeout(230)
    page.locator(".cell[data-at=a1]").tap()
    # the bot chooses at once: that cannot be prevented
    page.wait_for_function("() => document.querySelector('.own dd')?.dataset.loss === '−1'")
    assert not page.get_by_text("Take back my choice").locator("visible=true").count()
    page.wait_for_selector(".after > button")
    page.wait_for_function(READY)
    page.locator(".after > button").tap()
    assert table.state.decisions == 2
    page.locator("#rewind .main").tap()
    page.wait_for_selector("#beside >> text=went back")
    assert table.state.decisions == 0 and page.evaluate(CHANGES) == ["", ""]
    page.context.close()
