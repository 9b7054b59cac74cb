"""Between the words of a ruleset stand the numbers of cards, and settings for each number of players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.paths import RULESETS

from stammtisch.editor.completion.complete import completions
from stammtisch.editor.known.initial_values import by_players
from stammtisch.editor.known.workspace import Workspace
from stammtisch.editor.mistakes import later_mistakes, mistakes
from stammtisch.editor.notes import notes

GAME = """\
format: 1
game: A game
players: 2..4
settings: {cards_each: {2 players: 3, 3..4 players: 2}}
components: {card: {front: {value: 1..7}}}
shared:
  deck: {pile of: card, starts with: {value: 1..7, copies: 2}}
each player:
  hand: {holds: card, see: owner}
setup:
  deal the cards: {deal: cards_each, from: deck, to: players.hand}
phases:
  a turn: {turns: player in players, until: {it is empty: deck.empty}, one of: [Draw]}
actions: {Draw: {move: 1, from: deck, to: player.hand}}
winner: [most player.hand.size]
rulings: {equal players share the victory: {change: winner}}
"""


def noted(path: Path, text: str) -> list[str]:
    """The lines with notes, each note in angle brackets where it stands."""
    workspace = Workspace()
    workspace.change(path, text)
    lines = text.split("\n")
    found = notes(workspace, path)
    for one in reversed(found):
        line = lines[one.line - 1]
        lines[one.line - 1] = f"{line[: one.column - 1]}«{one.text}»{line[one.column - 1 :]}"
    return [lines[line - 1].strip() for line in dict.fromkeys(one.line for one in found)]


def test_cards_and_settings_are_noted_where_they_stand(tmp_path: Path) -> None:
    assert noted(tmp_path / "ruleset.yaml", GAME) == [
        "deck«14 cards»: {pile of: card, starts with: {value: 1..7, copies: 2}}",
        "deal the cards: {deal: cards_each«2 players: 3, 3 to 4: 2», from: deck, to: players.hand}",
    ]
    assert noted(tmp_path / "ruleset.yaml", GAME.replace("copies: 2", "copies: cards_each"))[0].startswith(
        "deck«2 players: 21, 3 to 4: 14»:"
    )


def test_nothing_is_noted_where_nothing_is_known(tmp_path: Path) -> None:
    assert noted(tmp_path / "ruleset.yaml", GAME.replace("deck.empty", "deck.emty")) == []
    assert noted(RULESETS / "hearts/scenarios.yaml", "format: 1\ntests: hearts\n") == []


def test_numbers_are_put_together() -> None:
    assert by_players({2: 14, 3: 20, 4: 20}) == "2 players: 14, 3 to 4: 20"
    assert by_players({2: 14}) == "2 players: 14"


@pytest.mark.parametrize("file, label", [("ruleset.yaml", "new game"), ("variants/more.yaml", "new variant")])
def test_an_empty_file_begins_with_something_whole(file: str, label: str, tmp_path: Path) -> None:
    (tmp_path / "game/variants").mkdir(parents=True)
    base, path = tmp_path / "game/ruleset.yaml", tmp_path / "game" / file
    base.write_text(GAME)
    workspace = Workspace()
    workspace.change(path, "")
    found = {one.label: one for one in completions(workspace, path, (1, 1))}
    text = re.sub(r"\$(?:\d+|\{\d+:([^}]*)\})", r"\1", found[label].text)
    workspace.change(path, text)
    assert mistakes(workspace, path) == []
    with workspace.reading():
        *_, later = later_mistakes(path, "ruleset")
    assert [d.code for d in later if "game" in label] == []
