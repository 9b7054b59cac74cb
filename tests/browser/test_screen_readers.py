"""Pages as screen readers are told of them: Chromium's accessibility tree, and what is read out as it happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, Window, chromium, play, served, turn_of

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

ROLES = ("button", "link", "checkbox", "slider", "spinbutton", "combobox", "textbox", "img", "image", "table", "region")


def told(page: Any) -> list[tuple[str, str]]:
    """Role and name of all that a screen reader is told of, in its order."""
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    found, left = list[tuple[str, str]](), [next(iter(nodes))]
    while left:
        node = nodes[left.pop()]
        if not node["ignored"]:
            found.append((node["role"]["value"], node.get("name", {}).get("value", "")))
        left += [child for child in reversed(node.get("childIds", [])) if child in nodes]
    return found


@pytest.mark.parametrize("game", ["balvin", "hearts", "nine-mens-morris", "munchhausen", "gin-rummy"])
def test_the_question_its_options_and_the_rest_have_names_in_order(tmp_path: Path, game: str) -> None:
    number = 2 if game in ("nine-mens-morris", "gin-rummy") else 3 if game == "balvin" else 4
    with served(tmp_path / "tables", game, number) as links, chromium() as browser:
        windows = [Window(browser, links[seat], "tap", seat + 1) for seat in range(number)]
        for moves in (0, 3, 6):
            play(windows, moves and 3)
            window = turn_of(windows)
            window.page.wait_for_function("() => !document.body.matches('.happening, .settling')")
            page, said = window.page, told(window.page)
            assert not [role for role, name in said if role in ROLES and not name]
            # what can be chosen is told once by what differs
            kinds = ".tap:not(label), label.tap input, #ask .options :is(button, input[type=checkbox])"
            labels = page.eval_on_selector_all(
                kinds,
                "all => all.filter(e => e.checkVisibility()).map(e => e.getAttribute('aria-label') || e.innerText.trim())",
            )
            names = [name.lower() for role, name in said if role in ("button", "checkbox")]
            assert labels and all(label.lower() in names for label in labels), (labels, names)
            # the question stands after what it is about, as a region of its own; score and log come after it
            regions = [name.lower() for role, name in said if role == "region"]
            asked = page.text_content("#asked").strip().lower()
            assert regions.index(asked) < regions.index("what has happened")


def test_what_happens_is_read_out_once(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "nine-mens-morris", 2) as links, chromium() as browser:
        windows = [Window(browser, links[seat], "tap", seat + 1) for seat in range(2)]
        assert windows[1].page.text_content("#news") == ""
        play(windows, 3)
        page = windows[1].page
        page.wait_for_function("() => document.querySelectorAll('#log li[id*=line]').length >= 6")
        page.wait_for_function("() => !document.body.matches('.happening')")
        read = page.eval_on_selector_all("#news p", "all => all.map(e => e.textContent)")
        assert len(read) == len({*read}) and sum("Place a man" in line for line in read) == 3, read
        assert page.get_attribute("#news", "role") == "log"
