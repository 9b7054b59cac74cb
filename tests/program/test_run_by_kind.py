"""`run: card.kind`: what is on a card says which action is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.plays import Play

import stammtisch as st
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.front.api import Ruleset

GAME = """\
format: 1
game: Three kinds
players: 2..3
things: {role: [guard, thief, old_lady]}
components: {card: {front: {role: role, value: 1..3}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {role: roles, value: 1..3, copies: 2}}
  row: {holds: card}
each player:
  hand: {holds: card, see: owner}
  points: {range: -50..50, start: 0}
setup:
  the deck is shuffled: {shuffle: deck}
  the hands are dealt: {deal: 3, from: deck, to: players.hand}
phases:
  a round:
    turns: player in players
    until: {a hand is empty: any(p in players where p.hand.empty)}
    do:
      play a card:
        choose: card in player.hand
        move: card
        to: row
      what it does:
        RUN
      it is worth something: {add: {player.points: worth}}
actions:
  Guard: {with: {much: 1..3}, gives: {worth: worth}, remember: {worth: 0..9}, set: {worth: much}}
  Thief:
    with: {much: 1..3}
    gives: {worth: worth}
    remember: {worth: 0..9}
    choose: rival in players after player
    add: {rival.points: -much}
    do: {choose: more in 0..much, set: {worth: more}}
  Old lady: {with: {much: 1..3}, gives: {worth: worth}, remember: {worth: 0..9}, set: {worth: 9 - much}}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""
BY_KIND = "run: card.role\n        with: {much: card.value}\n        gives: {worth: worth}"
CHAIN = """\
remember: {worth: 0..9}
      The guard: {when: card.role = guard, run: Guard, with: {much: card.value}, gives: {worth: one}, do: {set: {worth: one}}}
      The thief: {when: card.role = thief, run: Thief, with: {much: card.value}, gives: {worth: two}, do: {set: {worth: two}}}
      The lady: {when: card.role = old_lady, run: Old lady, with: {much: card.value}, gives: {worth: last}, do: {set: {worth: last}}}"""


def loaded(folder: Path, text: str) -> Ruleset:
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return st.load_ruleset(folder / "ruleset.yaml")


def played(ruleset: Ruleset, players: int, seed: int) -> tuple[list[Any], list[int]]:
    """What could be chosen all the way, and the scores."""
    state, bots, seen = ruleset.game(players).start(seed), Stream(seed_stream(seed, BOTS)), []
    while not state.over:
        options = [(option.words, option.value) for option in state.decision.options]
        seen.append((state.decision.seat, options))
        state.choose(bots.draw(len(options)))
    return seen, state.scores


@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_as_a_step_for_each_kind_does(tmp_path: Path, players: int) -> None:
    ours, chain = (loaded(tmp_path / name, GAME.replace("RUN", text)) for name, text in [("a", BY_KIND), ("b", CHAIN)])
    games = [played(ours, players, seed) for seed in range(20)]
    assert games == [played(chain, players, seed) for seed in range(20)]
    assert len({len(seen) for seen, _ in games}) > 1
    quick, slow = (list(one.game(players).results(1, 50)) for one in (ours, chain))
    assert quick == slow
    assert len({decisions for _, decisions in quick}) > 1


def problems(tmp_path: Path, text: str) -> list[tuple[str, int, str]]:
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    return [(d.code, d.span.line, d.message) for d in st.validate(tmp_path / "x.yaml") if d.severity == "error"]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("thief,", "thief, bard,", ("unknown-action", 4, "there is no action 'Bard' to run where card.role is bard")),
        ("role\n        with", "value\n        with", ("wrong-type", 25, "card.value is a number: only the member of a thing can name an action")),
        ("card.role\n        with", "first(row).role\n        with", ("maybe-none", 25, "first(row) may be none, so it may have no role")),
        ("Old lady: {with: {much: 1..3}", "Old lady: {with: {little: 1..3}", ("wrong-arguments", 25, "'Old lady' and 'Guard' may both be run here, but they take or give different things")),
        ("Thief:\n    with: {much: 1..3}\n    gives: {worth: worth}", "Thief:\n    with: {much: 1..3}", ("wrong-arguments", 25, "'Thief' and 'Guard' may both be run here, but they take or give different things")),
        ("with: {much: card.value}\n", "with: {many: card.value}\n", ("missing-argument", 25, "'Guard' needs much")),
        ("Guard: {with: {much: 1..3}, gives: {worth: worth}, remember: {worth: 0..9}, set: {worth: much}}", "Guard: {with: {much: 1..3}, gives: {worth: worth}, remember: {worth: 0..9}, choose: c in row, do: {run: c.role, with: {much: 1}}}", ("recursion", 30, "the action 'Guard' runs itself: Guard -> Guard")),
        ("role\n        with", "rle\n        with", ("unknown-name", 25, "a card has no 'rle'")),
    ],
)  # fmt: skip
def test_what_cannot_be_run_is_said_at_its_place(
    tmp_path: Path, old: str, new: str, found: tuple[str, int, str]
) -> None:
    text = GAME.replace("RUN", BY_KIND)
    assert problems(tmp_path, text) == []
    assert old in text
    assert found in problems(tmp_path, text.replace(old, new))


OFFERED = """\
format: 1
game: One of three
players: 2
things: {role: [guard, thief]}
components: {card: {front: {role: role}}, coin: 5}
shared:
  row: {pile of: card, SEEstarts with: [{role: thief}]}
each player: {coins: {of: coin, start: 0}}
phases:
  a turn:
    turns: player in players
    until: round > 1
    one of:
      Use the card: {when: not row.empty, run: row.top.role}
      Take a coin: {move: 1, from: box, to: player.coins}
actions:
  Guard: nothing
  Thief: {pay: 1, from: player.coins, to: box}
score: player.coins
"""


def test_an_option_asks_for_what_the_action_of_the_kind_needs(tmp_path: Path) -> None:
    text = OFFERED.replace("SEE", "")
    game = loaded(tmp_path / "a", text).game(2).start(1)
    assert [option.words for option in game.decision.options] == ["Take a coin"]
    other = loaded(tmp_path / "b", text.replace("role: thief}", "role: guard}")).game(2).start(1)
    assert [option.words for option in other.decision.options] == ["Use the card", "Take a coin"]


def test_a_hidden_card_does_not_decide_what_is_offered(tmp_path: Path) -> None:
    text = OFFERED.replace("SEE", "see: {front: nobody}, ")
    (found,) = problems(tmp_path, text)
    assert found[:2] == ("hidden-condition", 14)


def test_a_small_word_is_a_name_and_others_are_actions(tmp_path: Path) -> None:
    text = GAME.replace("RUN", BY_KIND.replace("card.role", "kind")).replace(
        "what it does:", "it counts:\n        remember: {kind: card.role}\n      what it does:"
    )
    assert problems(tmp_path, text) == []
    (found,) = problems(tmp_path, GAME.replace("RUN", BY_KIND.replace("card.role", "Gard")))
    assert found == ("unknown-action", 25, "there is no action 'Gard'")


def test_who_is_named_by_decides_in_each_of_them() -> None:
    game = Play(
        "", head="""\
format: 1
game: By
players: 2
things: {way: [high, low]}
shared: {way: {start: low}, number: 0..9}
phases:
  a step: {by: last(players), run: way}
actions:
  High: {choose: n in 8..9, set: {number: n}}
  Low: {choose: n in 1..2, set: {number: n}}
""")  # fmt: skip
    assert (game.seat, game.options()) == (1, [1, 2])
    assert game.take(2).number("number") == 2
