"""A compiled ruleset: its program, and what is compiled from that on demand."""

from __future__ import annotations

from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..backend.blocks import compile_program
from ..backend.native import compile_native
from ..backend.questions import Questions
from ..base.appearance.looks import NO_LOOKS, Looks
from ..program import ir, names

if TYPE_CHECKING:
    from ..backend.native import Machine
    from ..backend.native.learned_net import LearnedNet
    from ..backend.native.net import Net


class CompiledGame:
    """A ruleset compiled for a fixed number of players and options; `looks` affect only its display.

    It is all that a State needs of its Game.
    """

    def __init__(self, program: ir.Program, looks: Looks = NO_LOOKS) -> None:
        self.program, self.players, self.looks = program, program.players, looks
        self.code = cache(partial(compile_program, program))  # blocks as functions, with or without writing the log
        self.counting = cache(partial(compile_native, program, True))  # like `native`, and counts what is used
        self.grouping = {s.number for s in program.sites if any(e.kind.startswith("group ") for e in s.entries)}
        self.names = names.index(program)  # where everything with a name is kept
        self.visibility: dict[int | str, Any] = {}  # for seats: what each seat may see, worked out once
        self.net_file: Path | None = None  # where nets are that have learned the ruleset
        self.exact: Any = None  # for bots: how a small game is played exactly, worked out once

    @property
    def name(self) -> str:
        """The game's title."""
        return self.program.game

    @property
    def hash(self) -> str:
        """The ruleset's hash: the same for rulesets that differ only in layout, comments and documentation."""
        return self.program.hash

    @cached_property
    def questions(self) -> Questions:
        """Compiled options and conditions, for questions apart from play."""
        return Questions(self.program)

    @cached_property
    def native(self) -> Machine | None:
        """The machine that plays many games at once; None if it is not available for this machine or program."""
        return compile_native(self.program)

    @cached_property
    def searching(self) -> Machine | None:
        """The machine that samples and searches; None likewise."""
        return compile_native(self.program, searching=True)

    @cached_property
    def learned_net(self) -> LearnedNet | None:
        """The net that has learned this play; None where there is none. Raises UsageError where its file is damaged."""
        from ..backend.native.learned_net import play_hash, read_nets

        nets = read_nets(self.net_file) if self.net_file is not None else []
        wanted = play_hash(self.program) if nets else ""
        return next((net for net in nets if net.hash == wanted), None)

    @cached_property
    def net(self) -> Net | None:
        """A machine with the net that has learned this play, ready to be asked; None where there is none."""
        if self.learned_net is None or (machine := compile_native(self.program, searching=True, learning=True)) is None:
            return None
        from ..backend.native.net import Net

        made = Net(machine)
        return made if made.use(self.learned_net) else None
