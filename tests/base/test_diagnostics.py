"""Diagnostics: their text, the place of the carets, their plain data, and did-you-mean."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.base.diagnostics import Diagnostic, Note, RulesetError, Span, render, to_json
from stammtisch.base.similar import certain, suggest


def at(line: int, start: int, end: int, file: str = "game.yaml", end_line: int | None = None) -> Span:
    return Span(file, line, start, end_line or line, end)


def carets(source: str, start: int, end: int) -> list[str]:
    """The excerpt and caret lines for the characters start..end (columns) of a one-line source."""
    return render([Diagnostic("x", "m", at(1, start, end))], {"game.yaml": source}).split("\n")[1:]


def test_a_full_diagnostic_shows_place_code_message_excerpt_hint_fix_and_notes() -> None:
    source = "game: Skat\nphases:\n  bidding: {bid: fits(a, b)}\n"
    trouble = Diagnostic(
        "yaml-comma",
        "a comma cut this",
        at(3, 18, 24),
        hint="Use quotes.",
        fix='  bidding: {bid: "fits(a, b)"}',
        notes=(Note(at(1, 1, 5), "the game starts here"),),
    )
    assert render([trouble], {"game.yaml": source}).split("\n") == [
        "game.yaml:3:18 yaml-comma a comma cut this",
        "   3 |   bidding: {bid: fits(a, b)}",
        "     |                  ^^^^^^",
        "  hint: Use quotes.",
        '  write: bidding: {bid: "fits(a, b)"}',
        "  game.yaml:1:1 the game starts here",
        "   1 | game: Skat",
        "     | ^^^^",
    ]


@pytest.mark.parametrize(
    ("source", "start", "end", "shown", "below"),
    [
        ("name: Märzen", 7, 13, "name: Märzen", "      ^^^^^^"),
        ("name: Mq\u0308rzen x", 15, 16, "name: Mq\u0308rzen x", "             ^"),
        ("name: Mq\u0308rzen", 9, 10, "name: Mq\u0308rzen", "       ^"),
        ("名前: ビール x", 9, 10, "名前: ビール x", "             ^"),
        ("名前: ビール x", 5, 8, "名前: ビール x", "      ^^^^^^"),
        ("a:\tb", 4, 5, "a:  b", "    ^"),
        ("\ta: b", 1, 2, "    a: b", "^^^^"),
        ("a: b", 5, 5, "a: b", "    ^"),
        ("a: b", 40, 45, "a: b", "    ^"),
        ("a: b", 2, 2, "a: b", " ^"),
        ("a: \x01b", 5, 6, "a: \ufffdb", "    ^"),
    ],
)
def test_carets_stand_under_the_cells_of_the_span(source: str, start: int, end: int, shown: str, below: str) -> None:
    assert carets(source, start, end) == ["   1 | " + shown, "     | " + below]


def test_a_span_of_several_lines_is_marked_on_its_first_line_only() -> None:
    text = render([Diagnostic("x", "m", at(1, 4, 3, end_line=2))], {"game.yaml": "a: one  \n  two"})
    assert text.split("\n")[1:] == ["   1 | a: one", "     |    ^^^"]


def test_a_very_long_line_is_shown_as_a_window_around_the_span() -> None:
    line = "x" * 5000 + "HERE" + "y" * 5000
    excerpt, below = carets(line, 5001, 5005)
    assert len(excerpt) < 160
    assert excerpt[below.index("^") : below.rindex("^") + 1] == "HERE"


def test_diagnostics_are_sorted_by_place_and_repeated_ones_dropped() -> None:
    troubles = [
        Diagnostic("c", "third", at(10, 1, 2, "b.yaml")),
        Diagnostic("b", "second", at(9, 3, 4, "b.yaml")),
        Diagnostic("a", "first", at(12, 1, 2, "a.yaml")),
        Diagnostic("b", "second", at(9, 3, 4, "b.yaml")),
        Diagnostic("d", "before second", at(9, 2, 9, "b.yaml")),
    ]
    expected = ["a.yaml:12:1 a first", "b.yaml:9:2 d before second", "b.yaml:9:3 b second", "b.yaml:10:1 c third"]
    assert render(troubles, {"a.yaml": "", "b.yaml": ""}).split("\n") == expected
    assert [d["message"] for d in to_json(troubles)] == ["first", "before second", "second", "third"]


def test_a_file_is_read_from_disk_and_one_that_cannot_be_read_has_no_excerpt(tmp_path: Path) -> None:
    there = tmp_path / "there.yaml"
    there.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    text = render([Diagnostic("x", "m", at(line, 4, 5, str(there))) for line in (1, 2)])
    assert text.split("\n") == [
        f"{there}:1:4 x m", "   1 | a: 1", "     |    ^",
        f"{there}:2:4 x m", "   2 | b: 2", "     |    ^",
    ]  # fmt: skip
    gone = str(tmp_path / "gone.yaml")
    assert render([Diagnostic("x", "m", at(2, 4, 5, gone))]) == f"{gone}:2:4 x m"
    assert render([Diagnostic("x", "m", at(2, 4, 5, "a\0b"))]) == "a\ufffdb:2:4 x m"


def test_a_path_below_the_current_folder_is_shown_relative_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path / "games")
    below, beside = str(tmp_path / "games" / "x.yaml"), str(tmp_path / "games2.yaml")
    trouble = Diagnostic("x", "m", at(1, 1, 1, below), notes=(Note(at(2, 1, 1, beside), "n"),))
    assert render([trouble]).split("\n") == ["x.yaml:1:1 x m", f"  {beside}:2:1 n"]


def test_a_correction_of_a_few_letters_is_shown_as_the_whole_line() -> None:
    trouble = Diagnostic("x", "m", at(2, 3, 7), instead="name")
    assert render([trouble], {"game.yaml": "a: 1\n  naem: 2  # so\n"}).split("\n")[3] == "  write: name: 2  # so"
    for line in ("", "  na", "  n" + "x" * 400):
        assert "write" not in render([trouble], {"game.yaml": "a: 1\n" + line})


@pytest.mark.parametrize(
    ("word", "guess", "expected"),
    [
        ("chose", "choose", "choose"),
        ("wear", "ware", "ware"),
        ("hand_sze", "hand_size", "hand_size"),
        ("fi", "if", ""),
        ("starter", "started at", ""),
        ("deck", None, ""),
    ],
)
def test_only_a_slip_of_the_pen_is_certain(word: str, guess: str | None, expected: str) -> None:
    assert certain(word, guess) == expected


def test_a_warning_says_so_and_a_message_stays_on_one_line() -> None:
    trouble = Diagnostic("x", "one\ntwo", at(1, 1, 2), severity="warning")
    assert render([trouble], {"game.yaml": ""}) == "game.yaml:1:1 x one two (warning)"


def test_colour_adds_only_colour() -> None:
    trouble = Diagnostic("x", "m", at(1, 1, 2), hint="h", fix="b: 1", notes=(Note(at(1, 4, 5), "n"),))
    plain = render([trouble], {"game.yaml": "a: 1"})
    coloured = render([trouble], {"game.yaml": "a: 1"}, colour=True)
    for code in ("1", "1;31", "2", "36", "32", "0"):
        assert f"\x1b[{code}m" in coloured
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == plain


def test_plain_data_holds_every_field() -> None:
    trouble = Diagnostic("x-y", "m", at(1, 2, 3), "warning", "h", (Note(at(4, 5, 6), "n"),), "f", "i")
    data = to_json([trouble])
    assert json.loads(json.dumps(data)) == data == [
        {
            "file": "game.yaml", "line": 1, "column": 2, "end_line": 1, "end_column": 3,
            "code": "x-y", "severity": "warning", "message": "m", "hint": "h", "fix": "f", "instead": "i",
            "notes": [
                {"file": "game.yaml", "line": 4, "column": 5, "end_line": 4, "end_column": 6, "message": "n"}
            ],
        }
    ]  # fmt: skip


def test_the_error_carries_its_diagnostics_and_reads_as_their_text() -> None:
    trouble = Diagnostic("x", "m", Span.whole("game.yaml"))
    error = RulesetError([trouble], {"game.yaml": "a: 1"})
    assert error.diagnostics == [trouble]
    assert str(error) == "game.yaml:1:1 x m\n   1 | a: 1\n     | ^"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("word", "candidates", "expected"),
    [
        ("whne", ["where", "when", "while"], "when"),
        ("When", ["where", "when"], "when"),
        ("choose a starting player", ["choose a start player", "choose a card"], "choose a start player"),
        ("player start choose a", ["choose a start player", "choose a card"], "choose a start player"),
        ("draw-pile", ["discard_pile", "draw_pile"], "draw_pile"),
        ("Marzen", ["Kölsch", "Märzen"], "Märzen"),
        ("xyzzy", ["when", "where"], None),
        ("when", ["when"], None),
        ("when", [], None),
        ("", ["", "when"], None),
        ("cart", ["card", "care"], "card"),
        ("fi", ["if", "in"], "if"),
    ],
)
def test_suggest_names_the_most_similar_candidate(word: str, candidates: list[str], expected: str | None) -> None:
    assert suggest(word, candidates) == expected
    assert suggest(word, candidates[::-1]) == expected


@given(st.text(), st.integers(1, 60), st.integers(0, 10), st.booleans())
def test_any_line_and_span_can_be_shown(line: str, column: int, length: int, colour: bool) -> None:
    trouble = Diagnostic("x", "m", at(1, column, column + length))
    shown = render([trouble], {"game.yaml": line}, colour)
    assert shown.count("\n") in (0, 2)
    assert ("^" in shown.split("\n")[-1]) == (shown.count("\n") == 2)
