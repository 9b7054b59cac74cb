"""Failures of a running game in words, with the step of its ruleset."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator
from typing import NoReturn

from ..backend.blocks import entry_nodes, filename
from ..base.errors import CARD_NOT_THERE, GameError, internal
from ..program import ir

PLACE = re.compile(r"([^:]+):(\d+): (.*)", re.DOTALL)


def place(program: ir.Program, node: int) -> str:
    """file:line and words of a step, for messages."""
    if not 0 <= node < len(program.nodes):
        return program.ruleset
    step = program.nodes[node]
    return f"{step.file}:{step.line} {step.words}"


def nothing_to_choose(program: ir.Program, who: str, site: ir.Site) -> GameError:
    """The error that a player of this name has no option at a decision."""
    beside = f" beside {site.written}" if site.written else ""
    what = f"there is nothing to choose for {who}; say what happens with `if impossible:`{beside}"
    return GameError(f"{place(program, site.node)}: {what}", site.node)


def reason(node: ir.Node, error: GameError) -> str:
    """Why a game could not continue, without the place if it is the step's; another line or file comes last."""
    message = error.message.removeprefix(f"{node.file}:{node.line} {node.words}: ")
    found = PLACE.fullmatch(message)
    if found is None:
        return message
    file, line, text = found.groups()
    if not node.file.endswith(file):
        return f"{text} ({file}:{line})"
    return text if int(line) == node.line else f"{text} (line {line})"


def common_step(program: ir.Program, blocks: Iterable[int]) -> int:
    """The innermost step that contains all these blocks, -1 if there is none."""
    bodies = [program.blocks[number] for number in blocks]
    nodes = {block.node for block in bodies if block.node >= 0}
    nodes |= {stmt[2] for block in bodies for stmt in block.body if stmt[:2] == ["emit", "step"]}
    nodes = nodes or {entry_nodes(program).get(block.number, -1) for block in bodies}
    around = [[*_upwards(program, node)] for node in nodes]
    return next((node for node in min(around, key=len) if all(node in steps for steps in around)), -1)


def _upwards(program: ir.Program, node: int) -> Iterator[int]:
    """A step and those around it, the inner ones first."""
    while node >= 0:
        yield node
        node = program.nodes[node].above


def raise_located(error: Exception, program: ir.Program, lines: dict[int, int]) -> NoReturn:
    """Raise an error of generated code as a GameError that knows the step; `lines` are the steps by line."""
    node = _node_of(error, program, lines)
    if isinstance(error, GameError):
        raise GameError(error.message, error.node if error.node >= 0 else node) from None
    if isinstance(error, ValueError) and "not in list" in str(error):
        raise GameError(CARD_NOT_THERE, node) from None
    raise internal(error, place(program, node), node) from error


def _node_of(error: BaseException, program: ir.Program, lines: dict[int, int]) -> int:
    """The step whose generated line raised the error."""
    name = filename(program)
    found = -1
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == name and frame.lineno is not None:
            found = lines.get(frame.lineno, found)
    return found
