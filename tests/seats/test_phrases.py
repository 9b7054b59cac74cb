"""The words shown to people: cards, places, options, event lines."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers import games

import stammtisch as st
from stammtisch.base.display_names import PLAIN, Wording
from stammtisch.game.state import State
from stammtisch.program.wording import fill
from stammtisch.seats.offers import offered, option_text, option_texts
from stammtisch.seats.phrases import card_text, event_text, event_texts, label_text, seat_text, value_text

NAMES = ["Anna", "Ben", "Hans"]
WORDS = Wording(players=(*NAMES,))
PAID = {"kind": "tokens", "words": "pay", "from": "player 1.coins", "token": "coin"}


@pytest.mark.parametrize(
    ("reference", "text"),
    [
        ({"component": "card", "front": {"value": 5}}, "card 5"),
        ({"component": "tent", "front": {"value": 3}}, "tent 3"),
        ({"component": "card", "front": {"colour": "red", "pips": 5}}, "red 5"),
        ({"component": "card", "front": {"beer": None, "value": 4, "tapped_out": False}}, "card 4"),
        (
            {"component": "card", "front": {"beer": "Dark_Lager", "value": 4, "tapped_out": True}},
            "Dark Lager tapped out 4",
        ),
        ({"component": "card", "front": {"beer": None, "value": 0, "tapped_out": True}}, "tapped out"),
        ({"component": "card", "front": {"beer": None, "value": 0, "tapped_out": False}}, "card 0"),
        ({"component": "card", "front": {"suit": "wild", "value": 7, "worth": 2}}, "wild (value 7, worth 2)"),
        ({"component": "card", "front": {"value": 7, "worth": 2}}, "card (value 7, worth 2)"),
        ({"component": "card", "front": {"value": 5}, "back": {"tipsy": 2}}, "card 5 (back tipsy 2)"),
        ({"component": "card", "back": {"colour": "blue"}}, "card with back blue"),
        ({"component": "card", "tag": 3}, "a card"),
        ({"component": "offer_card", "tag": None}, "an offer card"),
    ],
)
def test_a_card_is_named_by_the_faces_that_are_known(reference: dict[str, Any], text: str) -> None:
    assert card_text({"tag": None, "now": True, **reference}) == text


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("player 1.hand", "Anna's hand"),
        ("player 3.draw_pile", "Hans' draw pile"),
        ("player 2.bid(slot_2)", "Ben's bid (slot 2)"),
        ("slot_1.prize", "the prize of slot 1"),
        ("spot_2_3.mark", "the mark of spot 2/3"),
        ("red_deck", "the red deck"),
        ("offer_card 4.used", "the used of offer card #4"),
        ("player 1.trust(player 2)", "Anna's trust (Ben)"),
    ],
)
def test_a_place_is_named_in_words(label: str, text: str) -> None:
    assert label_text(label, WORDS) == text


def test_values_read_as_words() -> None:
    assert value_text(None) == "nothing"
    assert value_text(True) == "yes"
    assert value_text(1, "thing player", WORDS) == "Ben"
    assert value_text("Dark_Lager", "thing beer") == "Dark Lager"
    assert value_text([1, 2, 3]) == "1, 2 and 3"
    assert seat_text(1, WORDS) == "player 2 (Ben)"
    assert seat_text(1, PLAIN) == "player 2"


def test_slots_in_words_are_filled_with_the_settings_value() -> None:
    game = games.ruleset("munchhausen").game(3, {"highest_offer": 6})
    assert fill(game.program, "at most <highest_offer>, not <unknown>") == "at most 6, not <unknown>"


def options(state: State) -> list[str]:
    decision = state.decision
    return [option_text(state, decision.site, n, decision.seat, NAMES) for n in offered(state, decision.seat)]


def test_options_read_as_a_player_would_say_them() -> None:
    state = games.ruleset("munchhausen").game(3).start(seed=3)
    assert options(state)[:2] == ["Offer 1", "Offer 2"] and options(state)[-1] == "Pass"
    play_until(state, "the Baron picks one of the highest offers")
    assert options(state) == ["player 1 (Anna)", "player 2 (Ben)"]
    state.choose(0)
    assert options(state) == [f"card {value}" for value in range(1, 9)]


def play_until(state: State, name: str) -> list[str]:
    while state.decision.name != name:
        state.choose(0)
    return event_texts(state.seen(0), NAMES)


BLIND = """
format: 1
game: Blind
players: 2
score: 0
components:
  card: {front: {value: 1..3}}
things:
  side: [left_side, right_side]
each player:
  hand: {holds: card, see: owner, starts with: {value: 2, copies: 3}}
phases:
  take a card: {by: first(players), choose: taken in last(players).hand, move: taken, to: first(players).hand}
  pick a side:
    for each: p in players after first(players)
    one of:
      Go: {choose: side in sides, say: side}
      Stay: nothing
