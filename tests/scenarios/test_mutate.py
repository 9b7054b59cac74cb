"""Mutants: what is changed in a ruleset, what notices it, reasons, and the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.tiers import full

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.errors import UsageError
from stammtisch.cli.commandline import group
from stammtisch.front.api import load_ruleset
from stammtisch.reading import library
from stammtisch.reading.nodes import Mapping, plain
from stammtisch.scenarios import mutate as m
from stammtisch.scenarios.mutations import Mutation, mutations

RULES = """\
format: 1
game: Steps
players: 2
settings:
  goal: {2 players: 3, rule: S1}
  stride: {value: 1, rule: S2}
  colours_used: [red, green]
  first_colour: {value: red}
  loud: true
  reach: 1..3
things:
  colour: [red, green, blue]
tables:
  worth(colour): {red: 1, green: 2, blue: 3, rule: S3}
shared:
  shade: {start: first_colour}
each player:
  steps: 0..9
  rests: 0..9
setup:
  the first colour is shown: {set: {shade: first_colour}}
phases:
  the walk:
    turns: player in players
    until: {somebody has arrived: any(p in players where p.steps >= goal)}
    one of:
      Walk: {when: {nobody walks on blue ground: shade != blue}, add: {player.steps: stride}, rule: S2}
      Rest: {add: {player.rests: 1}, rule: S4}
whenever:
  arrival is worth something: {after: the walk, set: {shade: green}}
actions:
  never run at all: {a lonely step: {set: {shade: red}}}
score: player.steps + worth(shade)
rulings:
  walking is one stride: {rule: S2, change: Walk}
"""
SCENARIOS = """\
format: 1
tests: ruleset.yaml
players: [Anna, Ben]
scenarios:
  a walk is one step:
    rule: S2
    when: [Anna: Walk]
    then: [Anna.steps = 1]
  three steps are the goal:
    rule: S1
    when: [Anna: Walk, Ben: Walk, Anna: Walk, Ben: Walk, Anna: Walk]
    over: true
    scores: {Anna: 5, Ben: 4}
  nobody walks on blue:
    given: {shade: blue}
    when:
      - Anna may: [Rest]
