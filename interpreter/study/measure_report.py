"""Measures of many games for people to read: figures with intervals, and what each of them is."""

from __future__ import annotations

from ..base.english import counted
from ..game.game import Game
from .measures import MEASURES, Figure, Measure, minutes
from .statistics import Tally
from .tables import percent, table


def section(game: Game, tally: Tally, define: bool, seconds: int = 0) -> list[str]:
    """The lines about one number of players; with their definitions, if that is wished.

    seconds: that a choice takes, if that is told.
    """
    rows, told = [["measure", "", "", "95 % interval"]], []
    for measure in (*MEASURES, *([minutes(seconds)] if seconds else [])):
        figures = measure.figures(game, tally)
        rows += [row(measure, figure, number == 0) for number, figure in enumerate(figures)]
        told += [measure] if figures else []
    if not told:
        return []
    lines = [f"{counted(game.players, 'player')}: measures", *table(rows)]
    return [*lines, "", *map(defined, told)] if define else lines


def row(measure: Measure, figure: Figure, first: bool) -> list[str]:
    """A line of the table."""
    return [measure.name if first else "", figure.of, value(measure, figure.value), interval(measure, figure)]


def interval(measure: Measure, figure: Figure) -> str:
    """The interval of a figure, if it has one."""
    if figure.low is None or figure.high is None:
        return ""
    return f"{value(measure, figure.low)} to {value(measure, figure.high)}"


def value(measure: Measure, number: float) -> str:
    """A figure in its unit."""
    return percent(number) if measure.unit in ("share", "chance") else f"{number:,.2f}"


def defined(measure: Measure) -> str:
    """What a measure is, in one sentence, and where that is from."""
    return f"  {measure.name}: {measure.sentence}{f' ({measure.source})' if measure.source else ''}"
