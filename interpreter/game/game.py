"""Games: a ruleset compiled for a number of players, to be started, and saved games. See docs/api.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from ..backend.blocks import Code, compile_program
from ..backend.bulk.playout import Playout, compile_playout
from ..backend.bulk.whole import Asking, Whole, compile_asking, compile_whole
from ..backend.outcome import PAYOFFS
from ..base.errors import GameError, UsageError
from ..base.streams import GAME, game_seed, is_state, seed_stream, streams_of_run
from ..program import ir
from .live import Live
from .state import SAVE_FORMAT, State, bots_stream, random_playout, sampling_stream, step_by_step

__all__ = ["SAVE_FORMAT", "Game", "State", "bots_stream", "random_playout", "sampling_stream", "step_by_step"]


class Game:
    """A ruleset for a fixed number of players and options, compiled. Start it as often as you like."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.players = program.players
        self._codes: dict[bool, Code] = {}
        self._playouts: dict[bool, Playout] = {}
        self._wholes: dict[str, Whole] = {}
        self._asking: Asking | None = None
        self.sights: dict[int, Any] = {}  # for seen.py: what each seat may see, worked out once

    def __reduce__(self) -> tuple[type[Game], tuple[ir.Program]]:
        # for other processes: functions cannot be sent, they are generated again there
        return Game, (self.program,)

    @property
    def name(self) -> str:
        """The game's title."""
        return self.program.game

    @property
    def hash(self) -> str:
        """The ruleset's hash: the same for rulesets that differ only in layout, comments and documentation."""
        return self.program.hash

    def code(self, events: bool) -> Code:
        """The generated functions, with or without writing the log."""
        if events not in self._codes:
            self._codes[events] = compile_program(self.program, events)
        return self._codes[events]

    def playout(self, counted: bool) -> Playout:
        """The generated function that plays whole games, with or without counting the options of each decision."""
        if counted not in self._playouts:
            self._playouts[counted] = compile_playout(self.program, counted)
        return self._playouts[counted]

    def whole(self, kind: str) -> Whole:
        """The generated function that plays games from their start and says what they came to: see outcome.py."""
        if kind not in self._wholes:
            self._wholes[kind] = compile_whole(self.program, kind)
        return self._wholes[kind]

    @property
    def asking(self) -> Asking:
        """The generator that plays games from their start and asks for each choice."""
        if self._asking is None:
            self._asking = compile_asking(self.program)
        return self._asking

    def start(self, seed: int = 0, log: bool = True) -> State:
        """A new game up to its first decision. Raises ValueError for a seed outside 0..2**63-1."""
        if not log:
            return Live(self, seed, self._asking or self.asking)
        state = State(self, seed, seed_stream(seed, GAME), log)
        state._advance(0)
        return state

    def begun(self, seed: int) -> State:
        """The same as `start` without a log, played block by block."""
        state = self.unstarted(seed)
        state._advance(0)
        return state

    def unstarted(self, seed: int) -> State:
        """A new game before its setup, without a log: for random_playout."""
        return State(self, seed, seed_stream(seed, GAME), False)

    def played(self, seed: int, most: int = 100_000, choices: list[int] | None = None) -> State:
        """The whole random game of a seed, its bots' choices drawn from the same seed.

        See random_playout for `most`, `choices` and the errors.
        """
        state = self.unstarted(seed)
        random_playout(state, bots_stream(seed), most, choices)
        return state

    def results(self, seed: int, count: int, first: int = 0, most: int = 100_000) -> Iterator[tuple[list[float], int]]:
        """The payoffs and the number of decisions of random games number first .. first + count - 1 of a run.

        They are State.payoffs and decisions of `played(game_seed(seed, number), most)`, found in less time.
        Raises ValueError as game_seed, GameError where the rules fail.
        """
        play = self.whole(PAYOFFS).play
        for number, (random, bots) in enumerate(streams_of_run(seed, first, count), first):
            try:
                payoffs, decisions, _, _ = play(random, bots, most, None)
            except Exception:
                # it goes on for too long, or fails: this says how
                state = self.played(game_seed(seed, number), most)
                payoffs, decisions = state.payoffs, state.decisions
            yield payoffs, decisions

    def from_json(self, data: dict[str, Any]) -> State:
        """The state saved by State.to_json. Raises UsageError where it does not belong to this game or is damaged."""
        return _read_save(self, data)


def _read_save(game: Game, data: Any) -> State:
    if not isinstance(data, dict) or data.get("format") != SAVE_FORMAT:
        raise UsageError(f"this is not a saved game (its format should be {SAVE_FORMAT!r})")
    for key, own in (
        ("hash", game.hash),
        ("players", game.players),
        ("options", json.loads(json.dumps(game.program.options))),
    ):
        if data.get(key) != own:
            what = "this game was saved with another ruleset, number of players or options"
            raise UsageError(f"{what}: {key} is {data.get(key)!r}, here {own!r}")
    try:
        random, seed = int(data["random"]), data["seed"]
        v, z = list(data["v"]), [list(items) for items in data["z"]]
        choices = [(seat, number) for seat, number in data["choices"]]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise UsageError("the saved game is damaged: something in it is missing or of the wrong kind") from None
    if not all(isinstance(number, int) for number in chain((seed,), v, *z, *choices)):
        raise UsageError("the saved game is damaged: something in it is no whole number")
    program = game.program
    if (
        len(v) != len(program.ints)
        or len(z) != len(program.lists)
        or not is_state(random)
        or not -1 <= v[0] < len(program.blocks)
    ):
        raise UsageError("the saved game is damaged: its numbers do not fit this game")
    try:
        state = _replayed(game, seed, choices, bool(data.get("logged")))
    except (ValueError, GameError) as error:
        raise UsageError(f"the saved game is damaged: {error}") from None
    if state.v != v or state.z != z or state.random != random:
        raise UsageError("the saved game is damaged: its choices do not lead to its state")
    return state


def _replayed(game: Game, seed: int, choices: Sequence[tuple[int, int]], log: bool) -> State:
    """The game from its start with these (seat, option number) choices."""
    state = game.start(seed, log)
    for position, (seat, number) in enumerate(choices):
        sites = dict(state.sites())
        if seat not in sites or number not in state.option_numbers(seat, sites[seat]):
            raise UsageError(f"choice {position + 1} of the saved game is not possible with this ruleset")
        state.choose(state.option(sites[seat], number), seat)
    return state
