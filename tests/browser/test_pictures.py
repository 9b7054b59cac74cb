"""Pictures from a game's folder in Chromium: they are seen on every page of a table, under its security policy."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from helpers.chromium import CHROMIUM, chromium, faults_of, served, violations

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

GAME = """format: 1
game: Farmyard
players: 2
things: {kind: [farm, church], cell: 2x2}
components: {building: {front: {kind: kind, worth: 1..9}}}
shared:
  row: {holds: building, starts with: {kind: farm, worth: 1}}
  deck: {pile of: building, see: nobody, starts with: {kind: church, worth: 2}}
each cell: {stands: maybe kind}
each player: {hand: {holds: building, see: owner, starts with: {kind: kinds, worth: 3..4}}}
setup: [{set: {cell_1_1.stands: farm}}]
phases: {Sales: {turns: player in players, until: {Late: round > 2}, choose: card in player.hand, move: card, to: row}}
score: 0
look: {farm: green farm.png, church: blue church.webp, building: brown back.png}
"""
# how wide the content of each picture is, and how wide it is drawn; on a board, whether it can be had
SEEN = "all => all.map(e => [e.naturalWidth, e.getBoundingClientRect().width])"
ON_BOARD = """() => Promise.all([...document.querySelectorAll('svg image')].map(e => fetch(e.href.baseVal).then(a => a.status)))"""


def test_pictures_are_seen_on_every_page(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    folder = tmp_path / "farmyard"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(GAME)
    for name, colour in (("farm.png", "red"), ("church.webp", "blue"), ("back.png", "brown")):
        made = io.BytesIO()
        image.new("RGB", (60, 90), colour).save(made, name.rpartition(".")[2])
        (folder / name).write_bytes(made.getvalue())
    with served(tmp_path / "tables", str(folder), 2) as links, chromium() as browser:
        page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        host = next(link for link in links if "/host/" in link)
        for link in (links[0], host):
            page.goto(link)
            page.wait_for_load_state("networkidle")
            seen = page.eval_on_selector_all("img.art", SEEN)
            assert len(seen) > 1 and all(natural == 60 and drawn > 20 for natural, drawn in seen), (link, seen)
            assert page.evaluate(ON_BOARD) == [200]
        page.goto(links[0])
        page.locator("#hand button.card").first.focus()
        page.keyboard.press("i")
        ((natural, drawn),) = page.eval_on_selector_all("#large img.art", SEEN)
        assert natural == 60 and drawn > 150
        faults = [*violations(page), *said]
        assert not faults, faults_of(faults)
