"""Names in place of words of the language, or of other names: whatever declares them, it is warned of there."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.front.validation import validate_file

GAME = """\
format: 1
game: Words
players: 2..3
settings: {most: 3, SETTING: 2}
components: {card: {front: {value: 1..4}}}
shared: {pile: {holds: card, starts with: {value: 1..4}}, SHARED: 0..9}
each player: {hand: {holds: card}, points: 0..99, OWN: 0..9}
define:
  DEFINED: 2
  twice(int LOCAL): 2 * LOCAL
phases:
  a turn:
    turns: player in players
    until: {the pile is small: pile.size < 2}
    do:
      take one: {choose: card in pile, move: card, to: player.hand}
      points are scored: {run: score points, with: {GIVEN: most, FORMULA(p): p.points}}
actions:
  score points:
    with: {GIVEN: 0..9, FORMULA(player p): counter}
    add: {FORMULA(player): GIVEN}
score: player.points
winner: [most player.score, most player.hand.size]
"""
KINDS = {name: f"{name.lower()}_name" for name in ("SETTING", "SHARED", "OWN", "DEFINED", "LOCAL", "GIVEN", "FORMULA")}


@pytest.mark.parametrize(
    ("kind", "name", "code", "effect"),
    [
        ("SETTING", "round", "shadowed", "inside `turns` it stands for the number of the round"),
        ("SHARED", "round", "shadowed", "inside `turns` it stands for the number of the round"),
        ("DEFINED", "round", "shadowed", "inside `turns` it stands for the number of the round"),
        ("OWN", "round", "", ""),  # always asked of a player
        ("SETTING", "everyone", "shadowed", "after `see` it stands for who sees"),
        ("SETTING", "size", "", ""),  # pile.size is still the pile's
        ("SHARED", "count", "", ""),
        ("GIVEN", "size", "", ""),
        ("FORMULA", "number", "shadowed", "cannot be used here now"),
        ("FORMULA", "size", "", ""),  # of a player, who has none
        ("GIVEN", "box", "reserved-word", "'box' cannot be a name"),
        ("LOCAL", "most", "shadowed", "already the name of something else"),
        ("LOCAL", "pile", "shadowed", "already the name of something else"),
        ("OWN", "score", "shadowed", "after `winner` it stands for what `score` says"),
        ("OWN", "scores", "", ""),
    ],
)
def test_a_name_that_hides_or_is_hidden(tmp_path: Path, kind: str, name: str, code: str, effect: str) -> None:
    text, file = GAME, tmp_path / "words.yaml"
    for word, other in (KINDS | {kind: name}).items():
        text = text.replace(word, other)
    file.write_text(text, encoding="utf-8")
    found = [(d.code, d.message) for d in validate_file(file) if d.code in ("shadowed", "reserved-word")]
    assert [said for said, _ in found] == [code] * bool(code), found
    assert all(name in message and effect in message for _, message in found)


def test_a_score_that_the_section_score_counts_hides_nothing(tmp_path: Path) -> None:
    text, file = GAME.replace("score: player.points", "score: player.score"), tmp_path / "words.yaml"
    for word, other in (KINDS | {"OWN": "score"}).items():
        text = text.replace(word, other)
    file.write_text(text, encoding="utf-8")
    assert "shadowed" not in [d.code for d in validate_file(file)]
