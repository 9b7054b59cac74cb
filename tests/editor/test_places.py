"""At each of the places in testdata/places.yaml an editor is shown what is wanted there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.editors import CURSOR
from helpers.paths import DATA, RULESETS
from helpers.random_edits import random_edits, shipped
from helpers.tiers import full

from stammtisch.editor.completion.complete import completions
from stammtisch.editor.hover import hover
from stammtisch.editor.known.workspace import Workspace
from stammtisch.editor.navigation import definition
from stammtisch.reading.source import Source

PLACES: dict[str, dict[str, Any]] = yaml.safe_load((DATA / "places.yaml").read_text(encoding="utf-8"))
FIRST = 5


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    return Workspace()


def file_of(wanted: dict[str, Any]) -> Path:
    name = wanted["in"]
    return RULESETS / (name if "/" in name else f"{name}/ruleset.yaml")


@pytest.mark.parametrize("name", PLACES)
def test_what_is_wanted_is_shown(name: str, workspace: Workspace) -> None:
    wanted = PLACES[name]
    path = file_of(wanted)
    text = path.read_text(encoding="utf-8")
    assert wanted["old"] in text
    before, _, after = text.replace(wanted["old"], wanted["new"], 1).partition(CURSOR)
    workspace.change(path, before + after)
    place = Source("", before + after).place(len(before))
    if "first" in wanted:
        found = [one.label for one in completions(workspace, path, place)][:FIRST]
        assert set(map(str, wanted["first"])) <= set(found), found
        assert not {*wanted.get("not", ())} & {*found}
    if "says" in wanted:
        said = hover(workspace, path, place)
        assert said is not None
        assert [words for words in wanted["says"] if words not in said.text] == [], said.text
    if "at" in wanted:
        assert [f"{Path(span.file).name}:{span.line}" for span in definition(workspace, path, place)] == [wanted["at"]]
    workspace.close(path)


REMARK = {
    "winner: most player.co # pl¦": False,
    "# pl¦": False,
    "winner: [most player.co, # the player's pl¦": False,
    "winner: 'most player.co # pl¦": True,
    "winner: most player.co#1 + pl¦": True,
    "winner: most player.coins of the player's # pl¦": False,
}


@pytest.mark.parametrize("line", REMARK)
def test_nothing_is_offered_in_a_remark(line: str, workspace: Workspace) -> None:
    path = RULESETS / "miniature.yaml"
    before = "format: 1\ngame: Small\nplayers: 2\n" + line.rstrip(CURSOR)
    workspace.change(path, before)
    found = completions(workspace, path, Source("", before).place(len(before)))
    assert bool(found) is REMARK[line]
    workspace.close(path)


HALF_WRITTEN = {
    "leduc/scenarios.yaml": ("Fold", [("- Ben: Raise\n      - Anna may: [F", "- BeRaise\n      - Anna may: [F¦")]),
    "bierfest/variants/food-alone.yaml": (
        "where all",
        [
            ("choose: [food in foods, plates in 1..most_food]\n        where", "¦where"),
            ("food), plates)", "food), plat"),
        ],
    ),
}


@pytest.mark.parametrize("name", HALF_WRITTEN)
def test_what_is_half_written_is_no_trouble(name: str, workspace: Workspace) -> None:
    path, (wanted, changes) = RULESETS / name, HALF_WRITTEN[name]
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    before, _, after = text.partition(CURSOR)
    workspace.change(path, before + after)
    place = Source("", before + after).place(len(before))
    assert wanted in [one.label for one in completions(workspace, path, place)][:FIRST]
    hover(workspace, path, place)
    workspace.close(path)


@full
def test_random_edits_of_small_games_end_in_no_exception() -> None:
    small = [path for path in shipped() if path.stat().st_size < 4000]
    assert list(random_edits(small, 24, 5)) == []


@pytest.mark.full
def test_random_edits_of_all_files_end_in_no_exception() -> None:
    assert list(random_edits(shipped(), 100, 6)) == []
