"""Generated source: to be read, and every failure in it leads back to a line of the ruleset."""

from __future__ import annotations

import ast
import re
import traceback
from pathlib import Path

import pytest
from helpers.games import CASES, Case, each

import stammtisch as st
from stammtisch.backend.blocks import compile_program, filename
from stammtisch.backend.statements import EXPRESSIONS, STATEMENTS
from stammtisch.base.errors import GameError
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.program import ir

TEXT = """\
format: 1
game: Short of cards
players: 2
components: {card: {front: {value: 1..9}}}
shared:
  deck: {pile of: card, starts with: {value: 1..9}}
  pool: {holds: card}
  n: 0..9
tables:
  price: {1: 3}
phases:
  a turn:
    turns: player in players
    until: {the pool is full: pool.size > 9}
    do:
      take what you like:
        choose: number in 1..5
        move: number
        from: deck
        to: pool
      count it:
        add: {n: 1}
      look up a price:
        when: n > 3
        say: price(n)
"""


def ruleset(folder: Path, text: str = TEXT) -> st.Ruleset:
    path = folder / "short.yaml"
    path.write_text(text, encoding="utf-8")
    return st.load_ruleset(path)


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(TEXT.splitlines(), 1) if text in line)


# -- to be read


@pytest.mark.parametrize("case", each(c for c in CASES if c.players in (2, 3)), ids=str)
def test_generated_source_is_python_that_names_what_it_is_about(case: Case) -> None:
    program = case.game.program
    for events in (False, True):
        source = compile_program(program, events).source
        ast.parse(source)
        assert source.startswith(
            repr(f"{program.game} for {program.players} players, generated from {program.ruleset}.") + "\n"
        )
        assert "\t" not in source and not re.search(r" +\n", source)
        for number, slot in enumerate(program.ints):
            assert f"# v[{number}] {slot.name}: {slot.low}..{slot.high}\n" in source
        for number, listed in enumerate(program.lists):
            assert f"# z[{number}] {listed.name}" in source
        for site in program.sites:
            assert re.search(
                rf"^def o{site.number}\(v, z, seat\):\n    # {re.escape(site.words)}$", source, re.MULTILINE
            )


def test_source_of_a_small_game(tmp_path: Path) -> None:
    source = compile_program(ruleset(tmp_path).game().program, False).source
    assert "def o0(v, z, seat):\n    # take what you like\n    return [0, 1, 2, 3, 4]\n" in source
    assert re.search(
        r"    if not 0 <= (\w+) <= 9:\n        raise GameError\('.*short.yaml:22: n leaves its range 0..9: ' \+ str\(\1\), \d+\)\n",
        source,
    )
    assert "    # count it\n" not in source  # a step without a decision begins no block
    assert "S.events" not in source


def test_the_same_ruleset_gives_the_same_source(tmp_path: Path) -> None:
    first, second = (compile_program(ruleset(tmp_path).game().program, True).source for _ in range(2))
    assert first == second


def test_the_source_does_not_depend_on_where_the_file_lies(tmp_path: Path) -> None:
    sources = []
    for name in ("one", "two"):
        folder = tmp_path / name / "same"
        folder.mkdir(parents=True)
        sources.append(compile_program(ruleset(folder).game().program, True).source)
    assert sources[0] == sources[1]
    assert str(tmp_path) not in sources[0]


# -- failures


def play(state: State, *numbers: int) -> None:
    for number in numbers:
        state.choose(number - 1)


@pytest.mark.parametrize("log", [True, False])
def test_a_failure_names_file_and_line(tmp_path: Path, log: bool) -> None:
    state = ruleset(tmp_path).game().start(0, log)
    with pytest.raises(GameError) as caught:
        play(state, 5, 5)
    assert caught.value.message == (
        f"{tmp_path.name}/short.yaml:{line_of('move: number')}: deck holds fewer than number; write up to number if that is meant"
    )
    assert state.game.program.nodes[caught.value.node].words == "take what you like"
    with pytest.raises(GameError) as caught:
        play(ruleset(tmp_path).game().start(0, log), 1, 1, 1, 1)
    assert (
        caught.value.message == f"{tmp_path.name}/short.yaml:{line_of('price(n)')}: the table price has no row for n: 4"
    )


def test_a_failure_leaves_the_state_as_it_was(tmp_path: Path) -> None:
    state = ruleset(tmp_path).game().start(0)
    play(state, 5)
    before = state.v[:], [cards[:] for cards in state.z], len(state.log or ()), state.decisions
    with pytest.raises(GameError):
        play(state, 5)
    assert (state.v, state.z, len(state.log or ()), state.decisions) == before
    play(state, 4)
    assert state.decisions == 2


def test_tracebacks_in_generated_code_lead_to_the_step(tmp_path: Path) -> None:
    """Even a defect of the generated code itself names the line of the ruleset."""
    state = ruleset(tmp_path).game().start(0, log=False)
    state._code.names["draw"] = lambda *given: 1 // 0
    with pytest.raises(GameError) as caught:
        state.choose(1)
    line = line_of("take what you like")
    assert re.search(
        rf"short.yaml:{line} take what you like: internal error in the generated code: ZeroDivisionError",
        caught.value.message,
    )
    assert caught.value.__cause__ is not None
    frames = [frame.filename for frame in traceback.extract_tb(caught.value.__cause__.__traceback__)]
    assert filename(state.game.program) in frames


def test_every_line_of_a_step_knows_its_node(tmp_path: Path) -> None:
    program = ruleset(tmp_path).game().program
    code = compile_program(program, True)
    lines = code.source.splitlines()
    known = {program.nodes[node].words for node in code.lines.values()}
    assert known >= {"a turn", "take what you like", "count it", "look up a price"}
    for number, line in enumerate(lines, 1):
        if "S.events.append(('step'" in line:
            node = int(line.split(", ")[1].rstrip(")"))
            assert code.lines[number] == node


def test_the_end_of_a_game_that_goes_on_without_a_decision(tmp_path: Path) -> None:
    text = TEXT.replace("choose: number in 1..5\n        move: number\n", "move: up to 1\n").replace(
        "n: 0..9", "n: 0..900000"
    )
    text = text.replace("        when: n > 3\n        say: price(n)\n", "        say: price(1)\n")
    with pytest.raises(GameError, match="goes on forever without a decision"):
        Game(ruleset(tmp_path, text).game().program).start(0, log=False)


TRAP = """\
format: 1
game: "\\"\\"\\"\\nwhile True: pass"
players: 2
shared: {starter: first(players)}
phases:
  "Play on\\n        S.trapped = True\\n    S.trapped = True\\nwhile True: pass\\n#":
    {by: starter, choose: p in players, set: {starter: p}}
winner: [most player.number, least player.number]
"""


def test_words_never_become_program(tmp_path: Path) -> None:
    (tmp_path / "trap.yaml").write_text(TRAP, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "trap.yaml").game(2)
    for events in (False, True):
        assert "\nwhile" not in compile_program(game.program, events).source
    state = game.start(1)
    state.choose(0)
    assert state.over and not hasattr(state, "trapped")


def test_every_operation_can_be_written() -> None:
    assert EXPRESSIONS.keys() == ir.EXPRESSIONS.keys()
    assert STATEMENTS.keys() == ir.STATEMENTS.keys()
