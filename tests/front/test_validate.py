"""`stammtisch validate`: what counts, what is left out, what a file allows, the forms of the result, and --watch."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from helpers.paths import ROOT
from helpers.processes import heed
from helpers.tiers import full

from stammtisch import validate
from stammtisch.base.diagnostics import Diagnostic, Note, Span
from stammtisch.cli import reports
from stammtisch.cli.commandline import group
from stammtisch.cli.watched_rulesets import Superseded, WatchedRulesets
from stammtisch.front.allow import allowances

FAIR = (ROOT / "tests/testdata/ok/village-fair.yaml").read_text(encoding="utf-8")
IDLE = FAIR.replace("  hand_size: 5\n", "  hand_size: 5\n  hand_limit: 8\n")
WRONG = IDLE.replace("score: player.points", "score: player.pionts")
DEADLINE = 30


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a ruleset that has a warning, and one that has a mistake too."""
    (tmp_path / "good.yaml").write_text(FAIR, encoding="utf-8")
    (tmp_path / "idle.yaml").write_text(IDLE, encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["validate", *arguments])


def codes(*arguments: str) -> list[str]:
    return [problem["code"] for problem in json.loads(call("--format", "json", *arguments).stdout)]


def allowing(old: str, new: str) -> list[str]:
    """The codes told of the idle ruleset with one text replaced."""
    assert old in IDLE
    Path("allowing.yaml").write_text(IDLE.replace(old, new), encoding="utf-8")
    return codes("allowing.yaml")


# -- what counts


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["good.yaml", "--strict"], 0),
        (["idle.yaml"], 0),
        (["idle.yaml", "--strict"], 1),
        (["idle.yaml", "--strict", "--ignore", "unused"], 0),
        (["idle.yaml", "--strict", "--select", "missing-row"], 0),
        (["wrong.yaml"], 1),
        (["wrong.yaml", "--ignore", "unknown-name"], 0),
        (["wrong.yaml", "--select", "unused,unknown-name"], 1),
        (["wrong.yaml", "--select", "unused"], 0),
    ],
)
def test_the_exit_code_tells_whether_anything_counts(arguments: list[str], expected: int) -> None:
    assert call(*arguments).exit_code == expected


@full
def test_codes_are_selected_and_ignored() -> None:
    assert codes("idle.yaml") == ["unused"]
    assert codes("idle.yaml", "--ignore", "unused") == []
    assert codes("wrong.yaml", "idle.yaml", "--select", "unused") == ["unused"]
    assert codes("wrong.yaml", "idle.yaml", "--select", "unused", "--select", "unknown-name") == [
        "unused",
        "unknown-name",
    ]
    assert codes("wrong.yaml", "idle.yaml", "--ignore", "unused, unknown-name") == []


def test_a_mistyped_code_is_no_code() -> None:
    for option in ("--select", "--ignore"):
        done = call("idle.yaml", option, "unusde")
        assert (done.exit_code, done.stderr) == (2, "there is no message called unusde; did you mean unused?\n")


# -- what a file allows


@full
def test_a_comment_allows_a_warning_on_its_line_or_the_next() -> None:
    assert allowing("hand_limit: 8", "hand_limit: 8  # allow: unused because a variant needs it") == []
    assert allowing("  hand_limit: 8", "  # allow: unused because a variant needs it\n  hand_limit: 8") == []
    assert allowing("  hand_limit: 8", "  #allow:unused because a variant needs it\n\n  # so\n  hand_limit: 8") == []
    assert allowing("hand_limit: 8", "hand_limit: 8  # allow: unused, missing-row because of a variant") == [
        "allow-unused"
    ]


def test_it_allows_nothing_elsewhere() -> None:
    assert allowing("  hand_size: 5", "  hand_size: 5  # allow: unused because a variant needs it") == [
        "allow-unused",
        "unused",
    ]


@full
def test_a_comment_needs_a_reason() -> None:
    for text in ("# allow: unused", "# allow: unused because", "# allow: unused because  ", "# allow:", "# allow: !"):
        assert sorted(allowing("hand_limit: 8", f"hand_limit: 8  {text}")) == ["allow-reason", "unused"], text
    done = call("allowing.yaml")
    assert done.exit_code == 1
    assert "write # allow: CODE because REASON" in done.output


