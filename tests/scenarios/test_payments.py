"""The verb `pay` with several goods: one payment, offered and made as a whole or not at all."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest
from helpers.paths import DATA
from helpers.tiers import full

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.errors import GameError
from stammtisch.front.api import load_ruleset, validate
from stammtisch.game.bots import bots_stream, random_choices
from stammtisch.game.state import State
from stammtisch.records.undo import undo_last
from stammtisch.rulebook.book import rulebook
from stammtisch.scenarios.run import run_file
from stammtisch.seats.phrases import event_texts

BUILDERS = DATA / "ok" / "builders.yaml"
HEAD = "format: 1\ntests: ruleset\nplayers: [Ann, Bob]\nscenarios:\n  what is tested:\n"
GIVEN = """
    at: somebody builds
    given:
      jade.supply: 3
      Ann.wood: 3
      Ann.clay: 1
      Ann.gems(ruby): 2
      Ann.gems(opal): 1
      Ann.gems(jade): 1
"""
HOLD = {
    "each good is taken from its place": """
        when: [{Ann: Build house}]
        then: [Ann.wood = 1, Ann.clay = 0, count(Ann.huts) = 1]
    """,
    "the good that is missing is named": """
        when:
          - Ann may not: {Build barn: not enough clay to pay}
          - Ann may not: {'Dig': not enough gems (opal) to pay}
          - Ann may not: {Build tower: not enough clay to pay}
        then: [Ann.wood = 3]
    """,
    "a price with an index is paid for each member": """
        when: [{chance: [opal]}, {Ann: Buy ring}]
        then: [Ann.gems(ruby) = 1, Ann.gems(opal) = 1, Ann.gems(jade) = 0, supply(jade) = 4]
    """,
    "of a price with an index the member that is missing is named": """
        when:
          - Ann may not: {Buy crown: not enough gems (ruby) to pay}
        then: [Ann.wood = 3]
    """,
    "whoever gets it has each good in the place of that name": """
        when: [{Ann: Trade Bob}]
        then: [Ann.wood = 1, Ann.clay = 0, Bob.wood = 6, Bob.clay = 3]
    """,
    "what is paid from one place twice is added up": """
        when:
          - Ann: Give a gem opal
          - Ann may not: {opal: not enough gems (here) to pay}
          - Ann may: [ruby, jade]
        then: [Ann.wood = 3]
    """,
}


def outcome(folder: Path, body: str) -> str:
    """What is said of the one scenario; "" if it holds."""
    (folder / "ruleset.yaml").write_bytes(BUILDERS.read_bytes())
    path = folder / "scenarios.yaml"
    path.write_text(HEAD + GIVEN.lstrip("\n") + indent(dedent(body).strip(), "    ") + "\n", encoding="utf-8")
    return run_file(path)[0].failure


@pytest.mark.parametrize("name", HOLD)
def test_several_goods_are_paid(tmp_path: Path, name: str) -> None:
    assert outcome(tmp_path, HOLD[name]) == ""


def played(seed: int) -> State:
    """A whole random game of two."""
    state = load_ruleset(BUILDERS).game(2).start(seed)
    for decision, position in random_choices(state, bots_stream(seed), 200):
        state.choose(position, decision.seat)
    return state


def test_a_payment_is_one_line_of_the_log() -> None:
    lines = event_texts(played(3).seen(0), ["Ann", "Bob"])
    assert "Build: 3 logs from Ann's wood and 3 bricks from Ann's clay to the box" in lines
    assert "Trade: 2 logs from Bob's wood to Ann's wood; 1 brick from Bob's clay to Ann's clay" in lines
    assert "Give a gem: 2 stones from Ann's gems (jade) to Bob's gems (jade)" in lines
    assert [line for line in lines if "brick" in line and "log" not in line] == [
        "Dig: 2 bricks from the box to Ann's clay"
    ]


def test_what_is_left_of_a_hidden_good_stays_hidden() -> None:
    clay = [value for value in played(3).view(0)["values"] if value["name"] == "clay"]
    assert [bool(value.get("hidden")) for value in clay] == [False, True]


def variant(folder: Path, old: str, new: str) -> Path:
    path = folder / "ruleset.yaml"
    text = BUILDERS.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_a_payment_is_taken_back_as_a_whole(tmp_path: Path) -> None:
    state = load_ruleset(variant(tmp_path, "random: gem in gems", "for each: gem in gems")).game(2).start(5)
    before, decision = list(state.v), state.pending[0]
    state.choose(next(p for p, o in enumerate(decision.options) if o.words == "Dig"), decision.seat)
    assert list(state.v) != before
    back, reason = undo_last(state, decision.seat)
    assert back is not None and reason == "" and list(back.v) == before


@pytest.mark.parametrize("seed", range(12))
def test_no_token_is_lost_or_made(seed: int) -> None:
    game = load_ruleset(BUILDERS).game(2 + seed % 2)
    state = game.start(seed)
    for decision, position in random_choices(state, bots_stream(seed), 500):
        state.choose(position, decision.seat)
        for token, supply in (("log", 40), ("brick", 40), ("stone", 60)):
            slots = [n for n, slot in enumerate(game.program.ints) if slot.token == token]
            assert sum(state.v[n] for n in slots) == supply
            assert min(state.v[n] for n in slots) >= 0
    assert state.over


def test_a_payment_in_the_rulebook() -> None:
    told = " ".join(str(block) for block in rulebook(load_ruleset(BUILDERS)))
    assert "pays the hut's wood from the player's wood and the hut's clay from the player's clay to the box." in told
    assert "pays 2 logs from the player's wood and 1 brick from the player's clay to the friend." in told
    assert "pays the player's missing for the card and each gem from the player's gems to the supply." in told


def test_whoever_pays_one_good_is_named_in_the_rulebook(tmp_path: Path) -> None:
    """Not the place that it is paid from, whether the payment is a step of its own or stands in one."""
    old = "Rest: {move: up to 1, from: box, to: player.wood}"
    whole = "Give: {when: {there is wood: player.wood > 0}, pay: 1, from: player.wood, to: box}"
    inside = "Lose: {when: {there is clay: player.clay > 0}, do: {the loss: {pay: 1, from: player.clay, to: box}}}"
    path = variant(tmp_path, old, f"{old}\n          {whole}\n          {inside}")
    text = " ".join(str(block) for block in rulebook(load_ruleset(path)))
    assert "The player pays 1 log from the player's wood to the box" in text
    assert "The player pays 1 brick from the player's clay to the box" in text
    assert "wood pays" not in text and "clay pays" not in text


def test_nothing_moves_where_a_good_is_missing(tmp_path: Path) -> None:
    path = variant(
        tmp_path, "Rest: {", "Rest: {do: {pay: {player.wood: 1, player.clay: 40}, to: box}}\n          Wait: {"
    )
    state = load_ruleset(path).game(2).start(1)
    before = list(state.v)
    decision = state.pending[0]
    assert not any(option.words == "Rest" for option in decision.options) and before == list(state.v)


def test_a_step_that_is_not_offered_fails_and_says_so(tmp_path: Path) -> None:
    path = variant(
        tmp_path,
        "a good is found: {",
        "a tax is due: {pay: {player.wood: 1, player.clay: 40}, to: box}\n      a good is found: {",
    )
    with pytest.raises(GameError, match="player.clay holds fewer than have to be paid from there"):
        load_ruleset(path).game(2).start(1)


def test_one_place_twice_is_added_up_where_nothing_is_offered_too(tmp_path: Path) -> None:
    tax = "a tax is due: {pay: {player.wood: 3, first(players).wood: 2}, to: box}"
    path = variant(tmp_path, "a good is found: {", f"{tax}\n      a good is found: {{")
    with pytest.raises(GameError, match="wood holds fewer than have to be paid from there"):
        load_ruleset(path).game(2).start(1)


def test_one_good_that_is_not_offered_fails_and_says_so(tmp_path: Path) -> None:
    """It is not proposed to pay less, which would be another rule."""
    path = variant(
        tmp_path, "a good is found: {", "a tax is due: {pay: 40, from: player.clay, to: box}\n      a good is found: {"
    )
    with pytest.raises(GameError) as caught:
        load_ruleset(path).game(2).start(1)
    asked = "must be paid here: offer it only where it can be paid"
    assert str(caught.value).endswith(f"player.clay holds fewer than 40, which {asked}")


def test_a_hidden_price_decides_nothing(tmp_path: Path) -> None:
    """What is paid from the place of somebody else must be known to whoever is offered the payment."""
    path = variant(
        tmp_path, "pay: {player.wood: 2, player.clay: 1}, to: friend", "pay: {player.wood: 2, friend.clay: 1}, to: box"
    )
    assert "hidden-condition" in [d.code for d in validate(path)]


CARDS = """
format: 1
game: Cards as a price
players: 2
components: {card: {front: {value: 1..10}}}
shared: {waste: {pile of: card}, deck: {pile of: card, starts with: {value: 1..10}}}
each player: {points: 0..100, hand: {pile of: card}}
setup:
  the deal: {deal: 3, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {three rounds are over: round > 3}
    one of:
      Sell: {pay: 2, from: player.hand, to: waste, do: {add: {player.points: 1}}}
      Rest: nothing
score: player.points
rulings: {equal scores share the victory: {change: winner}}
"""


def test_cards_are_paid_where_so_many_lie_there(tmp_path: Path) -> None:
    path = tmp_path / "ruleset.yaml"
    path.write_text(CARDS, encoding="utf-8")
    state, offered = load_ruleset(path).game(2).start(1), []
    while not state.over:
        offered.append([option.words for option in state.decision.options])
        state.choose(0, state.decision.seat)
    assert offered == [["Sell", "Rest"]] * 2 + [["Rest"]] * 4


WRONG = {
    "up to": (
        "{player.wood: up to hut.wood, player.clay: hut.clay}",
        "wrong-shape",
        "hut.wood, or less, is not a price",
    ),
    "all": ("{player.wood: all, player.clay: hut.clay}", "wrong-shape", "everything is not a price"),
    "cards": ("{player.wood: hut.wood, player.huts: 1}", "wrong-type", "player.huts holds cards"),
    "the wrong way round": ("{hut.wood: player.wood}", "wrong-type", "nothing is paid from hut.wood"),
    "a list": ("{players.wood: 1}", "wrong-type", "players.wood is a list of numbers"),
    "a number for each": ("{player.gems: 1}", "missing-argument", "gems belongs to each player and each gem"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_paid_at_once(tmp_path: Path, name: str) -> None:
    price, code, message = WRONG[name]
    path = variant(tmp_path, "{player.wood: hut.wood, player.clay: hut.clay}", price)
    with pytest.raises(RulesetError) as caught:
        load_ruleset(path)
    assert [d.code for d in caught.value.diagnostics][:1] == [code]
    assert message in caught.value.diagnostics[0].message


def test_several_goods_have_no_from(tmp_path: Path) -> None:
    path = variant(tmp_path, "player.clay: hut.clay}, to: box", "player.clay: hut.clay}, from: player.wood, to: box")
    found = validate(path)
    assert [d.code for d in found] == ["misplaced-key"]
    assert "`from` does not belong here" in found[0].message


@full
def test_a_variant_that_names_several_goods_drops_from(tmp_path: Path) -> None:
    path = tmp_path / "cheaper.yaml"
    base = (tmp_path / "ruleset.yaml").write_bytes(BUILDERS.read_bytes()) and "ruleset.yaml"
    path.write_text(
        f"format: 1\nextends: {base}\nchange: {{Buy: {{pay: {{player.gems: player.missing(card), player.wood: 1}}, to: box}}}}\n",
        encoding="utf-8",
    )
    assert validate(path) == []
