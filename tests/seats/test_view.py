"""What a seat may know: what it sees, remembers and loses, and that nothing hidden from it shows anywhere."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers.secret_samples import CARDS
from helpers.secrets import DICE, FACES, HANDS, MAT, PILES, PURSES, REVEAL, SECRET, TOGETHER, TOP, made
from helpers.tiers import full, many
from helpers.worlds.given import differences
from helpers.worlds.witness import Eyes, Witness
from hypothesis import given, settings
from hypothesis import strategies as hs

import stammtisch as st
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.records.undo import last_undoable, undo_last
from stammtisch.seats.offers import offered, option_text
from stammtisch.seats.perception.events import perception_of
from stammtisch.seats.phrases import event_text, event_texts
from stammtisch.seats.visibility import ONLOOKER

GAMES = [
    ("munchhausen", (), 3),
    ("munchhausen", (), 8),
    ("munchhausen", ("two-players",), 2),
    ("ofertu", (), 2),
    ("warrender", (), 3),
    ("bierfest", (), 3),
    ("balvin", (), 3),
]


def game(name: str, variants: tuple[str, ...], players: int) -> Game:
    return st.load_ruleset(name, variants).game(players)


def zone(state: State, seat: int, label: str) -> dict[str, Any]:
    found: dict[str, Any] = next(z for z in state.view(seat)["zones"] if z["label"] == label)
    return found


def fronts(state: State, seat: int, label: str) -> list[Any]:
    """The values of the cards that the seat knows in a zone, in the order of the view."""
    return [card["front"]["value"] for card in zone(state, seat, label)["cards"] if "front" in card]


def choose(state: State, text: str) -> None:
    """Takes the option of the first decision that reads like this to the one who decides."""
    decision = state.decision
    texts = {option_text(state, decision.site, o.number, decision.seat): o for o in decision.options}
    state.choose(texts[text], decision.seat)


# -- every game


@full
@settings(max_examples=many(3, 8), deadline=None)
@given(hs.sampled_from(GAMES), hs.integers(0, 10_000))
def test_a_seat_never_knows_anything_wrong_and_sees_all_that_lies_open(which: Any, seed: int) -> None:
    state = game(*which).start(seed=seed)
    program = state.game.program
    random = Random(seed)
    for _ in range(30):
        for seat in range(program.players):
            shown = state.view(seat)
            assert json.loads(json.dumps(shown)) == shown
            places = [n for n, slot in enumerate(program.lists[: program.zones]) if slot.kind in ("set", "pile")]
            for number, place in zip(places, shown["zones"], strict=True):
                assert place["size"] in (None, len(state.z[number]))
                check_cards(state, number, place)
            open_cards = Witness(Eyes(program, seat)).glance(state)["zones"]
            for (seen, _, _), place in zip(open_cards, shown["zones"], strict=True):
                wanted = sum(1 for card, _ in seen if "front" in card or "back" in card)
                assert sum(1 for card in place["cards"] if "front" in card or "back" in card) >= wanted
        if state.over:
            break
        seat, site = random.choice(state.sites())
        numbers = state.option_numbers(seat, site)
        assert sorted(offered(state, seat)) == sorted(numbers)
        state.choose(state.option(site, random.choice(numbers)), seat)


def check_cards(state: State, number: int, place: dict[str, Any]) -> None:
    """The cards named in a view lie there, in a pile at that position."""
    program = state.game.program
    values = Counter(faces(state, card, 3) for card in state.z[number])
    for card in place["cards"]:
        mask = ("front" in card) + 2 * ("back" in card)
        fits = [look for look in values if all(x in (None, y) for x, y in zip(known(card, program), look, strict=True))]
        assert fits, (place["label"], card)
        if mask and "position" in card:
            there = state.z[number][-card["position"]]
            assert known(card, program) == faces(state, there, mask)


def faces(state: State, card: int, mask: int) -> tuple[Any, ...]:
    attributes = state.game.program.attributes[state.game.program.cards[card].component]
    names = state.game.program.names
    made: list[str | None] = []
    for value, (_, face, kind) in zip(state.game.program.cards[card].values, attributes, strict=True):
        word: Any = value if kind == "int" else bool(value) if kind == "bool" else None
        if kind.startswith("thing "):
            word = names[kind[6:]][value] if value >= 0 else None
        made.append(repr(word) if mask & (1 if face == "front" else 2) else None)
    return tuple(made)


def known(card: dict[str, Any], program: Any) -> tuple[Any, ...]:
    return tuple(
        repr(card[face][name]) if face in card else None for name, face, _ in program.attributes[card["component"]]
    )


@full
@settings(max_examples=many(3, 8), deadline=None)
@given(hs.sampled_from(GAMES), hs.integers(0, 10_000))
def test_knowledge_is_the_same_read_step_by_step_and_all_at_once(which: Any, seed: int) -> None:
    played = game(*which)
    state, random = played.start(seed=seed), Random(seed)
    early: list[list[dict[str, Any]]] = [[] for _ in range(played.players)]
    for _ in range(30):
        if state.over:
            break
        for seat in range(played.players):
            state.view(seat)
            early[seat] += state.seen(seat, len(early[seat]))
        seat = random.choice(list(state.pending))
        state.choose(random.randrange(len(state.pending[seat].options)), seat)
    fresh = played.from_json(json.loads(json.dumps(state.to_json())))
    for seat in range(played.players):
        assert fresh.view(seat) == state.view(seat)
        assert fresh.seen(seat) == state.seen(seat)
        assert state.seen(seat)[: len(early[seat])] == early[seat]
        assert [event["number"] for event in state.seen(seat)] == list(range(len(state.seen(seat))))


def test_copies_of_a_game_do_not_share_what_is_learnt_later() -> None:
    state = game("munchhausen", (), 3).start(seed=4)
    state.view(0)
    copy = state.clone()
    copy.choose(0)
    assert len(copy.seen(0)) > len(state.seen(0))
    state.choose(1)
    assert state.seen(0)[-1] != copy.seen(0)[-1]


def test_a_game_without_a_log_still_shows_what_lies_open() -> None:
    played = game("ofertu", (), 2)
    state, logged = played.start(seed=4, log=False), played.start(seed=4)
    assert [z["size"] for z in state.view(0)["zones"]] == [z["size"] for z in logged.view(0)["zones"]]
    assert fronts_of(state, 0, "player 1.hand") == fronts_of(logged, 0, "player 1.hand")
    assert state.seen(0) == []


def fronts_of(state: State, seat: int, label: str) -> list[Any]:
    return [card["front"] for card in zone(state, seat, label)["cards"]]


def test_there_is_no_view_for_a_seat_that_is_not_there() -> None:
    state = game("ofertu", (), 2).start()
    with pytest.raises(IndexError):
        state.view(2)
    with pytest.raises(IndexError):
        state.seen(-2)


# -- small games, one rule each


def test_a_card_put_on_top_of_a_deck_is_known_when_the_other_draws_it(tmp_path: Path) -> None:
    state = made(tmp_path, TOP).start(seed=1)
    mine = fronts(state, 0, "player 1.hand")
    assert fronts(state, 1, "player 1.hand") == [] and len(mine) == 2
    choose(state, f"card {mine[0]}")
    # it was drawn at once by the other, who is now the one to decide
    assert fronts(state, 0, "player 2.hand") == [mine[0]]
    assert zone(state, 0, "player 2.hand")["unknown"] + 1 <= zone(state, 0, "player 2.hand")["size"]
    drawn = [event for event in state.seen(1) if event["words"] == "the other draws it"]
    assert drawn[0]["card"]["front"] == {"value": mine[0]}
    put = next(event for event in state.seen(1) if event["words"] == "put one back" and event["kind"] == "move")
    assert "front" not in put["card"]


def test_a_hidden_choice_of_another_card_proves_that_the_known_one_is_still_there(tmp_path: Path) -> None:
    state = made(tmp_path, TOP).start(seed=1)
    given = fronts(state, 0, "player 1.hand")[0]
    choose(state, f"card {given}")
    other = next(value for value in fronts(state, 1, "player 2.hand") if value != given)
    choose(state, f"card {other}")
    assert fronts(state, 0, "player 2.hand") == [given]
    choose(state, f"card {given}")
    assert fronts(state, 0, "player 2.hand") == []
    assert fronts(state, 0, "discard_pile") == [given, other]
    assert [card["now"] for card in zone(state, 0, "discard_pile")["cards"]] == [True, False]


def test_a_poured_pile_keeps_its_order_and_a_shuffle_ends_what_was_known(tmp_path: Path) -> None:
    state = made(tmp_path, TOP).start(seed=1)
    given = fronts(state, 0, "player 1.hand")[0]
    choose(state, f"card {given}")
    other = next(value for value in fronts(state, 1, "player 2.hand") if value != given)
    choose(state, f"card {other}")
    choose(state, f"card {given}")
    choose(state, "Wait")
    deck = zone(state, 0, "deck")
    assert [(card["front"]["value"], card["position"]) for card in deck["cards"]] == [(given, 1), (other, 2)]
    choose(state, "Wait")
    assert zone(state, 0, "deck")["cards"] == []
    assert zone(state, 0, "deck")["unknown"] == deck["size"]


def test_of_cards_with_the_same_back_nobody_knows_which_has_left_a_shuffled_pile(tmp_path: Path) -> None:
    text = """\
