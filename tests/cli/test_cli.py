"""The command line: exit codes, what goes to stdout and stderr, and one clear line for each mistake."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.paths import ROOT
from helpers.tiers import full

from stammtisch.cli.commandline import COMMANDS, group
from stammtisch.reading import library

BROKEN = "format: 1\ngame: Broken\nplayers: 2\nphases:\n  a turn: {set: {nothing_there: 1}}\nscore: 0\n"


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(group, [str(argument) for argument in arguments])


def process(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "cli.py"), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)


def test_help_names_all_commands_and_loads_none() -> None:
    code = (
        "import sys; sys.argv[0] = 'stammtisch'; import cli; from stammtisch.main import main; "
        "sys.argv[1:] = ['--help']; code = main(); "
        "heavy = ('lark', 'yaml', 'jsonschema', 'stammtisch.'); "
        "print(code, sorted(name for name in sys.modules if name.startswith(heavy)))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    listed, _, last = done.stdout.rstrip().rpartition("\n")
    assert all(f"\n  {name} " in listed for name in COMMANDS)
    loaded = [
        "base",
        "base.lookalikes",
        "base.tables",
        "base.version",
        "cli",
        "cli.commandline",
        "cli.console",
        "cli.line_wrapping",
        "game",
        "game.seat_access",
        "main",
    ]
    assert last == f"0 {[f'stammtisch.{name}' for name in loaded]}"


INTERRUPT = """\
import sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
"""


@pytest.mark.parametrize(
    "module", ["typing", "pathlib", "click", "stammtisch.cli.console", "stammtisch.cli.commands.list"]
)
@pytest.mark.parametrize(
    "start",
    [
        ["-c", "import sys; from stammtisch.main import main; sys.exit(main())"],
        ["-m", "stammtisch"],
        [str(ROOT / "cli.py")],
    ],
    ids=["installed", "-m", "cli.py"],
)
def test_an_interruption_is_quiet_from_the_first_moment_on(start: list[str], module: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPT.format(name=module))
    done = subprocess.run(
        [sys.executable, *start, "list"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT / '.dev'}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr in ("", "Interrupted.\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    done = call(name, "--help")
    assert done.exit_code == 0
    assert "Usage:" in done.stdout and "--help" in done.stdout


@full
def test_list_has_ids_titles_players_and_variants() -> None:
    done = call("list")
    assert done.exit_code == 0 and done.stderr == ""
    rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "munchhausen 3 to 8 players Munchhausen" in rows
    at = rows.index("munchhausen 3 to 8 players Munchhausen") + 1
    variants = library.variants("munchhausen")
    assert [row.split()[1] for row in rows[at : at + len(variants)]] == variants
    assert "--variant two-players 2 players Munchhausen for two" in rows
    assert {row.split()[0] for row in rows if not row.startswith("--")} == set(library.rulesets())


MISTAKES = {
    "validat": (2, "there is no command 'validat'; did you mean validate?"),
    "show munchausen": (2, "there is no ruleset called `munchausen`. Did you mean munchhausen?"),
    "show munchhausen --variant two-player": (2, "Did you mean two-players?"),
    "show ofertu --wher": (2, "no such option '--wher'"),
    "show": (2, "missing argument 'RULESET'"),
    "show ofertu --players 2": (2, "--players and --set go with --python"),
    "show ofertu --python --where": (2, "--where goes with the YAML"),
    "play": (2, "which ruleset?"),
    "play munchhausen --players 9": (2, "Munchhausen is for 3 to 8 players, not 9"),
    "play munchhausen --players x": (2, "'x' is not a whole number"),
    "play munchhausen --set lowest_card=2-4": (2, "lowest_card=2-4: a setting needs a plain value, for example "),
    "play munchhausen --set lowest_crad=2": (2, "there is no setting 'lowest_crad'; did you mean lowest_card?"),
    "play munchhausen --set lowest_card": (2, "write --set NAME=VALUE"),
    "play munchhausen --set lowest_card=1 --set lowest_card=2": (2, "given twice: 1 and 2"),
    "simulate munchhausen --set lowest_card=1,highest_card=7": (2, "as in --set lowest_card=1 --set highest_card=7"),
    "rulebook ofertu --out ofertu.docx": (2, "rules are written as .md (Markdown), .html (a page) or .pdf"),
    "play munchhausen --seat 4=human": (2, "there is no seat 4; this game has the seats 1 to 3"),
    "play munchhausen --seat 1=huamn": (2, "did you mean human?"),
    "play munchhausen --seat 1": (2, "write for example --seat 1=human,2=search:400"),
    "play munchhausen --seat 1=human,1=random": (2, "--seat 1 is given twice: human and random"),
    "play munchhausen --seed -1": (2, "--seed must be a whole number from 0"),
    "play munchhausen --seed 9223372036854775808": (2, "--seed must be a whole number from 0"),
    "play munchhausen --max-decisions 0": (2, "--max-decisions"),
    "play munchhausen --script nowhere.txt": (2, "nowhere.txt cannot be read: no such file or directory"),
    "play munchhausen --record nowhere/x.jsonl": (2, "nowhere/x.jsonl cannot be written: no such file or directory"),
    "replay nowhere.jsonl": (2, "nowhere.jsonl cannot be read: no such file or directory"),
    f"replay {'x' * 300}": (2, "xxx cannot be read: file name too long"),
    f"simulate kuhn -n 2 --trace {'x' * 300}": (2, "xxx cannot be read or written: file name too long"),
    f"simulate kuhn -n 2 --resume {'x' * 300}": (2, "xxx cannot be written: file name too long"),
    f"play --resume {'x' * 300}": (2, "xxx cannot be read: file name too long"),
    "play --resume nowhere.json": (2, "nowhere.json cannot be read: no such file or directory"),
    "play --resume nowhere.json --seed 3": (2, "leave out --seed"),
    "validate nowhere.yaml": (2, "there is no such file: `nowhere.yaml`"),
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_gets_one_clear_line(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, words = MISTAKES[line]
    done = call(*line.split())
    assert done.exit_code == code, done.output
    assert done.stdout == ""
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_path_that_is_not_there_leaves_the_results_of_the_others(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(BROKEN)
    paths = [tmp_path / "gaem.yaml", tmp_path / "game.yaml"]
    done = call("validate", *paths)
    assert done.exit_code == 2
    assert f"there is no such file: `{paths[0]}`. Did you mean {paths[1]}?" in done.stderr
    assert "nothing_there" in done.stdout and "1 file, 1 mistake, 0 warnings, 1 not found" in done.stderr
    done = call("validate", "--format", "json", *paths)
    assert done.exit_code == 2
    assert [(d["file"], d["code"]) for d in json.loads(done.stdout)] == [
        (str(paths[0]), "unknown-ruleset"),
        (str(paths[1]), "unknown-name"),
    ]
    done = call("validate", "--format", "sarif", *paths)
    assert (done.exit_code, len(json.loads(done.stdout)["runs"][0]["results"])) == (2, 2)
    assert call("validate", "--format", "junit", *paths).stdout.count("<testcase") == 2


@full
def test_a_mistake_in_a_process_of_its_own_has_the_same_code() -> None:
    done = process("play", "munchausen")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("there is no ruleset called `munchausen`. Did you mean munchhausen?")


def test_a_ruleset_with_mistakes_is_a_no(tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text(BROKEN)
    done = call("play", file)
    assert done.exit_code == 1
    assert done.stdout == ""
    assert f"{file}:5:" in done.stderr and "nothing_there" in done.stderr


# -- validate


@full
def test_validate_says_that_all_is_well() -> None:
    done = call("validate", "ofertu", "munchhausen", "munchhausen/two-players")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "3 files, all is well\n")


def test_validate_reports_each_mistake_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text(BROKEN)
    (tmp_path / "empty.yaml").write_text("")
    done = call("validate", tmp_path)
    assert done.exit_code == 1
    assert f"{tmp_path}/broken.yaml:5:" in done.stdout
    assert f"{tmp_path}/empty.yaml:1:1 file-empty" in done.stdout
    assert done.stderr.startswith("2 files, 2 mistakes")


def test_validate_as_json_is_one_list(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text(BROKEN)
    done = call("validate", "--format", "json", tmp_path / "broken.yaml")
    (found,) = json.loads(done.stdout)
    assert (done.exit_code, found["line"], found["severity"]) == (1, 5, "error")
    assert json.loads(call("validate", "--format", "json", "ofertu").stdout) == []


def test_validate_looks_at_every_number_of_players(tmp_path: Path) -> None:
    file = tmp_path / "many.yaml"
    file.write_text(
        "format: 1\ngame: Many\nplayers: 2..4\nsettings: {size: {2..3 players: 6, 4 players: 6000}}\n"
        "components: {card: {front: {value: 1..6}}}\n"
        "shared: {deck: {holds: card, starts with: {value: 1, copies: size}}}\n"
        "phases: {a turn: {for each: p in players, do: {may choose: c in deck, move: c, to: deck}}}\nscore: 0\n"
    )
    done = call("validate", file)
    assert done.exit_code == 1
    assert "a game has at most" in done.stdout
    assert call("show", file, "--python", "--players", "3").exit_code == 0


def test_validate_finds_mistakes_in_a_library_by_itself(tmp_path: Path) -> None:
    good = ROOT / "rulesets" / "mechanisms"
    assert call("validate", good).exit_code == 0
    file = tmp_path / "market.yaml"
    file.write_text("format: 1\nlibrary: Market\nactions:\n  Take one: {set: {bank: 1}}\n")
    done = call("validate", file)
    assert done.exit_code == 1
    assert f"{file}:4:" in done.stdout and "bank" in done.stdout


def test_validate_leaves_other_files_of_a_folder_alone(tmp_path: Path) -> None:
    (tmp_path / "scenarios.yaml").write_text("no ruleset\n")
    (tmp_path / "readme.txt").write_text("no ruleset\n")
    done = call("validate", tmp_path)
    assert done.exit_code == 2
    assert done.stderr == f"there is no ruleset in the folder {tmp_path} (a ruleset is a file that ends in .yaml)\n"


@full
def test_every_file_that_is_shipped_is_valid() -> None:
    done = call("validate", library.root())
    assert done.exit_code == 0, done.stdout


# -- show


def test_show_prints_a_ruleset_that_can_be_used_again(tmp_path: Path) -> None:
    done = call("show", "munchhausen", "--variant", "two-players")
    assert done.exit_code == 0 and "Munchhausen for two" in done.stdout
    file = tmp_path / "merged.yaml"
    file.write_text(done.stdout)
    again = call("show", file)
    assert again.stdout == re.sub("  # two-players$", "", done.stdout, flags=re.M)


@full
def test_show_and_diff_name_the_variant_that_made_each_change() -> None:
    lines = call("show", "balvin+four-gates+open-purses").stdout.splitlines()
    marked = {line.strip() for line in lines if "  # " in line and not line.startswith(("game", "about"))}
    assert marked == {"count: 4  # four-gates", "see: everyone  # open-purses"}
    assert not any("#" in line for line in call("show", "balvin").stdout.splitlines())
    told = call("diff", "bierfest", "bierfest+fourth-toast+hand-limit").stdout.splitlines()
    assert "  ~ toasts_to_end 3 → 4 (fourth-toast)" in told and "  + hand_limit 8 (hand-limit)" in told
    step = 'step "more than <hand_limit> cards are too many" in "a turn", after "draw on or lay a set"'
    assert f"  + {step} (hand-limit)" in told
    assert not any("(two-players)" in line for line in call("diff", "munchhausen", "munchhausen+two-players").stdout)


@full
def test_diff_names_the_variant_that_takes_something_away(tmp_path: Path) -> None:
    (tmp_path / "no.yaml").write_text(
        "format: 1\nextends: bierfest\nchange: {Draw more cards: null}\nsettings: {extra_draws: null}\n"
    )
    told = call("diff", "bierfest", f"bierfest+{tmp_path / 'no.yaml'}+fourth-toast").stdout.splitlines()
    assert "  - extra_draws (no)" in told and "  ~ toasts_to_end 3 → 4 (fourth-toast)" in told
    found = json.loads(call("diff", "bierfest", f"bierfest+{tmp_path / 'no.yaml'}", "--format", "json").stdout)[
        "changes"
    ]
    assert {one["by"] for one in found if one["change"] == "removed"} == {f"{tmp_path / 'no.yaml'}:{n}" for n in (3, 4)}


def test_show_where_names_the_file_of_every_line() -> None:
    def places(*arguments: str) -> set[str]:
        done = call("show", "munchhausen", "--where", *arguments)
        return {line.rpartition("# ")[2].partition(":")[0] for line in done.stdout.splitlines() if "  # " in line}

    assert places() == {"munchhausen/ruleset.yaml", "mechanisms/auctions.yaml"}
    two = places("--variant", "two-players")
    assert two == {"munchhausen/ruleset.yaml", "munchhausen/variants/two-players.yaml"}


def test_show_python_is_the_program_for_that_many_players() -> None:
    done = call("show", "munchhausen", "--python", "--players", "4")
    assert "Munchhausen for 4 players" in done.stdout
    compile(done.stdout, "shown", "exec")
    other = call("show", "munchhausen", "--python", "--players", "4", "--set", "highest_offer=5")
    assert other.exit_code == 0 and other.stdout != done.stdout


# -- output


@full
def test_output_that_nobody_reads_is_no_error_message() -> None:
    command = [sys.executable, str(ROOT / "cli.py"), "play", "ofertu", "--seat", "all=random", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        errors = running.stderr.read()
        assert running.wait(60) != 0
    assert errors == ""


@full
@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_colour_is_for_terminals_without_no_color(no_color: str, coloured: bool, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    file = tmp_path / "broken.yaml"
    file.write_text(BROKEN)
    leader, follower = pty.openpty()
    environment = {**os.environ, "NO_COLOR": no_color, "TERM": "xterm"}
    command = [sys.executable, str(ROOT / "cli.py"), "validate", str(file)]
    with subprocess.Popen(command, stdout=follower, stderr=subprocess.DEVNULL, env=environment) as running:
        os.close(follower)
        text = b""
        try:
            while part := os.read(leader, 4096):
                text += part
        except OSError:  # how a terminal ends on Linux
            pass
        assert running.wait(60) == 1
    os.close(leader)
    assert b"nothing_there" in text
    assert (b"\x1b[" in text) == coloured


@full
def test_without_a_terminal_there_is_no_colour(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text(BROKEN)
    done = process("validate", tmp_path)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout + done.stderr


def shell(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs a line of the shell in which $0 is the command."""
    line = ["sh", "-c", command.replace("$0", f"{sys.executable} {ROOT / 'cli.py'}")]
    return subprocess.run(line, cwd=cwd, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(("command", "code"), [("$0 list >&-", 0), ("$0 list x 2>&-", 2), ("$0 play kuhn <&-", 2)])
def test_streams_may_be_closed(command: str, code: int, tmp_path: Path) -> None:
    done = shell(f"TMPDIR={tmp_path} {command}", tmp_path)
    assert done.returncode == code
    assert "Traceback" not in done.stderr and "A mistake in Stammtisch" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("command", ["list", "--help"])
def test_a_full_disk_is_told_as_such(command: str, tmp_path: Path) -> None:
    done = shell(f"$0 {command} > /dev/full", tmp_path)
    assert (done.returncode, done.stderr) == (2, "the output cannot be written: no space left on device\n")


@full
@pytest.mark.parametrize("command", ["simulate kuhn -n 2", "play"])
def test_what_is_no_file_is_not_waited_for(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = shell(f"$0 {command} --resume pipe", tmp_path)
    assert done.returncode == 2 and done.stderr.startswith("pipe is ")


@pytest.mark.parametrize(("name", "why"), [("empty", "The folder empty holds no ruleset.yaml. "), ("", "There are: ")])
def test_a_folder_without_a_ruleset_could_not_be_run(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    done = call("tree", name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"there is no ruleset called `{name}`. {why}")
