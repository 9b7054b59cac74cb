"""Targets: limits for measures, written in the ruleset or in a file beside it, and whether games meet them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...base.diagnostics import Diagnostic, RulesetError, mistake
from ...base.english import count_of
from ...base.keywords import PLAYERS
from ...base.similar import ask_if_meant
from ...base.tables import Block, TextTable
from ...game.game import Game
from ...reading import library
from ...reading.load import load
from ...reading.nodes import Entry, Mapping, Scalar
from ...reading.player_counts import MOST_PLAYERS
from .figures import OF, Figure, Measure, interval_text, value_text
from .measures import MEASURES, minutes_measure, parse_measure
from .statistics import Tally, pool_tallies, widening_factor

FILE, SECTION = "targets.yaml", "targets"
MET, MISSED, UNKNOWN = "met", "missed", "cannot tell"
NUMBER = r"(-?\d+(?:\.\d+)?)\s*(%?)"
RANGE = re.compile(rf"{NUMBER}\s*\.\.\s*{NUMBER}")
BOUND = re.compile(rf"(at least|above|at most|below)\s+{NUMBER}")
EXAMPLES, SHARES = ("30..60", "at least 5"), ("45..55 %", "below 10 %")
SECONDS, MINUTES = "seconds", "minutes"  # how long a choice takes; how long a game may take
FEWEST = 10  # games or other things needed for a verdict


@dataclass(frozen=True, slots=True)
class Target:
    """The wanted limits of a measure: for one thing, or for all that it is of if that is "". text: as it is written.

    players: the fewest and the most players that it is for.
    """

    measure: Measure
    of: str
    low: float
    high: float
    text: str
    players: tuple[int, int] = (1, MOST_PLAYERS)

    def verdict(self, figure: Figure) -> str:
        """Whether a figure meets the target: MET and MISSED only if its whole interval lies inside, or outside."""
        if figure.count is not None and figure.count < FEWEST:
            return UNKNOWN
        low = figure.value if figure.low is None else figure.low
        high = figure.value if figure.high is None else figure.high
        if self.low <= low and high <= self.high:
            return MET
        return MISSED if high < self.low or low > self.high else UNKNOWN


def is_targets(path: Path) -> bool:
    """Whether a file holds targets, by its name."""
    return path.name == FILE or path.name.endswith(library.TARGETS)


def targets_file(path: Path) -> Path:
    """The name of the file of targets beside a ruleset or variant: targets.yaml, thieves.targets.yaml.

    Of such a file itself that is the file.
    """
    if is_targets(path):
        return path
    return path.with_name(FILE if path.name == library.RULESET else path.stem + library.TARGETS)


def read_targets(files: Sequence[Path], seconds: int = 0) -> list[Target]:
    """Read the targets of a ruleset and its variants, in them and beside them, those of their bases included.

    What stands later takes the place of the same before it: a variant's of the ruleset's, and what stands beside a file
    of what stands in it; nothing behind a measure takes its target away. seconds: that a choice takes, for minutes;
    else what the files say. Raises RulesetError with all that is wrong.
    """
    lines: dict[str, Entry] = {}
    wrong: list[Diagnostic] = []
    for file, root in extension_chain(files).items():
        with collect_mistakes(wrong):
            overlay_lines(target_sections(file, root), lines)
    said = lines.pop(SECONDS, None)
    with collect_mistakes(wrong):
        seconds = seconds or parse_seconds(said)
    found: list[Target] = []
    for key, entry in lines.items():
        # wrong seconds are reported already
        with collect_mistakes(wrong):
            found += parse_line(key, entry, seconds or len(wrong))
    if wrong:
        raise RulesetError(wrong)
    return found


def extension_chain(files: Sequence[Path]) -> dict[Path, Mapping | None]:
    """The files in order of extension, bases first, with the `ruleset` section of each; None if it cannot be read."""
    found: dict[Path, Mapping | None] = {}
    for file in files:
        chain: dict[Path, Mapping | None] = {}
        while file not in chain:
            chain = {file: None, **chain}
            with suppress(RulesetError):
                chain[file] = root = load(ruleset_file(file))
                if isinstance(base := root.get("extends"), Scalar):
                    file = library.find(base.text, ruleset_file(file), base.span)
        found |= {one.resolve(): root for one, root in chain.items() if one.resolve() not in found}
    return found


def target_sections(file: Path, root: Mapping | None) -> list[Mapping]:
    """The targets in a ruleset's file and beside it. Raises RulesetError if those beside it cannot be read."""
    section = root.get(SECTION) if root is not None else None
    found = [section] if isinstance(section, Mapping) else []
    return [*found, load(targets_file(file))] if targets_file(file).is_file() else found


