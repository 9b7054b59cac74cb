"""What every ruleset must pass: refused with a place, or played by all players of the program to the same end.

A trial raises Find at the first stage that goes wrong. The stages: validate, load, play (with a log, without one and by
the plain evaluator, in step), look (views, texts, saves, recordings), think (samples and a short search, in one of four),
worlds (nothing hidden is told to a seat), bulk (many games at once), twin (the same rules written in another way are
the same game) and paper (the rulebook and the canonical layout).
"""

from __future__ import annotations

import json
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from helpers.hunter.holes import ABOUT
from helpers.hunter.idioms import counts, written_in_place
from helpers.hunter.limits import TookTooLong, within
from helpers.hunter.program import evaluator, found, modules, part
from helpers.hunter.rulesets import BASE, Specimen

import stammtisch as st

VALIDATE_SECONDS, LARGE = 4.0, 50_000  # for so many bytes; a beginning that never ends takes two
STAGE_SECONDS = 5.0
# what only tests use is slow: where it takes longer, it is left, and that is counted
PATIENCE = {"evaluate": 20.0, "worlds": 10.0}
MOST_DECISIONS = 40
# in the order of a trial; the evaluator plays along
STAGES = ("validate", "load", "play", "evaluate", "look", "think", "worlds", "bulk", "twin", "paper")
BULK_GAMES, BULK_DECISIONS = 3, 120


class Find(Exception):
    """A defect: its `kind` (crash, slow, memory, different, no place, wrong message, leak, silent), stage, key and what was said.

    The key is the same for what is likely the same defect: the kind, and the place in the program or the message.
    """

    def __init__(self, kind: str, stage: str, key: str, told: str) -> None:
        super().__init__(f"{kind} at {stage}: {key}: {told}")
        self.kind, self.stage, self.told = kind, stage, told
        self.key = f"{kind}: {key}"


class GaveUp(Exception):
    """The evaluator or the search for another world took too long."""


@dataclass
class Outcome:
    """How a specimen fared: "accepted" or "refused", with the codes of the messages; `played` decisions.

    `worlds`: how often a seat that something was hidden from was compared with another world; `left`: how often one
    of the tools that only tests use took too long.
    """

    verdict: str
    codes: tuple[str, ...] = ()
    played: int = 0
    failed: str = ""
    worlds: int = 0
    left: int = 0


def dumped(tree: Any) -> str:
    """A tree as YAML text; the same value twice is written twice."""
    return yaml.dump(
        json.loads(json.dumps(tree)), Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=1000
    )


def write(specimen: Specimen, folder: Path) -> Path:
    """The specimen as files; the path of the one that is tried."""
    base = folder / f"{BASE}.yaml"
    base.write_text(dumped(specimen.tree), encoding="utf-8")
    if specimen.variant is None:
        return base
    over = folder / "variant.yaml"
    over.write_text(dumped(specimen.variant), encoding="utf-8")
    return over


def trial(specimen: Specimen, folder: Path, told: Callable[[str], None] = lambda stage: None) -> Outcome:
    """All stages; `told` hears of each when it begins. Raises Find."""
    path = write(specimen, folder)
    told("validate")
    problems = validated(path)
    codes = tuple(sorted({problem.code for problem in problems}))
    if any(problem.severity == "error" for problem in problems):
        return Outcome("refused", codes)
    told("load")
    with stage("load", STAGE_SECONDS):
        ruleset = st.load_ruleset(path)
        games = [ruleset.game(players) for players in sorted({ruleset.players[0], ruleset.players[-1]})]
    outcome, counted = Outcome("accepted", codes), counts(specimen.tree, specimen.variant)
    for game in games:
        for seed in (specimen.seed, specimen.seed + 1):
            told("play")
            with patience(outcome):
                decisions, outcome.failed = played(game, seed, counted)
                outcome.played += decisions
            told_rows(specimen, problems, outcome.failed)
        told("look")
        with stage("look", 3 * STAGE_SECONDS):
            attempt(game, "look", looked_at, game, specimen.seed, folder)
        told("think")
        with stage("think", 2 * STAGE_SECONDS):
            attempt(game, "think", thought_of, game, specimen.seed)
        told("worlds")
        with patience(outcome), stage("worlds", PATIENCE["worlds"]):
            outcome.worlds += in_other_worlds(game, specimen.seed)
        told("bulk")
        with stage("bulk", 2 * BULK_GAMES * STAGE_SECONDS):
            in_bulk(game, specimen.seed)
    told("twin")
    with stage("twin", 2 * STAGE_SECONDS):
        in_place(specimen, folder, games[0])
    told("paper")
    with stage("paper", STAGE_SECONDS):
        on_paper(ruleset, path)
    return outcome


