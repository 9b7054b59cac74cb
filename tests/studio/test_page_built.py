"""The studio's page: its built files are current and small, and none of its sources has grown too long."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest
from helpers.paths import INTERPRETER
from helpers.tiers import full

FOLDER = INTERPRETER / "studio/page"
NODE = shutil.which("node")
SOURCES = sorted((path for path in (FOLDER / "source").rglob("*") if path.is_file()), key=str)
MOST_BYTES = 700_000
MOST_LINES = 400


def test_the_built_files_are_made_of_these_sources() -> None:
    digest = hashlib.sha256()
    for path in [FOLDER / "build.mjs", FOLDER / "package-lock.json", *SOURCES]:
        digest.update(path.read_bytes())
    first = (FOLDER / "built/studio.js").read_text(encoding="utf-8").partition("\n")[0]
    assert first.endswith(digest.hexdigest()[:16]), "run `npm ci && npm run build` in interpreter/studio/page"


@full
@pytest.mark.skipif(not (FOLDER / "node_modules/esbuild").exists(), reason="esbuild is not installed")
def test_they_are_built_again_to_the_letter(tmp_path: Path) -> None:
    subprocess.run([str(NODE), "build.mjs", str(tmp_path)], cwd=FOLDER, check=True)
    for path in (FOLDER / "built").iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


def test_the_page_is_small_and_names_nothing_elsewhere() -> None:
    built = [path.read_bytes() for path in (FOLDER / "built").iterdir()]
    assert sum(map(len, built)) < MOST_BYTES
    page = (FOLDER / "built/index.html").read_text(encoding="utf-8")
    assert "http" not in page and "<script>" not in page and " on" not in page.partition("<body>")[2].partition("<p")[0]


def test_no_source_has_grown_too_long() -> None:
    long = {path.name: path.read_text(encoding="utf-8").count("\n") for path in SOURCES if path.suffix != ".svg"}
    assert not {name: lines for name, lines in long.items() if lines > MOST_LINES}
