"""The colours that rulesets may name: told apart by people who are colour-blind, and read on cards and terminals."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from stammtisch.base.appearance.looks import COLOURS, Look, Looks, width

# how red, green and blue are seen: normally, and without one of the three kinds of cones (Machado et al. 2009)
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
CARDS = ("#fffdf6", "#efe9db")
APART, LEGIBLE, LEGIBLE_LARGE = 12, 4.5, 3.0


def light(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    """As WCAG 2 has it: from 1 to 21."""
    low, high = sorted(
        sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), light(c), strict=True)) for c in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, eye: str) -> tuple[float, float, float]:
    """How a colour is seen, in CIELAB."""
    seen = [min(1, max(0, sum(a * b for a, b in zip(row, light(colour), strict=True)))) for row in EYES[eye]]
    to_xyz = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))
    x, y, z = (sum(a * b for a, b in zip(row, seen, strict=True)) for row in to_xyz)
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
def test_no_two_fills_look_alike(eye: str) -> None:
    nearest = min(
        (math.dist(lab(COLOURS[a].fill, eye), lab(COLOURS[b].fill, eye)), a, b) for a, b in combinations(COLOURS, 2)
    )
    assert nearest[0] > APART, nearest


@pytest.mark.parametrize("name", COLOURS)
def test_ink_can_be_read_on_cards_by_day_and_night(name: str) -> None:
    assert min(contrast(COLOURS[name].ink, card) for card in CARDS) >= LEGIBLE


@pytest.mark.parametrize("name", [name for name in COLOURS if COLOURS[name].terminal >= 0])
def test_terminals_show_it_on_black_and_on_white(name: str) -> None:
    number = COLOURS[name].terminal - 16
    steps = (0, 95, 135, 175, 215, 255)
    assert 0 <= number < 216
    colour = "#" + "".join(f"{steps[number // by % 6]:02x}" for by in (36, 6, 1))
    assert min(contrast(colour, "#000000"), contrast(colour, "#ffffff")) >= LEGIBLE_LARGE


def test_words_that_name_a_colour_have_it_unless_something_else_is_said() -> None:
    looks = Looks({"red": Look("blue", "●")}, (Look("green"),))
    assert looks.of("red") == Look("blue", "●")
    assert looks.of("Gray") == Look("grey")
    assert looks.of("bread") == Look() == looks.player(1)
    assert looks.player(0) == Look("green")


def test_signs_that_nobody_sees_do_not_count() -> None:
    assert width("♥\ufe0e") == 1
