"""Every way to write a choice means the same behind a name, behind `may` and behind `may not`, and can fail there."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.base.diagnostics import RulesetError
from stammtisch.scenarios.run import run_file

SWAP = """\
format: 1
game: Swaps
players: 2
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, starts with: {value: 1..6, copies: 2}}
  sold: {holds: card}
each player:
  hand: {holds: card, see: owner}
  sets: {holds: card, in: groups}
  bid: 0..5
phases:
  all act:
    for each: p in players
    do:
      Act:
        one of:
          Bid: {choose: amount in 1..5, where: {a bid is at most <most>: amount <= most}, set: {p.bid: amount}}
          Swap:
            choose: [old in p.hand, new in sold]
            where: {the cards must differ: old.value != new.value}
            move: old
            to: sold
            do: {move: new, from: sold, to: p.hand}
          Break: {choose: c in p.sets, move: c, to: sold}
          Wait: nothing
settings: {most: 3}
winner: [most player.bid, most player.number]
"""
HEAD = """\
format: 1
tests: ruleset.yaml
players: [Anna, Ben]
scenarios:
  one:
    given: {Anna.hand: [1, 5], sold: [5, 6], Anna.sets: [[2, 3], [2, 4]]}
    when:
"""
ALL = "Bid 1..3, Swap 1, Swap 5, Break 2 in group 1, Break 3, Break 2 in group 2, Break 4, Wait"
# each of these lines holds, and the same line with the other words fails
LINES = {
    f"Anna may: [{ALL}]": [("group 1", "group 2"), ("1..3", "1..2"), ("Swap 1, ", ""), ("4, Wait", "4, Bid 4, Wait")],
    "Anna may: [Bid 1..3, [Swap 1, 5], [Swap 1, 6], [Swap 5, 6], Break any, Wait]": [
        ("[Swap 1, 5]", "[Swap 1, 1]"),
        ("[Swap 1, 5], ", ""),
        ("[Swap 5, 6]", "[Swap 5, 5]"),
    ],
    "Anna may not: [{value: 6}, [Swap 5, 5], Bid 4..5, Swap 2]": [("{value: 6}", "{value: 1}"), ("Swap 2", "Swap 1")],
    "Anna may not: [[Swap 5, 5]]": [("5, 5", "5, 6"), ("Swap 5, 5", "Swap 2, 5")],
    "Anna may not: {Bid 4..5: a bid is at most <most>}": [
        ("4..5", "3..5"),
        ("a bid is at most <most>", "the cards must differ"),
    ],
    "Anna may not: {'[Swap 5, 5]': the cards must differ}": [
        ("5, 5", "5, 6"),
        ("the cards must differ", "a bid is at most 3"),
    ],
    "Anna: [[Swap 1, 6]]": [("6", "1"), ("Swap 1", "Swap 6")],
    "Anna: Break 2 in group 2": [(" in group 2", ""), ("group 2", "group 3"), ("2 in", "3 in")],
}


def failure(folder: Path, line: str) -> str:
    """What is said of a scenario with one line under `when`; "" if it holds."""
    (folder / "ruleset.yaml").write_text(SWAP, encoding="utf-8")
    (folder / "scenarios.yaml").write_text(f"{HEAD}      - {line}\n", encoding="utf-8")
    try:
        return run_file(folder / "scenarios.yaml")[0].failure
    except RulesetError as error:
        return str(error)


@pytest.mark.parametrize("line", LINES)
def test_a_line_holds_and_fails_with_other_words(tmp_path: Path, line: str) -> None:
    assert failure(tmp_path, line) == ""
    for old, new in LINES[line]:
        changed = line.replace(old, new, 1)
        assert changed != line
        said = failure(tmp_path, changed)
        assert "scenarios.yaml:8:" in said, changed


@pytest.mark.parametrize(
    "line, words",
    [
        ("Anna may: [Bid 1..9]", "'Bid 1..9' goes too far"),
        ("Anna may not: [Break 4 in group 9]", "there is no 'Break 4 in group 9' on the table\n"),
        ("Anna may not: [Break 4 in group 9]", "It lies in group 2."),
        ("Anna may not: [[Swap 2, 5]]", "Anna may not choose '[Swap 2, 5]' now, so nothing can follow it"),
        ("Anna may not: [[Wait, 5]]", "Anna has nothing more to decide after 'Wait'"),
        ("Anna may not: [Break 3 in group 1]", "Anna may choose Break 3"),
        ("Anna may: [[Swap 1, 5], [Swap 1, 2], Bid 1..3, Swap 5, Break any, Wait]", "after Swap 1: lacking: 2"),
        ("Anna may: [[Swap 1, 5], [Swap 1, 2], Bid 1..3, Swap 5, Break any, Wait]", "after Swap 1: not expected: 6"),
    ],
)
def test_what_is_said_of_choices_that_do_not_fit(tmp_path: Path, line: str, words: str) -> None:
    assert words in failure(tmp_path, line)


def test_groups_are_asked_for_only_where_cards_lie_in_groups(tmp_path: Path) -> None:
    rules = SWAP.replace(", in: groups", "")
    (tmp_path / "ruleset.yaml").write_text(rules, encoding="utf-8")
    head = HEAD.replace("[[2, 3], [2, 4]]", "[2, 3]")
    (tmp_path / "scenarios.yaml").write_text(head + "      - Anna may not: [Break 4 in group 1]\n", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        run_file(tmp_path / "scenarios.yaml")
    (found,) = caught.value.diagnostics
    assert (found.message, found.hint) == ("no cards lie in groups in this game", "Write `Break 4`.")


def test_who_has_nothing_to_choose_is_called_as_in_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        SWAP.replace("          Wait: nothing\n", "").replace("amount <= most", "amount < 3 - p.number")
    )
    (tmp_path / "scenarios.yaml").write_text(f"{HEAD}      - Anna: Bid 1\n      - Ben: Bid 1\n")
    assert "there is nothing to choose for Ben;" in run_file(tmp_path / "scenarios.yaml")[0].message
