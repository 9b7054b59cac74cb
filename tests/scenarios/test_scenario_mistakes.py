"""Scenario files that are refused: the message, its place and its hint."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from helpers.harvest import HARVEST, HEAD, START, played, written

from stammtisch.base.diagnostics import Diagnostic, RulesetError
from stammtisch.scenarios.run import run_file
from stammtisch.scenarios.scenario_file import read_scenarios

# what a scenario says; the code, place (lines below its words, column) and hint of the only mistake in it
MISTAKES = {
    "player in when": (
        "when: [{Amn: Wait}]\nthen: [1 = 1]",
        "unknown-player",
        (1, 13),
        "Did you mean `Ann`?",
    ),
    "player in winner": ("winner: [Ann, Bop]", "unknown-player", (1, 19), "Did you mean `Bob`?"),
    "player in scores": ("scores: {Bop: 3}", "unknown-player", (1, 14), "Did you mean `Bob`?"),
    "place": ("given: {Ann.hnad: []}\nthen: [1 = 1]", "unknown-name", (1, 17), "Did you mean `hand`?"),
    "condition": ("then: [Ann.purze = 3]", "unknown-name", (1, 16), "Did you mean `purse`?"),
    "type": ("then: [starter = 3]", "wrong-type", (1, 12), ""),
    "not a condition": ("then: [Ann.purse]", "wrong-type", (1, 12), ""),
    "maybe": ("then: [field_1.rows.top.value = 3]", "maybe-none", (1, 12), "or else"),
    "possible": ("then: [possible('x')]", "unknown-action", (1, 21), ""),
    "option": ("when: [{Ann: Wiat}]\nthen: [1 = 1]", "unknown-option", (1, 18), "Did you mean `Wait`?"),
    "a number in words": ("when: [{Ann: Buy two}]\nthen: [1 = 1]", "unknown-option", (1, 18), "Did you mean `Buy 2`?"),
    "a number beyond": (
        "when: [{Ann: Buy 7}]\nthen: [1 = 1]",
        "unknown-option",
        (1, 18),
        "After `Buy` comes a number from 1 to 2.",
    ),
    "a value of nobody who plays": (
        "given: {starter: Cy}\nthen: [1 = 1]",
        "unknown-name",
        (1, 22),
        "The players are Ann, Bob; all other names are those of the ruleset.",
    ),
    "a place of nobody who plays": (
        "given: {Cy.hand: []}\nthen: [1 = 1]",
        "unknown-name",
        (1, 13),
        "The players are Ann",
    ),
    "a lot among players": (
        "chance: [Cy]\nthen: [1 = 1]",
        "unknown-card",
        (1, 14),
        "There are: Ann, Bob, corn 1, corn 2",
    ),
    "card option": (
        "when: [{Ann: corn 7}]\nthen: [1 = 1]",
        "unknown-option",
        (1, 18),
        "Did you mean `corn 1`?",
    ),
    "card": (
        "given: {Ann.hand: [con 1]}\nthen: [1 = 1]",
        "unknown-card",
        (1, 24),
        "Did you mean `corn 1`?",
    ),
    "attribute": (
        "given: {Ann.hand: [{valeu: 1}]}\nthen: [1 = 1]",
        "unknown-name",
        (1, 25),
        "Did you mean `value`?",
    ),
    "attribute value": (
        "given: {Ann.hand: [{value: 9}]}\nthen: [1 = 1]",
        "unknown-card",
        (1, 32),
        "There are: 1, 2, 3, 4.",
    ),
    "no such combination": ("given: {Ann.hand: [corn 1 2]}\nthen: [1 = 1]", "unknown-card", (1, 24), ""),
    "cards for a value": ("given: {starter: [corn 1]}\nthen: [1 = 1]", "wrong-type", (1, 22), ""),
    "value for cards": (
        "given: {Ann.hand: 3}\nthen: [1 = 1]",
        "wrong-type",
        (1, 23),
        "Write them in brackets",
    ),
    "not a place": (
        "given: {1 + 2: 3}\nthen: [1 = 1]",
        "not-a-place",
        (1, 13),
        "Write a place or a value such as deck.",
    ),
    "step": ("at: the harvezt\nthen: [1 = 1]", "unknown-step", (1, 9), "Did you mean `the harvest`?"),
    "numbered things beyond the last": (
        "when: [{Ann may: [field_1..4]}]\nthen: [1 = 1]",
        "unknown-option",
        (1, 23),
        "",
    ),
    "reason": ("when: [{Ann may not: {Wait: becuase}}]", "unknown-condition", (1, 33), ""),
    "end": ("over: a hand is emty", "unknown-reason", (1, 11), "Did you mean `a hand is empty`?"),
    "chance": ("chance: [corn 9]\nthen: [1 = 1]", "unknown-card", (1, 14), "corn"),
    "setting": ("settings: {hand_zise: 3}\nthen: [1 = 1]", "wrong-setting", (1, 16), ""),
    "value of a setting": ("settings: {hand_size: corn}\nthen: [1 = 1]", "wrong-setting", (1, 27), ""),
    "number of players": ("players: [Ann]\nthen: [1 = 1]", "wrong-players", (1, 14), ""),
    "a name twice": ("players: [Ann, Ann]\nthen: [1 = 1]", "name-twice", (1, 15), ""),
    "a name of the ruleset": (
        "players: [Ann, deck]\nthen: [1 = 1]",
        "name-taken",
        (1, 20),
        "Write `Deck`.",
    ),
    "a word of the language": ("players: [Ann, none]\nthen: [1 = 1]", "name-taken", (1, 20), ""),
    "kind of step": ("when: [{Ann seez: {deck: 4 hidden}}]", "unknown-key", (1, 13), "Did you mean `Ann sees`?"),
    "two things in a line": ("when: [{Ann: Wait, Bob: Wait}]\nthen: [1 = 1]", "two-steps", (1, 24), ""),
    "no choice": ("when: [{Ann: []}]\nthen: [1 = 1]", "missing-value", (1, 13), ""),
    "nothing checked": ("when: [{chance: [corn 1]}]", "checks-nothing", (0, 3), "Add `then`"),
    "a player by number": ("given: {player_1.purse: 2}\nthen: [1 = 1]", "unknown-name", (1, 13), "The players are Ann"),
    "a seat": ("then: [seat 2.purse = 3]", "expression-syntax", (1, 17), "The players are Ann, Bob"),
    "a number for a player": ("given: {starter: 1}\nthen: [1 = 1]", "wrong-type", (1, 22), "The players are Ann, Bob"),
    "who chooses by number": ("when: [{player 1: Wait}]", "unknown-player", (1, 13), "The players are Ann, Bob"),
    "a thing apart": ("given: {field 1.rows: []}\nthen: [1 = 1]", "expression-syntax", (1, 19), "Write `field_1`."),
    "parts in another order": (
        "when: [{Ann: [Sow field_1, corn 1]}]",
        "unknown-option",
        (1, 19),
        "After `Sow` comes what is chosen first: write [Sow corn 1, field_1].",
    ),
    "parts without brackets": (
        "when: [{Ann: 'Sow corn 1, field_1'}]",
        "unknown-option",
        (1, 18),
        "write [Sow corn 1, field_1].",
    ),
    "a reason for what is offered": (
        "when: [{Ann may: {Wait: rye does not go on corn}}]",
        "unknown-option",
        (1, 22),
        "Only `may not` takes a reason; without one: [Wait].",
    ),
    "what is seen": ("when: [{Ann sees: [deck]}]", "wrong-type", (1, 23), ""),
}


@pytest.fixture(scope="module")
def mistakes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[int, Diagnostic]]]:
    """The diagnostics of each of these scenarios, which are in one file, with the line of the scenario."""
    folder = tmp_path_factory.mktemp("harvest")
    (folder / "ruleset.yaml").write_text(HARVEST, encoding="utf-8")
    text, lines = HEAD.replace("harvest", "ruleset.yaml"), {}
    for name, (body, _, _, _) in MISTAKES.items():
        lines[name] = text.count("\n") + 1
        text += f"  '{name}':\n" + indent(body, "    ") + "\n"
    (folder / "scenarios.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        read_scenarios(folder / "scenarios.yaml")
    ends = [*lines.values(), text.count("\n") + 1][1:]
    return {
        name: [(line, d) for d in caught.value.diagnostics if line <= d.span.line < end]
        for (name, line), end in zip(lines.items(), ends, strict=True)
    }


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_in_a_file(mistakes: dict[str, list[tuple[int, Diagnostic]]], name: str) -> None:
    _, code, place, hint = MISTAKES[name]
    assert len(mistakes[name]) == 1
    line, found = mistakes[name][0]
    assert (found.code, (found.span.line - line, found.span.column)) == (code, place)
    assert hint in found.hint


def test_all_mistakes_at_once(folder: Path) -> None:
    path = written(folder, "given: {Ann.hnad: []}\nwhen: [{Amn: Wait}, {Bob: Wiat}]\nthen: [Ann.purze = 3]")
    with pytest.raises(RulesetError) as caught:
        read_scenarios(path)
    assert [d.code for d in caught.value.diagnostics] == [
        "unknown-name",
        "unknown-player",
        "unknown-option",
        "unknown-name",
    ]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "file-empty", "this is not a scenario file: it is empty"),
        ("format: 1\nextends: harvest\n", "missing-key", "`stammtisch validate scenarios.yaml` checks it"),
        (START + "{x y: {over: yes}}\n", "unknown-reason", "Write `over: true`."),
        ("- a\n", "yaml-top", "this is not a scenario file"),
        ("format: 1\ntests: harvest\n", "missing-key", "`scenarios` is missing"),
        (
            START.replace("harvest", "munchausen") + "{x y: {then: [1 = 1]}}\n",
            "unknown-ruleset",
            "Did you mean munchhausen?",
        ),
        (
            "format: 1\ntests: harvest\nscenarios: {x y: {then: [1 = 1]}}\n",
            "missing-key",
            "nobody plays in this scenario",
        ),
        (START.replace("Bob", "2 b") + "{x y: {then: [1 = 1]}}\n", "wrong-form", "must be a name"),
        (START + "{x y: 3}\n", "wrong-type", "must be a scenario"),
        (START + "{x y: {when: [Ann]}}\n", "wrong-type", "`Trev: Pass`"),
        (START + "{x y: {whn: [{Ann: Wait}]}}\n", "unknown-key", "Did you mean `when`?"),
        (
            HEAD + "  x y:\n  given: {starter: Ann}\n  then: [1 = 1]\n",
            "misplaced-key",
            "6:3 misplaced-key `given` stands beside",
        ),
        (START.replace("1", "2") + "{x y: {then: [1 = 1]}}\n", "unknown-format", "must be 1"),
    ],
)
def test_files_that_are_no_scenario_files(folder: Path, text: str, code: str, words: str) -> None:
    path = folder / "scenarios.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        read_scenarios(path)
    assert code in [d.code for d in caught.value.diagnostics]
    assert words in str(caught.value)


def test_mistakes_in_the_ruleset_are_reported(folder: Path) -> None:
    path = written(folder, "then: [1 = 1]")
    (folder / "ruleset.yaml").write_text(
        HARVEST.replace("field.rows.empty or", "field.rouws.empty or"), encoding="utf-8"
    )
    with pytest.raises(RulesetError, match=r"ruleset\.yaml:\d+:\d+ unknown-name"):
        read_scenarios(path)


@pytest.mark.parametrize(
    "said, hint",
    [
        ("Move 1 point 25", "These are two choices, one after the other: write [Move point 1, point 25]."),
        ("Move 1 25", "These are two choices, one after the other: write [Move point 1, point 25]."),
        ("Move point 1 point 25", "These are two choices, one after the other: write [Move point 1, point 25]."),
        ("[Move 1, point 25]", "Did you mean `Move point 1`?"),
        ("[Move point 1, 25]", "Did you mean `point 25`?"),
    ],
)
def test_a_numbered_thing_is_proposed_with_its_noun(tmp_path: Path, said: str, hint: str) -> None:
    """What is proposed is what may be written."""
    move = "{choose: [a in points, b in points where b != a], add: {player.moves: 1}}"
    rules = f"things: {{point: 26}}\neach player: {{moves: 0..9}}\nphases: {{all move: {{for each: player in players, one of: {{Move: {move}}}}}}}"
    (tmp_path / "ruleset.yaml").write_text(f"format: 1\ngame: Move\nplayers: 2\n{rules}\n", encoding="utf-8")
    head = "format: 1\ntests: ruleset.yaml\nplayers: [Ann, Bob]\nscenarios:\n"
    file = tmp_path / "scenarios.yaml"

    def read(text: str) -> None:
        file.write_text(f"{head}  one: {{when: [Ann: {text}], then: [Ann.moves = 1]}}\n", encoding="utf-8")
        read_scenarios(file)

    with pytest.raises(RulesetError) as caught:
        read(said)
    (found,) = caught.value.diagnostics
    assert (found.code, found.hint) == ("unknown-option", hint)
    read("[Move point 1, point 25]")


def test_parts_beside_their_scenario_are_one_mistake_and_none_once_they_stand_in_it(folder: Path) -> None:
    body = "given: {starter: Ann}\n{0}when:\n{0}  - Ann: Wait\n{0}then: [Ann.ripe = 1]\n"
    path = folder / "scenarios.yaml"
    path.write_text(HEAD + "  one more:\n  " + body.replace("{0}", "  "), encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        read_scenarios(path)
    assert [(d.code, d.span.line, d.span.column) for d in caught.value.diagnostics] == [("misplaced-key", 6, 3)]
    path.write_text(HEAD + "  one more:\n    " + body.replace("{0}", "    "), encoding="utf-8")
    assert [outcome.is_passed for outcome in run_file(path)] == [True]


def test_a_choice_of_which_a_part_is_missing_is_said_to_go_on(folder: Path) -> None:
    given = "given: {starter: Ann, Ann.hand: [corn 1, rye 2], field_1.rows: [], field_2.rows: []}\n"
    found = played(folder, f"{given}when: [{{Ann: Sow corn 1}}]\nthen: [Ann.hand.size = 1]").failure
    assert "Ann has made only part of a choice: the rest is missing." in found
    assert "Ann has to decide (Sow): field_1, field_2" in found
    found = played(folder, f"{given}when: [{{Ann: [Sow corn 1, field_1]}}]\nthen: [Ann.hand.size = 3]").failure
    assert found and "only a part" not in found


def test_of_cards_that_are_too_many_it_is_said_how_many_there_are(folder: Path) -> None:
    found = played(folder, "given: {Ann.hand: [corn 1, corn 1]}\nthen: [Ann.purse = 3]").failure
    assert "The game has 1 of them; only those not given elsewhere can be here." in found


MORE = (
    "          Wait: {add: {farmer.ripe: 1}}\n"
    "          Cast off: {choose: thrown in farmer.hand, count: 1..2, move: thrown, to: deck}\n"
    "          Pay: {when: farmer.purse > 1, pay: 1, from: farmer.purse, to: box}\n"
)


@pytest.mark.parametrize(
    ("said", "hint", "right"),
    [
        ("Pay 2", "Nothing is chosen after `Pay`: write `Pay`.", "Pay"),
        ("Pay 9", "Nothing is chosen after `Pay`: write `Pay`.", "Pay"),
        ("Wait 1", "Nothing is chosen after `Wait`: write `Wait`.", "Wait"),
        ("Cast off 1", "These are two choices, one after the other: write [Cast off, 1].", "[Cast off, 1]"),
        (
            "Cast off 9",
            "After `Cast off` comes another choice: write for example [Cast off, corn 1].",
            "[Cast off, corn 1]",
        ),
    ],
)
def test_what_is_written_after_an_option_is_a_choice_only_where_one_follows(
    folder: Path, said: str, hint: str, right: str
) -> None:
    (folder / "ruleset.yaml").write_text(HARVEST.replace("          Wait: {add: {farmer.ripe: 1}}\n", MORE), "utf-8")
    given = "given: {starter: Ann, Ann.hand: [corn 1, rye 2]}\n"
    with pytest.raises(RulesetError) as caught:
        read_scenarios(written(folder, f"{given}when: [{{Ann: {said}}}]\nthen: [Ann.purse > 0]"))
    (found,) = caught.value.diagnostics
    assert (found.code, found.hint) == ("unknown-option", hint)
    assert played(folder, f"{given}when: [{{Ann: {right}}}]\nthen: [Ann.purse > 0]").failure == ""


@pytest.mark.parametrize(
    ("said", "code", "hint", "instead"),
    [
        (
            "scores: [3, 4]",
            "wrong-type",
            "Write a name before each score: `{Ann: 3, Bob: 4}`.",
            "{Ann: 3, Bob: 4}",
        ),
        (
            "scores: [3, 4, 5]",
            "wrong-type",
            "Write a name before each score, for example `{Ann: 3, Bob: 4}`; here there are 2 players and 3 scores.",
            "",
        ),
        (
            "players: [Ann, Bob, Cy, Dan]\nthen: [Ann.purse = 3]",
            "wrong-players",
            "Name 3 players, for example [Ann, Bob, Cy].",
            "",
        ),
        ("players: [Ann]\nthen: [Ann.purse = 3]", "wrong-players", "Add 1 name.", ""),
        ("players: Ann and Bob\nthen: [Ann.purse = 3]", "wrong-type", "Write `[Ann, Bob]`.", "[Ann, Bob]"),
    ],
)
def test_players_and_scores_that_name_nobody_or_too_many_are_written_out(
    folder: Path, said: str, code: str, hint: str, instead: str
) -> None:
    path = written(folder, said)
    with pytest.raises(RulesetError) as caught:
        read_scenarios(path)
    (found,) = caught.value.diagnostics
    assert (found.code, found.hint, found.instead) == (code, hint, instead)
    if instead:
        key = said.partition(":")[0]
        rest = said.partition("\n")[2]
        read_scenarios(written(folder, f"{key}: {instead}\n{rest}"))
