"""Names and blanks in files that are not what they look like."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.paths import DATA

from stammtisch.base.diagnostics import Diagnostic, RulesetError, apply_correction, render
from stammtisch.front.validation import validate_file
from stammtisch.reading.load import load_text

GLEANERS = (DATA / "ok" / "gleaners.yaml").read_text(encoding="utf-8")


def said(text: str) -> list[Diagnostic]:
    with pytest.raises(RulesetError) as caught:
        load_text(text, "game.yaml")
    return caught.value.diagnostics


@pytest.mark.parametrize(
    ("text", "line", "column", "name", "write"),
    [
        ("a: 1\n\u00a0\u00a0b: 2\n", 2, 1, "no-break space (U+00A0)", "  b: 2"),
        ("a:\n  c: 1\n\u2003\u2003b: 2\n", 3, 1, "em space (U+2003)", "  b: 2"),
        ("a:\n  c: 1\n  b:\u00a02\n", 3, 5, "no-break space (U+00A0)", "  b: 2"),
        ("h\u0430nd: 1\n", 1, 2, "Cyrillic small letter a (U+0430)", "hand: 1"),
        ("a:\n  sc\u00adore: 1\n", 2, 5, "soft hyphen (U+00AD)", "  score: 1"),
        ("a: {b\u200b: 1}\n", 1, 6, "zero width space (U+200B)", "a: {b: 1}"),
        ("a:\n  c: 1\n  b\uff1a2\n  d: 3\n", 3, 4, "fullwidth colon (U+FF1A)", "  b: 2"),
    ],
)
def test_an_odd_character_is_named_at_its_place(text: str, line: int, column: int, name: str, write: str) -> None:
    (found,) = said(text)
    assert (found.code, found.span.line, found.span.column) == ("odd-character", line, column)
    assert name in found.message
    assert apply_correction(text.split("\n")[line - 1], found) == write


@pytest.mark.parametrize(
    "text",
    [
        "do: [Sell a fish]\nactions:\n  Sell a\u00a0fish: 1\n",
        "do: [Sell a\u00a0fish]\nactions:\n  Sell a fish: 1\n",
        "do: [\u0441\u043e\u0440]\nactions:\n  cop: 1\n",
    ],
)
def test_two_names_that_look_alike_are_told_of_each_other(text: str) -> None:
    (found,) = said(text)
    assert found.code == "odd-character"
    assert "U+" in found.message
    (note,) = found.notes
    assert {note.span.line, found.span.line} == {1, 3}
    lines = text.split("\n")
    lines[found.span.line - 1] = apply_correction(lines[found.span.line - 1], found)
    load_text("\n".join(lines), "game.yaml")


@pytest.mark.parametrize(
    "text",
    [
        "about: Combien de poissons\u00a0?\n",
        "Combien de poissons\u00a0?: 1\n",
        "\u043a\u0430\u0440\u0442\u0430: 1\na: 2\n",
        "look: {heart: \u2764\ufe0f}\n",
        "about: Die Spiel\u00adkarte.\nSpielkarte: 1\n",
    ],
)
def test_what_is_written_on_purpose_is_left(text: str) -> None:
    load_text(text, "game.yaml")


def test_accents_may_be_written_in_either_way(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    text = GLEANERS.replace("crate", "cra\u0302te", 1).replace("crate", "cr\u00e2te")
    assert "a\u0302" in text
    path.write_text(text, encoding="utf-8")
    assert [found for found in validate_file(path) if found.severity == "error"] == []


def test_the_excerpt_and_its_carets_are_of_the_text_that_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("cafe\u0301: {a: 1, a: 2}\n", encoding="utf-8")
    text = render(validate_file(path)).split("\n")
    assert text[1].index("a: 2") == text[2].index("^")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("define: {'worth(card)': 'if card.kind = cop then card.weight else 3'}", 14),
        ("score: if player.ready then cac else 3", 9),
        ("change: {Sell a fish: {when: 'player.poc.size > 1'}}", 29),
    ],
)
def test_a_name_of_a_variant_that_looks_like_one_of_its_base_names_the_line_there(
    tmp_path: Path, change: str, line: int
) -> None:
    harbour = (DATA / "ok" / "harbour.yaml").read_text(encoding="utf-8")
    for latin, other in (("cod", "сор"), ("price_of_bait", "сас"), ("hand", "рос")):
        harbour = re.sub(rf"\b{latin}\b", other, harbour)
    (tmp_path / "base.yaml").write_text(harbour, encoding="utf-8")
    assert validate_file(tmp_path / "base.yaml") == []
    path = tmp_path / "variant.yaml"
    path.write_text(f"format: 1\nextends: base.yaml\ngame: Variant\n{change}\n", encoding="utf-8")
    (found,) = [one for one in validate_file(path) if one.severity == "error"]
    assert "looks the same" in found.hint
    assert [(Path(note.span.file).name, note.span.line) for note in found.notes] == [("base.yaml", line)]
