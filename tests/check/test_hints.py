"""Hints that lead to what is meant: words with commas, names of loops in actions, plurals, tables, cards and the box."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.base.diagnostics import Diagnostic
from stammtisch.front.validation import validate_file

GAME = """\
format: 1
game: Hints
players: 2..4
things: {city: [Aachen, Bonn, Celle], inch: 3}
components: {card: {front: {value: 1..7}}, coin: 40}
tables:
  cost: {1: 2, 2..9: 5}
  near: {Aachen: 1, Bonn: 2, Celle: 3}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..7, copies: 3}}
each player:
  hand: {holds: card, see: owner}
  coins: {of: coin, start: 3}
  points: 0..1000
setup:
  Shuffle: {shuffle: deck}
phases:
  the game:
    turns: player in players
    until: {the deck is empty: deck.empty}
    do:
      Act: {one of: [Draw a card, Buy a point]}
      Look: {for each: c in citys where near(c) > 2 and inch_1.number = 1, say: c}
actions:
  Draw a card: {move: 1, from: deck, to: player.hand}
  Buy a point:
    choose: n in 1..3
    add: {player.points: cost(n)}
    do: {move: up to near(Bonn), from: player.coins, to: box}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""
IN_BRACES = "Inside { } a comma ends an entry"
WITHIN = "inside the step that names it; an action knows the names of `turns`, and what `with:` gives it"


def told(folder: Path, right: str, wrong: str) -> list[Diagnostic]:
    """What is said of the game with a slip."""
    assert right in GAME
    path = folder / "hints.yaml"
    path.write_text(GAME.replace(right, wrong, 1), encoding="utf-8")
    return validate_file(path)


def test_the_game_is_right_without_a_slip(tmp_path: Path) -> None:
    assert told(tmp_path, "Hints", "Good hints") == []


@pytest.mark.parametrize(
    ("right", "wrong", "hint"),
    [
        (
            "one of: [Draw a card, Buy a point]",
            "one of: {Draw, then keep: nothing, Pass: nothing}",
            f'{IN_BRACES}. If it belongs to the words, put them in quotes: `"Draw, then keep"`.',
        ),
        (
            "{shuffle: deck}",
            "{shuffle: deck, when: {it is full, or not: true}}",
            f'{IN_BRACES}. If it belongs to the words, put them in quotes: `"it is full, or not"`.',
        ),
        (
            "{shuffle: deck}",
            "{shuffle: deck, about: Well, or badly}",
            f"{IN_BRACES}: put words that contain a comma in quotes.",
        ),
        ("see: owner}", "see: owner, about: kept, well}", f"{IN_BRACES}: put words that contain a comma in quotes."),
        (
            "deck, to: player.hand",
            "deck, to: box",
            "the box holds tokens: declare a place for cards out of the game, such as removed: {holds: card}",
        ),
        (
            "from: deck, to: player.hand",
            "from: box, to: player.hand",
            "the box holds tokens: cards come from the place that `starts with` them",
        ),
        ("citys", "cities", "more than one city is citys here, unless it says `plural: cities`"),
        (
            "c in citys where near(c) > 2 and",
            "c in inches where c.number > 2 and",
            "more than one inch is inchs here, unless it says `plural: inches`",
        ),
        ("2..9: 5", "2+: 5", "write 2..99, or up to the greatest number that is looked up"),
        ("2..9: 5", "2 or more: 5", "write 2..99, or up to the greatest number that is looked up"),
        (
            "deck, to: player.hand",
            "deck, to: removed",
            "A card can lie in `deck` or `player.hand`. For a new place, add a line under `shared`: `removed: {holds: card}`",
        ),
        (
            "score: player.points",
            "score: score + 2 * player.coins",
            "in a variant score stands for the score of the game that it changes; this game has none",
        ),
        (
            "score: player.points",
            "score: round",
            "round counts by itself, inside a step with `turns` and the actions and events there; nothing else sets or knows it",
        ),
        ("near(Bonn)", "near(c)", f"c is known only {WITHIN}"),
        (
            "and inch_1.number = 1, say: c",
            "and inch_1.number = 1, until: {it is so: near(c) > 2}, say: c",
            "`until` is checked before there is a c; to end the loop at one, write under do: "
            "{when: ..., end: the words of this step}",
        ),
        (
            "and inch_1.number = 1, say: c",
            "while near(c) > 2, say: c",
            "a loop says when it ends: write until: and the condition that ends it",
        ),
        (
            "say: c}",
            "say: players}",
            "say them one by one, {for each: x in players, say: x}, or how many there are",
        ),
    ],
)
def test_one_slip_gets_one_message_with_a_hint_that_helps(tmp_path: Path, right: str, wrong: str, hint: str) -> None:
    (found,) = told(tmp_path, right, wrong)
    assert (found.severity, found.hint, found.instead) == ("error", hint, "")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("all", "everyone"),
        ("Public", "everyone"),
        ("none", "nobody"),
        ("ownre", "owner"),
        ("hand_size", ""),
    ],
)
def test_who_sees_something_is_said_in_words_that_others_use(tmp_path: Path, word: str, meant: str) -> None:
    (found,) = told(tmp_path, "see: owner", f"see: {word}")
    assert (found.code, found.hint, found.instead) == (
        "unknown-audience",
        f"Did you mean `{meant}`?" if meant else "",
        meant,
    )


