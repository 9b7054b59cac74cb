"""My own order of my hand in Chromium: by buttons, dragged and by keys; kept on the device, told to nobody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, MOMENT, chromium, faults_of, served, violations

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
GAME = """
format: 1
game: Hands
players: 2
things: {suit: [clubs, hearts], rank: [Two, Three, Four, Five]}
components: {card: {front: {rank: rank, suit: suit}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {suit: suits, rank: ranks}}
  row: {holds: card}
each player:
  hand: {holds: card, see: owner}
setup: [{deal: 3, from: deck, to: last(players).hand}, {deal: 3, from: deck, to: first(players).hand}]
phases:
  Play:
    turns: player in players
    until: {Late: round > 4}
    do:
      lay a card: {choose: card in player.hand, move: card, to: row}
      draw one: {when: not deck.empty, move: 1, from: deck, to: player.hand}
score: 0
"""
HAND = "#hand [data-hand] > li[id] .card"


@contextmanager
def pages_of(folder: Path, size: dict[str, int]) -> Iterator[list[Any]]:
    """The pages of both seats, and what is sent from them as `sent` on each."""
    (folder / "game").mkdir()
    (folder / "game" / "ruleset.yaml").write_text(GAME)
    with served(folder / "tables", str(folder / "game"), 2) as links, chromium() as browser:
        found = []
        for link in links[:2]:
            page = browser.new_context(viewport=size, has_touch=size is PHONE).new_page()
            page.add_init_script("localStorage.setItem('stammtisch one tap', '1')")
            page.sent = []
            page.on("request", lambda request, page=page: page.sent.append((request.method, request.post_data or "")))
            page.goto(link)
            found.append(page)
        yield found


def hand(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(HAND, "all => all.map(e => e.getAttribute('aria-label'))")
    return found


def choose(page: Any, button: str) -> None:
    page.get_by_role("button", name="Order of the cards").click()
    page.get_by_role("button", name=button).click()


def middle(page: Any, card: str) -> tuple[float, float]:
    box = page.locator(HAND).and_(page.get_by_label(card, exact=True)).bounding_box()
    return box["x"] + 12, box["y"] + box["height"] / 2


def test_a_hand_is_put_in_order_and_stays_so_through_moves_and_reloads(tmp_path: Path) -> None:
    with pages_of(tmp_path, WIDE) as (mine, others):
        first = hand(mine)
        choose(mine, "By rank")
        by_rank = hand(mine)
        choose(mine, "As dealt")
        dealt = hand(mine)
        choose(mine, "By suit")
        assert hand(mine) == first
        order = ["Two", "Three", "Four", "Five"]
        assert by_rank == sorted(first, key=lambda card: order.index(card.split()[0])) and sorted(dealt) == sorted(
            first
        )
        # dragged to the end: nothing is chosen, nothing is sent
        moment, sent = mine.evaluate(MOMENT), len(mine.sent)
        mine.mouse.move(*middle(mine, first[0]))
        mine.mouse.down()
        mine.mouse.move(*middle(mine, first[2]), steps=6)
        assert mine.locator(".carried").count() == 1
        mine.mouse.up()
        own = [*first[1:], first[0]]
        assert hand(mine) == own and mine.evaluate(MOMENT) == moment and len(mine.sent) == sent
        assert mine.locator("p.said[role=status]").inner_text() == f"{first[0]}: place 3 of 3"
        mine.reload()
        assert hand(mine) == own
        # a card is laid and another one drawn, which lies at the end
        mine.locator(HAND).nth(1).click()
        mine.wait_for_function(f"before => {MOMENT} !== before", arg=moment)
        mine.wait_for_function("() => document.querySelector('#ask').hidden")
        assert hand(mine)[:2] == [own[0], own[2]] and len(hand(mine)) == 3
        assert all("order" not in data and "held" not in data for _, data in mine.sent)
        # the other player sees the same as before
        assert "held" not in others.evaluate("document.querySelector('main').innerHTML").split('id="hand"')[0]
        faults = violations(mine)
        assert not faults, faults_of(faults)


def test_keys_move_a_card_and_keep_the_focus(tmp_path: Path) -> None:
    with pages_of(tmp_path, WIDE) as (mine, others):
        first = hand(mine)
        mine.locator(HAND).first.focus()
        mine.keyboard.press("Shift+ArrowRight")
        assert hand(mine) == [first[1], first[0], first[2]]
        mine.keyboard.press("ArrowRight")
        focused = "document.activeElement.getAttribute('aria-label')"
        assert mine.evaluate(focused) == first[2]
        mine.keyboard.press("Shift+ArrowLeft")
        assert hand(mine) == [first[1], first[2], first[0]] and mine.evaluate(focused) == first[2]
        # cards that cannot be chosen are reached by the tab key, and stay in focus while others play
        waiting = hand(others)
        others.locator(HAND).first.focus()
        others.keyboard.press("Shift+ArrowRight")
        assert hand(others) == [waiting[1], waiting[0], waiting[2]] and others.evaluate(focused) == waiting[0]
        mine.locator(HAND).first.click()
        others.wait_for_function("() => !document.querySelector('#ask').hidden")
        assert hand(others) == [waiting[1], waiting[0], waiting[2]]


def test_a_finger_holds_a_card_and_carries_it(tmp_path: Path) -> None:
    with pages_of(tmp_path, PHONE) as (mine, _):
        first, moment = hand(mine), mine.evaluate(MOMENT)
        mine.locator(HAND).first.scroll_into_view_if_needed()
        (x, y), (to, below) = middle(mine, first[0]), middle(mine, first[2])
        session = mine.context.new_cdp_session(mine)

        def touch(kind: str, *points: dict[str, float]) -> None:
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

        touch("touchStart", {"x": x, "y": y})
        mine.wait_for_timeout(700)
        for step in range(1, 9):
            touch("touchMove", {"x": x + (to - x) * step / 8, "y": y + (below - y) * step / 8})
            mine.wait_for_timeout(20)
        touch("touchEnd")
        mine.wait_for_timeout(400)
        assert hand(mine) == [first[1], first[2], first[0]]
        assert mine.evaluate(MOMENT) == moment and not mine.locator("#large:popover-open").count()
