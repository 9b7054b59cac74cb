"""Decisions of one seat -> sites: a chain of choices, several things, or what chance chooses."""

from __future__ import annotations

from ...base.diagnostics import mistake
from ...check.checked import CheckedSentence
from ...check.types import Local, TypedChoice, present
from .. import ir
from ..fold import make
from .decisions import Decisions, Frame
from .feasibility import Chain
from .layout import Env, kind_name, none_of
from .writer import Bounds


class Choices:
    """Writes what one seat or chance chooses, then what follows from it."""

    def __init__(self, decisions: Decisions) -> None:
        self.decisions, self.feasibility = decisions, decisions.feasibility
        self.lower, self.ranges, self.writer = decisions.lower, decisions.ranges, decisions.writer
        self.locals, self.steps, self.sources = decisions.locals, decisions.steps, decisions.sources

    def choose(self, frame: Frame) -> None:
        """A list of choices as a chain of small decisions, then what follows from it."""
        sentence, checked, env, writer = frame.sentence, frame.checked, frame.env, self.writer
        chain = self.feasibility.chain(sentence)
        first = 0
        if frame.picked is not None:
            env[chain.locals[0]] = frame.picked
            for chosen in checked.chosen[:1]:
                env[chosen] = frame.picked
            first = 1
        after = writer.block()
        if sentence.impossible is not None and frame.picked is None:
            onward, other = writer.branch(chain.possible(0, dict(env)))
            writer.go(other)
            self.steps(sentence.impossible, dict(env))
            writer.end_with("goto", after)
            writer.go(onward)
        declined = -1
        seat = self.decisions.seat(frame)
        for stage in range(first, len(chain.locals)):
            declined = max(declined, self.choose_one(frame, chain, stage, seat))
        self.decisions.consequences(frame, env)
        self.sources.clear()
        writer.end_with("goto", after)
        if declined >= 0:
            writer.go(declined)
            self.steps(sentence.declined or [], dict(env))
            writer.end_with("goto", after)
        writer.go(after)

    def choose_one(self, frame: Frame, chain: Chain, stage: int, seat: ir.Expr) -> int:
        """One choice of a chain; gives the block that follows if it is declined, -1 if it cannot be."""
        env, writer = frame.env, self.writer
        local, choice = chain.locals[stage], chain.choices[stage]
        skip = self.optional(choice, env)
        listed = chain.listed(stage, dict(env))
        entry = self.decisions.choice_entry(frame, chain, stage, listed)
        place = self.place_for(local, frame.checked, env, self.ranges.item_bounds(listed))
        entry.apply = [["set", place[1], 0, "x"]]
        self.decisions.explain(entry, chain, stage, env)
        options = [self.decisions.offer(entry, listed, choice, env, seat)]
        entries = [entry]
        declined = -1
        if stage == 0 and frame.may_decline:
            declined = writer.block()
            entries.append(ir.Entry("pass", "pass", entry.count, 0, 1, [], declined, node=frame.node))
            options.append(["option", entry.count])
        site = self.decisions.site(frame, seat, entries, options)
        site.asks = local.name if len(chain.locals) > 1 else ""
        self.decisions.ask(site)
        entry.target = writer.block()
        writer.go(entry.target)
        self.decisions.remember_source(local, choice, env)
        if skip >= 0:
            self.rejoin(skip, place, none_of(local.type))
            self.sources.pop(local, None)
        return declined

    def place_for(self, local: Local, checked: CheckedSentence, env: Env, bounds: Bounds | None) -> ir.Expr:
        """Where the value of a choice is kept: the exported place if there is one."""
        exported = next((c for c in checked.chosen if c.name == local.name and c in env), None)
        if exported is None:
            place = self.locals.bind(local, env, True, bounds)
            for chosen in checked.chosen:
                if chosen.name == local.name:
                    env[chosen] = place
            return place
        place = env[exported]
        is_slot = not isinstance(place, str) and place[0] == "var"
        if is_slot and bounds is not None and present(local.type).kind == "int":
            slot = self.decisions.layout.ints[place[1]]
            slot.low, slot.high = (ir.NO_NUMBER if exported.type.kind == "maybe" else bounds[0]), bounds[1]
        env[local] = place
        return place

    def optional(self, choice: TypedChoice, env: Env) -> int:
        """A choice that is only there under a condition: the block where it is not, -1 if it always is."""
        if choice.condition is None:
            return -1
        onward, skip = self.writer.branch(self.lower(choice.condition, env))
        self.writer.go(onward)
        return skip

    def rejoin(self, skip: int, place: ir.Expr, none: int) -> None:
        """Goes on where a choice was made or was not there."""
        join = self.writer.block()
        self.writer.end_with("goto", join)
        self.writer.go(skip)
        self.writer.write("set", place[1], 0, none)
        self.writer.lead_to(join)

    def choose_several(self, frame: Frame) -> None:
        """A set of different ones, chosen one after another; `done` is offered when there are enough."""
        env, writer, decisions = frame.env, self.writer, self.decisions
        chain = self.feasibility.chain(frame.sentence)
        chosen = frame.checked.chosen[0]
        if chosen not in env:
            self.locals.bind(chosen, env, True)
        slot = env[chosen][1]
        least, most = decisions.how_many(frame.checked, env)
        writer.write("store", slot, ["items"])
        listed = ["without", chain.listed(0, dict(env)), ["cards", slot]]
        entry = decisions.choice_entry(frame, chain, 0, listed)
        entry.apply = [["append", slot, "x"]]
        decisions.explain(entry, chain, 0, env)
        check, after = writer.block(), writer.block()
        entry.target = check
        finished = ir.Entry("done", "done", entry.count, 0, 1, [], after, node=frame.node)
        seat = decisions.seat(frame)
        options = [
            decisions.offer(entry, listed, chain.choices[0], env, seat),
            ["if", ["ge", ["size", slot], least], [["option", entry.count]], []],
        ]
        site = decisions.site(frame, seat, [entry, finished], options)
        writer.lead_to(check)
        onward = writer.block()
        writer.end_with("branch", ["ge", ["size", slot], most], after, onward)
        writer.go(onward)
        decisions.ask(site)
        writer.go(after)
        decisions.consequences(frame, env)

    # -- chance

    def random(self, frame: Frame) -> None:
        """Each name is drawn uniformly among the values from which the rest is possible."""
        sentence = frame.sentence
        chain = self.feasibility.chain(sentence)
        if sentence.decision is not None and sentence.decision.count is not None:
            raise mistake("wrong-shape", "random draws one; use repeat for several", sentence.span)
        if sentence.impossible is None:
            self.draw_lots(chain, frame)
            return
        self.writer.choose_branch(
            frame.cut,
            chain.possible(0, dict(frame.env)),
            lambda: self.draw_lots(chain, frame),
            lambda: self.steps(sentence.impossible or [], dict(frame.env)),
        )

    def draw_lots(self, chain: Chain, frame: Frame) -> None:
        env, writer = frame.env, self.writer
        for stage, (local, choice) in enumerate(zip(chain.locals, chain.choices, strict=True)):
            listed = chain.listed(stage, dict(env))
            bounds = self.ranges.item_bounds(listed)
            register, index = writer.register("drawn_from"), writer.register("drawn")
            writer.write("let", register, listed)
            nothing = f"there is no {local.name} to draw"
            writer.fail_unless(make("gt", ["len", register], 0), nothing, frame.sentence.span)
            writer.write("chance", index, ["len", register])
            exported = next((c for c in frame.checked.chosen if c.name == local.name and c in env), None)
            place = env[exported] if exported is not None else self.locals.bind(local, env, False, bounds)
            env[local] = place
            writer.assign(place, ["nth", register, index, none_of(local.type)])
            kind = writer.kind(kind_name(local.type))  # also of a secret draw: scenarios go by the kinds
            if not frame.secret:
                writer.emit("random", kind, place)
            self.decisions.remember_source(local, choice, env)
        self.decisions.consequences(frame, env)
        self.sources.clear()
