"""The table as lines: readable without hints, at most 100 wide, and nothing on it that the seat may not know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from helpers.games import ruleset
from helpers.tiers import full

import stammtisch as st
from stammtisch.seats.phrases import event_texts
from stammtisch.seats.render import table, table_of
from stammtisch.seats.view import view

NAMES = ["Anna", "Ben", "Carl", "Dora"]


def test_munchhausen_shows_hands_mats_and_offers() -> None:
    state = ruleset("munchhausen").game(3).start(seed=3)
    while state.decision.name != "the Baron believes it or not":
        state.choose(0)
    assert table(state, 0, NAMES) == [
        "Anna (you)",
        "  offer 8",
        "  hand  card 2, card 3, card 4, card 5, card 6, card 7, card 8",
        "  mat   -",
        "Ben",
        "  offer 8",
        "  hand  8 cards face down",
        "  mat   -",
        "Carl",
        "  hand  8 cards face down",
        "  mat   (card 1)",
    ]
    assert table(state, 1, NAMES)[-1] == "  mat   1 card face down"


def test_ofertu_shows_the_row_and_the_number_of_bids() -> None:
    state = ruleset("ofertu").game().start(seed=3)
    for _ in range(4):
        state.choose(0)
    lines = table(state, 0, NAMES)
    row = next(line for line in lines if line.startswith("prize"))
    assert row.count(" | ") == 4 and row.count("red") == 5
    bids = [line for line in lines if line.strip().startswith("bid")]
    assert len(bids) == 2 and sum("1 card face down" in line for line in bids) == 1
    assert any(line.startswith("  deck") and "cards" in line for line in lines)


@full
@pytest.mark.parametrize(
    ("name", "players"),
    [("munchhausen", 4), ("ofertu", 2), ("warrender", 4), pytest.param("bierfest", 4, marks=full), ("balvin", 4)],
)
def test_no_line_is_wider_than_a_hundred_and_every_player_is_there(name: str, players: int) -> None:
    state, random = ruleset(name).game(players).start(seed=2), Random(2)
    while not state.over and state.decisions < 80:
        for seat in range(players):
            lines = table(state, seat, NAMES)
            assert max(map(len, lines)) <= 100
            # for a narrow terminal the same things in more lines
            narrow = table_of(view(state, seat), NAMES, 80, state.game.looks.table)
            assert max(map(len, narrow)) <= 80
            assert "".join(narrow).replace(" ", "") == "".join(lines).replace(" ", "")
            heads = [line for line in lines if line.removesuffix(" (you)") in NAMES]
            assert heads == [f"{player}{' (you)' if n == seat else ''}" for n, player in enumerate(NAMES[:players])]
        seat = random.choice(list(state.pending))
        state.choose(random.randrange(len(state.pending[seat].options)), seat)


SMALL = """
format: 1
game: Small
players: 2
score: 0
things:
  spot: {grid: 3x3}
  way: [up_hill, down_hill]
components:
  card: {front: {value: 1..9}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..9}, show as: count}
  display: {holds: card, show as: row}
  backstage: {holds: card, see: nobody, show as: hidden}
  secret: {start: 3, range: 0..9, see: nobody}
each spot:
  mark: {start: 0, range: 0..9, show as: grid}
each player:
  hand: {holds: card, see: owner}
  place: {start: 0, range: 0..30, show as: track}
setup:
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  go on: {by: first(players), one of: {Wait: {add: {first(players).place: 7}}}}
  go again: {by: first(players), one of: {Wait: nothing}}
"""


def test_hints_draw_grids_tracks_and_counts(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(SMALL, encoding="utf-8")
    state = st.load_ruleset(file).game().start(seed=3)
    state.choose(0)
    lines = table(state, 1, NAMES)
    grid = lines.index("mark")
    assert [line.split() for line in lines[grid + 1 : grid + 5]] == [
        ["1", "2", "3"], ["1", "0", "|", "0", "|", "0"], ["2", "0", "|", "0", "|", "0"], ["3", "0", "|", "0", "|", "0"],
    ]  # fmt: skip
    assert "place  0 Ben -> 7 Anna" in lines
    assert any(line.split() == ["deck", "5", "cards"] for line in lines)
    assert not any("backstage" in line for line in lines)
    assert "secret ?" in lines[0]


STALLS = """\
format: 1
game: Stalls
players: 2
things: {stall: 3, colour: [red, blue]}
components: {card: {front: {value: 1..4}}}
each stall:
  shut: {start: false}
  price: 0..9
  goods: {pile of: card, starts with: {value: 2..3}, show as: row}
  owner: maybe player
each colour: {lit: true}
each card: {bent: false}
phases:
  shut one: {by: first(players), choose: stall in stalls, set: {stall.shut: true, stall.price: 4, stall.owner: first(players)}, do: {bend them: {for each: c in stall.goods, set: {c.bent: true}}}}
  the end: {by: first(players), one of: {Wait: nothing}}
score: 0
"""


def test_places_that_have_several_things_get_a_line_each(tmp_path: Path) -> None:
    path = tmp_path / "stalls.yaml"
    path.write_text(STALLS, encoding="utf-8")
    state = st.load_ruleset(path).game(2).start(seed=0)
    state.choose(1)
    assert table(state, 0, NAMES) == [
        "stall 1  goods card 2, card 3 | price 0",
        "stall 2  goods card 2, card 3 | shut | price 4 | owner Anna",
        "stall 3  goods card 2, card 3 | price 0",
        "lit      red | blue",
        "bent     #3 | #4",
    ]
    assert "card #3 and card #4 are now bent" in event_texts(state.seen(0), NAMES)


MELDS = """\
format: 1
game: Melds
players: 2
things: {crop: [corn, rye]}
components: {card: {front: {crop: crop}}}
each player:
  hand: {holds: card, see: owner, starts with: {crop: crops, copies: 3}}
  melds: {holds: card, in: groups}
phases:
  the game:
    turns: p in players
    until: {all is laid: all(p.hand.empty for p in players)}
    do:
      two cards are laid:
        choose: [crop in crops, more in 1..2]
        move: first(those(c in p.hand where c.crop = crop), more)
        to: p.melds
        as: new group
      a card is given up: {may choose: lost in p.melds, move: lost, to: p.hand}
"""


def test_cards_in_groups_are_shown_and_offered_by_group(tmp_path: Path) -> None:
    path = tmp_path / "melds.yaml"
    path.write_text(MELDS, encoding="utf-8")
    state = st.load_ruleset(path).game(2).start(seed=0)
    for choice in (0, 1, 2, 0, 0, 1, 1, 0):
        state.choose(choice)
    assert state.decision.name == "a card is given up"
    lines = table(state, 1, NAMES)
    assert [line for line in lines if "melds" in line] == ["  melds  [corn x2], [rye]", "  melds  [corn]"]
    melds = next(zone for zone in state.view(1)["zones"] if zone["label"] == "player 1.melds")
    assert [(card["front"]["crop"], card["group"]) for card in melds["cards"]] == [("corn", 1), ("corn", 1), ("rye", 2)]
    texts = [option["text"] for option in state.view(0)["decision"]["options"]]
    assert texts == ["corn (group 1, no. 1)", "corn (group 1, no. 2)", "rye", "pass"]
