"""Clauses: from the rulebook's sentences to lines of the ruleset to scenarios, and what counts as a gap."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.tiers import full, tiered

from stammtisch.base.diagnostics import RulesetError
from stammtisch.cli.commandline import group
from stammtisch.cli.commands.test import command
from stammtisch.cli.console import program
from stammtisch.reading.library import root, rulesets
from stammtisch.scenarios.clauses import Coverage, coverage, home, table

WITH_CLAUSES = [name for name in rulesets() if (root() / name / "clauses.yaml").is_file()]
# the ruleset whose scenarios are soon played
BRIEF = ("munchhausen",)
RULESET = """\
format: 1
game: Coins
players: 2
settings:
  prize: {value: 2, rule: C1}
each player:
  points: 0..99
setup:
  somebody begins: {random: p in players, set: {first_player: p}, rule: C2}
shared:
  first_player: first(players)
phases:
  taking turns:
    turns: player in players from first_player
    until: {somebody has enough: any(p in players where p.points > 9)}
    rule: C3
    do:
      take or steal:
        one of:
          Take: {add: {player.points: prize}, rule: C4}
          Steal:
            when: {there must be something to steal: left(player).points > 0}
            add: {player.points: 1, left(player).points: -1}
            rule: C5
score: player.points
rulings:
  stealing takes one point: {rule: C6, change: Steal}
  equal points share the victory: {rule: C7, change: score}
