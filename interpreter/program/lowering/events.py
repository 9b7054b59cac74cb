"""Lower events: write their steps wherever they may happen; one that can cause itself runs in a loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...base.diagnostics import mistake
from ...check import checked as c
from ...check.types import zone_names
from ...language import model as m
from .. import ir
from ..fold import make
from .card_moves import Destination
from .expressions import Expressions
from .layout import Env
from .loops import Cuts
from .numbers import PublicKnowledge


@dataclass(slots=True, eq=False)
class EventChain:
    """An event being written that may cause itself. slot: the cards waiting for it, or how often it must run again."""

    event: m.Event
    slot: int
    zone: ir.Expr = None


class Events:
    """Writes events. `around`: the events that may happen at this point; `names`: the names known there.

    `chains`: the events being written that may lead to themselves. `kept`: the slots of conditions that are looked at
    after a step. `sentence` writes what an event does.
    """

    def __init__(
        self,
        expressions: Expressions,
        cuts: Cuts,
        sentence: Callable[[m.Sentence, Env], None],
        public: PublicKnowledge,
    ) -> None:
        self.public = public
        self.lower, self.writer, self.cuts, self.sentence = expressions.lower, expressions.writer, cuts, sentence
        self.layout, self.checked = expressions.layout, expressions.layout.checked
        self.around: list[m.Event] = list(self.checked.ruleset.whenever)
        self.chains: list[EventChain] = []
        self.names: Env = {}
        self.kept: dict[m.Always, int] = {}
        self.leading: dict[m.Event, bool] = {}

    # -- before and after a step

    def happen(self, kind: str, words: str, env: Env) -> None:
        """Write what happens before or after a named step."""
        for always, slot in self.kept.items():
            if words and kind == "after" and always.at == f"after {words}":
                self.writer.write("set", slot, 0, self.lower(self.checked.exprs[id(always.expr)], {}))
        for event in list(self.around) if words else []:
            if event.kind == kind and event.target == words:
                self.write(event, dict(env))
        for chain in self.chains if words and kind == "after" else []:
            if chain.event.kind == kind and chain.event.target == words:
                self.writer.write("set", chain.slot, 0, ["add", ["var", chain.slot], 1])

    def write(self, event: m.Event, env: Env) -> None:
        """Write the steps of an event; if they contain the step it watches, they run in a loop."""
        if event.kind == "before" or not self.leads_to_itself(event):
            self.run_event(event, env)
            return
        writer, slot = self.writer, self.layout.add_int(f"{event.words} again", 0, ir.MOST_PASSES)
        chain, left = EventChain(event, slot), ["gt", ["var", slot], 0]
        writer.write("set", slot, 0, 1)
        if not self.cuts.is_cut(event.sentence):
            with writer.inside() as body:
                self.run_repeat(chain, env)
            writer.write("while", left, body, self.endless(event))
            return
        head = writer.block()
        writer.lead_to(head)
        onward, after = writer.branch(left)
        writer.go(onward)
        self.run_repeat(chain, env)
        writer.end_with("goto", head)
        writer.go(after)

    def run_repeat(self, chain: EventChain, env: Env) -> None:
        """Write one pass of an event that runs in a loop."""
        self.writer.write("set", chain.slot, 0, ["sub", ["var", chain.slot], 1])
        self.chains.append(chain)
        self.run_event(chain.event, dict(env))
        self.chains.remove(chain)

    def run_event(self, event: m.Event, env: Env) -> None:
        """Write the steps of an event; it does not happen inside itself."""
        self.around.remove(event)
        self.sentence(event.sentence, env)
        self.around.append(event)

    # -- cards that enter

    def watch(self, to: Destination) -> bool:
        """Whether an event watches the zone, or one of the zones it may be."""
        watching = [*self.around, *(chain.event for chain in self.chains)]
        return any(event.zone is not None and self.may_be(event, to.declared) for event in watching)

    def may_be(self, event: m.Event, declared: set[str] | None) -> bool:
        """Whether a zone with one of these names (None: any) may be watched by the event."""
        watched = zone_names(self.checked.exprs[id(event.zone)])
        return declared is None or watched is None or not declared.isdisjoint(watched)

    def run_entering(self, card: ir.Expr, source: ir.Expr, to: Destination) -> None:
        """Write the events that watch the zone a card has just entered; moving within a zone is not entering."""
        for event in list(self.around):
            if event.zone is None or not self.may_be(event, to.declared):
                continue
            zone = self.checked.exprs[id(event.zone)]
            if self.cuts.is_cut(event.sentence):
                hint = "write a step after the moves that may lead to it"
                raise mistake("event-decides", "nobody can decide in the middle of a move", event.span, hint=hint)
            env = self.layout.of_turns(self.names)
            watched = self.lower(zone, env)
            self.public.name(self.checked.entering[event], zone)
            if (comes := self.enters(event, source, to, watched)) == 0:
                continue
            with self.writer.inside() as body:
                self.write_entered(event, card, env, watched)
            self.writer.out += body if comes == 1 else [["if", comes, body, []]]
        for chain in self.chains:
            if chain.event.zone is None or not self.may_be(chain.event, to.declared):
                continue
            again = [["append", chain.slot, card]]
            if (comes := self.enters(chain.event, source, to, chain.zone)) != 0:
                self.writer.out += again if comes == 1 else [["if", comes, again, []]]

    def enters(self, event: m.Event, source: ir.Expr, to: Destination, watched: ir.Expr) -> ir.Expr:
        """The condition that a moving card enters the watched zone, or one of a list of watched zones."""
        if self.checked.exprs[id(event.zone)].type.kind == "list":
            return make("and", ["in", to.zone, watched], make("ne", source, to.zone))
        there = 1 if to.zone == watched else make("eq", to.zone, watched)
        return make("and", there, 0 if source == watched else make("ne", source, watched))

    def write_entered(self, event: m.Event, card: ir.Expr, env: Env, watched: ir.Expr) -> None:
        """Write an event's steps for a card, then for the cards that these steps bring there, in order."""
        entering = self.checked.entering[event]
        if not self.leads_to_itself(event):
            env[entering] = card
            self.run_event(event, env)
            return
        writer, slot = self.writer, self.layout.add_list(f"cards of {event.words}", (0, len(self.layout.cards) - 1))
        env[entering] = one = writer.register("card", (0, len(self.layout.cards)))
        chain = EventChain(event, slot, watched)
        with writer.inside() as body:
            writer.write("let", one, ["first", ["cards", slot], 0])
            writer.write("remove", slot, one)
            self.chains.append(chain)
            self.run_event(event, env)
            self.chains.remove(chain)
        writer.write("store", slot, ["items", card])
        writer.write("while", ["gt", ["size", slot], 0], body, self.endless(event))

    def endless(self, event: m.Event) -> int:
        return self.writer.message(f"'{event.words}' happens again and again and never ends", event.span)

    # -- events that lead to themselves

    def leads_to_itself(self, event: m.Event) -> bool:
        """Whether the steps of an event may cause it again, directly or through other events."""
        if event not in self.leading:
            waiting, seen = [event], set[m.Event]()
            while waiting and event not in seen:
                more = [one for one in self.follow(waiting.pop()) if one not in seen]
                seen.update(more)
                waiting += more
            self.leading[event] = event in seen
        return self.leading[event]

    def follow(self, event: m.Event) -> list[m.Event]:
        """The events that the steps of an event may cause."""
        found = []
        for sentence in c.sentences_played(self.checked.ruleset, [event.sentence]):
            done = self.checked.sentences[sentence].effect
            moves = isinstance(done, c.CheckedMove | c.CheckedDeal)
            declared = zone_names(done.to) if isinstance(done, c.CheckedMove | c.CheckedDeal) else None
            words = {sentence.words, *m.run_by(sentence)} - {""}
            for other in self.cuts.events:
                if other.zone is not None:
                    found += [other] if moves and self.may_be(other, declared) else []
                elif other.target in words:
                    found.append(other)
        return found
