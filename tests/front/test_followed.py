"""What a hint says, done literally: the game is right then, and the hint was about the part that is wrong."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest
from helpers.small_games import run

from stammtisch.front.validation import validate_file

GAME = """\
format: 1
game: Small fair
players: 2
things: {stall: 2}
settings:
  hand_size: 3
  least_value: 2
components: {card: {front: {value: 1..7}}}
tables: {price: {1..3: 1, 4..7: 2}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..7, copies: 4}}
  discards: {holds: card}
each player:
  hand: {holds: card, see: owner}
  points: 0..300
define: {worth(card): price(card.value)}
setup:
  shuffle the deck: {shuffle: deck}
  deal the hands: {deal: hand_size, from: deck, to: players.hand}
phases:
  the fair:
    turns: player in players
    until: {the deck is used up: deck.empty}
    do:
      draw a card: {move: 1, from: deck, to: player.hand}
      sell a card:
        choose: card in player.hand where card.value >= least_value or card.worth = 1
        move: card
        to: discards
        do: {add: {player.points: card.value}}
winner: [most player.points, least player.hand.size]
always: {a hand is small: all(p.hand.size < 20 for p in players)}
rulings: {the deck runs out in a turn: {change: sell a card}}
"""
GAME_COMPONENTS = "components: {card: {front: {value: 1..7}}}"


def told(folder: Path, changes: str, base: str = GAME) -> list[tuple[str, int, str]]:
    """Code, line and hint of what is said of a variant of the game, or of its whole text, but for what is unused."""
    (folder / "fair.yaml").write_text(base, encoding="utf-8")
    path = folder / "fair.yaml"
    if changes:
        path = folder / "mine.yaml"
        path.write_text(f"format: 1\nextends: fair.yaml\ngame: Mine\n{changes}\n", encoding="utf-8")
    return [
        (problem.code, problem.span.line, problem.hint) for problem in validate_file(path) if problem.code != "unused"
    ]


def test_the_game_is_right(tmp_path: Path) -> None:
    assert told(tmp_path, "") == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("hand_size: 4", "settings: {hand_size: 4}"),
        ("Hand_size: 4", "settings: {hand_size: 4}"),
        ("hand: {see: everyone}", "each player: {hand: {see: everyone}}"),
        ("Hand: {see: everyone}", "each player: {hand: {see: everyone}}"),
        ("deck: {starts with: {copies: 5}}", "shared: {deck: {starts with: {copies: 5}}}"),
        ("card: {front: {value: 1..9}}", "components: {card: {front: {value: 1..9}}}"),
        ("price: {2: 5}", "tables: {price: {2: 5}}"),
        ("worth: card.value", "define: {worth: card.value}"),
        ("stall: 3", "things: {stall: 3}"),
        ("a hand is small: null", "always: {a hand is small: null}"),
        ("the deck runs out in a turn: null", "rulings: {the deck runs out in a turn: null}"),
    ],
)
def test_what_has_a_section_of_its_own_is_sent_there_from_change(tmp_path: Path, wrong: str, right: str) -> None:
    hint = f"Write it as `{right}`, outside of `change`."
    assert told(tmp_path, f"change:\n  {wrong}") == [("change-not-found", 5, hint)]
    assert [line for line in told(tmp_path, right) if line[0] != "missing-row"] == []
    section = right.split(":")[0]
    line = right.removeprefix(f"{section}: {{").removesuffix("}")
    others = {"settings": "least_value: 3", "tables": "other: {1: 1}", "things": "fair: 2"}
    if section in others:
        found = told(tmp_path, f"{section}: {{{others[section]}}}\nchange: {{{wrong}}}")
        assert ("change-not-found", 5, f"Write `{line}` under `{section}`.") in found


def test_a_section_is_sent_out_of_change(tmp_path: Path) -> None:
    hint = "Write it outside of `change`, with `winner:` in column 1."
    assert told(tmp_path, "change:\n  winner: [least player.points]") == [("change-not-found", 5, hint)]


def test_other_words_for_a_step_may_be_those_of_a_place(tmp_path: Path) -> None:
    assert told(tmp_path, "change: {Discards: {was: sell a card}}") == []
    assert told(tmp_path, "change: {sell a card: {before: {Discards: {say: 1}}}, Discards: {say: 2}}") == []


def changed(*edits: tuple[str, str]) -> str:
    """The game with some edits, each of a text that is there."""
    text = GAME
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize(
    ("kind", "hint", "right"),
    [
        ("false", "write set: {player.ready: true} or set: {player.ready: false} to change it", "true"),
        ("maybe player", "write set: {player.ready: ...} to change it", "left(player)"),
    ],
)
def test_what_is_no_number_is_set_not_added_to(tmp_path: Path, kind: str, hint: str, right: str) -> None:
    declared = ("  points: 0..300", f"  points: 0..300\n  ready: {kind}")
    add = "add: {player.points: card.value}"
    (problem,) = told(tmp_path, "", changed(declared, (add, "add: {player.ready: card.value}")))
    assert (problem[0], problem[2]) == ("wrong-type", hint)
    assert told(tmp_path, "", changed(declared, (add, f"set: {{player.ready: {right}}}"))) == []


def test_what_may_be_none_is_set_with_a_number_for_none(tmp_path: Path) -> None:
    look = "look at it: {remember: {best: max(c.value for c in discards)}}\n      "
    edits = [("sell a card:", f"{look}sell a card:"), ("add: {player.points: card.value}", "add: {best: card.value}")]
    (problem,) = told(tmp_path, "", changed(*edits))
    right = "set: {best: '(best or else 0) + card.value'}"
    assert (problem[0], problem[2]) == ("maybe-none", f"write {right}")
    assert told(tmp_path, "", changed(edits[0], ("add: {player.points: card.value}", right))) == []


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ("change: {sell a card: {where: {cheap cards only: null}}}", "where"),
        ("targets: {decisions: null}", "targets"),
        ("tables: {fee: {1: null}}", "fee"),
    ],
)
def test_where_the_base_has_no_such_part_nothing_is_written_anew(tmp_path: Path, wrong: str, name: str) -> None:
    hint = f"The base has no `{name}` here: delete this line, and whatever is then empty around it."
    assert told(tmp_path, wrong) == [("nothing-to-remove", 4, hint)]


@pytest.mark.parametrize(
    ("wrong", "hint", "right"),
    [
        (
            "change: {sell a card: {}}",
            "Write what belongs to it below, further to the right. If nothing is to change, delete the line.",
            "",
        ),
        (
            "rulings: {they share the victory: {}}",
            "Say what a variant would change, `{change: winner}`, or the clause of the rulebook, `{rule: M5}`.",
            "rulings: {they share the victory: {change: winner}}",
        ),
        (
            "change: {sell a card: {when: {there are some: }}}",
            "Write the condition after the colon, or delete the line.",
            "change: {sell a card: {when: {there are some: not player.hand.empty}}}",
        ),
        (
            "always: {there are some: }",
            "Write the condition after the colon, or delete the line.",
            "always: {a b: true}",
        ),
        (
            "setup: {shuffle it again: {}}",
            "Write what belongs to it below, further to the right. If nothing happens, write `nothing`.",
            "setup: {shuffle it again: nothing}",
        ),
    ],
)
def test_words_with_nothing_behind_them(tmp_path: Path, wrong: str, hint: str, right: str) -> None:
    assert told(tmp_path, wrong) == [("missing-value", 4, hint)]
    assert not right or told(tmp_path, right) == []


@pytest.mark.parametrize(
    ("winner", "hint"),
    [
        (
            "winner: most player.points",
            "add a tie-break, winner: [most player.points, most ...]; or, if they share the victory, {}: "
            "{{equal players share the victory: {{change: winner}}}}",
        ),
        (
            "score: player.points",
            "add a tie-break, winner: [most score, most ...]; or, if they share the victory, {}: "
            "{{equal players share the victory: {{change: score}}}}",
        ),
    ],
)
def test_the_ruling_that_settles_ties_is_told_as_it_works(tmp_path: Path, winner: str, hint: str) -> None:
    last = "rulings: {the deck runs out in a turn: {change: sell a card}}\n"
    edits = [("winner: [most player.points, least player.hand.size]", winner)]
    (problem,) = told(tmp_path, "", changed(*edits, (last, "")))
    assert (problem[0], problem[2]) == ("no-tie-break", hint.format("write rulings"))
    ruling = problem[2].partition("rulings: ")[2]
    assert told(tmp_path, "", changed(*edits, (last, f"rulings: {ruling}\n"))) == []
    tie_break = problem[2].partition("winner: ")[2].partition(";")[0].replace("most ...", "least player.hand.size")
    assert told(tmp_path, "", changed((edits[0][0], f"{winner.partition('winner')[0]}\nwinner: {tie_break}"))) == []
    (problem,) = told(tmp_path, "", changed(*edits))
    line = problem[2].partition("write under rulings: ")[2]
    assert line.startswith("equal players")
    assert told(tmp_path, "", changed(*edits, (last, last.replace("}}", f"}}, {line}}}")))) == []


RACE = """\
format: 1
game: Race
players: 2
each player: {points: 0..30}
phases:
  the race:
    turns: player in players
    do:
      Walk: {choose: n in 1..3, add: {player.points: n}}
      the goal is reached: {when: player.points > 9, end: game, winner: player}
