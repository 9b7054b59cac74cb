"""Begin a game as a rehearsal, to find what fails before anybody decides anything."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..base.diagnostics import Diagnostic
from ..base.errors import GameError
from ..check.checked import Checked, walk_all
from ..game.game import Game
from ..game.scenario_state import ScenarioState
from ..language import model as m
from ..program import ir
from ..program.trees import walk
from ..program.wording import fill

SEEDS = 3
DECIDED = "a decision"
PLACE = re.compile(r"(\S+):(\d+): (.*)", re.DOTALL)


def rehearse(checked: Checked, program: ir.Program) -> list[Diagnostic]:
    """The failures before the first decision: the error `setup-fails`, or `over-at-once`.

    `setup-fails`: the setup fails, or the first steps after it (with the seed 0). The warning `over-at-once`: the game
    is over before the first decision, whatever chance brings (with the first few seeds).
    """
    game = Game(_cut(program, at_phases=not program.sites))
    try:
        for seed in range(SEEDS):
            # with a log it is compiled without passes, which takes less than one game is worth
            state = game.start(seed)
            if state.reason == DECIDED:
                return []
    except GameError as error:
        closer = error
        try:
            game.start(seed, log=False)  # the compiled form without a log knows the step more exactly
        except GameError as told:
            closer = told
        return [_diagnostic(checked, program, closer, _numbers(game.program, closer.message, seed))]
    return [_blame_end(checked, program, program.reasons[state.v[ir.REASON]])]


def _blame_end(checked: Checked, program: ir.Program, reason: str) -> Diagnostic:
    """The warning that the game is over at once, at the condition that ends it if there is one."""
    found = [c.expr.pos.span for s in walk_all(checked.ruleset) for c in s.until if c.words == reason]
    for sentence in walk_all(checked.ruleset):
        if sentence.words == reason and isinstance(sentence.effect, m.End):
            found.append(sentence.when[0].expr.pos.span if sentence.when else sentence.span)
    span = found[0] if found else checked.ruleset.span
    why = f": {fill(program, reason)}" if found else ""
    message = f"{_seats(program)} the game is over before anybody has decided anything{why}"
    hint = "change the condition, or a number that it reads" if found else "`stammtisch play` shows what happens"
    return Diagnostic("over-at-once", message, span, "warning", hint)


def _cut(program: ir.Program, at_phases: bool) -> ir.Program:
    """The program up to its first decision, or also through the first phase, then over for the reason DECIDED."""
    over: list[ir.Stmt] = [["set", ir.REASON, 0, len(program.reasons)], ["over"]]
    bodies: dict[int, list[ir.Stmt]] = {}
    waiting = [0]
    while waiting:
        number = waiting.pop()
        if number in bodies:
            continue
        body = program.blocks[number].body
        stops = (at_phases and number == program.started) or body[-1][0] in ("ask", "together")
        bodies[number] = over if stops else body
        last = bodies[number][-1]
        waiting += [last[1]] if last[0] == "goto" else [last[2], last[3]] if last[0] == "branch" else []
    # nobody asks for the payoffs of a game that is cut short
    unpaid = ir.Function(DECIDED, ["player"], 0)
    called = _called_functions([*bodies.values()], program)
    return replace(
        program,
        blocks=[replace(block, body=bodies.get(block.number, over)) for block in program.blocks],
        functions={name: program.functions[name] for name in sorted(called)} | {DECIDED: unpaid},
        reasons=[*program.reasons, DECIDED],
        sites=[],
        groups=[],
        payoff=DECIDED,
    )


def _called_functions(waiting: list[Any], program: ir.Program) -> set[str]:
    """The functions called in statements or expressions, and by those."""
    found: set[str] = set()
    while waiting:
        tree = waiting.pop()
        if isinstance(tree, list):
            waiting += tree
            if tree and tree[0] == "call" and tree[1] not in found:
                found.add(tree[1])
                waiting.append(program.functions[tree[1]].body)
    return found


def _seats(program: ir.Program) -> str:
    """The number of players in words."""
    return f"with {program.players} player{'s' if program.players > 1 else ''}"


def _numbers(program: ir.Program, message: str, seed: int) -> str:
    """How many cards or the like a failure lacked, in words; "" if it is about something else."""
    number = program.messages.index(message) if message in program.messages else -1
    match [one for one in walk([block.body for block in program.blocks]) if one[3:] == [[["fail", number]]]]:
        case [[_, ["ge", there, needed], *_] as test] if needed != 0:
            needs, has = (_value(program, test, value, seed) for value in (needed, there))
            return f" ({needs:,} needed, {has:,} there)"
    return ""


def _value(program: ir.Program, test: ir.Stmt, value: ir.Expr, seed: int) -> int:
    """What an expression comes to where a game fails at a test."""
    told = [*test[:3], [["set", ir.REASON, 0, value], *test[3]]]
    blocks = [replace(block, body=_exchange(block.body, test, told)) for block in program.blocks]
    state = ScenarioState(Game(replace(program, blocks=blocks)), seed, [])
    with suppress(GameError):
        state.begin([])
    return state.v[ir.REASON]


def _exchange(tree: Any, old: ir.Stmt, new: ir.Stmt) -> Any:
    """A tree with a statement in place of another one."""
    if tree is old:
        return new
    return [_exchange(part, old, new) for part in tree] if isinstance(tree, list) else tree


def _diagnostic(checked: Checked, program: ir.Program, error: GameError, numbers: str) -> Diagnostic:
    """The failure, at the effect or step whose line the message names; numbers: what is said of those."""
    match = PLACE.fullmatch(error.message)
    node = program.nodes[error.node] if 0 <= error.node < len(program.nodes) else None
    file, line, text = "", 0, error.message
    if match is not None:
        file, line, text = match[1], int(match[2]), match[3]
    elif node is not None:
        file, line = node.file, node.line
    span = checked.ruleset.span
    for sentence in walk_all(checked.ruleset):
        for place in [sentence.span, *([sentence.effect.span] if sentence.effect is not None else [])]:
            if place.line == line and place.file.endswith(file):
                span = place
    fails = "cannot be set up"
    with suppress(GameError):
        Game(_cut(program, at_phases=True)).start(0)
        fails = "stops before the first decision"
    what, end, advice = text.partition(";")
    return Diagnostic("setup-fails", f"the game {fails} {_seats(program)}: {what}{numbers}{end}{advice}", span)
