"""Cases of a table in words: `honey with 4 or 5`."""

from __future__ import annotations

MOST_NAMED = 4


def listed_cases(cases: list[tuple[int, ...]], names: list[list[str]]) -> str:
    """The cases in words: `honey with 4 or 5`. names: of each key, the words of its members; [] of numbers."""
    last: dict[tuple[str, ...], list[int]] = {}
    for case in cases:
        first = tuple(words[value] if words else str(value) for value, words in zip(case[:-1], names, strict=False))
        last.setdefault(first, []).append(case[-1])
    groups: dict[str, list[str]] = {}
    for before, values in last.items():
        groups.setdefault(_some(names[-1], values), []).append(", ".join(before))
    if len(names) == 1:
        return next(iter(groups))
    found = [f"{_join_either(first)} with {values}" for values, first in groups.items()]
    return "; ".join(found[:MOST_NAMED]) + "; and others" * (len(found) > MOST_NAMED)


def _some(names: list[str], values: list[int]) -> str:
    """The words of several members, or numbers; three or more in a row become a range."""
    if names:
        return _join_either([names[value] for value in values])
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    texts = [[f"{run[0]}..{run[-1]}"] if len(run) > 2 else map(str, run) for run in runs]
    return _join_either([text for part in texts for text in part])


def _join_either(words: list[str]) -> str:
    """Join words with commas and `or`."""
    if len(words) > MOST_NAMED:
        words = [*words[: MOST_NAMED - 1], f"{len(words) - MOST_NAMED + 1} others"]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
