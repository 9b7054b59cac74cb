"""Text fitted into a room: by the widths of letters, at blanks, in smaller steps, broken only where nothing helps."""

from __future__ import annotations

import pytest

from stammtisch.drawing.fitting import LEAST, LINE, divide, fit, text_width


def test_widths_are_those_of_the_letters() -> None:
    assert text_width("iiii") < text_width("nnnn") < text_width("MMMM")
    assert text_width("Pilsner") == pytest.approx(3.056)
    assert text_width("Pilsner", bold=True) > text_width("Pilsner")
    # what is not in the table is not too narrow
    assert text_width("建物") == 2.0 and text_width("e\u0301") == text_width("e") and text_width("♥") > 0.8
    assert pytest.approx(2.293, abs=0.001) == LEAST


def test_text_wraps_at_blanks_before_it_gets_smaller() -> None:
    found = fit("weavers and dyers yard", 20, 12, (5, 4, 3))
    assert (found.lines, found.size, found.fits) == (("weavers and", "dyers yard"), 3, True)
    wide = fit("weavers and dyers yard", 60, 12, (5, 4, 3))
    assert (wide.lines, wide.size) == (("weavers and dyers yard",), 5)
    two = fit("weavers and dyers yard", 30, 12, (5, 4, 3))
    assert (two.lines, two.size) == (("weavers and", "dyers yard"), 5)


def test_every_line_that_fits_has_room() -> None:
    words = "Discard any number of cards and draw as many; then a long Oberbürgermeisterhaus"
    for room in range(18, 80, 3):
        for height in (6, 12, 24):
            found = fit(words, room, height, (5, 4, 3))
            if found.fits:
                assert all(text_width(line) * found.size <= room for line in found.lines)
                assert (len(found.lines) - 1) * found.size * LINE + found.size <= height + 1e-9
            assert " ".join(found.lines).replace("- ", "") == words or not found.fits


def test_what_fits_nowhere_has_the_least_size_and_is_broken() -> None:
    found = fit("Oberbürgermeisterhaus", 12, 9, (5, 4, 3))
    assert not found.fits and found.size == 3 and len(found.lines) > 2
    assert "".join(line.removesuffix("-") for line in found.lines) == "Oberbürgermeisterhaus"
    assert fit("", 12, 9, (5, 4, 3)).lines == ()


def test_a_long_word_gets_smaller_then_is_divided_between_syllables_and_only_then_broken() -> None:
    word = "Oberbürgermeisterhaus"
    assert fit(word, 40, 12, (5, 4, 3)).lines == (word,)
    divided = fit(f"The {word}", 26, 24, (5, 4, 3))
    assert (divided.lines, divided.size, divided.fits) == (("The Oberbürger-", "meisterhaus"), 3, False)
    assert fit("o" * 21, 20, 24, (5, 4, 3)).lines == ("o" * 11 + "-", "o" * 10)
    parts = ["Stra-ßen-bahn", "Zwetsch-gen-kuchen", "Straw-ber-ries", "bridge"]
    assert [divide(one.replace("-", "")) for one in parts] == [one.replace("-", "\u00ad") for one in parts]
    assert divide("Ni\u00adkolausi") == "Ni\u00adkolausi"


def test_soft_hyphens_are_used_and_blanks_that_join_are_not() -> None:
    found = fit("Ober\u00adbürger\u00admeister\u00adhaus", 24, 24, (5,))
    assert found.fits and found.lines == ("Ober-", "bürger-", "meister-", "haus")
    assert fit("Ober\u00adbürger", 60, 20, (5,)).lines == ("Oberbürger",)
    assert fit("10\u00a0coins", 14, 20, (5, 3)).lines == ("10\u00a0coins",)


def test_scripts_without_blanks_wrap_between_their_letters() -> None:
    found = fit("日本語の文章は、空白がない。", 5.0, 100, [1.0])
    assert found.fits and found.lines == ("日本語の文", "章は、空白", "がない。")
    # a comma never begins a line, and a bracket never ends one
    assert fit("日本語の文、章", 5.0, 100, [1.0]).lines == ("日本語の", "文、章")
    assert fit("日本語の「文章」", 5.0, 100, [1.0]).lines == ("日本語の", "「文章」")