def overlay_lines(written: Sequence[Mapping], lines: dict[str, Entry]) -> None:
    """Add targets over earlier ones; an empty one removes what it names."""
    for one in written:
        for text, entry in one.entries.items():
            key = OF.join(part.strip() for part in text.split(">"))
            if is_empty(entry) and key in lines:
                del lines[key]
            else:
                lines[key] = entry


def is_empty(entry: Entry) -> bool:
    """Whether nothing is written after a key."""
    return isinstance(entry.value, Scalar) and entry.value.value is None


def ruleset_file(path: Path) -> Path:
    """The ruleset or variant that a file of targets belongs to; of another file the file itself."""
    if not is_targets(path):
        return path
    name = library.RULESET if path.name == FILE else f"{path.name.removesuffix(library.TARGETS)}.yaml"
    return path.with_name(name)


@contextmanager
def collect_mistakes(wrong: list[Diagnostic]) -> Iterator[None]:
    """Catch mistakes and add them to a list, so that the next line is read as well."""
    try:
        yield
    except RulesetError as error:
        wrong += error.diagnostics


def target_mistakes(files: Sequence[Path]) -> list[Diagnostic]:
    """The mistakes in the targets of a ruleset and its variants, or of a single file of targets."""
    try:
        read_targets(files)
    except RulesetError as error:
        own = {str(file) for file in files if is_targets(file)}
        return [one for one in error.diagnostics if not own or one.span.file in own]
    return []


def parse_seconds(said: Entry | None) -> int:
    """Read how long a choice takes; 0 if not given. Raises RulesetError."""
    if said is None:
        return 0
    text = said.value.text if isinstance(said.value, Scalar) else ""
    if re.fullmatch("[0-9]{1,5}", text) is None or not int(text):
        told = f"{SECONDS}, how long a choice takes, must be a whole number of seconds"
        raise mistake("wrong-target", told, said.key.span, "Write for example seconds: 20.")
    return int(text)


def parse_line(key: str, entry: Entry, seconds: int) -> Iterator[Target]:
    """Read one line of a file: one target, or several by number of players. Raises RulesetError."""
    name = key.split(OF)[0]
    known = {one.name for one in MEASURES}
    if key != MINUTES and name not in known:
        hint = ask_if_meant(name, [*known, MINUTES, SECONDS])
        listed = f"There are {', '.join(one.name for one in MEASURES)}, {MINUTES}."
        raise mistake("unknown-measure", f"there is no measure '{name}'", entry.key.span, hint or listed)
    measure, of = (minutes_measure(seconds), "") if key == MINUTES else parse_measure(key)
    if key == MINUTES and not seconds:
        told = "minutes cannot be worked out without knowing how long a choice takes"
        hint = "Write how many seconds a choice takes, for example seconds: 20."
        raise mistake("wrong-target", told, entry.key.span, hint)
    if not isinstance(entry.value, Mapping):
        yield parse_target(measure, of, entry, key)
        return
    for case, one in entry.value.entries.items():
        match = PLAYERS.fullmatch(case)
        if match is None:
            hint = f"Write for example 3 players: {EXAMPLES[0]}."
            raise mistake("wrong-target", f"{case} is not a number of players", one.key.span, hint)
        low = int(match[1])
        players = low, MOST_PLAYERS if match[3] else int(match[2] or low)
        yield replace(parse_target(measure, of, one, f"{key}, {case}"), players=players)


def parse_target(measure: Measure, of: str, entry: Entry, key: str) -> Target:
    """Read the target of one measure. Raises RulesetError."""
    text = " ".join(entry.value.text.split()) if isinstance(entry.value, Scalar) else ""
    percent = measure.unit in ("share", "chance")
    ends = parse_limits(text, percent)
    if ends is None:
        shares = ", in percent" if percent else ", not in percent" if "%" in text else ""
        hint = f"Write for example {' or '.join(SHARES if percent else EXAMPLES)}."
        raise mistake("wrong-target", f"{key} must be a range or a limit{shares}", entry.value.span, hint)
    if ends[0] > ends[1]:
        told = f"{key}: {text} ends before it begins"
        raise mistake("wrong-target", told, entry.value.span, "Write the smaller number first.")
    return Target(measure, of, *ends, text)


def parse_limits(text: str, percent: bool) -> tuple[float, float] | None:
    """The smallest and greatest number that a text allows; None if it is not understood."""
    if found := RANGE.fullmatch(text):
        low, first, high, second = found.groups()
        understood = bool(second) == percent and (percent or not first)
        return (parse_number(low, percent), parse_number(high, percent)) if understood else None
    if (found := BOUND.fullmatch(text)) and bool(found[3]) == percent:
        end = parse_number(found[2], percent)
        end = math.nextafter(end, {"above": math.inf, "below": -math.inf}.get(found[1], end))
        return (end, math.inf) if found[1] in ("at least", "above") else (-math.inf, end)
    return None


