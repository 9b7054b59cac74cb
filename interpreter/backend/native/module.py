"""Write a whole program as a WebAssembly module: blocks, decisions, functions and random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.resources import files
from itertools import count

from ...program import ir, trees
from ...program.circles import in_circles
from ..passes import block_passes, emptiness, improve, origins, relations
from .features import FeaturePlan, FeatureWriter
from .observation_hash import ObservationHash
from .observed_events import KEPT, observed_statements
from .shown_choices import shown_choices
from .writing import counting, detailed_counts, outcome_row
from .writing.layout import (
    HEAD,
    MOST_DECISIONS,
    MOST_DEPTH,
    MOST_LISTED,
    MOST_OPTIONS,
    MOST_OUTCOMES,
    MOST_TEXT,
    RECORDS,
    STANDINGS,
    UNITS,
    MemoryLayout,
    Unfit,
)
from .writing.numbers import function_name, place
from .writing.statements import EXPRESSIONS, STATEMENTS, set_often
from .writing.uses import MOST_COURSE, MOST_GAP, MOST_ROUNDS, Uses, read_by_rows, whole
from .writing.writer import I32, Calls, Num, Val, Writer, const, narrow

RUNTIME = ("runtime", "games", "states")
IN_PLACE = ("advance", "below")  # these are inlined, as calls take longer
DEEPEST = 40  # blocks within one another
PASS = """(global.set $passes (i32.add (global.get $passes) (i32.const 1)))
(if (i32.gt_u (global.get $passes) (global.get $MOST_PASSES)) (then (unreachable)))
"""
MOST_PLAYOUT = 2_000  # decisions of a game in a search
FEW_ITEMS = 11  # this many items of a list are always copied


class Module:
    """Writes the module of a program."""

    def __init__(
        self,
        program: ir.Program,
        counting: bool = False,
        searching: bool = False,
        solving: bool = False,
        learning: bool = False,
    ) -> None:
        self.searching, self.solving = searching, solving
        self.plan = FeaturePlan(program) if learning else None
        program = emptiness.use_emptiness(detailed_counts.note_unasked(read_by_rows(program)) if counting else program)
        program = relations.narrow_loops(program)
        self.calls = Calls()
        self.improve = improve.improve(program, zones=True)
        functions = {name: replace(made, body=self.improve(made.body)) for name, made in program.functions.items()}
        program = self.program = replace(program, functions=functions)
        blocks, self.leads, _ = block_passes.thread(program)
        uses = Uses(program) if counting else None
        if uses is None:
            kept = KEPT if solving else ()
            self.bodies = {number: block_passes.silent(body, program, kept) for number, body in blocks.items()}
            self.applied = {(s.number, e.base): e.apply for s in program.sites for e in s.entries}
        else:
            places = self.places(blocks)
            self.bodies = {number: uses.add_marks(body, places[number]) for number, body in blocks.items()}
            self.applied = {
                (s.number, e.base): uses.add_marks(e.apply, s.node) for s in program.sites for e in s.entries
            }
            self.bodies[0].insert(uses.first_play(self.bodies[0]), ["begin"])
            self.tests = {site.number: detailed_counts.tests(site, uses) for site in program.sites}
            self.bodies = {n: detailed_counts.put_in(body, program, self.tests) for n, body in self.bodies.items()}
        rows = self.plan.net if self.plan else None
        self.uses, self.layout = uses, MemoryLayout(program, uses, searching, solving, rows)
        self.statements = observed_statements(self.program, self.layout) if solving else STATEMENTS
        self.texts: list[str] = []
        self.stops = sorted(n for n, body in self.bodies.items() if body[-1][0] in ("ask", "together"))
        self.circling = in_circles(self.bodies)
        self.inside: list[int] = []  # blocks that stand within one another
        self.reached = {0}  # blocks with a function of their own
        self.ways = Counter(target for body in self.bodies.values() for target in ir.targets(body))
        self.ways.update(self.leads.get(entry.target, entry.target) for site in program.sites for entry in site.entries)

    def places(self, blocks: dict[int, list[ir.Stmt]]) -> dict[int, int]:
        """The last step begun before each block, on the first path that leads there."""
        found: dict[int, int] = {}
        taken = [(self.leads.get(e.target, e.target), e.node) for site in self.program.sites for e in site.entries]
        waiting = [(0, -1), *taken]
        for number, step in waiting:  # it grows
            if number not in found:
                found[number] = step
                begun = [stmt[2] for stmt in blocks[number] if stmt[:2] == ["emit", "step"]]
                waiting += [(target, [step, *begun][-1]) for target in ir.targets(blocks[number])]
        return found

    def writer(self) -> Writer:
        """A writer for a new function."""
        expressions = EXPRESSIONS if self.uses is None else {**EXPRESSIONS, **counting.COUNTED}
        return Writer(self.program, self.layout, self.calls, expressions, self.statements)

    def text(self) -> str:
        """The text of the module."""
        for number in self.stops:
            self.stop(number, self.bodies[number][-1])
        written = set(self.stops)
        while waiting := sorted(self.reached - written):
            written.update(waiting)
            for number in waiting:
                self.block(number)
        self.begin()
        self.copy()
        self.texts.append(outcome_row.finish(self.writer(), self.improve))
        if self.uses is not None:
            self.texts.append(outcome_row.standing(self.writer(), self.improve))
            self.texts.append(detailed_counts.parts(self.writer(), self.uses, self.layout, self.improve))
        self.write_hashes()
        if self.plan is not None:
            features = FeatureWriter(self.plan, self.layout.lists, self.layout.tables_of_rows)
            self.texts.append(features.text({number: self.bodies[number][-1] for number in self.stops}))
        self.functions()
        parts = [
            *RUNTIME,
            *(["uses"] if self.uses is not None else []),
            *(["sample", "search", "mixture"] if self.searching else []),
            *(["tree", "positions"] if self.solving else []),
            *(["learn"] if self.plan is not None else []),
        ]
        runtime = "".join(map(read_runtime, parts))
        for name in IN_PLACE:
            runtime = runtime.replace(f"    ;; {name}.wat\n", read_runtime(name))
        if self.uses is None:
            runtime = "\n".join(line for line in runtime.split("\n") if "(call $uses_" not in line)
        if not any(stmt[0] == "spend" for stmt in trees.trees(self.program)):
            runtime = "\n".join(line for line in runtime.split("\n") if "$spent" not in line)
        return "\n".join(["(module", self.declarations(), runtime, *self.texts, ")\n"])

    def write_hashes(self) -> None:
        """Write what searching and solving need: payoffs, and hashes of what each seat observes."""
        marks = ["", "b"] if self.solving else [""] if self.searching else []
        stops = {number: self.bodies[number][-1] for number in self.stops}
        self.texts += [ObservationHash(self.program, self.layout, mark).text(stops) for mark in marks]
        if marks:
            self.texts.append(outcome_row.payoffs(self.program))
        if self.searching:
            self.texts.append(outcome_row.lead(self.writer(), self.improve))

    def declarations(self) -> str:
        """The memory, its data, and the tables of functions by block."""
        at = self.layout
        numbers = {
            "arena": at.arena, "end": at.end, "ZONES": at.zones, "RANGES": at.ranges, "MARKS": at.marks,
            "STATE": at.state, "SIZE": at.size, "LISTS": len(at.lists), "BOTS": at.bots, "OPTIONS": at.options,
            "SAMPLING": at.sampling, "VALUES": at.values, "VALUES_END": at.values + 8 * self.program.players,
            "PATH": at.path, "PATH_END": at.path + 8 * MOST_DEPTH, "TRIED": at.tried, "EDGES": at.edges,
            "MOST_PLAYOUT": MOST_PLAYOUT, "STOPS": shown_choices(self.program, self.bodies, at) if self.solving else 0,
            "ZONES_HELD": self.program.zones,
            "ROW": at.row, "FIELDS": at.fields, "CHOICES": at.choices, "INDEX": at.index, "OUTCOMES": at.outcomes,
            "MOST_OUTCOMES": MOST_OUTCOMES, "MOST_OPTIONS": MOST_OPTIONS, "JOURNAL": at.journal,
            "MOST_DECISIONS": MOST_DECISIONS, "PLAYERS": self.program.players, "MOST_PASSES": ir.MOST_PASSES,
            "USED": at.used, "CHOSEN": at.chosen, "OPTION_SUMS": at.option_sums, "CELLS": at.cells,
            "MARKS_AT": at.marks_at, "MARK_SUMS": at.mark_sums, "GAINS": at.gains, "KNOWN": at.known,
            "WHOLE": whole(self.program), "STANDINGS": at.standings, "STANDINGS_ROOM": STANDINGS,
            "LISTED": at.listed, "MOST_LISTED": MOST_LISTED,
            "ROUNDS": at.rounds_at, "GAPS": at.gaps, "COURSE": at.course, "LAST": at.last, "FOURS": at.fours,
            "FOURS_END": at.fours_end, "MARK_CELLS": at.mark_cells,
            "NEVER": at.sites[0] if at.sites else at.standings,
            "NET": at.net, "NET_ROWS": at.net + HEAD, "NET_SIZE": at.net_size, "HIDDEN": at.hidden,
            "NET_OPTIONS": at.net + HEAD + 4 * UNITS * (self.plan.net.positions.count if self.plan else 0),
            "SLOPES": at.slopes, "CHANCES": at.chances, "QUALITIES": at.qualities, "SEEN_ROWS": at.seen_rows,
            "RECORDS": at.records, "RECORDS_END": at.records + RECORDS,
            "ROWS": at.rows_read, "ROWS_ASIDE": at.rows_aside, "MOST_GAP": MOST_GAP, "MOST_COURSE": MOST_COURSE,
            "MOST_ROUNDS": MOST_ROUNDS, "STANDING": int(self.uses is not None and self.uses.standing),
        }  # fmt: skip
        data, late = ("".join(f"\\{byte:02x}" for byte in part) for part in (at.data, at.late))
        constants = "\n".join(f"(global ${name} i32 (i32.const {number}))" for name, number in numbers.items())
        return (
            f'(memory (export "memory") {at.pages})\n(data (i32.const 0) "{data}")\n'
            f'(data (i32.const {at.end}) "{late}")\n{constants}\n'
            "(type $plays (func (param i32)))\n"
            "(type $seats (func (param i32) (result i32)))\n"
            "(type $offers (func (param i32 i32 i32) (result i32)))\n"
            "(type $takes (func (param i32 i32 i32)))\n"
            "(type $nodes (func (param i32 i32) (result i64)))\n"
            "(type $known (func (param i32 i32 i32 i32) (result i32)))\n"
            f"{self.table('plays', 'd')}\n{self.table('seats', 'w')}\n{self.table('offers', 'o')}\n"
            f"{self.table('takes', 't')}\n{self.table('nodes', 'n') if self.searching or self.solving else ''}\n"
            f"{self.table('checks', 'nb') if self.solving else ''}\n"
            f"{self.table('known', 'f') if self.plan is not None else ''}\n"
            f"(global $top (mut i32) (i32.const {at.arena}))\n"
            "(func $none (unreachable))"
        )

    def add(self, name: str, params: str, w: Writer, body: str, comment: str = "") -> None:
        """Add a function to the module."""
        heading = f"\n;; {comment}".replace("\n", " ") if comment else ""
        self.texts.append(f"{heading}\n(func {name} {params}\n{w.whole(body)})")

    def block(self, number: int) -> None:
        """Write the function of a block, which plays to the game's end or, step by step, to the next decision."""
        w, self.inside = self.writer(), [number]
        node = self.program.blocks[number].node
        words = self.program.nodes[node].words if node >= 0 else ""
        passes = PASS if number in self.circling else ""
        text = f"{passes}(global.set $top (global.get $arena))\n{self.steps(w, number)}"
        self.add(f"$b{number}", "(param $S i32)", w, text, words)

    def steps(self, w: Writer, number: int) -> str:
        """The text of a block and its successor; blocks with a single predecessor stand in its place."""
        outside = w.registers, w.slots, w.often
        body = origins.narrow_origins([self.improve(stmt) for stmt in self.bodies[number]], self.program)
        w.registers, w.slots, w.often = {}, {}, set_often(body[:-1])
        text = w.body(body[:-1])
        last = body[-1]
        if last[0] == "goto":
            text += self.next(w, last[1])
        elif last[0] == "branch":
            test = w.i32(last[1])
            yes, no = (w.body([["passed", mark]]) for mark in last[4:]) if last[4:] else ("", "")
            yes, no = f"{yes}\n{self.next(w, last[2])}", f"{no}\n{self.next(w, last[3])}"
            text += f"\n(if {test} (then\n{yes})\n(else\n{no}))"
        else:
            text += f"\n(i32.store offset={place(ir.PC)} (local.get $S) (i32.const -1))"
        w.registers, w.slots, w.often = outside
        return text

    def next(self, w: Writer, number: int) -> str:
        """The text of the successor block, or a call of it."""
        alone = self.ways[number] == 1 or self.bodies[number] == [["over"]]
        if alone and number not in self.stops and number not in self.inside and len(self.inside) < DEEPEST:
            self.inside.append(number)
            text = self.steps(w, number)
            self.inside.pop()
            return text
        self.reached.add(number)
        return f"(return_call ${'d' if number in self.stops else 'b'}{number} (local.get $S))"

    def registers(self, w: Writer, site: ir.Site, stmts: list[ir.Stmt]) -> None:
        """Set the registers that these statements of a decision begin with."""
        seat = Num("(local.get $seat)", 0, self.program.players - 1)
        w.registers, w.slots, w.often = {"seat": seat} if site.group >= 0 else {}, {}, set_often(stmts)

    def write_offers(self, w: Writer, site: ir.Site) -> str:
        """Text that writes the options to the address $o, and returns their end."""
        options = self.improve(site.options)
        self.registers(w, site, options)
        begun, several = "", ""
        if self.uses is not None:
            w.offers, begun = self.uses.tables[site.number], counting.acts(self.layout, "(local.get $seat)")
            several = counting.several(w, site.node, site.number)
        return f"{begun}\n{w.body(options)}\n{several}\n(local.get $o)"

    def write_option(self, w: Writer, site: ir.Site) -> str:
        """Text for the effects of the $option of a seat."""
        ways, chosen = "", ""
        if self.uses is not None:
            w.offers = self.uses.tables[site.number]
            option = Num("(local.get $option)", 0, len(w.offers))
            chosen = counting.more(w, option, Num(const(1), 1, 1), True)
        for entry in reversed(site.entries):
            apply = [self.improve(stmt) for stmt in self.applied[site.number, entry.base]]
            self.registers(w, site, apply)
            x = w.local("x")
            w.registers["x"] = Num(f"(local.get {x})", entry.low, entry.low + entry.count - 1)
            value = f"(local.set {x} (i32.sub (local.get $option) {const(entry.base - entry.low)}))"
            taken = f"{value}\n{w.body(apply)}\n{self.next(w, self.leads.get(entry.target, entry.target))}"
            test = f"(i32.lt_s (local.get $option) {const(entry.base + entry.count)})"
            ways = f"(if {test} (then\n{taken})\n(else {ways}))" if ways else taken
        return f"{chosen}\n{ways}"

    def table(self, name: str, kind: str) -> str:
        """A table of functions by block, for those where the game stops, and perhaps for the first."""
        size = max(self.bodies) + 1
        names = [f"${kind}{n}" if n in self.stops else "$none" for n in range(size)]
        if name == "plays" and 0 not in self.stops:
            names[0] = "$b0"
        return f"(table ${name} {size} funcref) (elem (table ${name}) (i32.const 0) func {' '.join(names)})"

    def stop(self, number: int, stop: ir.Stmt) -> None:
        """Write the functions of a decision.

        Who decides (w), the options (o), the effects of an option (t), and all in turn for a random game (d), which
        stops there if it is played step by step; for games counted in detail another one (x).

        Who decides (w), the options (o), the effects of an option (t), and all in turn for a random game (d), which
        stops there if it is played step by step; for games counted in detail another one (x).
        """
        words = self.program.sites[stop[1] if stop[0] == "ask" else self.program.groups[stop[1]].sites[0]].words
        w = self.writer()
        seat = self.seat(w, stop)
        self.add(f"$w{number}", "(param $S i32) (result i32)", w, seat, words)
        w, cells = self.writer(), counting.cells(self.layout) if self.uses is not None else ""
        offered = self.by_site(stop, partial(self.write_offers, w), "(result i32) ")
        self.add(f"$o{number}", "(param $S i32) (param $seat i32) (param $o i32) (result i32)", w, cells + offered)
        w = self.writer()
        taken = self.by_site(stop, partial(self.write_option, w))
        self.add(f"$t{number}", "(param $S i32) (param $option i32) (param $seat i32)", w, cells + taken)
        here = f"(i32.store offset={place(ir.PC)} (local.get $S) {const(number)})"
        if self.uses is not None:
            stops = f"{here}\n(if (i32.eq (global.get $by_steps) (i32.const 1)) (then (return)))"
            self.add_decision("x", number, stop, stops, self.write_details)
            closer = f"(if (global.get $by_steps) (then (return_call $x{number} (local.get $S))))"
            self.add_decision("d", number, stop, f"{closer}\n{here}")
        else:
            self.add_decision("d", number, stop, f"{here}\n(if (global.get $by_steps) (then (return)))")

    def add_decision(
        self, kind: str, number: int, stop: ir.Stmt, stops: str, look: Callable[[Writer, ir.Site], str] | None = None
    ) -> None:
        """Adds a function that takes one of the options of a decision."""
        w = self.writer()
        seat, looked = self.seat(w, stop), self.by_site(stop, partial(look, w)) if look else ""
        at = "(i32.shl (call $picked (local.get $seat) (local.get $o)) (i32.const 2))"
        decided = (
            f"(local $seat i32) (local $o i32)\n{stops}\n(local.set $seat {seat})\n"
            f"(local.set $o (call $o{number} (local.get $S) (local.get $seat) (global.get $OPTIONS)))\n{looked}\n"
            f"(return_call $t{number} (local.get $S) (i32.load offset={self.layout.options} {at}) (local.get $seat))"
        )
        self.add(f"${kind}{number}", "(param $S i32)", w, decided)

    def seat(self, w: Writer, stop: ir.Stmt) -> str:
        """The seat that decides; of several the first."""
        if stop[0] == "ask":
            return w.i32(self.program.sites[stop[1]].seat)
        return f"(i32.load offset={self.layout.lists[self.program.groups[stop[1]].pending] + 4} (local.get $S))"

    def by_site(self, stop: ir.Stmt, write: Callable[[ir.Site], str], result: str = "") -> str:
        """The text of `write` for a site; if several decide, for the site at which $seat is."""
        if stop[0] == "ask":
            return write(self.program.sites[stop[1]])
        group = self.program.groups[stop[1]]
        at_seat = "(i32.add (local.get $S) (i32.shl (local.get $seat) (i32.const 2)))"
        stage = f"(i32.load offset={place(group.stage)} {at_seat})"
        texts = [write(self.program.sites[number]) for number in group.sites]
        found = texts[-1]
        for at in range(len(texts) - 2, -1, -1):
            found = f"(if {result}(i32.eq {stage} {const(at)}) (then\n{texts[at]})\n(else\n{found}))"
        return found

    def write_details(self, w: Writer, site: ir.Site) -> str:
        """Text for games counted in detail: why options are not offered, or who never chooses them."""
        tests = [self.improve(stmt) for stmt in self.tests[site.number]]
        self.registers(w, site, tests)
        at = const(self.layout.sites[site.number])
        asked = w.body([["aside", 1], *tests, ["aside", 0]])
        return f"(global.set $site {at})\n(if (global.get $looked) (then\n{asked}))"

    def begin(self) -> None:
        """Write the function that resets a state to a new game, except for its stream."""
        words = dict.fromkeys(range(place(0), place(len(self.program.ints)), 4), 0)
        for slot, at in zip(self.program.lists, self.layout.lists, strict=True):
            words |= zip(count(at, 4), [len(slot.start), *slot.start], strict=False)
        text, end = [], 0
        for at in sorted(words):
            if at >= end:
                begin, end = min(at, self.layout.size - 16), at + 16
                four = (
                    words.get(begin + n, 0) for n in (0, 4, 8, 12)
                )  # what lies behind a list's items does not matter
                text.append(f"(v128.store offset={begin} (local.get $S) (v128.const i32x4 {' '.join(map(str, four))}))")
        self.texts.append("(func $begin (param $S i32)\n" + "\n".join(text) + ")")

    def copy(self) -> None:
        """Write the function that copies a state; of lists with much room only the items they hold."""
        at = self.layout
        spaces, text = [(0, at.lists[0])], []  # the range that is copied as a whole
        for begin, room in zip(at.lists, at.rooms, strict=True):
            end = begin + 4 + 4 * min(room, FEW_ITEMS)
            spaces[-1:] = [(spaces[-1][0], end)] if spaces[-1][1] == begin else [spaces[-1], (begin, end)]
            if room > FEW_ITEMS:
                there, here = (f"(i32.add (local.get {name}) {const(end)})" for name in ("$to", "$from"))
                more = f"(i32.sub (i32.load offset={begin} (local.get $from)) {const(FEW_ITEMS)})"
                text.append(f"(if (i32.gt_s {more} (i32.const 0)) (then (call $move {there} {here} {more})))")
        for begin, end in spaces:
            kind, step = ("v128", 16) if begin + 16 <= end else ("i32", 4)
            for offset in sorted({*range(begin, end - step + 1, step), end - step}):
                found = f"({kind}.load offset={offset} (local.get $from))"
                text.append(f"({kind}.store offset={offset} (local.get $to) {found})")
        self.texts.append('(func $copy (export "copy") (param $to i32) (param $from i32)\n' + "\n".join(text) + ")")

    def functions(self) -> None:
        """Write the functions that are called, callers first, as calls determine their parameters' bounds."""
        for name in self.order():
            if name in self.calls.params:
                self.function(name)

    def order(self) -> list[str]:
        """All functions, callers before those they call."""
        found: list[str] = []

        def visit(name: str) -> None:
            if name not in found:
                for other in called_in(self.program.functions[name].body):
                    visit(other)
                found.append(name)

        for name in self.program.functions:
            visit(name)
        return found[::-1]

    def function(self, name: str) -> None:
        """Write a function of the program."""
        w, made = self.writer(), self.program.functions[name]
        params, before = ["(param $S i32)"], ""
        for number, (register, value) in enumerate(zip(made.params, self.calls.params[name], strict=True)):
            params.append(f"(param $p{number} i32)")
            w.registers[register] = with_code(value, f"(local.get $p{number})")
            before += w.bits_name(w.registers[register])
        found = w.value(made.body)
        result = narrow(found).code if isinstance(found, Num) else found.code
        self.add(function_name(self.program, name), " ".join([*params, "(result i32)"]), w, before + result, name)


