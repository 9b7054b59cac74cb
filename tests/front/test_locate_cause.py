"""A mistake that a variant causes in the base is told at the variant's own line, and the base is never to be edited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.tiers import full

from stammtisch.base.diagnostics import Diagnostic
from stammtisch.front import api, locate_cause
from stammtisch.front.validation import validate_file
from stammtisch.reading.variants.merge import merge_files


def told(tmp_path: Path, text: str, extends: str = "balvin") -> list[Diagnostic]:
    file = tmp_path / "mine.yaml"
    file.write_text(f"format: 1\nextends: {extends}\n{text}", encoding="utf-8")
    return [d for d in validate_file(file) if d.severity == "error"]


@full
def test_a_member_taken_away_is_told_once_with_the_places_that_use_it(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "settings: {overpay: 2}\nthings:\n  gate: 4\n  part: [morning, evening]\n")
    assert (found.span.file, found.span.line) == (str(tmp_path / "mine.yaml"), 6)
    assert found.message == "this line removes 'afternoon', which the game still uses"
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
winner: [most player.number, least player.number]
"""


@pytest.mark.parametrize(
    ("own", "line"),
    [
        ("define: {two: 4}\nsettings:\n  one: 99\n", 5),
        ("define: {two: 99}\nsettings:\n  one: 99\n", 2),  # either of them is enough
    ],
)
def test_the_part_of_the_variant_that_does_it_is_found(tmp_path: Path, own: str, line: int) -> None:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    assert "error" not in [d.severity for d in validate_file(tmp_path / "base.yaml")]
    (found,) = told(tmp_path, own, "base.yaml")
    assert (Path(found.span.file).name, found.span.line, found.code) == ("mine.yaml", line, "setup-fails")
    assert [Path(note.span.file).name for note in found.notes] == ["base.yaml"]


@pytest.mark.parametrize(
    ("own", "line"), [("winner: null\n", 4), ("define: {two: 4}\nwinner: null\n", 5), ("define: {two: 4}\n", 0)]
)
def test_what_is_told_of_the_whole_game_is_told_where_the_variant_brings_it_about(
    tmp_path: Path, own: str, line: int
) -> None:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(f"format: 1\nextends: base.yaml\ngame: Mine\n{own}", encoding="utf-8")
    found = [(d.span.file, d.span.line, d.notes) for d in validate_file(file) if d.code == "no-winner"]
    assert found == ([(str(file), line, ())] if line else [])
    (tmp_path / "base.yaml").write_text(BASE.rpartition("winner:")[0], encoding="utf-8")
    file.write_text("format: 1\nextends: base.yaml\ngame: Mine\ndefine: {two: 4}\n", encoding="utf-8")
    assert [d.span.line for d in validate_file(file) if d.code == "no-winner"] == [3]


@pytest.mark.parametrize("own", ["settings: {overpay: 2}\n", "settings: {lowest_bid: 2}\n"])
def test_a_mistake_of_the_base_itself_stays_there(tmp_path: Path, own: str) -> None:
    (tmp_path / "base.yaml").write_text("format: 1\nextends: balvin\nscore: player.pionts\n", encoding="utf-8")
    (found,) = told(tmp_path, own, "base.yaml")
    assert (Path(found.span.file).name, found.span.line) == ("base.yaml", 3)
    assert found.instead == "points"


def over(tmp_path: Path, *texts: str) -> list[Diagnostic]:
    """All that is said of the base with variants over it: one.yaml, two.yaml ..."""
    files = []
    for name, text in zip(("one", "two", "three"), texts, strict=False):
        files.append(tmp_path / f"{name}.yaml")
        files[-1].write_text(f"format: 1\n{text}", encoding="utf-8")
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    return validate_file(tmp_path / "base.yaml", 0, files)


def places(found: list[Diagnostic]) -> list[tuple[str, int, str]]:
    return [(Path(d.span.file).name, d.span.line, d.code) for d in found]