def parse_number(number: str, percent: bool) -> float:
    """Read a number, or a percentage as a share."""
    return float(number) / (100 if percent else 1)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a target for one figure; the figure is None if nothing of the kind was counted."""

    target: Target
    figure: Figure | None
    verdict: str

    @property
    def subject(self) -> str:
        """The measure and what of it the target is about."""
        return self.figure.of if self.figure is not None else self.target.of

    @property
    def value(self) -> str:
        """The figure in its unit."""
        return "not counted" if self.figure is None else value_text(self.target.measure, self.figure.value)

    @property
    def interval(self) -> str:
        """The interval of the figure, if it has one."""
        return "" if self.figure is None else interval_text(self.target.measure, self.figure)

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON data."""
        numbers = {name: getattr(self.figure, name, None) for name in ("value", "low", "high")}
        names = {"measure": self.target.measure.name, "of": self.subject, "wanted": self.target.text, "is": self.value}
        return {**names, **numbers, "verdict": self.verdict}


def judge_targets(wanted: Sequence[Target], game: Game, tally: Tally, looks: int = 1) -> list[Judgement]:
    """Judge each target for so many players against each of its figures.

    All intervals of these figures hold together with 95 %; looks: also with those of so many others like these.
    """
    found: list[tuple[Target, Figure | None]] = []
    for one in wanted:
        if one.players[0] <= game.players <= one.players[1]:
            figures = [figure for figure in one.measure.figures(game, tally) if one.of in ("", figure.of)]
            found += [(one, figure) for figure in figures] or [(one, None)]
    times = widening_factor(looks * sum(figure is not None and figure.low is not None for _, figure in found))
    made = [(one, figure and widen_interval(figure, times, one.measure.unit)) for one, figure in found]
    return [Judgement(one, figure, one.verdict(figure) if figure else UNKNOWN) for one, figure in made]


def widen_interval(figure: Figure, times: float, unit: str) -> Figure:
    """The figure with its interval widened by a factor."""
    if figure.low is None or figure.high is None:
        return figure
    low, high = (figure.value + times * (end - figure.value) for end in (figure.low, figure.high))
    if unit in ("share", "chance"):
        low, high = max(0.0, low), min(1.0, high)
    return replace(figure, low=low, high=high)


def is_missed(wanted: Sequence[Target], games: Sequence[Game], tallies: Sequence[Tally]) -> bool:
    """Whether a run misses a target for any number of players; games of bots that change seats count together."""
    for players in dict.fromkeys(game.players for game in games):
        own = [(game, tally) for game, tally in zip(games, tallies, strict=True) if game.players == players]
        if any(
            one.verdict == MISSED for one in judge_targets(wanted, own[0][0], pool_tallies([tally for _, tally in own]))
        ):
            return True
    return False


def verdict_sentence(found: Sequence[tuple[str, str]]) -> str:
    """A sentence that sums up the verdicts of all targets, given by name and verdict."""
    of = {verdict: [name for name, own in found if own == verdict] for verdict in (MISSED, UNKNOWN)}
    parts = [f"{len(of[MISSED])} of {len(found)} missed: {', '.join(of[MISSED])}"] if of[MISSED] else []
    if unsure := len(of[UNKNOWN]):
        parts.append(f"{unsure} of {len(found)} {'needs' if unsure == 1 else 'need'} more games")
    return f"Targets: {'; '.join(parts) or f'{len(found)} of {len(found)} met'}"


COLUMNS = ["target", "", "wanted", "is", "95 % interval", ""]


def judged_table(found: Sequence[Judgement]) -> dict[str, list[list[str]]]:
    """Return the table of targets with their results under a sentence about all; {} if there are none."""
    names = [(", ".join(filter(None, [one.target.measure.name, one.subject])), one.verdict) for one in found]
    return {verdict_sentence(names): [COLUMNS, *target_rows(found)]} if found else {}


def target_rows(found: Sequence[Judgement]) -> list[list[str]]:
    """The rows of a table with COLUMNS; each target is named once."""
    made = []
    for number, one in enumerate(found):
        first = not number or found[number - 1].target is not one.target
        names = [one.target.measure.name if first else "", one.subject, one.target.text if first else ""]
        made.append([*names, one.value, one.interval, one.verdict])
    return made


def targets_section(found: Sequence[Judgement], players: int) -> list[Block]:
    """The lines about the targets for one number of players; [] without targets."""
    if not found:
        return []
    several = sum(bool(one.interval) for one in found) > 1
    return [
        "",
        f"{count_of(players, 'player')}: targets",
        TextTable([COLUMNS, *target_rows(found)], words_last=True),
        *["  together these intervals hold with 95 % confidence, so each is a little wider than it would be alone"]
        * several,
    ]
