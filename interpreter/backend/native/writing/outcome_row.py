"""WebAssembly functions for the outcome row of a game, and for the scores during play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from ....program import ir, trees
from ....program.outcome_columns import outcome_columns
from ... import outcome
from .layout import Unfit
from .statements import let
from .writer import Writer

Improve = Callable[[ir.Expr], ir.Expr]


def finish(w: Writer, improve: Improve) -> str:
    """The function that writes a finished game's outcome row."""
    program, columns, stores = w.program, w.layout.columns, []

    def store(at: int, text: str) -> None:
        stores.append(f"(i32.store offset={4 * at} (local.get $row) {text})")

    taken: list[int] = []
    names = [f"score__{seat}" for seat in range(program.players)]
    scores = outcome.of_each_seat(program.score, program, taken, lambda items: items)
    before = name_items(w, improve, names, scores)
    same = program.payoff and inline_score(program, program.payoff) == inline_score(program, program.score)
    for at, name in enumerate(names, columns.scores.start):
        store(at, w.i32(name))
    won_at = 4 * columns.won.start
    ways = f"(then\n{store_named_winners(w, won_at)})\n(else\n{best(w, improve, names, taken, won_at)})"
    stores.append(f"(if (i32.load {address(w)}) {ways})")
    store(columns.reason, w.i32(["var", ir.REASON]))
    store(columns.turns, w.i32(["var", ir.TURNS]))
    store(columns.decisions, "(global.get $decisions)")
    store(columns.real, "(global.get $real)")
    for seat in range(program.players if program.payoff else 0):
        store(columns.payoffs.start + seat, w.i32(names[seat] if same else ["call", program.payoff, seat]))
    if w.layout.uses is not None:
        store(columns.rounds, "(call $uses_begun)")
    body = w.whole("\n".join([before, *stores]))
    return f"(func $finish (param $S i32) (param $row i32)\n{body})"


def payoffs(program: ir.Program) -> str:
    """Text that stores `outcome.payoffs_of` a row as 64-bit floats at an address."""
    players, columns, text = program.players, outcome_columns(program), []
    row = [f"(i32.load offset={4 * n} (local.get $row))" for n in range(columns.width)]
    values = [f"(f64.convert_i32_s {field})" for field in row[columns.payoffs]]
    if not program.payoff:
        won = row[columns.won]
        total = won[0]
        for one in won[1:]:
            total = f"(i32.add {total} {one})"
        text.append(f"(local.set $share (f64.div (f64.const 1) (f64.convert_i32_s {total})))")
        values = [f"(select (local.get $share) (f64.const 0) {one})" for one in won]
        if players == 2:
            values = [f"(f64.sub {values[n]} {values[1 - n]})" for n in (0, 1)]
    text += [f"(f64.store offset={8 * n} (local.get $to) {value})" for n, value in enumerate(values)]
    return "(func $payoffs (param $row i32) (param $to i32) (local $share f64)\n" + "\n".join(text) + ")"


def address(w: Writer) -> str:
    """The address of the list of named winners."""
    return f"(i32.add (local.get $S) (i32.const {w.layout.lists[w.program.winners]}))"


def store_named_winners(w: Writer, won_at: int) -> str:
    """Text that marks the named winners; -1 is nobody."""
    at, end, more = w.local("at"), w.local("end"), w.fresh("more")
    none = [f"(i32.store offset={won_at + 4 * n} (local.get $row) (i32.const 0))" for n in range(w.program.players)]
    won = f"(i32.add (local.get $row) (i32.shl (i32.load (local.get {at})) (i32.const 2)))"
    return "\n".join(
        [
            *none,
            f"(local.set {at} {address(w)})",
            f"(local.set {end} (i32.add (local.get {at}) (i32.shl (i32.load (local.get {at})) (i32.const 2))))",
            f"(loop {more} (local.set {at} (i32.add (local.get {at}) (i32.const 4)))",
            f"(if (i32.ge_s (i32.load (local.get {at})) (i32.const 0))",
            f"(then (i32.store offset={won_at} {won} (i32.const 1))))",
            f"(br_if {more} (i32.lt_u (local.get {at}) (local.get {end}))))",
            *(ranks_of_named(w, won_at) if w.layout.uses is not None else []),
        ]
    )


def ranks_of_named(w: Writer, won_at: int) -> Iterator[str]:
    """Statements that store the ranks where the rules name winners: 1 for them, 2 for others, 0 if nobody won."""
    others = f"(select (i32.const 0) (i32.const 2) (i32.lt_s (i32.load offset=4 {address(w)}) (i32.const 0)))"
    for seat in range(w.program.players):
        won = f"(i32.load offset={won_at + 4 * seat} (local.get $row))"
        place = f"(select (i32.const 1) {others} {won})"
        yield f"(i32.store offset={4 * (w.layout.ranks + seat)} (local.get $row) {place})"