HARMLESS = "extends: base.yaml\nphases: {a turn: {choose: n in 1..2}}\n"
NEGATIVE = "extends: base.yaml\nabout: x\nsettings:\n  one: 99\n"
GONE = "extends: base.yaml\nsettings: {one: null}\n"


@pytest.mark.parametrize(
    ("texts", "place"),
    [
        ((NEGATIVE, HARMLESS), ("one.yaml", 5, "setup-fails")),
        ((HARMLESS, NEGATIVE), ("two.yaml", 5, "setup-fails")),
        (
            (HARMLESS, NEGATIVE, "extends: base.yaml\nwinner: [least player.number, most player.number]\n"),
            ("two.yaml", 5, "setup-fails"),
        ),
        ((GONE, HARMLESS), ("one.yaml", 3, "unknown-name")),
        ((HARMLESS, GONE), ("two.yaml", 3, "unknown-name")),
        # a variant of a variant, alone on the command line
        (
            ("extends: two.yaml\nwinner: [least player.number, most player.number]\n", NEGATIVE),
            ("two.yaml", 5, "setup-fails"),
        ),
    ],
)
def test_in_a_combination_the_variant_that_does_it_is_named(
    tmp_path: Path, texts: tuple[str, ...], place: tuple[str, int, str]
) -> None:
    assert places([d for d in over(tmp_path, *texts) if d.severity == "error"]) == [place]


def test_a_mistake_of_a_variant_is_found_below_one_that_builds_on_it(tmp_path: Path) -> None:
    over(tmp_path, NEGATIVE, "extends: one.yaml\nwinner: [least player.number, most player.number]\n")
    assert places(validate_file(tmp_path / "two.yaml")) == [("one.yaml", 5, "setup-fails")]


@pytest.mark.parametrize(
    ("texts", "places_told"),
    [
        (("extends: base.yaml\nsetup:\n  the bowl is filled: {move: two}\n",), [("one.yaml", 4, "unused")]),
        (
            ("extends: base.yaml\nsetup:\n  the bowl is filled: {move: two}\n", HARMLESS),
            [("one.yaml", 4, "unused")],
        ),
        ((HARMLESS,), []),
    ],
)
def test_a_warning_that_a_variant_causes_is_told_at_its_line(
    tmp_path: Path, texts: tuple[str, ...], places_told: list[tuple[str, int, str]]
) -> None:
    found = over(tmp_path, *texts)
    assert places(found) == places_told
    for warning in found:
        assert warning.severity == "warning"
        assert [Path(note.span.file).name for note in warning.notes] == ["base.yaml"]


def test_a_warning_of_the_base_itself_stays_there(tmp_path: Path) -> None:
    (tmp_path / "idle.yaml").write_text(BASE.replace("{one: 5}", "{one: 5, three: 5}"), encoding="utf-8")
    mine = tmp_path / "mine.yaml"
    mine.write_text("format: 1\nextends: idle.yaml\nsettings: {one: 4}\n", encoding="utf-8")
    assert places(validate_file(mine)) == [("idle.yaml", 4, "unused")]


def test_a_warning_at_the_line_of_a_variant_can_be_allowed_there(tmp_path: Path) -> None:
    text = "extends: base.yaml\nsetup:\n  the bowl is filled: {move: two}  # allow: unused because one comes back\n"
    assert over(tmp_path, text) == []


def test_few_tries_are_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However large a variant is: the parts that share words with the mistake are tried first."""
    tries: list[object] = []

    def counted(*given: Any, **more: Any) -> Any:
        tries.append(given)
        return merge_files(*given, **more)

    monkeypatch.setattr(api, "merge_files", counted)
    many = "".join(f"  extra_{i}: {i}\n" for i in range(80))
    found = over(tmp_path, f"extends: base.yaml\nsettings:\n{many}  one: 99\n")
    assert places([d for d in found if d.severity == "error"]) == [("one.yaml", 84, "setup-fails")]
    assert len(tries) < 6
    tries.clear()
    over(tmp_path, f"extends: base.yaml\nsettings:\n{many}define: {{two: 99}}\n")
    assert len(tries) <= locate_cause.MOST_TRIES + 2
