"""Small rulesets played choice by choice: sections of helpers/head.py and the steps of a test."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.head import HEAD

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.errors import GameError
from stammtisch.check.checker import check
from stammtisch.game.game import Game
from stammtisch.language.build import build
from stammtisch.program.lowering.lower import lower
from stammtisch.reading.load import load_text


class Play:
    """A running game of HEAD and more sections. Options are told by their words or value, cards by what is on them."""

    def __init__(
        self, text: str, players: int = 2, seed: int = 0, options: dict[str, Any] | None = None, head: str = HEAD
    ) -> None:
        checked = check(build(load_text(head + text, "x.yaml"), "x"))
        self.program = lower(checked, players, options or {}, "x", "")
        self.state = Game(self.program).start(seed)

    def label(self, option: Any) -> Any:
        if option.kind in ("pass", "done"):
            return option.kind
        if option.value is None:
            return option.words
        value = self.card(option.value) if option.kind == "card card" else option.value
        return (option.words, value) if option.words else value

    def card(self, number: int) -> int:
        return self.program.cards[number].values[0]

    def options(self, seat: int | None = None) -> list[Any]:
        """The options of a seat (the first that decides)."""
        decision = self.state.decision if seat is None else self.state.pending[seat]
        return [self.label(option) for option in decision.options]

    def take(self, *labels: Any, seat: int | None = None) -> Play:
        """Chooses these, one after the other."""
        for label in labels:
            self.state.choose(self.options(seat).index(label), seat)
        return self

    @property
    def seat(self) -> int:
        return self.state.decision.seat

    def number(self, name: str) -> int:
        return next(self.state.v[i] for i, slot in enumerate(self.program.ints) if slot.name == name)

    def cards(self, name: str) -> list[int]:
        """The cards of a place, bottom first."""
        at = next(i for i, slot in enumerate(self.program.lists) if slot.name == name)
        return [self.card(number) for number in self.state.z[at]]

    def said(self) -> list[int]:
        """Every value that was said."""
        assert self.state.log is not None
        return [event[3] for event in self.state.log.raw_events(0) if event[0] == "say"]

    def steps(self) -> list[str]:
        """The words of every step that began."""
        assert self.state.log is not None
        return [self.program.nodes[event[1]].words for event in self.state.log.raw_events(0) if event[0] == "step"]


def play(*steps: str, more: str = "", **given: Any) -> Play:
    """The phases of these steps, one a line."""
    lines = "".join(f"  step {number}: {step}\n" for number, step in enumerate(steps, 1))
    return Play(f"phases:\n{lines}{more}", **given)


def deal(count: int) -> str:
    """The setup in which everybody gets that many cards: the first 9, the second 8 and so on."""
    return f"setup:\n  deal the hands: {{deal: {count}, from: deck, to: players.hand}}\n"


def refused(*steps: str, more: str = "", **given: Any) -> str:
    """The messages with which the steps are refused."""
    with pytest.raises(RulesetError) as caught:
        play(*steps, more=more, **given)
    return "; ".join(f"{d.code} {d.message}" for d in caught.value.diagnostics if d.severity == "error")


def fails(*steps: str, more: str = "", **given: Any) -> str:
    """The message with which a game of the steps fails."""
    with pytest.raises(GameError) as caught:
        play(*steps, more=more, **given)
    return caught.value.message
