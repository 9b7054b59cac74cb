"""Reports of a comparison: text, JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ...base.english import count_of
from ...base.tables import Block, Document, TextTable, percent
from ..comparisons.compare import HIGHER, LEVEL, LOWER, SAME, UNKNOWN, Comparison, MeasureDifference
from ..comparisons.sequential_test import CLAIMED, MISSED, SequentialResult
from ..counts.figures import OF, definition_text, value_text
from ..counts.measures import MEASURES, usage_measures

FORMAT = "stammtisch-comparison-1"
MOST_NAMED = 12  # options that one arm lacks
BY_NAME = {measure.name: measure for measure in (*MEASURES, *usage_measures())}


def as_text(title: str, found: Sequence[Comparison], definitions: bool = False) -> Document:
    """The report for people: the differences in the rules, then each measure in both arms."""
    lines: list[Block] = [title, *unfinished_lines(found)]
    for number, one in enumerate(found):
        if not number or found[number - 1].rules != one.rules:
            lines += ["", *(one.rules or ["The rules are the same."])]
        lines += ["", *comparison_section(one)]
    lines += ["", *reading_notes(found)]
    if definitions:
        names = dict.fromkeys(one.measure for comparison in found for one in comparison.differences)
        lines += ["", *(definition_text(BY_NAME[name]) for name in names)]
    return Document(lines)


def unfinished_lines(found: Sequence[Comparison]) -> list[str]:
    """The lines about games that failed or do not end, each arm once; [] if all games finished."""
    lines: dict[tuple[str, int], list[str]] = {}
    for one in found:
        for name, number, arm in zip((one.base, one.other), one.unfinished, one.arms, strict=True):
            if number:
                head = f"{name}: {number:,} of {count_of(one.games, 'game')} with {count_of(one.players, 'player')}"
                own = [line for kind in arm.kinds for line in kind.lines(arm.commands)]
                lines[name, one.players] = [f"{head} failed or did not end", *own]
    if not lines:
        return []
    return ["", *(line for own in lines.values() for line in own), "All figures below are for games that finished."]


def comparison_section(one: Comparison) -> list[Block]:
    """The lines about two arms and one number of players."""
    rows = [["measure", "", one.base, one.other, "difference", "interval", "correlation", ""]]
    for number, of in enumerate(one.differences):
        first = not number or one.differences[number - 1].measure != of.measure
        rows.append(difference_row(of, first))
    lines: list[Block] = [
        f"{count_of(one.players, 'player')}: {count_of(one.games, 'game')} each",
        TextTable(rows, True),
    ]
    for arm in dict.fromkeys(arm for _, _, arm in one.only):
        lacking = [f"{measure}{f' ({of})' if of else ''}" for measure, of, own in one.only if own == arm]
        lines.append(f"  only in {arm}: {', '.join(lacking)}")
    lines += usage_section(one)
    wanted = targets_table(one.to_json())
    return [*lines, "", f"{count_of(one.players, 'player')}: targets", TextTable(wanted)] if wanted else lines


def usage_section(one: Comparison) -> list[Block]:
    """The lines about options and cards offered or chosen more or less, and about those that one arm lacks.

    Their words, which may be long, stand last.
    """
    differ = sorted((of for of in one.uses if of.verdict in (HIGHER, LOWER)), key=lambda of: of.measure)
    rows = [["", one.base, one.other, "difference", "interval", "", "option or card"]]
    for number, of in enumerate(differ):
        first = not number or differ[number - 1].measure != of.measure
        cells = difference_row(of, first)
        rows.append([cells[0], *cells[2:6], of.verdict, of.of])
    lines: list[Block] = [TextTable(rows, True)] if differ else []
    if (same := len(one.uses) - len(differ)) > 0:
        lines.append(f"  {same:,} other figures show no difference")
    for arm in dict.fromkeys(arm for _, _, arm in one.only_used):
        named = [of for _, of, own in one.only_used if own == arm]
        more = [f"{len(named) - MOST_NAMED:,} others"] if len(named) > MOST_NAMED else []
        lines.append(f"  only in {arm}: {', '.join([*named[:MOST_NAMED], *more])}")
    return (
        ["", f"{count_of(one.players, 'player')}: what is offered in a game, and how often it is chosen", *lines]
        if lines
        else []
    )


def targets_table(data: dict[str, Any]) -> list[list[str]]:
    """The verdicts on the targets of both arms, as a table with a head, from a comparison as JSON data.

    A target that both have appears once. [] without targets.
    """
    told: dict[tuple[str, str, str], list[str]] = {}
    for at, arm in enumerate(("base", "other")):
        for one in data.get("targets", {}).get(arm, ()):
            cells = told.setdefault((one["measure"], one["of"], one["wanted"]), ["", ""])
            cells[at] = one["verdict"] if one["value"] is None else f"{one['is']} {one['verdict']}"
    head = [["target", "", "wanted", data["base"], data["other"]]]
    return [*head, *([*names, *cells] for names, cells in told.items())] if told else []


def difference_row(one: MeasureDifference, first: bool) -> list[str]:
    """The table row of a difference."""
    measure = BY_NAME[one.measure]
    together = "" if one.correlation is None else f"{one.correlation:.2f}"
    interval = f"{signed_text(one.unit, one.low)} to {signed_text(one.unit, one.high)}"
    numbers = [
        value_text(measure, one.base),
        value_text(measure, one.other),
        signed_text(one.unit, one.difference),
        interval,
        together,
    ]
    return [one.measure if first else "", one.of, *numbers, verdict_text(one)]


def signed_text(unit: str, number: float) -> str:
    """A difference in points of a share, or in the measure's unit."""
    return f"{100 * number:+.1f}" if unit == "share" else f"{number:+.2f}"