def read_runtime(name: str) -> str:
    """Return the text of a file of the runtime."""
    return (files(__package__) / f"{name}.wat").read_text(encoding="utf-8")


def with_code(value: Val, code: str) -> Val:
    """An argument's bounds with the text of the parameter that gets it."""
    if isinstance(value, Num):
        return Num(code, max(value.low, I32[0]), min(value.high, I32[1]))
    return replace(value, code=code)


def called_in(e: ir.Expr) -> list[str]:
    """The names of the functions that an expression calls."""
    if not isinstance(e, list) or not e:
        return []
    inner = [name for part in e for name in called_in(part)]
    return [e[1], *inner] if e[0] == "call" else inner


def write_module(
    program: ir.Program,
    counting: bool = False,
    searching: bool = False,
    solving: bool = False,
    learning: bool = False,
) -> tuple[str, MemoryLayout]:
    """Return a program's module as text, and its memory layout. Raises Unfit.

    counting: what `uses.py` tells of is counted in random games. searching: states are sampled that a seat cannot tell
    apart. solving: the whole tree of the game is walked. learning: a net is there, too.
    """
    module = Module(program, counting, searching, solving, learning)
    text = module.text()
    if len(text) > MOST_TEXT:
        raise Unfit("its module is too large")
    return text, module.layout
