"""What is known of files does not go stale when a look at them fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.paths import RULESETS

from stammtisch.editor.known.analysis import analyse
from stammtisch.editor.known.workspace import Workspace


def test_a_file_that_changes_after_a_failure_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ruleset.yaml"
    text = (RULESETS / "kuhn" / "ruleset.yaml").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    files = Workspace()

    def fails_at_the_end(*arguments: object) -> None:
        analyse(*arguments)  # type: ignore[arg-type]
        raise ZeroDivisionError

    monkeypatch.setattr("stammtisch.editor.known.workspace.analyse", fails_at_the_end)
    with pytest.raises(ZeroDivisionError):
        files.analysis(file)
    monkeypatch.setattr("stammtisch.editor.known.workspace.analyse", analyse)
    file.write_text(text.replace("components:", "componentz:"), encoding="utf-8")
    assert any("componentz" in found.message for found in files.analysis(file).found)
