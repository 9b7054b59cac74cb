"""What all kinds of decisions share: the sites where somebody is asked, and what follows from a choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...base.diagnostics import Span, mistake
from ...check.checked import CheckedSentence
from ...check.types import Local, Type, Typed, TypedChoice, present
from ...language import model as m
from .. import ir
from ..fold import make
from .constants import at_least_none
from .effects import Effects
from .expressions import Expressions
from .feasibility import Chain
from .layout import CHOOSER, Env, kind_name
from .locals import Locals
from .writer import Bounds

WIDEST = 100_000


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
    def secret(self) -> bool:
        return self.sentence.decision is not None and self.sentence.decision.secret


class Decisions:
    """Writes sites and their options; `steps` writes the steps that follow."""

    def __init__(
        self, expressions: Expressions, locals_: Locals, effects: Effects, steps: Callable[[m.Steps, Env], None]
    ) -> None:
        self.lower, self.ranges, self.feasibility = expressions.lower, expressions.ranges, expressions.feasibility
        self.chosen_list = expressions.quantifiers.chosen_list
        self.layout, self.writer = expressions.layout, expressions.writer
        self.locals, self.effects, self.steps = locals_, effects, steps
        self.sources = effects.cards.sources

    def consequences(self, frame: Frame, env: Env) -> None:
        """The effect of a sentence and what it does then."""
        sentence, checked = frame.sentence, frame.checked
        if frame.secret:
            for local in [*(choice.binders[0][0] for choice in checked.choices), *checked.chosen]:
                self.effects.public.hidden[local] = frozenset([local])
        if checked.effect is not None:
            self.effects.effect(sentence, checked.effect, env)
        self.steps(sentence.do, env)

    # -- sites

    def seat(self, frame: Frame) -> ir.Expr:
        if frame.checked.by is not None:
            return self.lower(frame.checked.by, frame.env)
        if CHOOSER in frame.env:
            return frame.env[CHOOSER]
        message = "nobody is named who decides this here"
        raise mistake("nobody-decides", message, frame.sentence.span, hint="write by: and a player")

    def site(
        self, frame: Frame, seat: ir.Expr, entries: list[ir.Entry], options: list[ir.Stmt], group: int = -1
    ) -> ir.Site:
        sites = self.writer.sites
        words = frame.sentence.words or self.writer.step_words or "choose"
        sites.append(ir.Site(len(sites), words, frame.node, seat, entries, options, group, frame.secret))
        return sites[-1]

    def ask(self, site: ir.Site) -> None:
        """The block that asks; writing goes on wherever the entries lead."""
        number = self.writer.block()
        self.writer.end_with("goto", number)
        self.writer.blocks[number].body.append(["ask", site.number])

    def value_entry(self, words: str, kind: Type, bounds: Bounds | None, base: int, span: Span, node: int) -> ir.Entry:
        if bounds is None:
            raise mistake("no-range", "how far do these numbers go?", span, hint="give the names in it a range")
        low, high = bounds
        if high - low > WIDEST and present(kind).kind != "group":
            raise mistake("too-large", f"a choice among {low}..{high} is too wide", span)
        return ir.Entry(words, kind_name(kind), base, low, max(0, high - low + 1), [], -1, node=node)

    def choice_entry(self, frame: Frame, chain: Chain, stage: int, listed: ir.Expr) -> ir.Entry:
        """The entry of a chain's choice, without words of its own."""
        bounds, span = self.ranges.item_bounds(listed), chain.choices[stage].pos.span
        return self.value_entry("", chain.locals[stage].type, bounds, 0, span, frame.node)

    def offer(self, entry: ir.Entry, listed: ir.Expr, choice: TypedChoice, env: Env, seat: ir.Expr) -> ir.Stmt:
        """The statement that offers an entry for each of a list to a seat."""
        register = self.writer.register("one", (entry.low, entry.low + entry.count))
        option = make("add", register, entry.base - entry.low)
        return ["for", register, self.alike(listed, choice, env, seat), [["option", option]]]

    def alike(self, listed: ir.Expr, choice: TypedChoice, env: Env, seat: ir.Expr) -> ir.Expr:
        """Cards of one zone that look alike in every respect are offered once, if all their faces can be seen there."""
        source = choice.binders[0][1]
        kind = present(choice.binders[0][0].type)
        if kind.kind != "card" or self.layout.unique_looks or source.op != "cards":
            return listed
        if source.args[0].op != "zone" or source.args[0].value.groups:
            return listed
        if not self.open_to(source.args[0], env, seat):
            return listed  # leaving one of two out would tell that hidden cards are alike
        if any(face == "back" for _, face, _ in self.layout.attributes[kind.name]):
            return listed
        return ["looks", listed]

    def open_to(self, zone: Typed, env: Env, seat: ir.Expr) -> bool:
        """Whether the seat certainly sees the fronts of the cards in a zone: all do, or it is the owner."""
        front = self.layout.visibility(zone.value.see, 0)["front"]
        if front == (1 << self.layout.players) - 1:
            return True
        return bool(front & 1 and zone.value.owner == "player" and self.lower(zone.args[0], env) == seat)

    def explain(self, entry: ir.Entry, chain: Chain, stage: int, env: Env) -> None:
        """Fills in the tests that name why a value is refused; they read the register x."""
        self.writer.ranges["x"] = (entry.low, entry.low + entry.count)
        inner = {**env, chain.locals[stage]: "x"}
        entry.tests = chain.explanations(stage, inner)
        choice = chain.choices[stage]
        entry.domain = self.lower(choice.binders[0][1], env)
        if choice.where is not None:
            entry.tests.insert(0, ir.Test("", self.lower(choice.where, inner)))

    def how_many(self, checked: CheckedSentence, env: Env) -> tuple[ir.Expr, ir.Expr]:
        """The least and the greatest number of what is chosen."""
        if checked.count is None:
            return 0, len(self.layout.cards) + 1000
        count = self.lower(checked.count, env)
        at_least_none(self.layout, count, checked.count, "{} cannot be chosen")
        if isinstance(count, list) and count[0] == "range":
            at_least_none(self.layout, count[1], checked.count, "{} cannot be chosen")
            return count[1], count[2]
        return count, count

    def remember_source(self, local: Local, choice: TypedChoice, env: Env) -> None:
        source = choice.binders[0][1]
        if local.type.kind == "card" and source.op == "cards":
            self.sources[local] = self.lower(source.args[0], env)
