"""Compile single options and expressions of a program on demand, besides playing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..program import ir, trees
from .blocks import StateLists, constants, text_of
from .statements import EXPRESSIONS, STATEMENTS, function, give, options
from .writer import Writer


class Questions:
    """The options and expressions of one program as functions, each compiled at first use.

    It takes a few milliseconds at the first question, where all of a program may take a hundred.
    """

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.names = constants(self.writer())
        self.written: set[str] = set()  # the program's functions that are among the names
        self.made: dict[int, tuple[Any, Callable[..., Any]]] = {}

    def writer(self) -> Writer:
        return Writer(self.program, False, StateLists(), EXPRESSIONS, STATEMENTS)

    def value(self, expr: ir.Expr) -> Callable[..., Any]:
        """Return the function (v, z, x, seat) -> the expression's value, where x is the value of an option."""
        return self.compile_once(expr, "x, seat", give)

    def options(self, site: ir.Site) -> Callable[[list[int], list[list[int]], int], list[int]]:
        """Return the function (v, z, seat) -> the numbers of a decision's legal options."""
        return self.compile_once(site.options, "seat", lambda w, stmts: w.line(f"return {options(w, stmts)}"))

    def compile_once(self, tree: Any, params: str, write: Callable[[Writer, Any], None]) -> Callable[..., Any]:
        # the tree is cached with its result, so that its id stays unique
        if (known := self.made.get(id(tree))) is None:
            writer, needed, made = self.writer(), set[str](), dict[str, Any]()
            self.functions(writer, tree, needed)
            writer.define(f"def asked(v, z, {params}):")
            write(writer, tree)
            exec(compile(text_of(writer.lines)[0], "<question>", "exec"), self.names, made)
            asked = made.pop("asked")
            # visible to other threads only now that they can be called
            self.names.update(made)
            self.written |= needed
            known = self.made[id(tree)] = tree, asked
        return known[1]

    def functions(self, writer: Writer, tree: Any, needed: set[str]) -> None:
        """Write the functions that are called, directly or not, if they are not there yet."""
        for part in trees.walk([tree]):
            if part[:1] == ["call"] and part[1] not in self.written | needed:
                needed.add(part[1])
                called = self.program.functions[part[1]]
                self.functions(writer, called.body, needed)
                function(writer, part[1], called)
