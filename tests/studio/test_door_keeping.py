"""The door: variants, comparisons, reports; the history of a folder; folders as zip files."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stammtisch.base.errors import UsageError
from stammtisch.front.api import load_ruleset
from stammtisch.studio import history
from stammtisch.studio.studio import Studio
from stammtisch.study.comparisons.compare import Arm, Pair, compare_pairs, play_arms
from stammtisch.study.counts.targets import read_targets
from stammtisch.study.runs.shards import Plan

Ask = Callable[..., Any]
RULES, SHORT = "picnic/ruleset.yaml", "picnic/variants/short.yaml"


def change(home: Path, old: str, new: str, file: str = RULES) -> None:
    text = (home / file).read_text()
    assert old in text
    (home / file).write_text(text.replace(old, new, 1))


# -- variants and numbers


def test_a_new_variant_changes_nothing_and_then_what_it_says(ask: Ask, refused: Ask, home: Path) -> None:
    assert ask("new_variant", game=RULES, name="short", title="A short one")["file"] == SHORT
    assert ask("check", file=SHORT)["diagnostics"] == []
    forms = {"first": {"game": RULES}, "second": {"game": RULES, "variants": ["short"]}}
    assert ask("differences", **forms)["lines"] == ["Game: Picnic → A short one"]
    change(home, "#settings:", "settings:", SHORT)
    change(home, "#  hand_size: 6", "  hand_size: 4", SHORT)
    assert ask("differences", **forms)["lines"] == ["Game: Picnic → A short one", "Hand size: 6 → 4"]
    assert ask("game", game=RULES, variants=["short"])["settings"][0]["value"] == "4"
    assert refused("new_variant", game=RULES, name="short")["kind"] == "changed-outside"
    assert refused("new_variant", game=RULES, name="../x")["kind"] == "not-possible"
    assert refused("new_variant", game=SHORT, name="more")["kind"] == "not-possible"
    assert refused("new_variant", game="shipped:balvin/ruleset.yaml", name="more")["kind"] == "not-possible"


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_a_comparison_in_portions_comes_to_the_same_as_in_one(seconds: float, ask: Ask, home: Path) -> None:
    forms = {"first": {"game": RULES}, "second": {"game": RULES, "settings": {"hand_size": "4"}}}
    job = ask("compare", **forms, players=3, games=300, seed=5)["job"]
    while not (state := ask("go_on", job=job, seconds=seconds))["done"]:
        pass
    ruleset = load_ruleset(home / RULES)
    games = [ruleset.ready(3), ruleset.ready(3, {"hand_size": "4"})]
    arms = []
    for name, game in zip(("picnic", "picnic, hand_size=4"), games, strict=True):
        played = play_arms([(game, [Plan(5)])], 300, 1)
        assert played is not None
        arms.append(Arm(name, game, played[0], read_targets((ruleset.path,))))
    (wanted,) = compare_pairs([Pair(arms[0], arms[1])])
    measures = state["result"]["figures"]["comparisons"][0]["measures"]
    assert measures == [one.to_json() for one in wanted.differences]
    assert "~ hand_size 6 → 4" in state["result"]["text"]


def test_a_comparison_that_is_stopped_shows_what_it_has(
    ask: Ask, refused: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stammtisch.studio.comparison.LOOK_SECONDS", 0.0)
    forms = {"first": {"game": RULES}, "second": {"game": RULES, "settings": {"hand_size": "4"}}}
    job = ask("compare", **forms, players=2, games=1_000_000)["job"]
    while ask("go_on", job=job, seconds=0.2)["result"] is None:
        pass
    state = ask("stop", job=job)
    found = state["result"]["figures"]["comparisons"][0]
    assert 0 < found["games"] < 1_000_000 and found["measures"]
    same = {"first": {"game": RULES}, "second": {"game": RULES, "settings": {"hand_size": "6"}}}
    assert "do not differ" in refused("compare", **same, players=2)["message"]
    assert refused("compare", **forms, players=9)["kind"] == "not-possible"


def test_a_report_is_a_page_and_its_parts(ask: Ask, refused: Ask, home: Path) -> None:
    (home / "picnic/targets.yaml").write_text("decisions: 1..5\n")
    assert ask("targets", game=RULES)["targets"][0]["wanted"] == "1..5"
    job = ask("simulate", game=RULES, games=50, players=[2, 3])["job"]
    assert refused("report", job=job)["kind"] == "not-possible"
    while not ask("go_on", job=job)["done"]:
        pass
    found = ask("report", job=job)
    assert [part["heading"] for part in found["parts"]] == ["2 players, random choices", "3 players, random choices"]
    assert all(one["title"] and one["rows"] for part in found["parts"] for one in part["pictures"])
    assert "missed" in json.dumps(found["parts"][0]["tables"])
    assert found["html"].startswith("<!DOCTYPE html>") and "3 players, random choices" in found["html"]
    other = ask("check_further", file=RULES)["job"]
    assert refused("report", job=other)["kind"] == "not-possible"


def test_a_report_of_bots_says_who_wins(finish: Ask, ask: Ask) -> None:
    job = ask("simulate_bots", game=RULES, bots=["random", "search:10"], games=20)["job"]
    while not ask("go_on", job=job)["done"]:
        pass
    (part,) = ask("report", job=job)["parts"]
    assert part["heading"] == "2 players: random, search:10" and part["pictures"]


# -- history


def test_each_state_says_what_changed_and_can_be_restored(ask: Ask, refused: Ask, home: Path) -> None:
    first = ask("keep")["id"]
    assert ask("keep")["id"] is None
    change(home, "hand_size: {value: 6", "hand_size: {value: 5")
    (home / "picnic/notes.txt").write_text("a\nb\n")
    second = ask("keep")["id"]
    (home / "picnic/notes.txt").write_text("a\nc\nd\n")
    (home / "picnic/scenarios.yaml").unlink()
    ask("keep", words="for Anna")
    states = ask("history")["states"]
    assert states[0]["words"] == "for Anna"
    assert states[0]["lines"] == ["Deleted: picnic/scenarios.yaml", "notes.txt: 2 lines changed"]
    assert states[1]["lines"] == ["New: picnic/notes.txt", "Hand size: 6 → 5"]
    assert states[2]["words"] == "The beginning"
    assert ask("since", id=second)["lines"] == states[0]["lines"]
    # what is not kept yet is kept before anything is replaced
    (home / "picnic/notes.txt").write_text("precious\n")
    restored = ask("restore", id=first)["files"]
    assert set(restored) == {RULES, "picnic/notes.txt", "picnic/scenarios.yaml"}
    assert "value: 6" in (home / RULES).read_text() and not (home / "picnic/notes.txt").exists()
    back = ask("history")["states"][1]["id"]
    ask("restore", id=back)
    assert (home / "picnic/notes.txt").read_text() == "precious\n"
    assert refused("restore", id="20200101-000000-000")["kind"] == "not-possible"


def test_states_are_kept_while_files_change(ask: Ask, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = ask("changes", digest="")["digest"]
    assert len(ask("history")["states"]) == 1
    change(home, "hand_size: {value: 6", "hand_size: {value: 5")
    digest = ask("changes", digest=digest)["digest"]
    assert len(ask("history")["states"]) == 1  # not so soon
    monkeypatch.setattr(history, "SECONDS_BETWEEN", 0.0)
    change(home, "hand_size: {value: 5", "hand_size: {value: 4")
    ask("changes", digest=digest)
    assert ask("history")["states"][0]["words"] == "Hand size: 6 → 4"


def test_what_was_there_before_the_first_change_is_kept(ask: Ask, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask("files")
    change(home, "hand_size: {value: 6", "hand_size: {value: 5")
    ask("restore", id=ask("history")["states"][-1]["id"])
    assert "value: 6" in (home / RULES).read_text()

    def fail(*arguments: object) -> None:
        raise UsageError("the disk is full")

    monkeypatch.setattr(history.History, "keep_if_due", fail)
    assert ask("files")["games"]


def test_the_history_outlives_the_studio_and_damage(studio: Studio, ask: Ask, refused: Ask, home: Path) -> None:
    first = ask("keep")["id"]
    change(home, "hand_size: {value: 6", "hand_size: {value: 5")
    ask("keep")
    place = home / ".stammtisch" / "history"
    (place / "20260101-000000-000.json").write_text("{")
    (place / "20260101-000000-001.json").write_text('{"format": "other"}')
    studio.history = history.History(studio.folder)
    assert len(ask("history")["states"]) == 2
    for content in (place / "contents").iterdir():
        content.unlink()
    before = (home / RULES).read_text()
    assert "missing in the history" in refused("restore", id=first)["message"]
    assert (home / RULES).read_text() == before


def test_old_states_are_forgotten_with_their_contents(ask: Ask, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_STATES", 2)
    for number in range(4):
        (home / "notes.txt").write_text(f"{number}\n")
        ask("keep")
    assert len(ask("history")["states"]) == 2
    contents = [one.read_bytes() for one in (home / ".stammtisch/history/contents").iterdir()]
    assert b"3\n" in contents and b"0\n" not in contents


# -- zip


def zipped(files: dict[str, str | bytes]) -> str:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return base64.b64encode(made.getvalue()).decode()


def test_a_folder_goes_out_as_a_zip_and_comes_back(ask: Ask, home: Path) -> None:
    out = ask("export_zip", folder="picnic")
    assert out["name"] == "picnic.zip"
    ask("import_zip", base64=out["base64"], folder="again")
    for path in (home / "picnic").rglob("*.*"):
        assert (home / "again" / path.relative_to(home / "picnic")).read_bytes() == path.read_bytes()
    assert ask("check", file="again/ruleset.yaml") == {"diagnostics": []}
    assert ask("export_zip")["name"] == "games.zip"


@pytest.mark.parametrize(
    "name", ["../out.yaml", "/etc/out.yaml", "a/../../out.yaml", "..\\out.yaml", "a\nb", "C:/out.yaml"]
)
def test_a_zip_writes_nothing_outside_of_its_folder(name: str, refused: Ask, home: Path) -> None:
    before = sorted(home.parent.rglob("*"))
    found = refused("import_zip", base64=zipped({"ok.yaml": "x", name: "x"}), folder="new")
    assert found["kind"] in ("bad-request", "not-possible") and sorted(home.parent.rglob("*")) == before


def test_what_is_no_good_zip_is_refused(ask: Ask, refused: Ask) -> None:
    for content in ("", "AAAA", zipped({})[:40], zipped({}), zipped({".git/config": "x"})):
        assert refused("import_zip", base64=content, folder="new")["kind"] == "not-possible"
    assert "at most" in refused("import_zip", base64=zipped({"a": b"0" * 20_000_001}), folder="new")["message"]
    assert refused("import_zip", base64=zipped({"a.txt": "x"}), folder="picnic")["kind"] == "not-possible"
    assert refused("import_zip", base64=zipped({"a.txt": "x"}), folder="../new")["kind"] == "not-possible"
    assert refused("export_zip", folder="nothing")["kind"] == "not-possible"
    found = ask("import_zip", base64=zipped({"game/a.txt": "x", ".hidden": "x", "__MACOSX/a": "x"}), folder="new")
    assert found["files"] == ["new/a.txt"]
