"""The section `look`: what it says to pages and terminals, and that it says nothing to the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.small_games import mistake_in

import stammtisch as st
from stammtisch.base.appearance.looks import Look

GAME = """\
format: 1
game: High card
players: 2
things: {ware: [bread, honey]}
components: {card: {front: {ware: ware, value: 1..3, fresh: bool}}, coin: 20}
shared: {table: {pile of: card}}
each player:
  hand: {holds: card, see: owner, starts with: {ware: wares, value: 1..3, fresh: true}}
phases:
  a round: {together: p in players, choose: card in p.hand, move: card, to: table}
score: sum(player.hand.value)
rulings: {equal scores share the victory: {change: score}}
"""
LOOK = "look: {bread: brown ◆, honey: ●, value: '#', fresh: green, card: blue, coin: yellow ◉, players: [red ▲, X]}\n"


def written(folder: Path, text: str, name: str = "high") -> Path:
    file = folder / f"{name}.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_looks_are_read_in_any_order_and_kept_as_data(tmp_path: Path) -> None:
    looks = st.load_ruleset(written(tmp_path, GAME + LOOK.replace("brown ◆", "◆ brown"))).looks
    assert looks.of("bread") == Look("brown", "◆")
    assert looks.of("honey") == Look("", "●")
    assert looks.of("card") == Look("blue")
    assert looks.of("value") == Look("", "#")
    assert looks.of("coin") == Look("yellow", "◉")
    assert looks.players == (Look("red", "▲"), Look("", "X"))


def test_looks_change_no_game(tmp_path: Path) -> None:
    plain, shown = (st.load_ruleset(written(tmp_path, text, "high")) for text in (GAME, GAME + LOOK))
    assert plain.hash == shown.hash
    assert plain.game().program == shown.game().program
    assert shown.game().looks == shown.looks


@pytest.mark.parametrize(
    ("look", "code", "hint"),
    [
        ("bread: bluw", "unknown-colour", "Did you mean `blue`?"),
        ("bread: xyzzy", "unknown-colour", "the colours are red, orange,"),
        ("bread: ◆◆◆◆", "bad-look", "take a single sign"),
        ("bread: red blue", "bad-look", "a look is a colour, a symbol, a picture, or one of each"),
        ("bread: ◆ ●", "bad-look", "a look is a colour, a symbol, a picture, or one of each"),
        ("braed: red", "unknown-name", "Did you mean `bread`?"),
        ("hand: red", "unknown-name", "a member of a thing"),
        ("bread: [red]", "wrong-type", ""),
        ("players: red", "wrong-type", ""),
    ],
)
def test_what_cannot_be_shown_is_refused_at_its_place(tmp_path: Path, look: str, code: str, hint: str) -> None:
    found = mistake_in(tmp_path, GAME, f"look: {{{look}}}")
    assert found.code == code and hint in found.hint and found.span.column >= 8


def test_variants_change_looks_and_the_look_of_what_goes_goes_too(tmp_path: Path) -> None:
    base = written(tmp_path, GAME + LOOK)
    variant = "format: 1\nextends: high\nlook: {bread: red, honey: null}\n"
    looks = st.load_ruleset(base, [written(tmp_path, variant, "red-bread")]).looks
    assert looks.of("bread") == Look("red")
    assert looks.of("honey") == Look()
    assert looks.of("card") == Look("blue")
    shorter = "format: 1\nextends: high\nthings: {ware: [bread, cheese]}\n"
    looks = st.load_ruleset(base, [written(tmp_path, shorter, "no-honey")]).looks
    assert set(looks.words) == {"bread", "value", "fresh", "card", "coin"}
