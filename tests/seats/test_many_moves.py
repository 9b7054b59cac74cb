"""Following very many cards that move one by one among very many."""

from __future__ import annotations

from cProfile import Profile
from pathlib import Path
from typing import Any, ClassVar

import pytest

import stammtisch as st
from stammtisch.seats.card_knowledge import CardKnowledge
from stammtisch.seats.perception.events import perception_of

CARDS = 600


class Order(list[Any]):
    """The cards of a pile in order, of which is counted how often one is looked for from end to end."""

    asked: ClassVar = [0]

    def __contains__(self, card: object) -> bool:
        self.asked[0] += 1
        return super().__contains__(card)


@pytest.mark.parametrize("see", ["nobody", "{top: everyone}"])
def test_a_card_that_moves_unseen_does_not_look_at_every_other_one_by_one(tmp_path: Path, see: str) -> None:
    """It takes a few calls for each move, not one for each card of its pile (it did: 1,200 for each)."""
    moved = "for each: n in 1..500, do: {one goes to the bottom: {move: 1, from: deck, to: deck, at: random}}"
    (tmp_path / "many.yaml").write_text(
        "format: 1\ngame: Many\nplayers: 2\nscore: 0\nrulings: {points are shared: {change: score}}\n"
        "components: {card: {front: {value: 1..2}}}\n"
        f"shared: {{deck: {{pile of: card, see: {see}, starts with: {{value: 1..2, copies: {CARDS // 2}}}}}}}\n"
        "setup: {they are shuffled: {shuffle: deck}}\n"
        f"phases:\n  they move: {{{moved}}}\n  It is over: {{by: first(players), choose: z in 1..2, say: z}}\n",
        encoding="utf-8",
    )
    state = st.load_ruleset(tmp_path / "many.yaml").game(2).start(1)
    profile = Profile()
    profile.runcall(state.view, 1)
    calls = {entry.code.co_name: entry.callcount for entry in profile.getstats() if hasattr(entry.code, "co_name")}
    assert calls["move"] == 500
    assert calls["visible"] < 500 * 20 + 10 * CARDS


def test_an_open_pile_is_not_gone_through_for_each_of_its_cards_at_each_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = "for each: n in 1..5, do: {one is put anywhere: {move: 1, from: deck, to: deck, at: random}}"
    wait = "by: first(players), choose: z in 1..2, say: z"
    (tmp_path / "many.yaml").write_text(
        "format: 1\ngame: Many\nplayers: 2\nscore: 0\nrulings: {points are shared: {change: score}}\n"
        "components: {card: {front: {value: 1..2}}}\n"
        f"shared: {{deck: {{pile of: card, starts with: {{value: 1..2, copies: {CARDS // 2}}}}}}}\n"
        f"phases:\n  Begin: {{{wait}}}\n  they move: {{{moved}}}\n  It is over: {{{wait}}}\n",
        encoding="utf-8",
    )
    move = CardKnowledge.move

    def counted(self: CardKnowledge, *given: Any) -> Any:
        self.order |= {zone: Order(order) for zone, order in self.order.items()}
        return move(self, *given)

    monkeypatch.setattr(CardKnowledge, "move", counted)
    monkeypatch.setattr(Order, "asked", asked := [0])
    state = st.load_ruleset(tmp_path / "many.yaml").game(2).start(1)
    state.choose(0)
    cards = perception_of(state, 1).cards
    assert all(isinstance(order, Order) and len(order) == CARDS for order in cards.order.values())
    state.view(1)
    assert asked[0] < 30