def verdict_text(one: MeasureDifference) -> str:
    """The verdict on a difference in words."""
    if one.verdict == SAME:
        return f"{SAME} within ±{margin_text(one.unit, one.margin)}"
    if one.verdict == UNKNOWN and one.needed is not None:
        return f"{UNKNOWN} (about {one.needed:,} games would)"
    return one.verdict


def margin_text(unit: str, number: float) -> str:
    """The margin within which values count as the same, in words."""
    return f"{100 * number:.0f} points" if unit == "share" else f"{number:.2g}"


def reading_notes(found: Sequence[Comparison]) -> list[str]:
    """The notes on how to read the tables."""
    tested = max((one.tested for one in found), default=0)
    sure = percent(1 - LEVEL).replace(".0", "")
    several = f"{tested} differences; their intervals are widened so that all hold together"
    one = "1 difference; its interval holds"
    return [
        f"  {several if tested != 1 else one} in {sure} of such comparisons.",
        "  higher, lower: 0 is outside. Differences of shares are in points. correlation: how closely both forms go",
        "  together, block by block of games; the closer, the narrower the interval.",
    ]


def sequential_text(one: SequentialResult, base: str, other: str) -> list[Block]:
    """The report of a sequential test for people."""
    measure = one.measure
    apart, name = margin_text(measure.unit, one.margin), f"{measure.name}{OF * bool(one.of)}{one.of}"
    said = {
        HIGHER: f"higher in {other}",
        LOWER: f"lower in {other}",
        SAME: f"less than {apart} apart",
        UNKNOWN: f"{UNKNOWN}: too few games",
    }
    rows = [["measure", base, other, "difference", "correlation"]]
    together = "" if one.correlation is None else f"{one.correlation:.2f}"
    numbers = [value_text(measure, one.base), value_text(measure, one.other)]
    rows.append([name, *numbers, signed_text(measure.unit, one.other - one.base), together])
    errors = [percent(error).replace(".0", "") for error in (CLAIMED, MISSED)]
    bad = [
        f"{arm}: {count_of(number, 'game')} failed or did not end; `stammtisch simulate` shows which, and why"
        for arm, number in zip((base, other), one.unfinished, strict=True)
        if number
    ]
    return [
        *bad,
        TextTable(rows),
        "",
        f"{name}: {said[one.verdict]}, after {one.games:,} games of each.",
        f"  Identical forms are called different in {errors[0]} of runs, forms {apart} apart the same in {errors[1]}.",
        f"  A test of fixed size would need about {one.fixed:,} games of each. On average the difference is",
        "  overestimated, as the test stops when it looks large: compare with -n to see how large it is.",
    ]


def sequential_json(one: SequentialResult, arms: Sequence[dict[str, Any]], players: int, seed: int) -> str:
    """The report of a sequential test as JSON: `format` is stammtisch-decision-1."""
    data = {"format": "stammtisch-decision-1", "arms": [*arms], "players": players, "seed": seed, **one.to_json()}
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_json(found: Sequence[Comparison], arms: Sequence[dict[str, Any]], seed: int, same: bool) -> str:
    """The report as JSON: `format` is stammtisch-comparison-1; arms: data about each, by its name."""
    tested = max((one.tested for one in found), default=0)
    data = {
        "format": FORMAT,
        "arms": [*arms],
        "seed": seed,
        "same": same,
        "differences_tested": tested,
        "level": LEVEL,
        "comparisons": [one.to_json() for one in found],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)
