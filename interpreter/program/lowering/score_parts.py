"""The parts of the score: split its expression into summands, each with words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ...check.types import Local, Typed, present
from .. import ir
from .captions import Captions
from .expressions import Expressions
from .layout import Env, kind_name

PLAYER, ITEM = "seat", "x"
MOST_LEVELS = 4  # levels of definitions that are split up
# operations shown beside a value that is no sum: names and counts
NAMED = ("variable", "setting", "define", "formula", "attribute", "table", "builtin", "each")
PLAIN = ("int", "bool", "thing", "maybe")


class ScoreParts:
    """Writes the parts of an expression about one player; their expressions read the register PLAYER."""

    def __init__(self, expressions: Expressions) -> None:
        self.lower, self.quantifiers, self.layout = expressions.lower, expressions.quantifiers, expressions.layout
        self.ranges = expressions.ranges
        self.player = expressions.layout.checked.player
        self.ranges.writer.ranges[PLAYER] = (0, self.layout.players - 1)
        self.captions = Captions(self.layout.names, self.layout.checked.ruleset.looks.wording)

    def parts_of(self, t: Typed) -> list[ir.Part]:
        """The parts that add up to an expression."""
        return [*self.terms(t, {self.player: PLAYER}, {self.player: ""}, MOST_LEVELS)]

    def words(self, t: Typed) -> str:
        """The words for an expression."""
        return self.captions.caption(t, {self.player: ""})

    def terms(self, t: Typed, env: Env, names: Mapping[Local, str], levels: int, sign: int = 1) -> Iterator[ir.Part]:
        """The summands of an expression; the expression itself if it is no sum."""
        if t.op in ("+", "-"):
            yield from self.terms(t.args[0], env, names, levels, sign)
            yield from self.terms(t.args[1], env, names, levels, sign if t.op == "+" else -sign)
        elif t.op == "neg":
            yield from self.terms(t.args[0], env, names, levels, -sign)
        else:
            yield replace(self.part(t, env, names, levels), sign=sign)

    def part(self, t: Typed, env: Env, names: Mapping[Local, str], levels: int) -> ir.Part:
        """One part; with no levels left it is not split further."""
        expr = self.lower(t, env)
        made = ir.Part(self.captions.caption(t, names), "value", expr, self.kind(t))
        if t.type.kind == "int":
            if t.op == "variable" and isinstance(expr, list) and expr[0] == "var":
                return replace(made, kind="counter")
            if t.op == "define" and levels > 0:
                kind, parts = self.inside(t, env, names, levels - 1)
                return replace(made, kind=kind, parts=parts)
            if t.op == "builtin" and t.value == "sum" and (split := self.items(t.args[0], made, env)):
                return split
        return replace(made, parts=self.named_parts(t, env, names) if levels > 0 else [])

    def kind(self, t: Typed) -> str:
        return f"{'list ' if t.type.kind == 'list' else ''}{kind_name(t.type)}"

    def inside(self, t: Typed, env: Env, names: Mapping[Local, str], levels: int) -> tuple[str, list[ir.Part]]:
        """The kind of a definition's value and its parts."""
        params = t.value.params
        inner: Env = {p: self.lower(a, env, p.type) for p, a in zip(params, t.args, strict=True)}
        called = {p: self.captions.caption(a, names) for p, a in zip(params, t.args, strict=True)}
        found = [*self.terms(t.value.value, inner, called, levels)]
        if len(found) > 1 or found[0].kind != "value" or found[0].sign < 0:
            return "sum", found
        return "value", found[0].parts

    def items(self, listed: Typed, made: ir.Part, env: Env) -> ir.Part | None:
        """The part for a sum over a list: what each item adds."""
        if listed.op == "map":
            local, source, value = listed.value, self.lower(listed.args[0], env), listed.args[1]
        elif listed.op == "each" and len(listed.value[1].binders) == 1:
            choice, value = listed.value[1], listed.args[0]
            local, source = choice.binders[0][0], self.quantifiers.chosen_list(choice, env)
        else:
            return None
        if value.op == "local":
            return None
        # a decision reads the same register, with other bounds
        self.ranges.writer.ranges[ITEM] = self.ranges.item_bounds(source)
        each = self.lower(value, {**env, local: ITEM})
        return replace(made, kind="items", listed=source, each=each, item=kind_name(local.type))

    def named_parts(self, t: Typed, env: Env, names: Mapping[Local, str]) -> list[ir.Part]:
        """The named parts of an expression that is no sum, each once."""
        found: dict[str, ir.Part] = {}
        for inner in self.leaves(t):
            part = self.part(inner, env, names, 0)
            found.setdefault(part.words, part)
        return [*found.values()]

    def leaves(self, t: Typed) -> Iterator[Typed]:
        """The outermost parts of an expression that have a name and can be shown."""
        for arg in t.args if t.op not in ("each", "map", "gather", "through") else []:
            kind = present(arg.type)
            inner = present(kind.item) if kind.kind == "list" and kind.item is not None else kind
            if arg.op in NAMED and inner.kind in PLAIN:
                yield arg
            else:
                yield from self.leaves(arg)
