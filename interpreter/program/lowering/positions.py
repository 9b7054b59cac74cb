"""Lower `times seen`: how often the game has been in a position, by the fingerprints of those before."""

from __future__ import annotations

from ...language import model as m
from .. import ir
from ..fold import make
from .layout import Layout
from .writer import ProgramWriter

# fingerprints are polynomials of the values: below 2^31, with products that fit into 64 bits
FACTORS = (48_271, 65_539)
PRIMES = (2_147_483_647, 2_147_483_629)


class Positions:
    """Writes how often each position that a ruleset names has been there."""

    def __init__(self, layout: Layout, writer: ProgramWriter) -> None:
        self.layout, self.writer = layout, writer
        self.kept: dict[m.Variable, list[int]] = {}  # the two lists of fingerprints, and the two being made

    def count(self, seat: ir.Expr) -> None:
        """Write that the turn of a seat comes: its position is one more of its kind."""
        for variable in self.layout.checked.ruleset.variables.values():
            if variable.times_seen:
                self.count_one(variable, seat)

    def count_one(self, variable: m.Variable, seat: ir.Expr) -> None:
        """Write the count of one position: among the last MOST_POSITIONS that fit into its range."""
        writer, layout = self.writer, self.layout
        if variable not in self.kept:
            name = f"positions of {variable.name}"
            lists = [layout.add_list(name, (0, prime)) for prime in PRIMES]
            self.kept[variable] = lists + [layout.add_int(f"fingerprint of {name}", 0, prime) for prime in PRIMES]
        *lists, first, second = self.kept[variable]
        made = (first, second)
        for at in made:
            writer.write("set", at, 0, seat)
        for base, size in self.values(variable):
            value = writer.register("value", (0, size - 1))
            above = make("sub", ["var", base, value], layout.ints[base].low)
            mixed: list[ir.Stmt] = [
                ["set", at, 0, ["mod", ["add", ["mul", ["var", at], factor], above], prime, 0]]
                for at, factor, prime in zip(made, FACTORS, PRIMES, strict=True)
            ]
            writer.write("for", value, ["range", 0, size - 1], mixed)
        slot = layout.bases[variable]
        most = layout.ints[slot].high
        before = writer.register("before", (0, most))
        same = [
            "and",
            *(["eq", ["nth", ["cards", z], before, -1], ["var", at]] for z, at in zip(lists, made, strict=True)),
        ]
        last = ["sub", ["size", lists[0]], 1]
        times = writer.register("times", (0, most))
        full: list[ir.Stmt] = [
            ["store", z, ["map", before, ["range", 1, ["sub", ["size", z], 1]], ["nth", ["cards", z], before, -1]]]
            for z in lists
        ]
        writer.write("if", ["ge", ["size", lists[0]], most], full, [])
        writer.write("let", times, ["add", ["count", before, ["range", 0, last], same], 1])
        for z, at in zip(lists, made, strict=True):
            writer.write("append", z, ["var", at])
        writer.write("set", slot, 0, times)
        writer.emit("set", slot, times)

    def values(self, variable: m.Variable) -> list[tuple[int, int]]:
        """The first slot and the number of slots of each value of a position."""
        named = [self.layout.checked.ruleset.variables[written.text] for written in variable.times_seen]
        return [(self.layout.bases[one], sum(1 for _ in self.layout.places(one))) for one in named]