"""
ALWAYS = "always: {nobody goes too far: all(p.steps <= 3 for p in players)}\n"


def written(folder: Path) -> Path:
    (folder / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    (folder / "scenarios.yaml").write_text(SCENARIOS, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> m.Report:
    """What is told of the ruleset and the scenarios as they stand above."""
    return report(written(tmp_path_factory.mktemp("unchanged")))


@pytest.fixture
def every(folder: Path) -> dict[str, Mutation]:
    found = mutations(load_ruleset(folder).root)
    return {mutation.words: mutation for mutation in found}


def report(folder: Path, limit: int | None = None, seed: int = 0, jobs: int = 1) -> m.Report:
    return m.mutate(folder / "ruleset.yaml", limit, seed, jobs)


def by_words(found: m.Report) -> dict[str, m.Verdict]:
    return {found.mutations[verdict.number].words: verdict for verdict in found.verdicts}


def command(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(group, ["test", "--mutate", *arguments, str(folder)])


# -- what is changed


def test_everything_named_is_taken_out_and_every_value_nudged(every: dict[str, Mutation]) -> None:
    assert list(every) == [
        "goal for 2 players is 4, not 3",
        "goal for 2 players is 2, not 3",
        "stride is 2, not 1",
        "stride is 0, not 1",
        "colours_used is [red], not [red, green]",
        "first_colour is green, not red",
        "loud is false, not true",
        "reach is 1..4, not 1..3",
        "reach is 1..2, not 1..3",
        "worth(red) is 2, not 1",
        "worth(green) is 3, not 2",
        "worth(blue) is 4, not 3",
        "without the step 'the first colour is shown'",
        "without the step 'the walk'",
        "without the condition 'somebody has arrived'",
        "without the option 'Walk'",
        "with nothing done by the option 'Walk'",
        "without the condition 'nobody walks on blue ground'",
        "without the option 'Rest'",
        "with nothing done by the option 'Rest'",
        "without the event 'arrival is worth something'",
    ]


def test_a_mutation_knows_its_place_and_its_clauses(every: dict[str, Mutation]) -> None:
    lines = RULES.splitlines()
    walk, goal = every["with nothing done by the option 'Walk'"], every["goal for 2 players is 4, not 3"]
    assert lines[walk.span.line - 1].strip().startswith("Walk:") and walk.rule == ["S2"]
    assert walk.names == ["Walk", "the walk", "phases"]
    assert lines[goal.span.line - 1].strip().startswith("goal:") and goal.rule == ["S1"]
    assert every["worth(green) is 3, not 2"].rule == ["S3"]


def test_a_mutation_changes_one_thing_and_leaves_the_ruleset_alone(folder: Path) -> None:
    root = load_ruleset(folder).root
    before = plain(root)
    for mutation in mutations(root):
        assert mutation.apply(root).get("rulings") is None
        changed = plain(mutation.apply(root)) | {"rulings": before["rulings"]}
        assert sum(changed[section] != before[section] for section in before) == 1, mutation.words
    assert plain(root) == before


def test_what_stands_in_the_place_of_something_taken_out(folder: Path, every: dict[str, Mutation]) -> None:
    root = load_ruleset(folder).root

    def changed(words: str, *route: str) -> object:
        node = every[words].apply(root)
        for key in route:
            found = node.get(key)
            if not isinstance(found, Mapping):
                return found and plain(found)
            node = found
        return plain(node)

    walk = ("phases", "the walk", "one of", "Walk")
    assert changed("without the condition 'nobody walks on blue ground'", *walk, "when") == {
        "nobody walks on blue ground": "true"
    }
    assert changed("with nothing done by the option 'Walk'", *walk) == "nothing"
    assert changed("without the option 'Walk'", *walk) is None
    assert changed("without the event 'arrival is worth something'", "whenever", "arrival is worth something") == {
        "after": "the walk"
    }


# -- what notices it


@full
def test_scenarios_notice_what_they_speak_of(unchanged: m.Report) -> None:
    found = by_words(unchanged)
    assert found["stride is 2, not 1"] == m.Verdict(2, m.SCENARIO, "a walk is one step")
    assert found["goal for 2 players is 4, not 3"].by == "three steps are the goal"
    assert found["worth(green) is 3, not 2"].by == "three steps are the goal"
    assert found["without the condition 'nobody walks on blue ground'"].by == "nobody walks on blue"
    assert found["without the event 'arrival is worth something'"].by == "three steps are the goal"


def test_a_game_without_end_is_noticed(folder: Path, unchanged: m.Report) -> None:
    verdict = by_words(unchanged)["without the condition 'somebody has arrived'"]
    assert (verdict.how, verdict.by) == (m.SCENARIO, "three steps are the goal")
    (folder / "scenarios.yaml").unlink()
    rules = RULES.replace("{add: {player.rests: 1}, rule: S4}", "nothing")
    always = "always: {steps are counted: min(players.steps) >= 0}\n"
    (folder / "ruleset.yaml").write_text(rules + always, encoding="utf-8")
    found = by_words(report(folder))
    endless = found["without the condition 'somebody has arrived'"]
    assert (endless.how, "the rules fail" in endless.by) == (m.GAME, True)
    assert found["stride is 0, not 1"].by == "with 2 players, a game does not end within 20,000 decisions"


def test_what_survives(folder: Path, unchanged: m.Report) -> None:
    survivors = [v.number for v in unchanged.survivors]
    words = [mutation.words for mutation in mutations(load_ruleset(folder).root)]
    assert [words[number] for number in survivors] == [
        "colours_used is [red], not [red, green]",
        "first_colour is green, not red",
        "loud is false, not true",
        "reach is 1..4, not 1..3",
        "reach is 1..2, not 1..3",
        "worth(red) is 2, not 1",
        "worth(blue) is 4, not 3",
        "without the step 'the first colour is shown'",
        "with nothing done by the option 'Rest'",
    ]


def test_an_invariant_notices_in_random_games(folder: Path) -> None:
    (folder / "scenarios.yaml").unlink()
    with (folder / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write(ALWAYS)
    found = by_words(report(folder))
    verdict = found["goal for 2 players is 4, not 3"]
    assert verdict.how == m.GAME and "no longer always true: nobody goes too far" in verdict.by
    assert found["goal for 2 players is 2, not 3"].how == m.SURVIVED


@full
def test_the_checker_refuses(folder: Path) -> None:
    text = RULES.replace(
        "  the first colour is shown: {set: {shade: first_colour}}",
        "  a colour is drawn: {random: c in colours}\n  it is shown: {set: {shade: c}}",
    )
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    (folder / "scenarios.yaml").write_text(
        SCENARIOS.replace("  a walk is one step:", "  a walk is one step:\n    given: {shade: red}").replace(
            "  three steps are the goal:", "  three steps are the goal:\n    given: {shade: red}"
        ),
        encoding="utf-8",
    )
    verdict = by_words(report(folder))["without the step 'a colour is drawn'"]
    assert (verdict.how, verdict.by) == (m.REFUSED, "nothing is called 'c'")


def test_scenarios_that_speak_of_it_come_first(folder: Path) -> None:
    trial = m.Trial(folder / "ruleset.yaml")
    first = {one.words: trial.order_scenarios(one)[0].entry.key.text for one in trial.mutations}
    assert first["goal for 2 players is 4, not 3"] == "three steps are the goal"
    assert first["without the option 'Rest'"] == "nobody walks on blue"
    assert first["without the condition 'nobody walks on blue ground'"] == "a walk is one step"
    assert [known.entry.key.text for known in trial.order_scenarios(trial.mutations[0])] == [
        "three steps are the goal",
        "a walk is one step",
        "nobody walks on blue",
    ]


@full
def test_the_result_is_the_same_with_two_processes(folder: Path, unchanged: m.Report) -> None:
    assert report(folder, jobs=2).verdicts == unchanged.verdicts


def test_a_sample_follows_its_seed(folder: Path) -> None:
    one = [v.number for v in report(folder, limit=5, seed=1).verdicts]
    assert one == [v.number for v in report(folder, limit=5, seed=1).verdicts] == sorted(set(one))
    assert len(one) == 5 and one != m.sample(21, 5, 2)
    assert m.sample(4, 9, 1) == [0, 1, 2, 3]
    assert len({tuple(m.sample(6, 2, seed)) for seed in range(200)}) == 15


# -- what cannot be tried


def test_scenarios_must_be_green_before(folder: Path) -> None:
    (folder / "scenarios.yaml").write_text(SCENARIOS.replace("Anna.steps = 1", "Anna.steps = 2"), encoding="utf-8")
    with pytest.raises(UsageError, match=r"scenarios.yaml:5: the scenario 'a walk is one step' fails without any"):
        report(folder)


def test_random_games_must_be_green_before(folder: Path) -> None:
    with (folder / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write(ALWAYS.replace("3", "1"))
    (folder / "scenarios.yaml").unlink()  # they would notice it first
    with pytest.raises(UsageError, match="fails without any change: with 2 players, no longer always true: nobody"):
        report(folder)


def test_something_must_be_able_to_notice(folder: Path) -> None:
    (folder / "scenarios.yaml").unlink()
    with pytest.raises(UsageError, match="has no scenarios and no `always:`"):
        report(folder)


# -- reasons


def reasons(folder: Path, *words: str) -> None:
    lines = ["format: 1", "mutants:", *(f'  "{one}": nobody minds' for one in words)]
    (folder / "mutants.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_reason_explains_a_survivor(folder: Path) -> None:
    reasons(folder, "loud is false, not true", "stride is 2, not 1")
    found = report(folder)
    assert [found.mutations[v.number].words for v in found.explained_survivors] == ["loud is false, not true"]
    assert [found.mutations[v.number].words for v in found.needless] == ["stride is 2, not 1"]
    assert len(found.survivors) == 8


def test_a_reason_for_something_unknown_is_a_mistake(folder: Path) -> None:
    reasons(folder, "loud is fals, not true")
    with pytest.raises(RulesetError) as error:
        report(folder)
    (problem,) = error.value.diagnostics
    assert (problem.code, problem.span.line) == ("unknown-mutant", 3)
    assert "Did you mean `loud is false, not true`?" in problem.hint


def test_reasons_for_a_variant_stand_in_the_list_of_its_ruleset(folder: Path) -> None:
    (folder / "variants").mkdir()
    variant = folder / "variants" / "longer.yaml"
    variant.write_text(VARIANT.replace("extends: ruleset", "extends: ../ruleset"))
    (folder / "variants" / "longer.scenarios.yaml").write_text(OVER_THE_BLUE)
    listed = "format: 1\nvariants:\n  longer: {\"without the option 'Jump'\": nobody minds}\n"
    (folder / "mutants.yaml").write_text(listed)
    found = m.mutate(variant, jobs=1)
    assert [found.mutations[v.number].words for v in found.explained_survivors] == ["without the option 'Jump'"]
    assert len(found.survivors) == 2
    assert m.reasons(folder / "ruleset.yaml", m.Trial(folder / "ruleset.yaml").mutations) == {}
    (folder / "mutants.yaml").write_text(listed.replace("'Jump'", "'Jumb'"))
    with pytest.raises(RulesetError, match="Did you mean `without the option 'Jump'`"):
        m.mutate(variant, jobs=1)
    (folder / "mutants.yaml").write_text(listed.replace("longer", "lonGer"))
    for path in (variant, folder / "ruleset.yaml"):
        with pytest.raises(RulesetError, match="there is no variant 'lonGer'"):
            m.mutate(path, jobs=1)


# -- the command


@full
def test_the_command_prints_survivors_with_their_lines(folder: Path) -> None:
    line = next(at for at, text in enumerate(RULES.splitlines(), 1) if "loud" in text)
    reasons(folder, "stride is 2, not 1")
    result = command(folder)
    assert result.exit_code == 1, result.output
    assert f"SURVIVED {folder / 'ruleset.yaml'}:{line} loud is false, not true\n" in result.output
    assert "No reason is needed for 'stride is 2, not 1': noticed by a walk is one step\n" in result.output
    last = "21 mutants: 10 noticed by scenarios, 0 by random games, 2 refused by the checker, 0 explained, 9 survived"
    assert result.output.splitlines()[-1] == last


@full
def test_the_command_is_content_when_all_is_noticed_or_explained(folder: Path, unchanged: m.Report) -> None:
    reasons(folder, *(unchanged.mutations[v.number].words for v in unchanged.survivors))
    result = command(folder)
    assert (result.exit_code, "9 explained, 0 survived" in result.output) == (0, True)
    sampled = command(folder, "--limit", "3", "--seed", "4")
    assert (sampled.exit_code, sampled.output.splitlines()[-1].startswith("3 mutants: ")) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--mutate"], "--mutate takes one ruleset"),
        (["--mutate", "one", "two"], "--mutate takes one ruleset"),
        (["--mutate", "--clauses", "one"], "--mutate takes one ruleset"),
        (["--mutate", "--limit", "0", "one"], "0 is too small, the least is 1"),
        (["--mutate", "no such ruleset"], "there is no ruleset called `no such ruleset`"),
        (["--limit", "3"], "--limit and --seed go with --mutate"),
    ],
)
def test_the_command_that_cannot_run(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(group, ["test", *arguments])
    assert (result.exit_code, words in result.output) == (2, True), result.output


def test_a_ruleset_with_mistakes_cannot_be_tried(folder: Path) -> None:
    (folder / "ruleset.yaml").write_text(RULES.replace("score: player.steps", "score: player.stops"), encoding="utf-8")
    result = command(folder)
    assert (result.exit_code, "ruleset.yaml" in result.output) == (2, True), result.output


def test_ctrl_c_keeps_what_was_tried(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Asked:
        asked = False

    stop = Asked()

    class Listening:
        def __enter__(self) -> Asked:
            return stop

        def __exit__(self, *_: object) -> None:
            return None

    def note(found: m.Report) -> None:
        stop.asked = len(found.verdicts) == 4

    monkeypatch.setattr(m, "listen_for_stop", Listening)
    found = m.mutate(folder / "ruleset.yaml", jobs=1, note=note)
    assert (found.interrupted, [v.number for v in found.verdicts]) == (True, [0, 1, 2, 3])


VARIANT = """\
format: 1
extends: ruleset.yaml
game: A longer way
settings:
  goal: 4
  loud: {about: Whether it is loud.}