format: 1
game: Backs
players: 2
things: {suit: [red, blue]}
components: {card: {front: {value: 1..4}, back: {suit: suit}}}
shared: {deck: {pile of: card, starts with: {value: 1..4, suit: red}, see: {back: everyone}}, away: {pile of: card}}
setup:
  Mix: {shuffle: deck}
  Take one away: {move: 1, from: deck, to: away}
phases:
  a turn: {turns: player in players, until: {It is over: round > 1}, one of: {Wait: nothing, Stay: nothing}}
score: 0
rulings: {equal points share the victory: {change: score}}
"""
    (tmp_path / "backs.yaml").write_text(text, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "backs.yaml").game()
    tags = set()
    for seed in range(12):
        tags.add(tuple(card["tag"] for card in zone(game.start(seed), 0, "deck")["cards"]))
    assert len(tags) == 1


def test_of_cards_dealt_onto_a_pile_only_the_last_one_is_seen(tmp_path: Path) -> None:
    state = made(tmp_path, PILES).start(seed=1)
    for label in ("player 1.stack", "player 2.stack"):
        cards = [card for card in zone(state, 1, label)["cards"] if "front" in card]
        assert [(card["position"], card["now"]) for card in cards] == [(1, True)]
        assert zone(state, 1, label)["size"] == 2
    dealt = [event["card"] for event in state.seen(1) if event["words"] == "deal them all"]
    assert ["front" in card for card in dealt] == [False, False, True, True]


def test_cards_of_no_order_lie_in_a_pile_in_an_order_that_nobody_knows(tmp_path: Path) -> None:
    state = made(tmp_path, PILES).start(seed=1)
    assert fronts(state, 0, "open_cards") == [5, 6]
    choose(state, "Wait")
    deck = zone(state, 0, "deck")
    assert (deck["size"], deck["cards"], deck["unknown"]) == (2, [], 2)
    poured = next(event for event in state.seen(0) if event["kind"] == "pour")
    assert poured["count"] == 2


def test_a_seat_remembers_its_own_card_among_hidden_ones_until_one_is_taken_unseen(tmp_path: Path) -> None:
    state = made(tmp_path, MAT).start(seed=1)
    for text in ("card 1", "card 2", "card 3", "card 3"):
        choose(state, text)
    assert fronts(state, 0, "player 1.mat") == [1, 3]
    assert fronts(state, 1, "player 1.mat") == [2, 3]
    tags = [card["tag"] for card in zone(state, 0, "player 1.mat")["cards"]]
    assert len(set(tags)) == 4
    texts = [option_text(state, state.decision.site, n, 1) for n in offered(state, 1)]
    assert texts[:2] == ["card 2", "card 3"] and len(set(texts)) == 4
    choose(state, "card 2")
    assert fronts(state, 0, "player 1.mat") == []  # any of the four may have gone
    assert fronts(state, 0, "player 2.mat") == []
    assert fronts(state, 1, "player 1.mat") == [3]  # the one who took it knows
    assert fronts(state, 1, "player 2.mat") == [2]
    taken = zone(state, 0, "player 2.mat")["cards"][0]["tag"]
    assert taken not in tags


def test_whose_the_revealed_cards_are_is_said_to_those_who_see_them(tmp_path: Path) -> None:
    state = made(tmp_path, HANDS).start(2)
    hands = [sorted(state.game.program.cards[card].values[0] for card in state.z[zone]) for zone in (3, 4)]
    state.choose(0)
    for seat in (0, 1, ONLOOKER):
        lines = [line for line in event_texts(state.seen(seat)) if line.startswith("all are shown")]
        assert lines == [
            f"all are shown: card {low} and card {high} in player {who}'s hand are revealed"
            for who, (low, high) in enumerate(hands, 1)
        ]
    shown = [[event for event in state.seen(seat) if event["words"].startswith("high")] for seat in (0, 1)]
    assert all(len(event["zones"]) == 1 for event in shown[0])
    # how many of them are whose the others are not told
    assert len(shown[0]) == 2 and [len(event["zones"]) for event in shown[1]] == [2]


def test_a_revealed_card_is_known_to_those_who_saw_it_until_a_hidden_choice(tmp_path: Path) -> None:
    state = made(tmp_path, REVEAL, 3).start(seed=1)
    choose(state, "card 2")
    assert fronts(state, 2, "player 1.hand") == [2]
    assert fronts(state, 1, "player 1.hand") == []
    assert [e["cards"][0].get("front") for e in state.seen(2) if e["kind"] == "reveal"] == [{"value": 2}]
    assert [e["cards"][0].get("front") for e in state.seen(1) if e["kind"] == "reveal"] == [None]
    choose(state, "Wait")
    choose(state, "card 3")
    assert fronts(state, 2, "player 1.hand") == []
    assert fronts(state, 2, "player 1.mat") == []


def test_only_the_faces_that_a_seat_sees_tell_cards_apart(tmp_path: Path) -> None:
    state = made(tmp_path, FACES).start(seed=1)
    for text in ("card 1 (colour 1)", "card 2 (colour 1)", "card 3 (colour 2)"):
        choose(state, text.replace("(colour", "(back colour"))
    hand = zone(state, 1, "player 1.hand")["cards"]
    assert [(card["front"]["value"], card["back"]["colour"], card["now"]) for card in hand] == [
        (1, 1, False), (2, 1, False), (3, 2, False),
    ]  # fmt: skip
    unique = state.clone()
    choose(unique, "card 3 (back colour 2)")
    assert fronts(unique, 1, "player 1.mat") == [3]
    assert fronts(unique, 1, "player 1.hand") == [1, 2]
    choose(state, "card 1 (back colour 1)")
    assert fronts(state, 1, "player 1.mat") == []  # card 1 or card 2: both have that back
    assert [card.get("front") for card in zone(state, 1, "player 1.hand")["cards"]] == [{"value": 3}, None]
    assert fronts(state, 0, "player 1.mat") == [1]


def test_simultaneous_choices_are_sealed_until_all_are_in_and_then_come_in_seat_order(tmp_path: Path) -> None:
    played = made(tmp_path, TOGETHER, 3)
    state, other, untouched = played.start(seed=1), played.start(seed=1), played.start(seed=1)
    state.choose(1, 2)
    state.choose(0, 1)
    other.choose(2, 1)
    assert not list(differences(state, other, 0))
    assert not list(differences(state, untouched, 0))
    assert state.view(0)["pending"] == [0, 1, 2]
    assert state.view(2)["pending"] == [0, 1]
    assert [event["value"] for event in state.seen(2) if event["kind"] == "choose"] == [2]
    state.choose(2, 0)
    assert [(e["seat"], e["value"]) for e in state.seen(0) if e["kind"] == "choose"] == [(0, 3), (1, 1), (2, 2)]
    assert [(e["seat"], e["value"]) for e in state.seen(2) if e["kind"] == "choose"] == [(2, 2), (0, 3), (1, 1)]
    assert [v["value"] for v in state.view(1)["values"]] == [3, 1, 2]


@pytest.mark.parametrize("several", [False, True])
def test_what_all_chose_is_told_as_soon_as_all_have(tmp_path: Path, several: bool) -> None:
    """Also where nothing happens before the next choice: the same step again, without words and effect."""
    count = ", count: 2" if several else ""
    step = "{for each: n in 1..2, do: [{together: p in players where late(p) < n, choose: b in 1..3" + count + "}]}"
    define = "define: {late(player): 'if player = last(players) then 1 else 0'}"
    played = made(
        tmp_path, TOGETHER[: TOGETHER.index("phases:")] + f"{define}\nphases: {{All bid: {step}}}\nscore: 1\n", 3
    )
    state = played.start(seed=1)
    for seat in (1, 1, 0, 0) if several else (1, 0):
        assert not any(event["kind"] == "choose" and event["seat"] != 2 for event in state.seen(2))
        state.choose(0, seat)
    assert [event["seat"] for event in state.seen(2) if event["kind"] == "choose"] == sorted([0, 1] * (1 + several))


def test_why_a_choice_stands_does_not_tell_who_chose_last(tmp_path: Path) -> None:
    played, given = made(tmp_path, TOGETHER, 3), []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        state = played.start(seed=1)
        for chosen, seat in enumerate(order):
            assert last_undoable(state, 0)[1] == ("" if 0 in order[:chosen] else "you have decided nothing yet")
            before, _ = undo_last(state, 0)
            assert before is None or [link.seat for link in before.choices()] == [s for s in order[:chosen] if s]
            state.choose(0, seat)
        given.append([last_undoable(state, seat)[1] for seat in range(3)])
    assert given[0] == given[1] == given[2] and "everybody has chosen" in given[0][0]
    in_turns = st.load_ruleset("tictactoe").game().start(1)
    in_turns.choose(0)
    in_turns.choose(0)
    assert [last_undoable(in_turns, seat) for seat in range(2)] == [(0, "player 2 has decided since"), (1, "")]


def test_what_was_chosen_before_all_choose_stands_whether_others_have_chosen_or_not(tmp_path: Path) -> None:
    text = TOGETHER.replace(
        "phases:\n", "phases:\n  get ready: {by: first(players), one of: {Wait: nothing, Go: nothing}}\n"
    )
    state, given = made(tmp_path, text, 3).start(seed=1), []
    state.choose(0, 0)
    for seat in (1, 2):
        given.append(undo_last(state, 0))
        state.choose(0, seat)
    assert given == [(None, "all choose at the same time now, so what was chosen before stands")] * 2
    state.choose(0, 0)
    assert undo_last(state, 0)[1].startswith("everybody has chosen")


def test_what_a_seat_does_not_perceive_keeps_no_choice_from_being_taken_back(tmp_path: Path) -> None:
    """Nothing is shown, as the hand is empty: that it was to be shown nobody sees."""
    rules = CARDS + (
        "each player: {hand: {holds: card, see: owner}}\nphases:\n  two times:\n    repeat: 2\n    do:\n"
        "      - {by: first(players), one of: {Wait: nothing, Go: nothing}}\n"
        "      - {reveal: first(players).hand}\n"
    )
    state = made(tmp_path, rules).start(seed=1)
    state.choose(1, 0)
    assert last_undoable(state, 0) == (0, "")


def test_the_order_of_sealed_choices_shows_nowhere(tmp_path: Path) -> None:
    played = made(tmp_path, TOGETHER, 3)
    a, b = played.start(seed=1), played.start(seed=1)
    for state, order in ((a, (0, 1, 2, 0, 1)), (b, (2, 0, 1, 1, 0))):
        for seat in order:
            state.choose(seat, seat)
    assert not list(differences(a, b, 2))


def test_a_secret_choice_and_a_hidden_number_are_known_to_their_owner_alone(tmp_path: Path) -> None:
    played = made(tmp_path, SECRET)
    a, b = played.start(seed=1), played.start(seed=1)
    a.choose(0)
    b.choose(2)
    assert not list(differences(a, b, 1))
    values = {value["label"]: value for value in a.view(1)["values"]}
    assert values["player 1.plan"]["hidden"] and values["player 1.plan"]["value"] is None
    assert {value["label"]: value["value"] for value in b.view(0)["values"]}["player 1.plan"] == 3
    secret = next(event for event in a.seen(1) if event["kind"] == "choose")
    assert secret["hidden"] and secret["value"] is None
    assert event_text(secret, ["Anna", "Ben"]) == "Anna: plan secretly (secretly)"
    assert [event["values"][0]["value"] for event in a.seen(1) if event["kind"] == "show"] == [5]
    assert [event["values"][0]["value"] for event in a.seen(0) if event["kind"] == "show"] == [None]


def test_a_place_named_by_a_secret_is_not_told_to_others(tmp_path: Path) -> None:
    state = made(tmp_path, DICE).start(seed=1)
    for _ in range(4):
        state.choose(0)
    told = [(event["words"], event["label"]) for event in state.seen(1) if event["kind"] == "gain"]
    assert told == [("an open bid", "player 1.cup(face_1)")]


def test_nobody_learns_into_which_of_the_hidden_places_tokens_go(tmp_path: Path) -> None:
    game = made(tmp_path, PURSES)
    a, b = game.start(seed=1), game.start(seed=1)
    a.choose(0)
    b.choose(1)
    assert not list(differences(a, b, 1))
    for seat, place in ((0, "player 1.hidden(purse_1)"), (1, "hidden")):
        (told,) = [event for event in a.seen(seat) if event["kind"] == "tokens"]
        assert (told["from"], told["to"], told["amount"]) == ("player 1.coins", place, 2)
    assert event_text(told, ["Anna", "Ben"]) == "coins are put away: 2 coins from Anna to the hidden"


def test_nobody_learns_how_many_options_another_had_or_whether_the_choice_was_forced() -> None:
    state = game("munchhausen", (), 3).start(seed=2)
    for _ in range(12):
        for seat in range(3):
            for event in state.seen(seat):
                assert not {"forced", "count", "options"} & set(event) or event["kind"] == "pour"
            decision = state.view(seat)["decision"]
            assert (decision is not None) == (seat in state.pending)
        state.choose(0)


def test_tags_are_a_seats_own_and_no_card_numbers() -> None:
    state = game("ofertu", (), 2).start(seed=5)
    tags = sorted(card["tag"] for card in zone(state, 1, "player 2.hand")["cards"])
    swapped = game("ofertu", (), 2).start(seed=6)
    assert tags == sorted(card["tag"] for card in zone(swapped, 1, "player 2.hand")["cards"])
    assert sorted(state.z[14]) != sorted(swapped.z[14]) and len(set(tags)) == 5


def test_a_reading_is_kept_on_the_log() -> None:
    state = game("munchhausen", (), 3).start(seed=2)
    assert perception_of(state, 1) is perception_of(state.clone(), 1)
