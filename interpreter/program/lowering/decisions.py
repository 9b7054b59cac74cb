"""Lower one seat's decisions to sites: menus, chains of choices, sets of things, random choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...base import limits
from ...base.diagnostics import Span, mistake
from ...check.checked import CheckedSentence
from ...check.types import Local, Type, Typed, TypedChoice, present
from ...language import model as m
from .. import ir
from ..fold import make
from ..options import done_when_enough
from .expressions import Expressions
from .layout import CHOOSER, Env, kind_name, none_of
from .numbers import Locals
from .quantifiers import ChoiceChain
from .whole_sets import NOTHING
from .writer import Bounds, file_and_line

Enter = Callable[[m.Sentence, Env, ir.Expr, bool], None]


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence being written: its typed parts, the names it knows, and the step it belongs to.

    `cut`: it goes through several blocks. `picked`: the value of its first choice, where a menu has asked for that.
    """

    sentence: m.Sentence
    checked: CheckedSentence
    env: Env
    node: int
    cut: bool
    picked: ir.Expr = None

    @property
    def may_decline(self) -> bool:
        return self.sentence.decision is not None and self.sentence.decision.kind == "may choose"

    @property
    def is_uncertain(self) -> bool:
        """Whether the sentence may be skipped or repeated."""
        sentence = self.sentence
        repeated = sentence.loop is not None
        return bool(sentence.when or repeated or sentence.menu or self.may_decline or sentence.impossible)

    @property
    def several(self) -> bool:
        return self.sentence.decision is not None and self.sentence.decision.count is not None

    @property
    def secret(self) -> bool:
        return self.sentence.decision is not None and self.sentence.decision.secret