# -- what is a find


@contextmanager
def stage(name: str, seconds: float) -> Iterator[None]:
    """Makes a find of whatever goes wrong inside but for the ruleset's own failures."""
    try:
        with within(seconds):
            yield
    except (Find, GaveUp):
        raise
    except TookTooLong as error:
        if name in PATIENCE:
            raise GaveUp from error
        raise Find("slow", name, f"{name} in {own_file(error)}", str(error)) from error
    except MemoryError as error:
        if name in PATIENCE:
            raise GaveUp from error
        raise Find("memory", name, f"{name} in {own_file(error)}", "MemoryError") from error
    except Exception as error:
        key = f"{type(error).__name__} in {own_place(error)}: {pattern_of(str(error))}"
        raise Find("crash", name, key, str(error)[:300]) from error


@contextmanager
def patience(outcome: Outcome) -> Iterator[None]:
    """Counts what was left because it took too long."""
    try:
        yield
    except GaveUp:
        outcome.left += 1


def own_place(error: BaseException) -> str:
    """The last function of Stammtisch in a traceback, as file:function."""
    frames = traceback.extract_tb(error.__traceback__)
    package = str(Path(st.__file__).parent)
    own = [frame for frame in frames if frame.filename.startswith(package) or "/oracle/" in frame.filename]
    return f"{Path(own[-1].filename).name}:{own[-1].name}" if own else "no place"


def own_file(error: BaseException) -> str:
    """The file of that function: all that is sure where something was only under way."""
    return own_place(error).split(":")[0]


def told_rows(specimen: Specimen, problems: list[Any], failed: str) -> None:
    """Raises a find if a row is missing in play of which nothing was said, in a table whose keys are all known."""
    tables: dict[str, Any] = {}
    for tree in (specimen.tree, specimen.variant or {}):
        for name, rows in (tree.get("tables") or {}).items():
            tables.setdefault(name, rows)
    lacking = re.search(r"the table (\S+) has no row for", failed)
    name = lacking[1] if lacking else ""
    known = isinstance(tables.get(name), dict) and tables[name].get("about") == ABOUT
    said = any(p.code == "missing-row" and f"the table {name} has" in p.message for p in problems)
    if known and not said:
        raise Find("silent", "play", "a row is missing of which validate says nothing", failed)


def own_failure(error: st.GameError, game: Any, where: str) -> str:
    """The message of a failure that the rules may have; a find if it is none, or tells too little."""
    message = error.message
    if "internal error" in message:
        raise Find("crash", where, f"internal: {pattern_of(message.split('internal error', 1)[1])}", message)
    advice = re.search(
        r"yaml:(\d+) (.*?): there is nothing to choose .* say what happens with `if impossible:`"
        r"(?: beside `(?:one of|(?:may )?choose: (.*))`)?(?: \(line (\d+)\))?",
        message,
    )
    if advice and told_already(game, error.node, int(advice[1]), advice[3] or "", int(advice[4] or 0)):
        raise Find("wrong message", where, "advises `if impossible`, which is there", message)
    return message


