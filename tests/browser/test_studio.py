"""The studio in Chromium: the whole loop of a designer, from a template to a game as a zip file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, PATIENCE, chromium, violations
from helpers.studios import begin, from_a_template_to_a_file, studio
from helpers.tiers import full

pytestmark = [
    full,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed"),
]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[Any, Path, list[str]]]:
    """A window with a studio of an empty folder; the folder, and what goes wrong in the window."""
    pytest.importorskip("playwright")
    folder, faults = tmp_path / "games", list[str]()
    with studio(folder) as link, chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
        context.add_init_script("localStorage.setItem('stammtisch pace', 'none')")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on(
            "request",
            lambda asked: None if asked.url.startswith((link[:20], "data:", "blob:")) else faults.append(asked.url),
        )
        page.goto(link)
        yield page, folder, faults


def test_from_a_template_to_a_zip_file(opened: tuple[Any, Path, list[str]], tmp_path: Path) -> None:
    page, folder, faults = opened
    rules = from_a_template_to_a_file(page, tmp_path / "saved")
    for path in (path for path in rules.parent.rglob("*") if path.is_file()):
        assert path.read_bytes() == (folder / "village-picnic" / path.relative_to(rules.parent)).read_bytes()
    assert not faults and not violations(page)


def test_a_file_of_tests_that_cannot_be_read_keeps_nobody_from_playing(opened: tuple[Any, Path, list[str]]) -> None:
    page, folder, faults = opened
    begin(page, "Card game", "Village picnic")
    assert page.locator(".cm-activeLine").first.inner_text() == "game: Village picnic"
    tests = folder / "village-picnic/scenarios.yaml"
    good = tests.read_text(encoding="utf-8")
    # what is undone before the page has looked at the folder again is no change
    with page.expect_response(
        lambda one: '"name":"changes"' in (one.request.post_data or "") and '"files"' in one.text()
    ):
        tests.write_text(good.replace("scenarios:", "scenarios: 3", 1), encoding="utf-8")
    page.get_by_text(re.compile("^[0-9]+ mistake")).first.wait_for()
    page.get_by_role("tab", name="Numbers").click()
    page.get_by_role("button", name="Play 1,000 games").and_(page.locator(":enabled")).wait_for()
    tests.write_text(good, encoding="utf-8")
    page.get_by_text("No mistakes").first.wait_for()
    assert not faults


def test_the_editor_offers_explains_renames_and_leads_to_declarations(opened: tuple[Any, Path, list[str]]) -> None:
    page, folder, faults = opened
    begin(page, "Card game", "Village picnic")
    rules, tests = (folder / "village-picnic" / name for name in ("ruleset.yaml", "scenarios.yaml"))

    # what a word is, and where it is declared
    use = (
        page.locator(".cm-line", has_text="player.blanket")
        .first.locator("span", has_text=re.compile("^blanket$"))
        .first
    )
    use.hover()
    page.get_by_role("tooltip").or_(page.locator(".cm-tooltip-hover")).filter(has_text="blanket").first.wait_for()
    page.mouse.move(5, 5)
    use.click()
    page.keyboard.press("F12")
    page.wait_for_function("() => document.querySelector('.cm-activeLine')?.textContent.trim().startsWith('blanket')")

    # another name, in the rules and in the tests; all of it is taken back by one button
    page.keyboard.press("F2")
    page.get_by_label("New name").fill("cloth")
    page.get_by_role("button", name="Rename everywhere").click()
    page.get_by_text(re.compile("^Renamed")).wait_for()
    assert "cloth" in rules.read_text(encoding="utf-8") and "cloth" in tests.read_text(encoding="utf-8")
    page.get_by_role("button", name="Undo", exact=True).last.click()
    page.wait_for_function("() => !document.querySelector('.cm-content').textContent.includes('cloth')")
    page.get_by_text("Saved", exact=True).wait_for()
    for path in (rules, tests):
        page.wait_for_timeout(300)
        assert "cloth" not in path.read_text(encoding="utf-8")

    # after a dot stands what a player has, and it is put in with Enter
    page.locator(".cm-line", has_text=re.compile("^define:")).click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("best(player): count(player.bl", delay=30)
    page.locator(".cm-tooltip-autocomplete li", has_text="blanket").wait_for()
    page.wait_for_timeout(300)  # a list that has just opened takes no key yet
    page.keyboard.press("Enter")
    page.locator(".cm-line", has_text="best(player): count(player.blanket").wait_for()
    assert not faults


def test_on_a_phone_one_pane_is_shown_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    folder = tmp_path / "games"
    with studio(folder) as link, chromium() as browser:
        window = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, color_scheme="dark")
        page = window.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(link)
        page.get_by_role("button", name=re.compile("^Card game")).wait_for()
        found = violations(page)
        page.get_by_role("button", name=re.compile("^Card game")).tap()
        page.get_by_label("Name of your game").fill("Village picnic")
        page.get_by_role("button", name="Begin", exact=True).tap()
        page.locator(".cm-content").wait_for()
        found += violations(page)
        for pane, shown in (("Files", "Files of the game"), ("Try", "Look at the game"), ("Write", "The open file")):
            page.get_by_role("button", name=pane, exact=True).tap()
            page.get_by_label(shown, exact=True).first.wait_for()
            assert page.locator(":is(.files, .editor, .view):visible").count() == 1
            found += violations(page)
            tabs = "() => { const all = document.querySelector('.tabs'); return all.scrollWidth - all.clientWidth; }"
            assert page.evaluate(tabs) <= 0
        # what another program has written meanwhile is asked about in a few lines
        page.locator(".cm-line", has_text=re.compile("^game:")).tap()
        page.keyboard.press("End")
        page.keyboard.type("s")
        rules = folder / "village-picnic/ruleset.yaml"
        rules.write_text(rules.read_text(encoding="utf-8").replace("players: 2..5", "players: 2..4"), encoding="utf-8")
        page.get_by_role("button", name="Take the other").wait_for()
        assert page.locator(".notice").bounding_box()["height"] < 250
        found += violations(page)
        page.get_by_role("button", name="Take the other").tap()
        # the name of a variant is asked for on any of the panes; its file is called after it
        page.get_by_role("button", name="Files", exact=True).tap()
        page.get_by_role("button", name="Add a variant").tap()
        page.get_by_label("Name of the variant").fill("Long picnic")
        page.get_by_role("button", name="Create").tap()
        page.locator(".cm-line", has_text="game: Long picnic").wait_for()
        assert (folder / "village-picnic/variants/long-picnic.yaml").is_file()
        assert not found


def test_what_another_program_has_written_is_taken_over_and_never_overwritten_unasked(
    opened: tuple[Any, Path, list[str]],
) -> None:
    page, folder, faults = opened
    begin(page, "Card game", "Village picnic")
    rules = folder / "village-picnic/ruleset.yaml"
    text = rules.read_text(encoding="utf-8")

    rules.write_text(text.replace("players: 2..5", "players: 2..4"), encoding="utf-8")
    page.locator(".cm-line", has_text="players: 2..4").wait_for()

    # both change it before either knows of the other
    page.locator(".cm-line", has_text=re.compile("^about:")).click()
    page.keyboard.press("Home")
    other = text.replace("players: 2..5", "players: 2..3")
    rules.write_text(other, encoding="utf-8")
    page.keyboard.type("# mine ")
    page.get_by_role("button", name="Take the other").wait_for()
    page.keyboard.type("still ")
    page.wait_for_timeout(1500)
    assert rules.read_text(encoding="utf-8") == other
    page.get_by_role("button", name="Save mine").click()
    page.get_by_text("Saved", exact=True).wait_for()
    assert "# mine still about:" in rules.read_text(encoding="utf-8")

    # a variant that is not open is checked again, too, and what it changes is told anew
    variant = folder / "village-picnic/variants/short.yaml"
    variant.parent.mkdir(exist_ok=True)
    lines = "format: 1\nextends: ../ruleset.yaml\ngame: Short picnic\nsettings: {hand_size: {value: 4}}\n"
    variant.write_text(lines, encoding="utf-8")
    page.get_by_role("tab", name="Variants").click()
    page.get_by_role("button", name="What changes").click()
    page.get_by_text("Hand size: 6 → 4").wait_for()
    variant.write_text(lines.replace("value: 4", "value: 5"), encoding="utf-8")
    page.get_by_text("Hand size: 6 → 5").wait_for()
    variant.write_text(lines.replace("settings", "setings"), encoding="utf-8")
    page.locator(".files").get_by_text("1 mistake").wait_for()
    variant.write_text(lines, encoding="utf-8")
    page.get_by_text("No mistakes").wait_for()

    # a table under way says that it plays the rules without the variant
    page.get_by_role("tab", name="Play").click()
    page.get_by_role("button", name="Play", exact=True).click()
    table = page.get_by_title("The table")
    before = table.get_attribute("src")
    page.get_by_role("tab", name="Variants").click()
    page.get_by_label("Play with it").check()
    page.get_by_role("tab", name="Play").click()
    page.get_by_text("This table still plays by the old rules.").wait_for()
    page.get_by_role("button", name="New table").click()
    page.get_by_text("This table still plays by the old rules.").wait_for(state="detached")
    assert table.get_attribute("src") != before
    rules.write_text(text.replace("meal: {value: 4", "meal: {value: 3"), encoding="utf-8")
    page.get_by_role("button", name="Go on by the new rules").wait_for()
    assert not faults
