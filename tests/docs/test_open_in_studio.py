"""The docs' site has a link below each whole game, which opens it in the studio."""

from __future__ import annotations

import importlib.util
import re
from html import unescape
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs

import pytest
from helpers.paths import DOCS, ROOT

from stammtisch.front.api import validate
from stammtisch.studio.door import answer
from stammtisch.studio.game_folder import GameFolder
from stammtisch.studio.studio import Studio

PAGES = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if re.search(r"^```yaml\n(?:#[^\n]*\n)*format: 1", page.read_text(encoding="utf-8"), re.M)
]
LINK = re.compile(r'<a href="(\.\./try/)#([^"]*)">Open this game in the studio</a>')


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("open_in_studio", ROOT / "docs/generate/open_in_studio.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def game_of_link(folder: Path, link: str) -> Path:
    """What the studio's page makes of a link: the file of the game that is in it."""
    sent = parse_qs(unescape(link))
    (name,), (data,) = sent["game"], sent["zip"]
    content = data.replace("-", "+").replace("_", "/") + "==="[(len(data) + 3) % 4 :]
    found: dict[str, Any] = answer(
        Studio(GameFolder(folder)), {"name": "import_zip", "arguments": {"base64": content, "folder": name}}
    )
    assert "result" in found, found
    return folder / name / "ruleset.yaml"


@pytest.mark.parametrize("page", [page.relative_to(DOCS).as_posix() for page in PAGES])
def test_each_whole_game_of_a_page_opens(page: str, hook: ModuleType, tmp_path: Path) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    made = hook.with_links(text, "../try/")
    links = LINK.findall(made)
    assert len(links) == len([*hook.games(text)])
    assert re.sub(r'\n\n<p class="open-in-studio">.*?</p>\n', "", made, flags=re.S) == text
    for number, (_, link) in enumerate(links):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert [one for one in validate(game_of_link(folder, link)) if one.severity == "error"] == [] and len(
            link
        ) < 60_000


def test_most_pages_with_examples_have_such_links(hook: ModuleType) -> None:
    found = [page for page in PAGES if [*hook.games(page.read_text(encoding="utf-8"))]]
    assert len(found) > 8 and DOCS / "new-game.md" in found
