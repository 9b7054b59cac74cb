"""A line that lost its colon, or is indented wrongly: the message stands there, and its correction is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.paths import ROOT
from helpers.tiers import full

from stammtisch.base.diagnostics import Diagnostic, RulesetError, apply_correction
from stammtisch.front import starter
from stammtisch.reading.variants.merge import merge_files
from stammtisch.scenarios.scenario_file import load_described

TEMPLATES = ROOT / "interpreter/front/templates"
NAMED = re.compile(r"(\s*[^#\s{-][^:{]*):( |$)")
OTHERWISE = 30  # one slip of so many may be told in another way
GAMES = [*starter.TEMPLATES][:2], [*starter.TEMPLATES][2:]
EACH = [*GAMES[0], *(pytest.param(one, marks=full) for one in GAMES[1])]


def first_mistake(path: Path) -> Diagnostic | None:
    try:
        merge_files(path)
    except RulesetError as error:
        return min(error.diagnostics, key=lambda one: one.span.line)
    return None


def corrections(folder: Path, game: str, slips: list[tuple[int, str]]) -> list[str]:
    """Where a line of a game that is written wrongly is not put right, each as what was written."""
    text = (TEMPLATES / game / "ruleset.yaml").read_text(encoding="utf-8")
    for sheet in (TEMPLATES / game).glob("*.csv"):
        (folder / sheet.name).write_bytes(sheet.read_bytes())
    path, lines, left = folder / "ruleset.yaml", text.split("\n"), []
    for number, wrong in slips:
        path.write_text("\n".join([*lines[: number - 1], wrong, *lines[number:]]), encoding="utf-8")
        found = first_mistake(path)
        if found and (found.span.line, apply_correction(wrong, found)) != (number, lines[number - 1]):
            left.append(f"{number}: {wrong.strip()}")
    return left


def lines_of(game: str) -> list[str]:
    return (TEMPLATES / game / "ruleset.yaml").read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("game", EACH)
def test_a_lost_colon_is_put_back(tmp_path: Path, game: str) -> None:
    lines = enumerate(lines_of(game), 1)
    slips = [
        (number, f"{found[1]}{line[found.end(1) + 1 :]}") for number, line in lines if (found := NAMED.match(line))
    ]
    assert len(slips) > 40 and len(corrections(tmp_path, game, slips)) * OTHERWISE <= len(slips)


@pytest.mark.parametrize("game", EACH)
def test_a_line_in_the_wrong_column_is_moved_back(tmp_path: Path, game: str) -> None:
    slips = [
        (number, " " * (len(line) - len(line.lstrip()) + (1 if number % 3 else -1)) + line.lstrip())
        for number, line in enumerate(lines_of(game), 1)
        if NAMED.match(line) and line.startswith(" ")
    ]
    assert len(slips) > 25 and len(corrections(tmp_path, game, slips)) * OTHERWISE <= len(slips)


def test_a_slip_in_a_file_of_tests(tmp_path: Path) -> None:
    starter.from_template("game", "card-game", tmp_path)
    path = tmp_path / "game" / "scenarios.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count("\nplayers: ") == 1
    path.write_text(text.replace("\nplayers: ", "\nplayers "), encoding="utf-8")
    with pytest.raises(RulesetError) as raised:
        load_described(path, "a scenario file", "scenarios")
    (found,) = raised.value.diagnostics
    assert found.message == "a colon is missing after `players`" and found.fix.startswith("players: [")
