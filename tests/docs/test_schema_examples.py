"""Every example in the schema of rulesets, which the reference and editors show, works in a game that has its names."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import DATA
from helpers.reference import laid_over
from helpers.tiers import full

from stammtisch.base.keywords import SLOTS
from stammtisch.front.validation import validate_file
from stammtisch.reading.dump import dump
from stammtisch.reading.load import load_text
from stammtisch.reading.schema_files import linked_schema

# a game in which all examples mean something
WORLD = """\
format: 1
game: A game for examples
players: 3..5
settings: {hand_size: 5, starting_coins: 3, starting_chips: 3, lowest_offer: 1, copies_of_each: 2, bids_per_round: 3, max_bids: 4, number_of_gates: 3, rows: 2, columns: 3, scoring: 2}
things: {colour: [black, white, red], suit: [oak, rest], slot: 5, tent: {count: 4, plural: tents}, beer: [pilsner, weissbier], half: {count: 2, plural: halves}}
components:
  card: {front: {colour: maybe colour, suit: maybe suit, value: 0..7, pips: 0..6}}
  coin: 60
  wood: 60
  clay: 60
  plan: {front: {clay: 0..3}}
shared:
  deck: {pile of: card, starts with: {value: 0..7, colour: none, suit: none, pips: 1, copies: 9}}
  row: {pile of: card}
  discards: {holds: card}
  market: {holds: card}
  stock: {holds: card}
  plans: {holds: plan, starts with: {clay: 0..3}}
  bank: {of: coin, start: 30}
  starter: first(players)
  teller: first(players)
  loser: first(players)
  leader: first(players)
  led: maybe suit
  high: 0..80
  passes: 0..99
  reversed: false
  favourite: maybe tent
each slot: {prize: {holds: card}}
each tent: {closed: false}
each player:
  hand: {holds: card}
  mat: {holds: card}
  played: {holds: card}
  sets: {holds: card, in: groups}
  bid(slot): {holds: card}
  coins: {of: coin, start: 3}
  wood: {of: wood, start: 3}
  clay: {of: clay, start: 3}
  chips: 0..99
  points: 0..99
  lives: 0..9
  offer: 0..30
  folded: false
  stake: 0..9
  chosen_tent: maybe tent
rulings: {the first bid is free: {change: lowest_offer}}
phases:
  the fair: {turns: player in players from starter, until: {it is late: round > 2}, do: {a turn: draw a card, place bids: play a set}}
actions:
  draw a card: {move: up to 1, from: deck, to: player.hand}
  play a set: {may choose: card in player.hand, move: card, to: player.mat}
  make an offer: {by: starter, choose: value in 1..8, set: {high: value}}
  open auction:
    with: {bidders: players, limit(player): 0..60}
    gives: {winner: leader, price: high}
    remember: {leader: maybe player, high: 0..80}
    for each: bidder in bidders
    do:
      bid more:
        choose: bid in high..80 where bid <= limit(bidder)
        set: {high: bid, leader: bidder}
