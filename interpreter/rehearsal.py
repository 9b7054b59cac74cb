"""Setting a game up once, to find what goes wrong before anybody has decided anything."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from . import ir
from .checked import Checked, walk_all
from .diagnostics import Diagnostic
from .errors import GameError
from .game import Game

PLACE = re.compile(r"(\S+):(\d+): (.*)", re.DOTALL)


def rehearse(checked: Checked, program: ir.Program) -> list[Diagnostic]:
    """The error `setup-fails` if the setup of this program fails (with the seed 0), else nothing."""
    try:
        Game(setup_only(program)).start(0, log=False)
    except GameError as error:
        return [_diagnostic(checked, program, error)]
    return []


def setup_only(program: ir.Program) -> ir.Program:
    """The program up to its first decision or the first phase, where it is over."""
    over: list[ir.Stmt] = [["over"]]
    bodies: dict[int, list[ir.Stmt]] = {}
    waiting = [0]
    while waiting:
        number = waiting.pop()
        if number in bodies:
            continue
        body = program.blocks[number].body
        stops = number == program.started or body[-1][0] in ("ask", "together")
        bodies[number] = over if stops else body
        last = bodies[number][-1]
        waiting += [last[1]] if last[0] == "goto" else [last[2], last[3]] if last[0] == "branch" else []
    called = {name for body in bodies.values() for name in _calls(body, program)}
    return replace(
        program,
        blocks=[replace(block, body=bodies.get(block.number, over)) for block in program.blocks],
        functions={name: function for name, function in program.functions.items() if name in called},
        sites=[],
        groups=[],
        payoff="",
    )


def _calls(tree: Any, program: ir.Program) -> set[str]:
    """The functions called in an expression or statement, and by those."""
    if not isinstance(tree, list):
        return set()
    found = set().union(*(_calls(part, program) for part in tree))
    if tree and tree[0] == "call":
        found |= {tree[1]} | _calls(program.functions[tree[1]].body, program)
    return found


def _diagnostic(checked: Checked, program: ir.Program, error: GameError) -> Diagnostic:
    """The failure at the effect or step whose line the message names."""
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
    seats = f"with {program.players} player{'s' if program.players > 1 else ''}"
    return Diagnostic("setup-fails", f"the game cannot be set up {seats}: {text}", span)
