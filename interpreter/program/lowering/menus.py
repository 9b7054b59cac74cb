"""`one of` -> a site whose entries are the actions and options that can be taken."""

from __future__ import annotations

from collections.abc import Callable

from ...check.checked import payment
from ...language import model as m
from .. import ir
from ..fold import make
from .decisions import Decisions, Frame
from .feasibility import Chain
from .layout import CHOOSER, Env, Thunk, kind_name

Enter = Callable[[m.Sentence, Env, ir.Expr], None]


class Menus:
    """Writes menus; `enter` writes the sentence of an entry that has been taken."""

    def __init__(self, decisions: Decisions, enter: Enter) -> None:
        self.decisions, self.enter, self.feasibility = decisions, enter, decisions.feasibility
        self.lower, self.layout, self.writer = decisions.lower, decisions.layout, decisions.writer
        self.checked = self.layout.checked

    def menu(self, frame: Frame) -> None:
        """Entries whose `when` holds and whose choices are possible; a first choice is merged in."""
        sentence, env, writer = frame.sentence, frame.env, self.writer
        decides = {CHOOSER: self.lower(frame.checked.by, env)} if frame.checked.by is not None else {}
        entries: list[ir.Entry] = []
        options: list[ir.Stmt] = []
        after, base = writer.block(), 0
        bodies = []
        possible: list[ir.Expr] = []
        for item in sentence.menu:
            body, inner = self.item(item, {**env, **decides})
            entry, offers, can = self.entry(item, body, inner, base)
            base += entry.count
            entries.append(entry)
            options += offers
            possible.append(can)
            bodies.append((entry, body, inner))
        if sentence.impossible is not None:
            onward, other = writer.branch(make("or", *possible))
            writer.go(other)
            self.decisions.steps(sentence.impossible, dict(env))
            writer.end_with("goto", after)
            writer.go(onward)
        self.decisions.ask(self.decisions.site(frame, self.decisions.seat(frame), entries, options))
        join = writer.block()
        for entry, body, inner in bodies:
            entry.target = writer.block(entry.node)
            writer.go(entry.target)
            self.enter(body, inner, ["var", entry.apply[0][1]] if entry.kind != "plain" else None)
            writer.end_with("goto", join)
        writer.go(join)
        self.decisions.consequences(frame, env)
        writer.lead_to(after)

    def item(self, item: m.MenuItem, env: Env) -> tuple[m.Sentence, Env]:
        """The sentence of an item and the names it sees: an action only those of whose turn it is."""
        if item.sentence is not None:
            return item.sentence, dict(env)
        return self.checked.ruleset.actions[item.words].sentence, self.layout.of_turns(env)

    def entry(self, item: m.MenuItem, body: m.Sentence, env: Env, base: int) -> tuple[ir.Entry, list[ir.Stmt], ir.Expr]:
        """The entry, the statements that offer it, and whether it can be taken at all."""
        checked, decision = self.checked.sentences[body], body.decision
        node = self.writer.node(item.words, "option", body.rule, item.span)
        look = dict(env)
        for local, typed, remembered in checked.remember:
            first = Thunk([], typed, look) if typed is not None else self.feasibility.first_value(local, remembered)
            look[local] = first
        tests = [ir.Test(c.words, self.lower(t, look)) for c, t in zip(body.when, checked.when, strict=True)]
        chooses = decision is not None and decision.kind == "choose" and body.loop is None
        chain = self.feasibility.chain(body) if chooses else None
        if chain is not None and decision is not None and body.impossible is None:
            if body.by is None and decision.count is None:
                return self.merged(item, chain, look, tests, base, node)
            tests.append(ir.Test("there is nothing to choose", chain.possible(0, dict(look))))
        elif chain is None and (paid := payment(body, checked)) is not None:
            payable = make("le", self.lower(paid[0], look), self.feasibility.available(paid[1], look))
            tests.append(ir.Test("that much cannot be paid", payable))
        allowed = make("and", *(test.expr for test in tests))
        entry = ir.Entry(item.words, "plain", base, 0, 1, [], -1, tests, node=node)
        return entry, offered(allowed, ["option", base]), allowed

    def merged(
        self, item: m.MenuItem, chain: Chain, look: Env, tests: list[ir.Test], base: int, node: int
    ) -> tuple[ir.Entry, list[ir.Stmt], ir.Expr]:
        """An entry together with the first choice of what it leads to."""
        local, listed = chain.locals[0], chain.listed(0, dict(look))
        bounds = self.decisions.ranges.item_bounds(listed)
        entry = self.decisions.value_entry(item.words, local.type, bounds, base, item.span, node)
        slot = self.layout.add_int(local.name, entry.low, entry.low + entry.count - 1, kind_name(local.type))
        entry.apply = [["set", slot, 0, "x"]]
        self.decisions.explain(entry, chain, 0, look)
        allowed = make("and", *(test.expr for test in tests))
        entry.tests = tests + entry.tests
        offer = self.decisions.offer(entry, listed, chain.choices[0], look, look.get(CHOOSER))
        return entry, offered(allowed, offer), make("and", allowed, chain.possible(0, dict(look)))


def offered(allowed: ir.Expr, offer: ir.Stmt) -> list[ir.Stmt]:
    """What is offered only if it is allowed."""
    return [["if", allowed, [offer], []]] if allowed != 1 else [offer]
