"""`stammtisch init`: what it writes works at once, and nothing that exists is lost. `stammtisch schema`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.tiers import full

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.errors import UsageError
from stammtisch.cli.commandline import group
from stammtisch.front import api, starter
from stammtisch.reading import library
from stammtisch.reading.formatting import format_text
from stammtisch.reading.load import load
from stammtisch.reading.schema_files import linked_schema
from stammtisch.scenarios.run import run_file

KINDS = ("ruleset", "scenarios", "clauses", "library", "mutants")
MODELINES = [
    ("ruleset.yaml", "# yaml-language-server: $schema=schemas/ruleset.schema.json"),
    ("scenarios.yaml", "# yaml-language-server: $schema=schemas/scenarios.schema.json"),
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def stammtisch(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(group, list(arguments), standalone_mode=False)
    return int(done.return_value or done.exit_code), done.output


def works(folder: str, canonical: bool = True, games: int = 5) -> None:
    """The new game has no mistakes and no warnings, is laid out well, its tests pass, and random games of it end."""
    path = Path(folder) / "ruleset.yaml"
    assert api.validate(path) == []
    outcomes = run_file(Path(folder) / "scenarios.yaml")
    assert outcomes and all(outcome.is_passed for outcome in outcomes)
    for file, modeline in MODELINES:
        text = (Path(folder) / file).read_text(encoding="utf-8")
        assert text.splitlines()[0] == modeline and (Path(folder) / modeline.partition("=")[2]).is_file()
        assert not canonical or format_text(text, file) == text
    code, told = stammtisch("simulate", folder, "-n", str(games))
    assert code == 0 and "the game ends because" in told


@pytest.mark.parametrize("template", starter.TEMPLATES)
def test_each_template_works_at_once(template: str) -> None:
    code, told = stammtisch("init", "my-game", "--template", template)
    assert code == 0 and "wrote my-game/ruleset.yaml\nwrote my-game/scenarios.yaml\n" in told
    works("my-game", games=20)
    ruleset = api.load_ruleset("my-game").checked.ruleset
    assert ruleset.game == "My game" and ruleset.look and ruleset.layout
    assert sorted(entry.name for entry in Path().iterdir()) == ["my-game"]
    assert len(Path("my-game/ruleset.yaml").read_text().splitlines()) in range(60, 121)


@pytest.mark.parametrize("template", starter.TEMPLATES)
def test_each_template_prints(template: str) -> None:
    starter.from_template("my-game", template)
    code, told = stammtisch("export", "print", "my-game", "--out", "sheets")
    assert code == 0 and "is written to sheets" in told
    assert Path("sheets/board-cell.svg" if template == "board-game" else "sheets/sheet-1-front.svg").is_file()


def test_the_templates_are_in_the_package_and_the_first_is_used_without_a_word() -> None:
    assert sorted(starter.TEMPLATES) == sorted(e.name for e in Path(starter.__file__).with_name("templates").iterdir())
    code, told = stammtisch("init", "one")
    assert code == 0 and "This is a card-game. Others begin with --template trick-taking, " in told
    code, told = stammtisch("init", "two", "--template", "card-game")
    assert code == 0 and "Others" not in told
    assert Path("one/ruleset.yaml").read_text().replace("One", "Two") == Path("two/ruleset.yaml").read_text()


def test_old_names_of_templates_still_begin_the_same_games() -> None:
    for old, new in starter.OLD_NAMES.items():
        assert stammtisch("init", f"old-{old}", "--template", old)[0] == 0
        starter.from_template(f"new-{old}", new)
        old_rules, rules = (Path(f"{age}-{old}/ruleset.yaml").read_text() for age in ("old", "new"))
        assert old_rules.replace("game: Old", "game: New") == rules


def test_help_names_every_template() -> None:
    told = stammtisch("init", "--help")[1].replace("-\n  ", "-")
    assert [kind for kind in starter.TEMPLATES if kind not in told] == []


@full
@pytest.mark.parametrize("game", ["munchhausen", pytest.param("ofertu", marks=full)])
def test_a_copy_of_a_game_works_at_once(game: str) -> None:
    assert stammtisch("init", "my-copy", "--from", game)[0] == 0
    works("my-copy", canonical=False)
    ours, theirs = load(Path("my-copy/ruleset.yaml")), load(library.find(game))
    assert list(ours.entries) == list(theirs.entries)
    assert api.load_ruleset("my-copy").checked.ruleset.game == "My copy"


@full
def test_a_copy_has_the_libraries_that_lay_beside_the_game() -> None:
    starter.from_template("first", "auction")
    Path("first/mine.yaml").write_text((library.root() / "mechanisms" / "auctions.yaml").read_text())
    rules = Path("first/ruleset.yaml")
    rules.write_text(rules.read_text().replace("[auctions]", "[mine]"))
    starter.copy_game("second", "first")
    assert Path("second/mine.yaml").read_text() == Path("first/mine.yaml").read_text()
    works("second")


@pytest.mark.parametrize("base", [pytest.param("balvin", marks=full), "munchhausen/two-players", "tictactoe"])
def test_a_variant_works_at_once_and_shows_what_can_be_changed(base: str) -> None:
    assert stammtisch("init", "my-rules", "--variant-of", base)[0] == 0
    works("my-rules")
    text = Path("my-rules/ruleset.yaml").read_text()
    assert f"extends: {base}\n" in text
    rules = api.load_ruleset(base).checked.ruleset
    assert all(f"\n#  {name}: " in text for name in rules.settings)
    assert all(f"#   {name}\n" in text for name in rules.actions if " " in name or name[0].isupper())


def test_the_settings_of_a_variant_are_there_to_be_changed() -> None:
    starter.create_variant("my-rules", "balvin")
    path = Path("my-rules/ruleset.yaml")
    assert api.validate(path) == []
    text = path.read_text().replace("#settings:", "settings:")
    path.write_text(text.replace("#  lowest_bid: 1", "  lowest_bid: 2"))
    (warning,) = api.validate(path)
    assert warning.message == "this changes 'lowest_bid', and a ruling is about it: the lowest bid is one coin"
    # so that variants can be laid over each other
    assert list(load(path).entries_under("settings")) == ["lowest_bid"]


def test_a_game_without_the_schemas_for_other_editors() -> None:
    starter.from_template("mine", "card-game", schemas=False)
    starter.copy_game("yours", "munchhausen", schemas=False)
    for game in ("mine", "yours"):
        assert not Path(game, "schemas").exists()
        assert all("yaml-language-server" not in file.read_text() for file in Path(game).glob("*.yaml"))
        assert api.validate(Path(game, "ruleset.yaml")) == []


@full
def test_variants_of_ones_own_games_and_variants() -> None:
    starter.from_template("cards", "card-game")
    starter.create_variant("mine", "cards")
    starter.create_variant("next", "mine")
    assert "extends: ../mine/ruleset.yaml\n" in Path("next/ruleset.yaml").read_text()
    works("next")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("my game", "a letter first, for example my-game"),
        ("3d", "a letter first, for example d"),
        ("../up", "a letter first, for example up"),
        ("", "a letter first"),
        ("a" * 61, "at most 60 characters, this one has 61"),
        ("balvin", "would hide your game; choose another name, such as my-balvin"),
        ("mechanisms", "would hide your game"),
    ],
)
def test_names_that_cannot_be_used(name: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        starter.from_template(name, "card-game")
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_nothing_is_overwritten(kind: str) -> None:
    game = Path("game")
    game.mkdir() if kind == "folder" else game.write_text("mine") if kind == "file" else game.symlink_to("nowhere")
    with pytest.raises(UsageError, match="already something called game in this folder; nothing was changed"):
        starter.from_template("game", "card-game")
    assert [entry.name for entry in Path().iterdir()] == ["game"]
    assert kind != "file" or game.read_text() == "mine"


def test_a_folder_is_written_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(UsageError, match="cannot be written: no space left on device; nothing was changed"):
        starter.from_template("game", "card-game")
    assert list(Path().iterdir()) == []


def test_a_folder_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", ".mine.x8d")

    monkeypatch.setattr("tempfile.mkdtemp", refused)
    with pytest.raises(UsageError, match="^mine cannot be made in this folder: permission denied$"):
        starter.from_template("mine", "card-game")


@pytest.mark.parametrize("name", ["no", "true", "off", "null"])
def test_a_name_that_means_something_else_in_yaml(name: str) -> None:
    starter.create_variant(name, "tictactoe")
    assert api.load_ruleset(name).checked.ruleset.game == name.capitalize()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--template", "bord-game"),
            "there is no template 'bord-game'; did you mean board-game? there are: card-game (all choose",
        ),
        (("--from", "balvn"), "Did you mean balvin?"),
        (("--from", "munchhausen/two-players"), "is a variant: write --variant-of munchhausen/two-players"),
        (("--variant-of", "nothing"), "there is no ruleset called `nothing`"),
        (("--from", "balvin", "--variant-of", "balvin"), "use only one of --template, --from and --variant-of"),
    ],
)
def test_what_cannot_be_begun(arguments: tuple[str, ...], said: str) -> None:
    code, told = stammtisch("init", "game", *arguments)
    assert code == 2 and said in told and list(Path().iterdir()) == []


def test_a_game_with_mistakes_is_no_base() -> None:
    Path("bad.yaml").write_text("format: 1\ngame: [\n")
    for begin in (starter.copy_game, starter.create_variant):
        with pytest.raises(RulesetError):
            begin("game", "bad.yaml")
    assert os.listdir() == ["bad.yaml"]


# -- schemas


@pytest.mark.parametrize("kind", KINDS)
def test_a_printed_schema_stands_by_itself(kind: str) -> None:
    from jsonschema import Draft7Validator

    code, told = stammtisch("schema", kind)
    schema = json.loads(told)
    assert code == 0 and ".json#" not in told
    Draft7Validator.check_schema(schema)
    for reference in [value for key, value in pairs(schema) if key == "$ref"]:
        found = schema
        for step in reference.removeprefix("#/").split("/"):
            found = found[step.replace("%20", " ")]
    examples = {
        "ruleset": ["munchhausen/ruleset.yaml", "munchhausen/variants/two-players.yaml"],
        "scenarios": ["munchhausen/scenarios.yaml"],
        "library": ["mechanisms/auctions.yaml"],
    }.get(kind, [f"munchhausen/{kind}.yaml"])
    from stammtisch.reading.nodes import plain

    for example in examples:
        assert list(Draft7Validator(schema).iter_errors(plain(load(library.root() / example)))) == []
    assert list(Draft7Validator(schema).iter_errors({"format": 1, "nonsense": 1}))


def test_the_rulesets_schema_is_printed_without_a_word_and_others_are_proposed() -> None:
    assert stammtisch("schema") == stammtisch("schema", "ruleset")
    code, told = stammtisch("schema", "scenario")
    assert code == 2 and "did you mean scenarios? there are: clauses, library, mutants, ruleset, scenarios" in told


def pairs(node: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield key, value
            yield from pairs(value)
    elif isinstance(node, list):
        for item in node:
            yield from pairs(item)


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_every_file_is_explained(kind: str) -> None:
    silent: list[str] = []
    seen: set[int] = set()
    count = 0

    def visit(node: Any, place: str) -> None:
        nonlocal count
        if id(node) in seen or not isinstance(node, dict | list):
            return
        seen.add(id(node))
        if isinstance(node, list):
            for item in node:
                visit(item, place)
            return
        keys = node.get("properties", {})
        for key, value in keys.items() if isinstance(keys, dict) else ():
            if value in (False, {"not": {}}):  # a key that is refused here
                continue
            count += 1
            told = isinstance(value, dict) and str(value.get("description", "")).strip()
            silent.extend([] if told else [f"{place}/{key}"])
        for key, value in node.items():
            if key != "if":  # only asks whether something stands there
                visit(value, f"{place}/{key}")

    visit(linked_schema(kind), kind)
    assert silent == [] and count >= 3


def test_words_with_few_values_are_completed() -> None:
    kinds = linked_schema("ruleset")["definitions"]
    assert set(kinds["show-as"]["enum"]) - {None} == {"row", "stack", "track", "grid", "count", "hand", "hidden"}
    assert {"everyone", "owner", "others", "nobody"} < set(kinds["audience"]["examples"])


def test_every_verb_is_a_key_that_is_completed_in_a_step_an_action_an_event_and_a_change() -> None:
    from stammtisch.base.keywords import BRANCHES, DECISIONS, LOOPS, SLOTS, VERBS

    kinds = linked_schema("ruleset")["definitions"]
    for kind in ("steps", "action", "event", "patch"):
        known = set(kinds[kind]["properties"])
        assert set(VERBS) | set(LOOPS) | set(DECISIONS) | set(BRANCHES) <= known
        assert set(SLOTS) <= known