score: player.points
"""
# what stands beside a key of a step, where the key alone is no step, by the key or the key and the example
NEEDED: dict[str, dict[str, Any]] = {
    "when": {"say": "1"},
    "for each": {"say": "1"},
    "turns": {"until": {"it is enough": "deck.empty"}, "do": {"one more": "draw a card"}},
    "together": {"choose": "mine in p.hand", "move": "mine", "to": "discards"},
    "repeat": {"do": {"the end of it": {"end": "turn"}}},
    "next": {"turns": "player in players", "until": {"it is enough": "deck.empty"}, "do": {"one more": "draw a card"}},
    "until": {"for each": "q in players", "say": "q"},
    "by": {"choose": "card in player.hand", "say": "card.value"},
    "count": {"choose": "extra in player.hand", "move": "extra", "to": "discards"},
    "secret": {"choose": "extra in 1..3", "set": {"high": "extra"}},
    "where": {"choose": "bid in 0..8", "set": {"high": "bid"}},
    "where card.suit = led": {"choose": "card in player.hand", "move": "card", "to": "discards"},
    "where all": {"choose": "laid in p.hand", "count": "1..3", "move": "laid", "to": "discards"},
    "move": {"from": "deck", "to": "player.hand"},
    "move card": {"to": "discards"},
    "pay": {"from": "player.coins", "to": "box"},
    "pay {'player.wood': 1, 'player.clay': 'hut.clay'}": {"for each": "hut in plans", "to": "box"},
    "deal": {"from": "deck", "to": "players.hand"},
    "gather": {"to": "discards"},
    "from": {"move": "1", "to": "player.hand"},
    "from player.coins": {"pay": "1", "to": "box"},
    "to": {"move": "1", "from": "deck"},
    "to players.hand": {"deal": "1", "from": "deck"},
    "to left(player)": {"reveal": "card"},
    "at": {"move": "1", "from": "deck", "to": "row"},
    "as": {"move": "1", "from": "deck", "to": "player.sets"},
    "run": {"with": {"bidders": "players", "limit(b)": "b.coins"}},
    "with": {"run": "open auction"},
    "gives": {"run": "open auction", "with": {"bidders": "players", "limit(b)": "b.coins"}},
    "winner": {"end": "game"},
    "otherwise": {"when": "deck.empty", "say": "1"},
    "if impossible": {"choose": "card in player.hand", "move": "card", "to": "discards"},
    "if declined": {"may choose": "card in player.hand", "move": "card", "to": "discards"},
    "whenever": {"do": {"one more": "draw a card"}},
    **dict.fromkeys(("rule", "about", "was"), {"say": "1"}),
}
# the steps around a step, which give the names in its examples
AROUND: tuple[dict[str, Any], ...] = (
    {"turns": "player in players from starter", "until": {"it is late": "round > 2"}},
    {"for each": "p in players"},
    {"for each": "baron in players"},
    {"for each": "slot in slots"},
    {"random": "bid in 0..8"},
    {"for each": "card in p.hand"},
)
# where a part with one key of another definition of the schema stands, and what stands beside it there
PLACES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "setting": ("settings", "lamps", {"value": 1}),
    "thing": ("things", "lamp", {"count": 3}),
    "component": ("components", "lamp", {"front": {"shine": "1..6"}}),
    "belonging": ("each player", "lamps", {"holds": "card"}),
    "see": ("each player", "lamps", {"holds": "card"}),
    "cards": ("shared", "lamps", {"value": 1, "pips": 1}),
    "definition": ("define", "lamps(player)", {"value": 3}),
    "invariant": ("always", "all is well", {"holds": "deck.size >= 0"}),
    "ruling": ("rulings", "nobody knows", {"change": "lowest_offer"}),
    "card-layout": ("layout", "cards", {}),
    "board-layout": ("layout", "boards", {}),
    "table-layout": ("layout", "table", {}),
}
# what stands beside a key in place of that
INSTEAD: dict[str, dict[str, Any]] = {
    "ignore": {"from": "cards.csv", "pips": 1},
    "ignore ['image']": {"from": "cards.csv"},
    "members": {},
    "names a1": {"grid": "3x3"},
    "grid": {},
    "supply": {},
    "pile of": {},
    "start": {"range": "0..9"},
    "start starting_coins": {"of": "coin"},
    "start maybe tent": {},
    "range": {},
    "times seen": {},
    "of": {},
    "top": {"pile of": "card"},
    "top.front": {"pile of": "card"},
    "top.back": {"pile of": "card"},
}


def errors(tmp_path: Path, world: str, *fragments: str) -> list[str]:
    root = load_text(world, "the world")
    for fragment in fragments:
        root = laid_over(root, load_text(fragment, "the example"))
    file = tmp_path / "ruleset.yaml"
    file.write_text(dump(root), encoding="utf-8")
    (tmp_path / "art").mkdir(exist_ok=True)
    shutil.copy(DATA / "river-towns" / "art" / "valley.webp", tmp_path / "art" / "hills.webp")
    return [f"{problem.code} {problem.message}" for problem in validate_file(file) if problem.severity == "error"]


def in_order(step: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(step.items(), key=lambda item: SLOTS[item[0]] or 8))


def step_game(step: Any) -> str:
    steps: Any = {"a turn": "draw a card", "draw more cards": step}
    for number, around in reversed(list(enumerate(AROUND))):
        words = "place bids" if number == 1 else "the bids are revealed" if number == 2 else f"around {number}"
        steps = {words: {**around, "do": steps}}
    # nothing of it is played
    return json.dumps({"phases": {"it ends at once": {"when": "deck.size > 0", "end": "game"}} | steps})


def keys_of(definition: str) -> dict[str, Any]:
    found: dict[str, Any] = linked_schema("ruleset")["definitions"][definition]
    return dict(found["then"]["properties"] if definition == "see" else found["properties"])


def cases(keys: dict[str, Any]) -> Iterator[Any]:
    for key, value in keys.items():
        for number, example in enumerate(value.get("examples", [])):
            if re.search(r"\.(xlsx|ods)\b", str(example)):
                continue  # a workbook: tests/extras/test_workbooks.py
            yield pytest.param(key, example, id=f"{key}: {json.dumps(example)}", marks=full if number else ())


@pytest.mark.parametrize(
    ("key", "example"), [*cases({key: value for key, value in keys_of("steps").items() if key in SLOTS})]
)
def test_every_example_of_a_step_works(key: str, example: Any, tmp_path: Path) -> None:
    needed = NEEDED.get(f"{key} {example}", NEEDED.get(key, {}))
    assert errors(tmp_path, WORLD, step_game(in_order({**needed, key: example}))) == []


@pytest.mark.parametrize(("key", "example"), [*cases({k: keys_of("event")[k] for k in ("before", "after", "enters")})])
def test_every_example_of_an_event_works(key: str, example: Any, tmp_path: Path) -> None:
    event = json.dumps({"whenever": {"it happens": {key: example, "say": "1"}}})
    assert errors(tmp_path, WORLD, step_game("nothing"), event) == []


def section(key: str, example: Any) -> tuple[str, str]:
    """A world for a section, and the section in it; components that are in the world already get other names."""
    world, text = WORLD, json.dumps({key: example})
    if key == "use":
        world = world.replace("open auction", "loud auction")
    if key == "teams":
        world = world.replace("score: player.points", "score: player.team.number").replace(
            "white, red]", "white, green]"
        )
    return world, text.replace('"card"', '"tile"').replace('"coin"', '"lamp"') if key == "components" else text


# a map and a board for the layouts of such
TOWNS = {
    "things": {"cell": {"grid": "3x3"}, "hexagon": {"hexes": "3x3"}, "town": ["adlitz", "birk"]},
    "tables": {"links": {"adlitz": "[birk]", "birk": "[adlitz]"}},
    "each cell": {"man": "maybe player", "piece": "maybe suit", "height": "0..3"},
    "each town": {"keeper": "maybe player"},
    "always": {"nothing is its own neighbour": "no(t in towns where t in t.links)"},
}
BOARDS = {"at": "town", "hexes": "hexagon", "lines": "town", "map": "town", "track": "slot"}


def part(definition: str, key: str, example: Any) -> str:
    where, name, beside = PLACES[definition]
    if definition == "board-layout":
        kind, more = BOARDS.get(key, "cell"), dict[str, Any]()
        if example == "0..60":
            kind, more = "players", {"piece": "points"}
        if key == "map":
            more = {"at": {"adlitz": "12 80", "birk": "40 66"}}
        return json.dumps({**TOWNS, where: {name: {kind: {**more, key: example}}}})
    if definition == "table-layout":
        return json.dumps({where: {name: {key: example}}})
    if definition == "card-layout":
        return json.dumps({where: {name: {"card": {key: example}}}})
    body = {**INSTEAD.get(f"{key} {example}", INSTEAD.get(key, beside)), key: example}
    if key == "times seen":
        return json.dumps({**TOWNS, "shared": {name: body}})
    if definition == "see":
        body = {**INSTEAD.get(key, beside), "see": {key: example}}
    if definition == "cards":
        body = {"holds": "card", "starts with": {**INSTEAD.get(key, beside), key: example}}
    if key == "starts with":
        # a component with just the attributes of the example
        row = example[0] if isinstance(example, list) else example
        front = {name: name if name in ("colour", "suit") else "0..9" for name in row if name != "copies"}
        body["holds"] = "tile"
        return json.dumps({"components": {"tile": {"front": front}}, where: {name: body}})
    return json.dumps({where: {name: body}})


@full
def test_the_world_itself_has_no_mistakes(tmp_path: Path) -> None:
    assert errors(tmp_path, WORLD) == errors(tmp_path, WORLD, step_game("nothing")) == []
    assert errors(tmp_path, WORLD, '{"tables": {"price(number)": {"1": 2}}}') != []
    assert errors(tmp_path, WORLD, json.dumps({"whenever": {"it happens": {"after": "turn", "say": "1"}}})) != []
    assert errors(tmp_path, WORLD, step_game({"say": "nobody.knows"})) != []


@pytest.mark.parametrize(("key", "example"), [*cases(linked_schema("ruleset")["properties"])])
def test_every_example_of_a_section_works(key: str, example: Any, tmp_path: Path) -> None:
    if key not in ("extends", "after", "change"):
        assert errors(tmp_path, *section(key, example)) == []


@pytest.mark.parametrize(
    ("definition", "key", "example"),
    [
        pytest.param(name, *case.values, id=f"{name}: {case.id}", marks=case.marks)
        for name in PLACES
        for case in cases(keys_of(name))
    ],
)
def test_every_example_of_a_part_works(definition: str, key: str, example: Any, tmp_path: Path) -> None:
    if (definition, key) == ("thing", "more"):
        return  # what only variants say
    remarks = ",image,notes" if key == "ignore" else ""
    (tmp_path / "cards.csv").write_text(f"value,copies{remarks}\n3,2{remarks}\n", encoding="utf-8")
    # the things of the examples are not there yet
    world = WORLD.replace("black, white", "blue").replace("half: {count: 2, plural: halves}", "bench: 2")
    assert errors(tmp_path, world if definition == "thing" else WORLD, part(definition, key, example)) == []