def test_a_comment_names_a_code_that_exists() -> None:
    assert allowing("hand_limit: 8", "hand_limit: 8  # allow: unusde because of a variant") == [
        "unused",
        "allow-unknown",
    ]
    assert "write: hand_limit: 8  # allow: unused because of a variant" in call("allowing.yaml").output


def test_a_mistake_cannot_be_allowed() -> None:
    Path("allowing.yaml").write_text(
        WRONG.replace("score:", "# allow: unknown-name because it is new\nscore:"), encoding="utf-8"
    )
    assert codes("allowing.yaml") == ["unknown-name"]


@full
def test_what_only_random_games_show_can_be_allowed() -> None:
    rich = "  Show a card:\n    when: {all are rich: all(p.coins > 40 for p in players)}\n"
    text = FAIR.replace("  Show a card:\n", rich)
    menu = "      show or sell: {one of: [Show a card, Sell a card]}\n"
    assert menu in text
    allowed = menu.replace("\n", "  # allow: never-offered because coins grow only in variants\n")
    Path("rich.yaml").write_text(text.replace(menu, allowed), encoding="utf-8")
    assert codes("rich.yaml") == codes("rich.yaml", "--play", "4") == []
    Path("rich.yaml").write_text(FAIR.replace(menu, allowed), encoding="utf-8")
    assert codes("rich.yaml") == []
    assert codes("rich.yaml", "--play", "4") == ["allow-unused"]


def test_old_line_breaks_count_as_lines() -> None:
    text = IDLE.replace("hand_limit: 8", "hand_limit: 8  # allow: unusde because of a variant")
    Path("old.yaml").write_bytes(text.replace("\n", "\r").encode())
    (problem,) = [p for p in json.loads(call("--format", "json", "old.yaml").stdout) if p["code"] == "allow-unknown"]
    assert (problem["line"], problem["column"]) == (6, 27)


def test_words_in_quotes_that_look_alike_are_no_comment(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("about: Not#allow: unused\n", encoding="utf-8")
    assert allowances(str(tmp_path / "x.yaml")) == ([], [])


# -- forms


def told(message: str = "one, 100% sure:\ntwo") -> list[Diagnostic]:
    first = Diagnostic("unknown-name", message, Span("a b,c.yaml", 2, 3, 2, 7), hint="why?", instead="name")
    later = Diagnostic(
        "unused", "idle", Span("x.yaml", 5, 1, 7, 4), "warning", notes=(Note(Span("y.yaml", 1, 2, 1, 3), "it"),)
    )
    fixed = Diagnostic("yaml-colon", "colon", Span("x.yaml", 9, 4, 9, 5), fix='about: "a: b"')
    return [first, later, fixed]


def report(form: str, found: list[Diagnostic]) -> str:
    return reports.write_report(
        form, found, [Path("good.yaml"), Path("x.yaml")], {"unused": "It is idle. Really."}, False
    )


def test_github_annotations_escape_what_would_end_them() -> None:
    assert report("github", told()).split("\n") == [
        "::error file=a b%2Cc.yaml,line=2,endLine=2,col=3,endColumn=6,title=unknown-name::one, 100%25 sure:%0Atwo%0Awhy?",
        "::warning file=x.yaml,line=5,endLine=7,title=unused::idle",
        "::error file=x.yaml,line=9,endLine=9,col=4,endColumn=4,title=yaml-colon::colon",
    ]
    assert report("github", []) == ""


def test_sarif_has_what_code_scanning_needs() -> None:
    log = json.loads(report("sarif", told()))
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "stammtisch"
    assert [rule["id"] for rule in rules] == ["unknown-name", "unused", "yaml-colon"]
    assert rules[1]["shortDescription"]["text"] == "It is idle."
    assert rules[1]["fullDescription"]["text"] == "It is idle. Really."
    assert rules[1]["defaultConfiguration"] == {"level": "warning"}
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning") and result["message"]["text"]
        (location,) = result["locations"]
        assert re.fullmatch(r"[\w.%]+", location["physicalLocation"]["artifactLocation"]["uri"])
        assert all(isinstance(n, int) and n > 0 for n in location["physicalLocation"]["region"].values())
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b%2Cc.yaml"
    assert place["region"] == {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 7}
    related = run["results"][1]["relatedLocations"][0]
    assert (related["id"], related["message"]["text"]) == (1, "it")


def test_sarif_carries_the_corrections() -> None:
    run = json.loads(report("sarif", told()))["runs"][0]
    changes: list[Any] = [
        result["fixes"][0]["artifactChanges"][0] if "fixes" in result else None for result in run["results"]
    ]
    assert changes[1] is None
    assert changes[0]["replacements"] == [
        {
            "deletedRegion": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 7},
            "insertedContent": {"text": "name"},
        }
    ]
    assert changes[2]["replacements"] == [
        {
            "deletedRegion": {"startLine": 9, "startColumn": 1, "endLine": 9},
            "insertedContent": {"text": 'about: "a: b"'},
        }
    ]