def told_already(game: Any, node: int, line: int, chosen: str, inside: int) -> bool:
    """Whether the step at that line has `if impossible` in the file, and is the one that chooses what is called so.

    `inside` is the line of the decision, if it belongs to a step without words in that step, else 0.
    """
    with suppress(OSError, IndexError):
        lines = Path(game.program.nodes[node].file).read_text(encoding="utf-8").splitlines()
        depths = [len(text) - len(text.lstrip(" -")) for text in lines]
        depth = depths[inside - 1] if inside else depths[line - 1] + 2
        own_choice = bool(inside or not chosen)
        starts = [own == depth and text.lstrip().startswith("- ") for text, own in zip(lines, depths, strict=True)]
        first = inside - 1 if inside else line
        while inside and first > line and not starts[first] and depths[first - 1] >= depth:
            first -= 1
        for number, (text, own) in enumerate(zip(lines[first:], depths[first:], strict=True)):
            if own < depth or (number and starts[first + number]):
                return False
            own_choice |= own == depth and bool(re.search(rf"(choose:|-) {re.escape(chosen)} in ", text))
            if text.strip().startswith("if impossible:") and own == depth:
                return own_choice
    return False


def pattern_of(message: str) -> str:
    """A message without the names and numbers of one ruleset."""
    return re.sub(r"'[^']*'|\d+|\S*/\S+", "~", message)[:80]


# -- the stages


