"""Numbers with which a game cannot begin: told where they are written, for each number of players and its settings."""

from __future__ import annotations

import pytest
from helpers.head import HEAD

from stammtisch.base.diagnostics import RulesetError
from stammtisch.check.checker import check
from stammtisch.language.build import build
from stammtisch.program.lowering.lower import lower
from stammtisch.reading.load import load_text

PHASES = "\nphases: {the play: nothing}\n"


@pytest.mark.parametrize(
    ("settings", "column"),
    [
        ("settings: {size: 2, prizes: [3, 1, 2], per_seat: 2}", 0),
        ("settings: {size: -2, prizes: [3, 1, 2], per_seat: 2}", 18),
        ("settings: {size: {2 players: 1, 3+ players: -1}, prizes: [3, 1, 2], per_seat: 2}", 45),
    ],
)
@pytest.mark.parametrize("start", ["coins: {of: coin, start: size}", "coins: {start: size + 0, range: 0..5}"])
def test_a_start_below_nothing_is_told_at_the_setting_that_says_so(settings: str, column: int, start: str) -> None:
    text = HEAD.replace("coins: {of: coin, start: 3}", start)
    lines = text.split("\n")
    lines[3] = settings
    checked = check(build(load_text("\n".join(lines) + PHASES, "x.yaml"), "x"))
    if not column:
        lower(checked, 3, {}, "x", "")
        return
    with pytest.raises(RulesetError) as told:
        lower(checked, 3, {}, "x", "")
    (problem,) = told.value.diagnostics
    assert (problem.code, problem.span.line, problem.span.column) == ("out-of-range", 4, column)


def test_a_start_below_nothing_chosen_for_a_game_is_told_at_the_start() -> None:
    checked = check(build(load_text(HEAD.replace("start: 3}", "start: size}") + PHASES, "x.yaml"), "x"))
    with pytest.raises(RulesetError, match="coins cannot start with -1 coins") as told:
        lower(checked, 2, {"size": -1}, "x", "")
    assert told.value.diagnostics[0].span.line == HEAD[: HEAD.index("coins: {of")].count("\n") + 1
