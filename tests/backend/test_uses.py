"""What native play counts of a game: the same as the log of the game tells, and as block by block."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers.games import CASES, Case, each
from helpers.small_games import written as saved
from oracle.evaluate import Machine as Oracle_
from oracle.evaluate import _Run

from stammtisch.backend.native.machine import Machine
from stammtisch.backend.native.module import Module, write_module
from stammtisch.backend.native.usage_reader import GameUsage
from stammtisch.backend.native.writing.uses import CARDS, MOST_GAP, MOST_ROUNDS, REST, CountedOption, Uses, whole
from stammtisch.base.streams import GAME, Stream, game_seed, seed_stream
from stammtisch.game.bots import bots_stream
from stammtisch.game.game import Game
from stammtisch.game.refusals import candidates
from stammtisch.game.state import State
from stammtisch.program import ir
from stammtisch.program.trees import uses
from stammtisch.seats.score import START, score_parts

GAMES = 6
NAMES = ("tictactoe", "kuhn", "leduc", "goofspiel", "munchhausen", "ofertu", "balvin", "warrender", "bierfest")
SOME = [case for case in CASES if case.ruleset in NAMES and not case.variant and case.players == 2]
SOME += [Case(name, "", 3) for name in ("munchhausen", "balvin", "kuhn")]


class Told:
    """The same numbers as GameUsage has, from games with a log."""

    def __init__(self, game: Game, machine: Machine, never: dict[CountedOption, int] | None = None) -> None:
        self.game, self.program, self.uses, self.never = game, game.program, uses_of(machine), never or {}
        seats = range(game.players + 1)
        self.options: dict[CountedOption, list[list[int]]] = defaultdict(lambda: [[0] * 8 for _ in seats[:-1]])
        self.steps: dict[int, list[list[int]]] = defaultdict(lambda: [[0] * 4 for _ in seats])
        self.several: dict[int, list[list[int]]] = defaultdict(lambda: [[0] * 4 for _ in seats])
        self.gains: Counter[tuple[str, str, int]] = Counter()
        self.rounds, self.gaps = Counter[int](), Counter[tuple[int, int]]()
        self.course: Counter[Any] = Counter()
        self.played: list[tuple[int, list[int]]] = []
        self.ends: Counter[tuple[int, ...]] = Counter()
        self.tests: Counter[tuple[int, int, int, str, int]] = Counter()
        self.parts: Counter[tuple[int, int, int]] = Counter()

    def option(self, site: int, number: int) -> CountedOption:
        entries = self.program.sites[site].entries
        at = next(n for n, e in enumerate(entries) if e.base <= number < e.base + e.count)
        x = number - entries[at].base + entries[at].low
        if entries[at].kind.startswith("card "):
            card = self.program.cards[x]
            x = next(
                n for n, c in enumerate(self.program.cards) if (c.component, c.look) == (card.component, card.look)
            )
        return CountedOption(site, at, REST if entries[at].kind.startswith("group ") else x)

    def of(self, site: int, number: int) -> list[CountedOption]:
        """An option, and the card by itself."""
        option = self.option(site, number)
        card = self.program.sites[site].entries[option.entry].kind.startswith("card ")
        return [option, *([CountedOption(CARDS, CARDS, option.member)] if card else [])]

    def positions(self, state: State, stream: Stream) -> Iterator[tuple[int, int, list[int], int]]:
        """Who decides, where, the options, and the position of the one that is taken, at random among those allowed."""
        while not state.over:
            seat, site = state.sites()[0]
            numbers = state.option_numbers(seat, site)
            allowed = [
                at
                for at, number in enumerate(numbers)
                if not any(self.never.get(option, 0) >> seat & 1 for option in self.of(site, number))
            ] or [*range(len(numbers))]
            yield seat, site, numbers, allowed[stream.draw(len(allowed))]

    def play(self, number: int, looked: bool = True) -> None:
        """One more game of run 1, looked at more closely or not."""
        seed = game_seed(1, number)
        state, offered, chosen, several = (
            self.game.start(seed),
            Counter[Any](),
            Counter[Any](),
            Counter[Any](),
        )
        last: dict[int, int] = {}
        taken: list[int] = []
        for at, (seat, site, numbers, position) in enumerate(self.positions(state, bots_stream(seed))):
            offered.update((seat, option) for number in numbers for option in self.of(site, number))
            chosen.update((seat, option) for option in self.of(site, numbers[position]))
            several[seat, site] += len(numbers) > 1
            if looked:
                self.test(state, seat, site)
                self.course[at] += 1
                self.course[at, "options"] += len(numbers)
                self.gaps[seat, min(at - last.get(seat, -1) - 1, MOST_GAP - 1)] += 1
            last[seat] = at
            taken.append(position)
            state.choose(position, seat)
        self.played.append((seed_stream(seed, GAME), taken))
        won = [
            whole(self.program) // len(state.winners) if seat in state.winners else 0
            for seat in range(state.game.players)
        ]
        for (seat, option), times in offered.items():
            picked, share = chosen[seat, option], won[seat]
            ways = [share, share * share, 0, 0] if picked else [0, 0, share, share * share]
            add(self.options[option][seat], [times, picked, 1, int(picked > 0), *ways])
        for (seat, site), times in several.items():
            add(self.several[site][seat], [times, 1, won[seat], won[seat] ** 2] if times else [0] * 4)
        self.end(state, [*won, 0], looked)

    def test(self, state: State, seat: int, site: int) -> None:
        """Which tests the options meet that could be asked about, each up to the first that it does not.

        Tests before the first that reads the value are asked once for all values of an entry.
        """
        evaluate = state.evaluator(seat)
        entries = self.program.sites[site].entries
        numbers = candidates(self.program.sites[site], evaluate)
        for at, entry in enumerate(entries):
            values = [n - entry.base + entry.low for n in numbers if entry.base <= n < entry.base + entry.count]
            for place, test in enumerate(entry.tests):
                alike = not any(uses(one.expr, "x") for one in entry.tests[: place + 1])
                met = {x: bool(evaluate(test.expr, x)) for x in ([0] if alike else values)}
                for answer in met.values():
                    self.tests[site, at, place, "met" if answer else "unmet", seat] += 1
                values = [x for x in values if met[0 if alike else x]]
                if alike and not met[0]:
                    break

    def end(self, state: State, won: list[int], looked: bool) -> None:
        assert state.log is not None
        actor, steps = self.game.players, Counter[tuple[int, int]]()
        rounds: list[tuple[int, int]] = []
        for kind, *told in state.log.raw_events():
            if kind in ("choose", "turn"):
                actor = told[1]
            if kind == "turn":
                rounds += [(told[0], told[2])] if rounds[-1:] != [(told[0], told[2])] else []
            if kind == "step":
                steps[told[0], actor] += 1
        self.rounds[min(len(rounds), MOST_ROUNDS)] += 1
        for (node, seat), times in steps.items():
            add(self.steps[node][seat], [times, 1, won[seat], won[seat] ** 2])
        self.ends[(*state.scores, *(int(seat in state.winners) for seat in range(self.game.players)))] += 1
        for seat in range(self.game.players if looked else 0):
            for number, (_, sign, expr) in enumerate(self.uses.parts):
                amount = sign * state.evaluator(seat)(expr, 0)
                self.parts[number, seat, 1] += amount
                self.parts[number, seat, 2] += amount**2
            assert sum(sign * state.evaluator(seat)(expr, 0) for _, sign, expr in self.uses.parts) == state.scores[seat]
        for seat in range(self.game.players):
            for part in score_parts(state, seat):
                for line in part.parts if part.kind == "counter" else ():
                    if line.words != START:
                        self.gains[part.words, line.words, seat] += line.amount

    def compare(self, used: GameUsage) -> None:
        """That the counts are the same."""
        uses, program = self.uses, self.program
        named = zip(uses.options, used.options, strict=True)
        assert {o: [[*one] for one in of] for o, of in named if any(map(any, of))} == self.options
        marks = [*zip(uses.marks, used.marks, strict=True)]
        steps = {mark.node: [[*one] for one in of] for mark, of in marks if mark.kind == "step" and any(map(any, of))}
        assert steps == self.steps
        several = {m.number: [[*one] for one in of] for m, of in marks if m.kind == "several" and any(map(any, of))}
        assert several == {site: of for site, of in self.several.items() if any(map(any, of))}
        tests = {
            (*uses.test(mark), mark.kind, seat): use.times
            for mark, of in marks
            for seat, use in enumerate(of)
            if mark.kind in ("met", "unmet") and use.times
        }
        assert tests == self.tests
        for number, of_part in enumerate(used.parts):
            for seat, found in enumerate(of_part):
                assert found == (self.parts[number, seat, 1], self.parts[number, seat, 2])
        assert {n: games for n, games in enumerate(used.rounds) if games} == self.rounds
        assert {(s, n): games for s, of in enumerate(used.gaps) for n, games in enumerate(of) if games} == self.gaps
        assert used.course == [(self.course[n], self.course[n, "options"]) for n in range(len(used.course))]
        ends, size = Counter[tuple[int, ...]](), 2 * self.game.players
        for row, times in used.counted.outcomes:
            ends[row[:size]] += times
        assert ends == self.ends
        parts, gains = [part for part in program.score_parts if part.kind == "counter"], Counter[tuple[str, str, int]]()
        if len(parts) == len(uses.counters):  # none of them lies in a sum
            for (node, counter), of in zip(uses.gains, used.gains, strict=True):
                for seat, (total, squares) in enumerate(of):
                    gains[parts[counter].words, program.nodes[node].words, seat] += total
                    assert squares >= abs(total)
            assert {key: n for key, n in gains.items() if n} == {key: n for key, n in self.gains.items() if n}


def add(to: list[int], more: list[int]) -> None:
    to[:] = [a + b for a, b in zip(to, more, strict=True)]


def uses_of(machine: Machine) -> Uses:
    assert machine.layout.uses is not None
    return machine.layout.uses


class Oracle:
    """What the plain evaluator does in a game of run 1, told statement by statement."""

    def __init__(self, program: ir.Program, told: Callable[[_Run, list[Any]], None], patch: pytest.MonkeyPatch) -> None:
        self.machine, plain = Oracle_(program), _Run.statement

        def statement(run: _Run, stmt: list[Any]) -> None:
            told(run, stmt)
            if stmt[0] not in ("passed", "gain", "begin", "turn"):
                plain(run, stmt)

        patch.setattr(_Run, "statement", statement)

    def play(self, number: int) -> None:
        seed = game_seed(1, number)
        state, bots = self.machine.start(seed_stream(seed, GAME)), bots_stream(seed)
        while not self.machine.over(state):
            seat = self.machine.pending(state)[0][0]
            options = self.machine.options(state, seat)
            self.machine.apply(state, seat, options[bots.draw(len(options))])
        self.state = state


@cache
def counting(case: Case) -> Machine:
    return Machine(case.game.program, True)


def native(machine: Machine, games: int) -> GameUsage:
    found = machine.count_usage(1, 0, games, 100_000, every=1)
    assert found.counted.games == games and not found.counted.failed
    return found


@pytest.mark.parametrize("case", each(SOME, SOME), ids=str)
def test_the_counts_are_those_of_games_with_a_log(case: Case) -> None:
    machine = counting(case)
    told = Told(case.game, machine)
    for number in range(GAMES):
        told.play(number)
    used = native(machine, GAMES)
    plain, fields = Machine(case.game.program).count_games(1, 0, GAMES, 100_000), machine.layout.ranks
    came_to = Counter[tuple[int, ...]]()
    for row, times in used.counted.outcomes:
        came_to[row[:fields]] += times
    assert (used.counted.games, used.counted.failed, used.counted.choices) == (GAMES, False, plain.choices)
    assert came_to == Counter(dict(plain.outcomes))
    assert len(used.order) == GAMES
    told.compare(used)
    assert used.looks == GAMES and machine.count_usage(1, 0, GAMES, 100_000).looks == 1
    assert machine.replay_usage(told.played, every=1) == used


@pytest.mark.parametrize("case", each(SOME, SOME), ids=str)
def test_options_that_a_seat_never_chooses_are_chosen_only_where_there_is_no_other(case: Case) -> None:
    machine = counting(case)
    options = uses_of(machine).options
    never = {option: 1 << n % 3 for n, option in enumerate(options) if option.site != CARDS and n % 2 == 0}
    never |= {option: 1 for option in options if option.site == CARDS and option.member < 9}
    told = Told(case.game, machine, never)
    for number in range(GAMES):
        told.play(number, False)
    bits = [never.get(option, 0) for option in options]
    used = machine.count_usage(1, 0, GAMES, 100_000, every=0, never=bits)
    told.compare(used)
    assert machine.count_usage(1, 0, GAMES, 100_000, every=0) != used
    assert machine.replay_usage(told.played, every=0) == used


def test_games_that_are_told_wrongly_fail() -> None:
    game = Case("kuhn", "", 2).game
    machine = Machine(game.program, True)
    told = Told(game, machine)
    for number in range(3):
        told.play(number)
    (random, positions), *others = told.played
    for wrong in ([*positions, 0], positions[:-1], [*positions[:-1], 2]):
        used = machine.replay_usage([others[0], (random, wrong), others[1]])
        assert used.counted.failed and used.counted.games == 1
    assert machine.replay_usage(told.played).counted.games == 3


def test_cards_are_looked_for_no_more_often_than_without_counts() -> None:
    program = Case("bierfest", "", 3).game.program
    plain, counting = (write_module(program, counts)[0].count("(call $find") for counts in (False, True))
    assert counting == plain


@pytest.mark.parametrize("case", each(SOME, SOME), ids=str)
def test_conditions_are_as_often_true_as_in_the_plain_evaluator(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    program, module = case.game.program, Module(case.game.program, True)
    module.text()
    blocks = []
    for block in program.blocks:
        *body, last = module.bodies.get(block.number, block.body)
        if last[0] == "branch" and len(last) > 4:
            body = [*body, ["if", last[1], [["passed", last[4]]], [["passed", last[5]]]]]
        blocks.append(replace(block, body=[*body, last[:4]]))
    sites = [
        replace(s, entries=[replace(e, apply=module.applied[s.number, e.base]) for e in s.entries])
        for s in program.sites
    ]
    times, uses = Counter[int](), module.uses
    assert uses is not None

    def told(run: _Run, stmt: list[Any]) -> None:
        times.update([stmt[1]] if stmt[0] == "passed" else [])
        if stmt[0] == "if" and stmt[2][:1] and stmt[2][0][0] == "passed":
            assert [uses.marks[arm[0][1]].kind for arm in stmt[2:]] == ["true", "false"]

    oracle = Oracle(replace(program, blocks=blocks, sites=sites), told, monkeypatch)
    for number in range(2):
        oracle.play(number)
    found = {n: sum(use.times for use in of) for n, of in enumerate(native(counting(case), 2).marks)}
    assert {
        n: n_times for n, n_times in found.items() if n_times and uses.marks[n].kind in ("step", "true", "false")
    } == times


@pytest.mark.parametrize("case", each(SOME, SOME), ids=str)
def test_the_standing_is_kept_when_a_round_is_over(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    program = case.game.program
    found: list[list[int]] = []
    rounds: list[tuple[int, int]] = []
    plain = Oracle_(program)

    def told(run: _Run, stmt: list[Any]) -> None:
        if stmt[:2] == ["emit", "turn"]:
            now = stmt[2], run.value(stmt[4])
            if rounds and rounds[-1] != now:
                found.append(plain.scores(run.state))
            rounds.append(now)

    oracle = Oracle(program, told, monkeypatch)
    standings = []
    for number in range(2):
        found, rounds = [], []
        oracle.play(number)
        won = sum(1 << seat for seat in oracle.machine.winners(oracle.state))
        scores = [*found, plain.scores(oracle.state)]
        standings.append([len(found), won, *(score for one in scores for score in one)])
    machine = counting(case)
    kept = uses_of(machine).standing
    assert native(machine, 2).standings == (sum(standings, []) if kept else [])
    assert machine.count_usage(1, 0, 2, 100_000).standings == (standings[0] if kept else [])


def test_conditions_have_their_words() -> None:
    machine = Machine(Case("munchhausen", "", 3).game.program, True)
    uses, used = uses_of(machine), native(machine, 20)
    times: dict[str, dict[str, int]] = defaultdict(dict)
    for mark, of in zip(uses.marks, used.marks, strict=True):
        if uses.program.nodes[mark.node].kind == "until":
            times[uses.program.nodes[mark.node].words][mark.kind] = sum(use.times for use in of)
    assert times["a player has no card in hand"] == {
        "true": 20,
        "false": times["a player has no card in hand"]["false"],
    }
    assert times["a player has no card in hand"]["false"] > 20


LATE = """\
format: 1
game: Late
players: 2
tables: {worth: {3: 10, 4: 20}}
each player: {points: 0..9}
phases:
  a turn:
    turns: player in players
    until: {It is over: round > 3}
    do:
      Take: {choose: n in 0..1, add: {player.points: 1}}
