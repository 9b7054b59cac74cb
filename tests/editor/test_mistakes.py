"""While somebody types, mistakes are shown at their place with the words of `validate`: at once, or a moment later."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from helpers.cases import laid, read_case, told
from helpers.paths import DATA, ROOT
from helpers.tiers import tiered

from stammtisch.base.diagnostics import Diagnostic
from stammtisch.editor.completion.complete import completions
from stammtisch.editor.known.workspace import Workspace
from stammtisch.editor.mistakes import later_mistakes, mistakes
from stammtisch.front.api import load_ruleset

BROKEN = sorted(path.stem for path in (DATA / "err").glob("*.txt"))[::2]


def signs(found: list[Diagnostic]) -> list[str]:
    return sorted({f"{d.span} {d.code} {d.message} {d.hint} {d.instead} {d.fix}" for d in found})


@pytest.mark.parametrize("name", tiered(BROKEN, BROKEN[::20].__contains__))
def test_what_validate_says_is_shown(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    case = read_case(DATA / "err" / f"{name}.txt")
    path = laid(case, tmp_path)
    said = told(path, case.text)
    workspace = Workspace()
    found, later = mistakes(workspace, path), list[Diagnostic]()
    if all(d.severity != "error" for d in found):
        with workspace.reading():
            *_, later = later_mistakes(path, workspace.kind(path))
    assert signs([*found, *later]) == signs(said)


def test_a_text_that_is_not_saved_counts_also_for_what_builds_on_it(tmp_path: Path) -> None:
    base, variant = tmp_path / "ruleset.yaml", tmp_path / "more.yaml"
    text = (DATA / "ok").joinpath(sorted(path.name for path in (DATA / "ok").glob("*.yaml"))[0]).read_text()
    base.write_text(text)
    variant.write_text("format: 1\nextends: ruleset.yaml\n")
    workspace = Workspace()
    assert mistakes(workspace, variant) == []
    workspace.change(base, text.replace("phases:", "phasez:"))
    assert "unknown-key" in [d.code for d in mistakes(workspace, variant)]
    workspace.close(base)
    assert mistakes(workspace, variant) == []


def test_files_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "compose.yaml"
    workspace = Workspace()
    workspace.change(path, "services:\n  web: {image: nginx, ports: [80]}\nversion: [")
    assert mistakes(workspace, path) == []
    assert completions(workspace, path, (2, 8)) == []
    workspace.change(path, "format: 1\nservices: 1\n")
    assert [d.code for d in mistakes(workspace, path)] != []


def test_scenarios_of_a_game_that_is_not_there_are_not_read_for_the_one_beside_them(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets/kuhn", tmp_path / "kuhn")
    path = tmp_path / "kuhn" / "scenarios.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub("^tests:.*", "tests: nowhere", text, flags=re.MULTILINE), encoding="utf-8")
    known = load_ruleset(path.with_name("ruleset.yaml"))
    *_, found = later_mistakes(path, "scenarios", known)
    assert [one.severity for one in found] == ["error"] and "nowhere" in found[0].message