score: player.points
"""
UNTIL = ("in players\n", "in players\n    until: {two rounds are over: round > 2}\n")


@pytest.mark.parametrize(
    ("edits", "warned"),
    [
        ((), False),
        ((UNTIL,), True),
        ((UNTIL, ("score: player.points", "score: 0")), False),
        (((", winner: player", ""),), True),
    ],
)
def test_what_happens_among_equals_is_missed_where_the_score_may_decide(
    tmp_path: Path, edits: tuple[tuple[str, str], ...], warned: bool
) -> None:
    path = tmp_path / "race.yaml"
    path.write_text(reduce(lambda text, edit: text.replace(*edit), edits, RACE), encoding="utf-8")
    assert [d.code for d in validate_file(path)] == ["no-tie-break"] * warned


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("sum(c.worht for c in player.hand)", "Did you mean `worth`?"),
        ("sum(c.pips for c in player.hand)", "what a card has: value, worth"),
        ("sum(player.hand.points)", "what each card there has: value, worth"),
        ("sum(players.hand.valeu)", "Did you mean `value`?"),
        ("player.lamps", "what a player has: hand, points"),
        ("player.hand.sise", "Did you mean `size`?"),
    ],
)
def test_what_a_card_or_player_has_is_listed(tmp_path: Path, asked: str, hint: str) -> None:
    (problem,) = told(tmp_path, "", changed(("most player.points", f"most {asked}")))
    assert (problem[0], problem[2]) == ("unknown-name", hint)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("highest points", "most player.points"),
        ("lowest points + hand.size", "least player.points + player.hand.size"),
        ("highest player.points", "most player.points"),
    ],
)
def test_what_each_player_has_is_said_to_be_theirs(tmp_path: Path, wrong: str, right: str) -> None:
    rank = "most player.points, least"
    assert told(tmp_path, "", changed((rank, f"{wrong}, least"))) == [("wrong-form", 31, f"Write `{right}`.")]
    assert told(tmp_path, "", changed((rank, f"{right}, least"))) == []


@pytest.mark.parametrize(
    ("right", "wrong", "hint"),
    [
        ("      draw a card:", "     draw a card:", "Start it in column 7."),
        ("each player:", " each player:", "Start it in column 1."),
        ("\nsetup:", "\n setup:", "Start it in column 1."),
        ("  points:", "   points:", "Start it in column 3."),
        ("    do:\n", "   do:\n", "Start it in column 5."),
    ],
)
def test_a_line_in_an_odd_column_is_sent_to_one_where_it_can_stand(
    tmp_path: Path, right: str, wrong: str, hint: str
) -> None:
    text = changed((right, wrong))
    if "setup" in right:
        text = text.replace("define: {worth(card): price(card.value)}", "define:\n  worth(card): price(card.value)")
    (problem,) = told(tmp_path, "", text)
    assert (problem[0], problem[2]) == ("yaml-indent", hint)
    lines = text.splitlines()
    spaces = int(hint.split(" ")[3]) if "spaces" in hint else int(hint.split(" ")[4].strip(".")) - 1
    lines[problem[1] - 1] = " " * spaces + lines[problem[1] - 1].lstrip()
    assert told(tmp_path, "", "\n".join(lines)) == []


@pytest.mark.parametrize(
    ("token", "components", "hint", "right"),
    [
        (
            "coin",
            GAME_COMPONENTS,
            "add coin: 80 under components",
            "components:\n  card: {front: {value: 1..7}}\n  coin: 80",
        ),
        ("coins", f"{GAME_COMPONENTS[:-1]}, coin: 80}}", "Did you mean `coin`?", ""),
        ("card", GAME_COMPONENTS, "cards lie in a place: write purse: {holds: card}", ""),
    ],
)
def test_tokens_without_a_supply(tmp_path: Path, token: str, components: str, hint: str, right: str) -> None:
    purse = ("  points: 0..300", f"  points: 0..300\n  purse: {{of: {token}}}")
    (problem,) = told(tmp_path, "", changed(purse, (GAME_COMPONENTS, components)))
    assert (problem[0], problem[2]) == ("unknown-type", hint)
    if right:
        assert told(tmp_path, "", changed(purse, (GAME_COMPONENTS, right))) == []


@pytest.mark.parametrize(
    ("rank", "right"),
    [
        ("player.ready", "if player.ready then 1 else 0"),
        ("player.points > 3", "if player.points > 3 then 1 else 0"),
        ("player.ready + 1", "(if player.ready then 1 else 0) + 1"),
        ("player.points * player.ready", "player.points * (if player.ready then 1 else 0)"),
    ],
)
def test_what_is_true_or_false_is_made_a_number(tmp_path: Path, rank: str, right: str) -> None:
    declared = ("  points: 0..300", "  points: 0..300\n  ready: false")
    (problem,) = told(tmp_path, "", changed(declared, ("most player.points", f"most {rank}")))
    assert problem[0] == "wrong-type"
    asked = "player.points > 3" if ">" in rank else "player.ready"
    assert rank.replace(asked, problem[2].removeprefix("write ")) == right
    assert told(tmp_path, "", changed(declared, ("most player.points", f"most {right}"))) == []


BOARD = """\
format: 1
game: Board fair
players: 2
things: {cell: {grid: 2x2}}
components: {piece: {front: {rank: 0..3}}}
shared: {night: 0..99, deck: {pile of: piece, starts with: {rank: 0..3, copies: 4}}}
each player:
  post(cell): {holds: piece, see: {front: owner, size: everyone}}
  lost: {holds: piece}
  first_cell: cell_1_1
  second_cell: cell_1_2
