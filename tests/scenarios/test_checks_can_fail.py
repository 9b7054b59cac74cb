"""No check of a scenario is one that cannot fail: with another word in it each line is refused or fails."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.harvest import HARVEST, HEAD, played

from stammtisch.base.diagnostics import RulesetError
from stammtisch.scenarios.run import run_file

# the lines of one scenario that holds, each with what it looks at
GIVEN = (
    "given: {starter: Ann, Ann.hand: [corn 1, rye 2], Bob.hand: [rye 1], field_1.rows: [corn 3, corn 4], deck: [rye 3]}"
)
LINES = (
    "Ann may: [corn 1, {value: 2}, Buy 2, Wait]",
    "Ann may not: {Buy 1: a coin costs at least 2 corn}",
    "Ann may not: [Buy 1]",
    "Bob may: []",
    "Ann sees: {Ann.hand: [corn 1, rye 2], Bob.hand: 1 hidden, field_1.rows: [corn 3, corn 4], Ann.purse: 3}",
    "Bob sees: {Ann.hand: [hidden, hidden], deck: 1 hidden, Ann.purse: hidden, starter: Ann}",
    "then: [Ann.purse = 3 and Bob.purse = 3, deck.size = 1, {field_1.rows: [corn 3, corn 4]}]",
    "Ann: Buy 2",
    "Ann is shown: []",
    "Bob is told: []",
    "then: {Ann.hand: [corn 1, rye 2, rye 3], Ann.purse: 2}",
    "then: any(c in Ann.hand where c.crop = rye and c.value = 3)",
)
OTHERS = {
    "1": "2",
    "2": "4",
    "3": "1",
    "4": "3",
    "corn": "rye",
    "rye": "corn",
    "Ann": "Bob",
    "hidden": "corn 2",
    "[]": "[corn 1]",
}


def failure(folder: Path, lines: list[str]) -> str:
    when = "".join(f"\n  - {line}" for line in lines)
    try:
        return played(folder, f"{GIVEN}\nwhen:{when}").failure
    except RulesetError as error:
        return str(error)


def changed(line: str) -> list[str]:
    """The line with each of its words replaced in turn by another one that may stand there."""
    key, _, rest = line.partition(": ")
    words = "|".join(map(re.escape, OTHERS))
    places = [m for m in re.finditer(rf"(?<![\w_])(?:{words})(?!\w)", rest) if not rest[m.end() :].startswith(".")]
    return [f"{key}: {rest[: m.start()]}{OTHERS[m[0]]}{rest[m.end() :]}" for m in places]


def test_the_lines_hold(folder: Path) -> None:
    assert failure(folder, [*LINES]) == ""


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_line_with_another_word_fails(folder: Path, number: int) -> None:
    for other in changed(LINES[number]):
        said = failure(folder, [*LINES[:number], other])
        assert f"scenarios.yaml:{8 + number}:" in said.splitlines()[0] if said else False, other


@pytest.mark.parametrize(
    "then, why",
    [
        ("1 = 1", "it does not depend on the table"),
        ("2 > 1", "it does not depend on the table"),
        ("true", "it does not depend on the table"),
        ("starter = starter", "both sides are the same"),
        ("Ann.ripe = 0 and 2 = 2", "it does not depend on the table"),
        ("Ann.purse >= 0", "Ann.purse is at least 0 in every game"),
        ("0 <= Bob.ripe", "Bob.ripe goes from 0 to 9 in every game"),
        ("0 <= Ann.ripe <= 9", "Ann.ripe goes from 0 to 9 in every game"),
        ("Ann.ripe in 0..9", "Ann.ripe goes from 0 to 9 in every game"),
        ("Ann.ripe != 12", "Ann.ripe goes from 0 to 9 in every game"),
        ("Ann.hand.size >= 0", "Ann.hand.size is at least 0 in every game"),
        ("Ann.ripe = 3 or deck.size >= 0", "deck.size is at least 0 in every game"),
    ],
)
def test_a_condition_that_holds_whatever_happens_is_no_test(folder: Path, then: str, why: str) -> None:
    found = played(folder, f"given: {{starter: Ann}}\nwhen: [{{Ann: Buy 2}}]\nthen: ['{then}']")
    assert "this is true whatever happens" in found.failure and why in found.failure
    assert "scenarios.yaml:8:" in found.failure


def test_a_condition_that_some_game_breaks_is_a_test(folder: Path) -> None:
    for then in ("Ann.purse >= 1", "Ann.ripe in 0..8", "0 <= Ann.ripe < 9", "Ann.ripe = 0 or Ann.purse > 2"):
        assert played(folder, f"given: {{starter: Ann}}\nwhen: [{{Ann: Buy 2}}]\nthen: ['{then}']").failure == ""


@pytest.mark.parametrize("line", ["then: {}", "then: []", "then: [{}]", "Ann sees: {}", "Ann may not: {}", "Ann: {}"])
def test_a_line_that_says_nothing_is_refused(folder: Path, line: str) -> None:
    with pytest.raises(RulesetError) as caught:
        played(folder, f"given: {{starter: Ann}}\nwhen:\n  - {line}\nthen: [Ann.purse = 3]")
    assert {(d.code, d.span.line) for d in caught.value.diagnostics} == {("checks-nothing", 8)}


def test_other_words_at_the_end_fail(tmp_path: Path) -> None:
    end = "given: {starter: Ann, Ann.hand: [corn 1], Ann.ripe: 4}, when: [{Ann: [corn 1, field_1]}]"
    ends = ["winner: [Bob]", "winner: none", "over: false", "over: the game is played to its end", "scores: {Ann: 6}"]
    body = "".join(f"  end {number}: {{{end}, {one}}}\n" for number, one in enumerate(ends))
    (tmp_path / "ruleset.yaml").write_text(HARVEST, encoding="utf-8")
    (tmp_path / "scenarios.yaml").write_text(HEAD.replace("harvest", "ruleset.yaml") + body, encoding="utf-8")
    assert [outcome.is_passed for outcome in run_file(tmp_path / "scenarios.yaml")] == [False] * len(ends)


def test_a_failure_says_which_forced_choices_were_made(folder: Path) -> None:
    given = "given: {starter: Bob, Bob.hand: [rye 4, rye 3], field_2.rows: [corn 4]}\n"
    late = played(folder, given + "when: [{Bob: rye 4}]\nthen: [Bob.hand.size = 2]")
    assert "\n  1 forced choice was made after the last line of `when`: Bob: field_1\n" in late.failure
    early = played(folder, given + "when: [{Bob: rye 4}, {Bob: Wait}]\nthen: [Bob.hand.size = 2]")
    assert "\n  1 forced choice was made before this line: Bob: field_1\n" in early.failure
    none = played(folder, given + "when: [{Bob: rye 4}, {Bob: field_1}]\nthen: [Bob.hand.size = 2]")
    assert "forced" not in none.failure
