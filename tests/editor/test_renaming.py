"""Names and words get another form in all files of a game, and nothing else changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers.editors import CURSOR
from helpers.paths import RULESETS

from stammtisch.base.errors import UsageError
from stammtisch.editor.answers import TextChange
from stammtisch.editor.changes.renaming import changed_text, rename
from stammtisch.editor.known.workspace import Workspace
from stammtisch.front.validation import validate_file
from stammtisch.reading.source import Source
from stammtisch.scenarios.run import run_file

GAME = """\
format: 1
game: A game
players: 2
settings: {most: 3}
components: {card: {front: {value: 1..9}}}
shared:
  deck: {pile of: card, starts with: {value: 1..9}}
each player:
  hand: {holds: card, see: owner}
define:
  worth(player): sum(player.hand.value)
setup:
  deal the cards: {deal: most, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {there are no <most> cards: deck.size < most}
    one of: [Draw a card, Pass it on]
actions:
  Draw a card: {move: 1, from: deck, to: player.hand}
  Pass it on: nothing
winner: [most player.worth]
rulings: {equal players share the victory: {change: winner}}
"""
VARIANT = """\
format: 1
extends: game
settings: {most: 2}
change:
  deal the cards: {do: {and one more: {deal: 1, from: deck, to: players.hand}}}
  Draw a card: {about: One card of the deck.}
"""
SCENARIOS = """\
format: 1
tests: game
players: [Ann, Bob]
scenarios:
  the deck is drawn from:
    settings: {most: 2}
    when:
      - Ann: Draw a card
    then: [deck.size = 4, Ann.hand.size = 3, Ann.worth > 2]
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "game/variants").mkdir(parents=True)
    (tmp_path / "game/ruleset.yaml").write_text(GAME)
    (tmp_path / "game/variants/fewer.yaml").write_text(VARIANT)
    (tmp_path / "game/scenarios.yaml").write_text(SCENARIOS)
    return tmp_path / "game/ruleset.yaml"


def changes(path: Path, words: str, name: str) -> list[TextChange]:
    before, _, after = words.partition(CURSOR)
    text = path.read_text(encoding="utf-8")
    start = text.index(before + after) + len(before)
    return rename(Workspace(), path, Source("", text).place(start), name)


def make(found: list[TextChange]) -> dict[str, int]:
    """Make the changes; return the number in each file."""
    files = dict.fromkeys(change.span.file for change in found)
    for file in files:
        own = [change for change in found if change.span.file == file]
        Path(file).write_text(changed_text(Path(file).read_text(encoding="utf-8"), own), encoding="utf-8")
    return {Path(file).name: sum(change.span.file == file for change in found) for file in files}


@pytest.mark.parametrize(
    "words, name, counts",
    [
        ("de¦ck: {pile", "draw_pile", {"ruleset.yaml": 4, "scenarios.yaml": 1, "fewer.yaml": 1}),
        ("mo¦st: 3", "hand_size", {"ruleset.yaml": 4, "scenarios.yaml": 1, "fewer.yaml": 1}),
        ("val¦ue: 1..9}}}", "points", {"ruleset.yaml": 3}),
        ("wor¦th(player)", "total", {"ruleset.yaml": 2, "scenarios.yaml": 1}),
        ("  Draw a ca¦rd: {", "Take a card", {"ruleset.yaml": 2, "scenarios.yaml": 1, "fewer.yaml": 1}),
        ("deal the ca¦rds", "deal them out", {"ruleset.yaml": 1, "fewer.yaml": 1}),
    ],
)
def test_a_name_changes_wherever_it_is_used(game: Path, words: str, name: str, counts: dict[str, int]) -> None:
    assert make(changes(game, words, name)) == counts
    assert validate_file(game) == []
    assert [d for d in validate_file(game.parent / "variants/fewer.yaml") if d.severity == "error"] == []
    assert all(outcome.is_passed for outcome in run_file(game.parent / "scenarios.yaml"))


@pytest.mark.parametrize("option", ["Draw a card: Draw a card", "Draw a card: {run: Draw a card}"])
def test_an_action_in_a_menu_with_other_options_changes_both_of_its_names(game: Path, option: str) -> None:
    menu = f"one of: {{{option}, Wait: nothing, Pass it on: Pass it on}}"
    game.write_text(GAME.replace("one of: [Draw a card, Pass it on]", menu))
    assert make(changes(game, "  Draw a ca¦rd: {move", "Take a card"))["ruleset.yaml"] == 3
    assert validate_file(game) == []
    assert all(outcome.is_passed for outcome in run_file(game.parent / "scenarios.yaml"))


@pytest.mark.parametrize(
    "words, name, why",
    [
        ("de¦ck: {pile", "my deck", "cannot be a name"),
        ("de¦ck: {pile", "where", "cannot be a name"),
        ("mo¦st: 3", "deck", "already the name"),
        ("  Draw a ca¦rd: {", "draw", "begin with a capital"),
        ("pla¦yers: 2", "people", "no name of the game's own"),
        ("turns: pla¦yer in", "deck", "already the name"),
        ("a tu¦rn:", "Pass it on", "already the name"),
    ],
)
def test_what_would_break_something_is_refused(game: Path, words: str, name: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        changes(game, words, name)


def test_a_copy_of_a_shipped_game_leaves_the_shipped_one_alone(tmp_path: Path) -> None:
    shutil.copytree(RULESETS / "kuhn", tmp_path / "mine")
    (tmp_path / "mine/variants").mkdir()
    (tmp_path / "mine/variants/other.yaml").write_text("format: 1\nextends: kuhn\n")
    path = tmp_path / "mine/ruleset.yaml"
    workspace = Workspace()
    assert workspace.family(path) == [path]
    variant = tmp_path / "mine/variants/other.yaml"
    variant.write_text("format: 1\nextends: kuhn\nsettings: {ante: 2}\n")
    with pytest.raises(UsageError, match="comes with Stammtisch"):
        rename(workspace, variant, (3, 13), "entry_fee")


@pytest.mark.full
@pytest.mark.parametrize(
    "words, old, name",
    [
        ("draw_p¦ile: {pile", "draw_pile", "supply_pile"),
        ("tapped_o¦ut: bool", "tapped_out", "tapped_dry"),
        ("  Sell one bar¦rel:", "Sell one barrel", "Sell a barrel"),
        ("over¦pay: {", "overpay", "extra_coins"),
        ("a pair is bro¦ken:", "a pair is broken", "a pair is split up"),
    ],
)
def test_balvin_plays_as_before_with_other_names(tmp_path: Path, words: str, old: str, name: str) -> None:
    folder = tmp_path / "balvin"
    shutil.copytree(RULESETS / "balvin", folder)
    before = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.yaml")}
    make(changes(folder / "ruleset.yaml", words, name))
    for path, text in before.items():  # nothing else has changed
        now = path.read_text(encoding="utf-8").replace(name, old)
        assert now.replace(name.replace("_", " "), old.replace("_", " ")) == text
    for file in [folder / "ruleset.yaml", *sorted((folder / "variants").glob("*[!s].yaml"))]:
        if not file.name.endswith((".scenarios.yaml", ".targets.yaml", ".words.de.yaml")):
            assert validate_file(file) == []
    outcomes = [one for file in sorted(folder.rglob("*scenarios.yaml")) for one in run_file(file)]
    assert [outcome.scenario.words for outcome in outcomes if not outcome.is_passed] == []
