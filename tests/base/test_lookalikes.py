"""Text as people see it: what is odd in it, what is plain, and what tells two that look alike apart."""

from __future__ import annotations

import pytest

from stammtisch.base.diagnostics import Span
from stammtisch.base.lookalikes import clean, compose, difference, odd, visible
from stammtisch.base.similar import ask_if_meant, certain, report_unknown

CYRILLIC_A = "\u0430"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("hand\u200b_size", "hand_size"),
        ("h\u00e4nd", "h\u00e4nd"),
        (f"h{CYRILLIC_A}nd", "hand"),
        ("Sell a\u00a0fish", "Sell a fish"),
        ("Spiel\u00adkarte", "Spielkarte"),
        ("\u043a\u0061\u0440\u0442\u0430", "\u043a\u0430\u0440\u0442\u0430"),  # a Latin a in a Russian word
        ("\u0441\u043ed", "cod"),
        ("\u03b1\u03b2\u03b3", "\u03b1\u03b2\u03b3"),
        ("price\uff12", "price\uff12"),
        ("\uff48and", "hand"),
    ],
)
def test_what_nobody_writes_on_purpose_is_replaced(text: str, plain: str) -> None:
    assert clean(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "\u2764\ufe0f hearts",
        "\U0001f468\u200d\U0001f469",
        "1\ufe0f\u20e3",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u05d0\u200f!",
    ],
)
def test_signs_that_shape_pictures_and_other_scripts_are_left(text: str) -> None:
    assert odd(text) == []


def test_letters_with_accents_are_one_character() -> None:
    assert compose("cafe\u0301") == "caf\u00e9"
    assert visible("cafe\u0301") == visible("caf\u00e9")


@pytest.mark.parametrize(
    ("word", "known", "says"),
    [
        (f"h{CYRILLIC_A}nd", "hand", "character 2 is a Cyrillic small letter a (U+0430)"),
        ("Sell a\u00a0fish", "Sell a fish", "character 7 is a no-break space (U+00A0)"),
        ("Sell a fish", "Sell a\u00a0fish", "but there character 7 is a no-break space (U+00A0)"),
        ("\u0441\u043e\u0440", "cop", "character 1 is a Cyrillic small letter es (U+0441)"),
        ("ha\u200bnd", "hand", "character 3 is a zero width space (U+200B)"),
        ("player\u2019s hand", "player's hand", "character 7 is a right single quotation mark (U+2019)"),
    ],
)
def test_what_differs_is_named_with_its_place(word: str, known: str, says: str) -> None:
    assert says in difference(word, known)
    assert says in ask_if_meant(word, [known])


def test_words_that_do_not_look_alike_have_no_such_difference() -> None:
    assert difference("hand", "hand") == difference("h\u00e4nd", "hand") == difference("hant", "hand") == ""


@pytest.mark.parametrize("declared", [f"h{CYRILLIC_A}nd size", "hand\u00a0size", "ha\u200bnd size"])
def test_a_proposal_never_has_an_odd_character(declared: str) -> None:
    place = Span("game.yaml", 1, 1, 1, 5)
    assert certain("hand sise", declared) == ""
    for word in ("hand size", "hand sise"):
        found = report_unknown("unknown-name", "there is none", place, word, [declared])
        assert declared not in found.hint + found.instead
        assert found.instead == ""