def test_sarif_names_a_file_elsewhere_by_its_whole_path(folder: Path) -> None:
    outside = Diagnostic("unused", "idle", Span(str(folder.parent / "x y.yaml"), 1, 1, 1, 2))
    inside = Diagnostic("unused", "idle", Span(str(folder / "x.yaml"), 1, 1, 1, 2))
    results = json.loads(report("sarif", [outside, inside]))["runs"][0]["results"]
    uris = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results}
    assert uris == {(folder.parent / "x y.yaml").as_uri(), "x.yaml"}


def test_junit_is_xml_with_a_case_for_each_file() -> None:
    text = report("junit", told("a & b < c \x07\ud83c"))
    root = ElementTree.fromstring(text.encode("utf-8", "strict"))
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "3", "2")
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert set(cases) == {"good.yaml", "x.yaml", "a b,c.yaml"}
    assert list(cases["good.yaml"]) == []
    failure = cases["a b,c.yaml"].find("failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message")) == ("unknown-name", "a & b < c \ufffd\ufffd")
    output = cases["x.yaml"].find("system-out")
    assert output is not None and "unused idle (warning)" in (output.text or "")


@pytest.mark.parametrize("form", ["json", "sarif", "junit"])
def test_files_without_mistakes_are_reported_too(form: str) -> None:
    done = call("good.yaml", "--format", form)
    assert done.exit_code == 0
    assert (
        ElementTree.fromstring(done.stdout).get("failures") == "0"
        if form == "junit"
        else json.loads(done.stdout) is not None
    )


# -- other values of settings

ENDS_AT_ONCE = FAIR.replace(
    "until: {the deck is used up: deck.empty}", "until: {the deck is used up: deck.size < least}"
)


def settled(*changes: str, text: str = FAIR, command: str = "validate") -> tuple[int, str]:
    """Exit code and messages of a command for a ruleset with other settings."""
    Path("settled.yaml").write_text(text, encoding="utf-8")
    extra = {"simulate": ["-n", "2", "--jobs", "1"], "play": ["--seat", "all=random", "--seed", "1"]}.get(command, [])
    sets = [part for change in changes for part in ("--set", change)]
    done = CliRunner().invoke(group, [command, "settled.yaml", *sets, *extra])
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("hand_size=-5", "out-of-range -5 cards cannot be dealt"),
        ("hand_size=500", "setup-fails the game cannot be set up with 2 players: deck holds too few cards to deal"),
        ("hand_size=99999999999", "99999999999 is more than 1,000,000,000"),
        ("hand_size=1 + 0 - 99999999999", "99999999999 is more than 1,000,000,000"),
        ("starting_coins=-1", "out-of-range coins cannot start with -1 coins"),
        ("starting_coins=1000000", "conserved with 2 players this needs more than"),
    ],
)
@pytest.mark.parametrize("command", ["validate", "simulate", "play"])
def test_settings_out_of_all_bounds_are_refused_everywhere(change: str, message: str, command: str) -> None:
    code, said = settled(change, command=command)
    assert (code, message in said) == (2 if "more than 1,000" in message else 1, True), said


@pytest.mark.parametrize("command", ["validate", "simulate", "play"])
def test_ranges_that_settings_turn_round_are_refused_everywhere(command: str) -> None:
    for old, new, place in (
        ("value: 1..7}", "value: lowest..7}", "the range of value is empty: it goes from 9 to 7"),
        ("points: 0..", "points: lowest..", "the range of points is empty: it goes from 1001 to"),
    ):
        assert old in FAIR
        text = FAIR.replace(old, new, 1).replace("  hand_size: 5\n", "  hand_size: 5\n  lowest: 1\n")
        value = place.split(" from ")[1].split()[0]
        code, said = settled(f"lowest={value}", text=text, command=command)
        assert (code, place in said) == (1, True), said


