"""From the rulebook's clauses to the ruleset's lines to the scenarios that show them; a clause without one is a gap."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ..base.diagnostics import Diagnostic, RulesetError, Span
from ..front.api import Ruleset, load_ruleset
from ..language import model as m
from ..reading import library
from ..reading.handles import tidy
from ..reading.load import Mapping, Node, Scalar, Sequence
from .run import Outcome, run_file
from .scenario_file import load_described
from .terms import meant

FILE = "clauses.yaml"
BASE = ""


@dataclass(slots=True, eq=False)
class Clause:
    """A clause: its sentence, the places that carry it out (file:line), and the scenarios that cover it by variant.

    `wanted` are the variants ("" the base) whose own scenarios must cover it, `missing` those that do not.
    """

    id: str
    sentence: str
    span: Span
    lines: list[str] = field(default_factory=list)
    scenarios: dict[str, list[str]] = field(default_factory=dict)
    wanted: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Coverage:
    """The clauses of one ruleset. `gaps` says what is missing; empty if every clause is covered."""

    name: str
    clauses: list[Clause]
    gaps: list[str]


@dataclass(slots=True, eq=False)
class _Part:
    """A ruleset or one of its variants: its ruleset, and what became of its scenarios."""

    variant: str
    ruleset: Ruleset
    outcomes: list[Outcome]


def home(path: Path) -> Path:
    """The folder of the ruleset that a scenario file belongs to."""
    folder = path.resolve().parent
    return folder.parent if folder.name == library.VARIANTS else folder


def coverage(folder: Path, played: dict[Path, list[Outcome]]) -> Coverage:
    """The clauses of the ruleset in a folder with what covers them.

    `played` holds outcomes of scenario files that have been run already. Raises RulesetError for mistakes in the files.
    """
    path = folder / FILE
    root = load_described(path, "a list of clauses", "clauses")
    clauses = _clauses(root)
    parts = [_part(folder, variant, played) for variant in (BASE, *library_variants(folder))]
    lines = {part.variant: named_lines(part.ruleset.root) for part in parts}
    gaps = _unknown(clauses, lines)
    asked = _asked(root, clauses, lines, parts)
    for part in parts:
        for outcome in part.outcomes:
            gaps += _count(part, outcome, clauses)
    for clause in clauses.values():
        clause.lines = list(dict.fromkeys(line for found in lines.values() for line in found.get(clause.id, [])))
        clause.wanted = asked[clause.id]
        clause.missing = [variant for variant in clause.wanted if not clause.scenarios.get(variant)]
        gaps += [
            f"{clause.id}: no scenario{f' of {variant}' if variant else ''} covers it" for variant in clause.missing
        ]
        if not clause.lines:
            gaps.append(f"{clause.id}: no line of the ruleset names it under `rule`")
    return Coverage(folder.name, list(clauses.values()), gaps)


def library_variants(folder: Path) -> list[str]:
    """The variants of the ruleset in a folder, in alphabetical order."""
    files = sorted((folder / library.VARIANTS).glob("*.yaml"))
    return [file.stem for file in files if not file.name.endswith(library.SCENARIOS)]


def _clauses(root: Mapping) -> dict[str, Clause]:
    section = root.get("clauses")
    assert isinstance(section, Mapping)
    return {
        key: Clause(key, tidy(entry.value.text), entry.key.span)
        for key, entry in section.entries.items()
        if isinstance(entry.value, Scalar)
    }


def _part(folder: Path, variant: str, played: dict[Path, list[Outcome]]) -> _Part:
    ruleset = load_ruleset(folder / library.VARIANTS / f"{variant}.yaml" if variant else folder / library.RULESET)
    path = folder / library.VARIANTS / (variant + library.SCENARIOS) if variant else folder / library.SCENARIO_FILE
    outcomes = played.get(path.resolve())
    if outcomes is None:
        outcomes = run_file(path)[1] if path.is_file() else []
    return _Part(variant, ruleset, outcomes)


def _asked(
    root: Mapping, clauses: dict[str, Clause], lines: dict[str, dict[str, list[str]]], parts: list[_Part]
) -> dict[str, list[str]]:
    """clause -> the variants whose scenarios must cover it; the base for all that its ruleset names or nobody does."""
    named = {i for found in lines.values() for i in found}
    asked = {i: [BASE] if i in lines[BASE] or i not in named else [] for i in clauses}
    section = root.get("variants")
    names = [part.variant for part in parts if part.variant]
    problems = []
    for entry in section.entries.values() if isinstance(section, Mapping) else ():
        if entry.key.text not in names:
            problems.append(
                Diagnostic(
                    "unknown-variant",
                    f"there is no variant '{entry.key.text}'",
                    entry.key.span,
                    hint=meant(entry.key.text, names),
                )
            )
        for item in entry.value.items if isinstance(entry.value, Sequence) else ():
            assert isinstance(item, Scalar)
            if item.text not in clauses:
                problems.append(
                    Diagnostic(
                        "unknown-clause", f"there is no clause {item.text}", item.span, hint=meant(item.text, clauses)
                    )
                )
            else:
                asked[item.text].append(entry.key.text)
    for clause in clauses.values():
        only = [variant for variant, found in lines.items() if clause.id in found]
        asked[clause.id] = asked[clause.id] or only[:1]
    if problems:
        raise RulesetError(problems)
    return asked


# -- where a ruleset names clauses


def declared(rules: m.Ruleset) -> list[m.Setting | m.Variable | m.Zone | m.Table]:
    """The declarations that may name clauses."""
    return [*rules.settings.values(), *rules.variables.values(), *rules.zones.values(), *rules.tables.values()]


def named_lines(root: Mapping) -> dict[str, list[str]]:
    """clause id -> the places of a merged ruleset that name it: `ruleset.yaml:12`, with what stands there."""
    found: dict[str, list[str]] = {}

    def walk(node: Node, key: Scalar | None, what: str) -> None:
        if isinstance(node, Sequence):
            for item in node.items:
                walk(item, key, what)
        elif isinstance(node, Mapping):
            for entry in node.entries.values():
                if entry.key.text == "rule" and key is not None:
                    note(entry.value, key, what)
                else:
                    walk(entry.value, entry.key, "ruling: " if what or entry.key.text == "rulings" else "")

    def note(node: Node, key: Scalar, what: str) -> None:
        for scalar in node.items if isinstance(node, Sequence) else [node]:
            assert isinstance(scalar, Scalar)
            # a variant may give a clause to a step that its base has named
            span = key.span if key.span.file == scalar.span.file else scalar.span
            found.setdefault(scalar.text, []).append(f"{library.shown(span.file)}:{span.line} {what}{tidy(key.text)}")

    walk(root, None, "")
    return found


def _unknown(clauses: dict[str, Clause], lines: dict[str, dict[str, list[str]]]) -> list[str]:
    gaps = {
        f"{i} is named in {where[0]}, but is no clause"
        for found in lines.values()
        for i, where in found.items()
        if i not in clauses
    }
    return sorted(gaps)


# -- which clauses a scenario covers


def covered(outcome: Outcome, rules: m.Ruleset) -> set[str]:
    """The clauses that a scenario has played: of its steps, of all declarations; rulings like what they change."""
    nodes = [outcome.scenario.terms.program.nodes[node] for node in outcome.nodes if node >= 0]
    steps = {i for node in nodes for i in node.rule}
    words = {tidy(node.words) for node in nodes}
    every = {tidy(node.words) for node in outcome.scenario.terms.program.nodes}
    settled = {i for item in declared(rules) for i in item.rule}
    rulings = {i for r in rules.rulings for i in r.rule if tidy(r.change) in words or tidy(r.change) not in every}
    return steps | settled | rulings


def _count(part: _Part, outcome: Outcome, clauses: dict[str, Clause]) -> list[str]:
    """Adds a scenario to the clauses it covers; gaps where it names a clause that it does not play."""
    if not outcome.passed:
        return []
    scenario = outcome.scenario
    found = covered(outcome, part.ruleset.checked.ruleset)
    gaps = []
    for scalar in scenario.rule:
        place = f"{library.shown(scalar.span.file)}:{scalar.span.line}"
        if scalar.text not in clauses:
            gaps.append(f"{place}: there is no clause {scalar.text}. {meant(scalar.text, clauses)}".strip())
        elif scalar.text not in found:
            gaps.append(f"{place}: the scenario names {scalar.text}, but plays no step of it")
    for i in [scalar.text for scalar in scenario.rule] or sorted(found):
        if i in clauses and i in found:
            clauses[i].scenarios.setdefault(part.variant, []).append(scenario.words)
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
            out.append(
                f"{indent}  {len(words)} scenario{'s' if len(words) > 1 else ''}{f' of {variant}' if variant else ''}:"
            )
            out += [f"{indent}    {one}" for one in words[:most]]
            out += [f"{indent}    and {len(words) - most} more"] if len(words) > most else []
        out += [f"{indent}  NOT COVERED{f' by {variant}' if variant else ''}" for variant in clause.missing]
    if coverage.gaps:
        out += [
            "",
            f"{len(coverage.gaps)} gap{'s' if len(coverage.gaps) > 1 else ''}:",
            *(f"  {gap}" for gap in coverage.gaps),
        ]
    return out
