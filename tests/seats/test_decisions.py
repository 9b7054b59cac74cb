"""What a decision asks, as the program and as the seat are told it, and what an option of it is about."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from helpers.games import ruleset
from helpers.small_games import written

import stammtisch as st
from stammtisch.records.trace import Recorder

ASKS = """
format: 1
game: Asks
players: 2
settings: {most: 3, answers: [true, false]}
things:
  lamp: {count: 2}
  ink: [red, blue]
components:
  card: {front: {pips: 1..2, ink: ink}, back: {age: 1..2}}
shared:
  melds: {holds: card, in: groups}
  deck: {pile of: card, see: nobody, starts with: {pips: 2, ink: inks, age: 2}}
  sure: false
each player:
  hand: {holds: card, see: {front: owner, back: everyone}, starts with: {pips: 1..2, ink: blue, age: 1}}
  mine(lamp): 0..3
  luck: {range: 0..9, see: owner, start: 4}
each lamp:
  lit: maybe player
phases:
  the evening:
    turns: player in players
    until: {all is done: round > 1}
    do:
      cards change hands:
        do:
          draw blindly: {choose: theirs in (first(players after player)).hand, move: theirs, to: player.hand}
          show one of up to <most>: {choose: own in player.hand, reveal: own, to: players}
      light a lamp: {choose: [lamp in lamps, how_long in 1..most], do: {set: {lamp.lit: player, player.mine(lamp): how_long}}}
      name a friend: {may choose: p in players, if declined: nothing, add: {p.luck: 1}}
      say it: {choose: yes in answers, set: {sure: yes}}
      lay a set: {move: up to 1, from: deck, to: melds, as: new group}
      point at a set: {choose: meld in melds.groups}
      one of two: {one of: {Add: {choose: n in 1..2, add: {player.luck: n}}, Rest: nothing}}
score: player.luck
"""
EVENING = "the evening"
ASKED = [
    ("draw blindly", "card", [EVENING, "cards change hands", "draw blindly"]),
    ("show one of up to <most>", "card", [EVENING, "cards change hands", "show one of up to <most>"]),
    ("light a lamp (lamp)", "thing", [EVENING, "light a lamp"]),
    ("light a lamp (how long)", "number", [EVENING, "light a lamp"]),
    ("name a friend", "seat", [EVENING, "name a friend"]),
    ("say it", "yes or no", [EVENING, "say it"]),
    ("point at a set", "group", [EVENING, "point at a set"]),
    ("one of two", "option", [EVENING, "one of two"]),
]


@pytest.fixture
def game(tmp_path: Path) -> st.Ruleset:
    return written(tmp_path, "asks", ASKS)


@pytest.mark.parametrize("log", [True, False])
def test_a_decision_says_what_it_asks(game: st.Ruleset, log: bool) -> None:
    state, found = game.game().start(3, log), []
    for _ in ASKED:
        found.append((state.decision.words, state.decision.kind, state.decision.step))
        state.choose(0)
    assert found == ASKED


def test_the_seat_is_told_the_same_with_the_settings_filled_in(game: st.Ruleset) -> None:
    state, found = game.game().start(3), []
    for _ in ASKED:
        asked = state.view(state.decision.seat)["decision"]
        found.append((asked["text"], asked["kind"], asked["step"]))
        state.choose(0)
    texts = [words.replace("<most>", "3") for words, _, _ in ASKED]
    assert found == [(text, kind, step) for text, (_, kind, step) in zip(texts, ASKED, strict=True)]


def test_a_recording_says_what_was_asked(game: st.Ruleset) -> None:
    file, short = io.BytesIO(), io.BytesIO()
    for target, is_short in ((file, False), (short, True)):
        with Recorder(target, game.game().start(3), short=is_short) as recorder:
            for _ in ASKED:
                recorder.choose(0)
    lines = [json.loads(line) for line in file.getvalue().splitlines()[1:-1]]
    assert [(line["words"], line["kind"], line["step"]) for line in lines] == ASKED
    assert not {"words", "kind", "step"} & {*json.loads(short.getvalue().splitlines()[1])}


def test_a_card_among_the_options_has_the_attributes_that_the_seat_knows(game: st.Ruleset) -> None:
    state = game.game().start(3)
    told = [[(o["zone"], o["attributes"]) for o in state.view(0)["decision"]["options"]]]
    state.choose(0)
    told.append([(o["zone"], o["attributes"]) for o in state.view(0)["decision"]["options"]])
    own = {"ink": "blue", "age": 1}
    assert told == [
        [("player 2.hand", {"age": 1})] * 2,
        [("player 1.hand", {"pips": pips, **own}) for pips in (1, 1, 2)],
    ]
    state.choose(0)
    assert all("zone" not in o and "attributes" not in o for o in state.view(0)["decision"]["options"])


def test_what_a_place_in_the_steps_of_a_game_is_called() -> None:
    state = ruleset("munchhausen").game(3).start(7)
    state.choose(2)
    while state.decision.name != "the Baron believes it or not":
        state.choose(0)
    state.choose(1)
    assert state.decision.step == [
        "the Baron's turn",
        "somebody has made an offer",
        "the Baron believes it or not",
        "Reject",
        state.decision.name,
    ]
