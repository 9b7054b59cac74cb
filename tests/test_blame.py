"""A mistake that a variant causes in the base is told at the variant's own line, and the base is never to be edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.diagnostics import Diagnostic
from stammtisch.validation import validate_file


def told(tmp_path: Path, text: str, extends: str = "balvin") -> list[Diagnostic]:
    file = tmp_path / "mine.yaml"
    file.write_text(f"format: 1\nextends: {extends}\n{text}", encoding="utf-8")
    return [d for d in validate_file(file) if d.severity == "error"]


def test_a_member_taken_away_is_told_once_with_the_places_that_use_it(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "settings: {overpay: 2}\nthings:\n  gate: 4\n  part: [morning, evening]\n")
    assert (found.span.file, found.span.line) == (str(tmp_path / "mine.yaml"), 6)
    assert found.message == "this line takes away 'afternoon', which the game still uses"
    assert len(found.notes) == 3
    assert all(note.span.file.endswith("ruleset.yaml") for note in found.notes)


def test_a_name_that_the_base_goes_on_with_is_not_replaced_in_the_base(tmp_path: Path) -> None:
    change = "change:\n  a challenge:\n    may choose: [stakes in player.hand, rival in players after player]\n"
    (found,) = told(tmp_path, change, "warrender")
    assert (found.span.line, found.instead, found.fix) == (5, "", "")
    assert "'stake'" in found.message


BASE = """\
format: 1
game: Small change
players: 2
settings: {one: 5}
components: {coin: 20}
shared: {bowl: {of: coin}}
define: {two: 5}
setup: {the bowl is filled: {move: one + two, from: box, to: bowl}}
phases:
  a turn: {turns: p in players, until: {the bowl is empty: bowl = 0}, choose: n in 1..3, move: up to n, from: bowl, to: box}
winner: most player.number
"""


@pytest.mark.parametrize(
    ("own", "line"),
    [
        ("define: {two: 4}\nsettings:\n  one: -9\n", 5),
        ("define: {two: -9}\nsettings:\n  one: -9\n", 2),  # either of them is enough
    ],
)
def test_the_part_of_the_variant_that_does_it_is_found(tmp_path: Path, own: str, line: int) -> None:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    assert "error" not in [d.severity for d in validate_file(tmp_path / "base.yaml")]
    (found,) = told(tmp_path, own, "base.yaml")
    assert (Path(found.span.file).name, found.span.line, found.code) == ("mine.yaml", line, "setup-fails")
    assert [Path(note.span.file).name for note in found.notes] == ["base.yaml"]


@pytest.mark.parametrize("own", ["settings: {overpay: 2}\n", "settings: {lowest_bid: 2}\n"])
def test_a_mistake_of_the_base_itself_stays_there(tmp_path: Path, own: str) -> None:
    (tmp_path / "base.yaml").write_text("format: 1\nextends: balvin\nscore: player.pionts\n", encoding="utf-8")
    (found,) = told(tmp_path, own, "base.yaml")
    assert (Path(found.span.file).name, found.span.line) == ("base.yaml", 3)
    assert found.instead == "points"