@full
def test_a_game_that_is_over_before_a_decision_is_a_warning() -> None:
    text = ENDS_AT_ONCE.replace("  hand_size: 5\n", "  hand_size: 5\n  least: 2\n")
    assert settled(text=text) == (0, "1 file, all is well\n")
    code, said = settled("least=500", text=text)
    assert code == 0 and "over-at-once with 2 players the game is over before anybody has decided anything" in said
    assert said.count("over-at-once") == 1


@full
def test_settings_go_with_one_ruleset_and_exist() -> None:
    assert "goes with one ruleset" in call("good.yaml", "idle.yaml", "--set", "hand_size=4").output
    assert call("good.yaml", "--set", "hand=4").exit_code == 2
    assert call("good.yaml", "--set", "hand_size=4", "--play", "2").exit_code == 0


# -- random games


@full
def test_random_games_show_what_no_game_uses() -> None:
    idle = "  Show a card:\n    when: {all are rich: all(p.coins > 40 for p in players)}\n"
    Path("rich.yaml").write_text(FAIR.replace("  Show a card:\n", idle), encoding="utf-8")
    assert codes("rich.yaml") == []
    assert codes("rich.yaml", "--play", "5") == ["never-offered"]
    done = call("rich.yaml", "--play", "5")
    assert "in 5 random games 'Show a card' was never offered" in done.stdout
    assert done.stderr.endswith("1 file, 0 mistakes, 1 warning, 5 random games each\n")
    assert call("rich.yaml", "--play", "5", "--strict").exit_code == 1
    assert call("good.yaml", "--play", "3").stderr == "1 file, 3 random games each, all is well\n"


@full
def test_what_a_setting_switches_off_is_not_reported() -> None:
    step = (
        "      a coin for all: {when: coins_for_all and not deck.empty, move: up to 1, from: box, to: player.coins}\n"
    )
    text = FAIR.replace("      a stall may close:\n", step + "      a stall may close:\n")
    text = text.replace("  hand_size: 5\n", "  hand_size: 5\n  coins_for_all: false\n")
    Path("switched.yaml").write_text(text, encoding="utf-8")
    assert codes("switched.yaml", "--play", "5") == []
    Path("idle.yaml").write_text(
        text.replace("when: coins_for_all and not deck.empty", "when: coins_for_all or deck.size > 41"),
        encoding="utf-8",
    )
    assert codes("idle.yaml", "--play", "5") == ["never-reached"]


@full
def test_a_game_that_stops_is_a_mistake_at_its_step() -> None:
    step = "do: {move: up to price(card.value), from: box, to: player.coins}"
    Path("stuck.yaml").write_text(
        FAIR.replace(step, "do: {move: 30 * price(card.value), from: box, to: player.coins}"), encoding="utf-8"
    )
    (problem,) = json.loads(call("stuck.yaml", "--play", "4", "--format", "json").stdout)
    assert (problem["code"], problem["severity"]) == ("play-stuck", "error")
    assert "random game with" in problem["message"]
    assert call("stuck.yaml", "--play", "4").exit_code == 1


def test_rulesets_with_mistakes_and_libraries_are_not_played() -> None:
    assert codes("wrong.yaml", "--play", "5") == ["unknown-name"]
    library = ROOT / "rulesets/mechanisms/auctions.yaml"
    assert call(str(library), "--play", "5").exit_code == 0


