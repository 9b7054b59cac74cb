"""Boards finer than a finger on a phone: seen whole; a tap finds the nearest place, and a second one chooses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, MOMENT, chromium
from helpers.in_view import SETTLED, choose_at_random, listening, open_phone, table_of
from helpers.paths import DATA

from stammtisch.base.streams import Stream
from stammtisch.table.play.table import Table, moment
from stammtisch.table.play.tables import Tables

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

TOO_SOON = 230
STONES = str(DATA / "stones")
# the place that can be chosen whose middle is nearest to a point, and how far it is
NEAREST = """([x, y]) => [...document.querySelectorAll('.ground .cell')].map(cell => {
    const box = cell.getBoundingClientRect();
    return [cell.value, Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y)];
  }).sort((one, other) => one[1] - other[1])[0]"""
ARMED = "document.querySelector('.cell.armed')?.value"
# a board in view, and all of it; how far the page or the board can be moved sideways
WHOLE = """() => { const box = document.querySelector('.ground').getBoundingClientRect(), board = document.querySelector('.board');
  const top = document.querySelector('#top').getBoundingClientRect().bottom, rail = document.querySelector('.dock').getBoundingClientRect().top;
  return [box.left >= 0 && box.right <= innerWidth && box.top >= top && box.bottom <= rail,
    board.scrollWidth - board.clientWidth, document.documentElement.scrollWidth - innerWidth]; }"""
BOXES = """() => [...document.querySelectorAll('.ground, .dock, .dock .after, .dock summary')]
  .map(each => JSON.stringify(each.getBoundingClientRect()))"""
Scene = tuple[Any, Tables, str]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with listening(tmp_path_factory.mktemp("tables")) as (tables, address), chromium() as browser:
        yield browser, tables, address


def sit_down(scene: Scene, game: str) -> tuple[Any, Table]:
    """A phone with the page of the second seat, which has to choose; that the first has chosen was sent to it."""
    browser, tables, address = scene
    table = table_of(tables, game, 5)
    page = open_phone(browser, f"{address}/table/{table.id}/2/{table.seats[1].token}")
    choose_at_random(tables, table, 0, Stream(3))
    settle(page, table)
    return page, table


def settle(page: Any, table: Table) -> None:
    """Wait until the page has the question of now, and takes taps."""
    page.wait_for_function(SETTLED, arg=moment(table.state, 1, table.seats[1].epoch))
    page.wait_for_function("() => !document.body.matches('.settling, .happening')")


@pytest.mark.parametrize(("game", "most"), [("hex", 2), (STONES, 4)], ids=["hex", "stones"])
def test_the_nearest_place_is_marked_by_one_tap_and_chosen_by_two(scene: Scene, game: str, most: int) -> None:
    page, table = sit_down(scene, game)
    stream, mine = Stream(7), 0
    while mine < most:
        if table.state.sites()[0][0] == 0:
            choose_at_random(scene[1], table, 0, stream)
            continue
        settle(page, table)
        assert page.evaluate(WHOLE) == [True, 0, 0]
        box, before = page.locator(".ground").bounding_box(), table.state.decisions
        at = [box["x"] + box["width"] * stream.draw(1000) / 1000, box["y"] + box["height"] * stream.draw(1000) / 1000]
        wanted, far = page.evaluate(NEAREST, at)
        if far > 40:  # beside the board, nothing is meant
            continue
        boxes = page.evaluate(BOXES)
        page.touchscreen.tap(*at)
        assert page.evaluate(ARMED) == wanted and page.inner_text("#again").startswith("Tap again: ")
        assert page.evaluate(BOXES) == boxes, "something moves when a place is marked"
        page.wait_for_timeout(TOO_SOON)
        assert table.state.decisions == before
        was = page.evaluate(MOMENT)
        page.touchscreen.tap(*at)
        page.wait_for_function(f"was => {MOMENT} !== was", arg=was)
        assert table.state.choices()[before].seat == 1 and table.state.choices()[before].position == int(wanted)
        mine += 1
    page.context.close()


def test_a_mark_moves_is_forgotten_and_is_chosen_on_the_rail(scene: Scene) -> None:
    page, table = sit_down(scene, STONES)
    cells = page.locator(".ground .cell")
    cells.nth(0).tap()
    cells.nth(44).tap()
    name = page.locator(".cell.armed").get_attribute("aria-label")
    assert page.locator(".cell.armed").count() == 1 and page.inner_text("#again") == f"Tap again: {name}"
    ring = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.cell.armed'), '::after').width)")
    assert ring >= 44
    page.locator("#area-1 h2").tap()
    assert not page.locator(".armed").count() and page.locator("#take").is_hidden()
    cells.nth(44).tap()
    page.wait_for_timeout(TOO_SOON)
    was = page.evaluate(MOMENT)
    assert table.state.decisions == 1 and page.inner_text("#take") == f"Choose {name}"
    page.locator("#take").tap()
    page.wait_for_function(f"was => {MOMENT} !== was", arg=was)
    assert table.state.decisions == 2
    page.context.close()


def test_keys_and_a_mouse_choose_at_once_and_so_does_a_tap_on_eight_by_eight(scene: Scene) -> None:
    for game, choose in (
        (STONES, lambda page: page.locator(".cell").nth(7).press("Enter")),
        (STONES, lambda page: page.locator(".cell").nth(7).click()),
        ("othello", lambda page: page.locator(".cell").nth(1).tap()),
    ):
        page, table = sit_down(scene, game)
        was = page.evaluate(MOMENT)
        choose(page)
        page.wait_for_function(f"was => {MOMENT} !== was", arg=was)
        assert table.state.decisions == 2
        page.context.close()
