"""Small passes over the intermediate representation. Block numbers keep their meaning, so states stay the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ...program import ir
from ...program.fold import FOLD, make
from . import whereabouts

LOOPS = frozenset(("any", "every", "count", "filter", "map", "gather", "best", "by"))
BINDING = LOOPS | {"let", "for"}
COSTLY = frozenset(("call", "sum", "count", "any", "every", "min", "max", "filter", "map", "gather", "best"))
MAY_FAIL = frozenset(("need", "within", "cell", "row", "div_down", "div_up", "mod", "top", "bottom"))
FOLDED = frozenset((*FOLD, "and", "or", "if"))
UNROLL, MOST_PARTS = 16, 100
SHARED = 6  # parts of an expression that is worth a name
UNROLLED = frozenset(("any", "every", "count", "filter", "map"))
DIVISIONS = frozenset(("div_down", "div_up", "mod"))
PICKED = frozenset(("first", "last", "nth", "len"))
MIRRORED = {"gt": "lt", "ge": "le", "lt": "gt", "le": "ge"}
# tables and functions have names of their own, which a register may share
NAMED = frozenset(("table", "cell", "row", "call"))
# no other register has two underscores before its number
HOISTED, UNUSED = "once__", "unused__"


def thread(program: ir.Program) -> tuple[dict[int, list[ir.Stmt]], dict[int, int]]:
    """The blocks that are needed, jumps to empty blocks followed and blocks with a single way in joined to it.

    Also where each entry's target leads in the end.
    """
    bodies = {block.number: block.body for block in program.blocks}

    def final(number: int) -> int:
        seen = set()
        while len(bodies[number]) == 1 and bodies[number][0][0] == "goto" and number not in seen:
            seen.add(number)
            number = bodies[number][0][1]
        return number

    joined = {number: retarget(body, final) for number, body in bodies.items()}
    entries = {0} | {final(entry.target) for site in program.sites for entry in site.entries}
    stops = {n for n, body in joined.items() if body[-1][0] in ("ask", "together")}
    ways: dict[int, int] = dict.fromkeys(joined, 0)
    for body in joined.values():
        for target in targets(body):
            ways[target] += 1
    for number in list(joined):
        body = joined[number]
        while body[-1][0] == "goto":
            target = body[-1][1]
            if target == number or target in entries or target in stops or ways[target] != 1:
                break
            body = body[:-1] + joined[target]
        joined[number] = body
    needed: set[int] = set()
    waiting = sorted(entries | stops)
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting += targets(joined[number])
    leads = {entry.target: final(entry.target) for site in program.sites for entry in site.entries}
    return {number: joined[number] for number in sorted(needed)}, leads


def targets(body: list[ir.Stmt]) -> list[int]:
    """The blocks that a block may go on to."""
    last = body[-1]
    return [last[1]] if last[0] == "goto" else [last[2], last[3]] if last[0] == "branch" else []


def retarget(body: list[ir.Stmt], final: Any) -> list[ir.Stmt]:
    last = body[-1]
    if last[0] == "goto":
        return [*body[:-1], ["goto", final(last[1])]]
    if last[0] == "branch":
        return [*body[:-1], ["branch", last[1], final(last[2]), final(last[3])]]
    return body


def silent(body: list[ir.Stmt], program: ir.Program, outer: bool = True) -> list[ir.Stmt]:
    """The statements without events; what only events needed is still worked out where that may fail.

    The outer ones keep where a step begins, which is needed to tell where a failure happened.
    """
    out: list[ir.Stmt] = []
    for stmt in body:
        if outer and stmt[:2] == ["emit", "step"]:
            out.append(stmt)
        elif stmt[0] == "emit":
            out += [["let", UNUSED, part] for part in stmt[3:] if not is_safe(part, program)]
        elif stmt[0] == "if":
            yes, no = silent(stmt[2], program, False), silent(stmt[3], program, False)
            if yes or no or not is_safe(stmt[1], program):
                out.append(["if", stmt[1], yes, no])
        elif stmt[0] == "for":
            inner = silent(stmt[3], program, False)
            if inner or not is_safe(stmt[2], program):
                out.append([*stmt[:3], inner])
        elif stmt[0] == "while":
            out.append([stmt[0], stmt[1], silent(stmt[2], program, False), stmt[3]])
        else:
            out.append(stmt)
    return out


def parts(tree: list[Any]) -> list[Any]:
    """The parts of an expression or statement, or the items of a list, without the name of a table or function."""
    return tree[2:] if tree and isinstance(tree[0], str) and tree[0] in NAMED else tree


def uses(tree: Any, register: str) -> int:
    """How often a register is read in an expression or statement."""
    if isinstance(tree, str):
        return int(tree == register)
    return sum(uses(part, register) for part in parts(tree)) if isinstance(tree, list) else 0


def replace(tree: Any, register: str, value: Any) -> Any:
    """The tree with an expression in place of a register, but where a part gives the register a meaning of its own."""
    if isinstance(tree, str):
        return value if tree == register else tree
    if not isinstance(tree, list):
        return tree
    if len(tree) > 2 and tree[1] == register and isinstance(tree[0], str) and tree[0] in BINDING:
        return [tree[0], register, replace(tree[2], register, value), *tree[3:]]
    inner = parts(tree)
    return [*tree[: len(tree) - len(inner)], *(replace(part, register, value) for part in inner)]


def unroll(e: Any) -> Any:
    """Loops over a few constants written out where that stays short; constants folded."""
    if not isinstance(e, list):
        return e
    e = [unroll(part) for part in e]
    if not e or not isinstance(e[0], str) or e[0] not in UNROLLED or not is_short(e[2]):
        return e
    bodies = [refold(replace(e[3], e[1], i)) for i in constants(e[2])]
    if sum(size(body) for body in bodies if isinstance(body, list)) > MOST_PARTS:
        return e
    if e[0] in ("any", "every"):
        return make("or" if e[0] == "any" else "and", *bodies)
    if e[0] == "map":
        return ["items", *bodies]
    if all(isinstance(body, int) for body in bodies):
        kept = [i for i, body in zip(constants(e[2]), bodies, strict=True) if body]
        return len(kept) if e[0] == "count" else ["items", *kept]
    return e


def is_short(e: Any) -> bool:
    """A list of at most UNROLL constants."""
    if not isinstance(e, list) or e[0] not in ("range", "items") or not all(isinstance(x, int) for x in e[1:]):
        return False
    return (e[2] - e[1] if e[0] == "range" else len(e) - 2) < UNROLL


def constants(e: list[Any]) -> list[int]:
    """The items of such a list."""
    return list(range(e[1], e[2] + 1)) if e[0] == "range" else e[1:]


def size(e: Any) -> int:
    """How many parts an expression has."""
    return sum(map(size, e)) if isinstance(e, list) else 1


def refold(e: Any) -> Any:
    """The expression with its constants folded again."""
    if not isinstance(e, list) or not e:
        return e
    if not isinstance(e[0], str):
        return [refold(part) for part in e]
    if e[0] == "chance" and isinstance(e[2], list) and e[2][0] == "len":
        return [e[0], e[1], ["len", refold(e[2][1])]]  # a scenario may say which item it is to be
    parts = [refold(part) for part in e[1:]]
    if e[0] == "if" and is_body(e[2]):
        return [e[0], *parts]
    if e[0] in DIVISIONS and isinstance(parts[0], int) and isinstance(parts[1], int) and parts[1]:
        a, b = parts[:2]
        return a // b if e[0] == "div_down" else -(-a // b) if e[0] == "div_up" else a % b
    if e[0] in FOLDED and not (e[0] == "if" and isinstance(parts[0], list)):
        return make(e[0], *parts)
    if e[0] in PICKED and is_constant(parts[0]):
        return picked(e[0], constants(parts[0]), parts[1:], [e[0], *parts])
    if e[0] == "nth" and isinstance(parts[1], int) and isinstance(parts[0], list) and parts[0][0] == "items":
        items = parts[0][1:]
        if parts[1] < len(items) and not any(isinstance(item, list) for item in items):
            return items[parts[1]]
    return [e[0], *parts]


def is_body(e: Any) -> bool:
    """True for a list of statements."""
    return isinstance(e, list) and (not e or isinstance(e[0], list))


def picked(op: str, items: list[int], rest: list[Any], e: Any) -> Any:
    """One number of a list of constants, or their number, if it can be told."""
    if op == "len":
        return len(items)
    if op in ("first", "last"):
        return items[0 if op == "first" else -1] if items else rest[0]
    if isinstance(rest[0], int):
        return items[rest[0]] if 0 <= rest[0] < len(items) else rest[1]
    return e


def is_constant(e: Any) -> bool:
    """True for a list of constants."""
    return isinstance(e, list) and bool(e) and e[0] in ("range", "items") and all(isinstance(x, int) for x in e[1:])


def narrow(e: Any, program: ir.Program) -> Any:
    """A filter of a range that compares its numbers with something fixed, as a shorter range."""
    if not isinstance(e, list):
        return e
    e = [narrow(part, program) for part in e]
    if not e or e[0] != "filter" or not isinstance(e[2], list) or e[2][0] != "range":
        return e
    _, register, (_, low, high), condition = e
    tests = list(condition[1:]) if isinstance(condition, list) and condition[0] == "and" else [condition]
    kept = []
    for number, test in enumerate(tests):
        # the first test of a range that is not empty is made in any case, so it may fail as well before the loop
        sure = number == 0 and isinstance(low, int) and isinstance(high, int) and low <= high
        free, bound = (test[1], test[2]) if isinstance(test, list) and test[0] == "or" and len(test) == 3 else (0, test)
        found = limit(bound, register)
        if not found or uses(free, register) or not (sure or is_safe(test, program)):
            kept.append(test)
        elif found[0] == "low":
            low = refold(["if", free, low, ["most", found[1], low]])
        else:
            high = refold(["if", free, high, ["least", found[1], high]])
    source = ["range", low, high]
    return ["filter", register, source, make("and", *kept)] if kept else source


def limit(test: Any, register: str) -> tuple[str, Any] | None:
    """What a comparison says about a register: ("low" or "high", the least or greatest number it may be)."""
    if not isinstance(test, list) or test[0] not in MIRRORED or len(test) != 3:
        return None
    op, a, b = test
    if uses(b, register):
        op, a, b = MIRRORED[op], b, a
    more = 0
    if isinstance(a, list) and a[0] in ("add", "sub") and isinstance(a[2], int):
        a, more = a[1], a[2] if a[0] == "add" else -a[2]
    if a != register or uses(b, register):
        return None
    more -= {"gt": 1, "lt": -1}.get(op, 0)
    return "low" if op in ("gt", "ge") else "high", refold(["add", b, -more])


def fixed_values(program: ir.Program) -> dict[int, Any]:
    """The lists that hold the same constants, or have the same length, whenever they are stored, with that."""
    values: dict[int, list[Any]] = {}
    changed: set[int] = set()
    counted: list[int] = []
    for e in trees(program):
        if e[0] == "store":
            values.setdefault(e[1], []).append(e[2])
        elif e[0] in ("append", "remove"):
            changed |= {e[1]} if isinstance(e[1], int) else set()
            counted += [e[1][2]] if isinstance(e[1], list) and e[1][0] == "add" else []
    known: dict[int, Any] = {}
    for slot, stored in values.items():
        if (
            slot not in changed
            and not any(base <= slot < base + program.players for base in counted)
            and slot != program.winners
        ):
            lengths = {length(value) for value in stored}
            if all(is_constant(value) and value == stored[0] for value in stored):
                known[slot] = stored[0]
            elif len(lengths) == 1 and -1 not in lengths:
                known[slot] = lengths.pop()
    return known


def fixed_lengths(program: ir.Program) -> dict[int, int]:
    """The lists that have the same length whenever they are stored."""
    return {n: value if isinstance(value, int) else length(value) for n, value in fixed_values(program).items()}


def limits(e: Any, program: ir.Program) -> tuple[int, int]:
    """The least and the greatest number that an expression can be, as far as it is a constant or in the state."""
    if isinstance(e, int):
        return e, e
    if not isinstance(e, list) or e[0] != "var":
        return ir.NO_NUMBER, -ir.NO_NUMBER
    # all numbers that are reached by an index have the same limits
    slot = program.ints[e[1] + (e[2] if len(e) > 2 and isinstance(e[2], int) else 0)]
    return slot.low, slot.high


def fixed_lists(program: ir.Program) -> Callable[[Any], Any]:
    """Reading such lists."""
    known = fixed_values(program)

    def read(e: Any) -> Any:
        if not isinstance(e, list) or not e:
            return e
        e = [read(part) for part in e]
        if e[0] in ("cards", "size") and len(e) == 2 and isinstance(e[1], int) and e[1] in known:
            found = known[e[1]]
            if isinstance(found, list):
                return found if e[0] == "cards" else length(found)
            return found if e[0] == "size" else e
        if e[0] == "len" and isinstance(e[1], list) and e[1][0] == "cards" and isinstance(e[1][1], int):
            found = known.get(e[1][1])
            return found if isinstance(found, int) else e
        return e

    return read


def length(e: Any) -> int:
    """How many items a list has, -1 if that is not certain."""
    if is_constant(e):
        return len(constants(e))
    if isinstance(e, list) and e and e[0] in ("from", "reversed", "sorted"):
        return length(e[1])
    return -1


def propagate(body: list[ir.Stmt]) -> list[ir.Stmt]:
    """The statements with constants in place of the registers that hold them."""
    times: dict[str, int] = {}
    constant: dict[str, Any] = {}

    def count(stmts: list[ir.Stmt]) -> None:
        for stmt in stmts:
            if stmt[0] in ("let", "for", "draw", "chance", "find", "new group"):
                times[stmt[1]] = times.get(stmt[1], 0) + 1
            for part in stmt[2:]:
                if stmt[0] in ("if", "for", "while") and is_body(part):
                    count(part)

    count(body)
    out = []
    for stmt in body:
        for register, value in constant.items():
            stmt = refold(replace(stmt, register, value))
        if stmt[0] == "let" and times[stmt[1]] == 1 and (isinstance(stmt[2], int) or is_constant(stmt[2])):
            constant[stmt[1]] = stmt[2]
        else:
            out.append(stmt)
    return out


def hoist(e: Any, program: ir.Program, taken: list[int]) -> Any:
    """What a loop works out anew for each item, though it is the same for all, is worked out once before it."""
    if not isinstance(e, list) or not e:
        return e
    if not isinstance(e[0], str) or e[0] not in LOOPS:
        return [hoist(part, program, taken) for part in e]
    lets, body = [], e[3]
    registers: dict[str, str] = {}  # by what they hold, whatever its loops call their items
    for part in invariant(body, {e[1]}, program):
        same = repr(canonical(part))
        if same not in registers:
            registers[same] = f"{HOISTED}{len(taken)}"
            taken.append(1)
            lets.append((registers[same], hoist(part, program, taken)))
        body = exchange(body, part, registers[same])
    e = [e[0], e[1], hoist(e[2], program, taken), hoist(body, program, taken), *e[4:]]
    for register, part in reversed(lets):
        e = ["let", register, part, e]
    return e


def invariant(e: Any, bound: set[str], program: ir.Program) -> list[Any]:
    """The largest costly parts, each once, that read none of the bound registers and cannot fail."""
    if not isinstance(e, list) or not e:
        return []
    if e[0] in COSTLY and not reads(e, bound) and is_safe(e, program):
        return [e]
    inner = bound | {e[1]} if e[0] in LOOPS or e[0] == "let" else bound
    found: list[Any] = []
    for part in e[1:]:
        found += [x for x in invariant(part, inner, program) if x not in found]
    return found


def share(e: Any, program: ir.Program, taken: list[int]) -> Any:
    """What is worked out in several places of an expression, reads no register and cannot fail, worked out once."""
    found: dict[str, list[Any]] = {}

    def look(part: Any) -> None:
        if isinstance(part, list) and part and isinstance(part[0], str):
            if size(part) >= SHARED and part[0] not in ("items", "range") and not free(part, set()):
                found.setdefault(repr(part), []).append(part)
            for inner in part[2:] if part[0] in NAMED else part[1:]:
                look(inner)

    look(e)
    several = [same[0] for same in found.values() if len(same) > 1 and is_safe(same[0], program)]
    if not several:
        return e
    part = max(several, key=size)
    register = f"{HOISTED}{len(taken)}"
    taken.append(1)
    return ["let", register, part, share(exchange(e, part, register), program, taken)]


def free(e: Any, bound: set[str]) -> bool:
    """True if an expression reads a register that it does not bind."""
    if isinstance(e, str):
        return e not in bound
    if not isinstance(e, list) or not e:
        return False
    if e[0] in BINDING:
        return free(e[2], bound) or any(free(part, bound | {e[1]}) for part in e[3:])
    return any(free(part, bound) for part in (e[2:] if e[0] in NAMED else e[1:]))


def reads(e: Any, registers: set[str]) -> bool:
    """True if the expression reads one of the registers."""
    if isinstance(e, str):
        return e in registers
    return isinstance(e, list) and any(reads(part, registers) for part in parts(e))


def is_safe(e: Any, program: ir.Program) -> bool:
    """True if the expression can be worked out at any time: it cannot fail."""
    if not isinstance(e, list) or not e:
        return True
    if e[0] in DIVISIONS and isinstance(e[2], int) and e[2]:
        return is_safe(e[1], program)
    if e[0] in MAY_FAIL:
        return False
    if e[0] == "call" and not is_safe(program.functions[e[1]].body, program):
        return False
    return all(is_safe(part, program) for part in e[1:])


def exchange(e: Any, part: Any, register: str) -> Any:
    """The expression with a register in place of one of its parts."""
    if e == part:
        return register
    return [exchange(x, part, register) for x in e] if isinstance(e, list) else e


def canonical(e: Any) -> Any:
    """The expression with its registers named by how much is nested in them: equal parts become equal lists."""
    return _named(e)[0]


def _named(e: Any) -> tuple[Any, int]:
    """The expression, and how deep loops are nested in it."""
    if not isinstance(e, list) or not e:
        return e, 0
    found = [_named(part) for part in e]
    e, height = [part for part, _ in found], max(height for _, height in found)
    if isinstance(e[0], str) and (e[0] in LOOPS or e[0] == "let"):
        height += 1
        name = f"each__{height}"
        return [e[0], name, e[2], *(replace(part, e[1], name) for part in e[3:])], height
    return e, height


def renamed(e: Any, fresh: Callable[[str], str]) -> Any:
    """The expression with names of its own for all that its loops bind."""
    if not isinstance(e, list) or not e:
        return e
    inner = parts(e)
    e = [*e[: len(e) - len(inner)], *(renamed(part, fresh) for part in inner)]
    if e[0] in LOOPS or e[0] == "let":
        name = fresh(re.sub(r"\W", "_", str(e[1])).rstrip("_0123456789") or "it")
        e = [e[0], name, e[2], *(replace(part, e[1], name) for part in e[3:])]
    return e


def inline(e: Any, program: ir.Program) -> Any:
    """The expression with the bodies of functions in place of calls with nothing but names and numbers."""
    if not isinstance(e, list) or not e:
        return e
    e = [inline(part, program) for part in e]
    if e[0] != "call" or any(isinstance(argument, list) for argument in e[2:]):
        return e
    function = program.functions[e[1]]
    body = inline(function.body, program)
    for parameter, argument in zip(function.params, e[2:], strict=True):
        body = replace(body, parameter, argument)
    return body


def trees(program: ir.Program) -> Iterator[list[Any]]:
    """Every statement and expression of a program."""
    yield from walk([block.body for block in program.blocks])
    yield from walk([function.body for function in program.functions.values()])
    yield from walk([[s.options, s.seat, [entry.apply for entry in s.entries]] for s in program.sites])


def walk(waiting: list[Any]) -> Iterator[list[Any]]:
    """Every statement and expression in some of them."""
    while waiting:
        e = waiting.pop()
        if isinstance(e, list) and e:
            if isinstance(e[0], str):
                yield e
            waiting += e


def unlike(e: Any, program: ir.Program, apart: set[int]) -> Any:
    """`looks` left out where no two cards that look alike can lie."""
    if not isinstance(e, list):
        return e
    e = [unlike(part, program, apart) for part in e]
    if e and e[0] == "looks" and isinstance(e[1], list) and e[1][0] == "cards":
        zones = whereabouts.family(e[1][1], program)
        if zones and apart.issuperset(zones[0]):
            return e[1]
    return e


def improve(program: ir.Program) -> Callable[[Any], Any]:
    """All the passes over expressions, as one function of an expression or statement."""
    taken: list[int] = []
    fixed = fixed_lists(program)
    apart = whereabouts.alike_apart(program)
    return lambda e: hoist(narrow(unroll(refold(unlike(fixed(e), program, apart))), program), program, taken)