@full
def test_what_a_variant_leaves_unused_in_its_base_is_told_in_one_line_at_the_variant() -> None:
    Path("base.yaml").write_text(FAIR.replace("4..7: 2}", "4..7: 2, 8..10: 3, 11..20: 4}"), encoding="utf-8")
    assert codes("base.yaml", "--play", "4") == ["never-read", "never-read"]
    step = "  The last point: {after: draw a card, when: player.points > 999, say: 1}"
    pay = "{move: up to price(card.value + 3), from: box, to: player.coins}"
    change = f"change: {{Sell a card: {{do: {pay}}}}}"
    text = f"format: 1\nextends: base.yaml\ngame: Later\nwhenever:\n{step}\n{change}\n"
    Path("later.yaml").write_text(text, encoding="utf-8")
    found = json.loads(call("later.yaml", "--play", "4", "--format", "json").stdout)
    places = [(d["code"], Path(d["file"]).name, d["line"]) for d in found]
    assert places == [("never-read", "later.yaml", 2), ("never-reached", "later.yaml", 5)]
    assert found[0]["message"] == (
        "in 4 random games the row 1..3 of the table price was never read; not so in 1 random game of base.yaml"
    )
    assert found[0]["hint"] == "If you do not want this, see whether it is chance: try --play 40."
    # of a base that lacks a setting, and so was not played, nothing is said
    Path("later.yaml").write_text(f"{text}settings: {{extra: 1}}\n", encoding="utf-8")
    said = call("later.yaml", "--play", "4", "--set", "extra=2").stdout
    assert "the row 1..3 of the table price was never read" in said and "not so in" not in said
    # what the base leaves unused by itself is told of the base alone
    Path("same.yaml").write_text(
        "format: 1\nextends: base.yaml\ngame: Same\nsettings: {hand_size: 4}\n", encoding="utf-8"
    )
    assert codes("same.yaml", "--play", "4") == []


# -- watching


class Watcher:
    """The command with --watch in a process of its own; `until` waits for a line that holds some words."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stammtisch", "validate", "--watch", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, preexec_fn=heed,
        )  # fmt: skip
        self.lines: Queue[str] = Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def until(self, words: str) -> list[str]:
        """What was written up to and with the line that holds the words."""
        found: list[str] = []
        ends = time.monotonic() + DEADLINE
        while not found or words not in found[-1]:
            try:
                found.append(self.lines.get(timeout=max(0.0, ends - time.monotonic())))
            except Empty:
                pytest.fail(f"no '{words}' in {found}")
        return found

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(DEADLINE)


@pytest.fixture
def watched() -> Iterator[Watcher]:
    Path("scenarios.yaml").write_text(SCENARIOS, encoding="utf-8")
    Path("other.scenarios.yaml").write_text(SCENARIOS.replace("good.yaml", "idle.yaml"), encoding="utf-8")
    watcher = Watcher("good.yaml")
    yield watcher
    watcher.process.kill()
    watcher.process.wait()


SCENARIOS = """\
format: 1
tests: good.yaml
players: [Ute, Trev]
scenarios:
  a card is drawn first:
    then: [deck.size = 31]
