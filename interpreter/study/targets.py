"""What a designer wants measures to come to, written in a file beside the ruleset, and whether games do."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..base.errors import UsageError
from ..game.game import Game
from ..reading import library
from ..reading.load import Entry, Scalar, load
from .deciding import named
from .measure_report import value
from .measures import Figure, Measure
from .statistics import Tally
from .tables import table

FILE = "targets.yaml"
MET, MISSED, UNKNOWN = "met", "missed", "cannot tell"
NUMBER = r"(-?\d+(?:\.\d+)?)\s*(%?)"
RANGE = re.compile(rf"{NUMBER}\s*\.\.\s*{NUMBER}")
BOUND = re.compile(rf"(at least|above|at most|below)\s+{NUMBER}")
EXAMPLES = "30..60, at least 5, below 10 %"


@dataclass(frozen=True, slots=True)
class Target:
    """What a measure should come to: of one thing, or of all that it is of where that is "". text: as it is written."""

    measure: Measure
    of: str
    low: float
    high: float
    text: str

    def verdict(self, figure: Figure) -> str:
        """Whether a figure does: MET and MISSED only where its whole interval lies inside, or outside."""
        low = figure.value if figure.low is None else figure.low
        high = figure.value if figure.high is None else figure.high
        if self.low <= low and high <= self.high:
            return MET
        return MISSED if high < self.low or low > self.high else UNKNOWN


def beside(path: Path) -> Path:
    """The file of targets that belongs to a ruleset or variant, by its name: targets.yaml, thieves.targets.yaml."""
    return path.with_name(FILE if path.name == library.RULESET else path.stem + library.TARGETS)


def targets_of(files: Sequence[Path]) -> list[Target]:
    """The targets beside the files of a ruleset and its variants; those of a variant take the place of the ruleset's.

    Raises RulesetError where a file is no YAML, UsageError with the place of what is wrong in it.
    """
    found: dict[tuple[str, str], Target] = {}
    for file in map(beside, files):
        if file.is_file():
            for key, entry in load(file).entries.items():
                one = target(key, entry)
                found[one.measure.name, one.of] = one
    return [*found.values()]


def target(key: str, entry: Entry) -> Target:
    """One line of a file. Raises UsageError."""
    span = entry.key.span
    place = f"{library.shown(span.file)}:{span.line}:{span.column}"
    try:
        measure, of = named(key)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None
    text = " ".join(entry.value.text.split()) if isinstance(entry.value, Scalar) else ""
    percent = measure.unit in ("share", "chance")
    ends = limits(text, percent)
    if ends is None:
        shares = ", in percent" if percent else ", not in percent" if "%" in text else ""
        raise UsageError(f"{place}: {key} is to be a range or a limit{shares}; write for example {EXAMPLES}")
    if ends[0] > ends[1]:
        raise UsageError(f"{place}: {key}: {text} ends before it begins; write the smaller number first")
    return Target(measure, of, *ends, text)


def limits(text: str, percent: bool) -> tuple[float, float] | None:
    """The smallest and the greatest number that a text allows; None where it is not understood."""
    if found := RANGE.fullmatch(text):
        low, first, high, second = found.groups()
        understood = bool(second) == percent and (percent or not first)
        return (sized(low, percent), sized(high, percent)) if understood else None
    if (found := BOUND.fullmatch(text)) and bool(found[3]) == percent:
        end = sized(found[2], percent)
        return (end, math.inf) if found[1] in ("at least", "above") else (-math.inf, end)
    return None


def sized(number: str, percent: bool) -> float:
    return float(number) / (100 if percent else 1)


Judged = tuple[Target, Figure | None, str]


def judged(targets: Sequence[Target], game: Game, tally: Tally) -> list[Judged]:
    """Each target with each figure that it is of, and its verdict; no figure where nothing of the kind was counted."""
    found: list[Judged] = []
    for one in targets:
        figures = [figure for figure in one.measure.figures(game, tally) if one.of in ("", figure.of)]
        found += [(one, figure, one.verdict(figure)) for figure in figures] or [(one, None, UNKNOWN)]
    return found


def section(found: Sequence[Judged], players: int) -> list[str]:
    """The lines about one number of players."""
    rows = [["target", "", "wanted", "is", "95 % interval", ""]]
    for number, (one, figure, verdict) in enumerate(found):
        first = not number or found[number - 1][0] is not one
        numbers = ["not counted", ""] if figure is None else [value(one.measure, figure.value), interval(one, figure)]
        of = figure.of if figure is not None else one.of
        rows.append([one.measure.name if first else "", of, one.text if first else "", *numbers, verdict])
    width = max(len(row[-1]) for row in rows)
    return [f"{players} players: targets", *table([[*row[:-1], row[-1].ljust(width)] for row in rows])]


def interval(one: Target, figure: Figure) -> str:
    """The interval of a figure, if it has one."""
    if figure.low is None or figure.high is None:
        return ""
    return f"{value(one.measure, figure.low)} to {value(one.measure, figure.high)}"
