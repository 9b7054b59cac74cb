"""What is measured: each game's ruleset, its reference in plain Python and its name in other libraries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import handwritten_card_games
import handwritten_games


@dataclass(frozen=True, slots=True)
class Contest:
    """One game. `reference` makes it in plain Python; spiel, rlcard and zoo are its names there, "" where unknown."""

    name: str
    ruleset: str
    players: int
    options: dict[str, int] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    reference: Callable[[], Any] | None = None
    spiel: str = ""
    rlcard: str = ""
    zoo: str = ""


def _liars_dice(dice: int) -> Contest:
    return Contest(
        f"liar's dice ({dice})",
        "liars-dice",
        2,
        {"dice": dice},
        reference=handwritten_games.GAMES[f"liars_dice({dice})"],
        spiel=f"liars_dice(numdice={dice})",
    )


YARDSTICK = Contest(
    "tic-tac-toe", "tictactoe", 2, reference=handwritten_games.TicTacToe, spiel="tic_tac_toe", zoo="tictactoe_v3"
)
CONTESTS = (
    YARDSTICK,
    Contest("kuhn", "kuhn", 2, reference=handwritten_games.KuhnPoker, spiel="kuhn_poker"),
    Contest(
        "leduc",
        "leduc",
        2,
        reference=handwritten_games.LeducPoker,
        spiel="leduc_poker",
        rlcard="leduc-holdem",
        zoo="leduc_holdem_v4",
    ),
    Contest("goofspiel", "goofspiel", 2, reference=handwritten_games.Goofspiel, spiel="goofspiel(num_cards=13)"),
    _liars_dice(1),
    _liars_dice(5),
    Contest("munchhausen", "munchhausen", 4, reference=partial(handwritten_card_games.Munchhausen, 4)),
    Contest("warrender", "warrender", 4, reference=partial(handwritten_card_games.Warrender, 4)),
    Contest("balvin", "balvin", 4),
    Contest("bierfest", "bierfest", 4),
    Contest("munchhausen, two players", "munchhausen", 2, variants=("two-players",)),
    Contest("ofertu", "ofertu", 2),
    Contest("othello", "othello", 2),
    Contest("gin rummy", "gin-rummy", 2),
)


def chosen(parts: str) -> list[Contest]:
    """The games whose name contains one of the words, which stand between commas; all for an empty text."""
    words = [word.strip() for word in parts.split(",") if word.strip()]
    return [contest for contest in CONTESTS if not words or any(word in contest.name for word in words)]
