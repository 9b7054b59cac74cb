"""The options that a seat reads: cards by where they lie, groups by their cards, what looks alike once."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from helpers.games import game_of, ruleset
from helpers.small_games import written

from stammtisch.game.state import State
from stammtisch.records.trace import Recorder
from stammtisch.seats.offers import offered, offered_once, option_texts
from stammtisch.seats.phrases import event_texts

CARDS = """\
format: 1
game: Cards
players: 2
components: {card: {front: {value: 1..3}}}
"""
TWO_PLACES = f"""{CARDS}
shared:
  deck: {{pile of: card, starts with: {{value: 1..3, copies: 4}}}}
  discards: {{holds: card}}
each player:
  hand: {{holds: card, see: owner}}
  bank: {{holds: card}}
setup:
  deal the hands: {{deal: 3, from: deck, to: players.hand}}
  deal the banks: {{deal: 3, from: deck, to: players.bank}}
phases:
  a turn:
    turns: player in players
    until: {{two rounds are over: round > 2}}
    do:
      lose a card: {{choose: card in CHOICE, move: card, to: discards}}
score: 0
"""
GROUPS = f"""{CARDS}
shared:
  deck: {{pile of: card, starts with: {{value: 1..3, copies: 4}}}}
each player:
  sets: {{holds: card, in: groups}}
setup:
  two groups each:
    for each: p in players
    do:
      the first group: {{move: 2, from: deck, to: p.sets, as: new group}}
      the second group: {{move: 2, from: deck, to: p.sets, as: new group}}
phases:
  a turn:
    turns: player in players
    until: {{two rounds are over: round > 2}}
    do:
      add to a group: {{choose: g in CHOICE, move: up to 1, from: deck, to: g}}
      some group is told: {{random: h in player.sets.groups}}
score: 0
"""
KEPT_TWICE = f"""{CARDS}
shared:
  deck: {{pile of: card, starts with: {{value: 1..3, copies: 4}}}}
  pool: {{holds: card}}
phases:
  a turn:
    turns: player in players
    until: {{two rounds are over: round > 2}}
    do:
      two cards: {{move: up to 2, from: deck, to: pool, as: store}}
      keep one: {{choose: c in store + store, move: c, to: deck}}
score: 0
"""


def texts_of(state: State, once: bool = True) -> list[str]:
    seat, site = state.decision.seat, state.decision.site
    numbers = offered_once(state, seat) if once else offered(state, seat)
    return [*option_texts(state, site, numbers, seat, ["Anna", "Ben"]).values()]


@pytest.mark.parametrize(
    ("choice", "texts"),
    [
        ("player.hand + player.bank", ["card 1 (bank)", "card 2 (bank)", "card 2 (hand)", "card 3 (hand)"]),
        (
            "player.bank + (player.left).bank",
            ["card 1 (Ben's bank)", "card 1 (bank)", "card 2 (Ben's bank)", "card 2 (bank)"],
        ),
        ("player.hand + discards", ["card 2", "card 3"]),
        ("those(c in player.hand)", ["card 2", "card 3"]),
    ],
)
def test_cards_that_read_the_same_are_told_apart_by_where_they_lie(
    tmp_path: Path, choice: str, texts: list[str]
) -> None:
    state = written(tmp_path, "two", TWO_PLACES.replace("CHOICE", choice)).game(2).start(seed=1)
    assert texts_of(state) == texts


def test_the_options_themselves_stay_as_they_are(tmp_path: Path) -> None:
    choice = "player.hand + player.bank"
    state = written(tmp_path, "two", TWO_PLACES.replace("CHOICE", choice)).game(2).start(seed=1)
    numbers = offered(state, 0)
    assert sorted(numbers) == sorted(state.decision.numbers) and len(numbers) == 6
    assert set(offered_once(state, 0)) < set(numbers)
    all_of_them = texts_of(state, once=False)
    assert all_of_them[:2] == ["card 1 (bank, no. 1)", "card 1 (bank, no. 2)"]
    assert [option["text"] for option in state.view(0)["decision"]["options"]] == [
        text.replace("Anna's ", "") for text in all_of_them
    ]


def test_cards_that_may_bear_marks_are_all_offered(tmp_path: Path) -> None:
    text = (
        TWO_PLACES.replace("CHOICE", "player.hand + player.bank") + "each card: {used: {start: false, see: nobody}}\n"
    )
    state = written(tmp_path, "two", text).game(2).start(seed=1)
    assert offered_once(state, 0) == offered(state, 0)
    assert texts_of(state)[:2] == ["card 1 (bank, no. 1)", "card 1 (bank, no. 2)"]


@pytest.mark.parametrize(
    ("choice", "texts"),
    [
        ("player.sets.groups", ["group 1 (card 3 x2)", "group 2 (card 3 x2)"]),
        (
            "player.sets.groups + (player.left).sets.groups",
            ["group 1 (card 3 x2)", "group 2 (card 3 x2)", "group 1 (card 2 x2)", "group 2 (card 2 x2)"],
        ),
    ],
)
def test_a_group_is_told_by_its_cards(tmp_path: Path, choice: str, texts: list[str]) -> None:
    state = written(tmp_path, "groups", GROUPS.replace("CHOICE", choice)).game(2).start(seed=1)
    assert texts_of(state) == texts


def test_a_group_is_told_by_its_cards_in_views_logs_and_recordings(tmp_path: Path) -> None:
    state = written(tmp_path, "groups", GROUPS.replace("CHOICE", "player.sets.groups")).game(2).start(seed=1)
    known = len(state.seen(1))
    shown = state.view(0)["decision"]["options"][1]["value"]
    assert (shown["zone"], shown["group"]) == ("player 1.sets", 2)
    assert [card["front"]["value"] for card in shown["cards"]] == [3, 3]
    file = io.BytesIO()
    with Recorder(file, state) as recorder:
        recorder.choose(1)
    recorded = json.loads(file.getvalue().splitlines()[1])
    assert [option["text"] for option in recorded["options"]] == ["group 1 (card 3 x2)", "group 2 (card 3 x2)"]
    lines = event_texts(state.seen(1, known), ["Anna", "Ben"])
    assert lines[:2] == [
        "Anna: add to a group: group 2 of Anna's sets (card 3 x2)",
        "add to a group: card 1 from the deck to Anna's sets",
    ]
    assert lines[2].startswith("some group is told: a group of Anna's sets (card 3 x2")
    assert game_of(state).from_json(json.loads(json.dumps(state.to_json()))).seen(1) == state.seen(1)


def test_what_is_in_a_list_twice_is_offered_once(tmp_path: Path) -> None:
    state = written(tmp_path, "twice", KEPT_TWICE).game(2).start(seed=1)
    assert len(offered(state, 0)) == len(state.view(0)["decision"]["options"]) == len(state.decision) == 2
    state.choose(state.option(state.decision.site, offered(state, 0)[1]))


def test_every_ruleset_offers_texts_that_are_unlike_each_other() -> None:
    for name in ("warrender", "bierfest", "ofertu"):
        state = ruleset(name).game().start(seed=3)
        while not state.over and state.decisions < 60:
            texts = texts_of(state)
            assert len(set(texts)) == len(texts)
            assert not [text for text in texts if "#" in text]
            state.choose(state.decisions % len(state.decision))
