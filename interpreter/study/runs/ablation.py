"""Ablation: a random player never chooses an option; its win rate shows what the option is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...base.errors import UsageError
from ...base.similar import ask_if_meant as meant_by
from ...base.streams import Stream
from ...game.bots import bots_stream
from ...game.game import Game
from ...game.state import State
from ...program.options import Decision
from ..counts.statistics import Tally
from ..counts.usage import UsageReporter

RANDOM, WITHOUT, AND = "random", "random without ", " and without "


def ablation_lineup(words: Sequence[str], players: int) -> list[str]:
    """The lineup of one random player that never chooses options of these words, and others without restriction."""
    return [WITHOUT + AND.join(words), *[RANDOM] * (players - 1)]


def is_ablation(bots: Sequence[str]) -> bool:
    """Whether these bots are random players, one of whom leaves options out."""
    return any(name.startswith(WITHOUT) for name in bots)


@lru_cache(maxsize=8)
def option_bans(game: Game, bots: tuple[str, ...]) -> tuple[int, ...]:
    """For each counted option the seats that never choose it, as a bit mask.

    Meant are options, and cards in whatever decision, that are called by these words or begin with them (`Offer` for
    all offers), and options whose path ends in them, with ` > ` between the steps. Raises UsageError where there is
    none, or games cannot be played natively.
    """
    machine = game.counting()
    if machine is None or machine.layout.uses is None:
        raise UsageError("leaving options out needs wasmtime: pip install wasmtime")
    reporter = UsageReporter(game, machine.layout.uses, Tally(game.players))
    named = [reporter.describe_option(number) for number in range(len(machine.layout.uses.options))]
    paths = [" > ".join(use.path).casefold() if use is not None else "" for use in named]
    bits = [0] * len(paths)
    for seat, name in enumerate(bots):
        for words in name.removeprefix(WITHOUT).split(AND) if name.startswith(WITHOUT) else ():
            ending = f" > {words.casefold()}"
            begun = f"{ending.rpartition(' > ')[2]} "
            meant = [
                n
                for n, path in enumerate(paths)
                if f" > {path}".endswith(ending) or path.rpartition(" > ")[2].startswith(begun)
            ]
            if not meant:
                known = sorted({use.path[-1] for use in named if use is not None})
                hint = meant_by(words, known, "`simulate --usage --format csv` names all")
                raise UsageError(f"there is no option or card {words}. {hint}")
            for number in meant:
                bits[number] |= 1 << seat
    return tuple(bits)


def ablated_choices(
    state: State, bots: tuple[str, ...], most: int, stream: Stream | None = None
) -> Iterator[tuple[Decision, int]]:
    """Choose as game.random_choices, but without the left-out options where another one is offered.

    stream: what they draw from, if not that of the state's seed.
    """
    game, stream = state.game, stream or bots_stream(state.seed)
    bits, machine = option_bans(game, bots), game.counting()
    assert machine is not None and machine.layout.uses is not None
    uses = machine.layout.uses
    cards = dict(uses.cards)
    while not state.over and state.decisions < most:
        decision = state.decision
        options = [uses.tables[decision.of.number][number] for number in decision.numbers]
        allowed = [
            position
            for position, option in enumerate(options)
            if not (bits[option] | bits[cards.get(option, option)]) >> decision.seat & 1
        ] or [*range(len(options))]
        yield decision, allowed[stream.draw(len(allowed))]
