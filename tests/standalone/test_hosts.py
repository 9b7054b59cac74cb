"""A ruleset comes to the same in Node.js and in Chromium as here; `helpers.hosts` compares all of them, and more games."""

from __future__ import annotations

import pytest
from helpers.chromium import CHROMIUM

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

from helpers.hosts import compare  # noqa: E402

from stammtisch.base.errors import UsageError  # noqa: E402
from stammtisch.standalone.npm_packages import WABT, package_files, pyodide_files  # noqa: E402


def test_mistakes_games_and_choices_of_bots_are_the_same_on_all_hosts(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        pyodide_files(None), package_files(WABT, None)
    except UsageError as error:
        pytest.skip(str(error))
    assert compare(["tictactoe"], 20, ["node", "chromium"]) == []
    assert "tictactoe: 9 findings, 1 by WebAssembly" in capsys.readouterr().out
