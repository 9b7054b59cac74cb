"""Scenarios at the shell and under pytest: which files are played, and what is said of them."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.harvest import HARVEST, written
from helpers.tiers import full

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.errors import UsageError
from stammtisch.cli.commands.test import command
from stammtisch.reading.library import root, variants
from stammtisch.scenarios.run import find_files, run_file

pytest_plugins = ["pytester"]


def test_the_command_says_what_passed_and_what_failed(folder: Path) -> None:
    written(folder, "then: [Ann.purse = 3]")
    good = CliRunner().invoke(command, [str(folder)], standalone_mode=False)
    assert good.return_value == 0
    assert "scenarios.yaml: 1 passed" in good.output
    written(folder, "then: [Ann.purse = 4]")
    bad = CliRunner().invoke(command, [str(folder)], standalone_mode=False)
    assert bad.return_value == 1
    assert "0 passed, 1 failed" in bad.output
    assert "FAILED it works" in bad.output
    assert "this is not true: Ann.purse = 4" in bad.output


def test_the_command_with_a_wrong_file(folder: Path) -> None:
    path = written(folder, "then: [Ann.purze = 4]")
    result = CliRunner().invoke(command, [str(path)], standalone_mode=False)
    assert result.return_value == 1
    assert "cannot be played" in result.output
    assert "Did you mean `purse`?" in result.output


NAMES = ("a card is sold", "nobody sells a card", "The Bid is seen")


@pytest.mark.parametrize(
    "words, passed, left_out",
    [("sold", 1, "2 scenarios were"), ("CARD a", 2, "1 scenario was"), ("bid", 1, "2 scenarios were")],
)
def test_scenarios_are_played_by_words_of_their_names(folder: Path, words: str, passed: int, left_out: str) -> None:
    path = written(folder, "then: [Ann.purse = 3]")
    head = path.read_text(encoding="utf-8").split("  it works:")[0]
    path.write_text(head + "".join(f"  {name}: {{then: [Ann.purse = 3]}}\n" for name in NAMES), encoding="utf-8")
    found = CliRunner().invoke(command, [str(folder), "-k", words], standalone_mode=False)
    assert found.return_value == 0
    assert f"scenarios.yaml: {passed} passed\n" in found.output and f"{left_out} left out by -k" in found.output
    for wrong, near in (("sodl", ["a card is sold"]), ("sold bid", ["a card is sold", "The Bid is seen"]), ("zzz", [])):
        with pytest.raises(UsageError, match="no scenario's name contains") as caught:
            CliRunner().invoke(command, [str(folder), "-k", wrong], standalone_mode=False, catch_exceptions=False)
        assert [name for name in NAMES if name in str(caught.value)] == near
    for other in ("--mutate", "--clauses"):
        refused = CliRunner().invoke(command, [str(folder), "-k", "sold", other])
        assert refused.exit_code == 2 and "leave out -k" in refused.output


FIFTY = ", ".join(["corn 1", "rye 2"] * 25)
OTHERWISE = ", ".join(["corn 1", "rye 2"] * 5 + ["rye 2", "corn 1"] * 20)


@pytest.mark.parametrize(
    "body, parts",
    [
        (
            "then: {deck: [rye 1, corn 2]}",
            ["deck holds 50 cards", "  lacking: rye 1, corn 2", "not expected: corn 1 (25 times), rye 2 (25 times)"],
        ),
        (
            f"then: {{deck: [{OTHERWISE}]}}",
            ["another order: 50 cards", "number 11 from the bottom is corn 1, not rye 2"],
        ),
        (
            f"when: [{{Ann sees: {{deck: [{FIFTY}]}}}}]",
            ["Ann sees other cards there", "lacking: corn 1 (25", "hidden: 50"],
        ),
        ("when: [{Ann: Buy 2}, {then: [1 = 2]}]", ["    deck: 50 -> 49 cards; gone rye 2\n"]),
    ],
)
def test_a_failure_prints_what_differs_and_never_a_whole_deck(folder: Path, body: str, parts: list[str]) -> None:
    text = HARVEST.replace("value: 1..4}, rule: H1}", "value: 1..4, copies: 30}, rule: H1}")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    given = f"given: {{starter: Ann, Ann.hand: [corn 1], deck: [{FIFTY}]}}\n"
    failure = run_file(written(folder, given + body))[0].failure.replace(str(folder), "")
    for part in parts:
        assert part in failure, failure
    assert max(map(len, failure.splitlines())) <= 120, failure


def test_which_files_are_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(folder, "then: [1 = 1]")
    other = folder / "variants"
    other.mkdir()
    (other / "long.scenarios.yaml").write_text("format: 1\n", encoding="utf-8")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "scenarios.yaml").write_text("format: 1\n", encoding="utf-8")
    assert find_files([str(folder)]) == [path, other / "long.scenarios.yaml"]
    monkeypatch.chdir(folder)
    assert [file.name for file in find_files([])] == ["scenarios.yaml", "long.scenarios.yaml"]
    empty = folder / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    assert root() / "munchhausen" / "scenarios.yaml" in find_files([])
    assert find_files(["kuhn"]) == [root() / "kuhn" / "scenarios.yaml"]
    for wrong in ("nowhere", str(empty)):
        with pytest.raises((UsageError, RulesetError)):
            find_files([wrong])


def test_scenario_files_are_no_variants() -> None:
    assert "two-players" in variants("munchhausen")
    assert not [name for name in variants("munchhausen") if "scenarios" in name]


# -- pytest


def plugin() -> list[str]:
    """The arguments that load the plugin, where it is not installed, and leave the signals alone.

    Pytest's faulthandler, ending within this process, would take from wasmtime the signals that are its traps.
    """
    installed = any(entry.name == "stammtisch" for entry in metadata.entry_points(group="pytest11"))
    return ["-p", "no:faulthandler", *([] if installed else ["-p", "stammtisch.pytest_plugin"])]


@full
def test_pytest_plays_scenarios(folder: Path, pytester: pytest.Pytester) -> None:
    path = written(folder, "then: [Ann.purse = 3]\n")
    path.write_text(
        path.read_text() + "  this fails:\n    when:\n      - Ann may: []\n      - Bob may: []\n", encoding="utf-8"
    )
    result = pytester.runpytest_inprocess(*plugin(), "-v", str(folder))
    result.assert_outcomes(passed=1, failed=1)
    text = result.stdout.str()
    assert "scenarios.yaml::this fails" in text
    assert re.search(r"scenarios\.yaml:(9|10):\d+ scenario-failed", text)
    assert "Traceback" not in text and "raise ScenarioFailed" not in text


@full
def test_pytest_knows_the_line_of_a_scenario(folder: Path, pytester: pytest.Pytester) -> None:
    path = written(folder, "then: [Ann.purse = 3]")
    items, _ = pytester.inline_genitems(*plugin(), str(path))
    assert items[0].reportinfo() == (path, 4, "it works")
    assert items[0].location[1:] == (4, "it works")


@full
def test_pytest_reports_a_wrong_file_without_a_traceback(folder: Path, pytester: pytest.Pytester) -> None:
    written(folder, "then: [Ann.purze = 3]")
    result = pytester.runpytest_inprocess(*plugin(), str(folder))
    result.assert_outcomes(failed=1)
    text = result.stdout.str()
    assert "Did you mean `purse`?" in text
    assert "Traceback" not in text and "read_scenarios" not in text
