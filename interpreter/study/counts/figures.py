"""Figures (numbers with intervals), the measures they belong to, and both in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...base.tables import percent
from ...game.game import Game
from .statistics import Z95, Tally, parts_interval, wilson_interval

OF = " > "  # the sign between a measure and what it is of


@dataclass(frozen=True, slots=True)
class Figure:
    """One number: of what (a seat, a phase, a step; "" for the game), and its 95 % interval, where there is one.

    count: of how many games, decisions, ... the number is the mean; None where it is no mean.
    """

    of: str
    value: float
    low: float | None = None
    high: float | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of games. unit: share or chance (0 to 1), or what is counted. source: the publication it is from."""

    name: str
    sentence: str
    unit: str
    source: str
    figures: Callable[[Game, Tally], list[Figure]]


def seat_text(seat: int) -> str:
    """The name of a seat in figures."""
    return f"seat {seat + 1}"


def share_figure(of: str, times: float, games: int) -> Figure:
    """A share with its Wilson interval."""
    return Figure(of, times / games, *wilson_interval(times, games), games)


def parts_figure(of: str, parts: Sequence[tuple[float, int]], games: int) -> Figure:
    """The share of games won, where a game may be won in part, with its interval."""
    return Figure(of, math.fsum(part * times for part, times in parts) / games, *parts_interval(parts, games), games)


def mean_figure(of: str, total: float, count: int) -> Figure:
    """A mean without an interval."""
    return Figure(of, total / count, count=count)


def counter_figures(counted: Counter[int]) -> list[Figure]:
    """The mean of counted values, with its interval."""
    n = counted.total()
    total = sum(value * times for value, times in counted.items())
    return [sums_figure("", n, total, sum(value * value * times for value, times in counted.items()))] if n else []


def sums_figure(of: str, n: int, total: int, squares: int) -> Figure:
    """The mean of n numbers with its 95 % interval (normal), from their sum and the sum of their squares."""
    mean = total / n
    half = Z95 * math.sqrt(max(0.0, squares / n - mean * mean) / max(1, n - 1))
    return Figure(of, mean, mean - half, mean + half, n)


def interval_text(measure: Measure, figure: Figure) -> str:
    """The interval of a figure, if it has one."""
    if figure.low is None or figure.high is None:
        return ""
    return f"{value_text(measure, figure.low)} to {value_text(measure, figure.high)}"


def value_text(measure: Measure, number: float) -> str:
    """A figure in its unit."""
    return percent(number) if measure.unit in ("share", "chance") else f"{number:,.2f}"


def definition_text(measure: Measure) -> str:
    """The definition of a measure in one sentence, and its source."""
    return f"  {measure.name}: {measure.sentence}{f' ({measure.source})' if measure.source else ''}"