def best(w: Writer, improve: Improve, scores: list[str], taken: list[int], won_at: int) -> str:
    """Text that marks as winners the best by all that `winner:` names, one after the other."""
    program, text = w.program, []
    flags: list[ir.Expr] = [1] * program.players
    known: list[list[str]] = []
    for place, (name, most) in enumerate(program.ranking):
        keys = scores
        if name != program.score:
            keys = [f"key__{place}__{seat}" for seat in range(program.players)]
            text.append(name_items(w, improve, keys, outcome.of_each_seat(name, program, taken, lambda items: items)))
        known.append(keys)
        limit, some = keys[0], flags[0]
        for seat in range(1, program.players):
            better: ir.Expr = ["gt" if most else "lt", keys[seat], limit]
            if place:
                better = ["and", flags[seat], ["or", ["not", some], better]]
                some = ["or", some, flags[seat]]
            found = f"limit__{place}__{seat}"
            text.append(let(w, found, ["if", better, keys[seat], limit]))
            limit = found
        for seat, key in enumerate(keys):
            equal: ir.Expr = ["eq", key, limit]
            flag = f"won__{place}__{seat}"
            text.append(let(w, flag, ["and", flags[seat], equal] if place else equal))
            flags[seat] = flag
    stores = [f"(i32.store offset={won_at + 4 * n} (local.get $row) {w.i32(flag)})" for n, flag in enumerate(flags)]
    if w.layout.uses is not None:
        ways, ranks = [most for _, most in program.ranking], w.layout.ranks
        stores += [
            f"(i32.store offset={4 * (ranks + n)} (local.get $row) {w.i32(place_of(n, known, ways))})"
            for n in range(program.players)
        ]
    return "\n".join([*text, *stores])


def place_of(seat: int, keys: list[list[str]], most: list[bool]) -> ir.Expr:
    """The expression for a seat's place, 1 for the best, by its keys in turn, as State.ranks."""
    found: ir.Expr = 1
    for other in range(len(keys[0]) if keys else 0):
        better: ir.Expr = 0
        for of, way in zip(reversed(keys), reversed(most), strict=True):
            ahead: ir.Expr = ["gt" if way else "lt", of[other], of[seat]]
            better = ahead if better == 0 else ["or", ahead, ["and", ["eq", of[other], of[seat]], better]]
        if other != seat and better != 0:
            found = ["add", found, ["if", better, 1, 0]]
    return found


def standing(w: Writer, improve: Improve) -> str:
    """The function that stores the scores during play, if they can be computed then."""
    program, names, before = w.program, [f"score__{seat}" for seat in range(w.program.players)], ""
    if w.layout.uses is not None and w.layout.uses.standing:
        before = name_items(w, improve, names, outcome.of_each_seat(program.score, program, [], lambda items: items))
    at = count(0, 4)
    stores = [f"(i32.store offset={next(at)} (local.get $at) {w.i32(name)})" for name in names if before]
    body = w.whole("\n".join([before, *stores]))
    return f"(func $standing (param $S i32) (param $at i32)\n{body})"


def lead(w: Writer, improve: Improve) -> str:
    """The function that stores how far each seat leads the best of the others during play, as 64-bit floats.

    By the first thing that `winner:` names if it is a number, else by the score. The function returns 0 if there is
    none, else 1; it traps where that has no value.
    """
    program, text = w.program, ""
    for name, most in (*program.ranking[:1], (program.score, True)):
        try:
            text = text or (ahead(w, improve, name, most) if name else "")
        except Unfit:
            continue
    body = w.whole(f"{text}\n(i32.const 0)")
    return f"(func $lead (param $S i32) (param $to i32) (result i32)\n{body})"


def ahead(w: Writer, improve: Improve, name: str, most: bool) -> str:
    """Statements that store how far each seat leads by a function of a seat. Raises Unfit for a list."""
    names = [f"score__{seat}" for seat in range(w.program.players)]
    text = name_items(w, improve, names, outcome.of_each_seat(name, w.program, [], lambda items: items))
    values = [f"(f64.convert_i32_s {w.i32(one)})" for one in names]
    for seat, own in enumerate(values):
        others = [value for value in values if value is not own] or ["(f64.const 0)"]
        best = others[0]
        for other in others[1:]:
            best = f"(f64.{'max' if most else 'min'} {best} {other})"
        pair = (own, best) if most else (best, own)
        text += f"\n(f64.store offset={8 * seat} (local.get $to) (f64.sub {' '.join(pair)}))"
    return text + "\n(return (i32.const 1))"


def name_items(w: Writer, improve: Improve, names: list[str], listed: ir.Expr) -> str:
    """Statements that assign each item of a list to a name, after the list's own `let`s."""
    lets, items = outcome.split_lets(improve(listed))
    text = [let(w, *stmt[1:]) for stmt in lets]
    return "\n".join([*text, *(let(w, name, item) for name, item in zip(names, items[1:], strict=True))])


def inline_score(program: ir.Program, name: str) -> ir.Expr:
    """The expression of a function of a seat, with calls inlined."""
    return trees.canonical(trees.inline(["call", name, "seat"], program))