"""


def test_options_that_would_read_alike_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "blind.yaml"
    file.write_text(BLIND, encoding="utf-8")
    state = st.load_ruleset(file).game().start(seed=1)
    assert options(state) == ["a card (no. 1)", "a card (no. 2)", "a card (no. 3)"]
    state.choose(1)
    assert options(state) == ["Go left side", "Go right side", "Stay"]
    state.choose(0)
    lines = event_texts(state.seen(1), NAMES)
    assert lines[0] == "Anna: take a card: card 2 from Ben's hand to Anna's hand"
    assert lines[1:3] == ["Ben: Go left side", "Go: left side"]


@pytest.mark.parametrize(
    ("name", "players"), [("munchhausen", 3), ("ofertu", 2), ("warrender", 3), ("bierfest", 3), ("balvin", 3)]
)
def test_all_options_of_a_decision_have_different_texts_and_every_event_reads(name: str, players: int) -> None:
    state, random = games.ruleset(name).game(players).start(seed=8), Random(8)
    while not state.over and state.decisions < 120:
        for seat, decision in state.pending.items():
            numbers = offered(state, seat)
            texts = option_texts(state, decision.site, numbers, seat, NAMES)
            assert len(set(texts.values())) == len(numbers)
            assert all(text == text.strip() and "_" not in text and text for text in texts.values())
            one = random.choice(numbers)
            assert option_text(state, decision.site, one, seat, NAMES) == texts[one]
        seat = random.choice(list(state.pending))
        state.choose(random.randrange(len(state.pending[seat].options)), seat)
    for seat in range(players):
        for event in state.seen(seat):
            line = event_text(event, NAMES)
            assert "None" not in line and "_" not in line and "{" not in line
            assert line or event["kind"] in ("set", "tokens", "gain")


def test_alike_moves_share_a_line_and_so_do_a_choice_and_its_effect() -> None:
    state = games.ruleset("ofertu").game().start(seed=3)
    lines = event_texts(state.seen(0), ["Anna", "Ben"])
    assert "draw up to five cards: 5 cards from Ben's deck to Ben's hand" in lines
    state = games.ruleset("munchhausen").game(3).start(seed=3)
    before = play_until(state, "the bidder lays a card face down on the Baron's mat")
    position = len(state.seen(0))
    assert position == len(state.seen(1))
    state.choose(0)
    words = "the bidder lays a card face down on the Baron's mat"
    assert event_texts(state.seen(0, position), NAMES)[0] == f"Anna: {words}: card 1 from Anna's hand to Hans' mat"
    assert event_texts(state.seen(1, position), NAMES)[0] == f"Anna: {words}: a card from Anna's hand to Hans' mat"
    assert "Anna: Offer 1" in before and not any("offer is now 1" in line for line in before)
    assert len([line for line in before if line.startswith("Anna: Offer")]) > 2


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"kind": "shuffle", "words": "shuffle all", "zone": "red_deck"}, "shuffle all: the red deck is shuffled"),
        (
            {**PAID, "to": "coin in the box", "amount": 3},
            "pay: 3 coins from Anna to the box",
        ),
        (
            {**PAID, "to": "player 2.coins", "amount": None},
            "pay: some coins from Anna to Ben",
        ),
        ({"kind": "gain", "words": "score", "label": "player 2.points", "amount": 4}, "score: Ben's points +4"),
        (
            {"kind": "pour", "words": "lay", "from": "player 1.hand", "to": "player 1.sets", "count": 4,
             "cards": [{"component": "card", "front": {"beer": beer}} for beer in ("Alt", "Bock", "Alt")]},
            "lay: Alt x2, Bock and 1 more card from Anna's hand to Anna's sets",
        ),
        ({"kind": "set", "words": "x", "label": "offer", "value": 4, "value_kind": "int", "changed": False}, ""),
        (
            {"kind": "set", "words": "x", "label": "tent_6.closed", "value": True, "value_kind": "bool", "changed": True},
            "tent 6 is now closed",
        ),
        (
            {"kind": "set", "words": "x", "label": "player 2.points", "value": 3, "value_kind": "int", "changed": True},
            "Ben's points are now 3",
        ),
        (
            {"kind": "set", "words": "x", "label": "tent_6.token", "value": None, "value_kind": "thing beer", "changed": True},
            "the token of tent 6 is cleared",
        ),
        (
            {"kind": "move", "words": "lose", "from": "player 1.hand", "to": "out_of_game", "where": "top",
             "card": {"component": "card", "front": {"value": 5}}},
            "lose: card 5 from Anna's hand out of game",
        ),
        (
            {"kind": "set", "words": "x", "label": "player 2.shut_out", "value": False, "value_kind": "bool", "changed": True},
            "Ben is no longer shut out",
        ),
        (
            {"kind": "choose", "words": "", "seat": 0, "decision": "lay a set", "asks": "second_tent", "option": "",
             "value_kind": "thing tent", "value": "tent_2"},
            "Anna: lay a set (second tent): tent 2",
        ),
        (
            {"kind": "reveal", "words": "show", "cards": [{"component": "card", "front": {"value": 5}}],
             "zones": ["player 1.hand"], "to": [1], "public": False},
            "show: card 5 in Anna's hand is revealed to Ben",
        ),
        (
            {"kind": "pour", "words": "take", "from": "deck", "to": "player 1.hand", "count": 3, "cards": []},
            "take: 3 cards from the deck to Anna's hand",
        ),
        (
            {"kind": "end", "words": "", "reason": "the deck is empty", "winners": [0, 1], "scores": [5, 5]},
            "The game is over (the deck is empty): it is a draw. Scores: Anna 5, Ben 5.",
        ),
        (
            {"kind": "end", "words": "", "reason": "the deck is empty", "winners": [0, 1], "scores": [5, 5, 3]},
            "The game is over (the deck is empty): Anna and Ben share the victory. "
            "Scores: Anna 5, Ben 5, Hans 3.",
        ),
        (
            {"kind": "end", "words": "", "reason": "no deck", "winners": [0, 1], "scores": [5, 5], "together": True},
            "The game is over (no deck): Anna and Ben win. Scores: Anna 5, Ben 5.",
        ),
    ],
)  # fmt: skip
def test_an_event_is_one_plain_line(event: dict[str, Any], line: str) -> None:
    assert event_text({"number": 0, **event}, NAMES) == line


def moved(card: int | None, to: str, **more: Any) -> dict[str, Any]:
    front = {} if card is None else {"front": {"value": card}}
    reference = {"component": "card", "tag": None, **front}
    return {"kind": "move", "words": "deal", "from": "deck", "to": to, "card": reference, "where": "top", **more}


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        (
            [moved(card if seat == 1 else None, f"player {seat}.hand") for card in (5, 6, 5) for seat in (1, 2)],
            ["deal: 3 cards each from the deck to Anna's hand and Ben's hand; Anna's hand: card 5 x2, card 6"],
        ),
        (
            [moved(None, "player 1.hand"), moved(None, "player 2.hand")],
            ["deal: a card each from the deck to Anna's hand and Ben's hand"],
        ),
        (
            [moved(card, f"slot_{card}.prize") for card in (1, 2)],
            ["deal: from the deck: card 1 to the prize of slot 1; card 2 to the prize of slot 2"],
        ),
        (
            [moved(None, f"player {seat}.hand", where="bottom") for seat in (1, 2, 1)],
            ["deal: from the deck: 2 cards to the bottom of Anna's hand; a card to the bottom of Ben's hand"],
        ),
        (
            [moved(None, "player 1.hand"), moved(None, "player 2.hand", words="draw")],
            ["deal: a card from the deck to Anna's hand", "draw: a card from the deck to Ben's hand"],
        ),
        (
            [
                *(
                    {
                        "kind": "choose",
                        "words": "",
                        "seat": 0,
                        "decision": "pay",
                        "asks": "",
                        "option": "",
                        "value_kind": "card card",
                        "value": {"component": "card", "front": {"value": card}},
                    }
                    for card in (5, 6)
                ),
                *(moved(card, "box", words="pay") for card in (5, 6)),
            ],
            ["Anna: pay: card 5 and card 6 from the deck to the box"],
        ),
        (
            [{"kind": "shuffle", "words": "mix", "zone": zone} for zone in ("red_deck", "player 1.deck")],
            ["mix: the red deck and Anna's deck are shuffled"],
        ),
    ],
)
def test_what_a_step_does_to_many_places_is_one_line(events: list[dict[str, Any]], lines: list[str]) -> None:
    assert event_texts(events, NAMES) == lines


@pytest.mark.parametrize(("name", "most"), [("warrender", 5), ("hearts", 4), ("ofertu", 9), ("bierfest", 9)])
def test_the_set_up_is_told_in_few_lines(name: str, most: int) -> None:
    events = games.ruleset(name).game().start(seed=1).seen(0)
    began = (at for at, event in enumerate(events) if event["kind"] in ("turn", "choose"))
    first = next(began, len(events))
    assert len(event_texts(events[:first])) <= most


def test_words_of_steps_and_options_have_the_values_of_settings(tmp_path: Path) -> None:
    text = (
        "format: 1\ngame: Words\nplayers: 2..3\nsettings: {most: {2 players: 4, 3 players: 5}}\nphases:\n"
        "  at most <most>: {by: first(players), choose: n in 1..most, do: {the choice of <most> is told: {say: n}}}\n"
        "  the end: {by: first(players), one of: {Take <most>: nothing}}\nscore: 0\n"
    )
    (tmp_path / "words.yaml").write_text(text, encoding="utf-8")
    for players, most in ((2, 4), (3, 5)):
        state = st.load_ruleset(tmp_path / "words.yaml").game(players).start(1)
        state.choose(1)
        state.choose(0)
        told = [f"Anna: at most {most}: 2", f"the choice of {most} is told: 2", f"Anna: Take {most}"]
        assert event_texts(state.seen(1), NAMES)[:3] == told
