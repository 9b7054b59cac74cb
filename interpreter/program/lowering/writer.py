"""The output of lowering: basic blocks, registers, nodes, messages, all written through one ProgramWriter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...base import limits
from ...base.diagnostics import Span, mistake
from ...base.display_names import ENDED
from .. import ir

Bounds = tuple[int, int]
Write = Callable[[], None]


@dataclass(slots=True, eq=False)
class ProgramWriter:
    """Writes a program. `out`: the statement list being written; `ranges`: bounds of each register, None if unknown.

    `step` is the node of the step being written, -1 outside of any. `whole` is the place of the whole ruleset.
    """

    whole: Span
    blocks: list[ir.Block] = field(default_factory=list)
    sites: list[ir.Site] = field(default_factory=list)
    groups: list[ir.Group] = field(default_factory=list)
    nodes: list[ir.Node] = field(default_factory=list)
    functions: dict[str, ir.Function] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=lambda: [ENDED])
    kinds: list[str] = field(default_factory=list)
    veiled: list[int] = field(default_factory=list)
    ranges: dict[str, Bounds | None] = field(default_factory=dict)
    out: list[ir.Stmt] = field(default_factory=list)
    step: int = -1
    failed: tuple[int, str] = (-1, "")  # the step in whose `otherwise` is written, and the condition's words
    registers: int = 0

    # -- statements

    def write(self, *statement: Any) -> None:
        self.out.append(list(statement))

    @contextmanager
    def inside(self) -> Iterator[list[ir.Stmt]]:
        """Collect the statements written meanwhile in a list of their own."""
        outer, self.out = self.out, []
        yield self.out
        self.out = outer

    def emit(self, kind: str, *args: Any) -> None:
        self.write("emit", kind, self.step, *args)

    def condition(self, words: str, span: Span, kind: str = "condition") -> None:
        """Announce the test of a condition, for counting and messages."""
        self.write("condition", self.node(words, kind, [], span))

    def assign(self, place: ir.Expr, value: ir.Expr) -> None:
        """Write an assignment to a register, a list slot or a number."""
        if isinstance(place, str):
            self.write("let", place, value)
        elif place[0] == "cards":
            self.write("store", place[1], value)
        else:
            self.write("set", place[1], place[2] if len(place) > 2 else 0, value)

    def fail_unless(self, condition: ir.Expr, text: str, span: Span) -> None:
        if condition != 1:
            message = self.message(text, span)
            self.write("if", condition, [], [["fail", message]])

    # -- blocks

    def block(self, node: int = -1) -> int:
        self.blocks.append(ir.Block(len(self.blocks), [], node))
        if len(self.blocks) > limits.BLOCKS:
            hint = "each place that runs an action counts: run actions in fewer places, especially inside other actions"
            raise mistake("too-large", f"this game needs more than {limits.BLOCKS:,} blocks", self.whole, hint=hint)
        return len(self.blocks) - 1

    def go(self, block: int) -> None:
        """Continue writing in this block."""
        self.out = self.blocks[block].body

    def end_with(self, *terminator: Any) -> None:
        """End the block being written, unless it has ended already."""
        if not self.out or self.out[-1][0] not in ir.TERMINATORS:
            self.write(*terminator)

    def lead_to(self, block: int) -> None:
        """End the block being written with a jump to this one, and continue there."""
        self.end_with("goto", block)
        self.go(block)

    def branch(self, condition: ir.Expr) -> tuple[int, int]:
        """End the block being written with a branch; return the block where the condition holds, and the other."""
        first, second = self.block(), self.block()
        self.end_with("branch", condition, first, second)
        return first, second

    def choose_branch(self, cut: bool, condition: ir.Expr, then: Write, other: Write) -> None:
        """Write `if condition: then else: other`, in blocks of their own if they are `cut`."""
        if isinstance(condition, int):
            (then if condition else other)()
            return
        if not cut:
            with self.inside() as yes:
                then()
            with self.inside() as no:
                other()
            if yes or no:
                self.write("if", condition, yes, no)
            return
        first, second, after = self.block(), self.block(), self.block()
        self.end_with("branch", condition, first, second)
        for block, write in ((first, then), (second, other)):
            self.go(block)
            write()
            self.end_with("goto", after)
        self.go(after)

    # -- what blocks refer to

    def register(self, name: str, bounds: Bounds | None = None) -> str:
        """Create a register; numbers keep names apart."""
        self.registers += 1
        found = f"{name.rstrip('_')}_{self.registers}"
        self.ranges[found] = bounds
        return found

    def message(self, text: str, span: Span) -> int:
        """The number of a message; it names folder, file and line, the same on every machine."""
        return number_of(f"{file_and_line(span)}: {text}", self.messages)

    def kind(self, name: str) -> int:
        """The number of a type named in events; new types are added."""
        return number_of(name, self.kinds)

    def node(self, words: str, kind: str, rule: list[str], span: Span) -> int:
        self.nodes.append(ir.Node(words, kind, rule, span.file, span.line, self.step))
        return len(self.nodes) - 1

    @property
    def path(self) -> list[str]:
        """The words of the steps around the one being written, from the outermost on, and its own."""
        found: list[str] = []
        node = self.step
        while node >= 0:
            found += [self.nodes[node].words] if self.nodes[node].words else []
            node = self.nodes[node].above
        return found[::-1]

    @property
    def reason_words(self) -> str:
        """The reason for the game's end, if it ends in the step being written."""
        step, failed = self.failed
        return f"not: {failed}" if failed and step == self.step else self.step_words or self.reasons[0]

    @property
    def step_words(self) -> str:
        """The words of the step being written, if it has any."""
        return self.nodes[self.step].words if self.step >= 0 else ""


def file_and_line(span: Span) -> str:
    """Folder, file and line, the same on every machine."""
    return f"{'/'.join(Path(span.file).parts[-2:])}:{span.line}"


def number_of(words: str, known: list[str]) -> int:
    """The position of words in a list; new words are added at its end."""
    if words not in known:
        known.append(words)
    return known.index(words)
