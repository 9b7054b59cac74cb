"""What the studio's editor shows besides the text, in Chromium: what goes into brackets, uses of a name, no modeline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, PATIENCE, chromium, violations
from helpers.studios import studio
from helpers.tiers import full

from stammtisch.front import starter

pytestmark = [full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Any]:
    """A window with a game that was begun for other editors, too."""
    pytest.importorskip("playwright")
    folder, faults = tmp_path / "games", list[str]()
    with studio(folder) as link, chromium() as browser:
        starter.from_template("picnic", "card-game", folder)
        opened = browser.new_page(viewport={"width": 1280, "height": 800})
        opened.set_default_timeout(PATIENCE)
        opened.on("pageerror", lambda error: faults.append(str(error)))
        opened.goto(link)
        opened.locator(".noted").first.wait_for()
        yield opened
        assert not faults


def test_the_line_for_other_editors_is_not_shown_and_cannot_be_deleted(page: Any, tmp_path: Path) -> None:
    assert page.locator(".cm-line").first.inner_text().startswith("# What stands behind a #")
    assert "yaml-language-server" not in page.locator(".cm-content").inner_text()
    # it opens at the name of the game
    page.evaluate("document.querySelector('.cm-scroller').scrollTop = 0")
    page.wait_for_timeout(300)
    page.locator(".cm-line").first.click(position={"x": 4, "y": 8})
    page.keyboard.press("Home")
    page.keyboard.press("Backspace")
    page.keyboard.type("# mine\n")
    rules = tmp_path / "games/picnic/ruleset.yaml"
    for _ in range(100):
        if re.match(r"# yaml-language-server: [^\n]*\n# mine\n# What stands", rules.read_text(encoding="utf-8")):
            return
        page.wait_for_timeout(200)
    raise AssertionError(rules.read_text(encoding="utf-8")[:200])


def test_what_goes_into_brackets_is_said_while_they_are_filled(page: Any) -> None:
    page.locator(".cm-line", has_text=re.compile("^define:")).click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("best(player): player.eaten(", delay=20)
    page.locator(".signature b", has_text="taste").wait_for()
    assert page.locator(".signature .form").inner_text() == "eaten(player, taste)"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator(".signature").wait_for(state="detached")


def test_the_uses_of_a_name_are_listed_and_lead_there(page: Any) -> None:
    page.locator(".cm-line span", has_text=re.compile("^blanket$")).nth(1).click()
    page.keyboard.press("Shift+F12")
    uses = page.locator(".uses button")
    uses.first.wait_for()
    assert not violations(page)
    assert {"ruleset.yaml", "scenarios.yaml"} <= {
        text.split(",")[0] for text in uses.locator("small").all_inner_texts()
    }
    uses.filter(has_text="scenarios.yaml").first.click()
    page.locator(".cm-activeLine", has_text="blanket").wait_for()
    # at its declaration F12 lists them, too
    page.get_by_role("button", name="My picnic").or_(page.get_by_role("button", name="Picnic")).first.click()
    page.locator(".cm-line", has_text=re.compile(r"^\s*blanket: ")).locator("span").first.click()
    page.keyboard.press("F12")
    uses.first.wait_for()
