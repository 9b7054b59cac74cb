"""The door: what the strongest bot's games are worth, and a bot that learns a game in the background."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stammtisch.learning import in_background
from stammtisch.studio.studio import Studio

Ask = Callable[..., Any]
RULES = "picnic/ruleset.yaml"
SAYS = "import sys; print('After 10 games'); print('Learned by', *sys.argv[2:]); print('It is kept in', sys.argv[1])"


def test_the_studio_says_where_no_bot_has_learned_a_game(ask: Ask, refused: Ask, studio: Studio) -> None:
    found = ask("strongest", game=RULES, players=3)
    assert found["bot"] == "search" and found["can_learn"] and "No bot has learned these rules" in found["said"]
    # a small game is played perfectly, and one that was learned by its net
    assert ask("strongest", game="shipped:tictactoe/ruleset.yaml", players=2) == {
        "bot": "perfect",
        "said": "",
        "can_learn": False,
    }
    studio.begin_learning = None
    found = ask("strongest", game=RULES, players=3)
    assert not found["can_learn"] and "cannot learn in the browser" in found["said"]
    assert "cannot learn in the browser" in refused("learn", game=RULES, players=3)["message"]


def test_a_bot_learns_while_other_requests_are_answered(
    ask: Ask, refused: Ask, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_background, "COMMAND", (sys.executable, "-c", SAYS))
    job = ask("learn", game=RULES, players=3, seconds=5)["job"]
    while not (state := ask("go_on", job=job, seconds=0))["done"]:
        time.sleep(0.02)
    assert state["result"] == {"said": "Learned by --players=3 --seconds=5", "is_learned": True}
    assert "browser" not in refused("learn", game="shipped:balvin/ruleset.yaml", players=3)["message"]
    assert refused("learn", game=RULES, players=3, seconds=0)["kind"] == "not-possible"


def test_learning_that_is_stopped_ends_its_process(ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wait = f"import time, pathlib; time.sleep(2); pathlib.Path({str(tmp_path / 'ended')!r}).touch()"
    monkeypatch.setattr(in_background, "COMMAND", (sys.executable, "-c", wait))
    job = ask("learn", game=RULES, players=3)["job"]
    assert not ask("go_on", job=job, seconds=0)["done"]
    assert ask("stop", job=job)["done"]
    time.sleep(2.5)
    assert not (tmp_path / "ended").exists()


def test_the_real_command_begins(ask: Ask) -> None:
    job = ask("learn", game=RULES, players=3, seconds=1)["job"]
    until = time.monotonic() + 60
    said = ""
    while not said and time.monotonic() < until:
        state = ask("go_on", job=job, seconds=0)
        assert not state["done"], state
        said = state["result"]["said"]
        time.sleep(0.1)
    ask("stop", job=job)
    assert "games" in said
