"""Options and conditions, asked of a program without playing it."""

from __future__ import annotations

from typing import Any

from helpers.games import Case

from stammtisch.backend.questions import Questions
from stammtisch.backend.statements import give
from stammtisch.backend.writer import Writer
from stammtisch.game.game import Game


def test_one_question_may_be_asked_while_another_is_being_compiled() -> None:
    # as threads do, with functions that both need
    game = Case("balvin", "", 3).game
    state, questions = game.start(1, log=False), Questions(game.program)
    first, second = (["call", game.program.score, seat] for seat in (0, 1))
    found = []

    def write(writer: Writer, tree: Any) -> None:
        found.append(questions.value(second)(state.v, state.z, -1, -1))
        give(writer, tree)

    found.insert(0, questions.compile_once(first, "x, seat", write)(state.v, state.z, -1, -1))
    assert found == state.scores[:2]


def test_a_condition_is_compiled_once_for_all_states_of_a_game() -> None:
    game = Game(Case("munchhausen", "", 3).game.program)
    first = game.start(7)
    assert first.refusal(1) == game.start(8).refusal(1)
    before = len(game.questions.made)
    for seed in range(5):
        game.start(seed).refusal(1)
    assert len(game.questions.made) == before > 0
