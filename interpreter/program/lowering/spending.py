"""Count moves, shown things and changes: a game may do only so many without a decision.

Counted is what leaves something in the log, and so costs time and memory for every seat: a card that is moved, shown or
shuffled, a number that is set. In a program that does little at once between two decisions nothing is counted.
"""

from __future__ import annotations

from functools import partial, reduce

from ...base import limits
from ...base.diagnostics import Span, mistake
from .. import ir
from ..circles import in_circles
from ..fold import make
from .bounds import Ranges

FEW = 10  # a block or loop with `until` is not counted if it does no more than this in each of PASSES passes


def count_spending(program: ir.Program, ranges: Ranges) -> None:
    """Adds `spend` to the blocks that need it. Raises RulesetError where a block is certain to do too much."""
    again = in_circles({block.number: block.body for block in program.blocks})
    most = [most_done(block.body, ranges) for block in program.blocks]
    once = sum(done for block, done in zip(program.blocks, most, strict=True) if block.number not in again)
    for block, done in zip(program.blocks, most, strict=True):
        if done > FEW and (block.number in again or once > limits.CHANGES):
            refuse(block, program, ranges)
            block.body = add_spending(block.body, ranges)


def lists_in(stmt: ir.Stmt) -> list[ir.Expr]:
    """The lists in an event statement whose items each count as a change."""
    match stmt:
        case ["emit", "reveal" | "show", _, things, _]:
            return [things]
        case ["emit", "pour", _, source, _, _] | ["emit", "shuffle", _, source]:
            return [["cards", source]]
        case ["emit", "random", _, _, _, cards]:
            return [cards]
    return []


def most_done(body: list[ir.Stmt], ranges: Ranges) -> int:
    """An upper bound of the changes that statements make."""
    done = 0
    for stmt in body:
        match stmt:
            case ["emit", *_]:
                done += sum(map(ranges.most_items, lists_in(stmt))) or 1
            case ["if", _, yes, no]:
                done += max(most_done(yes, ranges), most_done(no, ranges))
            case ["for", _, source, inner]:
                done += ranges.most_items(source) * most_done(inner, ranges)
            case ["while", _, inner, _]:
                done += limits.PASSES * most_done(inner, ranges)
    return done


def least_done(body: list[ir.Stmt], ranges: Ranges) -> int:
    """A lower bound of the changes that statements make."""
    done = 0
    for stmt in body:
        match stmt:
            case ["emit", *_]:
                done += sum(map(ranges.least_items, lists_in(stmt))) if lists_in(stmt) else 1
            case ["if", _, yes, no]:
                done += min(least_done(yes, ranges), least_done(no, ranges))
            case ["for", _, source, inner]:
                done += ranges.least_items(source) * least_done(inner, ranges)
    return done


def refuse(block: ir.Block, program: ir.Program, ranges: Ranges) -> None:
    """Raise RulesetError for a block that certainly makes too many changes."""
    if least_done(block.body, ranges) > limits.CHANGES:
        steps = [stmt[2] for stmt in block.body if stmt[:2] == ["emit", "step"]]
        node = program.nodes[[*steps, block.node][0]]
        span = Span(node.file, node.line, 1, node.line, 1)
        text = f"more than {limits.CHANGES:,} cards are moved or shown, or numbers changed, in this step"
        raise mistake("too-large", text, span, hint="do less at once, or let somebody decide in between")


def add_spending(body: list[ir.Stmt], ranges: Ranges) -> list[ir.Stmt]:
    """The statements, with `spend` before those that make changes."""
    plain = plain_in(body)
    found: list[ir.Stmt] = []
    for stmt in body:
        found += [["spend", most] for listed in lists_in(stmt) if (most := length(listed)) != 0]
        match stmt:
            case ["if", condition, yes, no]:
                found.append(["if", condition, add_spending(yes, ranges), add_spending(no, ranges)])
            case ["while", condition, inner, message] if most_done(inner, ranges) > FEW:
                found.append(["while", condition, add_spending(inner, ranges), message])
            case ["for", register, source, inner]:
                again = add_spending(inner, ranges)
                if is_quick(source) and again[1:] == inner:
                    found += [["spend", make("mul", length(source), plain_in(inner))], stmt]
                else:
                    found.append(["for", register, source, again])
            case _:
                found.append(stmt)
    if plain:
        found.insert(int(body[0][:2] == ["emit", "step"]), ["spend", plain])
    return found


def plain_in(body: list[ir.Stmt]) -> int:
    """The number of statements that emit an event of one card or number."""
    return sum(stmt[0] == "emit" and not lists_in(stmt) for stmt in body)


def length(e: ir.Expr) -> ir.Expr:
    """The expression for the number of items in a list."""
    match e:
        case ["items", *parts]:
            return len(parts)
        case ["range", low, high]:
            return make("most", 0, make("add", make("sub", high, low), 1))
        case ["cards", zone]:
            return ["size", zone]
        case ["map", _, listed, _]:
            return length(listed)
        case ["gather", register, listed, part]:
            return ["sum", ["map", register, listed, length(part)]]
        case ["filter", register, listed, condition]:
            return ["count", register, listed, condition]
        case ["join", *parts]:
            return reduce(partial(make, "add"), map(length, parts))
    return ["len", e]


def is_quick(e: ir.Expr) -> bool:
    """Whether the length of a list can be read without building it."""
    match e:
        case str() | ["items", *_]:
            return True
        case ["range", *parts] | ["cards", *parts]:
            return all(isinstance(part, int | str) or part[0] == "var" for part in parts)
    return False
