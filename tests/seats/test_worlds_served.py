"""In two worlds that a seat cannot tell apart the server of a table sends it the same bytes: see helpers/worlds/."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import games
from helpers.secrets import FEW_SECRETS, SECRETS, made
from helpers.tiers import many, tiered
from helpers.worlds.given import EVERYBODY, Looked, Plan, Told, hides, looked
from helpers.worlds.served import EditorSession

from stammtisch.front.api import Ruleset, load_ruleset
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.table.pages import page, page_content, render

FEW = [(name, "") for name in ("kuhn", "munchhausen", "goofspiel", "hearts")]
SMALL = Plan(most=7, budget=many(50, 150))


def served(ruleset: Ruleset, game: Game, folder: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games pass, until another world was compared."""
    desk = EditorSession(folder, ruleset, game.start(1))
    # given to those who look on, too
    monkeypatch.setitem(EVERYBODY, "what is answered", desk.answers)
    try:
        sums = Looked()
        for seed in range(1, 14):
            found = looked(game, seed, plan, given={"what is answered": desk.answers})
            sums = Looked(sums.tried + found.tried, sums.found + found.found, sums.other + found.other)
            if sums.other:
                return
        raise AssertionError(f"no other world was ever compared: {sums}")
    finally:
        desk.tables.store.close()


@pytest.mark.parametrize("name", tiered(SECRETS, FEW_SECRETS.__contains__))
def test_small_games_are_served_without_a_secret(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = made(tmp_path, SECRETS[name], 3 if name == "together" else 2)
    served(load_ruleset(tmp_path / "small.yaml"), game, tmp_path / "t", SMALL, monkeypatch)


@pytest.mark.parametrize(("name", "variant"), tiered(games.HIDING, FEW.__contains__))
def test_rulesets_are_served_without_a_secret(
    name: str, variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = games.ruleset(name, variant)
    assert hides(ruleset.game())
    served(ruleset, ruleset.game(), tmp_path / "t", Plan(most=6, every=5, seats=False, budget=200), monkeypatch)


def test_a_page_that_tells_a_secret_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = made(tmp_path, SECRETS["top"])
    states, content_of = list[State](), page_content.content_of

    def keeps_the_state(state: State, seat: int, names: Any) -> Any:
        states.append(state)
        return content_of(state, seat, names)

    # the page itself cannot reach a state
    monkeypatch.setattr(render, "content_of", keeps_the_state)
    monkeypatch.setattr(page, "_turn", lambda *of: f"the cards lie so: {states[-1].z}")
    with pytest.raises(Told, match="what is answered"):
        served(load_ruleset(tmp_path / "small.yaml"), game, tmp_path / "t", SMALL, monkeypatch)
