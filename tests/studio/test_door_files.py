"""The door: files of a folder, what is refused, and two writers."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stammtisch.base.limits import FILE_CHARACTERS
from stammtisch.front import starter
from stammtisch.reading import library
from stammtisch.studio.door import REQUESTS, answer, answer_text, describe
from stammtisch.studio.studio import Studio

Ask = Callable[..., Any]
RULES = "picnic/ruleset.yaml"


def test_the_folder_is_listed_with_its_game(ask: Ask, home: Path) -> None:
    (home / ".git").mkdir()
    (home / ".git" / "config").write_text("x")
    found = ask("files")
    kinds = {one["file"]: one["kind"] for one in found["files"]}
    assert kinds[RULES] == "ruleset" and kinds["picnic/dishes.csv"] == "sheet"
    assert not any(name.startswith(".") for name in kinds)
    (game,) = found["games"]
    assert game["name"] == "Picnic" and game["scenarios"] == ["picnic/scenarios.yaml"]
    assert game["sheets"] == ["picnic/dishes.csv"] and game["variants"] == []


def test_a_variant_belongs_to_its_game(ask: Ask, home: Path) -> None:
    (home / "picnic" / "variants").mkdir()
    (home / "picnic" / "variants" / "short.yaml").write_text(
        "format: 1\nextends: ../ruleset.yaml\nsettings: {hand_size: 4}\n"
    )
    (game,) = ask("files")["games"]
    assert game["variants"] == [{"name": "short", "file": "picnic/variants/short.yaml"}]
    table = ask("play", game=RULES, variants=["short"], players=3, seats=["human", "random", "random"])
    assert table["decisions"] == 2


def test_changes_on_disk_are_seen(ask: Ask, home: Path) -> None:
    before = ask("files")
    assert ask("changes", digest=before["digest"]) == {"digest": before["digest"]}
    (home / "picnic" / "scenarios.yaml").write_text("format: 1\n")
    after = ask("changes", digest=before["digest"])
    assert after["digest"] != before["digest"]
    changed = {one["file"]: one["digest"] for one in after["files"]}
    was = {one["file"]: one["digest"] for one in before["files"]}
    assert [name for name in changed if changed[name] != was[name]] == ["picnic/scenarios.yaml"]


def test_two_changes_within_a_moment_are_both_seen(ask: Ask, home: Path) -> None:
    digests = set()
    for letter in "abc":
        (home / "a.txt").write_text(letter)
        digests.add(ask("files")["digest"])
    assert len(digests) == 3


def test_a_file_is_written_only_if_it_is_as_it_was_read(ask: Ask, refused: Ask, home: Path) -> None:
    held = ask("read", file=RULES)
    first = ask("write", file=RULES, text=held["text"] + "# mine\n", digest=held["digest"])
    # another program, between two writes
    (home / RULES).write_text("format: 1\n# theirs\n")
    found = refused("write", file=RULES, text="lost", digest=first["digest"])
    assert found["kind"] == "changed-outside" and found["text"] == "format: 1\n# theirs\n"
    assert (home / RULES).read_text() == "format: 1\n# theirs\n"
    ask("write", file=RULES, text="format: 1\n# both\n", digest=found["digest"])
    assert (home / RULES).read_text() == "format: 1\n# both\n"
    ask("write", file=RULES, text="format: 1\n", digest="", force=True)
    assert (home / RULES).read_text() == "format: 1\n"


def test_a_new_file_replaces_none(ask: Ask, refused: Ask, home: Path) -> None:
    ask("write", file="other/notes.txt", text="hello\n", digest="")
    assert (home / "other" / "notes.txt").read_text() == "hello\n"
    assert refused("write", file="other/notes.txt", text="again", digest="")["kind"] == "changed-outside"
    held = ask("read", file="other/notes.txt")
    (home / "other" / "notes.txt").unlink()
    found = refused("write", file="other/notes.txt", text="again", digest=held["digest"])
    assert found["text"] is None and "deleted" in found["message"]


def test_line_ends_and_the_mark_of_a_file_stay(ask: Ask, home: Path) -> None:
    (home / "a.csv").write_bytes(b"\xef\xbb\xbfname;worth\r\nFish;3\r\n")
    held = ask("read", file="a.csv")
    assert held["text"] == "name;worth\nFish;3\n"
    ask("write", file="a.csv", text="name;worth\nFish;4\n", digest=held["digest"])
    assert (home / "a.csv").read_bytes() == b"\xef\xbb\xbfname;worth\r\nFish;4\r\n"


def test_files_are_renamed_and_deleted(ask: Ask, refused: Ask, home: Path) -> None:
    held = ask("read", file="picnic/dishes.csv")
    assert refused("rename_file", file="picnic/dishes.csv", to=RULES, digest=held["digest"])["kind"] == "not-possible"
    ask("rename_file", file="picnic/dishes.csv", to="picnic/food.csv", digest=held["digest"])
    assert not (home / "picnic/dishes.csv").exists()
    assert refused("delete_file", file="picnic/food.csv", digest="x")["kind"] == "changed-outside"
    ask("delete_file", file="picnic/food.csv", digest=held["digest"])
    assert not (home / "picnic/food.csv").exists()
    assert refused("delete_file", file="picnic/food.csv", digest=held["digest"])["kind"] == "changed-outside"


def test_pictures_are_read_and_written_in_base64(ask: Ask, refused: Ask, home: Path) -> None:
    picture = b"\x89PNG\r\n\x1a\n\x00\xff"
    ask("write", file="picnic/a.png", base64=base64.b64encode(picture).decode(), digest="")
    assert (home / "picnic/a.png").read_bytes() == picture
    held = ask("read", file="picnic/a.png")
    assert base64.b64decode(held["base64"]) == picture and held["type"] == "image/png" and held["kind"] == "picture"
    assert refused("write", file="b.png", base64="!", digest="")["kind"] == "bad-request"


OUTSIDE = [
    "../secret.yaml", "picnic/../../secret.yaml", "/etc/passwd", "", ".", "picnic/", "picnic//ruleset.yaml", "a\0b", "a\nb",
    "C:\\Windows\\x", "..\\secret.yaml", ".git/config", "picnic/.hidden", "shipped:../pyproject.toml", "shipped:/etc/passwd",
    "shipped:", "x" * 400, "outside:ruleset.yaml", "link.yaml", "folder/secret.yaml",
]  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_of_the_folder_is_read_or_changed(
    name: str, studio: Studio, home: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("secret: 1\n")
    (home / "link.yaml").symlink_to(secret)
    (home / "folder").symlink_to(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    for request, more in (
        ("read", {}),
        ("write", {"text": "x", "digest": "", "force": True}),
        ("delete_file", {"digest": ""}),
        ("rename_file", {"to": "new.yaml", "digest": ""}),
        ("check", {"text": "format: 1\n"}),
        ("complete", {"line": 1, "column": 0}),
        ("play", {}),
    ):
        arguments = {"game" if request == "play" else "file": name, **more}
        arguments |= {"players": 2} if request == "play" else {}
        found = answer(studio, {"name": request, "arguments": arguments})
        assert found["mistake"]["kind"] in ("bad-request", "not-possible"), (request, found)
        assert "secret: 1" not in json.dumps(found)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_links_out_of_the_folder_are_not_listed(ask: Ask, home: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("secret: 1\n")
    (home / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (home / "folder").symlink_to(tmp_path)
    assert all(one["file"].startswith("picnic/") for one in ask("files")["files"])


def test_what_comes_with_stammtisch_is_read_and_never_changed(ask: Ask, refused: Ask) -> None:
    held = ask("read", file="shipped:hearts/ruleset.yaml")
    assert held["read_only"] and "game: Hearts" in held["text"]
    for request, more in (
        ("write", {"text": "x", "force": True}),
        ("delete_file", {}),
        ("rename_file", {"to": "a.yaml"}),
    ):
        found = refused(request, file="shipped:hearts/ruleset.yaml", digest=held["digest"], **more)
        assert found["kind"] == "not-possible"
    assert refused("check", file="shipped:hearts/ruleset.yaml", text="x")["kind"] == "not-possible"
    assert ask("check", file="shipped:hearts/ruleset.yaml") == {"diagnostics": []}


def test_huge_texts_and_folders_are_refused(refused: Ask, home: Path) -> None:
    assert refused("check", file=RULES, text="x" * (FILE_CHARACTERS + 1))["kind"] == "not-possible"
    assert refused("write", file=RULES, text="x" * 20_000_001, digest="", force=True)["kind"] == "not-possible"
    many = home / "many"
    many.mkdir()
    for number in range(2001):
        (many / f"{number}.txt").touch()
    assert "more than 2,000 files" in refused("files")["message"]


WRONG: list[object] = [
    None, 1, [], "files", {}, {"name": 3}, {"name": "nothing"}, {"name": "answer"}, {"name": "__init__"},
    {"name": "read"}, {"name": "read", "arguments": []}, {"name": "read", "arguments": {"file": 3}},
    {"name": "read", "arguments": {"file": None}}, {"name": "read", "arguments": {"file": "a", "more": 1}},
    {"name": "complete", "arguments": {"file": RULES, "line": "1", "column": 0}},
    {"name": "complete", "arguments": {"file": RULES, "line": True, "column": 0}},
    {"name": "complete", "arguments": {"file": RULES, "line": 1.5, "column": 0}},
    {"name": "apply", "arguments": {"changes": [{"file": RULES}]}},
    {"name": "apply", "arguments": {"changes": [{"file": RULES, "edits": [{"from": 1, "to": 2, "text": ""}]}]}},
    {"name": "play", "arguments": {"game": RULES, "players": 3, "settings": {"hand_size": 3}}},
    {"name": "read", "arguments": {"file": "\ud800"}},
    {"name": "go_on", "arguments": {"job": 1, "seconds": "long"}},
]  # fmt: skip


@pytest.mark.parametrize("request_", WRONG)
def test_wrong_requests_are_explained(request_: object, studio: Studio) -> None:
    found = answer(studio, request_)["mistake"]
    assert found["kind"] == "bad-request" and len(found["message"]) > 10


@pytest.mark.parametrize("text", ["", "{", "[" * 5000, '{"name": NaN}', b"\xff\xfe", "nul"])
def test_what_is_not_json_is_said_to_be_none(text: str | bytes, studio: Studio) -> None:
    assert json.loads(answer_text(studio, text))["mistake"]["kind"] == "bad-request"


def test_every_request_says_what_it_does_and_takes(ask: Ask) -> None:
    listed = ask("functions")["functions"]
    assert [one["name"] for one in listed] == [*REQUESTS]
    for one in listed:
        assert one["about"].endswith(".") and len(one["about"].split()) > 2
        assert all(argument["is"] for argument in one["arguments"])
    assert describe(REQUESTS["read"])["arguments"] == [{"name": "file", "is": "a text", "needed": True}]


def test_games_begin_from_templates_copies_and_as_variants(ask: Ask, refused: Ask) -> None:
    found = ask("starts")
    assert [one["name"] for one in found["templates"]] == [*starter.TEMPLATES]
    assert len(found["examples"]) == len(library.rulesets())
    hearts = next(one for one in found["examples"] if one["name"] == "Hearts")
    assert hearts["game"] == "shipped:hearts/ruleset.yaml" and hearts["players"] == [4] and hearts["about"]
    for folder, way in (
        ("mine", {"template": "board-game"}),
        ("copied", {"copy_of": "shipped:hearts/ruleset.yaml"}),
        ("changed", {"variant_of": "shipped:balvin/ruleset.yaml"}),
        ("near", {"variant_of": RULES}),
    ):
        begun = ask("begin", folder=folder, **way)
        assert begun["game"] == f"{folder}/ruleset.yaml"
        assert ask("check", file=begun["game"]) == {"diagnostics": []}
    begun = ask("begin", folder="spice-road", template="board-game", title="Spice Road: the Market")
    assert ask("game", game=begun["game"])["name"] == "Spice Road: the Market"
    assert refused("begin", folder="mine", template="board-game")["kind"] == "not-possible"
    assert refused("begin", folder="../out", template="board-game")["kind"] == "not-possible"
    assert refused("begin", folder="out", template="nothing")["kind"] == "not-possible"
    assert refused("begin", folder="out", copy_of="../a.yaml")["kind"] == "bad-request"
    assert refused("begin", folder="out")["kind"] == "bad-request"
