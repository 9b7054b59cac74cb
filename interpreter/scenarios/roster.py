"""Hints for scenarios that name players or scores in a wrong form, or the wrong number of players."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from ..base.diagnostics import Diagnostic
from ..base.english import count_of
from ..language.reader import texts
from ..reading.nodes import Mapping, Node, Scalar

_NAMES = re.compile(r"[^\W\d]\w*(?:(?:\s*,\s*|\s+and\s+)[^\W\d]\w*)*")


def with_names(problem: Diagnostic, root: Mapping) -> Diagnostic:
    """The problem with a hint, where players or scores are written in a wrong form."""
    if problem.code != "wrong-type":
        return problem
    scenarios = root.get("scenarios")
    bodies = [entry.value for entry in scenarios.entries.values()] if isinstance(scenarios, Mapping) else []
    for body in [root, *bodies]:
        if not isinstance(body, Mapping):
            continue
        players, scores = body.get("players"), body.get("scores")
        if players is not None and players.span == problem.span:
            return _names(problem, players)
        if scores is not None and scores.span == problem.span:
            return _scores(problem, scores, texts(players or root.get("players")))
    return problem


def number_hint(names: list[str], possible: Collection[int]) -> str:
    """The hint for a number of players that cannot play."""
    fewer = [number for number in possible if number < len(names)]
    if fewer:
        return f"Name {count_of(max(fewer), 'player')}, for example [{', '.join(names[: max(fewer)])}]."
    return f"Add {count_of(min(possible) - len(names), 'name')}."


def _names(problem: Diagnostic, node: Node) -> Diagnostic:
    """The problem with a hint for players."""
    if not isinstance(node, Scalar) or not _NAMES.fullmatch(node.text):
        return problem
    names = re.split(r"\s*,\s*|\s+and\s+", node.text)
    instead = f"[{', '.join(names)}]"
    return replace(problem, hint=f"Write `{instead}`.", instead=instead)


def _scores(problem: Diagnostic, node: Node, names: list[str]) -> Diagnostic:
    """The problem with a hint for scores."""
    scores = texts(node)
    if not names or not scores:
        return problem
    pairs = ", ".join(f"{name}: {score}" for name, score in zip(names, scores, strict=False))
    instead = f"{{{pairs}}}"
    hint = f"Write a name before each score: `{instead}`."
    if len(scores) == len(names):
        return replace(problem, hint=hint, instead=instead)
    many = f"{count_of(len(names), 'player')} and {count_of(len(scores), 'score')}"
    return replace(problem, hint=f"Write a name before each score, for example `{instead}`; here there are {many}.")
