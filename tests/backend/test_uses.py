"""What native play counts of a game: the same as the log of the game tells, and as block by block."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.games import CASES, Case, each
from helpers.small_games import written as saved
from oracle.evaluate import Machine as Oracle_
from oracle.evaluate import _Run

from stammtisch.backend.native.machine import Machine, Used
from stammtisch.backend.native.module import Module, written
from stammtisch.backend.native.uses import REST, Option, whole
from stammtisch.base.streams import GAME, game_seed, seed_stream
from stammtisch.game.bots import bots_stream
from stammtisch.game.game import Game, State, random_choices
from stammtisch.program import ir
from stammtisch.seats.score import START, score_parts

GAMES = 6
NAMES = ("tictactoe", "kuhn", "leduc", "goofspiel", "munchhausen", "ofertu", "balvin", "warrender", "bierfest")
SOME = [case for case in CASES if case.ruleset in NAMES and not case.variant and case.players == 2]
SOME += [Case(name, "", 3) for name in ("munchhausen", "balvin", "kuhn")]


class Told:
    """The same numbers as Used has, from games with a log."""

    def __init__(self, game: Game) -> None:
        self.game, self.program = game, game.program
        self.options: dict[Option, list[list[int]]] = defaultdict(lambda: [[0] * 6 for _ in range(game.players)])
        self.steps: Counter[int] = Counter()
        self.games: Counter[int] = Counter()
        self.gains: Counter[tuple[str, str, int]] = Counter()

    def option(self, site: int, number: int) -> Option:
        entries = self.program.sites[site].entries
        at = next(n for n, e in enumerate(entries) if e.base <= number < e.base + e.count)
        x = number - entries[at].base + entries[at].low
        if entries[at].kind.startswith("card "):
            card = self.program.cards[x]
            x = next(
                n for n, c in enumerate(self.program.cards) if (c.component, c.look) == (card.component, card.look)
            )
        return Option(site, at, REST if entries[at].kind.startswith("group ") else x)

    def play(self, number: int) -> None:
        """One more game of run 1."""
        seed = game_seed(1, number)
        state, offered, chosen = self.game.begun(seed, log=True), Counter[Any](), Counter[Any]()
        for decision, position in random_choices(state, bots_stream(seed), 100_000):
            site = dict(state.sites())[decision.seat]
            offered.update((decision.seat, self.option(site, option)) for option in decision.numbers)
            chosen[decision.seat, self.option(site, decision.numbers[position])] += 1
            state.choose(position, decision.seat)
        for (seat, option), times in offered.items():
            won = whole(self.program) // len(state.winners) if seat in state.winners else 0
            picked = chosen[seat, option]
            more = [times, picked, 1, int(picked > 0), won if picked else 0, 0 if picked else won]
            use = self.options[option][seat]
            use[:] = [a + b for a, b in zip(use, more, strict=True)]
        self.end(state)

    def end(self, state: State) -> None:
        assert state.log is not None
        steps = Counter(node for kind, node, *_ in state.log.written() if kind == "step")
        self.steps += steps
        self.games.update(steps.keys())
        for seat in range(self.game.players):
            for part in score_parts(state, seat):
                for line in part.parts if part.kind == "counter" else ():
                    if line.words != START:
                        self.gains[part.words, line.words, seat] += line.amount


class Oracle:
    """What the plain evaluator does in a game of run 1, told statement by statement."""

    def __init__(self, program: ir.Program, told: Callable[[_Run, list[Any]], None], patch: pytest.MonkeyPatch) -> None:
        self.machine, plain = Oracle_(program), _Run.statement

        def statement(run: _Run, stmt: list[Any]) -> None:
            told(run, stmt)
            if stmt[0] not in ("passed", "gain", "begin", "standing"):
                plain(run, stmt)

        patch.setattr(_Run, "statement", statement)

    def play(self, number: int) -> None:
        seed = game_seed(1, number)
        state, bots = self.machine.start(seed_stream(seed, GAME)), bots_stream(seed)
        while not self.machine.over(state):
            seat = self.machine.pending(state)[0][0]
            options = self.machine.options(state, seat)
            self.machine.apply(state, seat, options[bots.draw(len(options))])


def native(machine: Machine, games: int) -> Used:
    found = machine.used(1, 0, games, 100_000, every=1)
    assert found.counted.games == games and not found.counted.failed
    return found


@pytest.mark.parametrize("case", each(SOME, SOME), ids=str)
def test_the_counts_are_those_of_games_with_a_log(case: Case) -> None:
    machine, told = Machine(case.game.program, True), Told(case.game)
    uses, program = machine.layout.uses, case.game.program
    assert uses is not None
    for number in range(GAMES):
        told.play(number)
    used = native(machine, GAMES)
    assert used.counted == Machine(program).counted(1, 0, GAMES, 100_000)
    options = {o: [[*one] for one in of] for o, of in zip(uses.options, used.options, strict=True) if any(map(any, of))}
    assert options == told.options
    steps = {mark.node: found for mark, found in zip(uses.marks, used.marks, strict=True) if mark.kind == "step"}
    assert {n: times for n, (times, _) in steps.items() if times} == told.steps
    assert {n: games for n, (_, games) in steps.items() if games} == told.games
    parts, gains = [part for part in program.score_parts if part.kind == "counter"], Counter[tuple[str, str, int]]()
    if len(parts) == len(uses.counters):  # none of them lies in a sum
        for (node, counter), of in zip(uses.gains, used.gains, strict=True):
            for seat, (total, squares) in enumerate(of):
                gains[parts[counter].words, program.nodes[node].words, seat] += total
                assert squares >= abs(total)
        assert {key: n for key, n in gains.items() if n} == {key: n for key, n in told.gains.items() if n}


def test_cards_are_looked_for_no_more_often_than_without_counts() -> None:
    program = Case("bierfest", "", 3).game.program
    plain, counting = (written(program, counts)[0].count("(call $find") for counts in (False, True))
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
    assert {n: found for n, (found, _) in enumerate(native(Machine(program, True), 2).marks) if found} == times


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
        standings.append([len(found), *(score for one in found for score in one)])
    machine = Machine(program, True)
    assert machine.layout.uses is not None
    kept = machine.layout.uses.standing
    assert native(machine, 2).standings == (sum(standings, []) if kept else [])
    assert machine.used(1, 0, 2, 100_000).standings == (standings[0] if kept else [])


def test_conditions_have_their_words() -> None:
    machine = Machine(Case("munchhausen", "", 3).game.program, True)
    uses, used = machine.layout.uses, native(machine, 20)
    assert uses is not None
    times: dict[str, dict[str, int]] = defaultdict(dict)
    for mark, (found, _) in zip(uses.marks, used.marks, strict=True):
        if uses.program.nodes[mark.node].kind == "condition":
            times[uses.program.nodes[mark.node].words][mark.kind] = found
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
    assert machine.layout.uses is not None and machine.layout.uses.standing and not machine.layout.uses.sure
    at, standings = 0, []
    while at < 20:
        found = machine.used(1, at, 20 - at, 100_000, every=4)
        assert not found.counted.failed and all(row[:2] == (10, 10) for row, _ in found.counted.outcomes)
        at += found.counted.games
        standings += found.standings
    assert standings == []
