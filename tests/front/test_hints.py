"""What the hint says to a slip that is common: the cure that fits it, and no correction that would do harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.tiers import full

from stammtisch.front.validation import validate_file

OFFER = "an offer must match or beat the best offer"
# the ruleset extended, what the variant says, the code, the hint, and what is to be written
SLIPS = {
    "no": ("kuhn", "settings: {flag: no}", "unknown-name", "write `false`", "false"),
    "yes": ("kuhn", "settings: {flag: yes}", "unknown-name", "write `true`", "true"),
    "thing": ("balvin", "change: {Close a tent: {when: {x y: part != morning}}}", "unknown-name", "say which part", ""),
    "score of": (
        "balvin",
        "change: {Close a tent: {when: {x y: brewer.score > 9}}}",
        "unknown-name",
        "only winner",
        "",
    ),
    "score()": ("balvin", "change: {Close a tent: {when: {x y: score(brewer) > 9}}}", "unknown-name", "definition", ""),
    "run": (
        "balvin",
        "change: {Auction supply cards: {run: sealed auction}}",
        "missing-argument",
        "write with: {bidders: ..., lowest: ..., limit(p): ..., offer(p): ...}",
        "",
    ),
    "another condition": (
        "munchhausen",
        f"change:\n  {OFFER}: null\n  an offer must beat the best offer: value > high",
        "change-not-found",
        "a new one goes under `Offer: {where: ...}`",
        "",
    ),
    "a slip in words": (
        "munchhausen",
        f"change: {{{OFFER[:-1]}: null}}",
        "change-not-found",
        f"Did you mean `{OFFER}`?",
        OFFER,
    ),
    "equals": ("munchhausen", "settings:\n  least = 3", "wrong-type", "Write : in place of =", "least: 3"),
    "number word": ("munchhausen", "settings: {lowest_offer: Three}", "unknown-name", "write 3", "3"),
    "a value for nobody": (
        "balvin",
        "settings: {starting_coins: {6 players: 10}}",
        "unused",
        "allow more under `players`",
        "",
    ),
    "no phase left": (
        "munchhausen",
        "phases: {the Baron's turn: null}",
        "missing-steps",
        "Leave one phase, or write a new one",
        "",
    ),
    "remembered in a step that does more": (
        "munchhausen",
        "change: {a new story begins: {instead: {do: {A: {remember: {old: 3}, say: starter}, B: {say: old}}}}}",
        "unknown-name",
        "old is known only in the step that remembers it: give remember a step of its own",
        "",
    ),
    "no colon": (
        "munchhausen",
        "settings:\n  least 3",
        "wrong-type",
        "A colon is missing: write `least: 3`",
        "least: 3",
    ),
    "no colon in braces": (
        "munchhausen",
        "setup: {give: {deal: all, from deck, to: players.hand}}",
        "missing-value",
        "A colon is missing: write `from: deck`",
        "",
    ),
    "too far left": ("munchhausen", "settings:\nleast: 3", "unknown-key", "If it belongs to `settings`, indent it", ""),
    "players by a number": (
        "balvin",
        "settings: {starting_coins: {3: 5}}",
        "unknown-key",
        "write `3 players: 5`",
        "3 players",
    ),
    "not on the front": (
        "balvin",
        "components: {lamp: {colour: bool}}",
        "unknown-key",
        "Write what is printed on it as `front: {colour: bool}`",
        "",
    ),
    "each players": ("balvin", "each players: {lamps: 0..3}", "unknown-key", "`each player`", "each player"),
    "one coin": (
        "balvin",
        "each player: {coin: {see: everyone}}",
        "change-not-found",
        "Did you mean `coins`?",
        "coins",
    ),
    "arrow": ("munchhausen", "change: {Offer: {where: {x y: value => high}}}", "expression-syntax", "write >=", ">="),
    "curly quotes": ("munchhausen", "settings: {least: “2”}", "expression-syntax", "quotation marks are not", ""),
    "three points": ("munchhausen", "each player: {lamps: 1...6}", "expression-syntax", "write ..", ".."),
    "from for in": (
        "munchhausen",
        "setup: {lay down: {for each: p in players, choose: card from p.hand, move: card, to: p.mat}}",
        "expression-syntax",
        "card in player.hand",
        "in",
    ),
    "no brackets": ("munchhausen", "things:\n  suit: leaves, hearts", "expression-syntax", "[leaves, hearts]", ""),
    "scenarios": ("munchhausen", "tests: me\nscenarios: {}", "misplaced-key", "stammtisch test mine.yaml", ""),
    "equals below": ("munchhausen", "notes: [a]\nscore = 3", "yaml-no-colon", "Write `score: 3`", ""),
    "minus": ("munchhausen", "players: 3-6", "wrong-form", "`3..6`", "3..6"),
    "to": ("munchhausen", "players: 3 to 9", "wrong-form", "`3..9`", "3..9"),
    "highest": ("munchhausen", "winner: highest score", "wrong-form", "`most score`", "most score"),
    "lowest": ("munchhausen", "winner: [lowest score]", "wrong-form", "`least score`", "least score"),
    "all": ("balvin", "shared: {supply: {see: all}}", "unknown-audience", "`everyone`", "everyone"),
    "else": ("balvin", "define: {open(tent): if tent.closed then false}", "expression-syntax", "add `else`", ""),
    "indentation": (
        "balvin",
        "change:\n  Close a tent:\n  when: 1 > 2",
        "reserved-word",
        "`Close a tent`, indent it",
        "",
    ),
    "empty": ("balvin", "change:\n  Close a tent:\n    do:", "missing-value", "further to the right", ""),
    "empty step": ("balvin", "change:\n  Close a tent:\n", "missing-value", "further to the right", ""),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_the_hint_fits_the_slip(slip: str, tmp_path: Path) -> None:
    extends, text, code, hint, instead = SLIPS[slip]
    file = tmp_path / "mine.yaml"
    file.write_text(f"format: 1\nextends: {extends}\n{text}\n", encoding="utf-8")
    found = [d for d in validate_file(file) if d.code == code]
    assert len(found) == 1
    assert hint in found[0].hint
    assert (found[0].instead, found[0].fix) == (instead, "")


@full
def test_a_variant_for_fewer_players_leaves_the_values_for_more(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("format: 1\nextends: balvin\ngame: For three\nplayers: 3\n", encoding="utf-8")
    assert validate_file(file) == []
    file.write_text(file.read_text(encoding="utf-8") + "settings: {starting_coins: {4 players: 9}}\n", encoding="utf-8")
    (problem,) = validate_file(file)
    assert (problem.code, problem.span.line) == ("unused", 5)
    assert problem.message.endswith("for 4 players is never used: the game is for 3 players")