def test_a_condition_taken_away_beside_other_parts_of_a_step_stands_in_its_slot(tmp_path: Path) -> None:
    (tmp_path / "hints.yaml").write_text(GAME, encoding="utf-8")
    change = (
        "format: 1\nextends: hints.yaml\ngame: Other\nchange: {Buy a point: {choose: null, it must be full: null}}\n"
    )
    (tmp_path / "other.yaml").write_text(change, encoding="utf-8")
    (found,) = validate_file(tmp_path / "other.yaml")
    hint = "If it is a condition of this step, `where: null` (or `when: null`) takes the conditions away."
    assert (found.code, found.hint) == ("mixed-step", hint)


def test_a_list_to_reveal_stands_in_quotes(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "say: c}", "reveal: [deck, deck]}")
    assert (found.hint, found.instead) == (
        "A list that is worked out stands in quotes: `'[deck, deck]'`.",
        "'[deck, deck]'",
    )


def test_a_name_of_a_loop_is_shown_where_it_is_given(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "near(Bonn)", "near(c)")
    assert [(note.span.line, note.message) for note in found.notes] == [(23, "it gets its name here")]
    text = GAME.replace("turns: player in players", "for each: q in players").replace("until: {the deck", "# {the deck")
    text = text.replace("Act: {one of", "Act: {by: q, one of")
    (tmp_path / "each.yaml").write_text(text, encoding="utf-8")
    hints = {d.hint for d in validate_file(tmp_path / "each.yaml")}
    assert hints == {"say which player, with a choice such as player in players"}


def test_a_plural_is_shown_where_it_is_declared(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "citys", "cities")
    assert [note.message for note in found.notes] == ["write city: {members: [...], plural: cities}"]


@pytest.mark.parametrize(
    ("until", "hint"),
    [
        ("player.hand.empty", "all(p.hand.empty for p in players)"),
        ("round > 3 or player.points > 9", "all(round > 3 or p.points > 9 for p in players)"),
        ("deck.size < player.hand.size", "all(deck.size < p.hand.size for p in players)"),
        ("all(p.hand.empty for p in players)", ""),
        ("any(p in players where p.points > 9)", ""),
        ("round > 3 and player = first(players)", ""),
    ],
)
def test_turns_that_end_by_what_one_player_has_are_warned_of(tmp_path: Path, until: str, hint: str) -> None:
    found = told(tmp_path, "the deck is empty: deck.empty", f"it is so: {until}")
    found = [d for d in found if d.code != "over-at-once"]
    assert [(d.code, d.severity) for d in found] == ([("until-one", "warning")] if hint else [])
    assert all(d.hint.endswith(f" if that is meant, or {hint}") for d in found)
    assert all(d.hint.startswith("write any(p in players where ") for d in found)


@pytest.mark.parametrize(
    ("words", "told_of"),
    [("seat 1 draws a card", 0), ("the player of inch 1 draws", 0), ("there is 1 card", 1), ("before round 1", 1)],
)
def test_a_number_that_names_a_seat_or_a_thing_is_no_setting_in_words(tmp_path: Path, words: str, told_of: int) -> None:
    wrong = f"Draw a card: {{when: {{{words}: player.number = least}}, move"
    path = tmp_path / "hints.yaml"
    game = GAME.replace("Draw a card: {move", wrong).replace("tables:", "settings: {least: 1}\ntables:")
    path.write_text(game, encoding="utf-8")
    assert [problem.code for problem in validate_file(path)] == ["number-in-words"] * told_of
