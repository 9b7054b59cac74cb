"""Mutation testing of a ruleset: a scenario or invariant must notice each mutation, or a reason explain it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIG_DFL, SIG_IGN, SIGINT, SIGTERM, signal

from ..base.diagnostics import Diagnostic, RulesetError
from ..base.errors import INTERNAL, GameError, UsageError
from ..base.streams import SAMPLING, game_seed, index, seed_stream, step
from ..check.checker import check
from ..front.api import Ruleset, load_ruleset
from ..game.bots import bots_stream, random_choices
from ..game.game import Game
from ..language.build import build
from ..reading import library
from ..reading.handles import tidy
from ..reading.load import load
from ..reading.nodes import Entry, Mapping, Scalar
from ..reading.variants.differences import differences
from ..reading.variants.mentions import texts
from ..reading.variants.merge import Known, merge_files
from ..study.runs.interrupts import listen_for_stop
from ..study.runs.playing import BUGS
from ..study.runs.shards import MOST_DECISIONS
from .clauses import library_variants, unknown_variants
from .mutations import Mutation, mutations, undo_changes, without_rulings
from .run import ScenarioResult, run
from .scenario_file import entries, entries_of, file_tested, load_described, reading
from .terms import norm, suggest_word

FILE = "mutants.yaml"
GAMES = 3
SECONDS = 0.2
REFUSED, SCENARIO, GAME, SURVIVED = "refused", "scenario", "game", "survived"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What noticed mutation number `number`: the checker, a scenario, a random game, or nothing.

    `by` names the scenario or says what went wrong. `mistake`: the mutant made Stammtisch itself fail.
    """

    number: int
    how: str
    by: str = ""
    mistake: bool = False


@dataclass(slots=True, eq=False)
class _Known:
    """A scenario of the unchanged ruleset: its text, its clauses, the words of the steps it plays."""

    entry: Entry
    read: int
    text: str
    rule: set[str]
    steps: set[str]


class Trial:
    """A ruleset with its scenarios, ready to try mutants of it.

    Raises RulesetError for mistakes in the files, UsageError where nothing could notice a mutant: no scenarios and no
    invariants, or scenarios or random games that are red already. `steps` are the words of the steps that each scenario
    plays, where another trial has found them out: then nothing is played now.
    """

    def __init__(self, path: Path, steps: list[set[str]] | None = None) -> None:
        self.ruleset = load_ruleset(path)
        self.read: Known = {}
        self.mutations = self.of_variant(path) if "extends" in load(path).entries else mutations(self.ruleset.root)
        self.files = [root for file in sorted(path.parent.glob("*.yaml")) if (root := _tests(file, path)) is not None]
        told = [(number, entry) for number, root in enumerate(self.files) for entry in entries(root)]
        if steps is None:
            reads = [reading(self.ruleset, root) for root in self.files]
            steps = [_steps_of(run(reads[number](entry))) for number, entry in told]
            self.check(path, bool(told))
        self.known = [
            _Known(entry, number, norm(" / ".join(texts(entry.value))), _rule(entry), played)
            for (number, entry), played in zip(told, steps, strict=True)
        ]

    def of_variant(self, path: Path) -> list[Mutation]:
        """The variant's changes, each undone, then mutations of its own lines; its base is tested by itself."""
        own = path.resolve()
        left_out = [one for one in undo_changes(load(path)) if self.needs(one.left_out)]
        return [*left_out, *(one for one in mutations(self.ruleset.root) if Path(one.span.file).resolve() == own)]

    def needs(self, keys: tuple[str, ...]) -> bool:
        """Whether the rules change without one entry of the ruleset's own file."""
        try:
            return any(not change.description for change in differences(self.ruleset.root, self.without(keys)))
        except RulesetError:
            return True

    def without(self, keys: tuple[str, ...]) -> Mapping:
        """The ruleset without one entry of its own file."""
        return merge_files(self.ruleset.path, leave_out=keys, known=self.read)

    def check(self, path: Path, scenarios: bool) -> None:
        """Raise UsageError if the unchanged ruleset has mistakes."""
        invariants = any(self.ruleset.game(players).program.invariants for players in self.ruleset.players)
        name = library.display_path(str(path))
        if not scenarios and not invariants:
            raise UsageError(f"{name} has no scenarios and no `always:`, so nothing could notice a mutant")
        if trouble := random_games(self.ruleset):
            raise UsageError(f"{name} fails without any change: {trouble}")

    def verdict(self, number: int) -> Verdict:
        """Build and play one mutant until something notices it."""
        try:
            return self._try_mutation(number)
        except (*BUGS, AssertionError) as error:
            return Verdict(number, SURVIVED, f"{type(error).__name__}: {error}", True)

    def _try_mutation(self, number: int) -> Verdict:
        mutation, base = self.mutations[number], self.ruleset
        try:
            keys = mutation.left_out
            root = without_rulings(self.without(keys)) if keys else mutation.apply(base.root)
            mutant = Ruleset(base.id, base.path, root, check(build(root, base.id)))
            mutant.game()
        except RulesetError as error:
            first = next((d for d in error.diagnostics if d.severity == "error"), error.diagnostics[0])
            return Verdict(number, REFUSED, first.message)
        reads = [reading(mutant, file) for file in self.files]
        for known in self.order_scenarios(mutation):
            try:
                scenario = reads[known.read](known.entry)
            except RulesetError:
                return Verdict(number, SCENARIO, known.entry.key.text)
            outcome = run(scenario)
            if not outcome.is_passed:
                return Verdict(number, SCENARIO, known.entry.key.text, INTERNAL in outcome.failure)
        trouble = random_games(mutant)
        return Verdict(number, GAME if trouble else SURVIVED, trouble, INTERNAL in trouble)

    def order_scenarios(self, mutation: Mutation) -> list[_Known]:
        """The scenarios, those most likely to notice the mutation first."""
        own, rule = norm(mutation.names[0]), set(mutation.rule)

        def rank(known: _Known) -> int:
            steps = next((at for at, words in enumerate(mutation.names) if words in known.steps), len(mutation.names))
            return 4 * (own not in known.text) + 2 * (not rule & known.rule) + min(steps, 3)

        return sorted(self.known, key=rank)


