"""Run WebAssembly modules: thousands of games a call, or step by step."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isnan
from threading import Lock

from ...program import ir
from .belief import Belief
from .belief_memory import BeliefMemory
from .host import open_module
from .module import write_module
from .running_module import DECISIONS_AT_ONCE, NoRoom, Trap, key_of, to_signed
from .search_results import EDGE, MOST_FAILURES, OptionResult, read_results
from .usage_reader import GameCounts, GameUsage, read_usage
from .writing.layout import MOST_DECISIONS, MOST_EDGES, MOST_OPTIONS, PAGE, Unfit

AT_ONCE = 1 << 30  # the most games of one call
LOOKED_AT = 32  # one game in so many is counted in detail


class Machine:
    """A compiled program. Threads may share it for random games; step by step each needs its own.

    A row is what a game came to, with the columns of the layout (`program.outcome_columns`).
    counting: uses are counted, which takes a little longer. searching: states are sampled (`lay`, `sample`).
    solving: the tree is walked (tree_walk.py). Raises Unfit where a program cannot be played here.
    """

    def __init__(
        self,
        program: ir.Program,
        counting: bool = False,
        searching: bool = False,
        solving: bool = False,
        learning: bool = False,
    ) -> None:
        self.program = program
        text, self.layout = write_module(program, counting, searching, solving, learning)
        self.spared: tuple[int, ...] = ()  # the last setting of `never`
        self.laid: tuple[Belief, int, bytes, bytes] | None = None  # its sheet's address, memory and stream
        self.lock = Lock()  # a call releases other threads, and there is one memory
        try:
            self.module = open_module(text)
        except NoRoom as error:
            raise Unfit(f"it is too large, or there is no room for it: {error}") from None

    # -- random games: new ones, or from the state at an address on, whose own stream stays as it is

    def rows(self, seed: int, first: int, count: int, most: int, start: int = 0) -> Iterator[list[int] | None]:
        """The outcome rows of random games first .. first + count - 1 of a run, of at most `most` decisions each.

        None where a game fails or goes on for too long.
        """
        fields, end = self.layout.fields, first + count
        while first < end:
            with self.lock:
                done, failed = self.run(seed, first, end - first, most, False, start)
                numbers = self.numbers(self.layout.outcomes, fields * done)
            for number in range(done):
                yield numbers[number * fields : (number + 1) * fields]
            first += done
            if failed:
                yield None
                first += 1

    def count_games(self, seed: int, first: int, count: int, most: int, start: int = 0) -> GameCounts:
        """Return the counts of the first of these games, as many as take a moment."""
        with self.lock:
            return self.tally_games(seed, first, count, most, start)

    def count_usage(
        self,
        seed: int,
        first: int,
        count: int,
        most: int,
        start: int = 0,
        every: int = LOOKED_AT,
        never: Sequence[int] = (),
    ) -> GameUsage:
        """Return the counts and usage of these games; needs a machine that counts usage.

        Tests, parts, gaps, course and standings are counted of the games whose number is a multiple of `every`, since
        they take a while; of none if it is 0; no standings where a score cannot be worked out before the end.
        never: for each of `Uses.options` who does not choose it (a bit for each seat) as long as there is another one;
        where there is none they choose among what is offered. It counts as offered all the same.
        """
        assert self.layout.uses is not None
        with self.lock:
            self.never(never)
            found = self.counted_uses(seed, first, count, most, start, every)
        if found.counted.failed and not found.counted.endless and every and not self.layout.uses.sure:
            # perhaps only a score failed: the next call begins with that game, and plays it without scores
            if not found.counted.games:
                return self.count_usage(seed, first, 1, most, start, 0, never)
            found.counted.failed = False
        return found

    def replay_usage(self, games: Sequence[tuple[int, Sequence[int]]], every: int = LOOKED_AT) -> GameUsage:
        """Return the usage of games played elsewhere, by replaying the first of them, as many as take a moment.

        Of each the start of its stream and the position of each choice among the options; of those who decide together
        the first chooses first. `failed` says that the next one fails, or does not end with its choices.
        """
        words = array("i")
        for random, positions in games:
            words.frombytes(stream_bytes(random))
            words.extend([len(positions), *positions])
        at, size = self.place(0), 4 * len(words)
        self.place(size // self.layout.size + 1)
        with self.lock:
            self.never(())
            self.module.write(words.tobytes(), at)
            self.module.set_value("told", at)
            try:
                return self.counted_uses(0, 0, len(games), AT_ONCE, 0, every)
            finally:
                self.module.set_value("told", 0)

    def counted_uses(self, seed: int, first: int, count: int, most: int, start: int, every: int) -> GameUsage:
        """Play games and return their usage; the caller holds the lock."""
        self.module.set_value("every", every)
        counted = self.tally_games(seed, first, count, most, start)

        return read_usage(self.layout, self.memory, counted, self.value("looks"), self.value("standings"))

    def never(self, never: Sequence[int]) -> None:
        """Set which seats never choose which options from now on."""
        if self.spared == tuple(never):
            return
        uses = self.layout.uses
        assert uses is not None
        if any(never) and self.program.players > 32:
            raise ValueError("options can be left out only in games of at most 32 players")
        bits = [*never, *[0] * (len(uses.options) - len(never))]
        for option, card in uses.cards:
            bits[option] |= bits[card]
        words = array("I", [bits[option] for table in uses.tables for option in table])
        self.module.write(words.tobytes(), self.layout.sites[0] if words else 0)
        self.module.set_value("never", int(any(words)))
        self.spared = tuple(never)

    def tally_games(self, seed: int, first: int, count: int, most: int, start: int) -> GameCounts:
        """Play games and return their counts; the caller holds the lock."""
        size = self.layout.fields + 1
        done, failed = self.run(seed, first, count, most, True, start)
        numbers = self.numbers(self.layout.outcomes, self.value("kept") * size)
        choices = self.numbers(self.layout.choices, MOST_OPTIONS * self.program.players)
        outcomes = [(tuple(numbers[at + 1 : at + size]), numbers[at]) for at in range(0, len(numbers), size)]
        among = Counter({n: times for n, times in enumerate(choices) if times})
        return GameCounts(done, failed, outcomes, among, failed and self.endless(most))

    def endless(self, most: int) -> bool:
        """Whether the last game of `run` failed only because it exceeds the decision limit."""
        return bool(self.value("endless")) and most <= MOST_DECISIONS

    def failing_state(
        self, seed: int, number: int, most: int, never: Sequence[int] = ()
    ) -> tuple[list[int], list[list[int]], int, int] | None:
        """The state of game `number` where it fails or exceeds the decision limit; None if it ends.

        As State has it: v, z and the game's stream; then that of the bots. never: as for `used`. Where it fails this
        is in the middle of a step.
        """
        with self.lock:
            if self.layout.uses is not None:
                self.never(never)
                self.module.set_value("every", 0)
            if not self.run(seed, number, 1, most, False, 0)[1]:
                return None
            upper, lower = memoryview(self.memory(self.layout.bots, 16)).cast("Q")
            return *self.state(self.layout.state), upper << 64 | lower

    def run(self, seed: int, first: int, count: int, most: int, counted: bool, start: int) -> tuple[int, bool]:
        """Play games; return how many were finished, and whether the next one fails."""
        limits = min(AT_ONCE, count), min(most, AT_ONCE), int(counted), DECISIONS_AT_ONCE
        failed = False
        try:
            self.module.call("run", start, seed, first, *limits)
        except Trap:
            failed = True
        return self.value("played"), failed

    # -- states step by step, at addresses that `place` gives; what is not possible raises Trap

    def place(self, number: int) -> int:
        """The address for state number 0, 1, 2, ...; the memory grows as needed."""
        size = self.layout.size
        at = self.layout.pages * PAGE + number * size
        missing = at + size - self.module.size()
        if missing > 0:
            self.module.grow(-(-missing // PAGE))
        return at

    def start(self, at: int, random: int) -> None:
        """Start a new game and play to its first decision; `random` is the state of its stream."""
        self.module.call("start", at, to_signed(random >> 64), to_signed(random))

    def load(self, at: int, v: list[int], z: list[list[int]], random: int) -> None:
        """Write a state, as State has it, to memory. Raises Unfit if something in it is too large."""
        upper, lower = random >> 64, random
        words = [lower_half(word) for word in (upper, upper >> 32, lower, lower >> 32)] + v
        words += [0] * (self.layout.size // 4 - len(words))
        for listed, offset, room in zip(z, self.layout.lists, self.layout.rooms, strict=True):
            if len(listed) > room:
                raise Unfit("a list is too long")
            words[offset // 4 : offset // 4 + 1 + len(listed)] = [len(listed), *listed]
        try:
            self.module.write(array("i", words).tobytes(), at)
        except OverflowError:
            raise Unfit("a number is too large") from None

    def state(self, at: int) -> tuple[list[int], list[list[int]], int]:
        """Read the state at an address as State has it: v, z and the game's stream."""
        numbers = self.numbers(at, self.layout.size // 4)
        starts = [offset // 4 for offset in self.layout.lists]
        stream = [word & 0xFFFFFFFF for word in numbers[:4]]
        z = [numbers[start + 1 : start + 1 + numbers[start]] for start in starts]
        random = (stream[1] << 32 | stream[0]) << 64 | stream[3] << 32 | stream[2]
        return numbers[4 : 4 + len(self.program.ints)], z, random

    def options(self, at: int, seat: int) -> list[int]:
        """The numbers of the options of a seat that has to decide."""
        return self.numbers(self.layout.options, self.module.call("options", at, seat))

    def choose(self, at: int, seat: int, option: int) -> None:
        """Take a legal option, and play on to the next decision."""
        self.module.call("choose", at, seat, option)

    def replay(self, at: int, positions: list[int], chance: list[int] | None = None) -> int:
        """Take options by their positions, for seats that decide together in order; return how many the game took.

        `chance`: what each draw among several gives, instead of the game's stream.
        """
        begin = self.layout.journal
        numbers = [*positions, *(chance or [])]
        self.module.write(array("i", numbers).tobytes(), begin)
        middle, end = begin + 4 * len(positions), begin + 4 * len(numbers)
        given = (0, 0) if chance is None else (middle, end)
        try:
            made: int = self.module.call("replay", at, begin, middle, *given)
        except Trap:
            self.module.call("replay", at, 0, 0, 0, 0)  # chance draws again
            raise
        return made

    def copy(self, to: int, at: int) -> None:
        """Copy a state to another address."""
        self.module.call("copy", to, at)

    def hash(self, at: int) -> int:
        """A 64-bit hash of a state; equal states have equal hashes."""
        found: int = self.module.call("hash", at)
        return found

    def ways(self, at: int, depth: int) -> int | None:
        """The number of ways to continue for so many choices (perft); chance is drawn by the state's stream.

        None where the rules fail on one of them.
        """
        each = self.layout.arena - self.layout.options + self.layout.size
        self.place(2 + (at - self.place(0)) // self.layout.size + depth * (1 + each // self.layout.size))
        try:
            found: int = self.module.call("ways", at, depth, at + self.layout.size)
        except Trap:
            return None
        return found

    # -- states that a seat cannot tell apart, in a machine that searches

    def lay(self, doubt: Belief) -> None:
        """Load the belief to sample from; states 0 and 1 stay free. Raises Unfit if it does not fit.

        The sampling stream has to be set afterwards (`draw_from`).
        """
        begin, stream = self.place(2), self.layout.sampling
        if self.laid is not None and self.laid[0] is doubt:
            # again, as for each option of a greedy bot: restore the memory from before any draw
            _, sheet, data, drawn = self.laid
            self.module.write(data, begin)
            self.module.write(drawn, stream)
            self.module.set_value("sheet", sheet)
            return
        self.laid = None
        sheet, end = self.prepare_belief(doubt)
        data, drawn = (bytes(self.module.read(*ends)) for ends in ((begin, end), (stream, stream + 16)))
        self.laid = doubt, sheet, data, drawn

    def prepare_belief(self, doubt: Belief) -> tuple[int, int]:
        """Write a belief to memory; return where its words begin and end."""
        self.draw_from(1)  # what is tried beforehand is the same each time
        positions = doubt.positions
        states = [self.place(2 + number) for number in range(len(positions) + 1)]  # one more to play in
        for at, position in zip(states, positions, strict=False):
            self.load(at, position.v, position.z, 1)
        at = states[-1] + self.layout.size
        data = BeliefMemory(self.program, self.layout, doubt, at, states).bytes()
        self.place(2 + len(states) + len(data) // self.layout.size)
        self.module.write(data, at)
        self.module.set_value("sheet", at)
        try:
            self.module.call("prepare")
        except Trap:  # a choice cannot be tested for other cards
            return self.prepare_belief(replace(doubt, witnessed=[]))
        return at, at + len(data)

    def draw_from(self, random: int) -> None:
        """Set the state of the sampling stream, for all samples from now on."""
        self.module.write(stream_bytes(random), self.layout.sampling)

    def sample(self, at: int) -> None:
        """Write a sample of the loaded belief to an address, with chance of its own."""
        self.module.call("sample", at)

    def own_options(self, doubt: Belief) -> list[int]:
        """The numbers of the belief's options in the last sample."""
        return [self.module.call("own_option", position) for position in range(len(doubt.options))]

    def search(
        self, doubt: Belief, seat: int, iterations: int, random: int, proving: bool = False
    ) -> list[OptionResult]:
        """Run so many iterations of tree search; return the result of each of the belief's options, in order.

        random: any whole number; the same one gives the same result everywhere. proving: how a game ends is a proof.
        Raises Unfit where it does not fit.
        """
        with self.lock:
            options = self.prepare_search(doubt, seat, random, iterations)
            self.module.set_value("proving", int(proving))
            self.repeat("search", iterations)
            self.module.call("tell")
            begin = self.layout.journal
            return read_results(bytes(self.module.read(begin, begin + EDGE.size * options)))

    def playouts(self, doubt: Belief, seat: int, position: int, count: int, random: int) -> list[float]:
        """The mean payoff of each seat in random games, each from a sample in which the seat takes an option.

        position: of the option. random: as for `search`. All are nan where no game comes to an end.
        """
        with self.lock:
            self.prepare_search(doubt, seat, random)
            return self.roll_out(position, False, count)

    def standings(self, doubt: Belief, seat: int, samples: int, random: int) -> list[float]:
        """A seat's mean lead right after each of its options, over so many samples, in order.

        Ahead of the best of the others, by the first thing that `winner:` names, or by the score if that is a list; a
        payoff counts a million times as much where the game is over. Where that has no value right after some option:
        the mean payoff of random games, for all of them. nan where the rules fail.
        """
        with self.lock:
            for by_standing in (True, False):
                found = []
                for position in range(len(doubt.options)):
                    self.prepare_search(doubt, seat, random)
                    found.append(self.roll_out(position, by_standing, samples)[seat])
                if not any(map(isnan, found)):
                    break
        return found

    def prepare_search(self, doubt: Belief, seat: int, random: int, iterations: int = 0) -> int:
        """Prepare a search; return the number of the seat's options."""
        options = len(doubt.options)
        edges = min(MOST_EDGES, 1 << (2 * iterations + options).bit_length())
        self.module.call("plant", seat, options, edges, key_of(random))
        self.lay(doubt)  # it draws, too
        return options

    def repeat(self, name: str, *arguments: int) -> None:
        """Call a function that may stop early or fail until it has begun as often as its last argument says."""
        failures = 0
        while self.value("searched") < arguments[-1] and failures < MOST_FAILURES:
            try:
                self.module.call(name, *arguments, DECISIONS_AT_ONCE)
            except Trap:
                failures += 1

    def roll_out(self, position: int, by_standing: bool, count: int) -> list[float]:
        """The mean value of random games after an option, for each seat."""
        self.repeat("rollouts", position, int(by_standing), count)
        players, games = self.program.players, self.value("finished")
        begin = self.layout.values + 8 * players
        sums = memoryview(bytes(self.module.read(begin, begin + 8 * players))).cast("d")
        return [one / games if games else float("nan") for one in sums]

    # -- memory

    def value(self, name: str) -> int:
        """Read a global number of the module."""
        found: int = self.module.value(name)
        return found

    def memory(self, at: int, size: int) -> bytes:
        """Read so many bytes of memory."""
        return bytes(self.module.read(at, at + size))

    def numbers(self, at: int, count: int) -> list[int]:
        """Read so many numbers of memory."""
        data = self.module.read(at, at + 4 * count)
        return memoryview(data).cast("i").tolist()


def stream_bytes(random: int) -> bytes:
    """The state of a random stream as bytes of memory."""
    return (random >> 64).to_bytes(8, "little") + (random & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little")


def lower_half(number: int) -> int:
    """The lower 32 bits as a signed number."""
    return ((number & 0xFFFFFFFF) ^ 1 << 31) - (1 << 31)