setup: {the posts are laid: {for each: p in players, move: 1, from: deck, to: p.post(cell_1_1)}}
phases:
  the night:
    repeat: 2
    do:
      the night goes on: {add: {night: 1}}
      all march:
        for each: p in players where p.first_cell != p.second_cell
        move: all
        from: p.post(p.first_cell)
        to: p.post(p.second_cell)
      Fights:
        for each: place in cells
        run: Fight
        with:
          place: place
          one: last(players)
actions:
  Fight:
    with: {place: cell, one: player}
    do:
      the pieces are shown: {reveal: players.post(place)}
      those of one are lost: {move: all, from: one.post(place), to: one.lost}
score: player.lost.size
rulings: {equal players share the victory: {change: score}}
"""


def board(folder: Path, right: str, other: str) -> list[tuple[str, str]]:
    """Code and hint of what is said of the board game with something else in one place."""
    assert right in BOARD
    return [(code, hint) for code, _, hint in told(folder, "", BOARD.replace(right, other, 1))]


@pytest.mark.parametrize(
    ("right", "wrong", "code", "hint", "followed"),
    [
        (
            "players.post(place)",
            "players.post",
            "missing-argument",
            "write players.post(place)",
            "players.post(place)",
        ),
        ("players.post(place)", "post(place)", "missing-argument", "write one.post(place)", "one.post(place)"),
        ("players.post(place)", "place.post(one)", "missing-argument", "write one.post(place)", "one.post(place)"),
        (
            "p.post(p.second_cell)",
            "p.post",
            "missing-argument",
            "write for example p.post(cell_1_1)",
            "p.post(cell_1_1)",
        ),
        (
            "p.post(p.second_cell)",
            "p.post(3)",
            "missing-argument",
            "write for example p.post(cell_1_1)",
            "p.post(cell_1_1)",
        ),
        ("run: Fight", "run: fight", "unknown-action", "Did you mean `Fight`?", "run: Fight"),
        (
            "last(players)",
            "item(players, 2)",
            "maybe-none",
            "write `item(players, 2) or else first(players)`, or another player in place of first(players)",
            "item(players, 2) or else first(players)",
        ),
        (
            "score: player.lost.size",
            "score: 1 + max(player.lost.rank)",
            "maybe-none",
            "if `player.lost` is empty there is no max(player.lost.rank), so say what counts then: "
            "write `(max(player.lost.rank) or else 0)`, with the brackets, or another number in place of 0",
            "score: 1 + (max(player.lost.rank) or else 0)",
        ),
        (
            "place: place",
            "place: item(cells, 2)",
            "maybe-none",
            "ask item(cells, 2) != none first, or write after item(cells, 2): `or else`, and what it is if there is none",
            "place: item(cells, 2) or else cell_1_1",
        ),
        ("p.first_cell != p.", "p.first_cell <> p.", "expression-syntax", "write !=", "p.first_cell != p."),
        ("night: 0..99", "night: 0-99", "no-range", "write 0..99", "night: 0..99"),
        ("night: 0..99", "night: {range: 0-99}", "wrong-type", "write 0..99", "night: {range: 0..99}"),
        (
            "each player:",
            "each cell:\n  keeper: player\neach player:",
            "unknown-name",
            "write maybe player if it is none at first, or which one",
            "each cell:\n  keeper: maybe player\neach player:",
        ),
        (
            "players where p.first_cell != p.second_cell\n",
            "players\n        when: {they march: p.first_cell != p.second_cell}\n",
            "slot-order",
            "to check it for each p, write for each: p in players where p.first_cell != p.second_cell, and no `when`",
            "players where p.first_cell != p.second_cell\n",
        ),
        (
            "players where p.first_cell != p.second_cell\n",
            "players\n        when: {a b: night > 1, they march: p.first_cell != p.second_cell}\n",
            "slot-order",
            "to check it for each p, write for each: p in players where (night > 1) and (p.first_cell != p.second_cell), "
            "and no `when`",
            "players where (night > 1) and (p.first_cell != p.second_cell)\n",
        ),
        (
            "players where p.first_cell != p.second_cell\n"
            "        move: all\n        from: p.post(p.first_cell)\n        to: p.post(p.second_cell)\n",
            "players after first(players)\n        when: p.first_cell != p.second_cell\n"
            "        move: all\n        from: p.post(p.first_cell)\n        to: p.post(p.second_cell)\n",
            "slot-order",
            "to check it for each p, put `when` and what stands below it under `do:`, further to the right",
            "players after first(players)\n        do:\n          when: p.first_cell != p.second_cell\n"
            "          move: all\n          from: p.post(p.first_cell)\n          to: p.post(p.second_cell)\n",
        ),
        (
            "players where p.first_cell != p.second_cell\n",
            "players\n        when: night > 1\n",
            "slot-order",
            "the order is remember, when, the loop, the decision, the effect, do, otherwise",
            "players\n",
        ),
    ],
)
def test_of_a_board_what_a_hint_says_is_right_when_it_is_done(
    tmp_path: Path, right: str, wrong: str, code: str, hint: str, followed: str
) -> None:
    assert board(tmp_path, "", "") == []
    assert board(tmp_path, right, wrong) == [(code, hint)]
    assert board(tmp_path, right, followed) == []


def test_a_place_for_each_cell_is_told_in_a_scenario_as_it_can_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fair.yaml").write_text(BOARD, encoding="utf-8")
    path = tmp_path / "scenarios.yaml"

    def said(place: str) -> str:
        path.write_text(
            "format: 1\ntests: fair.yaml\nplayers: [Anna, Ben]\nscenarios:\n  one piece:\n    at: the night\n"
            f"    given: {{{place}: [3]}}\n    then:\n      - Anna.post(cell_1_1).size = 1\n",
            encoding="utf-8",
        )
        return "".join(run(capsys, "test", path)[1:])

    assert "write for example Anna.post(cell_1_1)" in said("Anna.post")
    assert "lost" not in said("Anna.post")
    assert "missing-argument" not in said("Anna.post(cell_1_1)")
