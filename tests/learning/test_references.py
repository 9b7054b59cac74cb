"""Players written for one game (helpers/references): they know the rules, and beat whoever knows nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.bar_games import play_bar
from helpers.bars import BARS
from helpers.references import connect_four, morris, othello
from helpers.tiers import full

import stammtisch as st
from stammtisch.bots.knowledge import Knowledge, knowledge
from stammtisch.game.bots import bots_stream, random_choices


def targets_of_morris(position: morris.Position) -> set[Any]:
    """Where a man can be placed, or which one moved."""
    left = position[2]
    return {to if left else start for start, to in morris.steps(position)}


def words_of_morris(known: Knowledge) -> set[Any]:
    return {morris.BIT[option["value"]] for option in known.options}


def columns(position: connect_four.Position) -> set[Any]:
    return {f"slot_{(cell.bit_length() - 1) // 7 + 1}" for cell in connect_four.moves(position)}


def squares(position: othello.Position) -> set[Any]:
    found = [cell.bit_length() - 1 for cell in othello.moves(position) if cell]
    return {f"square_{cell // 8 + 1}_{cell % 8 + 1}" for cell in found} or {None}


def values(known: Knowledge) -> set[Any]:
    return {option["value"] for option in known.options}


@pytest.mark.parametrize(
    ("ruleset", "read", "theirs", "ours"),
    [
        ("nine-mens-morris", morris.read, targets_of_morris, words_of_morris),
        ("connect-four", connect_four.read, columns, values),
        ("othello", othello.read, squares, values),
    ],
)
def test_what_they_think_they_may_do_is_what_the_game_offers(
    ruleset: str,
    read: Callable[[Knowledge], Any],
    theirs: Callable[[Any], set[Any]],
    ours: Callable[[Knowledge], set[Any]],
) -> None:
    state = st.load_ruleset(ruleset).game().start(3)
    looked = 0
    for decision, position in random_choices(state, bots_stream(3), 120):
        known = knowledge(state, decision.seat)
        asked = known.view["decision"]
        if asked["asks"] != "target" and asked["name"] != "Take a man":
            assert theirs(read(known)) == ours(known)
            looked += 1
        state.choose(decision[position], decision.seat)
    assert looked >= 20


def test_men_are_taken_by_the_rules() -> None:
    a, b, c, d = (morris.BIT[point] for point in ("a1", "a4", "a7", "g1"))
    assert morris.takeable(a | b | c | d) == [d] and morris.takeable(a | b | c) == [a, b, c]
    closing = morris.moves((a | b, d, 1, 3))[0]
    assert closing == (0, c, d) and morris.play((a | b, d, 1, 3), closing) == (0, a | b | c, 3, 0)


@full
@pytest.mark.parametrize("name", ["munchhausen", "ofertu", "warrender"])
def test_they_beat_random_play(name: str) -> None:
    assert play_bar(BARS[name], "random", 3, 2).strength.share == 0