"""
CLAUSES = "format: 1\nclauses:\n" + "".join(f"  C{n}: Sentence number {n}.\n" for n in range(1, 8))
TAKE = "  taking pays:\n    given: {first_player: Ann}\n    when: [{Ann: Take}]\n    then: [Ann.points = 2]\n"
STEAL = (
    "  stealing pays one:\n    given: {first_player: Ann, Bob.points: 3}\n    when: [{Ann: Steal}]\n"
    "    then: [Ann.points = 1 and Bob.points = 2]\n"
)
HEAD = "format: 1\ntests: ruleset.yaml\nplayers: [Ann, Bob]\nscenarios:\n"


def made(folder: Path, *scenarios: str, clauses: str = CLAUSES, ruleset: str = RULESET) -> Coverage:
    """The coverage of the game above with these scenarios."""
    (folder / "ruleset.yaml").write_text(ruleset, encoding="utf-8")
    (folder / "clauses.yaml").write_text(clauses, encoding="utf-8")
    if scenarios:
        (folder / "scenarios.yaml").write_text(HEAD + "".join(scenarios), encoding="utf-8")
    return coverage(folder, {})


def covered(found: Coverage) -> dict[str, list[str]]:
    return {clause.id: clause.scenarios.get("", []) for clause in found.clauses}


def test_a_scenario_covers_the_clauses_it_plays(tmp_path: Path) -> None:
    found = made(tmp_path, TAKE)
    assert [i for i, words in covered(found).items() if words] == ["C1", "C2", "C3", "C4", "C7"]
    assert found.gaps == ["C5: no scenario covers it", "C6: no scenario covers it"]


def test_nothing_is_missing_when_every_clause_is_played(tmp_path: Path) -> None:
    found = made(tmp_path, TAKE, STEAL)
    assert found.gaps == []
    assert covered(found)["C5"] == covered(found)["C6"] == ["stealing pays one"]
    assert covered(found)["C3"] == ["taking pays", "stealing pays one"]


def test_without_scenarios_every_clause_is_a_gap(tmp_path: Path) -> None:
    found = made(tmp_path)
    assert len(found.gaps) == 7


def test_a_named_clause_counts_only_if_it_is_played(tmp_path: Path) -> None:
    found = made(tmp_path, TAKE.replace("    given", "    rule: [C4, C5]\n    given", 1), STEAL)
    assert any("scenarios.yaml:6: the scenario names C5, but plays no step of it" in gap for gap in found.gaps)
    assert covered(found)["C4"] == ["taking pays"]
    assert covered(found)["C5"] == ["stealing pays one"]


def test_a_scenario_that_names_clauses_covers_no_others(tmp_path: Path) -> None:
    found = made(tmp_path, TAKE.replace("    given", "    rule: C4\n    given", 1))
    assert [i for i, words in covered(found).items() if words] == ["C4"]


def test_a_failing_scenario_covers_nothing(tmp_path: Path) -> None:
    found = made(tmp_path, TAKE.replace("= 2", "= 3"))
    assert len(found.gaps) == 7


def test_the_set_up_counts_only_where_the_scenario_starts_with_it(tmp_path: Path) -> None:
    late = "  in the middle:\n    at: take or steal\n    given: {players.points: 0}\n    then: [Ann.points < 99]\n"
    late = late.replace("players.points: 0", "Ann.points: 0, Bob.points: 0")
    assert covered(made(tmp_path, late))["C2"] == []
    assert covered(made(tmp_path, late.replace("    at: take or steal\n", "")))["C2"] == ["in the middle"]


def test_clauses_and_lines_must_know_each_other(tmp_path: Path) -> None:
    found = made(tmp_path, TAKE, STEAL, clauses=CLAUSES + "  C8: Nobody plays this.\n")
    assert found.gaps == ["C8: no scenario covers it", "C8: no line of the ruleset names it under `rule`"]
    found = made(tmp_path, TAKE, STEAL, clauses=CLAUSES.replace("  C4: Sentence number 4.\n", ""))
    assert len(found.gaps) == 1
    assert "C4 is named in" in found.gaps[0] and "ruleset.yaml:20" in found.gaps[0]
    found = made(
        tmp_path, TAKE.replace("    given", "    rule: C44\n    given", 1), TAKE.replace("pays", "helps"), STEAL
    )
    assert any("there is no clause C44. Did you mean `C4`?" in gap for gap in found.gaps)


VARIANT = (
    "format: 1\nextends: ../ruleset.yaml\ngame: More coins\nchange:\n  Take: {add: {player.points: 3}, rule: V1}\n"
)


def with_variant(folder: Path, scenarios: str) -> Coverage:
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "more.yaml").write_text(VARIANT, encoding="utf-8")
    head = HEAD.replace("ruleset.yaml", "more.yaml")
    (folder / "variants" / "more.scenarios.yaml").write_text(head + scenarios, encoding="utf-8")
    clauses = CLAUSES + "  V1: Taking pays three.\nvariants:\n  more: [V1, C5]\n"
    return made(folder, TAKE, STEAL, clauses=clauses)


def test_a_variant_covers_its_own_clauses(tmp_path: Path) -> None:
    found = with_variant(tmp_path, TAKE.replace("= 2", "= 3"))
    assert found.gaps == ["C5: no scenario of more covers it"]
    first = next(clause for clause in found.clauses if clause.id == "V1")
    assert first.scenarios == {"more": ["taking pays"]}
    assert first.lines == [line for line in first.lines if "more.yaml:5" in line] != []
    assert with_variant(tmp_path, TAKE.replace("= 2", "= 3") + STEAL).gaps == []


def test_unknown_names_under_variants(tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as caught:
        made(tmp_path, TAKE, clauses=CLAUSES + "variants: {mor: [C9]}\n")
    assert [d.code for d in caught.value.diagnostics] == ["unknown-variant", "unknown-clause"]


def test_a_list_of_clauses_must_have_its_form(tmp_path: Path) -> None:
    for text, words in (
        ("", "this is not a list of clauses"),
        ("format: 1\nclauses: {C1: [a]}\n", "must be a sentence"),
        ("format: 1\nclauzes: {C1: a}\n", "Did you mean `clauses`?"),
    ):
        with pytest.raises(RulesetError, match=words):
            made(tmp_path, TAKE, clauses=text)


def test_the_table_names_sentence_lines_scenarios_and_gaps(tmp_path: Path) -> None:
    lines = table(made(tmp_path, TAKE))
    assert lines[0].endswith("7 clauses")
    at = lines.index("C4  Sentence number 4.")
    assert "ruleset.yaml:20 Take" in lines[at + 1]
    assert lines[at + 2 : at + 4] == ["      1 scenario:", "        taking pays"]
    assert "      NOT COVERED" in lines
    assert "2 gaps:" in lines


def test_the_home_of_a_scenario_file() -> None:
    assert home(root() / "munchhausen" / "scenarios.yaml") == home(
        root() / "munchhausen" / "variants" / "x.scenarios.yaml"
    )


@pytest.mark.parametrize("scenarios", [TAKE, TAKE + STEAL])
def test_the_command_fails_on_a_gap(tmp_path: Path, scenarios: str) -> None:
    made(tmp_path, scenarios)
    result = CliRunner().invoke(command, ["--clauses", str(tmp_path)], standalone_mode=False)
    assert result.return_value == (0 if scenarios == TAKE + STEAL else 1)
    assert ("C5: no scenario covers it" in result.output) == (scenarios == TAKE)


def test_the_command_without_a_list_of_clauses(tmp_path: Path) -> None:
    made(tmp_path, TAKE)
    (tmp_path / "clauses.yaml").unlink()
    result = CliRunner().invoke(command, ["--clauses", str(tmp_path)], standalone_mode=False)
    assert result.return_value == 1
    assert "there is no clauses.yaml" in result.output


@pytest.mark.parametrize("option", ["--clauses", "--mutate"])
def test_a_combination_of_variants_is_refused_with_what_to_type(option: str) -> None:
    result = CliRunner().invoke(group, ["test", "balvin+four-gates+open-purses", option])
    assert (result.exit_code, result.stdout) == (2, "")
    lines = [f"{program()} test balvin+{variant} {option}" for variant in ("four-gates", "open-purses")]
    assert result.stderr == (
        f"balvin+four-gates+open-purses combines variants, and {option} takes one ruleset or one variant. "
        f"Type {', then '.join(lines)}\n"
    )


def test_the_command_plays_the_scenarios_of_a_variant(tmp_path: Path) -> None:
    result = CliRunner().invoke(group, ["test", "balvin/four-gates"])
    assert (result.exit_code, result.stdout) == (0, "balvin/variants/four-gates.scenarios.yaml: 2 passed\n")
    result = CliRunner().invoke(group, ["test", "balvin+five-gates"])
    assert result.exit_code == 2
    assert "there is no variant called `five-gates`. Did you mean four-gates?" in result.stderr


@full
def test_the_clauses_of_a_variant_are_listed() -> None:
    result = CliRunner().invoke(group, ["test", "balvin+four-gates", "--clauses"])
    assert result.exit_code == 0
    assert "\nV4  " in result.stdout and "scenario of four-gates:" in result.stdout


def test_the_command_plays_the_scenarios_beside_a_ruleset_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made(tmp_path, TAKE)
    (tmp_path / "own.yaml").write_text("format: 1\nextends: ruleset.yaml\nsettings: {prize: 3}\n")
    (tmp_path / "own.scenarios.yaml").write_text((HEAD + TAKE).replace("ruleset", "own").replace("= 2", "= 3"))
    for name in ("ruleset.yaml", "own.yaml"):
        result = CliRunner().invoke(group, ["test", name])
        beside = name.replace("ruleset.yaml", "scenarios.yaml").replace("own.yaml", "own.scenarios.yaml")
        assert (result.exit_code, result.stdout) == (0, f"{beside}: 1 passed\n")


@pytest.mark.parametrize("name", tiered(WITH_CLAUSES, BRIEF.__contains__))
def test_every_clause_of_the_shipped_rulesets_is_covered(name: str) -> None:
    assert coverage(root() / name, {}).gaps == []