score: worth(player.points)
rulings: {equal points share the victory: {change: score}}
"""


def test_games_are_counted_whose_score_can_only_be_worked_out_at_the_end(tmp_path: Path) -> None:
    machine = Machine(saved(tmp_path, "late", LATE).game().program, True)
    assert uses_of(machine).standing and not uses_of(machine).sure
    at, standings = 0, []
    while at < 20:
        found = machine.count_usage(1, at, 20 - at, 100_000, every=4)
        assert not found.counted.failed and all(row[:2] == (10, 10) for row, _ in found.counted.outcomes)
        at += found.counted.games
        standings += found.standings
    assert standings == []


ROWS = """\
format: 1
game: Rows
players: 2
tables: {prize: {1: 2, else: 3, 3: 5}, goal: {0..9: 4, 10..99: 8}}
each player: {points: 0..99}
phases:
  a turn:
    turns: player in players
    until: {It is over: round > 3}
    do:
      Take: {choose: n in 1..2, add: {player.points: prize(n)}}
      Count:
        repeat: forever
        until: player.points < goal(player.points)
        add: {player.points: -4}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""


def test_rows_of_tables_and_what_a_loop_without_decisions_asks_are_counted(tmp_path: Path) -> None:
    machine = Machine(saved(tmp_path, "rows", ROWS).game().program, True)
    uses, used = uses_of(machine), machine.count_usage(1, 0, 50, 100_000, every=1)
    chosen = [sum(one.chosen for one in of) for of in used.options]
    rows = [sum(use.times for use in of) for mark, of in zip(uses.marks, used.marks, strict=True) if mark.kind == "row"]
    assert rows[:3] == [chosen[0], 0, chosen[1]] and all(chosen)
    asked = {
        mark.kind: sum(use.times for use in of)
        for mark, of in zip(uses.marks, used.marks, strict=True)
        if uses.program.nodes[mark.node].line == 14
    }
    assert asked["true"] == 50 * 6 == sum(chosen) and asked["false"] > 0
    assert sum(rows[3:]) == asked["true"] + asked["false"]
