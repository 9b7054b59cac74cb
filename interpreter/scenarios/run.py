"""Run scenarios: given, when, then; a failure says what was expected, what happened, and what had changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..base.diagnostics import Diagnostic, Span, render
from ..base.errors import GameError, UsageError
from ..front.api import file_of
from ..game.log import Log
from ..game.scenario_state import MOST_SCRIPTED, ScenarioState
from ..program import events
from ..reading import library
from ..reading.nodes import Node, Scalar
from ..seats.perception.events import perception_of
from .automatic_checks import (
    chance_lines,
    check_always,
    given_changed,
    never_given,
    place_of,
    placement_hint,
    taken_lines,
    whose_turn,
)
from .choices import OpenDecision, check_refused, differences, offer, unfinished_lines
from .position import Failed, announced_values, compare, lay, look_at, shown_otherwise
from .scenario_file import Laid, Scenario, ScenarioStep, read_scenarios, scenario_path
from .table_text import Lying, brief, card_list, changes, snapshot
from .terms import OptionsMeant

MOST_LINES = 24
MOST_FORCED = 3  # that are written out
WIDTH = 80  # of the excerpt of a file, in characters
DECISIONS = ("choose", "may", "may not")


@dataclass(slots=True)
class ScenarioResult:
    """The outcome of a scenario: `failure` is "" if it passed; `nodes` are the program's steps that were played.

    message: what was otherwise, in one sentence.
    """

    scenario: Scenario
    failure: str = ""
    span: Span | None = None
    nodes: set[int] = field(default_factory=set)
    message: str = ""

    @property
    def is_passed(self) -> bool:
        return not self.failure


def run(scenario: Scenario) -> ScenarioResult:
    """Run a scenario. Mistakes in it, or in the rules on the way, are the outcome's failure."""
    return _Play(scenario).outcome()


def set_up(scenario: Scenario) -> ScenarioState:
    """The state at the first decision of a scenario. Raises UsageError if that fails."""
    play = _Play(scenario)
    try:
        play.start()
        play.lay(scenario.given)
        play.state.resume()
    except (Failed, GameError) as error:
        raise UsageError(f"{scenario.words}: {error}") from None
    return play.state


def play_through(scenario: Scenario) -> ScenarioState:
    """The state after all lines of a scenario. Raises UsageError where one of them cannot be played."""
    return _play_through(scenario).state


def options_after(scenario: Scenario, seat: int) -> list[str]:
    """The texts of the options that a player has after all lines of a scenario; [] where that cannot be played."""
    try:
        now = _play_through(scenario).offer_to(seat)
    except UsageError:
        return []
    return [scenario.terms.option_text(now.site, number) for number in now.numbers] if now is not None else []


def _play_through(scenario: Scenario) -> _Play:
    """A scenario after all its lines and the forced choices behind them. Raises UsageError if that fails."""
    play = _Play(scenario)
    try:
        play.start()
        play.lay(scenario.given)
        for step in scenario.when:
            play.step(step)
        play.settle()
    except (Failed, GameError) as error:
        raise UsageError(f"{scenario.words}: {error}") from None
    return play