def _tests(file: Path, path: Path) -> Mapping | None:
    """The tree of a scenario file if it tests this ruleset."""
    if not library.is_scenario_file(file):
        return None
    root = load_described(file, "a scenario file", "scenarios")
    return root if file_tested(file, root).resolve() == path.resolve() else None


def _steps_of(outcome: ScenarioResult) -> set[str]:
    """The words of the steps that a scenario of the unchanged ruleset has played."""
    scenario = outcome.scenario
    if not outcome.is_passed:
        place = f"{library.display_path(scenario.span.file)}:{scenario.span.line}"
        raise UsageError(f"{place}: the scenario '{tidy(scenario.words)}' fails without any change; correct it first")
    return {tidy(scenario.terms.program.nodes[node].words) for node in outcome.nodes if node >= 0}


def _rule(entry: Entry) -> set[str]:
    """The clauses named by an entry."""
    node = entry.value.get("rule") if isinstance(entry.value, Mapping) else None
    return set(texts(node)) if node is not None else set()


# -- random games


def random_games(ruleset: Ruleset) -> str:
    """Play random games for every number of players; return the first failure, "" if there is none."""
    for players in ruleset.players:
        try:
            game = ruleset.game(players)
        except RulesetError as error:
            return error.diagnostics[0].message
        for number in range(GAMES):
            if trouble := _random_game(game, game_seed(0, number)):
                return f"with {players} players, {trouble}"
    return ""


def _random_game(game: Game, seed: int) -> str:
    """Play a random game; return its failure, "" if there is none."""
    try:
        state = game.start(seed, log=False)
        broken = state.broken()
        for decision, position in random_choices(state, bots_stream(seed), 0 if broken else MOST_DECISIONS):
            state.choose(position, decision.seat)
            if broken := state.broken():
                break
        if broken:
            return f"no longer always true: {broken[0]}"
        if not state.over:
            return f"a game does not end within {MOST_DECISIONS:,} decisions"
        return "" if state.scores else "there are no scores"
    except GameError as error:
        return f"the rules fail: {error.message}"


# -- reasons


def reasons(path: Path, every: list[Mutation]) -> dict[int, str]:
    """For mutations that nothing can notice, the reason given in the file beside the ruleset.

    Raises RulesetError for mistakes in that file, such as words that are no mutation of the ruleset.
    """
    numbers = {mutation.words: number for number, mutation in enumerate(every)}
    found: dict[int, str] = {}
    problems = []
    for entry in _read_reasons(path):
        words = tidy(entry.key.text)
        if words in numbers and isinstance(entry.value, Scalar):
            found[numbers[words]] = tidy(entry.value.text)
        else:
            hint = suggest_word(words, numbers)
            problems.append(Diagnostic("unknown-mutant", f"there is no mutant '{words}'", entry.key.span, hint=hint))
    if problems:
        raise RulesetError(problems)
    return found


