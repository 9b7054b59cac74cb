"""What is wrong in a ruleset, collected while it is checked."""

from __future__ import annotations

from ..base.diagnostics import Diagnostic, Note, Span
from ..language import syntax as s
from ..reading.load import Scalar
from .types import BOOL, INT, UNKNOWN, Type, Typed, an, as_list, fits, present

_NOWHERE = Scalar(Span("", 1, 1, 1, 1), "", "")


class Problems:
    """The diagnostics found so far; what is wrong has an unknown type, so that it is told once."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def add(self, problem: Diagnostic) -> Typed:
        self.found.append(problem)
        return Typed("none", UNKNOWN, s.Pos(_NOWHERE, 0, 0))

    def error(
        self, code: str, message: str, span: Span, hint: str = "", notes: tuple[Note, ...] = (), instead: str = ""
    ) -> Typed:
        return self.add(Diagnostic(code, message, span, hint=hint, notes=notes, instead=instead))

    def expect(self, found: Typed, wanted: Type) -> Typed:
        """The expression where a value of that type is needed; a zone becomes the list of its cards."""
        if wanted.kind == "list":
            found = as_list(found)
        if fits(found.type, wanted):
            return found
        if found.type.kind == "maybe" and fits(present(found.type), wanted):
            return self.maybe_read(found)
        hint = f"write if {found.pos.text} then 1 else 0" if (found.type, wanted) == (BOOL, INT) else ""
        message = f"this is {an(found.type)}, but {an(wanted)} is needed here"
        return self.error("wrong-type", message, found.pos.span, hint)

    def maybe_read(self, found: Typed) -> Typed:
        inner = present(found.type)
        other = {"int": "0", "bool": "false"}.get(inner.kind, "...")
        text = found.pos.text
        hint = (
            f"write {text} or else {other}"
            if other != "..."
            else f"say what happens then: test {text} != none first, or write {text} or else ..."
        )
        return self.error("maybe-none", f"{text} may be none", found.pos.span, hint)

    def arguments(self, name: str, args: list[Typed], wanted: list[Type], pos: s.Pos) -> list[Typed]:
        if len(args) != len(wanted):
            needs = " and ".join(map(an, wanted)) or "nothing"
            hint = f"for example {name}({', '.join(str(kind) for kind in wanted)})" if wanted else f"write {name}"
            count = f"{len(args)} given" if args else "none is given"
            self.error("wrong-arguments", f"{name} is about {needs}: {count}", pos.span, hint)
            return args
        return [self.expect(a, w) for a, w in zip(args, wanted, strict=True)]
