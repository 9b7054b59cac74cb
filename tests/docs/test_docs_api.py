"""docs/api.md: every example runs and prints what stands below it; every event and every key of a view is explained."""

from __future__ import annotations

import contextlib
import io
import re
from random import Random
from typing import Any

import pytest
from helpers.paths import DOCS
from helpers.tiers import full

import stammtisch as st

TEXT = (DOCS / "api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```\n```text\n(.*?)^```$", TEXT, re.M | re.S)


@full
def test_the_examples_print_what_is_written() -> None:
    names: dict[str, Any] = {}
    assert len(EXAMPLES) >= 8 and TEXT.count("```python") == len(EXAMPLES)
    for source, expected in EXAMPLES:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(source, "docs/api.md", "exec"), names)
        assert printed.getvalue() == expected


@pytest.mark.parametrize(
    ("name", "players"), [("munchhausen", 3), ("ofertu", 2), ("warrender", 3), ("bierfest", 3), ("balvin", 3)]
)
def test_every_key_that_a_view_or_an_event_has_is_explained(name: str, players: int) -> None:
    known = set(re.findall(r"`([a-z_]+)`", TEXT))
    state, random = st.load_ruleset(name).game(players).start(seed=3), Random(3)
    while not state.over and state.decisions < 150:
        state.choose(random.randrange(len(state.decision.options)))
    view = state.view(0)
    used = {key for item in [view, *view["zones"], *view["values"]] for key in item}
    used |= {key for zone in view["zones"] for card in zone["cards"] for key in card}
    for seat in range(players):
        decision = state.view(seat)["decision"]
        used |= {key for option in (decision or {"options": []})["options"] for key in option}
        for event in state.seen(seat):
            used |= {event["kind"], *event}
    assert used - known == set()