def _read_reasons(path: Path) -> list[Entry]:
    """Read the words and reasons for a ruleset, or for a variant in the folder beside it."""
    variant = path.stem if path.parent.name == library.VARIANTS else None
    home = path.parent if variant is None else path.parent.parent
    file = home / FILE
    if (variant is None and path.name != library.RULESET) or not file.is_file():
        return []
    root = load_described(file, "a list of mutants", "mutants")
    if problems := unknown_variants(root, library_variants(home)):
        raise RulesetError(problems)
    section = root if variant is None else root.get("variants")
    return entries_of(section.get(variant or "mutants")) if isinstance(section, Mapping) else []


# -- trying many


@dataclass(slots=True)
class Report:
    """The verdicts on the mutations tried, in the order of the ruleset; `total` are to be tried."""

    mutations: list[Mutation]
    reasons: dict[int, str]
    total: int
    verdicts: list[Verdict] = field(default_factory=list)
    interrupted: bool = False

    @property
    def survivors(self) -> list[Verdict]:
        """The mutations that nothing noticed and no reason explains."""
        return [v for v in self.verdicts if v.how == SURVIVED and (v.mistake or v.number not in self.reasons)]

    @property
    def explained_survivors(self) -> list[Verdict]:
        return [v for v in self.verdicts if v.how == SURVIVED and not v.mistake and v.number in self.reasons]

    @property
    def needless(self) -> list[Verdict]:
        """The mutations with a reason although something notices them."""
        return [v for v in self.verdicts if v.how != SURVIVED and v.number in self.reasons]


def mutate(
    path: Path,
    limit: int | None = None,
    seed: int = 0,
    jobs: int = 2,
    note: Callable[[Report], None] | None = None,
) -> Report:
    """Try the mutations of a ruleset file, or `limit` of them chosen by `seed`, in one process or two.

    `note` is called with the report so far. Ctrl-C ends it early; what was tried is the result, then `interrupted`.
    Raises what Trial and reasons() raise, ValueError for a seed outside 0..2**63-1.
    """
    trial = Trial(path)
    if not trial.mutations:
        name = library.display_path(str(path))
        raise UsageError(f"{name} changes no rule of what it builds on, so there is nothing to try; try its base")
    chosen = sample(len(trial.mutations), limit, seed)
    report = Report(trial.mutations, reasons(path, trial.mutations), len(chosen))
    # closed before the report is given, so that no process is left behind
    with listen_for_stop() as stop, contextlib.closing(_verdicts(trial, path, chosen, jobs)) as verdicts:
        for verdict in verdicts:
            if verdict is not None:
                report.verdicts.append(verdict)
            if note is not None:
                note(report)
            if stop.asked and len(report.verdicts) < len(chosen):
                report.interrupted = True
                break
    return report


def _verdicts(trial: Trial, path: Path, chosen: list[int], jobs: int) -> Generator[Verdict | None, None, None]:
    """The verdicts in order; None now and then, while waiting."""
    if jobs == 1 or len(chosen) < 2:
        yield from map(trial.verdict, chosen)
        return
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(path, [known.steps for known in trial.known])) as pool:
        try:
            waiting = [pool.submit(_try, number) for number in chosen]
            for future in waiting:
                while not wait([future], SECONDS).done:
                    yield None
                yield future.result()
        except BrokenProcessPool:
            raise UsageError("a process that tried mutants broke down, perhaps for lack of memory") from None
        finally:
            pool.shutdown(cancel_futures=True)


_trials: list[Trial] = []


def _begin(path: Path, steps: list[set[str]]) -> None:
    """Prepare a process: the same trial, without Ctrl-C, which is for the main process alone."""
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_DFL)
    _trials.append(Trial(path, steps))


def _try(number: int) -> Verdict:
    """The verdict on a mutation, in another process."""
    return _trials[0].verdict(number)


def sample(total: int, limit: int | None, seed: int) -> list[int]:
    """`limit` of the numbers 0..total-1 in ascending order, the same for the same seed; all without a limit."""
    numbers = list(range(total))
    if limit is None or limit >= total:
        return numbers
    random = seed_stream(seed, SAMPLING)
    for at in range(limit):
        random = step(random)
        other = at + index(random, total - at)
        numbers[at], numbers[other] = numbers[other], numbers[at]
    return sorted(numbers[:limit])
