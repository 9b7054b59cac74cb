"""The door: whatever is asked with arguments of the right kinds, the answer is a result or says what stands in its way."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from helpers.tiers import many

from stammtisch.base.streams import Stream
from stammtisch.studio.arguments import declarations
from stammtisch.studio.door import REQUESTS, answer
from stammtisch.studio.studio import Studio

TEXTS = [
    "picnic/ruleset.yaml", "picnic/scenarios.yaml", "picnic/dishes.csv", "picnic/words.de.yaml", "picnic/none.yaml",
    "shipped:hearts/ruleset.yaml", "shipped:balvin/variants/four-gates.yaml", "picnic", "new", "", "x", "de", "random",
    "search:5", "human", "hand_size", "5", "-1", "everybody holds six dishes, and sees only the own ones", "four-gates",
    "format: 1\ngame: 💥\n", "a,b\n1,2\n", "outside:x.yaml", "../x", "🍓", "\ufeff", "card-game", "AAAA",
    "20200101-000000-000", "extends: balvin\nformat: 1\n", "format: 1\ntests: ruleset.yaml\nscenarios: {a: {then: []}}\n",
]  # fmt: skip
NUMBERS = [0, 1, 2, 3, 5, -1, 40, 10**9, 2**62]


def some(kind: Any, stream: Stream, depth: int = 0) -> Any:
    """A value of a type."""
    inner, origin = get_args(kind), get_origin(kind)
    if origin in (Union, types.UnionType):
        return some(inner[stream.draw(len(inner))], stream, depth)
    if origin is list:
        return [some(inner[0], stream, depth + 1) for _ in range(stream.draw(4))]
    if origin is dict:
        return {some(str, stream): some(inner[1], stream, depth + 1) for _ in range(stream.draw(3))}
    if is_typeddict(kind):
        hints = get_type_hints(kind)
        return {
            name: some(one, stream, depth + 1)
            for name, one in hints.items()
            if name in kind.__required_keys__ or stream.draw(2)
        }
    if kind is type(None):
        return None
    if kind is bool:
        return bool(stream.draw(2))
    if kind is float:
        return [0.0, 0.05, -1.0, 1e300][stream.draw(4)]
    return NUMBERS[stream.draw(len(NUMBERS))] if kind is int else TEXTS[stream.draw(len(TEXTS))]


@pytest.mark.parametrize("name", REQUESTS)
def test_every_answer_is_a_result_or_a_reason(name: str, studio: Studio, tmp_path: Path) -> None:
    stream = Stream(2 * len(name) + 1)
    outside = set(tmp_path.iterdir())
    for _ in range(many(12, 150)):
        arguments = {
            one: some(kind, stream)
            for one, (kind, is_needed) in declarations(REQUESTS[name]).items()
            if is_needed or stream.draw(2)
        }
        found = answer(studio, {"name": name, "arguments": arguments})
        if "mistake" in found:
            assert found["mistake"]["kind"] != "failed", arguments
            assert found["mistake"]["message"].strip()
        elif isinstance(found["result"], dict) and "job" in found["result"]:
            state = answer(studio, {"name": "go_on", "arguments": {"job": found["result"]["job"], "seconds": 0.0}})
            assert state.get("mistake", {}).get("kind") != "failed", arguments
    assert set(tmp_path.iterdir()) == outside
