"""Rows that a table lacks for a number it is certainly asked for: behind definitions, and with the settings of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.front.validation import validate_file

GAME = """\
format: 1
game: A game of levels
players: 2..3
settings: {top: 5, few: {2 players: 3, 3 players: 4}, switch: false}
things: {suit: [red, blue]}
components:
  card: {front: {suit: maybe suit, value: 0..3}}
  coin: 20
tables:
  price: {0..5: 1}
  fee(int n, int m): {0..3: {0..5: 1}}
shared:
  deck: {pile of: card, starts with: [{suit: suits, value: 1..3, copies: 2}, {value: 0, copies: 4}]}
  level: 0..top
  start: 0..3
each player:
  hand: {holds: card}
  level: 0..top
  coins: {of: coin, start: 4}
define:
  worth(int n): price(n)
DEFINE
phases:
  a turn:
    turns: player in players
    until: {the deck is used up: deck.empty}
    do:
      draw a card: {move: 1, from: deck, to: player.hand}
      STEP
actions:
  Do it: ACTION
score: 0
winner: [most player.coins, least player.hand.size]
"""


def told(
    folder: Path,
    step: str = "Pause: nothing",
    define: str = "",
    action: str = "nothing",
    **settings: str,
) -> list[str]:
    """The messages about missing rows of a game with these parts; step and define are single lines."""
    text = GAME.replace("STEP", step).replace("DEFINE\n", f"  {define}\n" if define else "")
    text = text.replace("ACTION", action)
    file = folder / "levels.yaml"
    file.write_text(text, encoding="utf-8")
    found = validate_file(file, 0, (), settings)
    assert [d.message for d in found if d.severity == "error"] == []
    return [d.message.removeprefix("the table ") for d in found if d.code == "missing-row"]


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        ("Ask: {choose: n in 1..6, add: {level: worth(n)}}", ["price has no row for 6, which n can be"]),
        ("Ask: {choose: n in 1..5, add: {level: worth(n)}}", []),
        ("Ask: {choose: n in 1..5, add: {level: worth(n + 1)}}", ["price has no row for 6, which n can be"]),
        ("Ask: {choose: n in 1..few, add: {level: price(n + 2)}}", ["price has no row for 6, which n + 2 can be"]),
        ("Ask: {choose: n in 1..few, add: {level: price(n + 1)}}", []),
        ("Ask: {choose: n in 1..9, add: {level: 'price(min(n, 5))'}}", []),
        ("Ask: {choose: n in 1..9, add: {level: 'price(max(n, 5))'}}", ["price has no row for 6, which max(n, 5) can be"]),
        ("Ask: {choose: n in 1..9, add: {level: if n < 6 then worth(n) else 0}}", []),
        ("Ask: {choose: n in 1..9, add: {level: if n < 7 then worth(n) else 0}}", ["price has no row for 6, which n can be"]),
        ("Ask: {choose: n in 1..9, add: {level: if n > 5 then 0 else worth(n)}}", []),
        ("Ask: {choose: n in 1..9, where: {few are left: n <= 5}, add: {level: worth(n)}}", []),
        ("Ask: {choose: n in 1..9 where n <= 5, add: {level: worth(n)}}", []),
        ("Ask: {when: switch, choose: n in 1..9, add: {level: worth(n)}}", []),
        ("Ask: {choose: n in 1..9, do: {Pay: {when: n < 6, add: {level: worth(n)}}}}", []),
        ("Ask: {choose: n in 1..9, do: {Pay: {when: n < 8, add: {level: worth(n)}}}}", ["price has no row for 6, which n can be"]),
        # what cannot be known for certain
        ("Ask: {choose: n in 1..9, where: {so many cards: n <= player.hand.size}, add: {level: worth(n)}}", []),
        ("Ask: {choose: n in 1..9, where: {so many coins: n <= player.coins}, add: {level: worth(n)}}", []),
        ("Ask: {choose: n in 1..player.hand.size, add: {level: worth(n)}}", []),
        ("Ask: {choose: n in 1..9, where: {a riddle: 'n in [1, 2]'}, add: {level: worth(n)}}", []),
        ("Ask: {choose: [n in 1..4, m in 1..4], add: {level: worth(n + m)}}", []),
        ("All: {add: {level: worth(player.hand.size)}}", []),
        ("All: {add: {level: worth(player.coins)}}", []),
    ],
)  # fmt: skip
def test_what_is_chosen_is_followed_through_definitions(tmp_path: Path, step: str, wanted: list[str]) -> None:
    assert told(tmp_path, step) == wanted


@pytest.mark.parametrize(
    ("top", "step", "wanted"),
    [
        ("5", "All: {add: {start: worth(player.level)}}", []),
        ("7", "All: {add: {start: worth(player.level)}}", ["price has no row for 6, which n can be"]),
        ("7", "All: {when: player.level < 6, add: {start: worth(player.level)}}", []),
        ("7", "All: {add: {start: 'fee(start, player.level)'}}", ["fee has no row for 6, which player.level can be"]),
        ("7", "All: {add: {start: worth(player.level - start)}}", []),
        ("7", "All: {remember: {n: player.level}, add: {start: worth(n)}}", ["price has no row for 6, which n can be"]),
        ("7", "All: {remember: {n: 0..top}, add: {start: worth(n)}}", ["price has no row for 6, which n can be"]),
        ("7", "All: {add: {start: sum(worth(i) for i in 1..top)}}", ["price has no row for 6, which n can be"]),
        ("7", "All: {add: {start: sum(worth(i) for i in 1..top where i < 6)}}", []),
    ],
)  # fmt: skip
def test_settings_count_as_they_are(tmp_path: Path, top: str, step: str, wanted: list[str]) -> None:
    assert told(tmp_path, step, top=top) == wanted


def test_parameters_of_actions_are_what_they_are_given(tmp_path: Path) -> None:
    action = "{with: {n: 0..9}, add: {start: worth(n)}}"
    for given, wanted in (("k", []), ("k + 1", ["price has no row for 6, which n can be"]), ("player.hand.size", [])):
        step = f"Go: {{choose: k in 1..5, run: Do it, with: {{n: {given}}}}}"
        assert told(tmp_path, step, action=action) == wanted
    guarded = "Go: {when: player.level < 6, run: Do it}"
    plain = "{add: {start: worth(player.level)}}"
    assert told(tmp_path, guarded, action=plain, top="8") == []
    assert told(tmp_path, guarded.replace("< 6", "< 9"), action=plain, top="8") != []
