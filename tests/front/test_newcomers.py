"""What people write who do not know the language yet: one message, whose correction is what they mean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stammtisch.base.diagnostics import Diagnostic, apply_correction
from stammtisch.front.validation import validate_file

GAME = """\
format: 1
game: Orchard
players: 2..5
things: {fruit: [plum, pear, quince]}
components:
  tile: {front: {fruit: fruit, size_printed: 1..4}}
shared:
  heap: {pile of: tile, see: nobody, starts with: {fruit: fruits, size_printed: 1..4}}
  leader: first(players)
each player:
  barn: {holds: tile, see: owner}
  berries: {start: 3, range: 0..90}
define:
  sweet(tile): tile.fruit = plum or tile.size_printed >= 3
setup:
  mix the heap: {shuffle: heap}
  somebody leads: {random: p in players, set: {leader: p}}
phases:
  a year:
    turns: player in players from leader
    until: {the heap is empty or many have eaten: heap.empty or sum(players.berries) > 120}
    do:
      pick one: {when: player.barn.size < 9, move: 1, from: heap, to: player.barn, do: {add: {player.berries: 2}}}
      offer one: {choose: tile in player.barn, move: tile, to: heap, do: [{add: {player.berries: -1}}, {end: turn}]}
score: player.berries + count(t in player.barn where t.sweet)
winner: [most score, least player.berries]
rulings: {equal players share the victory: {change: winner}}
"""
# what is right, and how newcomers write it
SLIPS = (
    ("    until:", "   until:"),
    ("    turns:", "   turns:"),
    ("    do:\n", "      do:\n"),
    ("players: 2..5", "players: from two to five"),
    ("players: 2..5", "players: between 2 and 5 players"),
    ("players: 2..5", "players: 2—5"),
    ("{fruit: fruit, size", "{fruit: fruits, size"),
    ("size_printed: 1..4}}\nshared", "size_printed: 1–4}}\nshared"),
    ("size_printed: 1..4}}\nshared", "size_printed: 1-4}}\nshared"),
    ("size_printed: 1..4}}\nshared", "size_printed: 1 to 4}}\nshared"),
    ("size_printed: 1..4}}\nshared", "size_printed: [1, 2, 3, 4]}}\nshared"),
    ("fruit: fruits, size", "fruit: fruit, size"),
    ("first(players)", "players[0]"),
    ("first(players)", "Bernadette"),
    ("first(players)", "first[players]"),
    ("see: owner", "see: me"),
    ("= plum", "= 'plum'"),
    ("= plum", "is plum"),
    (">= 3", "is at least 3"),
    ("{shuffle: heap}", "{shuffle: the heap}"),
    ("p in players", "random(players)"),
    ("p in players", "players"),
    ("player in players from", "players from"),
    ("heap.empty", "heap is empty"),
    ("player.barn.size <", "len(player.barn) <"),
    ("player.barn.size <", "player.barn.length <"),
    ("size < 9", "size fewer than 9"),
    ("move: 1, from", "move: 1 tile, from"),
    ("move: 1, from", "move: 1 from"),
    ("9, move", "9 move"),
    ("{player.berries: 2}", "player.berries += 2"),
    ("{player.berries: 2}", "2 to player.berries"),
    ("{player.berries: -1}", "player.berries -= 1"),
    ("{player.berries: 2}", "player.berries = player.berries + 2"),
    ("to: player.barn, do: {add", "to: player, do: {add"),
    ("{leader: p}", "leader = p"),
    ("{leader: p}", "leader to p"),
    ("sum(players", "total(players"),
    ("sum(players.berries) > 120", "max(heap.size_printed) or else 0 > 120"),
    ("sum(players.berries) > 120", "sum(players.berries) or else 0 > 120"),
    ("sum(players.berries) > 120", "max(heap.size_printed) > 120"),
)
# what cannot be corrected for certain, with the beginning of the hint
UNSURE = (
    ("from: heap,", "from: cellar,", "A tile can lie in"),
    ("to: heap, do", "to: player.berries, do", "to change that number write add"),
    ("leader: p}", "leader: random.choice(players)}", "to pick a player at random write `random: p in players`"),
    ("{end: turn}", "end", "write `{end: turn}` or `{end: game}`"),
    (
        "size_printed: 1..4}}\nshared",
        "size_printed: [2, B, A]}}\nshared",
        "Write `size_printed: [s2, B, A]` under `things`, and here",
    ),
    (
        "size_printed: 1..4}}\nshared",
        "size_printed: [B, A]}}\nshared",
        "Write `size_printed: [B, A]` under `things`, and here",
    ),
    ("{random: p in players, set: {leader: p}}", "{set: {leader: Anna}}", "The rules do not know players by name"),
    (
        "fruit: fruits, size",
        "fruit: 1..3, size",
        "write `fruits` for cards of every fruit, or name one, such as `plum`",
    ),
    ("fruits, size_printed: 1..4", "fruits, size_printed: 1..6", "write numbers from 1 to 4 here, or widen the range"),
)


def said(file: Path, right: str, slip: str) -> tuple[str, list[Diagnostic]]:
    """The game in which a slip stands in the place of what is right, and what is said of it."""
    file.write_text(GAME, encoding="utf-8")
    assert validate_file(file) == []
    assert GAME.count(right) == 1
    game = GAME.replace(right, slip)
    file.write_text(game, encoding="utf-8")
    return game, validate_file(file)


@pytest.mark.parametrize(("right", "slip"), SLIPS)
def test_the_correction_of_a_newcomers_slip_is_what_they_mean(tmp_path: Path, right: str, slip: str) -> None:
    file = tmp_path / "orchard.yaml"
    game, (found,) = said(file, right, slip)
    lines = game.split("\n")
    lines[found.span.line - 1] = apply_correction(lines[found.span.line - 1], found)
    file.write_text("\n".join(lines), encoding="utf-8")
    assert validate_file(file) == []


@pytest.mark.parametrize(("right", "slip", "hint"), UNSURE)
def test_what_may_mean_several_things_is_explained(tmp_path: Path, right: str, slip: str, hint: str) -> None:
    _, (found,) = said(tmp_path / "orchard.yaml", right, slip)
    assert found.hint.startswith(hint)
    assert not found.fix and not found.instead


# a step of the setup, and what is written of it instead of `barn`
OWNERS = (
    ("{deal: 2, from: heap, to: barn}", "players.barn"),
    ("{for each: p in players, deal: 2, from: heap, to: barn}", "p.barn"),
    ("{deal: 2, from: heap, to: players}", "players.barn"),
    ("{for each: p in players, deal: 2, from: heap, to: p}", "p.barn"),
)


@pytest.mark.parametrize(("step", "place"), OWNERS)
def test_whose_place_is_meant_is_what_is_known_there(tmp_path: Path, step: str, place: str) -> None:
    right = "  somebody leads:"
    _, (found,) = said(tmp_path / "orchard.yaml", right, f"  tiles are given: {step}\n{right}")
    assert place in re.findall(r"[\w.]+", found.hint)
    assert "player" not in re.findall(r"[\w.]+", found.hint)
    game = GAME.replace(right, f"  tiles are given: {step.replace('barn', place) if 'barn' in step else step}\n{right}")
    game = game.replace("to: players}", "to: players.barn}").replace("to: p}", "to: p.barn}")
    (tmp_path / "orchard.yaml").write_text(game, encoding="utf-8")
    assert validate_file(tmp_path / "orchard.yaml") == []


def test_no_hint_names_the_player_whose_turn_it_is_where_no_turn_is_played(tmp_path: Path) -> None:
    _, (found,) = said(tmp_path / "orchard.yaml", "set: {leader: p}", "set: {leader: Anna}")
    assert "`player`" not in found.hint
    _, (found,) = said(tmp_path / "orchard.yaml", "{player.berries: 2}", "{Anna.berries: 2}")
    assert "`player`" in found.hint


def test_a_pile_of_each_kind_may_start_with_cards_of_that_kind(tmp_path: Path) -> None:
    file = tmp_path / "orchard.yaml"
    own = "each fruit:\n  crate: {holds: tile, starts with: {fruit: fruit, size_printed: 4}}\neach player:"
    game = GAME.replace("each player:", own).replace("to: heap, do", "to: tile.fruit.crate, do")
    file.write_text(game, encoding="utf-8")
    assert validate_file(file) == []