class Decisions:
    """Writes sites, their options, and the effects of choosing.

    `steps` writes the steps that follow, `follow` what a sentence does after its decision, `enter` the sentence of a
    menu's entry that has been taken.
    """

    def __init__(
        self,
        expressions: Expressions,
        locals_: Locals,
        steps: Callable[[m.Steps, Env], None],
        follow: Callable[[Frame, Env], None],
        enter: Enter,
    ) -> None:
        self.lower, self.ranges, self.quantifiers = expressions.lower, expressions.ranges, expressions.quantifiers
        self.layout, self.writer, self.checked = expressions.layout, expressions.writer, expressions.layout.checked
        self.locals, self.steps, self.follow, self.enter = locals_, steps, follow, enter

    # -- menus

    def menu(self, frame: Frame) -> None:
        """Entries whose `when` holds and whose choices are possible; a first choice is merged in."""
        sentence, env, writer = frame.sentence, frame.env, self.writer
        known = {**env, CHOOSER: self.lower(frame.checked.by, env)} if frame.checked.by is not None else env
        taken: list[tuple[ir.Entry, m.Sentence, Env]] = []
        options: list[ir.Stmt] = []
        possible: list[ir.Expr] = []
        after, base = writer.block(), 0
        for item in sentence.menu:
            if item.sentence is not None:
                body, inner = item.sentence, dict(known)
            else:
                body, inner = self.checked.ruleset.actions[item.words].sentence, self.layout.of_turns(known)
            entry, offer, can = self.entry(item, body, dict(inner), base)
            base += entry.count
            options.append(offer)
            possible.append(can)
            taken.append((entry, body, inner))
        unasked = None
        if sentence.impossible is not None:
            unasked = self.unless_possible(frame, make("or", *possible), after)
        self.site(frame, self.seat(frame), [entry for entry, _, _ in taken], options).unasked = unasked
        join = writer.block()
        for entry, body, inner in taken:
            entry.target = writer.block(entry.node)
            writer.go(entry.target)
            self.enter(body, inner, ["var", entry.apply[0][1]] if entry.kind != "plain" else None, True)
            writer.end_with("goto", join)
        writer.go(join)
        self.follow(frame, env)
        writer.lead_to(after)

    def entry(self, item: m.MenuItem, body: m.Sentence, look: Env, base: int) -> tuple[ir.Entry, ir.Stmt, ir.Expr]:
        """The entry, the statement that offers it, and whether it can be taken at all."""
        node = self.writer.node(item.words, "option", body.rule, item.span)
        conditions, chain = self.quantifiers.conditions_and_choices(body, look)
        tests = [ir.Test(c.words, holds) for c, holds in zip(body.when, conditions, strict=True)]
        merges = False
        if chain is not None and body.decision is not None and body.impossible is None:
            # everybody sees that a secret choice is made: the entry is taken first, openly
            merges = body.by is None and body.decision.count is None and not body.decision.secret
            if not merges:
                tests.append(ir.Test("there is nothing to choose", chain.possible(0, dict(look))))
        elif chain is None:
            tests += self.quantifiers.needs(body, look)
        if chain is not None and merges:
            entry, offer, can = self.merge_entry(item, chain, look, base, node)
        else:
            entry, offer, can = ir.Entry(item.words, "plain", base, 0, 1, [], -1, node=node), ["option", base], 1
        entry.tests[:0] = tests
        allowed = make("and", *(test.expr for test in tests))
        return entry, offer if allowed == 1 else ["if", allowed, [offer], []], make("and", allowed, can)

    def merge_entry(
        self, item: m.MenuItem, chain: ChoiceChain, look: Env, base: int, node: int
    ) -> tuple[ir.Entry, ir.Stmt, ir.Expr]:
        """An entry together with the first choice of what it leads to."""
        local, listed = chain.locals[0], chain.choosable(0, dict(look))
        bounds = self.ranges.item_bounds(listed)
        entry = self.value_entry(item.words, local.type, bounds, base, item.span, node)
        slot = self.layout.add_int(local.name, entry.low, entry.low + entry.count - 1, kind_name(local.type))
        entry.apply = [["set", slot, 0, "x"]]
        self.explain(entry, chain, 0, look)
        offer = self.offer(entry, listed, chain.choices[0], look, look.get(CHOOSER))
        return entry, offer, chain.possible(0, dict(look))

    # -- choices

    def choose(self, frame: Frame) -> None:
        """A list of choices as a chain of small decisions, then what follows from it."""
        sentence, checked, env, writer = frame.sentence, frame.checked, frame.env, self.writer
        chain = ChoiceChain(self.quantifiers, sentence)
        first = 0
        if frame.picked is not None:
            env[chain.locals[0]] = frame.picked
            for chosen in checked.chosen[:1]:
                env[chosen] = frame.picked
            first = 1
        after, unasked, declined = writer.block(), None, -1
        if sentence.impossible is not None and frame.picked is None:
            unasked = self.unless_possible(frame, chain.possible(0, dict(env)), after)
        seat = self.seat(frame)
        begun = len(writer.sites)
        for stage in range(first, len(chain.locals)):
            declined = max(declined, self.choose_one(frame, chain, stage, seat))
        if unasked is not None:
            writer.sites[begun].unasked = unasked
        self.follow(frame, env)
        self.locals.sources.clear()
        writer.end_with("goto", after)
        if declined >= 0:
            writer.go(declined)
            self.steps(sentence.declined or [], dict(env))
            writer.end_with("goto", after)
        writer.go(after)

    def unless_possible(self, frame: Frame, possible: ir.Expr, after: int) -> ir.Unasked:
        """Write the `if impossible` steps, which continue in the block `after`; return where they begin.

        Returns where it does that.
        """
        onward, other = self.writer.branch(possible)
        self.writer.go(other)
        self.steps(frame.sentence.impossible or [], dict(frame.env))
        self.writer.end_with("goto", after)
        self.writer.go(onward)
        return ir.Unasked(other)

    def choose_one(self, frame: Frame, chain: ChoiceChain, stage: int, seat: ir.Expr) -> int:
        """One choice of a chain; gives the block that follows if it is declined, -1 if it cannot be."""
        env, writer = frame.env, self.writer
        local, choice = chain.locals[stage], chain.choices[stage]
        skip = -1
        if choice.condition is not None:
            onward, skip = writer.branch(self.lower(choice.condition, env))
            writer.go(onward)
        listed = chain.choosable(stage, dict(env))
        entry = self.choice_entry(frame, chain, stage, listed)
        place = self.place_for(local, frame.checked, env, self.ranges.item_bounds(listed))
        entry.apply = [["set", place[1], 0, "x"]]
        self.explain(entry, chain, stage, env)
        options = [self.offer(entry, listed, choice, env, seat)]
        entries = [entry]
        declined = -1
        if stage == 0 and frame.may_decline:
            declined = writer.block()
            entries.append(ir.Entry("pass", "pass", entry.count, 0, 1, [], declined, node=frame.node))
            options.append(["option", entry.count])
        site = self.site(frame, seat, entries, options)
        site.asks = local.name if len(chain.locals) > 1 else ""
        entry.target = writer.block()
        writer.go(entry.target)
        self.remember_source(local, choice, env)
        if skip >= 0:
            join = writer.block()
            writer.end_with("goto", join)
            writer.go(skip)
            writer.write("set", place[1], 0, none_of(local.type))
            writer.lead_to(join)
            self.locals.sources.pop(local, None)
        return declined

    def place_for(self, local: Local, checked: CheckedSentence, env: Env, bounds: Bounds | None) -> ir.Expr:
        """The place that holds a choice's value: the exported place if there is one."""
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
            slot = self.layout.ints[place[1]]
            slot.low, slot.high = (ir.NO_NUMBER if exported.type.kind == "maybe" else bounds[0]), bounds[1]
            self.layout.present[place[1]] = bounds
        env[local] = place
        return place

    def choose_several(self, frame: Frame) -> None:
        """A set of different ones, chosen one after another; `done` is offered when there are enough."""
        env, writer = frame.env, self.writer
        chain = ChoiceChain(self.quantifiers, frame.sentence)
        chosen = frame.checked.chosen[0]
        if chosen not in env:
            self.locals.bind(chosen, env, True)
        slot = env[chosen][1]
        end, unasked = writer.block() if frame.sentence.impossible is not None else -1, None
        if end >= 0:
            unasked = self.unless_possible(frame, chain.possible(0, dict(env)), end)
            unasked.chosen = slot
        least, most = chain.how_many(env)
        writer.write("store", slot, ["items"])
        listed = chain.next_of_set(env, ["cards", slot])
        entry = self.choice_entry(frame, chain, 0, listed)
        self.layout.contents.setdefault(slot, (entry.low, entry.low + entry.count - 1))
        entry.apply = [["append", slot, "x"]]
        self.explain(entry, chain, 0, env, ["cards", slot])
        check, after = writer.block(), writer.block()
        entry.target = check
        tests = chain.set_tests(env, ["cards", slot])
        finished = ir.Entry("done", "done", entry.count, 0, 1, [], after, tests, node=frame.node)
        seat = self.seat(frame)
        options = [
            self.offer(entry, listed, chain.choices[0], env, seat),
            done_when_enough(["size", slot], least, entry.count, tests[-1].expr if tests else 1),
        ]
        entries, declined = [entry, finished], -1
        if frame.may_decline:
            declined = writer.block()
            entries.append(ir.Entry("pass", "pass", entry.count + 1, 0, 1, [], declined, node=frame.node))
            options.insert(1, ["if", ["eq", ["size", slot], 0], [["option", entry.count + 1]], []])
        writer.lead_to(check)
        onward = writer.block()
        writer.end_with("branch", ["ge", ["size", slot], most], after, onward)
        writer.go(onward)
        site = self.site(frame, seat, entries, options)
        site.set_size, site.unasked = [["size", slot], least, most], unasked
        writer.go(after)
        self.follow(frame, env)
        end = writer.block() if end < 0 and declined >= 0 else end
        if declined >= 0:
            writer.end_with("goto", end)
            writer.go(declined)
            self.steps(frame.sentence.declined or [], dict(env))
        if end >= 0:
            writer.lead_to(end)

    # -- chance

    def random(self, frame: Frame) -> None:
        """Draw each name uniformly among the values that leave the rest possible."""
        sentence = frame.sentence
        chain = ChoiceChain(self.quantifiers, sentence)
        if frame.several:
            raise mistake("wrong-shape", "random draws one; use repeat for several", sentence.span)
        self.writer.choose_branch(
            frame.cut,
            chain.possible(0, dict(frame.env)) if sentence.impossible is not None else 1,
            lambda: self.draw_lots(chain, frame),
            lambda: self.steps(sentence.impossible or [], dict(frame.env)),
        )

    def draw_lots(self, chain: ChoiceChain, frame: Frame) -> None:
        env, writer = frame.env, self.writer
        for stage, (local, choice) in enumerate(zip(chain.locals, chain.choices, strict=True)):
            listed = chain.choosable(stage, dict(env))
            bounds = self.ranges.item_bounds(listed)
            register, index = writer.register("drawn_from"), writer.register("drawn")
            writer.write("let", register, listed)
            nothing = f"there is no {local.name} to draw"
            writer.fail_unless(make("gt", ["len", register], 0), nothing, frame.sentence.span)
            writer.write("chance", index, ["len", register])
            exported = next((c for c in frame.checked.chosen if c.name == local.name and c in env), None)
            place = env[exported] if exported is not None else self.locals.bind(local, env, frame.cut, bounds)
            env[local] = place
            writer.assign(place, ["nth", register, index, none_of(local.type)])
            kind = writer.kind(kind_name(local.type))  # also of a secret draw: scenarios go by the kinds
            if not frame.secret:
                cards = [["group", place]] if local.type.kind == "group" else []
                writer.emit("random", kind, place, *cards)
            self.remember_source(local, choice, env)
        self.follow(frame, env)
        self.locals.sources.clear()

    # -- sites

    def seat(self, frame: Frame) -> ir.Expr:
        if frame.checked.by is not None:
            return self.lower(frame.checked.by, frame.env)
        if CHOOSER in frame.env:
            return frame.env[CHOOSER]
        message = "nothing says who decides this here"
        raise mistake("nobody-decides", message, frame.sentence.span, hint="write by: and a player")

    def site(
        self, frame: Frame, seat: ir.Expr, entries: list[ir.Entry], options: list[ir.Stmt], group: int = -1
    ) -> ir.Site:
        """Create the site where a seat decides; outside a group it ends the block, and entries lead to new ones."""
        sites = self.writer.sites
        words = frame.sentence.words or self.writer.step_words or "choose"
        made = ir.Site(len(sites), words, frame.node, seat, entries, options, group, frame.secret)
        made.path, made.written = self.writer.path, self.decision_source(frame)
        sites.append(made)
        if group < 0:
            self.writer.lead_to(self.writer.block())
            self.writer.end_with("ask", sites[-1].number)
        return sites[-1]

    def decision_source(self, frame: Frame) -> str:
        """The source text of a decision; for a step without words, or of a variant, also its line."""
        sentence, decision, count = frame.sentence, frame.sentence.decision, frame.checked.count
        span = count.pos.span if count is not None else decision.span if decision else sentence.menu[0].span
        text = f"`{decision.kind}: {decision.choices[0].binders[0].name}`" if decision else "`one of`"
        if frame.node >= 0 and span.file != self.writer.nodes[frame.node].file:
            return f"{text} ({file_and_line(span)})"
        if not sentence.words:
            return f"{text} (line {span.line})"
        return text if decision else ""

    def value_entry(self, words: str, kind: Type, bounds: Bounds | None, base: int, span: Span, node: int) -> ir.Entry:
        bounds = bounds or self.layout.type_bounds(kind)
        if bounds is None:
            raise mistake("no-range", "how far do these numbers go?", span, hint="give the names in it a range")
        low, high = bounds
        if present(kind).kind == "card":
            high = min(high, len(self.layout.cards) - 1)
        if high - low >= limits.OPTIONS and present(kind).kind != "group":
            raise mistake("too-large", f"a choice among {low}..{high} is too wide", span)
        return ir.Entry(words, kind_name(kind), base, low, max(0, high - low + 1), [], -1, node=node)

    def choice_entry(self, frame: Frame, chain: ChoiceChain, stage: int, listed: ir.Expr) -> ir.Entry:
        """The entry of a chain's choice, without words of its own."""
        bounds, span = self.ranges.item_bounds(listed), chain.choices[stage].pos.span
        return self.value_entry("", chain.locals[stage].type, bounds, 0, span, frame.node)

    def offer(self, entry: ir.Entry, listed: ir.Expr, choice: TypedChoice, env: Env, seat: ir.Expr) -> ir.Stmt:
        """The statement that offers an entry's values, from a list, to a seat."""
        register = self.writer.register("one", (entry.low, entry.low + entry.count))
        option = make("add", register, entry.base - entry.low)
        once = listed if self.ranges.has_no_duplicates(listed) else ["distinct", listed]
        return ["for", register, self.alike(once, choice, env, seat), [["option", option]]]

    def alike(self, listed: ir.Expr, choice: TypedChoice, env: Env, seat: ir.Expr) -> ir.Expr:
        """Offer cards of one zone that look alike only once, if all their faces can be seen there."""
        source = choice.binders[0][1]
        kind = present(choice.binders[0][0].type)
        if kind.kind != "card" or self.layout.unique_looks or source.op != "cards":
            return listed
        if source.args[0].op != "zone" or source.args[0].value.groups or source.args[0].value.ordered:
            return listed  # the first of a pile would reveal its order
        if not self.open_to(source.args[0], env, seat):
            return listed  # leaving one of two out would reveal that hidden cards are alike
        if any(face == "back" for _, face, _ in self.layout.attributes[kind.name]):
            return listed
        marks = [slot for mark, slot in self.layout.bases.items() if mark.owner == kind.name]
        if any(self.layout.ints[slot].see + 1 == 1 << self.layout.players for slot in marks):
            return listed  # what each card has is visible, and distinguishes it from the others
        return ["looks", listed]

    def open_to(self, zone: Typed, env: Env, seat: ir.Expr) -> bool:
        """Whether the seat certainly sees the fronts of the cards in a zone: all do, or it is the owner."""
        first, count = self.layout.bases[zone.value], sum(1 for _ in self.layout.places(zone.value))
        places, everyone = self.layout.lists[first : first + count], (1 << self.layout.players) - 1
        if all(place.see["front"] == everyone for place in places):
            return True
        owned = zone.value.owner == "player" and all(place.see["front"] >> place.owner & 1 for place in places)
        return owned and self.lower(zone.args[0], env) == seat

    def explain(self, entry: ir.Entry, chain: ChoiceChain, stage: int, env: Env, chosen: ir.Expr = NOTHING) -> None:
        """Fills in the tests that name why a value is refused; they read the register x. `chosen`: those of a set."""
        self.writer.ranges["x"] = (entry.low, entry.low + entry.count)
        inner = {**env, chain.locals[stage]: "x"}
        entry.tests = chain.explanations(stage, inner, chosen)
        choice = chain.choices[stage]
        entry.domain = self.lower(choice.binders[0][1], env)
        if choice.where is not None:
            entry.tests.insert(0, ir.Test("", self.lower(choice.where, inner)))

    def remember_source(self, local: Local, choice: TypedChoice, env: Env) -> None:
        source = choice.binders[0][1]
        if local.type.kind == "card" and source.op == "cards":
            self.locals.sources[local] = self.lower(source.args[0], env)
