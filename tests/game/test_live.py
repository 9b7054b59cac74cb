"""Games without a log: what is called in the argument of a call, and what is read without ending what makes them fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.games import PLAIN, Case, each

import stammtisch as st
from stammtisch.backend.questions import Questions
from stammtisch.backend.statements import give
from stammtisch.backend.writer import Writer
from stammtisch.game.bots import bots_stream
from stammtisch.game.game import Game
from stammtisch.game.live import Ended, Live
from stammtisch.game.state import State

GAMES = ["tictactoe", "goofspiel", "ofertu"]
LOOKS: dict[str, Callable[[State], object]] = {
    "a copy": State.clone,
    "the hash": lambda state: state.hash,
    "the view": lambda state: state.view(0),
    "who decides": lambda state: state.pending,
    "a refusal": lambda state: state.refusal(0),
    "the choices": State.choices,
    "the numbers": lambda state: state.v,
    "the decision after a copy": lambda state: (state.clone(), state.decision),
    "a game played to its end": lambda state: playout(state.clone()),
}


def playout(state: State) -> None:
    while not state.over:
        state.choose(0)


def after(state: State, look: Callable[[State], object], result: object) -> object:
    """The result, when this has been done to the state."""
    look(state)
    return result


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("kind", ["position", "option", "for its seat"])
def test_a_bot_may_look_ahead_in_the_argument_of_choose(name: str, look: Callable[[State], object], kind: str) -> None:
    game = Case(name, "", 2).game
    state, plain = game.start(4, log=False), game.start(4, log=False).clone()
    for number in range(6):
        options, seat = plain.decision, plain.decision.seat
        last = len(options) - 1
        if kind == "position":
            state.choose(after(state, look, last))  # type: ignore[arg-type]
        elif kind == "option":
            state.choose(after(state, look, options[last]))  # type: ignore[arg-type]
        else:
            state.choose(last, seat=after(state, look, seat))  # type: ignore[arg-type]
        plain.choose(last)
        if number == 3:  # looked at for the first time in the middle of the game, too
            state = game.start(4, log=False)
            for link in plain.choices():
                state.choose(link.position)
    assert state == plain and state.choices()[-1].number == plain.choices()[-1].number


@pytest.mark.parametrize("call", ["refusal", "option_numbers", "sites", "evaluator", "choose", "clone", "broken"])
def test_a_name_that_was_looked_up_earlier_does_the_same(call: str) -> None:
    game = Case("goofspiel", "", 2).game
    arguments = {"refusal": (0,), "option_numbers": (0, 0), "evaluator": (0,), "choose": (0,)}.get(call, ())
    state, plain = game.start(4, log=False), game.start(4, log=False).clone()
    method = getattr(state, call)
    state.clone()
    assert type(state) is State
    found, wanted = method(*arguments), getattr(plain, call)(*arguments)
    assert found == wanted or call == "evaluator"
    assert state == plain


def test_an_argument_may_play_the_game_on_or_to_its_end() -> None:
    game = Case("tictactoe", "", 2).game
    state = game.start(1, log=False)
    state.choose(after(state, lambda state: state.choose(4), 0))  # type: ignore[arg-type]
    assert [link.position for link in state.choices()] == [4, 0]
    state = game.start(1, log=False)
    with pytest.raises(st.ChoiceError, match="the game is over"):
        state.choose(after(state, playout, 0))  # type: ignore[arg-type]
    assert type(state) is Ended
    assert state.pending == {} and state.sites() == [] and state.refusal(0) == ""


@pytest.mark.parametrize("case", each(PLAIN, PLAIN), ids=str)
def test_who_decides_and_why_not_are_read_without_ending_what_is_fast(case: Case) -> None:
    bots = bots_stream(3)
    live, plain = case.game.start(3, log=False), case.game.begun(3)
    for _ in range(40):
        if plain.over:
            break
        assert live.sites() == plain.sites() and live.pending == plain.pending
        for seat, decision in plain.pending.items():
            last = decision.of.entries[-1]
            for number in {0, last.base + last.count // 2, last.base + last.count - 1}:
                assert live.refusal(number, seat) == plain.refusal(number, seat)
        position = bots.draw(len(plain.decision))
        live.choose(plain.decision[position])
        plain.choose(position)
    assert type(live) in (Live, Ended)
    assert live == plain


def test_a_game_is_not_compiled_to_say_who_decides_and_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(Case("balvin", "", 3).game.program)
    state = game.start(5, log=False)

    def whole(log: bool) -> None:
        raise AssertionError(f"compiled, log={log}")

    monkeypatch.setattr(game, "code", whole)
    for _ in range(30):
        assert len(state.pending) == 1
        state.refusal(state.decision.numbers[0])
        state.choose(state.decision[len(state.decision) // 2])


def test_one_question_may_be_asked_while_another_is_being_compiled() -> None:
    # as threads do, with functions that both need
    game = Case("balvin", "", 3).game
    state, questions = game.begun(1), Questions(game.program)
    first, second = (["call", game.program.score, seat] for seat in (0, 1))
    found = []

    def write(writer: Writer, tree: Any) -> None:
        found.append(questions.value(second)(state.v, state.z, -1, -1))
        give(writer, tree)

    found.insert(0, questions.kept(first, "x, seat", write)(state.v, state.z, -1, -1))
    assert found == state.scores[:2]


def test_a_condition_is_compiled_once_for_all_states_of_a_game() -> None:
    game = Game(Case("munchhausen", "", 3).game.program)
    first = game.start(7)
    assert first.refusal(1) == game.start(8).refusal(1)
    before = len(game.questions.made)
    for seed in range(5):
        game.start(seed).refusal(1)
    assert len(game.questions.made) == before > 0