change:
  nobody walks on blue ground: null
  the walk: {one of: {Jump: {add: {player.steps: 2}}}}
rulings: {a jump is two strides: {change: Jump}}
"""
OVER_THE_BLUE = """\
format: 1
tests: longer.yaml
players: [Anna, Ben]
scenarios:
  four steps are the goal:
    when: [Anna: Walk, Ben: Walk, Anna: Walk, Ben: Walk, Anna: Walk, Ben: Rest, Anna: Walk]
    over: true
  blue ground can be walked on:
    given: {shade: blue}
    when: [Anna: Walk]
    then: [Anna.steps = 1]
"""


def test_the_mutants_of_a_variant_are_those_of_its_own_lines(folder: Path) -> None:
    variant = folder / "longer.yaml"
    variant.write_text(VARIANT)
    (folder / "longer.scenarios.yaml").write_text(OVER_THE_BLUE)
    found = m.mutate(variant, jobs=1)
    assert {found.mutations[v.number].words: v.by for v in found.verdicts} == {
        "without the change 'goal'": "four steps are the goal",
        "without the change 'nobody walks on blue ground'": "blue ground can be walked on",
        "without the change 'the walk'": "",
        "goal is 5, not 4": "four steps are the goal",
        "goal is 3, not 4": "four steps are the goal",
        "without the option 'Jump'": "",
        "with nothing done by the option 'Jump'": "",
    }
    spans = [found.mutations[v.number].span for v in found.verdicts]
    assert [span.line for span in spans] == [5, 8, 9, 5, 5, 9, 9]
    assert {span.file for span in spans} == {str(variant)}
    result = CliRunner().invoke(group, ["test", "--mutate", str(variant), "--limit", "1"])
    assert result.output.endswith(
        "1 mutant: 1 noticed by scenarios, 0 by random games, 0 refused by the checker, 0 explained, 0 survived\n"
    )


@pytest.mark.parametrize("name", [pytest.param("rising-offers", marks=full), "two-players"])
def test_shipped_variants_are_noticed_or_explained(name: str) -> None:
    found = m.mutate(library.find(f"munchhausen/{name}"), jobs=1)
    assert len(found.explained_survivors) == 1
    assert (found.survivors, found.needless) == ([], [])


def test_a_change_that_others_need_is_refused_without_it(folder: Path) -> None:
    variant = folder / "longer.yaml"
    variant.write_text(
        "format: 1\nextends: ruleset.yaml\nsettings: {hop: 2}\nchange: {Walk: {add: {player.steps: hop}}}\n"
    )
    (folder / "longer.scenarios.yaml").write_text(
        OVER_THE_BLUE.split("  four")[0] + "  it begins:\n    then: [hop = 2]\n"
    )
    found = m.mutate(variant, jobs=2)
    how = {found.mutations[v.number].words: v.how for v in found.verdicts}
    assert how["without the change 'hop'"] == m.REFUSED


def test_a_variant_without_a_rule_of_its_own_has_no_mutants(folder: Path) -> None:
    variant = folder / "longer.yaml"
    variant.write_text("format: 1\nextends: ruleset.yaml\ngame: A new name\n")
    (folder / "longer.scenarios.yaml").write_text(
        OVER_THE_BLUE.split("  four")[0] + "  it begins:\n    then: [goal = 3]\n"
    )
    with pytest.raises(
        UsageError, match="longer.yaml changes no rule of what it builds on, so there is nothing to try"
    ):
        m.mutate(variant)
