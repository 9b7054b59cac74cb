"""The rail in Chromium on a phone: it leaves most of the height to the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.chromium import CHROMIUM, chromium, served

from stammtisch.cli.commands.init import command

pytest.importorskip("playwright")
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
