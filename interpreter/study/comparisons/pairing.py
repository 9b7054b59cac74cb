"""Statistics of paired blocks: means, their differences and intervals, for arms that play the same games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..counts.statistics import wilson_interval


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over blocks of games. count: the number of things; errors: the deviation of each block.

    The errors are those of a ratio of sums, in first order (Cochran 1977, Sampling Techniques, 6.4): what is counted in
    one game may hang together, and blocks may have different numbers of things.
    """

    value: float
    count: int
    errors: tuple[float, ...]

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 with fewer than two blocks."""
        return standard_error(self.errors)


def mean_of_blocks(blocks: Sequence[tuple[float, int]]) -> Mean | None:
    """The mean over blocks, each given by its mean and its count. None if nothing was counted."""
    count = sum(n for _, n in blocks)
    if not count:
        return None
    value = math.fsum(mean * n for mean, n in blocks) / count
    each = count / len(blocks)
    return Mean(value, count, tuple((mean - value) * n / each for mean, n in blocks))


def standard_error(errors: Sequence[float]) -> float:
    """The standard error of a mean, from the deviation of each block."""
    n = len(errors)
    return math.sqrt(math.fsum(error * error for error in errors) / (n * (n - 1))) if n > 1 else 0.0


def difference_error(base: Mean, other: Mean) -> float:
    """The standard error of the difference of two means; by pairing blocks, equal chance in both cancels."""
    return standard_error([b - a for a, b in zip(base.errors, other.errors, strict=True)])


def correlation(base: Mean, other: Mean) -> float | None:
    """The correlation of two means over the blocks, -1 to 1; None if one of them is constant."""
    both = base.standard_error * other.standard_error
    n = len(base.errors)
    if not both:
        return None
    shared = math.fsum(a * b for a, b in zip(base.errors, other.errors, strict=True)) / (n * (n - 1))
    return max(-1.0, min(1.0, shared / both))


def difference_interval(base: Mean, other: Mean, share: bool, z: float) -> tuple[float, float]:
    """The interval of the other mean less the base's; z: its half width in standard errors.

    Of shares (0 to 1) it is made of the two Wilson intervals (Newcombe 1998, Statistics in Medicine 17, 2635-2650,
    method 10, which takes the correlation into account), for what never happened may happen all the same.
    """
    middle = other.value - base.value
    if not share:
        half = z * difference_error(base, other)
        return middle - half, middle + half
    (low, high), (other_low, other_high) = mean_share_interval(base, z), mean_share_interval(other, z)
    together = correlation(base, other) or 0.0

    def half_of(a: float, b: float) -> float:
        return math.sqrt(max(0.0, a * a + b * b - 2 * together * a * b))

    return (
        middle - half_of(high - base.value, other.value - other_low),
        middle + half_of(base.value - low, other_high - other.value),
    )


def mean_share_interval(mean: Mean, z: float) -> tuple[float, float]:
    """The Wilson interval of a share, for the number of independent games with the same standard error."""
    error, spread = mean.standard_error, mean.value * (1 - mean.value)
    independent = spread / error**2 if error and spread > 0 else mean.count
    return wilson_interval(mean.value * independent, independent, z)


def critical_value(numbers: int, blocks: int, level: float) -> float:
    """The half width in standard errors for which so many intervals hold together with the chance 1 - level.

    Bonferroni's inequality, and Student's distribution for so many blocks.
    """
    return student_quantile(level / (2 * max(1, numbers)), max(1, blocks - 1))


def student_quantile(tail: float, free: int) -> float:
    """The value that Student's t with `free` degrees of freedom exceeds with the chance `tail`, below 1/2.

    By halving, to the last digits; few degrees of freedom and small chances are no worse than others.
    """
    low, high = 0.0, 1.0
    while student_tail(high, free) > tail:
        low, high = high, 2 * high
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if student_tail(middle, free) > tail else (low, middle)
    return high


def student_tail(t: float, free: int) -> float:
    """The chance that Student's t is more than t, from 0 on (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4)."""
    square = free / (free + t * t)  # that of the cosine of the angle whose tangent is t / sqrt(free)
    odd = free % 2
    term, terms = math.sqrt(1 - square) * (math.sqrt(square) if odd else 1.0), []
    for k in range(2 if odd else 1, free, 2):
        terms.append(term)
        term *= square * k / (k + 1)
    total = math.fsum(terms)
    return (1 - (2 / math.pi * (math.atan(t / math.sqrt(free)) + total) if odd else total)) / 2