class _Play:
    """One scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.terms = scenario, scenario.terms
        self.state = ScenarioState(scenario.terms.game, scenario.seed, scenario.terms.players)
        self.nodes: set[int] = set()
        self.noted = 0  # events of the log whose nodes are noted
        self.begun: dict[str, str | Lying] = {}
        self.since = [0] * self.state.game.players
        self.at: Node = scenario.key
        # where `given` breaks a condition under `always`, its table comes up in no game and is held to none of them
        self.held_to_always = True
        self.given_changed: list[str] = []
        self.laid: tuple[list[int], list[list[int]]] = [], []
        # where the cards lay before anything was put in place, and how many results of chance came before that
        self.before: list[list[int]] = []
        self.drawn_before = 0
        # whose turn `at` begins in; -1 for nobody's, and once somebody has chosen
        self.turn = -1
        # each line of `when` that has begun, None for the set-up, and how much chance had decided by then
        self.moments: list[tuple[ScenarioStep | None, int]] = [(None, 0)]
        # the next line of `when` that is about a decision
        self.written: ScenarioStep | None = None
        # the forced choices since the line before, in words
        self.forced: list[str] = []

    def outcome(self) -> ScenarioResult:
        try:
            self.play()
        except Failed as failed:
            found = failed
        except GameError as error:
            found = Failed(self.at, error.message, place_of(self.state, error))
        else:
            return ScenarioResult(self.scenario, nodes=self.nodes)
        return ScenarioResult(self.scenario, self.describe_failure(found), found.node.span, self.nodes, found.message)

    def describe_failure(self, failed: Failed) -> str:
        """The failure for people: its place with the file's line, expected and actual values, changes."""
        diagnostic = Diagnostic("scenario-failed", failed.message, failed.node.span)
        taken = taken_lines(self.terms, self.scenario.given, self.before, self.laid[1])
        found = [
            *failed.lines,
            *self.given_changed,
            *self.forced_line(),
            *taken,
            *chance_lines(self.state, self.terms, self.drawn_before),
        ]
        lines = [f"  {line}" for line in found]
        if self.begun:
            now = snapshot(self.state, self.terms)
            moved = changes(self.begun, now)
            lines.append("  since the scenario began:" if moved else "  nothing has changed since the scenario began")
            lines += [f"    {line}" for line in moved[:MOST_LINES]]
            if len(moved) > MOST_LINES:
                lines.append(f"    and {len(moved) - MOST_LINES} more")
        return "\n".join([render([diagnostic], width=WIDTH), *lines])

    def forced_line(self) -> list[str]:
        """The line that says which forced choices were made since the line before."""
        if not self.forced:
            return []
        were = "1 forced choice was" if len(self.forced) == 1 else f"{len(self.forced)} forced choices were"
        line = "after the last line of `when`" if self.scenario.when else "before `then`"
        more = [f"{len(self.forced) - MOST_FORCED} more"] if len(self.forced) > MOST_FORCED else []
        made = ", ".join([*self.forced[:MOST_FORCED], *more])
        return [f"{were} made {line if self.at is self.scenario.key else 'before this line'}: {made}"]

    def play(self) -> None:
        scenario, state = self.scenario, self.state
        self.start()
        self.lay(scenario.given)
        self.begun = snapshot(state, self.terms)
        self.look()
        for number, step in enumerate(scenario.when, 1):
            self.at = step.key
            self.moments.append((step, len(state.drawn)))
            self.written = next((one for one in scenario.when[number:] if one.kind in DECISIONS), None)
            self.step(step)
        self.at, self.forced = scenario.key, []
        self.settle()
        if state.script:
            placed = self.laid[1][: self.terms.program.zones] if scenario.given else []
            raise never_given(state, self.terms, scenario.chance, self.moments, placed)
        try:
            for claim in scenario.then:
                compare(state, self.terms, claim)
        except Failed as failed:
            failed.lines += unfinished_lines(state, self.terms)
            raise
        self.results()

    def start(self) -> None:
        """Play from the very start to the point where things are put in place."""
        scenario, state = self.scenario, self.state
        state.script = [(result.words, result.answer) for result in scenario.chance]
        state.begin(*scenario.stops)
        if not state.play_on():
            late = f"this step did not begin within {MOST_SCRIPTED} decisions"
            what = "the game was over before this step" if state.over else late
            raise Failed(scenario.key, what, ["Try another seed."])
        if scenario.from_start:
            self.remember_nodes()
        else:
            self.turn = whose_turn(state)

    def lay(self, given: list[Laid]) -> None:
        """Put things in place."""
        state = self.state
        self.before = [cards[:] for cards in state.z]
        self.drawn_before = len(state.drawn) if given else 0
        lay(state, self.terms, given)
        if given and state.log is not None:
            # what players saw before no longer counts, as the table has changed
            state.log, self.noted = Log(), 0
            state.log.starts = [cards[:] for cards in state.z[: state.game.program.zones]]
            state.log.numbers = state.v[:]
        self.laid = state.v[:], [cards[:] for cards in state.z]

    def look(self) -> None:
        """Note how much each seat has seen so far."""
        self.since = [len(perception_of(self.state, seat).log.events) for seat in range(self.state.game.players)]

    def remember_nodes(self) -> None:
        """Note the steps and options that the log shows as played."""
        state = self.state
        for event in state.log.since(self.noted) if state.log is not None else []:
            self.noted += 1
            if isinstance(event, events.Step):
                self.nodes.add(event.node)
            elif isinstance(event, events.Choose):
                site = state.game.program.sites[event.site]
                self.nodes.add(site.node)
                self.nodes |= {e.node for e in site.entries if e.base <= event.number < e.base + e.count}

    def step(self, step: ScenarioStep) -> None:
        self.forced = []
        if step.kind == "chance":
            self.state.script += [(result.words, result.answer) for result in step.chance]
            return
        self.go_on()
        if step.kind == "choose":
            for choice in step.choices:
                self.choose(step, choice)
        elif step.kind == "may":
            self.may(step)
        elif step.kind == "may not":
            self.may_not(step)
        else:
            self.settle()
            self.look_at(step)

    def look_at(self, step: ScenarioStep) -> None:
        """Check a `then`, `sees` or `learns` at the next decision that leaves a choice or is written below."""
        for claim in step.claims:
            compare(self.state, self.terms, claim)
        for laid in step.seen:
            look_at(self.state, self.terms, step.seat, laid)
        if step.kind in ("is shown", "is told"):
            self.learns(step)

    def learns(self, step: ScenarioStep) -> None:
        """Check that just these cards were shown, or these values announced, since the last choice."""
        state, name, since = self.state, self.name(step.seat), self.since[step.seat]
        if step.kind == "is told":
            told = announced_values(state, self.terms, step.seat, since)
            if told != step.told:
                message = f"{name} has been told {card_list(told)} since the last choice, not {card_list(step.told)}"
                raise Failed(step.key, message)
            return
        if lines := shown_otherwise(state, self.terms, step.seat, since, step.cards):
            raise Failed(step.key, f"{name} has been shown something else since the last choice", lines)

    def go_on(self) -> None:
        """Continue from where things were put in place to the first decision."""
        if self.state.stopped is None:
            return
        given = self.scenario.given
        try:
            self.state.resume()
        except GameError as error:
            other = self.without(given) if given and self.scenario.from_start else None
            raise Failed(
                self.at, error.message, place_of(self.state, error) + ([placement_hint(other.state)] if other else [])
            ) from None
        self.remember_nodes()
        found = check_always(self.state, self.terms)
        if given:
            self.held_to_always = found is None
            untouched = self.without(given)
            found = check_always(untouched.state, self.terms) if untouched is not None else None
        if found is not None:
            raise Failed(self.scenario.key, f"{found[0]} at the first decision", found[1])
        self.given_changed = given_changed(self.state, self.terms, given, self.needless)

    def without(self, left_out: list[Laid]) -> _Play | None:
        """The scenario at its first decision, without some of the given things; None if that is not possible."""
        other = _Play(self.scenario)
        try:
            other.start()
            other.lay([claim for claim in self.scenario.given if claim not in left_out])
            other.state.resume()
        except (Failed, GameError):
            return None
        return other

    def needless(self, claim: Laid) -> bool:
        """Whether no step read a given thing before it was gone, so that it made no difference."""
        state, place = self.state, claim.place
        if not place.zones:
            return place.slot in state.reads.overwritten
        given = {card for zone in place.zones for card in self.laid[1][zone]}
        if not given or given - state.reads.moved or given & state.reads.cards:
            return False
        # cards that were moved unseen may lie elsewhere now; those of a shuffled pile lie there whatever was given
        other = self.without([claim])
        return other is not None and other.laid != self.laid and (other.state.v, other.state.z) == (state.v, state.z)

    # -- decisions

    def name(self, seat: int) -> str:
        return self.terms.players[seat]

    def offer_to(self, seat: int) -> OpenDecision | None:
        """A player's current decision, None if there is none."""
        return offer(self.state, self.terms, seat)

    def take(self, seat: int, site: int, number: int) -> None:
        """Make a choice, then check `always`. Raises Failed."""
        self.turn = -1
        self.state.choose(self.state.option(site, number), seat)
        self.remember_nodes()
        if self.held_to_always and (found := self.check_always()) is not None:
            text = self.terms.option_text(site, number)
            raise Failed(self.at, f"{found[0]} after {self.name(seat)}: {text}", found[1])

    def check_always(self) -> tuple[str, list[str]] | None:
        return check_always(self.state, self.terms, bool(self.scenario.given))

    def take_forced(self) -> bool:
        """Make the first forced choice; False if there is none."""
        for seat, site in self.state.sites():
            numbers = self.state.option_numbers(seat, site)
            if len(numbers) == 1:
                self.forced.append(f"{self.name(seat)}: {self.terms.option_text(site, numbers[0])}")
                self.take(seat, site, numbers[0])
                return True
        return False

    def settle(self) -> None:
        """Make forced choices, up to a choice that the scenario writes itself."""
        self.go_on()
        for _ in range(MOST_SCRIPTED):
            if self.is_written() or not self.take_forced():
                return

    def is_written(self) -> bool:
        """Whether the next line of `when` is about the current forced choice."""
        line = self.written
        now = self.offer_to(line.seat) if line is not None else None
        if line is None or now is None or len(now.numbers) > 1:
            return False
        if line.kind == "choose":
            return now.numbers[0] in line.choices[0].numbers.get(now.site, [])
        return line.kind == "may not" or not differences(now, line.choices)

    def decisions(self, seat: int) -> Iterator[OpenDecision | None]:
        """A player's decision, then again after each forced choice, made silently."""
        for _ in range(MOST_SCRIPTED):
            yield self.offer_to(seat)
            if not self.take_forced():
                return

    def must_decide(self, seat: int, node: Node) -> OpenDecision:
        """A player's current decision; fails if there is none."""
        now = self.offer_to(seat)
        if now is None:
            raise Failed(node, f"{self.name(seat)} has nothing to decide now", [*self.waiting(), *self.begun_in(seat)])
        return now

    def waiting(self) -> list[str]:
        """Who has to decide what now, in words."""
        offers = [self.offer_to(seat) for seat, _ in self.state.sites()]
        return [now.waiting() for now in offers if now is not None] or ["the game is over"]

    def begun_in(self, seat: int) -> list[str]:
        """The line that the scenario begins in another player's turn, until somebody has chosen."""
        if self.turn in (-1, seat):
            return []
        begun = f"The step of `at` began in {self.name(self.turn)}'s turn, and what is given does not change that:"
        return [begun, "set what comes before it with `chance`, or try another `seed`."]

    def choose(self, step: ScenarioStep, choice: OptionsMeant) -> None:
        """Take the option meant; forced choices before it are made silently."""
        for now in self.decisions(step.seat):
            if now is not None and (number := now.option_number(choice)) is not None:
                self.look()
                self.take(step.seat, now.site, number)
                return
        now = self.must_decide(step.seat, choice.node)
        message = f"{self.name(step.seat)} may not choose '{choice.text}' now"
        raise Failed(choice.node, message, [*now.because(now.matching_options(choice)), *self.waiting()])

    def may(self, step: ScenarioStep) -> None:
        """Check that a player has exactly these options; with none, no decision."""
        if not step.choices and self.offer_to(step.seat) is None:
            return
        for now in self.decisions(step.seat) if step.choices else ():
            if now is not None and not differences(now, step.choices):
                return
        now = self.must_decide(step.seat, step.key)
        lines = differences(now, step.choices)
        what = brief(now.texts(now.numbers), "things")
        raise Failed(step.key, f"{self.name(step.seat)} may choose {what}", lines)

    def may_not(self, step: ScenarioStep) -> None:
        for now in self.decisions(step.seat):
            if now is not None:
                break
        now = self.must_decide(step.seat, step.key)
        for choice, reason in zip(step.choices, step.reasons, strict=True):
            check_refused(now, choice, reason)

    # -- results

    def results(self) -> None:
        scenario, state = self.scenario, self.state
        if scenario.over is not None:
            self.check_end(scenario.over)
        for seat, formula in scenario.scores:
            wanted, score = formula.ask(state), state.scores[seat]
            if score != wanted:
                raise Failed(formula.scalar, f"{self.name(seat)} has {score}, not {wanted}", self.all_scores())
        if scenario.winner is not None:
            seats, node = scenario.winner
            if not state.over:
                raise Failed(node, "the game is not over", self.waiting())
            if sorted(seats) != state.winners:
                names = [self.name(seat) for seat in state.winners]
                verb = "winners are" if len(names) > 1 else "winner is"
                told = f"the {verb} {card_list(names)}" if names else "nobody has won"
                raise Failed(node, told, self.all_scores())

    def all_scores(self) -> list[str]:
        return ["scores: " + ", ".join(f"{self.name(seat)} {score}" for seat, score in enumerate(self.state.scores))]

    def check_end(self, over: Scalar) -> None:
        state = self.state
        if over.value is False:
            if state.over:
                raise Failed(over, f"the game is over: {state.reason}")
        elif not state.over:
            raise Failed(over, "the game is not over", self.waiting())
        elif over.value is not True and self.terms.fill_settings(state.reason) != self.terms.fill_settings(over.text):
            raise Failed(over, f"the game is over for another reason: {state.reason}")


