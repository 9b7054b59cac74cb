"""What is missing is created with one click, and what stands there takes another form that plays the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.editors import CURSOR
from helpers.paths import RULESETS

from stammtisch.base.diagnostics import Diagnostic
from stammtisch.editor.answers import Action
from stammtisch.editor.changes.quick_fixes import actions
from stammtisch.editor.known.workspace import Workspace
from stammtisch.editor.mistakes import later_mistakes, mistakes
from stammtisch.front.validation import validate_file
from stammtisch.reading.source import Source

GAME = """\
format: 1
game: A game
players: 2
things: {suit: [red, green]}
components: {card: {front: {suit: suit, value: 1..9}}}
tables:
  worth: {red: 1, green: 2}
shared:
  deck: {pile of: card, starts with: {suit: suits, value: 1..9}}
each player:
  hand: {holds: card, see: owner}
setup:
  deal the cards: {deal: 3, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {the deck is empty: deck.empty}
    one of: [Draw a card]
actions:
  Draw a card: {move: 1, from: deck, to: player.hand}
winner: [most sum(worth(c.suit) for c in player.hand)]
rulings: {equal players share the victory: {change: winner}}
"""


def applied(text: str, action: Action, path: Path) -> str:
    """The text of a file with an action made."""
    source = Source("", text)
    own = [change for change in action.changes if change.span.file == str(path)]
    for change in sorted(own, key=lambda one: one.span, reverse=True):
        start = source.offset(change.span)
        lines = source.starts
        last = change.span.end_line
        end = lines[last - 1] + change.span.end_column - 1 if last <= len(lines) else len(text)
        text = text[:start] + change.text + text[end:]
    return text


def everything(workspace: Workspace, path: Path) -> list[Diagnostic]:
    """What is wrong at once, or if nothing is, later."""
    found = [d for d in mistakes(workspace, path) if path.name == "ruleset.yaml"]
    if all(d.severity == "warning" for d in found) and path.name == "ruleset.yaml":
        with workspace.reading():
            *_, found = later_mistakes(path, "ruleset")
    return found


def offered(path: Path, text: str) -> tuple[str, list[Action], list[Diagnostic]]:
    """The text without its cursor, what is offered there, and what is wrong."""
    before, _, after = text.partition(CURSOR)
    workspace = Workspace()
    workspace.change(path, before + after)
    found, place = everything(workspace, path), Source("", before).place(len(before))
    return before + after, actions(workspace, path, found, place, place), found


@pytest.mark.parametrize(
    "old, new, title, line",
    [
        ("one of: [Draw a card]", "one of: [Draw a card, Pass it o¦n]", "Create the action `Pass it on`", "  Pass it on: nothing"),
        ("to: player.hand}\nwin", "to: discar¦ds}\nwin", "Create the place `discards`", "  discards: {holds: card}"),
        ("deal: 3", "deal: dea¦lt", "Create the setting `dealt`", "  dealt: 1"),
        ("most sum(", "most player.sco¦re_now + sum(", "Create the number `score_now` of each player", "  score_now: 0..99"),
        ("[red, green]", "[red, green, bl¦ue]", "", ""),
        ("worth(c.suit) for", "(if c.suit = blu¦e then 0 else 1) for", "Add `blue` to `suit`", "things: {suit: [red, green, blue]}"),
        ("worth: {red: 1, green: 2}", "wor¦th: {red: 1}", "Add the row `green`", "  worth: {green: 1, red: 1}"),
    ],
)  # fmt: skip
def test_what_is_missing_is_created(old: str, new: str, title: str, line: str, tmp_path: Path) -> None:
    assert old in GAME
    path = tmp_path / "ruleset.yaml"
    text, found, wrong = offered(path, GAME.replace(old, new, 1))
    titles = {one.title: one for one in found}
    if not title:
        assert all("Create" not in one for one in titles)
        return
    mended = applied(text, titles[title], path)
    assert line in mended.split("\n")
    workspace = Workspace()
    workspace.change(path, mended)
    codes = [d.code for d in wrong]
    left = [d.code for d in everything(workspace, path)]
    assert [code for code in codes if code.startswith(("unknown", "missing")) and code in left] == []


def test_a_number_becomes_a_setting_and_the_game_stays(tmp_path: Path) -> None:
    path = tmp_path / "ruleset.yaml"
    text, found, _ = offered(path, GAME.replace("deal: 3", "deal: ¦3"))
    (action,) = [one for one in found if one.rewrites]
    path.write_text(applied(text, action, path))
    assert action.title == "Make a setting of 3"
    assert "settings:\n  deal_the_cards: 3\n" in path.read_text()
    assert "{deal: deal_the_cards, from" in path.read_text()
    assert [d for d in validate_file(path) if d.severity == "error"] == []


def test_a_change_becomes_a_variant_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "game/variants").mkdir(parents=True)
    (tmp_path / "game/ruleset.yaml").write_text(GAME)
    path = tmp_path / "game/variants/two.yaml"
    variant = "format: 1\nextends: game\nchange:\n  deal the cards:\n    deal: ¦4\n  Draw a card:\n    move: 2\n"
    text, found, _ = offered(path, variant)
    action = next(one for one in found if one.rewrites and "variant of its own" in one.title)
    assert applied(text, action, path) == "format: 1\nextends: game\nchange:\n  Draw a card:\n    move: 2\n"
    new = path.with_name("deal-the-cards.yaml")
    assert [change.text for change in action.changes if change.span.file == str(new)] == [
        "format: 1\nextends: game\nabout: deal the cards.\nchange:\n  deal the cards:\n    deal: 4\n"
    ]


def test_a_warning_is_allowed_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "ruleset.yaml"
    text, found, _ = offered(
        path,
        GAME.replace("rulings: {equal players share the victory: {change: winner}}\n", "").replace(
            "winner: [", "winner: [¦"
        ),
    )
    allowed = next(one for one in found if one.title.startswith("Allow"))
    assert "# allow: no-tie-break because \nwinner:" in applied(text, allowed, path)


def test_nothing_is_offered_in_shipped_games_without_mistakes() -> None:
    path = RULESETS / "hearts/ruleset.yaml"
    _, found, _ = offered(path, "¦" + path.read_text(encoding="utf-8"))
    assert found == []
