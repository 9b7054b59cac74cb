"""A ruleset is named in the same ways in every command: an id, a file or a folder, with variants behind a +."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.tiers import full

import stammtisch as st
from stammtisch.cli.commandline import group

BASE = """\
format: 1
game: Most points
players: 2
each player: {points: 0..99}
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    one of: {Work: {add: {player.points: 3}}, Rest: nothing}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""
FOUR = "format: 1\nextends: {}\ngame: Work is worth four\nchange: {{Work: {{add: {{player.points: 4}}}}}}\n"
TESTS = (
    "format: 1\ntests: {}\nplayers: [Ann, Ben]\n"
    "scenarios: {{work is four: {{when: [{{Ann: Work}}], then: [Ann.points = 4]}}}}\n"
)
NAMES = ("base.yaml+four.yaml", "box+four", "box/ruleset.yaml+four", "box+../four.yaml")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game as base.yaml and a+b.yaml, the variant as four.yaml; both once more in the folder box."""
    (tmp_path / "work/box/variants").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")
    for name in ("base.yaml", "a+b.yaml", "box/ruleset.yaml"):
        Path(name).write_text(BASE)
    for name, base in (("four", "base.yaml"), ("box/variants/four", "../ruleset.yaml"), ("../four", "work/box")):
        Path(f"{name}.yaml").write_text(FOUR.format(base))
        Path(f"{name}.scenarios.yaml").write_text(TESTS.format(Path(name).name + ".yaml"))
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(group, arguments)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["validate"], "2 files, all is well\n"),
        (["show"], "player.points: 4  # four\n"),
        (["rulebook"], "go up by 4"),
        (["simulate", "-n", "2", "--jobs", "1"], "Work is worth four"),
        (["play", "--seat", "all=random", "--seed", "1"], "player 1     4\n"),
        (["test"], ": 1 passed\n"),
        (["tree"], "the game is over              16\n"),
        (["diff", "base.yaml"], ", add player.points: 3 → 4\n"),
    ],
)
def test_each_command_takes_variants_behind_the_ruleset(name: str, command: list[str], told: str) -> None:
    done = call(*command, name)
    assert told in done.output and done.exit_code == 0


@pytest.mark.parametrize("name", NAMES)
def test_programs_take_the_same_names(name: str) -> None:
    ruleset, same = st.load_ruleset(name), st.load_ruleset("base.yaml", ["four.yaml"])
    assert ruleset.hash == same.hash and ruleset.id.endswith("+four")
    assert st.validate(name) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_or_saved_game_finds_them_again(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("play", name, "--seat", "all=random", "--seed", "1", "--record", "game.jsonl").exit_code == 0
    if ".." not in name:  # where the id names the file beside it
        assert "player 1     4" in call("replay", "game.jsonl").output
    assert "player 1     4" in call("replay", "game.jsonl", "--ruleset", name).output
    Path("answers").write_text("save kept.json\nquit\n")
    call("play", name, "--seed", "1", "--script", "answers")
    monkeypatch.chdir(folder)
    Path("answers").write_text("1\n" * 9)
    done = call("play", "--resume", "work/kept.json", "--script", "answers")
    assert "player 1     8" in done.output and done.exit_code == 0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("base.yaml+for.yaml", "there is no such file: `for.yaml`. Did you mean four.yaml?"),
        ("bas.yaml+four.yaml", "there is no such file: `bas.yaml`. Did you mean base.yaml?"),
        (
            "box+for",
            "there is no variant called `for`. Did you mean four? There are: four; or give the path of a file.",
        ),
        ("bx+four", "there is no ruleset called `bx`. Did you mean box? There are: balvin,"),
        ("box+four+", "there is no variant called ``. There are: four;"),
    ],
)
@pytest.mark.parametrize("command", ["validate", "show", "test", "play"])
def test_what_is_not_there_is_named_alone(name: str, told: str, command: str) -> None:
    done = call(command, name)
    assert told in done.stderr and done.exit_code == 2


def test_a_variant_of_another_game_is_refused_behind_a_ruleset() -> None:
    for command in ("validate", "show", "test"):
        done = call(command, "munchhausen+four.yaml")
        assert "this is a variant of base.yaml, not of munchhausen/ruleset.yaml" in done.output and done.exit_code == 1


def test_a_name_with_a_plus_of_its_own_is_a_file_or_folder() -> None:
    assert st.load_ruleset("a+b.yaml").id == "a+b"
    Path("c+d.yaml").write_text(FOUR.format("a+b.yaml"))
    assert st.load_ruleset("a+b.yaml+c+d.yaml").game().name == "Work is worth four"
    Path("box").rename("e+f")
    assert st.load_ruleset("e+f+four").path == Path("e+f/ruleset.yaml")


@full
def test_a_variant_of_a_variant_is_begun_with_the_name_that_extends_takes() -> None:
    for base, extends in (
        ("munchhausen+two-players", "munchhausen/two-players"),
        ("box+four", "../box/variants/four.yaml"),
    ):
        name = base.replace("+", "-")
        assert call("init", name, "--variant-of", base).exit_code == 0
        assert f"\nextends: {extends}\n" in Path(name, "ruleset.yaml").read_text()
        assert call("validate", name).exit_code == 0
    assert "combines variants" in call("init", "x", "--variant-of", "balvin+four-gates+open-purses").stderr


def test_words_of_the_command_line_may_have_their_accents_in_either_way() -> None:
    rules = BASE.replace("each player:", "settings: {pr\u00e9mio: 3}\neach player:").replace(
        "points: 3", "points: pr\u00e9mio"
    )
    Path("r\u00e9gie.yaml").write_text(rules, encoding="utf-8")
    found = call("simulate", "re\u0301gie.yaml", "-n", "2", "--jobs", "1", "--set", "pre\u0301mio=5")
    assert found.exit_code == 0, found.output
    found = call("simulate", "re\u0301gie.yaml", "-n", "2", "--jobs", "1", "--set", "pr\u00e9mi\u043e=5")
    assert "U+043E" in found.output