"""


@full
@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends it")
def test_watching_checks_after_each_save_and_plays_the_scenarios(watched: Watcher) -> None:
    assert any("all is well" in line for line in watched.until("waiting for changes"))
    Path("good.yaml").write_text(WRONG, encoding="utf-8")
    seen = watched.until("waiting for changes")
    assert len([line for line in seen if "unknown-name" in line]) == 1
    assert any("scenarios.yaml: cannot be played before" in line for line in seen)
    Path("new.yaml").write_text(FAIR, encoding="utf-8")
    os.replace("new.yaml", "good.yaml")
    seen = watched.until("waiting for changes")
    seen = seen if any("all is well" in line for line in seen) else watched.until("waiting for changes")
    assert any("all is well" in line for line in seen)
    assert any("scenarios.yaml: " in line for line in seen)
    assert not any("other" in line for line in seen)
    assert watched.end() == 130


@full
@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends it")
def test_watching_follows_the_sheets_that_a_ruleset_names_also_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    sheet = tmp_path / "sheets" / "cards.csv"
    sheet.write_text("ware,value,copies\nwares,1..7,2\n", encoding="utf-8")
    (tmp_path / "game").mkdir()
    text = "starts with: {from: ../sheets/cards.csv}"
    rules = re.sub(r"starts with: \{[^}]+\}", text, FAIR)
    assert text in rules
    (tmp_path / "game" / "ruleset.yaml").write_text(rules, encoding="utf-8")
    watcher = Watcher(str(tmp_path / "game" / "ruleset.yaml"))
    try:
        watcher.until("waiting for changes")
        sheet.write_text("ware,value\nwares,four\n", encoding="utf-8")
        assert any("row 2, column B (value)" in line for line in watcher.until("waiting for changes"))
        assert watcher.end() == 130
    finally:
        watcher.process.kill()
        watcher.process.wait()


@full
@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends it")
def test_watching_survives_files_that_are_gone_or_half_written(watched: Watcher) -> None:
    watched.until("waiting for changes")
    Path("good.yaml").unlink()
    seen = watched.until("waiting for changes")
    assert any("there is no such file" in line for line in seen), seen
    Path("good.yaml").write_bytes(FAIR.encode()[:300] + b"\xff")
    assert any("file-not-utf8" in line for line in watched.until("waiting for changes"))
    Path("good.yaml").write_text(FAIR, encoding="utf-8")
    assert any("all is well" in line for line in watched.until("waiting for changes"))
    assert watched.end() == 130


@full
@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends it")
def test_scenarios_give_way_to_the_next_save(watched: Watcher) -> None:
    watched.until("waiting for changes")
    many = "".join(f"  the same once more, number {i}: {{seed: {i}, then: [deck.size = 31]}}\n" for i in range(3000))
    Path("scenarios.yaml").write_text(SCENARIOS + many, encoding="utf-8")
    watched.until("all is well")
    Path("good.yaml").write_text(WRONG, encoding="utf-8")
    seen = watched.until("unknown-name")
    assert not any("scenarios.yaml: " in line for line in seen)
    assert watched.end() == 130


def test_while_watching_only_what_has_changed_is_checked_again_until_the_next_save(tmp_path: Path) -> None:
    base, other = tmp_path / "base" / "ruleset.yaml", tmp_path / "mine" / "ruleset.yaml"
    for file, text in ((base, FAIR), (other, "format: 1\nextends: ../base/ruleset.yaml\ngame: Other\n")):
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
    rulesets = WatchedRulesets([(other,)], 0, {})
    saves = rulesets.watch()
    assert saves.folders == [base.parent, other.parent]
    found = rulesets.check((other,), saves)
    assert found == [] and rulesets.check((other,), saves) is found
    base.write_text(WRONG, encoding="utf-8")
    assert [d.code for d in rulesets.check((other,), saves)] == ["unknown-name"]
    base.write_text(FAIR, encoding="utf-8")
    saves.found.put({base})
    with pytest.raises(Superseded):
        rulesets.check((other,), saves)


def test_watching_writes_text_only() -> None:
    done = call("good.yaml", "--watch", "--format", "json")
    assert done.exit_code == 2 and "--watch writes text" in done.stderr


@pytest.mark.parametrize("name", ["the game of the village fair " * 12, "x/" * 3_000, "nul\0byte"])
def test_no_name_is_too_long_to_be_told_where_it_stands(name: str) -> None:
    if "\0" not in name:
        Path("long.yaml").write_text(f"format: 1\ngame: A variant\nextends: {name}\n", encoding="utf-8")
        Path("use.yaml").write_text(FAIR.replace("players: ", f"use: [{name}]\nplayers: ", 1), encoding="utf-8")
        Path("l.scenarios.yaml").write_text(
            f"format: 1\ntests: {name}\nplayers: [Anna, Ben]\nscenarios: {{one: {{then: [1 = 1]}}}}\n", encoding="utf-8"
        )
        (found,) = json.loads(call("--format", "json", "long.yaml").stdout)
        assert (found["code"], found["line"]) == ("unknown-ruleset", 3)
        assert codes("use.yaml") == ["unknown-mechanism"]
        tested = CliRunner().invoke(group, ["test", "l.scenarios.yaml"])
        assert tested.exit_code and "l.scenarios.yaml:2" in tested.output and "unknown-ruleset" in tested.output
        assert [problem.code for problem in validate("long.yaml")] == ["unknown-ruleset"]
    assert [problem.code for problem in validate(name)] == ["unknown-ruleset"]
    for command in ("validate", "play", "simulate", "test", "fmt", "rulebook"):
        told = CliRunner().invoke(group, [command, name]).output
        assert "too long" not in told and "Mistake" not in told.title()[:9], (command, told)


@full
@pytest.mark.parametrize("name", ["ofertu", "ofertu+no-tie-breakers"])
def test_what_a_value_of_the_command_line_brings_is_at_its_setting(name: str) -> None:
    (found,) = validate(name, options={"bids_per_round": 0, "hand_size": 4})
    assert found.code == "setup-fails" and found.message.endswith(", with `--set bids_per_round=0`")
    lines = Path(found.span.file).read_text(encoding="utf-8").splitlines()
    assert lines[found.span.line - 1].strip().startswith("bids_per_round:")
    assert [note.message for note in found.notes] == ["it fails here"]
    assert not validate(name, options={"hand_size": 4})