# -- files


def find_files(paths: list[str]) -> list[Path]:
    """The scenario files of rulesets, folders and files; without any, those below the working folder, else all shipped.

    A ruleset is named as in any command. For the file of a ruleset it is the one beside it. Raises UsageError or
    RulesetError where nothing is found.
    """
    if not paths:
        found = list(_below(Path())) or list(_below(library.root()))
        if not found:
            raise UsageError("there are no scenario files here: name a ruleset, a folder or a file")
        return found
    files: list[Path] = []
    for text in paths:
        path = Path(text)
        if not os.path.exists(path):
            path = _find_named(text)
        elif path.is_file() and not library.is_scenario_file(path) and scenario_path(path).is_file():
            path = scenario_path(path)
        inside = list(_below(path)) if path.is_dir() else [path]
        if not inside:
            names = "they are called scenarios.yaml or NAME.scenarios.yaml"
            raise UsageError(f"there are no scenario files in {text}: {names}")
        files += inside
    return list(dict.fromkeys(files))


def _find_named(name: str) -> Path:
    """The folder of a ruleset, or the scenario file of a variant, by its name."""
    found = file_of(name)
    if found is None:
        raise UsageError(f"{name} combines variants, but scenarios test one ruleset or one variant")
    if found.name == library.RULESET:
        return found.parent
    if not (file := scenario_path(found)).is_file():
        raise UsageError(f"{name} has no scenarios: they would stand in {library.display_path(str(file))}")
    return file


def _below(folder: Path) -> Iterator[Path]:
    """The scenario files below a folder."""
    for path in sorted(folder.rglob("*.yaml")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if library.is_scenario_file(path) and not hidden and path.is_file():
            yield path


def run_file(path: Path, words: str = "") -> list[ScenarioResult]:
    """Run the scenarios of a file whose names contain these words. Raises RulesetError for mistakes in them."""
    return [run(scenario) for scenario in read_scenarios(path, words)]
