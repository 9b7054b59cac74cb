"""Real editors without a window, where they are installed: Neovim, and Emacs with eglot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import ROOT, RULESETS, TESTS
from helpers.tiers import full

EMACS = ["emacs", "--batch", "-l", str(TESTS / "editor/emacs.el")]
NEOVIM = ["nvim", "--headless", "-u", "NONE", "-c", f"luafile {TESTS / 'editor/neovim.lua'}"]
EGLOT = "(progn (package-initialize) (require 'eglot) (require 'yaml-mode))"


def has_eglot() -> bool:
    asked = ["emacs", "--batch", "--eval", EGLOT]
    return shutil.which("emacs") is not None and subprocess.run(asked, capture_output=True).returncode == 0


def visit(command: list[str], tmp_path: Path) -> dict[str, Any]:
    """What an editor gets of the language server for a copy of Balvin."""
    shutil.copytree(RULESETS / "balvin", tmp_path / "balvin")
    path = os.pathsep.join([str(ROOT / ".dev"), *filter(None, [os.environ.get("PYTHONPATH")])])
    own = {"GAME": str(tmp_path / "balvin"), "PROGRAM": f"{sys.executable} -m stammtisch lsp", "PYTHONPATH": path}
    done = subprocess.run(command, capture_output=True, timeout=120, env={**os.environ, **own}, text=True)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("{")]
    assert lines, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def check(did: dict[str, Any]) -> None:
    assert "stack" in did["completion"]
    assert "closed to all until the afternoon" in did["hover"]
    assert did["definition"] == 18
    assert "'turnz' is not a word of the language" in did["mistake"]
    assert (did["mended"], did["renamed"]) == (True, True)


@full
@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim(tmp_path: Path) -> None:
    did = visit(NEOVIM, tmp_path)
    check(did)
    assert did["lens"] == "Run"


@full
def test_emacs_with_eglot(tmp_path: Path) -> None:
    if not has_eglot():
        pytest.skip("Emacs with eglot and yaml-mode is not installed")
    did = visit(EMACS, tmp_path)
    check(did)
    assert did["behind_point"] == ["stack", "token", "closed", "blocked", "open"]
