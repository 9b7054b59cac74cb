"""Events -> statements woven in where a step begins or ends and where a card enters a zone."""

from __future__ import annotations

from collections.abc import Callable

from ...base.diagnostics import mistake
from ...language import model as m
from .. import ir
from .card_moves import Destination
from .cuts import Cuts
from .expressions import Expressions
from .layout import CHOOSER, Env


class Events:
    """`around`: the events that may happen where is written; `names`: those known there.

    `kept`: the slots of conditions that are looked at after a step. `sentence` writes what an event does.
    """

    def __init__(self, expressions: Expressions, cuts: Cuts, sentence: Callable[[m.Sentence, Env], None]) -> None:
        self.lower, self.writer, self.cuts, self.sentence = expressions.lower, expressions.writer, cuts, sentence
        self.checked = expressions.layout.checked
        self.around: list[m.Event] = list(self.checked.ruleset.whenever)
        self.names: Env = {}
        self.kept: dict[m.Always, int] = {}

    def happen(self, kind: str, words: str, env: Env) -> None:
        """What happens before or after a named step."""
        for always, slot in self.kept.items():
            if words and kind == "after" and always.at == f"after {words}":
                self.writer.write("set", slot, 0, self.lower(self.checked.exprs[id(always.expr)], {}))
        for event in list(self.around) if words else []:
            if event.kind == kind and event.target == words:
                self.write(event, dict(env))

    def write(self, event: m.Event, env: Env) -> None:
        """What an event does; it does not happen inside itself."""
        self.around.remove(event)
        self.sentence(event.sentence, env)
        self.around.append(event)

    def entered(self, card: ir.Expr, to: Destination) -> None:
        """The events that watch the zone a card has just entered."""
        turns = set(self.checked.turn_names.values())
        for event in list(self.around):
            if event.kind != "enters" or event.zone is None:
                continue
            zone = self.checked.exprs[id(event.zone)]
            if to.declared is not None and zone.value.name not in to.declared:
                continue
            if self.cuts.is_cut(event.sentence):
                hint = "write a step after the moves that may lead to it"
                raise mistake("event-decides", "nobody can decide in the middle of a move", event.span, hint=hint)
            env: Env = {key: value for key, value in self.names.items() if key == CHOOSER or key in turns}
            env[self.checked.entering[event]] = card
            watched = self.lower(zone, env)
            with self.writer.inside() as body:
                self.write(event, env)
            if to.zone == watched:
                self.writer.out += body
            elif not isinstance(to.zone, int) or not isinstance(watched, int):
                self.writer.write("if", ["eq", to.zone, watched], body, [])