def validated(path: Path) -> list[Any]:
    """The messages about a file; each must have a place in a file that is there."""
    bytes_ = sum(file.stat().st_size for file in path.parent.glob("*.yaml"))  # a variant's base too
    with stage("validate", VALIDATE_SECONDS * (1 + bytes_ // LARGE)):
        problems = st.validate(path)
    for problem in problems:
        span = problem.span
        if not (span.file and Path(span.file).is_file() and span.line >= 1 and span.column >= 1 and problem.message):
            raise Find("no place", "validate", problem.code, f"{span.file}:{span.line}:{span.column} {problem.message}")
        if problem.code == "yaml-too-many":
            limit, values = int(re.search(r"more than (\d+)", problem.message)[1]), size(path)  # type: ignore[index]
            if values <= limit:
                raise Find("wrong message", "validate", problem.code, f"{problem.message}, but there are {values}")
    return problems


def size(path: Path) -> int:
    """The number of values in a file."""

    def nodes(node: Any) -> int:
        inside = [part for pair in node.value for part in pair] if isinstance(node, yaml.MappingNode) else node.value
        return 1 + (sum(map(nodes, inside)) if isinstance(inside, list) else 0)

    return nodes(yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader))


def attempt(game: Any, where: str, act: Callable[..., Any], *given: Any) -> tuple[Any, str | None]:
    """What comes of it, and how the rules failed; `where` is the stage, whose time it has."""
    with stage(where, PATIENCE.get(where, 3 * STAGE_SECONDS if where == "look" else STAGE_SECONDS)):
        try:
            return act(*given), None
        except st.GameError as error:
            return None, own_failure(error, game, where)


def played(game: Any, seed: int, counted: set[str]) -> tuple[int, str]:
    """One game by the state with a log, the one without, and the evaluator, in step; decisions and failure if any.

    `counted`: the words of the conditions that must hold at each decision.
    """
    streams = found("streams")
    machine = evaluator()(game.program)
    loud, first = attempt(game, "play", game.start, seed)
    silent, second = attempt(game, "play", game.start, seed, False)
    plain, third = attempt(game, "evaluate", machine.start, streams.seed_stream(seed, streams.GAME), True)
    bots = streams.Stream(streams.seed_stream(seed, streams.BOTS))
    for number in range(MOST_DECISIONS):
        alike((bare(first), bare(second)), "play", "failures with and without log")
        alike((first is None, third is None), "evaluate", f"a failure: {first} / {third}")
        if first is not None:
            return number, first
        pending, first = attempt(game, "play", compare, loud, silent, counted)
        if first is not None:
            return number, first
        options, third = attempt(game, "evaluate", evaluated, machine, plain, loud, pending)
        alike((None, third), "evaluate", f"a failure: {third}")
        if loud.over:
            return number, ""
        seat = sorted(pending)[bots.draw(len(pending))]
        position = bots.draw(len(pending[seat]))
        _, third = attempt(game, "evaluate", machine.apply, plain, seat, options[seat][position])
        _, first = attempt(game, "play", loud.choose, position, seat)
        _, second = attempt(game, "play", silent.choose, position, seat)
    return MOST_DECISIONS, ""


def compare(loud: Any, silent: Any, counted: set[str]) -> dict[int, list[int]]:
    """With a log and without, the game is at the same point; the numbers of its options."""
    alike((loud.v, silent.v), "play", "numbers of the state")
    alike((loud.z, silent.z), "play", "places of the state")
    alike((loud.random, silent.random), "play", "the stream of chance")
    alike((loud.over, silent.over), "play", "over")
    alike((loud.hash, silent.hash), "play", "hash")
    if not loud.over and (broken := [words for words in loud.broken() if words in counted]):
        raise Find("different", "play", "cards that came", broken[0])
    if loud.over:
        results = [attempt(loud.game, "play", result_of, state) for state in (loud, silent)]
        alike((results[0][0], results[1][0]), "play", "scores")
        result_of(loud)  # what fails here is a failure of the game
        return {}
    numbers, others = (
        {seat: [option.number for option in decision.options] for seat, decision in state.pending.items()}
        for state in (loud, silent)
    )
    alike((numbers, others), "play", "options")
    return numbers


def evaluated(machine: Any, plain: Any, loud: Any, numbers: dict[int, list[int]]) -> dict[int, list[int]]:
    """The evaluator is at the same point; its options."""
    alike((loud.v, plain.v), "evaluate", "numbers of the state")
    alike((loud.z, plain.z), "evaluate", "places of the state")
    alike((loud.random, plain.random), "evaluate", "the stream of chance")
    alike((loud.over, machine.over(plain)), "evaluate", "over")
    if loud.over:
        result = attempt(loud.game, "play", result_of, loud)[0]
        own = attempt(loud.game, "evaluate", lambda: (machine.scores(plain), machine.winners(plain)))[0]
        alike((result, own), "evaluate", "scores")
        return {}
    offered = {seat: machine.options(plain, seat) for seat, _ in machine.pending(plain)}
    alike((numbers, offered), "evaluate", "options")
    return offered


def result_of(state: Any) -> tuple[Any, Any]:
    return state.scores, state.winners


def alike(values: tuple[Any, ...], where: str, what: str) -> None:
    """Raises a find if the values are not all the same."""
    if any(value != values[0] for value in values):
        raise Find("different", where, what.split(":")[0], f"{what}: {values!r}"[:400])


def bare(message: str | None) -> str | None:
    """A failure without its place, and where several parts may fail without which was met first (docs/ir.md)."""
    if message is None or message.endswith("without a decision"):
        return message and "too much without a decision"
    return re.sub(r" has no row for .*", " has no row", re.sub(r"^\S+ ", "", message))


def looked_at(game: Any, seed: int, folder: Path) -> None:
    """What seats see and read, saves and clones at some decisions of a game, and its recording played again."""
    event_texts, table_of = part("event_texts", "seats.phrases", "phrases"), part("table_of", "render")
    state, failure = attempt(game, "look", game.start, seed)
    for number in range(12):
        if failure is not None or state.over:
            break
        for seat in range(-1, game.players) if number % 4 == 0 else ():
            view = state.view(seat)
            json.dumps(view)
            table_of(view)
            event_texts(state.seen(seat))
        if number % 4 == 1:
            again = game.from_json(json.loads(json.dumps(state.to_json())))
            alike((again.hash, state.hash), "look", "a saved game")
            alike((again.seen(0), state.seen(0)), "look", "the log of a saved game")
        decision = state.decision
        if number % 4 == 2:
            for at in range(0, 40, 7):
                with suppress(st.ChoiceError):
                    state.refusal(at, decision.seat)
        before, position = state.hash, (seed + 3 * number) % len(decision.options)
        after = state.clone()
        _, failure = attempt(game, "look", after.choose, position, decision.seat)
        alike((state.hash, before), "look", "a choice of a clone")
        _, failed = attempt(game, "look", state.choose, position, decision.seat)
        alike((failure, failed), "look", "failures of a clone")
        if failure is None:
            alike((after.hash, state.hash), "look", "a clone after a choice")
    if failure is None:
        attempt(game, "look", told_scores, state)
    recorded(game, seed, folder)


def thought_of(game: Any, seed: int) -> None:
    """At some decisions of a game a sample has the same cards and options for the seat, and can be searched from."""
    if seed % 4 or getattr(game, "searching", None) is None:
        return
    belief, knowledge = part("belief", "sampler"), part("knowledge", "knowledge")
    machine, state = game.searching, game.start(seed)
    at = machine.place(1)
    for number in range(8):
        if state.over:
            return
        for seat in dict(state.sites()):
            known = belief(state, seat)
            machine.lay(known)
            machine.draw_from(2 * seed + 1)
            machine.sample(at)
            alike(
                (sorted(machine.options(at, seat)), sorted(machine.own_options(known))), "think", "options of a sample"
            )
            zones = zip(machine.state(at)[1], state.z, game.program.lists, strict=True)
            cards = [
                sorted(sum(z, [])) for z in zip(*((a, b) for a, b, slot in zones if slot.kind != "list"), strict=True)
            ]
            alike(tuple(cards), "think", "cards of a sample")
            knowledge(state, seat).search(10)
        decision = state.decision
        state.choose((seed + 3 * number) % len(decision.options), decision.seat)


def told_scores(state: Any) -> None:
    """Where points come from, as every seat reads it; openly, when the game is over, the parts add up."""
    if "score" not in modules():  # an earlier Stammtisch
        return
    score_parts, part_texts, total = (
        part("score_parts", "score"),
        part("part_texts", "score_lines", "score_text"),
        part("total", "score_lines", "score"),
    )
    scores = state.scores
    for seat in range(state.game.players):
        for reader in range(state.game.players):
            lines = score_parts(state, seat, reader)
            part_texts(lines)
            sums = total(lines)
            if state.game.program.score_parts and sums is not None:
                alike((sums, scores[seat]), "look", "the parts of a score")


def recorded(game: Any, seed: int, folder: Path) -> None:
    """A recording of a game can be played again and comes to the same."""
    recorder, is_reproducible = part("Recorder", "trace"), part("is_reproducible", "replay")
    path = folder / "recording.jsonl"
    state, failure = attempt(game, "look", game.start, seed)
    if failure is not None:
        return
    with recorder(path, state) as recording:
        for number in range(8):
            if state.over:
                break
            position = number % len(state.decision.options)
            _, failure = attempt(game, "look", recording.choose, position)
            if failure is not None:
                return
    alike((is_reproducible(path, game), True), "look", "a recording played again")


def in_other_worlds(game: Any, seed: int) -> int:
    """Nothing hidden is told to a seat: how often it was compared with another world. Older programs are not asked."""
    try:
        from helpers.worlds import given
    except ImportError:
        return 0
    if not given.hides(game):
        return 0
    plan, things = given.Plan(most=6, every=2, budget=60), dict(given.GIVEN)
    with suppress(ImportError):  # an earlier Stammtisch samples nothing
        things["samples"] = given.drawn_from(part("belief", "sampler"))

    def looked() -> int:
        try:
            return given.looked(game, seed, plan, given=things).other
        except given.Told as leak:
            raise Find("leak", "worlds", leak.what, str(leak)) from leak

    return attempt(game, "worlds", looked)[0] or 0


def in_bulk(game: Any, seed: int) -> None:
    """Games played at once come to what they come to choice by choice."""
    streams, bots = found("streams"), found("game.bots", "bots")
    results = iter(game.results(seed, BULK_GAMES, most=BULK_DECISIONS))
    for number in range(BULK_GAMES):
        own_seed = streams.game_seed(seed, number)
        wanted, failure = attempt(game, "bulk", game_of_bots, game, own_seed, bots)
        got, failed = attempt(game, "bulk", next, results)
        alike((failure is None, failed is None), "bulk", f"a failure: {failure} / {failed}")
        if failed is not None:
            return
        alike((tuple(got), wanted), "bulk", "payoffs and decisions")
    native = getattr(game, "native", None)  # an older program has none
    rows = native.rows(seed, 0, BULK_GAMES, BULK_DECISIONS) if native else ()
    for number, row in enumerate(rows):
        if row is not None:  # what is not played natively says in Python why
            state = game.played(streams.game_seed(seed, number), BULK_DECISIONS)
            alike((row[: 2 * game.players + 3], row_of(state)), "bulk", "rows of native play")


def row_of(state: Any) -> list[int]:
    """How the row of native play begins for this game."""
    won = [int(seat in state.winners) for seat in range(state.game.players)]
    return [*state.scores, *won, *state.v[1:3], state.decisions]


def game_of_bots(game: Any, seed: int, bots: Any) -> tuple[list[float], int]:
    """A random game choice by choice."""
    state, stream = game.start(seed, log=False), bots.bots_stream(seed)
    while not state.over and state.decisions < BULK_DECISIONS:
        decision = state.decision
        state.choose(bots.random_bot(len(decision.options), stream), decision.seat)
    return state.payoffs, state.decisions


def in_place(specimen: Specimen, folder: Path, game: Any) -> None:
    """What runs an action is the same game as the steps of that action in its place."""
    tree = None if specimen.variant else written_in_place(specimen.tree)
    if tree is None:
        return
    path = folder / "in-place.yaml"
    path.write_text(dumped(tree), encoding="utf-8")
    if any(problem.severity == "error" for problem in validated(path)):
        return  # names may meet
    twin = st.load_ruleset(path).game(game.players)
    states, failures = zip(*(attempt(one, "twin", one.start, specimen.seed) for one in (game, twin)), strict=True)
    for number in range(MOST_DECISIONS):
        alike(tuple(map(lineless, failures)), "twin", "failures in place")
        if failures[0] is not None:
            return
        seen, failures = zip(*(attempt(state.game, "twin", offered, state) for state in states), strict=True)
        alike(tuple(map(lineless, failures)), "twin", "failures in place")
        alike(seen, "twin", "what is offered in place")
        if failures[0] is not None or states[0].over:
            return
        seat, options = next(iter(seen[0].items()))
        _, failures = zip(
            *(attempt(state.game, "twin", state.choose, 3 * number % len(options), seat) for state in states),
            strict=True,
        )


def lineless(message: str | None) -> str | None:
    """A failure without any place."""
    return message and re.sub(r" \(line \d+\)", "", bare(message) or "")


def offered(state: Any) -> dict[Any, Any]:
    """The words of all options by seat; the scores when it is over."""
    if state.over:
        return {"scores": result_of(state)}
    return {seat: [str(option) for option in decision.options] for seat, decision in state.pending.items()}


def on_paper(ruleset: Any, path: Path) -> None:
    """The rulebook can be printed, and a file laid out stays as it is when it is laid out again."""
    blocks = part("rulebook", "book", "rulebook")(ruleset)
    for form in ("markdown", "rulebook_page"):
        part(form, "rulebook.blocks", "rulebook.page")(blocks)
    format_text = part("format_text", "formatting")
    try:
        once = format_text(path.read_text(encoding="utf-8"), str(path))
        alike((format_text(once, str(path)), once), "paper", "laid out twice")
    except (st.UsageError, st.RulesetError) as error:
        raise Find("no place", "paper", f"fmt refuses: {pattern_of(str(error))}", str(error)[:300]) from error


def spread(tree: Any, words: frozenset[str]) -> Counter[str]:
    """How often each of these words stands in a ruleset, as a key or in an expression."""
    found_: Counter[str] = Counter()
    todo = [tree]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            todo += item.values()
            found_.update(key for key in item if key in words)
        elif isinstance(item, list):
            todo += item
        elif isinstance(item, str):
            found_.update(word for word in set(re.findall(r"[a-z]+", item)) if word in words)
    return found_
