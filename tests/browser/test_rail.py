"""Pages in Chromium: the rail leaves most of a phone's height to the table; forced colours can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.chromium import CHROMIUM, chromium, faults_of, served, violations

from stammtisch.cli.commands.init import command

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

PHONE = {"width": 360, "height": 740}
MOST = 0.4


@pytest.mark.parametrize("game", ["card-game", "deck-building"])
def test_the_rail_takes_at_most_two_fifths_of_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(command, [game, "--template", game]).exit_code == 0
    with served(tmp_path / "tables", str(tmp_path / game), 3) as links, chromium() as browser:
        page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
        page.goto(links[0])
        height = page.eval_on_selector(".dock", "e => e.getBoundingClientRect().height")
        assert height <= MOST * PHONE["height"], height
        assert page.eval_on_selector(".dock", "e => e.scrollHeight <= e.clientHeight + 1")


@pytest.mark.parametrize("game", ["munchhausen", "balvin"])
def test_forced_colours_can_be_read(tmp_path: Path, game: str) -> None:
    with served(tmp_path / "tables", game, 3) as links, chromium() as browser:
        for link in links[:3]:
            page = browser.new_context(viewport={"width": 1280, "height": 800}, forced_colors="active").new_page()
            page.goto(link)
            faults = violations(page)
            assert not faults, faults_of(faults)
            # nothing is painted behind the letters of what is marked
            marked = page.eval_on_selector_all(".turn", "all => all.map(e => getComputedStyle(e).forcedColorAdjust)")
            assert {*marked} <= {"none"}
