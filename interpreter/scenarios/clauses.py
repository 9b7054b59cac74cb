"""Coverage of the rulebook's clauses: the ruleset's lines that name them, and the scenarios that test these."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ..base.diagnostics import Diagnostic, RulesetError
from ..front.api import Ruleset, load_ruleset
from ..language import model as m
from ..reading import library
from ..reading.handles import tidy
from ..reading.nodes import Mapping, Node, Scalar, Sequence
from .run import ScenarioResult, run_file
from .scenario_file import entries_of, load_described, scalars_of, scenario_path
from .terms import suggest_word

FILE = "clauses.yaml"
BASE = ""


@dataclass(slots=True, eq=False)
class Clause:
    """A clause: its sentence, the places that carry it out (file:line), and the scenarios that cover it by variant.

    `missing` are the variants ("" the base) whose own scenarios must cover it and do not.
    """

    id: str
    sentence: str
    lines: list[str] = field(default_factory=list)
    scenarios: dict[str, list[str]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Coverage:
    """The clauses of one ruleset. `gaps` says what is missing; empty if every clause is covered."""

    name: str
    clauses: list[Clause]
    gaps: list[str]


def home(path: Path) -> Path:
    """The folder of the ruleset that a scenario file belongs to."""
    folder = path.resolve().parent
    return folder.parent if folder.name == library.VARIANTS else folder


def coverage(folder: Path, played: dict[Path, list[ScenarioResult]]) -> Coverage:
    """The coverage of the clauses of the ruleset in a folder.

    `played` holds outcomes of scenario files that have been run already. Raises RulesetError for mistakes in the files.
    """
    path = folder / FILE
    root = load_described(path, "a list of clauses", "clauses")
    clauses = {
        entry.key.text: Clause(entry.key.text, tidy(entry.value.text))
        for entry in entries_of(root.get("clauses"))
        if isinstance(entry.value, Scalar)
    }
    parts = {variant: _part(folder, variant, played) for variant in (BASE, *library_variants(folder))}
    lines = {variant: named_lines(ruleset.root) for variant, (ruleset, _) in parts.items()}
    named = ((i, where[0]) for found in lines.values() for i, where in found.items())
    gaps = sorted({f"{i} is named in {where}, but is not a clause" for i, where in named if i not in clauses})
    asked = _required_variants(root, clauses, lines)
    for variant, (ruleset, outcomes) in parts.items():
        for outcome in outcomes:
            gaps += _count(variant, ruleset.checked.ruleset, outcome, clauses)
    for clause in clauses.values():
        clause.lines = list(dict.fromkeys(line for found in lines.values() for line in found.get(clause.id, [])))
        clause.missing = [variant for variant in asked[clause.id] if not clause.scenarios.get(variant)]
        for variant in clause.missing:
            gaps.append(f"{clause.id}: no scenario{f' of {variant}' if variant else ''} covers it")
        if not clause.lines:
            gaps.append(f"{clause.id}: no line of the ruleset names it under `rule`")
    return Coverage(folder.name, list(clauses.values()), gaps)


def library_variants(folder: Path) -> list[str]:
    """The variants of the ruleset in a folder, in alphabetical order."""
    files = sorted((folder / library.VARIANTS).glob("*.yaml"))
    return [file.stem for file in files if not file.name.endswith(library.SCENARIOS)]


def _part(folder: Path, variant: str, played: dict[Path, list[ScenarioResult]]) -> tuple[Ruleset, list[ScenarioResult]]:
    """A ruleset or one of its variants, and the outcomes of its scenarios."""
    ruleset = load_ruleset(folder / library.VARIANTS / f"{variant}.yaml" if variant else folder / library.RULESET)
    path = scenario_path(ruleset.path)
    outcomes = played.get(path.resolve())
    if outcomes is None:
        outcomes = run_file(path) if path.is_file() else []
    return ruleset, outcomes


def _required_variants(
    root: Mapping, clauses: dict[str, Clause], lines: dict[str, dict[str, list[str]]]
) -> dict[str, list[str]]:
    """For each clause the variants whose scenarios must cover it; the base if its ruleset names it, or nobody."""
    named = {i for found in lines.values() for i in found}
    asked = {i: [BASE] if i in lines[BASE] or i not in named else [] for i in clauses}
    problems = unknown_variants(root, [variant for variant in lines if variant])
    for entry in entries_of(root.get("variants")):
        for item in scalars_of(entry.value):
            if item.text in clauses:
                asked[item.text].append(entry.key.text)
            else:
                hint = suggest_word(item.text, clauses)
                problems.append(Diagnostic("unknown-clause", f"there is no clause {item.text}", item.span, hint=hint))
    if problems:
        raise RulesetError(problems)
    for i, wanted in asked.items():
        asked[i] = wanted or [variant for variant, found in lines.items() if i in found][:1]
    return asked


def unknown_variants(root: Mapping, names: list[str]) -> list[Diagnostic]:
    """A problem for each name under `variants` that no variant of the ruleset has."""
    keys = [entry.key for entry in entries_of(root.get("variants")) if entry.key.text not in names]
    return [
        Diagnostic("unknown-variant", f"there is no variant '{key.text}'", key.span, hint=suggest_word(key.text, names))
        for key in keys
    ]


# -- where a ruleset names clauses


def named_lines(root: Mapping) -> dict[str, list[str]]:
    """For each clause the places in a merged ruleset that name it: `ruleset.yaml:12`, with the words there."""
    found: dict[str, list[str]] = {}

    def walk(node: Node, key: Scalar | None, what: str) -> None:
        if isinstance(node, Sequence):
            for item in node.items:
                walk(item, key, what)
        elif isinstance(node, Mapping):
            for entry in node.entries.values():
                if entry.key.text != "rule" or key is None:
                    walk(entry.value, entry.key, "ruling: " if what or entry.key.text == "rulings" else "")
                    continue
                for scalar in scalars_of(entry.value):
                    # a variant may give a clause to a step that its base has named
                    span = key.span if key.span.file == scalar.span.file else scalar.span
                    line = f"{library.display_path(span.file)}:{span.line} {what}{tidy(key.text)}"
                    found.setdefault(scalar.text, []).append(line)

    walk(root, None, "")
    return found


# -- which clauses a scenario covers


def covered_clauses(outcome: ScenarioResult, rules: m.Ruleset) -> set[str]:
    """The clauses that a scenario covers: of played steps, of all declarations; rulings like what they change."""
    program = outcome.scenario.terms.program
    nodes = [program.nodes[node] for node in outcome.nodes if node >= 0]
    steps = {i for node in nodes for i in node.rule}
    words, every = {tidy(node.words) for node in nodes}, {tidy(node.words) for node in program.nodes}
    sections = (rules.settings, rules.variables, rules.zones, rules.tables)
    settled = {i for section in sections for item in section.values() for i in item.rule}
    rulings = {i for r in rules.rulings for i in r.rule if tidy(r.change) in words or tidy(r.change) not in every}
    return steps | settled | rulings


def _count(variant: str, rules: m.Ruleset, outcome: ScenarioResult, clauses: dict[str, Clause]) -> list[str]:
    """Add a scenario to the clauses it covers; return gaps if it names a clause that it does not cover."""
    if not outcome.is_passed:
        return []
    scenario = outcome.scenario
    found = covered_clauses(outcome, rules)
    gaps = []
    for scalar in scenario.rule:
        place = f"{library.display_path(scalar.span.file)}:{scalar.span.line}"
        if scalar.text not in clauses:
            gaps.append(f"{place}: there is no clause {scalar.text}. {suggest_word(scalar.text, clauses)}".strip())
        elif scalar.text not in found:
            gaps.append(f"{place}: the scenario names {scalar.text}, but plays no step of it")
    for i in [scalar.text for scalar in scenario.rule] or sorted(found):
        if i in clauses and i in found:
            clauses[i].scenarios.setdefault(variant, []).append(scenario.words)
    return gaps


def table(coverage: Coverage, most: int = 3) -> list[str]:
    """The coverage as lines of text: clause, sentence, lines, scenarios; then the gaps."""
    out = [f"{coverage.name}: {len(coverage.clauses)} clauses"]
    width = max((len(clause.id) for clause in coverage.clauses), default=0)
    for clause in coverage.clauses:
        out += ["", f"{clause.id:<{width}}  {clause.sentence}"]
        indent = " " * (width + 2)
        out += [f"{indent}- {line}" for line in clause.lines]
        for variant, words in clause.scenarios.items():
            many = "s" if len(words) > 1 else ""
            out.append(f"{indent}  {len(words)} scenario{many}{f' of {variant}' if variant else ''}:")
            out += [f"{indent}    {one}" for one in words[:most]]
            out += [f"{indent}    and {len(words) - most} more"] if len(words) > most else []
        out += [f"{indent}  NOT COVERED{f' by {variant}' if variant else ''}" for variant in clause.missing]
    if coverage.gaps:
        out += ["", f"{len(coverage.gaps)} gap{'s' if len(coverage.gaps) > 1 else ''}:"]
        out += [f"  {gap}" for gap in coverage.gaps]
    return out
