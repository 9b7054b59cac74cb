"""Play the games of a shard, many at once or one by one, with counts and traces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ...base.errors import GameError, UsageError, internal
from ...base.streams import GAME, game_seed, seed_stream
from ...game.bots import bots_stream, random_choices
from ...game.game import Game
from ...game.state import State
from ...program import ir
from ...program.options import Decision, links
from ...program.outcome_columns import outcome_columns
from ...program.wording import fill
from ...records.trace import Recorder, failure, read_trace, write_failed_start
from ..counts.outcomes import ENDLESS, FAILED, outcome_row, row_columns, ruleset_payoffs
from ..counts.statistics import Tally
from .ablation import ablated_choices, is_ablation, option_bans

if TYPE_CHECKING:
    from ...backend.native import GameCounts, Machine
from .shards import Plan, Shard, empty_shard, file_name

CLOSELY = 40_000  # one in four of this many random games is counted in detail


FEW = 16  # games that are played before those who play many at once are ready


# what a mistake in generated code may raise outside State._advance, which turns it into a GameError
BUGS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Abandoned(Exception):
    """A game is abandoned, as the run is to stop."""


class CheckFailed(Exception):
    """A game violates an expectation although its rules go on; the message says which."""


def play_shard(
    game: Game,
    first: int,
    count: int,
    plan: Plan | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Shard:
    """Play the random games first .. first + count - 1 (from 0) of a run; fewer if `stopped` says so.

    The same game, numbers and plan always give the same shard, in whatever process. Raises ValueError for a seed or
    number outside 0..2**63-1 or no game at all, OSError where a trace cannot be written.
    """
    plan = plan or Plan()
    if count < 1:
        raise ValueError(f"a shard has at least one game, not {count!r}")
    for number in (first, first + count - 1):
        game_seed(plan.seed, number)
    shard = empty_shard(game, plan)
    if plan.trace:
        Path(plan.trace).mkdir(parents=True, exist_ok=True)
    end = play_games(game, plan, first, count, shard, stopped)
    shard.ranges = [(first, end)] if end > first else []
    return shard


def plays_natively(plan: Plan, count: int) -> bool:
    """Whether so many games are played natively, many at once."""
    alike = not plan.bots or is_ablation(plan.bots)
    return not plan.trace and not plan.check and not plan.again and alike and count >= FEW


def play_games(game: Game, plan: Plan, first: int, count: int, shard: Shard, stopped: Callable[[], bool] | None) -> int:
    """Play games of a shard; return the number after the last. Without checks and traces many at once."""
    at, end = first, first + count
    # once it is ready it is the fastest for a single game, too
    ready = plan.use or "native" in vars(game)
    machine = native_machine(game, plan) if plays_natively(plan, FEW if ready else count) else None
    while at < end:
        found = count_games(game, plan, machine, at, end - at, shard) if machine is not None else None
        at += found.games if found is not None else 0
        if found is not None and found.endless:
            add_endless(game, at, shard)
            at += 1
        elif at < end and (found is None or found.failed):
            # it fails, or takes longer than can be played there: this shows how
            try:
                play_game(game, plan, at, shard, stopped)
            except Abandoned:
                break
            at += 1
        if stopped is not None and stopped():
            break
    return at


def native_machine(game: Game, plan: Plan) -> Machine | None:
    """The machine that plays many games of a plan at once."""
    return game.counting() if plan.use or plan.bots else game.native


def games_a_close_look(number: int) -> int:
    """The interval of games counted in detail: that is slow, and long runs have enough anyway."""
    return 4 if number < CLOSELY else 16


def count_games(game: Game, plan: Plan, machine: Machine, first: int, count: int, shard: Shard) -> GameCounts:
    """Play the first of these games, as many as take a moment, and add them; return their counts."""
    if plan.use or plan.bots:
        never = option_bans(game, plan.bots) if plan.bots else ()
        if first < CLOSELY < first + count:
            count = CLOSELY - first
        used = machine.count_usage(
            plan.seed, first, count, plan.most, every=games_a_close_look(first) if plan.use else 0, never=never
        )
        found = used.counted
        if plan.use:
            shard.tally.counts.add_native(game.program, used)
        if shard.rows is not None:
            shard.rows.add_native(first, used)
    else:
        found = machine.count_games(plan.seed, first, count, plan.most)
    _count(game, found, shard.tally)
    return found


def count_usage(game: Game, plan: Plan, number: int, state: State, tally: Tally) -> int:
    """Add the usage of a finished game that was played step by step; return its rounds, -1 if unknown."""
    if plan.use and (machine := game.counting()) is not None:
        positions = [link.position for link in links(state.history)]
        thinking = plan.bots and not is_ablation(plan.bots)
        every = int(bool(thinking) or number % games_a_close_look(number) == 0)
        used = machine.replay_usage([(seed_stream(state.seed, GAME), positions)], every)
        tally.counts.add_native(game.program, used)
        return next((rounds for rounds, times in enumerate(used.rounds) if times), -1)
    return -1


def _count(game: Game, found: GameCounts, tally: Tally) -> None:
    """Add the outcomes of some games to a tally."""
    reasons = [fill(game.program, words) for words in game.program.reasons]
    alike: dict[int, list[tuple[int, ...]]] = {}
    for row, times in found.outcomes:
        alike.setdefault(times, []).append(row)
    for times, rows in alike.items():
        tally.add_outcomes([*zip(*rows, strict=True)], outcome_columns(game.program), reasons, times)
    tally.add_choices(found.choices)


def play_game(game: Game, plan: Plan, number: int, shard: Shard, stopped: Callable[[], bool] | None = None) -> None:
    """Play one game and add it to the shard, also if it fails or does not end.

    Raises Abandoned where bots play and `stopped` says so.
    """
    choices: list[int] = []
    tally = shard.tally
    row: list[int] | int = FAILED
    try:
        if plan.trace:
            path = Path(plan.trace, file_name(game, plan, number))
            state = play_to_trace(game, plan, number, path, False, choices, stopped)
            if plan.check:
                _check_trace(game, path)
        else:
            state = start_game(game, plan, number)
            walk(state, plan, choices, state.choose, stopped)
        if state.over:
            paid = ruleset_payoffs(state)
            tally.add_game(state.scores, state.winners, state.reason, choices, state.v[ir.TURNS], paid)
            row = outcome_row(state, choices, count_usage(game, plan, number, state, tally))
        else:
            add_endless(game, number, shard)
            return
    except GameError as error:
        tally.failed[number] = failure(game.program, error)
    except CheckFailed as error:
        tally.failed[number] = str(error)
    except BUGS as error:
        tally.failed[number] = internal(error).message
    if shard.rows is not None:
        shard.rows.add_game(number, row_columns(game.program).width, row)


def add_endless(game: Game, number: int, shard: Shard) -> None:
    """Add a game that does not end."""
    shard.tally.endless.append(number)
    if shard.rows is not None:
        shard.rows.add_game(number, row_columns(game.program).width, ENDLESS)


def start_game(game: Game, plan: Plan, number: int) -> State:
    """Start a game of a run, up to its first decision."""
    if not plan.again:
        return game.start(game_seed(plan.seed, number), log=bool(plan.bots))
    state = game.start(game_seed(plan.seed, number // plan.again), log=bool(plan.bots))
    state.seed = game_seed(plan.seed, number)  # from which the bots draw
    return state


def walk(
    state: State,
    plan: Plan,
    choices: list[int],
    take: Callable[[int, int], None],
    stopped: Callable[[], bool] | None = None,
) -> None:
    """Play a started game step by step, with the choices of its bots, as Game.played does.

    `take` makes a choice: its position among the options, and the seat. `choices` gets for each decision: number of
    options * players + seat. Raises CheckFailed where the plan has checks and one fails, GameError where the rules do,
    Abandoned as play_game.
    """
    if plan.check:
        _check_state(state)
    if is_ablation(plan.bots):
        made = ablated_choices(state, plan.bots, plan.most)
    elif plan.bots:
        made = bot_choices(state, plan, stopped)
    else:
        made = random_choices(state, bots_stream(state.seed), plan.most)
    for decision, position in made:
        take(position, decision.seat)
        choices.append(len(decision) * state.game.players + decision.seat)
        if plan.check:
            _check_state(state)


def bot_choices(state: State, plan: Plan, stopped: Callable[[], bool] | None) -> Iterator[tuple[Decision, int]]:
    """Choose as random_choices, but by the bots of a plan."""
    from ...bots.bot_seats import BotSeats
    from ...bots.by_name import bot

    table = BotSeats([bot(name) for name in plan.bots], state)
    while not state.over and state.decisions < plan.most:
        if stopped is not None and stopped():
            raise Abandoned
        decision = state.decision
        yield decision, table.choose(state, decision.seat)


def _check_state(state: State) -> None:
    """Raise CheckFailed if `always:` does not hold, or one who has to decide later has no options."""
    when = f"after decision {state.decisions:,}" if state.decisions else "after the setup"
    try:
        broken = state.broken()
        # the options of the seat that comes next are looked at when it chooses
        for seat, site in state.sites()[1:]:
            state.option_numbers(seat, site)
    except GameError as error:
        raise CheckFailed(f"{failure(state.game.program, error)} ({when})") from None
    if broken:
        raise CheckFailed(f"no longer always true {when}: {'; '.join(broken)}")


def _check_trace(game: Game, path: Path) -> None:
    """Raise CheckFailed if a recording cannot be read or does not replay as it is written."""
    from ...records.replay import is_reproducible, replay_with

    if is_reproducible(path, game):
        return
    try:
        replay_with(read_trace(path), game)
    except UsageError as error:
        raise CheckFailed(f"the recording is wrong: {' '.join(str(error).split())}") from None
    raise CheckFailed(f"the recording is wrong: {path} says the same as the game, but is not written as it is recorded")


def play_to_trace(
    game: Game,
    plan: Plan,
    number: int,
    path: Path,
    short: bool,
    choices: list[int] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> State:
    """Play the same game as `play_game`, written to a trace. Raises GameError or CheckFailed if it fails.

    The trace of a game of which a check fails ends there.
    """
    seed = game_seed(plan.seed, number)
    try:
        state = game.start(seed, log=not short or bool(plan.bots))
    except GameError as error:
        write_failed_start(path, game, seed, (), error)
        raise
    with Recorder(path, state, short=short) as recorder:
        try:
            walk(state, plan, [] if choices is None else choices, recorder.choose, stopped)
        except BUGS as error:
            raise internal(error) from error
    return state


def record_again(game: Game, plan: Plan, number: int, path: Path) -> None:
    """Write the short trace of a game that failed or did not end."""
    with suppress(GameError, CheckFailed):
        play_to_trace(game, plan, number, path, True)
