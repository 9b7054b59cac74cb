"""Names of the flow: registers, or slots where they must outlive a decision."""

from __future__ import annotations

from ...check.checked import Checked, CheckedChange, CheckedTokens, walk_all
from ...check.types import Local
from .. import ir
from .layout import Env, Layout, kind_name, none_of
from .writer import Bounds, ProgramWriter


class Locals:
    """`held`: the place last given to each name."""

    def __init__(self, layout: Layout, writer: ProgramWriter) -> None:
        self.layout, self.writer = layout, writer
        self.held: dict[Local, ir.Expr] = {}

    def bind(self, local: Local, env: Env, persistent: bool, bounds: Bounds | None = None) -> ir.Expr:
        """A place for a local: a register, or a slot where it must outlive a decision."""
        place = self.new_place(local, persistent, bounds)
        env[local] = self.held[local] = place
        return place

    def new_place(self, local: Local, persistent: bool, bounds: Bounds | None) -> ir.Expr:
        if local.type.kind == "list":
            return ["cards", self.layout.add_list(local.name)] if persistent else self.writer.register(local.name)
        if bounds is None:
            bounds = self.layout.type_bounds(local.type)
        if not persistent:
            return self.writer.register(local.name, bounds)
        low, high = bounds or (-(1 << 30), 1 << 30)
        if local.type.kind == "maybe":
            low = min(low, none_of(local.type))
        return ["var", self.layout.add_int(local.name, low, high, kind_name(local.type))]


def changed_locals(checked: Checked) -> set[Local]:
    """The remembered names that are set or added to somewhere."""
    found = set()
    for sentence in walk_all(checked.ruleset):
        part = checked.sentences.get(sentence)
        match part.effect if part is not None else None:
            case CheckedChange(targets=targets):
                places = [target for target, _ in targets]
            case CheckedTokens(source=source, to=to):
                places = [source, to]
            case _:
                continue
        found |= {place.value for place in places if place.op == "local"}
    return found
