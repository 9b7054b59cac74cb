"""Lower simultaneous choices: a group of sites at which all seats decide unseen."""

from __future__ import annotations

from ...base.diagnostics import mistake
from ...check.checked import CheckedEnd, runs_of
from ...check.types import Local, present
from .. import ir
from ..fold import make
from ..options import done_when_enough
from .decisions import Decisions, Frame
from .layout import CHOOSER, Env, kind_name, none_of
from .loops import Cuts
from .quantifiers import ChoiceChain, holds_once


class Together:
    """Writes the choices of all seats, then the effect and `do` for each in order."""

    def __init__(self, decisions: Decisions, cuts: Cuts) -> None:
        self.decisions, self.cuts, self.lower = decisions, cuts, decisions.lower
        self.layout, self.writer, self.locals = decisions.layout, decisions.writer, decisions.locals
        self.seats = (0, self.layout.players - 1)

    def lower_together(self, frame: Frame) -> None:
        sentence, checked, writer = frame.sentence, frame.checked, self.writer
        assert checked.choice is not None
        player = checked.choice.binders[0][0]
        self.refuse(frame)
        chain = ChoiceChain(self.decisions.quantifiers, sentence)
        order = self.layout.add_list("seats that decide together")
        pending = self.layout.add_list("seats still to decide")
        stage = self.layout.int_row("choice a seat is at", 0, len(chain.locals) + frame.several)
        inner: Env = {**frame.env, player: "seat", CHOOSER: "seat"}
        writer.ranges["seat"] = self.seats
        listed = self.decisions.quantifiers.chosen_list(checked.choice, frame.env)
        source = checked.choice.binders[0][1]
        writer.write("store", order, listed if holds_once(source) else ["distinct", listed])
        reset = writer.register("seat", self.seats)
        begin: ir.Expr = 0
        deciding: ir.Expr = ["cards", order]
        if sentence.impossible is not None:
            able = chain.possible(0, {**frame.env, player: reset, CHOOSER: reset})
            begin = make("if", able, 0, len(chain.locals))
            register = writer.register("seat", self.seats)
            deciding = ["filter", register, deciding, ["eq", ["var", stage, register], 0]]
        deciding = self.with_something_to_choose(frame, chain, player, deciding)
        resets: list[ir.Stmt] = [["set", stage, reset, begin]]
        writer.write("for", reset, ["cards", order], resets)
        writer.write("store", pending, deciding)
        first = writer.out
        wait, check, after = writer.block(), writer.block(), writer.block()
        writer.end_with("goto", check)
        group = ir.Group(len(writer.groups), pending, stage, [])
        writer.groups.append(group)
        writer.blocks[wait].body.append(["together", group.number])
        writer.blocks[check].body.append(["branch", ["eq", ["size", pending], 0], after, wait])
        picks = [self.stage(frame, chain, number, group, check, inner) for number in range(len(chain.locals))]
        if sentence.impossible is not None:
            left_out = ["filter", "seat", ["cards", order], ["eq", ["var", stage, "seat"], len(chain.locals)]]
            writer.sites[group.sites[0]].unasked = ir.Unasked(after, left_out)
        for local, base in zip(chain.locals, picks, strict=True):
            if frame.several:
                first[:0] = [["store", base + i, ["items"]] for i in range(self.layout.players)]
            else:
                resets.append(["set", base, reset, none_of(local.type)])
        writer.go(after)
        writer.emit("together")
        self.effects(frame, chain, group, order, picks)

    def with_something_to_choose(self, frame: Frame, chain: ChoiceChain, player: Local, seats: ir.Expr) -> ir.Expr:
        """The seats that have at least one choice; the others are not asked."""
        if not frame.several:
            return seats
        register = self.writer.register("seat", self.seats)
        _, most = chain.how_many({**frame.env, player: register, CHOOSER: register})
        bounds = self.decisions.ranges.bounds(most)
        sure = bounds is not None and bounds[0] > 0
        return seats if sure else ["filter", register, seats, make("lt", 0, most)]

    def refuse(self, frame: Frame) -> None:
        """Refuse a sentence that lets somebody decide something else while all decide together."""
        sentence = frame.sentence
        hint = "one of is for players in turn; name what is chosen: choose: x in ..."
        message = "together needs choose or may choose"
        fitting = sentence.decision is not None and sentence.decision.kind != "random" and not sentence.menu
        if fitting:
            done = frame.checked.effect
            run = [run.action.action.sentence for run in runs_of(done)]
            ends = isinstance(done, CheckedEnd) or any(self.cuts.is_cut(action) for action in run)
            inner = [*sentence.do, *(sentence.declined or []), *(sentence.impossible or [])]
            message, hint = (
                "players who choose together cannot choose again or end anything in the same step",
                "put it into a step after this one",
            )
            if any(choice.condition is not None for choice in frame.checked.choices):
                message = "a choice with `if` cannot be made together"
                hint = "let all choose, or ask one after the other"
            elif not ends and not any(self.cuts.is_cut(step) for step in inner):
                return
        raise mistake("wrong-shape", message, sentence.span, hint=hint)

    def stage(self, frame: Frame, chain: ChoiceChain, number: int, group: ir.Group, check: int, env: Env) -> int:
        """Write the site of one choice of the chain; return the first slot or list for what seats choose.

        `check` is the block that asks whether all have decided.
        """
        decisions, decided = self.decisions, ["remove", group.pending, "seat"]
        local, choice = chain.locals[number], chain.choices[number]
        listed = chain.choosable(number, dict(env))
        entry = decisions.choice_entry(frame, chain, number, listed)
        entry.target = check
        entries, size = [entry], []
        if frame.several:
            base = self.layout.list_row(local.name, (entry.low, entry.low + entry.count - 1), entry.kind)
            mine = ["add", "seat", base]
            decisions.explain(entry, chain, 0, env, ["cards", mine])
            tests = chain.set_tests(env, ["cards", mine])
            least, most = chain.how_many(env)
            options = [decisions.offer(entry, chain.next_of_set(env, ["cards", mine]), choice, env, "seat")]
            full = ["if", ["ge", ["size", mine], most], [decided], []]
            entry.apply = [["append", mine, "x"], full]
            entries.append(self.plain("done", entry, [decided], frame.node))
            entries[-1].tests = tests
            if frame.may_decline:
                passed = [["set", group.stage, "seat", len(chain.locals) + 1], decided]
                entries.append(self.plain("pass", entry, passed, frame.node))
                entries[-1].base += 1
                options.append(["if", ["eq", ["size", mine], 0], [["option", entry.count + 1]], []])
            fits = tests[-1].expr if tests else 1
            options.append(done_when_enough(["size", mine], least, entry.count, fits))
            size = [["size", mine], least, most]
        else:
            low = ir.NO_NUMBER if present(local.type).kind == "int" else ir.NOTHING
            high = entry.low + entry.count - 1
            base = self.layout.int_row(local.name, min(low, entry.low), high, kind_name(local.type))
            self.layout.present[base] = entry.low, high
            decisions.explain(entry, chain, number, env)
            options = [decisions.offer(entry, listed, choice, env, "seat")]
            last = number == len(chain.locals) - 1
            onward = decided if last else ["set", group.stage, "seat", number + 1]
            entry.apply = [["set", base, "seat", "x"], onward]
            env[local] = ["var", base, "seat"]
            if number == 0 and frame.may_decline:
                declined = [["set", base, "seat", none_of(local.type)], decided]
                entries.append(self.plain("pass", entry, declined, frame.node))
                options.append(["option", entry.count])
        site = decisions.site(frame, "seat", entries, options, group.number)
        site.set_size = size
        group.sites.append(site.number)
        return base

    def plain(self, word: str, entry: ir.Entry, apply: list[ir.Stmt], node: int) -> ir.Entry:
        """The entry of `pass` or `done`, numbered behind the values of `entry`."""
        return ir.Entry(word, word, entry.count, 0, 1, apply, entry.target, node=node)

    def effects(self, frame: Frame, chain: ChoiceChain, group: ir.Group, order: int, picks: list[int]) -> None:
        """Write what follows from the choices, for each seat in order."""
        sentence, checked = frame.sentence, frame.checked
        assert checked.choice is not None
        player = checked.choice.binders[0][0]
        register = self.writer.register(player.name, self.seats)
        inner: Env = {**frame.env, player: register, CHOOSER: register}
        for local, base in zip(chain.locals, picks, strict=True):
            inner[local] = ["var", base, register] if not frame.several else inner.get(local)
        for chosen, base in zip(checked.chosen, picks, strict=True):
            inner[chosen] = ["cards", ["add", register, base]] if frame.several else ["var", base, register]
        for local, choice in zip(chain.locals, chain.choices, strict=True):
            self.decisions.remember_source(local, choice, inner)
            for chosen in checked.chosen:
                if chosen.name == local.name and local in self.locals.sources and not frame.several:
                    self.locals.sources[chosen] = self.locals.sources[local]
        with self.writer.inside() as body:
            self.decisions.follow(frame, inner)
        with self.writer.inside() as declined:
            self.decisions.steps(sentence.declined or [], dict(inner))
        with self.writer.inside() as impossible:
            self.decisions.steps(sentence.impossible or [], dict(inner))
        self.locals.sources.clear()
        if frame.may_decline:
            taken = ["ne", ["var", picks[0], register], none_of(chain.locals[0].type)]
            if frame.several:
                taken = ["ne", ["var", group.stage, register], len(chain.locals) + 1]
            body = [["if", taken, body, declined]]
        if sentence.impossible is not None:
            body = [["if", ["eq", ["var", group.stage, register], len(chain.locals)], impossible, body]]
        if body:
            self.writer.write("for", register, ["cards", order], body)
